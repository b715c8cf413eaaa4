"""Who plays which character."""
