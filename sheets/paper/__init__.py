"""Sheets on paper and as plain text."""
