"""The words in which a game is written: values, sheets, scenes, scripts and what a game must provide."""
