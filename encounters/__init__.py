"""Fights and tests: preparing, playing, correcting and recounting them."""
