"""Attacks and parries, close and from afar, damage and wounds."""
