"""The server's dice: sources, throws and their verification."""
