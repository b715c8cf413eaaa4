"""Import of sheets from files of other programs: the part that all games' readers share."""
