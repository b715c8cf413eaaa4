"""The ready-made rows of a list, such as the weapons of a rulebook: chosen by name, put on the sheet as they are."""

from __future__ import annotations

from typing import Any

from campaigns.web.language import active, say
from rules import outfit
from rules.core.errors import Unreadable
from rules.core.text import _
from sheets.sheet_view import Reading


def groups(reading: Reading, path: str) -> list[dict[str, Any]]:
    """The ready entries of a list, in the groups of the game; empty where it has none."""
    result: dict[str, list[dict[str, str]]] = {}
    for ware in outfit.ready(reading.system.key, path, active()):
        label, hint = say(ware.label), say(ware.hint) if ware.hint else ""
        whole = f"{label} · {hint}" if hint else label
        result.setdefault(say(ware.group) if ware.group else "", []).append({"key": ware.key, "label": whole})
    return [{"label": label, "rows": rows} for label, rows in result.items()]


def row(reading: Reading, path: str, key: str) -> dict[str, Any]:
    """A row under its name in the language of who takes it. Raises ``Unreadable`` for one that there is not."""
    result = next((ware for ware in outfit.ready(reading.system.key, path, active()) if ware.key == key), None)
    if result is None:
        raise Unreadable(_("Choose something from the list."), "ware")
    return {"name": say(result.label), **result.row}
