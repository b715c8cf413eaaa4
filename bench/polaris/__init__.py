"""Rules of one game in another library, to compare ours with."""
