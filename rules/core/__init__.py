"""The vocabulary in which games are written: values, sheets, scenes, scripts and the record of a game."""
