"""The API: everything that the shared screen may see, as JSON, for programs that have a token."""
