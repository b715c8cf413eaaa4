"""Entries of a game as a page shows them: found by words, in the reader's language, with what the table changed."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from django.utils.translation import get_language, gettext_lazy

from campaigns.live.regions import View
from campaigns.models import Campaign
from campaigns.web.addresses import address
from campaigns.web.language import say
from rules import registry
from rules.core.check import Check
from rules.core.paths import get
from rules.lookup import Entry
from sheets.editing.change_log import value_text
from sheets.sheet_view import Reading

Row = dict[str, Any]
KINDS = {
    "rule": gettext_lazy("Rule"),
    "act": gettext_lazy("Action"),
    "state": gettext_lazy("State"),
    "wound": gettext_lazy("Wound"),
    "effect": gettext_lazy("Effect"),
    "weapon": gettext_lazy("Weapon and armour"),
    "skill": gettext_lazy("Skill"),
}
MOST_BESIDE, MOST_SAID = 6, 80


def plain(text: str) -> str:
    """A text without accents and capitals, as it is searched."""
    parts = unicodedata.normalize("NFKD", text).replace("’", "'").replace("œ", "oe").casefold()
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def found(game: str, query: str) -> tuple[Entry, ...]:
    """Every entry that holds all these words: those by their name first, then those by their text."""
    words = plain(query).split()
    entries = registry.lookups(game).entries
    ranked = ((_rank(words, *_searched(game, _language(), entry.key)), entry) for entry in entries)
    return tuple(entry for rank, entry in sorted(ranked, key=lambda pair: pair[0]) if rank < NOWHERE)


NOWHERE = 3


def _rank(words: list[str], name: str, whole: str) -> int:
    if not all(word in whole for word in words):
        return NOWHERE
    return 0 if name.startswith(tuple(words[:1])) else 1 if all(word in name for word in words) else 2


@registry.kept
def _searched(game: str, language: str, key: str) -> tuple[str, str]:
    entry = registry.lookups(game).by_subject[key]
    name = plain(named(entry))
    return name, f"{name} {plain(entry.text[language])} {plain(entry.book)} {' '.join(entry.of).casefold()}"


def _language() -> str:
    return "fr" if (get_language() or "").startswith("fr") else "en"


def named(entry: Entry) -> str:
    name = entry.name[_language()] if entry.name else say(entry.label or "")
    return name[:1].upper() + name[1:]


def row(seat: str, entry: Entry) -> Row:
    beginning = entry.text[_language()][:MOST_SAID].rpartition(" ")[0]
    where = address("lookup-entry", seat, entry.key)
    return {"name": named(entry), "kind": KINDS[entry.kind], "said": beginning, "href": where}


def entry_row(campaign: Campaign, entry: Entry) -> Row:
    """An entry with its text, where the book has it, and what this table does otherwise."""
    return {
        "name": named(entry),
        "kind": KINDS[entry.kind],
        "text": entry.text[_language()],
        "book": entry.book,
        "game": say(campaign.system.name),
        "house": list(_changed(campaign, entry)),
    }


def _changed(campaign: Campaign, entry: Entry) -> Iterator[Row]:
    for path, field in campaign.system.settings().walk():
        value = campaign.system.setting(campaign.settings, path)
        if field.rule in entry.of and value != field.blank:
            yield {"label": say(field.label), "value": say(value_text(field, value))}


def beside(game: str, entry: Entry) -> tuple[Entry, ...]:
    """The other entries of the same heading in the book."""
    others = (other for other in registry.lookups(game).entries if other.book == entry.book and other is not entry)
    return tuple(others)[:MOST_BESIDE]


def link(seat: str, game: str, *subjects: str) -> Row | None:
    """The first of these subjects that is explained, as a link; for nobody's page there is none."""
    known = registry.lookups(game).by_subject
    entry = next((known[subject] for subject in subjects if subject in known), None)
    return row(seat, entry) if entry is not None and seat else None


def of_act(view: View, kind: str) -> str:
    """The address where an act is explained, by itself or by its first rule."""
    known = registry.lookups(view.campaign.game).by_subject
    subjects = (f"act:{kind}", *view.campaign.system.act(kind).rules)
    entry = next((known[subject] for subject in subjects if subject in known), None)
    return address("lookup-entry", view.seat, entry.key) if entry is not None and view.seat else ""


def of_option(view: View, key: str) -> str:
    """The address where an effect that may be chosen is explained: its entry is called like the option."""
    entry = registry.lookups(view.campaign.game).by_subject.get(f"effect.{key}")
    return address("lookup-entry", view.seat, entry.key) if entry is not None and view.seat else ""


def of_rule(seat: str, rule: str) -> str:
    """The address where the rule of a term is explained; nobody's page has none."""
    return address("lookup-entry", seat, rule) if seat and rule else ""


def of_check(seat: str, reading: Reading, check: Check) -> Row | None:
    """The entry of what is tested: the row of a list says of which test it is."""
    top = check.path.rpartition(".")[0]
    of = get(reading.sheet, f"{top}.of") if top else None
    return link(seat, reading.system.key, f"test:{check.key}", f"test:{of}", check.path)


def of_thing(seat: str, reading: Reading, path: str) -> list[Row]:
    """The explained properties of a row of a list: its switches that are on, and the choices made in it."""
    top = path.partition(".")[0]
    field, row = reading.schema.field(top), get(reading.sheet, path) or {}
    leaves = [leaf for leaf in (field.row if field else ()) if row.get(leaf.key) and leaf.kind in ("flag", "choice")]
    links = (
        link(seat, reading.system.key, f"{top}.{leaf.key}.{row[leaf.key]}", f"{top}.{leaf.key}") for leaf in leaves
    )
    return [row for row in links if row is not None]


def of_wound(seat: str, reading: Reading, path: str) -> Row | None:
    """The entry of a row of a counter of wounds, whatever the place of the body."""
    top, _place, row = path.rsplit(".", 2)
    return link(seat, reading.system.key, f"{top}.{row}")
