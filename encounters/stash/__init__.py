"""Stash and purse of the party: things and coins that its characters put in and take out."""
