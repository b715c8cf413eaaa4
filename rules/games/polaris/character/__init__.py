"""The sheet: attributes, skills, what follows from them, and how a character is made."""
