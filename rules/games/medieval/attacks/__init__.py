"""Attack and Defence: the third chapter of the book."""
