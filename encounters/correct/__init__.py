"""Corrections: replay, overrides, compensation and what-if copies."""
