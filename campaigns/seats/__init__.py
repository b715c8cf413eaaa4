"""Seats at a table: invitations, join requests, televisions, permissions."""
