"""Messages to every server process: a campaign has news, or who has a page open. They hold numbers, never content."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)


class Hearer(Protocol):
    """The hub of this process, on the event loop of the server."""

    loop: asyncio.AbstractEventLoop

    def news(self, campaign: int, seq: int) -> None: ...


_hearer: Hearer | None = None


def listen(hearer: Hearer | None) -> None:
    global _hearer
    _hearer = hearer


def group(campaign: int) -> str:
    return f"campaign.{campaign}"


def announce(campaign: int, seq: int) -> None:
    """Tell everybody who watches a campaign that it changed; called after the commit.

    If the hub runs in this process, it is called on its own event loop: the in-memory layer loses its wake-ups on a
    fresh one. If the layer is down the other processes are only slower, since they compare by themselves.
    """
    hearer = _hearer
    if hearer is not None and hearer.loop.is_running():
        hearer.loop.call_soon_threadsafe(hearer.news, campaign, seq)
        return
    try:
        async_to_sync(broadcast)(campaign, seq)
    except Exception:
        log.warning("The channel layer did not take the news.", exc_info=True)


async def broadcast(campaign: int, seq: int) -> None:
    await send(campaign, {"type": "news", "campaign": campaign, "seq": seq})


async def send(campaign: int, message: Mapping[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(group(campaign), dict(message))
