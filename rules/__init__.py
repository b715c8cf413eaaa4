"""The rules of the games: a pure library of the standard library only."""
