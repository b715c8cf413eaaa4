"""What a game master prepares: who takes part in an encounter and what the players see of it; start, pause, end.

Everybody in a fight has a sheet of their own: several of one kind are copies with a letter. Letters that players read
are given when somebody is first seen, so that a gap in them never tells that somebody is hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from campaigns import journal
from campaigns.access import may
from campaigns.journal import Done, Pen, Sent
from campaigns.models import Seat, new_token
from encounters import scenes
from encounters.desk import Desk, lettered, record
from encounters.models import Encounter
from rules import engine, registry
from rules.errors import Refused, Unreadable
from rules.scene import Action, Change
from rules.sheet import Choice, Field
from rules.words import Text, _
from sheets.models import Character

MOST_COPIES = 12
Status = Encounter.Status

NAME = Field("name", _("Name of the encounter"), "text", required=True, most=80)
ABOUT = {
    "public_name": Field("public_name", _("Name for the players"), "text", most=60),
    "side": Field(
        "side",
        _("Side"),
        "choice",
        choices=(
            Choice("pc", _("Player characters")),
            Choice("ally", _("Ally")),
            Choice("foe", _("Opponent")),
            Choice("unknown", _("Unknown")),
        ),
    ),
    "hidden": Field("hidden", _("Hidden from the players"), "flag", default=False),
    "health_shown": Field(
        "health_shown",
        _("State shown to the players"),
        "choice",
        default="words",
        choices=(Choice("nothing", _("Nothing")), Choice("words", _("In words")), Choice("exact", _("Exactly"))),
    ),
}
# From which status an encounter may come to another, and what the table is told of it.
STEPS: dict[str, tuple[frozenset[str], Text]] = {
    Status.RUNNING: (frozenset({Status.DRAFT, Status.PAUSED}), _("%(name)s begins.")),
    Status.PAUSED: (frozenset({Status.RUNNING}), _("%(name)s pauses.")),
    Status.ENDED: (frozenset({Status.RUNNING, Status.PAUSED}), _("%(name)s is over.")),
}


def prepare(*, seat: Seat, sent: Sent, name: str) -> Done:
    """A new encounter with every player character in it; the value is its token."""

    def work(pen: Pen) -> str:
        _check(pen)
        token = new_token()
        heroes = Character.objects.filter(campaign=pen.campaign, kind=Character.Kind.PC).order_by("pk")
        rows = {new_token(): _row(one, number) for number, one in enumerate(heroes, 1)}
        meta = {"name": NAME.read(name), "kind": Encounter.Kind.FIGHT, "status": Status.DRAFT}
        subject = f"encounter:{token}"
        changes = (Change(subject, "meta", None, meta), Change(subject, "fighters", None, rows or None))
        record(pen, "prepare", changes, _("Encounter prepared: %(name)s", name=meta["name"]))
        return token

    return journal.run(seat=seat, sent=sent, work=work)


def rename(*, seat: Seat, sent: Sent, encounter: str, name: str) -> Done:
    """Another name for an encounter."""

    def write(desk: Desk) -> None:
        desk.change("meta.name", NAME.read(name))
        desk.close("rename_encounter", _("Encounter renamed: %(name)s", name=NAME.read(name)))

    return _at(seat, sent, encounter, write)


def enrol(*, seat: Seat, sent: Sent, encounter: str, characters: Collection[str]) -> Done:
    """Let characters of the table take part."""

    def write(desk: Desk) -> None:
        known = Character.objects.filter(campaign=desk.pen.campaign, token__in=characters)
        present = {row["character"] for row in desk.fighters.values()}
        coming = [one for one in known.exclude(kind=Character.Kind.TEMPLATE).order_by("pk") if one.token not in present]
        if not coming:
            raise Refused(_("Nobody new was chosen."), "characters")
        for one in coming:
            desk.add(_row(one, desk.next_order))
        desk.close("enrol", _("Taking part: %(names)s", names=tuple(_named(one.name) for one in coming)))

    return _at(seat, sent, encounter, write)


def recruit(*, seat: Seat, sent: Sent, encounter: str, sample: str, count: int, hidden: bool) -> Done:
    """Copies of a ready-made sheet, each a character of its own with a letter where there are several."""

    def write(desk: Desk) -> None:
        found = registry.samples(desk.pen.campaign.game).get(sample)
        if found is None:
            raise Unreadable(_("There is no such sheet."), "sample")
        if not 1 <= count <= MOST_COPIES:
            raise Unreadable(_("1 to %(most)s at once.", most=MOST_COPIES), "count")
        base = str(found["data"].get("name", sample))
        names = lettered(base, desk.names, count)
        shown = [base] * count if hidden else lettered(base, desk.seen, count)
        for name, public in zip(names, shown, strict=True):
            desk.copy({**found["data"], "name": name}, base, public, hidden)
        desk.close("recruit", _("Taking part: %(names)s", names=tuple(_named(name) for name in names)))

    return _at(seat, sent, encounter, write)


def dismiss(*, seat: Seat, sent: Sent, encounter: str, fighter: str) -> Done:
    """Take somebody out of an encounter that has not begun; a copy made for it goes altogether."""

    def write(desk: Desk) -> None:
        row = desk.row(fighter)
        if desk.status != Status.DRAFT:
            raise Refused(_("The encounter has begun: hide who leaves."), "fighter")
        name = desk.name(row)
        desk.change(f"fighters.{fighter}", None)
        if row.get("copy"):
            desk.remove(row["character"])
        desk.close("dismiss", _("No longer taking part: %(name)s", name=name))

    return _at(seat, sent, encounter, write)


def describe(*, seat: Seat, sent: Sent, encounter: str, fighter: str, said: Mapping[str, Any]) -> Done:
    """What is known of a fighter: side, public name, whether he is hidden, and how much of his health is shown."""

    def write(desk: Desk) -> None:
        row = desk.row(fighter)
        for key, value in said.items():
            if key not in ABOUT:
                raise Unreadable(_("“%(field)s” is not asked here.", field=key[:40]), key)
            after = ABOUT[key].read(value)
            if key == "hidden" and not after and row.get("hidden"):
                desk.show(fighter)
            desk.change(f"fighters.{fighter}.{key}", after if after not in ("", False) else None)
        desk.close("describe", _("What is shown of %(name)s changes.", name=desk.name(row)))

    return _at(seat, sent, encounter, write)


def reveal(*, seat: Seat, sent: Sent, encounter: str, fighter: str, hide: bool = False) -> Done:
    """Let a hidden fighter appear under the name players will read, or a visible one disappear."""

    def write(desk: Desk) -> None:
        if not hide and desk.row(fighter).get("hidden"):
            desk.show(fighter)
            desk.close("describe", _("What is shown of %(name)s changes.", name=desk.name(desk.row(fighter))))
        pen, scene = desk.pen, scenes.under_lock(desk.pen, encounter)
        action = Action("hide" if hide else "reveal", "gm", {"fighter": fighter}, pen.seat.token, gm=True)
        pen.record(*engine.decide(pen.campaign.system, scene, action), encounter=encounter)

    return _at(seat, sent, encounter, write)


def turn_to(*, seat: Seat, sent: Sent, encounter: str, status: str) -> Done:
    """Start, pause, take up again or end an encounter. Raises ``Refused`` where that cannot be now."""

    def write(desk: Desk) -> None:
        if desk.status == status:
            return
        before, text = STEPS.get(status, (frozenset(), _("This cannot be done now.")))
        if desk.status not in before:
            raise Refused(_("This cannot be done now."), "status")
        if status == Status.RUNNING:
            desk.check_free()
        desk.change("meta.status", status)
        told = Text(text.msgid, (("name", str(desk.state["meta"]["name"])),))
        desk.close(f"encounter_{status}", told, audience="table", orderly=True)

    return _at(seat, sent, encounter, write)


def _at(seat: Seat, sent: Sent, encounter: str, write: Callable[[Desk], None]) -> Done:
    def work(pen: Pen) -> None:
        _check(pen)
        write(Desk(pen, encounter))

    return journal.run(seat=seat, sent=sent, work=work)


def _check(pen: Pen) -> None:
    if not may(pen.seat, "run"):
        raise Refused(_("Only the game master may do this."))


def _row(character: Character, order: int) -> dict[str, Any]:
    hero = character.kind == Character.Kind.PC
    shown = {"side": "pc"} if hero else {"side": "foe", "hidden": True}
    return {"character": character.token, "order": order, **shown}


def _named(name: str) -> Text:
    return _("%(name)s", name=name)
