"""Rounds, initiative, action points, and what holds of a fighter."""
