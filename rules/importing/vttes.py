"""The structure of characters that the browser extension VTTES exports from Roll20: flat attributes with names.

The picture is an outside address, which is never fetched; abilities are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from rules.importing.reading import Source, rows_of

MOST_ATTRIBUTES = 5_000
_BREAK = re.compile(r"<(?:br|/p|/div|/li|/h[1-6])\b[^<>]{0,200}>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]{0,2000}>")


def characters(source: Source) -> list[Mapping[str, Any]]:
    return [row for row in rows_of(source.value) if isinstance(row.get("attribs"), list)]


def attributes(character: Mapping[str, Any]) -> dict[str, Any]:
    """The values of all attributes outside lists, by name; the first of several counts."""
    values: dict[str, Any] = {}
    for row in rows_of(character.get("attribs"))[:MOST_ATTRIBUTES]:
        name = row.get("name")
        if isinstance(name, str) and not name.startswith("repeating_"):
            values.setdefault(name, row.get("current"))
    return values


def rows(character: Mapping[str, Any], section: str) -> list[dict[str, Any]]:
    """The rows of a list in order, each with its values by field name."""
    before = f"repeating_{section}_"
    lists: dict[str, dict[str, Any]] = {}
    for attribute in rows_of(character.get("attribs"))[:MOST_ATTRIBUTES]:
        name = attribute.get("name")
        if isinstance(name, str) and name.startswith(before):
            key, _underscore, field = name.removeprefix(before).rpartition("_")
            lists.setdefault(key, {}).setdefault(field.lower(), attribute.get("current"))
    return list(lists.values())


def text_of(html: Any) -> str:
    return unescape(_TAG.sub("", _BREAK.sub("\n", html))) if isinstance(html, str) else ""
