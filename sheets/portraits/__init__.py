"""Portraits: stored once by content, resized in a process of their own."""
