"""The combat turn: surprise, initiative, declarations, actions, and what the game master does of it."""
