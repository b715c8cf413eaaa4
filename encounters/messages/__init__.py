"""Messages: whispers between a game master and one player, and a pause that anybody may ask for without a name."""
