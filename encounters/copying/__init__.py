"""Copying: characters, encounters, grounds and handouts made anew at another table of the same game master."""
