"""Melee: blows, reach, modes, situation, martial arts and wrestling."""
