"""Rolls from a sheet: their fields and odds."""
