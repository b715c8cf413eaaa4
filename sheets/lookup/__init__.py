"""Rules lookup: what a game says about a state, an act, a skill or a term of a sum."""
