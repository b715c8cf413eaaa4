"""The current day of the story and the next session in one line, for page heads and the shared screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from campaigns.live.regions import View
from campaigns.web.language import gettext as _
from encounters.party import calendar, items, next_session


def story_date(view: View) -> str:
    """The current day of the story, in words and with its number; empty until it is set."""
    item = next(iter(items.list_items(view, calendar.KIND)), None)
    if item is None:
        return ""
    numbered = _("Day %(day)s") % {"day": item.data["day"]}
    return f"{item.data['label']} · {numbered}" if item.data.get("label") else numbered


def next_session_day(view: View) -> str:
    """The day of the next session, without its place, since strangers may see the shared screen."""
    item = next(iter(items.list_items(view, next_session.KIND)), None)
    return str(item.data["name"]) if item else ""


def today(view: View) -> Mapping[str, Any] | None:
    """Both days, with a link to the page of the party; ``None`` if neither is set."""
    values = {"date": story_date(view), "when": next_session_day(view)}
    return {**values, "all": reverse("party", args=[view.seat])} if any(values.values()) else None
