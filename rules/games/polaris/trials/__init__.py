"""Tests: chances, dice, margins and degrees, criticals, new attempts, oppositions, luck."""
