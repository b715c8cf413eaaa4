"""Messages: whispers between a game master and one player, and a pause that anybody may request anonymously."""
