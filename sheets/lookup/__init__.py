"""Looking up what a game says of a state, an act, a skill or a term of a sum."""
