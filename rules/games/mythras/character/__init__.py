"""The sheet of a character and what follows from it."""
