"""Edits of a sheet: fields, lists, wound boxes."""
