"""The character creation wizard."""
