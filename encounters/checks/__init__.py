"""Checks outside a fight: requested by the game master, or downtime activities."""
