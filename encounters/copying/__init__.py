"""Copying characters, encounters, grounds and handouts to another table of the same game master."""
