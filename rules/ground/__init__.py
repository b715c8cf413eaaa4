"""The ground: places, the ways between them, and how far two fighters are from each other."""
