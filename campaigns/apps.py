"""The app `campaigns`."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """The app for seats, the journal and the live pages of a table."""

    name = "campaigns"

    def ready(self) -> None:
        from campaigns import hooks
        from campaigns.live.site import connect
        from campaigns.own_hooks import HOOKS
        from campaigns.seats.live_site import SITE

        connect(SITE)
        hooks.register(self.name, HOOKS)
