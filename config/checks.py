"""Deployment checks of this project, run by `check --deploy` together with Django's own."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks

from rules import registry


@checks.register(deploy=True)
def check_channel_layer(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn if several processes may share a database without a channel layer between them."""
    on_postgres = "postgresql" in settings.DATABASES["default"]["ENGINE"]
    backend = settings.CHANNEL_LAYERS["default"]["BACKEND"]
    if on_postgres and "InMemory" in backend:
        return [
            checks.Warning(
                "PostgreSQL is set but the channel layer lives in one process's memory.",
                hint="Set CHANNELS_URL=redis+pubsub://… so that every worker hears every change.",
                id="tablee.W001",
            )
        ]
    if backend == "channels_redis.core.RedisChannelLayer":
        return [
            checks.Warning(
                "The list-based Redis layer drops every socket when Redis restarts.",
                hint="Set CHANNELS_URL to redis+pubsub://… instead of redis://….",
                id="tablee.W002",
            )
        ]
    return []


@checks.register
def check_packs(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn about each game from outside that could not be loaded."""
    hint = "The site starts without it: fix it, or remove it."
    rows = registry.outside_packs().left_out
    return [checks.Warning(f"The game {row.name}: {row.why}", hint=hint, id="tablee.W004") for row in rows]


@checks.register(deploy=True)
def check_collected_files(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn if pages use hashed static files but none were collected."""
    hashed = settings.COLLECTED
    if hashed and not (settings.STATIC_ROOT / "staticfiles.json").exists():
        return [
            checks.Warning(
                "No collected static files.",
                hint="Run `python manage.py collectstatic` before serving.",
                id="tablee.W003",
            )
        ]
    return []
