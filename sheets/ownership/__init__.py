"""Ownership of characters: joining, claiming, handing over."""
