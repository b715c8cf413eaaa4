"""The app `campaigns`."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Who sits at the table, the journal and the live pages."""

    name = "campaigns"

    def ready(self) -> None:
        """Let the journal write campaigns and seats."""
        from campaigns import erasing, knocking, people_regions, rows, subjects, undo

        subjects.register("campaign", load=rows.load_campaign, save=rows.save_campaign)
        subjects.register("seat", load=rows.load_seat, save=rows.save_seat)
        undo.lasting(erasing.ERASED)
        undo.lasting(erasing.HANDED)
        people_regions.register()
        knocking.register()
