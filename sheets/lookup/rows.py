"""Lookup entries as template values: search, texts in the reader's language, differences by house settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import get_language, gettext_lazy

from campaigns.live.regions import View
from campaigns.models import Campaign
from campaigns.web.addresses import address
from campaigns.web.language import capitalize, say, searchable
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


def find_entries(game: str, query: str) -> tuple[Entry, ...]:
    """All entries that contain these words: matches in the name first, then in the text."""
    words = searchable(query).split()
    entries = registry.lookups(game).entries
    ranked = ((_rank(words, *_search_texts(game, _language(), entry.key)), entry) for entry in entries)
    return tuple(entry for rank, entry in sorted(ranked, key=lambda pair: pair[0]) if rank < NOWHERE)


NOWHERE = 3


def _rank(words: list[str], name: str, whole: str) -> int:
    if not all(word in whole for word in words):
        return NOWHERE
    if name.startswith(tuple(words[:1])):
        return 0
    return 1 if all(word in name for word in words) else 2


@registry.cache_until_reload
def _search_texts(game: str, language: str, key: str) -> tuple[str, str]:
    entry = registry.lookups(game).by_subject[key]
    name = searchable(entry_name(entry))
    return name, f"{name} {searchable(entry.text[language])} {searchable(entry.book)} {' '.join(entry.of).casefold()}"


def _language() -> str:
    return "fr" if (get_language() or "").startswith("fr") else "en"


def entry_name(entry: Entry) -> str:
    return capitalize(entry.name[_language()] if entry.name else say(entry.label or ""))


def link_row(seat: str, entry: Entry) -> Row:
    beginning = entry.text[_language()][:MOST_SAID].rpartition(" ")[0]
    where = address("lookup-entry", seat, entry.key)
    return {"name": entry_name(entry), "kind": KINDS[entry.kind], "said": beginning, "href": where}


def entry_row(campaign: Campaign, entry: Entry) -> Row:
    """An entry with its text, its place in the book, and the house settings that change it."""
    return {
        "name": entry_name(entry),
        "kind": KINDS[entry.kind],
        "text": entry.text[_language()],
        "book": entry.book,
        "game": say(campaign.system.name),
        "house": list(_changed_settings(campaign, entry)),
    }


def _changed_settings(campaign: Campaign, entry: Entry) -> Iterator[Row]:
    for path, field in campaign.system.settings().walk():
        value = campaign.system.setting(campaign.settings, path)
        if field.rule in entry.of and value != field.blank:
            yield {"label": say(field.label), "value": say(value_text(field, value))}


def entries_beside(game: str, entry: Entry) -> tuple[Entry, ...]:
    """Further entries from the same heading of the book."""
    others = (other for other in registry.lookups(game).entries if other.book == entry.book and other is not entry)
    return tuple(others)[:MOST_BESIDE]


def find_link(seat: str, game: str, *subjects: str) -> Row | None:
    """The first of these subjects that has an entry, as a link; ``None`` on a page without a seat."""
    entries = registry.lookups(game).by_subject
    entry = next((entries[subject] for subject in subjects if subject in entries), None)
    return link_row(seat, entry) if entry is not None and seat else None


def act_address(view: View, kind: str) -> str:
    """The address of the entry on an act, or else on one of its rules; empty if there is none."""
    entries = registry.lookups(view.campaign.game).by_subject
    subjects = (f"act:{kind}", *view.campaign.system.act(kind).rules)
    entry = next((entries[subject] for subject in subjects if subject in entries), None)
    return address("lookup-entry", view.seat, entry.key) if entry is not None and view.seat else ""


def option_address(view: View, key: str) -> str:
    """The address of the entry on an effect that may be chosen, found by the option's key; empty if there is none."""
    entry = registry.lookups(view.campaign.game).by_subject.get(f"effect.{key}")
    return address("lookup-entry", view.seat, entry.key) if entry is not None and view.seat else ""


def rule_address(seat: str, rule: str) -> str:
    """The address of the entry on a term's rule; empty on a page without a seat."""
    return address("lookup-entry", seat, rule) if seat and rule else ""


def check_link(seat: str, reading: Reading, check: Check) -> Row | None:
    """The entry on a test; for a row of a list, ``of`` may name the test it stands for."""
    top = check.path.rpartition(".")[0]
    of = get(reading.sheet, f"{top}.of") if top else None
    return find_link(seat, reading.system.key, f"test:{check.key}", f"test:{of}", check.path)


def thing_links(seat: str, reading: Reading, path: str) -> list[Row]:
    """The entries on a row's properties: its flags that are set, and its choices."""
    top = path.partition(".")[0]
    field, row = reading.schema.field(top), get(reading.sheet, path) or {}
    leaves = [leaf for leaf in (field.row if field else ()) if row.get(leaf.key) and leaf.kind in ("flag", "choice")]
    links = (
        find_link(seat, reading.system.key, f"{top}.{leaf.key}.{row[leaf.key]}", f"{top}.{leaf.key}") for leaf in leaves
    )
    return [row for row in links if row is not None]


def wound_link(seat: str, reading: Reading, path: str) -> Row | None:
    """The entry on a row of wound boxes, the same for all places of the body."""
    top, _place, row = path.rsplit(".", 2)
    return find_link(seat, reading.system.key, f"{top}.{row}")
