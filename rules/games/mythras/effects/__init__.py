"""Special effects: which there are, who may choose them, and what comes of them."""
