"""The app `encounters`."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """Fights and tests, and what each seat sees of them."""

    name = "encounters"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_out

        from campaigns import hooks
        from encounters.hooks import HOOKS
        from encounters.push import subscriptions

        hooks.register(self.name, HOOKS)
        user_logged_out.connect(subscriptions.sign_out)
