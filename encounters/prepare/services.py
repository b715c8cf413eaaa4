"""Commands of preparation: add, describe and remove participants; start, pause and end an encounter.

Participants are found and copied in ``encounters.prepare.participants``; the reserves are in
``encounters.prepare.reserves``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from campaigns.journal import journal, merging
from campaigns.journal.journal import Pen
from campaigns.models import new_token
from campaigns.seats.access import check_gm
from encounters import roster, scenes
from encounters import services as fights
from encounters.handouts import services as handouts
from encounters.models import Encounter
from encounters.prepare import participants, reserves
from encounters.prepare.commands import encounter_command
from encounters.prepare.draft import EncounterEdit, name_texts, record, row_of
from encounters.subjects import RESERVES
from rules.character.sheet import Choice, Field
from rules.core.errors import Refused, Unreadable
from rules.core.scene import Action, Change
from rules.core.text import Text, _
from rules.engine import decide
from sheets.models import Character

Status = Encounter.Status

NAME = Field("name", _("Name of the encounter"), "text", required=True, most=80)
NOTES = Field("notes", _("Notes of the encounter"), "note", most=4000)
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
# For each status: the statuses it can be reached from, and the sentence that the table reads.
STEPS: dict[str, tuple[frozenset[str], Text]] = {
    Status.RUNNING: (frozenset({Status.DRAFT, Status.PAUSED}), _("%(name)s begins.")),
    Status.PAUSED: (frozenset({Status.RUNNING}), _("%(name)s pauses.")),
    Status.ENDED: (frozenset({Status.RUNNING, Status.PAUSED}), _("%(name)s is over.")),
}


@journal.command
def prepare(pen: Pen, *, name: str) -> str:
    """Create an encounter with all player characters except the dead, and return its token."""
    check_gm(pen.seat)
    token = new_token()
    heroes = Character.objects.select_related("campaign").filter(campaign=pen.campaign, kind=Character.Kind.PC)
    coming = (character for character in heroes.order_by("pk") if not roster.final_state(character))
    rows = {new_token(): row_of(character, number) for number, character in enumerate(coming, 1)}
    meta = {"name": NAME.read(name), "kind": Encounter.Kind.FIGHT, "status": Status.DRAFT}
    subject = f"encounter:{token}"
    changes = (Change(subject, "meta", None, meta), Change(subject, "fighters", None, rows or None))
    record(pen, "prepare", changes, _("Encounter prepared: %(name)s", name=meta["name"]))
    return token


@encounter_command
def rename(edit: EncounterEdit, *, name: str) -> None:
    edit.change("meta.name", NAME.read(name))
    edit.close("rename_encounter", _("Encounter renamed: %(name)s", name=NAME.read(name)))


@encounter_command
def annotate(edit: EncounterEdit, *, text: str, replaces: str | None = None) -> None:
    """Write the notes of an encounter, which only game masters read; an empty text removes them.

    If the notes changed after this text was begun (``replaces``), its new lines are added below.
    """
    present, after = str(edit.state.get(NOTES.key, "")), NOTES.read(text)
    base = present if replaces is None else NOTES.read(replaces)
    if present not in (base, after):
        after = merging.join_texts(present, base, after, NOTES.most)
    edit.change(NOTES.key, after or None)
    edit.close("annotate", _("Notes of the encounter: %(name)s", name=edit.state["meta"]["name"]))


@encounter_command
def enrol(edit: EncounterEdit, *, characters: Collection[str]) -> None:
    chosen = Character.objects.filter(campaign=edit.pen.campaign, token__in=characters)
    present = {row["character"] for row in edit.everybody.values()}
    coming = [
        character
        for character in chosen.exclude(kind=Character.Kind.TEMPLATE).order_by("pk")
        if character.token not in present
    ]
    if not coming:
        raise Refused(_("Nobody new was chosen."), "characters")
    for other in coming:
        edit.add(row_of(other, edit.next_order))
    edit.close("enrol", _("Taking part: %(names)s", names=name_texts(character.name for character in coming)))


@encounter_command
def recruit(edit: EncounterEdit, *, sample: str, count: int, hidden: bool) -> None:
    """Add copies of a ready-made sheet, each a character of its own, with letters if there are several."""
    participants.check_count(count)
    participants.add_copies(edit, participants.sample_of(edit, sample), count, hidden, {})


@encounter_command
def bring_in(edit: EncounterEdit, *, fighters: Collection[str]) -> None:
    """Let reserves join now. Raises ``Refused`` unless the encounter is running or paused."""
    if edit.status not in (Status.RUNNING, Status.PAUSED):
        raise Refused(_("This encounter is not running."))
    waiting = edit.state.get(RESERVES, {})
    coming = [other for other in waiting if other in fighters]
    if not coming:
        raise Refused(_("Nobody in reserve was chosen."), "fighters")
    reserves.join(edit, coming, by=True)


@encounter_command
def dismiss(edit: EncounterEdit, *, fighter: str) -> None:
    """Remove a fighter from an encounter that has not begun; a copy made for it is deleted."""
    row = edit.row(fighter)
    if edit.status != Status.DRAFT and fighter in edit.fighters:
        raise Refused(_("The encounter has begun: hide the fighter instead."), "fighter")
    name = edit.name(row)
    edit.change(edit.path(fighter), None)
    if row.get("copy"):
        edit.remove(row["character"])
    edit.close("dismiss", _("No longer taking part: %(name)s", name=name))


@encounter_command
def describe(edit: EncounterEdit, *, fighter: str, about: Mapping[str, Any]) -> None:
    """Set what players see of a fighter: side, public name, visibility and health; and when they join."""
    _describe(edit, fighter, about)
    edit.close("describe", _("What is shown of %(name)s changes.", name=edit.name(edit.row(fighter))))


@encounter_command
def describe_all(edit: EncounterEdit, *, fighters: Collection[str], about: Mapping[str, Any]) -> None:
    if not fighters:
        raise Refused(_("Nobody was chosen."), "fighters")
    for fighter in fighters:
        _describe(edit, fighter, about)
    names = name_texts(edit.name(edit.row(fighter)) for fighter in fighters)
    edit.close("describe", _("What is shown changes: %(names)s", names=names))


def _describe(edit: EncounterEdit, fighter: str, values: Mapping[str, Any]) -> None:
    row = edit.row(fighter)
    for key, value in values.items():
        if key == "joins":
            reserves.move(edit, fighter, reserves.JOINS.read(value))
            continue
        if key not in ABOUT:
            raise Unreadable(_("“%(field)s” is not a field of this form.", field=key[:40]), key)
        after = ABOUT[key].read(value)
        if key == "hidden" and not after and row.get("hidden") and fighter in edit.fighters:
            edit.give_letter(fighter)
        edit.change(f"{edit.path(fighter)}.{key}", after if after not in ("", False) else None)
        if key == "public_name" and not after:
            edit.restore_group_name(fighter)


@encounter_command
def reveal(edit: EncounterEdit, *, fighter: str, hide: bool = False) -> None:
    """Reveal a hidden fighter under the name that players will read, or hide a visible one."""
    if not hide and edit.row(fighter).get("hidden"):
        edit.give_letter(fighter)
        edit.close("describe", _("What is shown of %(name)s changes.", name=edit.name(edit.row(fighter))))
    pen, scene = edit.pen, scenes.under_lock(edit.pen, edit.token)
    action = Action("hide" if hide else "reveal", "gm", {"fighter": fighter}, pen.seat.token, gm=True)
    pen.record(*decide.decide(pen.campaign.system, scene, action), encounter=edit.token)


@encounter_command
def turn_to(edit: EncounterEdit, *, status: str, begin: bool = False) -> None:
    """Start, pause, resume or end an encounter. Raises ``Refused`` if its status does not allow that.

    With ``begin``, starting it also begins the first round, unless that act has a form to fill in. The shared screen
    shows a fight that goes on, and no handout before it. A fight that is not over yet ends by the rules first.
    """
    if edit.status == status:
        return
    before, text = STEPS.get(status, (frozenset(), _("This cannot be done now.")))
    if edit.status not in before:
        raise Refused(_("This cannot be done now."), "status")
    if status == Status.RUNNING:
        edit.check_free()
        if edit.status == Status.DRAFT:
            edit.close_gaps()
        handouts.clear_screen(edit.pen)
    if status == Status.ENDED:
        fights.end(edit.pen, edit.token)
    edit.change("meta.status", status)
    sentence = Text(text.msgid, (("name", str(edit.state["meta"]["name"])),))
    edit.close(f"encounter_{status}", sentence, audience="table", orderly=True)
    if begin and status == Status.RUNNING:
        fights.begin(edit.pen, edit.token)
