"""What a game says of one character: its sheet, its fields, what follows from them, and how it is made."""
