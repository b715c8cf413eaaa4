"""Questions to several players at once; their answers stay sealed until all are in."""
