"""Ownership of characters."""
