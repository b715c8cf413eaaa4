"""The table for programs: what the shared screen may see, as JSON, to whoever holds a token."""
