"""Django's way to an embedded database, with one writer of a process at a time."""
