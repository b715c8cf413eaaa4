"""The app `encounters`."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """The app for fights and tests, which registers its hooks when it is ready."""

    name = "encounters"

    def ready(self) -> None:
        from campaigns import hooks
        from encounters.hooks import HOOKS

        hooks.register(self.name, HOOKS)
