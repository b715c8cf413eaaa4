"""A running fight: its live pages, its offers and their odds."""
