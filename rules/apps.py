"""The app `rules`."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """The games' rules; only the terminal commands need Django."""

    name = "rules"
