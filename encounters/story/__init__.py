"""The story of a session: what happened in a fight as a few sentences, the wounds and the dice of an evening."""
