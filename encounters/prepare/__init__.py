"""Preparing an encounter: participants, reserves, timers, simulation."""
