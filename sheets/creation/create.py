"""Create a character: one event whose changes are its whole first state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.models import Seat, new_token
from rules.core.json_codec import to_json
from rules.core.paths import canonical
from rules.core.scene import Change, Event
from rules.core.text import _
from sheets.models import Character


def create(pen: Pen, *, data: Mapping[str, Any], kind: str, owner: Seat | None = None, portrait: str = "") -> str:
    """Record a new character and return its token; the table reads of a player character only."""
    token = new_token()
    changes = creation_changes(token, data, kind, owner, portrait)
    name = str(data.get("name", ""))
    saved = kind == Character.Kind.TEMPLATE
    text = to_json(_("Template saved: %(name)s", name=name) if saved else _("%(name)s joins the table.", name=name))
    audience = "table" if kind == Character.Kind.PC else "gm"
    pen.record(Event("create_character", pen.seat.token, "", changes, audience, {"told": {"table": text}}))
    return token


def creation_changes(
    token: str, data: Mapping[str, Any], kind: str, owner: Seat | None = None, portrait: str = ""
) -> tuple[Change, ...]:
    """The changes that create a character; ``portrait`` is the digest of a stored picture."""
    meta = {"kind": kind, **({"owner": owner.token} if owner else {}), **({"portrait": portrait} if portrait else {})}
    whole = {**canonical(data), "meta": meta}
    return tuple(Change(f"character:{token}", key, None, value) for key, value in whole.items())
