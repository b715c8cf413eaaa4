"""Actions of a turn and free actions, apart from attacks."""
