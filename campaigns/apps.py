"""The app `campaigns`."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """Who sits at the table, the journal and the live pages."""

    name = "campaigns"

    def ready(self) -> None:
        """Let the journal write campaigns and seats."""
        from campaigns.accounts import deletion
        from campaigns.journal import campaign_subjects, subjects, undo
        from campaigns.seats import join_requests, regions

        subjects.register("campaign", load=campaign_subjects.load_campaign, save=campaign_subjects.save_campaign)
        subjects.register("seat", load=campaign_subjects.load_seat, save=campaign_subjects.save_seat)
        undo.lasting(deletion.ERASED)
        undo.lasting(deletion.HANDED)
        regions.register()
        join_requests.register()
