"""Exact odds: of any procedure, of an act, of a test that may be tried again, and as one viewer may know them."""
