"""The laws of all games, for authors of games: `manage.py checkgame KEY` and the tests run the same ones."""
