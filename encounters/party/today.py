"""The day of the story and the next session in one line, for the head of a page and for the shared screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from campaigns.live.regions import View
from campaigns.web.language import gettext as _
from encounters.party import calendar, items, next_session


def date(view: View) -> str:
    """The day of the story in its own words, with its number; empty before it was ever set."""
    item = next(iter(items.of_kind(view, calendar.KIND)), None)
    if item is None:
        return ""
    numbered = _("Day %(day)s") % {"day": item.data["day"]}
    return f"{item.data['label']} · {numbered}" if item.data.get("label") else numbered


def when(view: View) -> str:
    """The day of the next session, never its place: a shared screen may be seen by strangers."""
    item = next(iter(items.of_kind(view, next_session.KIND)), None)
    return str(item.data["name"]) if item else ""


def today(view: View) -> Mapping[str, Any] | None:
    """Both, with the way to the page of the party; nothing where neither was set."""
    values = {"date": date(view), "when": when(view)}
    return {**values, "all": reverse("party", args=[view.seat])} if any(values.values()) else None
