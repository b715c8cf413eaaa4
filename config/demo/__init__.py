"""The demonstration: its tables, and the bar that switches between their seats."""
