"""The server's dice: the source of throws, and the means for anybody to verify them."""
