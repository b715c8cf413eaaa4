"""Games from outside, on a running site: those that an administrator loads, and files that change."""
