"""Participants of an encounter: characters of the table, and copies of ready-made, saved or present ones.

Everybody in a fight has a sheet of their own: several of one kind are copies with a letter. Letters that players read
are given when somebody is first seen, so that a gap in them never tells that somebody is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaigns.web.language import active, ready_made, say
from encounters.models import Encounter
from encounters.prepare import palette, reserves
from encounters.prepare.draft import EncounterEdit, encounter_command, lettered, listed, row_of
from rules import outfit
from rules.character.character import Ware
from rules.character.sheet import Field, problems
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.paths import get
from rules.core.text import _
from rules.importing.reading import Imported
from sheets.importing.services import Chosen
from sheets.models import Character
from sheets.portraits import store
from sheets.portraits.upload import Portrait

MOST_COPIES = 12
CALLED = Field("called", _("Under the name"), "text", most=60)
NO_ARMS: Mapping[str, str] = {}


@encounter_command
def muster(
    edit: EncounterEdit,
    *,
    what: str,
    pick: str = "",
    hidden: bool,
    joins: str,
    called: str = "",
    arms: Mapping[str, str] = NO_ARMS,
) -> None:
    """Add what a search says, such as ``4x guard``, or what was picked from its list (``3x sample:guard``).

    A character of the table comes in person once; several, one more, or one ``called`` differently are copies of the
    sheet as it stands; so are those with other ``arms``: a ``weapon`` and an ``armour`` of the game, by their keys.
    In a fight going on they join at once, unless ``joins`` says later.
    Raises ``Unreadable`` or ``Refused`` with a sentence for what is not there, or could be several things.
    """
    typed, words = palette.counted(what)
    own, key = palette.counted(pick)
    key = key or palette.one(edit.pen.campaign, words).key
    count = next((number for number in (own, typed) if number is not None), 1)
    check_count(count)
    if edit.status == Encounter.Status.ENDED:
        raise Refused(_("This encounter is over."))
    when = reserves.when(edit, joins)
    base, given = CALLED.read(called), _read_arms(edit, arms)
    kind, _colon, name = key.partition(":")
    if kind == palette.SAMPLE:
        copies(edit, _armed(edit, sample_of(edit, name), given), count, hidden, when, base)
    elif base or any(given.values()):
        sheet = _sheet(edit, _copied(edit, name).token)
        copies(edit, _armed(edit, sheet, given), count, hidden, when, base)
    else:
        _come(edit, _present(edit, name), count, hidden, when)


@encounter_command
def clone(edit: EncounterEdit, *, fighter: str) -> None:
    """One more like somebody who is there: their sheet as it stands, and what players see of them, but their letter."""
    row = edit.row(fighter)
    if row.get("side") == "pc":
        raise Refused(_("A player character is there once."), "fighter")
    when = {"joins": row["joins"]} if "joins" in row else {}
    values = {key: row[key] for key in ("side", "health_shown") if key in row}
    base = str(row.get("group") or edit.name(row))
    copies(edit, _sheet(edit, row["character"]), 1, bool(row.get("hidden")), {**values, **when}, base)


def copies(
    edit: EncounterEdit, data: Mapping[str, Any], count: int, hidden: bool, values: Mapping[str, Any], base: str = ""
) -> None:
    """Make ``count`` characters of a sheet take part, of whom ``values`` are known; letters follow those there."""
    names, shown = _group(edit, [data] * count, hidden, values, base or str(data.get("name", "")))
    _close(edit, "recruit", names, shown)


@encounter_command
def bring_in(edit: EncounterEdit, *, groups: Mapping[str, Sequence[Chosen]], hidden: bool, joins: str) -> None:
    """Sheets from elsewhere take part, each as it is, those of a group under its name with a letter."""
    if edit.status == Encounter.Status.ENDED:
        raise Refused(_("This encounter is over."))
    when = reserves.when(edit, joins)
    names, shown = [], []
    for base, chosen in groups.items():
        sheets = [_imported(edit, *each) for each in chosen]
        new, seen = _group(edit, sheets, hidden, when, CALLED.read(base[: CALLED.most]) or "?")
        names += new
        shown += seen
    _close(edit, "recruit", names, shown)


def _imported(edit: EncounterEdit, sheet: Imported, portrait: Portrait | None) -> Mapping[str, Any]:
    for problem in problems(edit.pen.campaign.system.schema, sheet.data):
        raise Refused(problem.text, problem.path)
    return {**sheet.data, "meta": {"portrait": store.keep(edit.pen, portrait) if portrait else ""}}


def _group(
    edit: EncounterEdit, sheets: Sequence[Mapping[str, Any]], hidden: bool, values: Mapping[str, Any], base: str
) -> tuple[list[str], list[str]]:
    """Copies of one name; returns the names of their characters, and those the table reads at once."""
    unseen = hidden or "joins" in values
    edit.letter_the_first(base, seen=not unseen)
    names = lettered(base, edit.names, len(sheets))
    shown = [base] * len(sheets) if unseen else lettered(base, edit.seen, len(sheets))
    for data, name, public in zip(sheets, names, shown, strict=True):
        about = {**values, "public_name": public, **({"hidden": True} if hidden else {})}
        edit.copy({**data, "name": name}, base, about)
    return names, [] if unseen else shown


def sample_of(edit: EncounterEdit, key: str) -> Mapping[str, Any]:
    """A ready-made sheet of the game. Raises ``Unreadable`` for one that there is not."""
    values = ready_made(edit.pen.campaign.game).get(key)
    if values is None:
        raise Unreadable(_("There is no such sheet."), "sample")
    data: Mapping[str, Any] = values["data"]
    return {**data, "name": str(data.get("name", key))}


def _read_arms(edit: EncounterEdit, arms: Mapping[str, str]) -> dict[str, str]:
    """The keys of a weapon and an armour. Raises ``Unreadable`` for one that there is not."""
    return {field.key: field.read(arms.get(field.key, "")) for field in outfit.fields(edit.pen.campaign.game, active())}


def _armed(edit: EncounterEdit, sheet: Mapping[str, Any], given: Mapping[str, str]) -> Mapping[str, Any]:
    """A sheet with what was chosen, under its name in the language of who chose it, in place of what is on it."""
    game, system = edit.pen.campaign.game, edit.pen.campaign.system
    weapon, armour = given.get("weapon", outfit.OWN), given.get("armour", outfit.OWN)
    if weapon != outfit.OWN:
        sheet = outfit.armed(system, sheet, *_ware(outfit.weapons(game, active()), weapon))
    if armour != outfit.OWN:
        sheet = outfit.clad(system, sheet, *_ware(outfit.armours(game, active()), armour))
    return sheet


def _ware(wares: Iterable[Ware], key: str) -> tuple[Ware | None, str]:
    ware = next((ware for ware in wares if ware.key == key), None)
    return ware, say(ware.label) if ware else ""


def check_count(count: int) -> None:
    """Raise ``Unreadable`` for fewer than one, or more than can be added at once."""
    if not 1 <= count <= MOST_COPIES:
        raise Unreadable(_("1 to %(most)s at once.", most=MOST_COPIES), "count")


def _come(edit: EncounterEdit, character: Character, count: int, hidden: bool, when: Mapping[str, Any]) -> None:
    there = any(row["character"] == character.token for row in edit.everybody.values())
    hero = character.kind == Character.Kind.PC
    if hero and (there or count > 1):
        raise Refused(_("A player character is there once."), "what")
    if there or count > 1 or character.kind == Character.Kind.TEMPLATE:
        return copies(edit, _sheet(edit, character.token), count, hidden, when)
    row = row_of(character, edit.next_order)
    if not hidden:
        row.pop("hidden", None)
    edit.add({**row, **when})
    unseen = "hidden" in row or bool(when)
    _close(edit, "enrol", [character.name], () if unseen else [str(row.get("public_name") or character.name)])


def _sheet(edit: EncounterEdit, character: str) -> Mapping[str, Any]:
    sheet = edit.pen.read(f"character:{character}")
    return {**sheet, "meta": {"portrait": get(sheet, "meta.portrait")}}


def _present(edit: EncounterEdit, token: str) -> Character:
    character = Character.objects.filter(campaign=edit.pen.campaign, token=token).first()
    if character is None:
        raise Stale(_("This character is no longer at the table."), "what")
    return character


def _copied(edit: EncounterEdit, token: str) -> Character:
    """Somebody whose sheet may be copied under another name. Raises ``Refused`` for a player character."""
    character = _present(edit, token)
    if character.kind == Character.Kind.PC:
        raise Refused(_("A player character is there once."), "what")
    return character


def _close(edit: EncounterEdit, kind: str, names: Iterable[str], seen: Iterable[str] = ()) -> None:
    if edit.status == Encounter.Status.DRAFT:
        return edit.close(kind, _("Taking part: %(names)s", names=listed(names)))
    sentence = reserves.too_late if edit.is_over else reserves.joining
    edit.close_with_line(kind, {"gm": sentence(names), **({"table": reserves.joining(seen)} if seen else {})}, by=True)
