"""Weapons, armour, and the hands that hold them."""
