"""Fights, what each seat sees of them and the live socket."""
