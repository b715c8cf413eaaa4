"""Sheets of foreign files: the shared half of every reader, which knows no game."""
