"""One character by its game: its sheet, its fields, what follows from them, and how it is made."""
