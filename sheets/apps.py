"""The app `sheets`."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Characters and their sheets."""

    name = "sheets"

    def ready(self) -> None:
        from campaigns import erasing as leaving
        from campaigns import own_data
        from campaigns import subjects as journal
        from sheets import choosing, drafts, erasing, files, regions, subjects

        journal.register("character", load=subjects.load, save=subjects.save, step=subjects.step, root="meta")
        leaving.also(erasing.part)
        leaving.brings(erasing.names)
        own_data.also("characters", files.owned_by)
        own_data.also("draft", erasing.unfinished)
        own_data.also("being_made", drafts.kept)
        regions.register()
        choosing.register()
