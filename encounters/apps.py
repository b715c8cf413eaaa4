"""The app `encounters`."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """Fights and tests, and what each seat sees of them."""

    name = "encounters"

    def ready(self) -> None:
        from campaigns import hooks
        from encounters.hooks import HOOKS

        hooks.register(self.name, HOOKS)
