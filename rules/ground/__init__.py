"""The ground: places, the ways between them, and the distances between fighters."""
