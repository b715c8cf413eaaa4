"""Importers of characters from Foundry, and from Roll20 by its browser extension VTTES."""
