"""Opponents saved by a game master as templates."""
