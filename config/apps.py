"""The site as an app of its own, for its checks and its commands."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Registers the checks of a deployment."""

    name = "config"

    def ready(self) -> None:
        import config.checks  # noqa: F401
        from config.serving.games import announce

        announce()
