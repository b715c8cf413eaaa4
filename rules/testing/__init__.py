"""The laws of every game, for whoever writes one: `manage.py checkgame KEY` and the tests run the same."""
