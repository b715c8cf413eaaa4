"""The party: clocks, notes of sessions, stash and purse, calendar and random tables of the whole group."""
