"""The server: serving, watching and logging the site."""
