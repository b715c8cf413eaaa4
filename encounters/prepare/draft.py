"""Edits of an encounter under the campaign's lock: collected changes, written as one event; letters of copies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.models import new_token
from encounters.models import Encounter
from encounters.subjects import RESERVES, all_fighters
from rules.core.errors import Refused, Stale
from rules.core.json_codec import to_json
from rules.core.paths import get
from rules.core.scene import Change, Event
from rules.core.text import Text, _
from sheets.creation.create import creation_changes
from sheets.models import Character
from sheets.ownership.letters import FIRST, next_names, possible_names, without_letter

MOST_FIGHTERS = 60
Status = Encounter.Status


class EncounterEdit:
    """One encounter under the campaign's lock, and the changes made to it so far."""

    def __init__(self, pen: Pen, encounter: str) -> None:
        self.pen, self.token, self.subject = pen, encounter, f"encounter:{encounter}"
        self.state = pen.read(self.subject)
        if not self.state or self.state["meta"]["kind"] != Encounter.Kind.FIGHT:
            raise Stale(_("This encounter is no longer there."), "encounter")
        self.changes: list[Change] = []

    @property
    def status(self) -> str:
        return str(self.state["meta"]["status"])

    @property
    def fighters(self) -> Mapping[str, Any]:
        values: Mapping[str, Any] = self.state.get("fighters", {})
        return values

    @property
    def everybody(self) -> Mapping[str, Any]:
        return all_fighters(self.state)

    @property
    def names(self) -> list[str]:
        return [self.name(row) for row in self.everybody.values()]

    @property
    def next_order(self) -> int:
        if len(self.everybody) >= MOST_FIGHTERS:
            raise Refused(_("%(most)s fighters at most.", most=MOST_FIGHTERS))
        return self.last_order + 1

    @property
    def last_order(self) -> int:
        return max((int(row["order"]) for row in self.everybody.values()), default=0)

    def name_shown(self, fighter: str) -> str:
        row = self.row(fighter)
        return str(row.get("public_name") or self.name(row))

    def row(self, fighter: str) -> Mapping[str, Any]:
        """The row of a fighter, present or in reserve. Raises ``Stale`` if the fighter is gone."""
        if fighter not in self.everybody:
            raise Stale(_("This fighter is no longer here."), "fighter")
        result: Mapping[str, Any] = self.everybody[fighter]
        return result

    def path(self, fighter: str) -> str:
        return f"{RESERVES if fighter in self.state.get(RESERVES, {}) else 'fighters'}.{fighter}"

    def name(self, row: Mapping[str, Any]) -> str:
        made_here = (
            change.after
            for change in self.changes
            if change.path == "name" and change.subject.endswith(row["character"])
        )
        return str(next(made_here, None) or self.pen.value(f"character:{row['character']}", "name") or "")

    def change(self, path: str, after: Any) -> None:
        change = Change(self.subject, path, get(self.state, path), after)
        if change.before != change.after:
            self.changes.append(change)
            self.state = change.on(self.state)

    def add(self, row: Mapping[str, Any]) -> str:
        """Add a fighter, in reserve if the row has ``joins``; returns the new id."""
        fighter = new_token()
        self.change(f"{RESERVES if 'joins' in row else 'fighters'}.{fighter}", dict(row))
        return fighter

    @property
    def is_over(self) -> bool:
        """True if the fight is decided but its encounter is still open."""
        return bool(self.state.get("marks", {}).get("over"))

    def is_seen(self, fighter: str) -> bool:
        """True if players may know of a fighter: not of a hidden one, and of no reserve before it joins."""
        return fighter in self.fighters and not self.fighters[fighter].get("hidden")

    @property
    def seen(self) -> list[str]:
        return self.visible_names_of(self.fighters.values())

    def visible_names_of(self, rows: Iterable[Mapping[str, Any]]) -> list[str]:
        return [str(row.get("public_name") or self.name(row)) for row in rows if not row.get("hidden")]

    def copy(self, data: Mapping[str, Any], base: str, values: Mapping[str, Any]) -> None:
        """Make a character for this encounter, and a fighter of it with these further values."""
        token = new_token()
        self.changes += creation_changes(token, data, Character.Kind.NPC, portrait=get(data, "meta.portrait") or "")
        row = {"character": token, "side": "foe", "order": self.next_order, "copy": True, "group": base}
        self.add({**row, **values})

    def remove(self, character: str) -> None:
        subject = f"character:{character}"
        self.changes += [Change(subject, key, value, None) for key, value in self.pen.read(subject).items()]

    def give_letter(self, fighter: str) -> None:
        """Give a fighter of a group, now visible, the next letter that players have not read yet."""
        row = self.row(fighter)
        base = str(row.get("group", ""))
        names_read = self.visible_names_of(other for key, other in self.fighters.items() if key != fighter)
        is_new = row.get("public_name") == base and set(possible_names(base)) & set(names_read)
        if base and (is_new or self.name_shown(fighter) in names_read):
            self._letter_visible_copies(base, fighter)
            (name,) = next_names(
                base, self.visible_names_of(other for key, other in self.fighters.items() if key != fighter), 1
            )
            self.change(f"fighters.{fighter}.public_name", name)

    def restore_group_name(self, fighter: str) -> None:
        """Give a copy whose name for the players was emptied that of its group again.

        The letter on its sheet counts hidden copies as well.
        """
        row = self.row(fighter)
        base = str(row.get("group", ""))
        if row.get("copy") and self.name(row) in possible_names(base):
            self.change(f"{self.path(fighter)}.public_name", base)
            if self.is_seen(fighter):
                self.give_letter(fighter)

    def close_gaps(self) -> None:
        """As a fight begins, letter the visible copies of a name anew if others of it are hidden or in reserve.

        Nobody has read a letter yet, and a missing one would tell that there is somebody more.
        """
        copies: dict[str, list[str]] = {}
        for key, row in self.everybody.items():
            if row.get("copy"):
                copies.setdefault(without_letter(self.name_shown(key), str(row.get("group", ""))), []).append(key)
        for base, keys in copies.items():
            lettered = [key for key in keys if self.name_shown(key) != base]
            seen = [key for key in lettered if self.is_seen(key)]
            if len(seen) < len(keys):
                self._letter_anew(base, lettered, seen)

    def _letter_anew(self, base: str, lettered: Sequence[str], seen: Sequence[str]) -> None:
        others = self.visible_names_of(row for key, row in self.fighters.items() if key not in seen)
        names = dict.fromkeys(lettered, base) | dict(zip(seen, next_names(base, others, len(seen)), strict=True))
        for key, name in names.items():
            self.change(f"{self.path(key)}.public_name", name)

    def add_first_letter(self, base: str, *, seen: bool) -> None:
        """Give the only copy under a group's bare name the letter A, because others now join it."""
        alone = (row for row in self.everybody.values() if row.get("copy") and row.get("group") == base)
        for row in alone:
            if self.name(row) == base:
                self.changes.append(Change(f"character:{row['character']}", "name", base, f"{base} {FIRST}"))
        if seen:
            self._letter_visible_copies(base)

    def _letter_visible_copies(self, base: str, apart: str = "") -> None:
        for key, row in self.fighters.items():
            is_lone = row.get("copy") and row.get("group") == base and row.get("public_name") == base
            if is_lone and key != apart and not row.get("hidden"):
                self.change(f"fighters.{key}.public_name", f"{base} {FIRST}")

    def check_free(self) -> None:
        """Raise ``Refused`` if nobody takes part, or if somebody also takes part in another open fight."""
        if not self.fighters:
            raise Refused(_("Nobody takes part yet."), "fighters")
        own_tokens = {row["character"] for row in self.everybody.values()}
        running = Encounter.objects.filter(
            campaign=self.pen.campaign, kind=Encounter.Kind.FIGHT, status__in=(Status.RUNNING, Status.PAUSED)
        ).exclude(token=self.token)
        for other in running:
            busy = [row for row in all_fighters(other.state).values() if row["character"] in own_tokens]
            if busy:
                raise Refused(
                    _("%(who)s takes part in %(other)s: end it first.", who=self.name(busy[0]), other=other.name)
                )

    def close(self, kind: str, text: Text, audience: str = "gm", orderly: bool = False) -> None:
        """Record the changes as one event; an ``orderly`` one is undone in order with the other events of the fight."""
        if self.changes:
            record(self.pen, kind, self.changes, text, audience, self.token if orderly else "")

    def close_with_line(self, kind: str, texts: Mapping[str, Text], by: bool) -> None:
        """Record the changes as one orderly event, with a sentence for each circle."""
        if self.changes:
            audience = "table" if "table" in texts else "gm"
            payload = {"told": {circle: to_json(text) for circle, text in texts.items()}}
            event = Event(kind, self.pen.seat.token if by else "", "", tuple(self.changes), audience, payload)
            self.pen.record(event, encounter=self.token)


def row_of(character: Character, order: int) -> dict[str, Any]:
    """The row of a character as a fighter: a player character is visible, any other is hidden until revealed."""
    hero = character.kind == Character.Kind.PC
    shown = {"side": "pc"} if hero else {"side": "foe", "hidden": True}
    return {"character": character.token, "order": order, **shown}


def record(
    pen: Pen, kind: str, changes: Iterable[Change], text: Text, audience: str = "gm", encounter: str = ""
) -> None:
    pen.tell(kind, changes, audience, text, encounter=encounter)


def name_texts(names: Iterable[str]) -> tuple[Text, ...]:
    return tuple(_("%(name)s", name=name) for name in names)
