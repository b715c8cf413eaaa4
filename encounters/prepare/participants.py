"""Participants of an encounter: characters of the table, and copies of ready-made sheets or of other characters.

Every fighter has a sheet of their own: several of one kind are copies, told apart by letters. The letters that players
read are given when a fighter is first seen, so that a gap never reveals a hidden fighter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaigns.web.language import active_language, ready_made_sheets, say
from encounters.models import Encounter
from encounters.prepare import palette, reserves
from encounters.prepare.commands import encounter_command
from encounters.prepare.draft import EncounterEdit, name_texts, row_of
from rules import outfit
from rules.character.character import Ware
from rules.character.sheet import Field, problems
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.paths import get
from rules.core.text import _
from rules.importing.reading import Imported
from sheets.importing.services import Chosen
from sheets.models import Character
from sheets.ownership.letters import next_names, without_letter
from sheets.portraits import store
from sheets.portraits.upload import Portrait

MOST_COPIES = 12
CALLED = Field("called", _("Under the name"), "text", most=60)
NO_ARMS: Mapping[str, str] = {}


@encounter_command
def add_participants(
    edit: EncounterEdit,
    *,
    what: str,
    pick: str = "",
    hidden: bool,
    joins: str,
    called: str = "",
    arms: Mapping[str, str] = NO_ARMS,
) -> None:
    """Add the result of a search such as ``4x guard``, or the entry picked from its list (``3x sample:guard``).

    A character of the table is added in person once; further ones, several at once, or one ``called`` differently are
    copies of the present sheet. So are those with other ``arms``: the game's keys of a ``weapon`` and an ``armour``. In
    a running fight they join at once, unless ``joins`` names a later time.

    Raises ``Unreadable`` if nothing matches, and ``Refused`` if several entries do.
    """
    typed, words = palette.split_count(what)
    own, key = palette.split_count(pick)
    key = key or palette.find_entry(edit.pen.campaign, words).key
    count = next((number for number in (own, typed) if number is not None), 1)
    check_count(count)
    if edit.status == Encounter.Status.ENDED:
        raise Refused(_("This encounter is over."))
    when = reserves.read_joins(edit, joins)
    base, chosen_arms = CALLED.read(called), _read_arms(edit, arms)
    kind, _colon, name = key.partition(":")
    if kind == palette.SAMPLE:
        sheet = _with_arms(edit, sample_of(edit, name), chosen_arms)
        side = palette.side_of_sample(ready_made_sheets(edit.pen.campaign.game)[name])
        add_copies(edit, sheet, count, hidden, {"side": side, **when}, base)
    elif base or any(chosen_arms.values()):
        sheet = _sheet(edit, _find_copyable(edit, name).token)
        add_copies(edit, _with_arms(edit, sheet, chosen_arms), count, hidden, when, base)
    else:
        _add_character(edit, _find_character(edit, name), count, hidden, when)


@encounter_command
def clone(edit: EncounterEdit, *, fighter: str) -> None:
    """Add one more fighter like this one, with its present sheet and what players see of it, but the next letter."""
    row = edit.row(fighter)
    if row.get("side") == "pc":
        raise Refused(_("A player character can take part only once."), "fighter")
    when = {"joins": row["joins"]} if "joins" in row else {}
    values = {key: row[key] for key in ("side", "health_shown") if key in row}
    base = str(row.get("group") or edit.name(row))
    public = without_letter(edit.name_shown(fighter), base)
    names, shown = _add_group(
        edit, [_sheet(edit, row["character"])], bool(row.get("hidden")), {**values, **when}, base, public
    )
    _close(edit, "recruit", names, shown)


def add_copies(
    edit: EncounterEdit, data: Mapping[str, Any], count: int, hidden: bool, values: Mapping[str, Any], base: str = ""
) -> None:
    """Add ``count`` copies of a sheet as fighters with these further values, lettered after those already there."""
    names, shown = _add_group(edit, [data] * count, hidden, values, base or str(data.get("name", "")))
    _close(edit, "recruit", names, shown)


@encounter_command
def add_imported(edit: EncounterEdit, *, groups: Mapping[str, Sequence[Chosen]], hidden: bool, joins: str) -> None:
    """Add imported sheets as fighters, each unchanged except that those of a group get its name and a letter."""
    if edit.status == Encounter.Status.ENDED:
        raise Refused(_("This encounter is over."))
    when = reserves.read_joins(edit, joins)
    names, shown = [], []
    for base, chosen in groups.items():
        sheets = [_read_imported(edit, *each) for each in chosen]
        new, seen = _add_group(edit, sheets, hidden, when, CALLED.read(base[: CALLED.most]) or "?")
        names += new
        shown += seen
    _close(edit, "recruit", names, shown)


def _read_imported(edit: EncounterEdit, sheet: Imported, portrait: Portrait | None) -> Mapping[str, Any]:
    for problem in problems(edit.pen.campaign.system.schema, sheet.data):
        raise Refused(problem.text, problem.path)
    return {**sheet.data, "meta": {"portrait": store.save(edit.pen, portrait) if portrait else ""}}


def _add_group(
    edit: EncounterEdit,
    sheets: Sequence[Mapping[str, Any]],
    hidden: bool,
    values: Mapping[str, Any],
    base: str,
    public: str = "",
) -> tuple[list[str], list[str]]:
    """Add copies under a name and a ``public`` one; returns all their names, and those that the table reads at once."""
    public = public or base
    unseen = hidden or "joins" in values
    edit.add_first_letter(base, seen=not unseen)
    names = next_names(base, edit.names, len(sheets))
    shown = [public] * len(sheets) if unseen else next_names(public, edit.seen, len(sheets))
    for data, name, called in zip(sheets, names, shown, strict=True):
        about = {**values, "public_name": called, **({"hidden": True} if hidden else {})}
        edit.copy({**data, "name": name}, base, about)
    return names, [] if unseen else shown


def sample_of(edit: EncounterEdit, key: str) -> Mapping[str, Any]:
    """A ready-made sheet of the game. Raises ``Unreadable`` for an unknown one."""
    values = ready_made_sheets(edit.pen.campaign.game).get(key)
    if values is None:
        raise Unreadable(_("There is no such sheet."), "sample")
    data: Mapping[str, Any] = values["data"]
    return {**data, "name": str(data.get("name", key))}


def _read_arms(edit: EncounterEdit, arms: Mapping[str, str]) -> dict[str, str]:
    """The chosen keys of a weapon and an armour. Raises ``Unreadable`` for an unknown key."""
    return {
        field.key: field.read(arms.get(field.key, ""))
        for field in outfit.fields(edit.pen.campaign.game, active_language())
    }


def _with_arms(edit: EncounterEdit, sheet: Mapping[str, Any], chosen: Mapping[str, str]) -> Mapping[str, Any]:
    """A sheet with its weapons and armour replaced by the chosen ones, named in the active language."""
    game, system = edit.pen.campaign.game, edit.pen.campaign.system
    weapon, armour = chosen.get("weapon", outfit.OWN), chosen.get("armour", outfit.OWN)
    if weapon != outfit.OWN:
        sheet = outfit.armed(system, sheet, *_find_ware(outfit.weapons(game, active_language()), weapon))
    if armour != outfit.OWN:
        sheet = outfit.clad(system, sheet, *_find_ware(outfit.armours(game, active_language()), armour))
    return sheet


def _find_ware(wares: Iterable[Ware], key: str) -> tuple[Ware | None, str]:
    ware = next((ware for ware in wares if ware.key == key), None)
    return ware, say(ware.label) if ware else ""


def check_count(count: int) -> None:
    """Raise ``Unreadable`` for a number below one, or above the most that can be added at once."""
    if not 1 <= count <= MOST_COPIES:
        raise Unreadable(_("1 to %(most)s at once.", most=MOST_COPIES), "count")


def _add_character(
    edit: EncounterEdit, character: Character, count: int, hidden: bool, when: Mapping[str, Any]
) -> None:
    takes_part = any(row["character"] == character.token for row in edit.everybody.values())
    hero = character.kind == Character.Kind.PC
    if hero and (takes_part or count > 1):
        raise Refused(_("A player character can take part only once."), "what")
    if takes_part or count > 1 or character.kind == Character.Kind.TEMPLATE:
        return add_copies(edit, _sheet(edit, character.token), count, hidden, when)
    row = _row_of(edit, character, hidden)
    edit.add({**row, **when})
    unseen = "hidden" in row or bool(when)
    _close(edit, "enrol", [character.name], () if unseen else [str(row.get("public_name") or character.name)])


def _row_of(edit: EncounterEdit, character: Character, hidden: bool) -> dict[str, Any]:
    row = {key: value for key, value in row_of(character, edit.next_order).items() if key != "hidden"}
    # In a draft, “hidden” is ticked by default and meant for opponents; in a fight it applies to anybody who joins.
    stays_seen = row["side"] == "pc" and edit.status == Encounter.Status.DRAFT
    return {**row, "hidden": True} if hidden and not stays_seen else row


def _sheet(edit: EncounterEdit, character: str) -> Mapping[str, Any]:
    sheet = edit.pen.read(f"character:{character}")
    return {**sheet, "meta": {"portrait": get(sheet, "meta.portrait")}}


def _find_character(edit: EncounterEdit, token: str) -> Character:
    character = Character.objects.filter(campaign=edit.pen.campaign, token=token).first()
    if character is None:
        raise Stale(_("This character is no longer at the table."), "what")
    return character


def _find_copyable(edit: EncounterEdit, token: str) -> Character:
    """A character whose sheet may be copied under another name. Raises ``Refused`` for a player character."""
    character = _find_character(edit, token)
    if character.kind == Character.Kind.PC:
        raise Refused(_("A player character can take part only once."), "what")
    return character


def _close(edit: EncounterEdit, kind: str, names: Iterable[str], seen: Iterable[str] = ()) -> None:
    if edit.status == Encounter.Status.DRAFT:
        return edit.close(kind, _("Taking part: %(names)s", names=name_texts(names)))
    sentence = reserves.too_late_sentence if edit.is_over else reserves.joining_sentence
    edit.close_with_line(
        kind, {"gm": sentence(names), **({"table": reserves.joining_sentence(seen)} if seen else {})}, by=True
    )
