"""Portraits: resized in a separate process, stored once by content."""
