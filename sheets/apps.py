"""The app `sheets`."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Characters and their sheets."""

    name = "sheets"

    def ready(self) -> None:
        from campaigns import subjects as journal
        from sheets import regions, subjects

        journal.register("character", load=subjects.load, save=subjects.save, step=subjects.step, root="meta")
        regions.register()
