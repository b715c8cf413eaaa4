"""An encounter under the campaign's lock: what is changed in it, told as one event; and the letters of its copies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, Protocol

from campaigns.journal import journal
from campaigns.journal.journal import Done, Given, Pen, Sent
from campaigns.journal.subjects import Plain
from campaigns.models import Seat, new_token
from campaigns.seats.access import check_gm
from encounters import scenes
from encounters.models import Encounter
from encounters.subjects import RESERVES, gathered
from rules.core.errors import Refused, Stale
from rules.core.json_codec import to_json
from rules.core.paths import get
from rules.core.scene import Change, Event
from rules.core.text import Text, _
from rules.views import board
from sheets.creation.create import made
from sheets.models import Character

MOST_FIGHTERS = 60
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
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
        return gathered(self.state)

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
        return max((int(row.get("order", 0)) for row in self.everybody.values()), default=0)

    def shown(self, fighter: str) -> str:
        row = self.row(fighter)
        return str(row.get("public_name") or self.name(row))

    def row(self, fighter: str) -> Mapping[str, Any]:
        """One of them, there or in reserve. Raises ``Stale`` when they are gone."""
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
        """One more fighter, in reserve if their row says when they ``joins``; returns their id."""
        fighter = new_token()
        self.change(f"{RESERVES if 'joins' in row else 'fighters'}.{fighter}", dict(row))
        return fighter

    @property
    def is_over(self) -> bool:
        """It has been fought to its end, and is still open."""
        return bool(self.state.get("marks", {}).get("over"))

    @property
    def seen(self) -> list[str]:
        return self.seen_of(self.fighters.values())

    def seen_of(self, rows: Iterable[Mapping[str, Any]]) -> list[str]:
        return [str(row.get("public_name") or self.name(row)) for row in rows if not row.get("hidden")]

    def copy(self, data: Mapping[str, Any], base: str, values: Mapping[str, Any]) -> None:
        """A character made for this encounter, and its fighter, of whom ``values`` are known."""
        token = new_token()
        self.changes += made(token, data, Character.Kind.NPC, portrait=get(data, "meta.portrait") or "")
        row = {"character": token, "side": "foe", "order": self.next_order, "copy": True, "group": base}
        self.add({**row, **values})

    def remove(self, character: str) -> None:
        subject = f"character:{character}"
        self.changes += [Change(subject, key, value, None) for key, value in self.pen.read(subject).items()]

    def show(self, fighter: str) -> None:
        """Give a group's fighter who is seen the next letter that players have not read yet."""
        row = self.row(fighter)
        base = str(row.get("group", ""))
        read = self.seen_of(other for key, other in self.fighters.items() if key != fighter)
        if base and row.get("public_name") == base and set(_named(base)) & set(read):
            self._letter_the_seen(base, fighter)
            (name,) = lettered(base, self.seen_of(other for key, other in self.fighters.items() if key != fighter), 1)
            self.change(f"fighters.{fighter}.public_name", name)

    def letter_the_first(self, base: str, *, seen: bool) -> None:
        """Give a copy that stood alone under the name of its group the first letter, as others come beside it."""
        alone = (row for row in self.everybody.values() if row.get("copy") and row.get("group") == base)
        for row in alone:
            if self.name(row) == base:
                self.changes.append(Change(f"character:{row['character']}", "name", base, f"{base} {LETTERS[0]}"))
        if seen:
            self._letter_the_seen(base)

    def _letter_the_seen(self, base: str, apart: str = "") -> None:
        for key, row in self.fighters.items():
            lone = row.get("copy") and row.get("group") == base and row.get("public_name") == base
            if lone and key != apart and not row.get("hidden"):
                self.change(f"fighters.{key}.public_name", f"{base} {LETTERS[0]}")

    def check_free(self) -> None:
        """Raise ``Refused`` where nobody takes part, or somebody takes part in another running fight."""
        if not self.fighters:
            raise Refused(_("Nobody takes part yet."), "fighters")
        mine = {row["character"] for row in self.everybody.values()}
        running = Encounter.objects.filter(
            campaign=self.pen.campaign, kind=Encounter.Kind.FIGHT, status__in=(Status.RUNNING, Status.PAUSED)
        ).exclude(token=self.token)
        for other in running:
            busy = [row for row in gathered(other.state).values() if row["character"] in mine]
            if busy:
                raise Refused(
                    _("%(who)s takes part in %(other)s: end it first.", who=self.name(busy[0]), other=other.name)
                )

    def close(self, kind: str, text: Text, audience: str = "gm", orderly: bool = False) -> None:
        """Record everything as one event; an ``orderly`` one is undone before what came earlier in the fight."""
        if self.changes:
            record(self.pen, kind, self.changes, text, audience, self.token if orderly else "")

    def close_with_line(self, kind: str, texts: Mapping[str, Text], by: bool) -> None:
        """Record everything as one orderly event, told to each circle in a sentence of its own."""
        if self.changes:
            audience = "table" if "table" in texts else "gm"
            payload = {"told": {circle: to_json(text) for circle, text in texts.items()}}
            event = Event(kind, self.pen.seat.token if by else "", "", tuple(self.changes), audience, payload)
            self.pen.record(event, encounter=self.token)


class EncounterCommand(Protocol[Given]):
    """A command on one encounter as a view calls it."""

    def __call__(self, seat: Seat, sent: Sent, encounter: str, *args: Given.args, **kwargs: Given.kwargs) -> Done: ...


def encounter_command(write: Callable[Concatenate[EncounterEdit, Given], None]) -> EncounterCommand[Given]:
    """Let a function that writes with an edit be called with a seat and the token of an encounter, by game masters."""

    @journal.command
    @wraps(write)
    def work(pen: Pen, encounter: str, *args: Given.args, **kwargs: Given.kwargs) -> None:
        check_gm(pen.seat)
        edit = EncounterEdit(pen, encounter)
        before = pen.read(edit.subject)
        write(edit, *args, **kwargs)
        _check_unnoticed(pen, encounter, before)

    return work


def _check_unnoticed(pen: Pen, encounter: str, before: Plain) -> None:
    """Raise ``Refused`` where somebody joins unseen and the turn of somebody whom the table sees would show it."""
    there, after = before.get("fighters", {}), pen.read(f"encounter:{encounter}").get("fighters", {})
    new = [row for key, row in after.items() if key not in there]
    if before["meta"]["status"] != Status.RUNNING or not new or not all(row.get("hidden") for row in new):
        return
    then, now = scenes.at(pen, encounter, before), scenes.under_lock(pen, encounter)
    for circle in scenes.circles(now):
        shown = [board.view(pen.campaign.system, scene, scenes.viewer_in(circle, scene)) for scene in (then, now)]
        if shown[0] != shown[1]:
            raise Refused(_("The players would notice: wait until this turn is over, or let them see who comes."))


def row_of(character: Character, order: int) -> dict[str, Any]:
    """A character of the table as a fighter: a player character is seen, any other is hidden until revealed."""
    hero = character.kind == Character.Kind.PC
    shown = {"side": "pc"} if hero else {"side": "foe", "hidden": True}
    return {"character": character.token, "order": order, **shown}


def record(
    pen: Pen, kind: str, changes: Iterable[Change], text: Text, audience: str = "gm", encounter: str = ""
) -> None:
    payload = {"told": {audience: to_json(text)}}
    pen.record(Event(kind, pen.seat.token, "", tuple(changes), audience, payload), encounter=encounter)


def listed(names: Iterable[str]) -> tuple[Text, ...]:
    return tuple(_("%(name)s", name=name) for name in names)


def lettered(base: str, taken: Collection[str], count: int) -> list[str]:
    """The next names of a kind: alone without a letter, several or further ones with the next free letters."""
    alone, *lettered = _named(base)
    if count == 1 and not {alone, *lettered} & set(taken):
        return [base]
    free = [name for name in lettered if name not in taken]
    first = 1 if base in taken else 0
    return free[first : first + count]


def _named(base: str) -> list[str]:
    return [base, *(f"{base} {letter}" for letter in _letters())]


def _letters() -> Iterable[str]:
    return (*LETTERS, *(f"{name}{two}" for name in LETTERS for two in LETTERS))
