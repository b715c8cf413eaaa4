"""The app `sheets`."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """The app for characters and their sheets."""

    name = "sheets"

    def ready(self) -> None:
        from campaigns import hooks
        from sheets.hooks import HOOKS

        hooks.register(self.name, HOOKS)
