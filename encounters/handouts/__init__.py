"""Handouts: pictures and texts that a game master shows on the screen, to everybody or to one player."""
