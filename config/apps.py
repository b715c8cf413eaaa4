"""The app of the site itself, for its checks and its commands."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The app that registers the deployment checks."""

    name = "config"

    def ready(self) -> None:
        import config.checks  # noqa: F401
        from config.serving.games import load_outside_games

        load_outside_games()
