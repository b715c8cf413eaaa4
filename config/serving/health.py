"""Health checks for proxies, container engines and watchdogs: is the process alive, and can it serve?"""

from __future__ import annotations

import asyncio
import logging

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

log = logging.getLogger(__name__)
PATIENCE = 2.0


@never_cache
@require_safe
def alive(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
async def ready(request: HttpRequest) -> HttpResponse:
    """Respond with the state of each part; 503 until the database responds and has this version's tables.

    A missing channel layer only slows pages down, so it is reported without a 503.
    """
    database, layer = await sync_to_async(_database)(), await _layer()
    status = 200 if database == "ok" else 503
    text = f"database: {database}\nchannel layer: {layer}\n"
    return HttpResponse(text, status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})


def _database() -> str:
    try:
        executor = MigrationExecutor(connection)
        return "to migrate" if executor.migration_plan(executor.loader.graph.leaf_nodes()) else "ok"
    except DatabaseError:
        log.warning("The database is away.")
        return "away"


async def _layer() -> str:
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(PATIENCE):
            await layer.group_send("ready", {"type": "probe"})  # a group without members
    except Exception as error:  # each layer raises its own
        log.warning("The channel layer is away: %r", error)
        return "away"
    return "ok"
