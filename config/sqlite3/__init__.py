"""Django database backend for SQLite that allows one writer of a process at a time."""
