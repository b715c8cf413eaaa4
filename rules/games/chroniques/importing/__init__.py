"""Readers of characters of other programs: Foundry, and Roll20 by its browser extension VTTES."""
