"""Telling every server process that a campaign has news, or who has a page of it open: numbers, never content."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

log = logging.getLogger(__name__)


class Hearer(Protocol):
    """The part that draws the live pages of this process, on the event loop of the server."""

    loop: asyncio.AbstractEventLoop

    def news(self, campaign: int, seq: int) -> None: ...


_hearer: Hearer | None = None


def listen(hearer: Hearer | None) -> None:
    global _hearer
    _hearer = hearer


def group(campaign: int) -> str:
    return f"campaign.{campaign}"


def announce(campaign: int, seq: int) -> None:
    """Wake everybody who watches a campaign; called after the commit.

    Nothing runs on a fresh event loop here while the process has one with sockets on it: the in-memory layer loses
    its wake-ups there. A layer that is down only makes the others slower, for they compare by themselves.
    """
    hearer = _hearer
    if hearer is not None and hearer.loop.is_running():
        hearer.loop.call_soon_threadsafe(hearer.news, campaign, seq)
        return
    try:
        async_to_sync(spread)(campaign, seq)
    except Exception:
        log.warning("The channel layer did not take the news.", exc_info=True)


async def spread(campaign: int, seq: int) -> None:
    await say(campaign, {"type": "news", "campaign": campaign, "seq": seq})


async def say(campaign: int, message: Mapping[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        await layer.group_send(group(campaign), dict(message))
