"""The webhook of a table: rolls and the story, as the shared screen may see them, to an address outside."""
