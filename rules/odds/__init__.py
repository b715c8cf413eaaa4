"""Exact odds: of any procedure, of an act, of a test with retries, and as far as one viewer may know them."""
