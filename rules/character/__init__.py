"""One character in a game: its sheet, its fields, the numbers derived from them, and its creation."""
