"""The app `sheets`."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Characters and their sheets."""

    name = "sheets"

    def ready(self) -> None:
        from campaigns import archive
        from campaigns.accounts import data_export
        from campaigns.accounts import deletion as leaving
        from campaigns.journal import subjects as journal
        from sheets import deletion, import_export, regions, subjects
        from sheets.creation import draft
        from sheets.ownership import claim
        from sheets.portraits import store

        journal.register("character", load=subjects.load, save=subjects.save, step=subjects.step, root="meta")
        archive.also("picture", store.dump, store.load)
        leaving.first(deletion.hidden)
        leaving.also(deletion.part)
        leaving.brings(deletion.names)
        data_export.also("characters", import_export.owned_by)
        data_export.also("draft", deletion.unfinished)
        data_export.also("being_made", draft.kept)
        regions.register()
        claim.register()
