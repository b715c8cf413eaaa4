"""The picker of ready-made rows, such as the weapons of a rulebook, to be put on a sheet."""

from __future__ import annotations

from typing import Any

from campaigns.web.language import active_language, say
from rules import outfit
from rules.core.errors import Unreadable
from rules.core.text import _
from sheets.sheet_view import Reading


def ready_groups(reading: Reading, path: str) -> list[dict[str, Any]]:
    """The ready-made rows of a list under the game's headings; empty if there are none."""
    groups: dict[str, list[dict[str, str]]] = {}
    for ware in outfit.ready(reading.system.key, path, active_language()):
        label, hint = say(ware.label), say(ware.hint) if ware.hint else ""
        whole = f"{label} · {hint}" if hint else label
        groups.setdefault(say(ware.group) if ware.group else "", []).append({"key": ware.key, "label": whole})
    return [{"label": label, "rows": rows} for label, rows in groups.items()]


def ready_row(reading: Reading, path: str, key: str) -> dict[str, Any]:
    """A ready-made row of the game, named in the active language. Raises ``Unreadable`` for an unknown key."""
    wares = outfit.ready(reading.system.key, path, active_language())
    chosen = next((ware for ware in wares if ware.key == key), None)
    if chosen is None:
        raise Unreadable(_("Choose something from the list."), "ware")
    return {"name": say(chosen.label), **chosen.row}
