"""Findings of `check --deploy` beyond Django's own checks."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks

from rules import registry


@checks.register(deploy=True)
def check_channel_layer(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn when several processes may share a table without hearing each other."""
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
    """Warn of every game from outside that was left out, by name."""
    hint = "The site starts without it. Mend it, or take it away."
    rows = registry.outside().left_out
    return [checks.Warning(f"The game {row.name}: {row.why}", hint=hint, id="tablee.W004") for row in rows]


@checks.register(deploy=True)
def check_collected_files(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """Warn when pages would name hashed files nobody has collected yet."""
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
