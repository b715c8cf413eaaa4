"""Questions to several players at once, whose answers are sealed until all are in."""
