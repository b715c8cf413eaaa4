"""Sheets of other programs for Mythras."""
