"""The app `sheets`."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Characters and their sheets."""

    name = "sheets"

    def ready(self) -> None:
        from campaigns import archive, own_data
        from campaigns import erasing as leaving
        from campaigns import subjects as journal
        from sheets import choosing, drafts, erasing, files, portraits, regions, subjects

        journal.register("character", load=subjects.load, save=subjects.save, step=subjects.step, root="meta")
        archive.also("picture", portraits.dump, portraits.load)
        leaving.first(erasing.hidden)
        leaving.also(erasing.part)
        leaving.brings(erasing.names)
        own_data.also("characters", files.owned_by)
        own_data.also("draft", erasing.unfinished)
        own_data.also("being_made", drafts.kept)
        regions.register()
        choosing.register()
