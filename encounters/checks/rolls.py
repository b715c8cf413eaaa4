"""Tests outside a fight: a scene of their own that is opened, played and closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.models import new_token
from encounters import public_names, scenes
from encounters.dice import policy
from encounters.models import Encounter
from encounters.playing.play import play
from encounters.playing.reading import check_acts_for
from rules.core.errors import Stale
from rules.core.scene import Action, Change, Event, Scene
from rules.core.text import _
from sheets.models import Character


def play_for(pen: Pen, character: Character, kind: str, args: Mapping[str, Any], beside: Sequence[Character]) -> None:
    """Do an act outside fights for a character as part of a command, with every die thrown by the server."""
    token = new_token()
    open_test(pen, token, character, False, beside)
    action = Action(kind, character.token, args, pen.seat.token, pen.seat.is_gm, new_token())
    play(pen, scenes.under_lock(pen, token), action, on_server=policy.every_roll)


def open_scene(pen: Pen, token: str, name: str, fighters: Mapping[str, Any], marks: Mapping[str, Any]) -> Scene:
    subject = f"encounter:{token}"
    meta = {"name": name, "kind": Encounter.Kind.TEST, "status": Encounter.Status.RUNNING}
    changes = [Change(subject, "meta", None, meta), Change(subject, "fighters", None, dict(fighters))]
    if marks:
        changes.append(Change(subject, "marks", None, dict(marks)))
    pen.begin(subject)
    pen.record(Event("open_test", pen.seat.token, "", tuple(changes), "gm"), encounter=token)
    return scenes.under_lock(pen, token)


def try_requested(
    pen: Pen, scene: Scene, fighter: str, faces: Sequence[int] = (), args: Mapping[str, Any] | None = None
) -> Scene:
    """Make the attempt that a game master requested of a fighter, with typed dice or the server's.

    ``args`` holds the fields left to the player.
    """
    check_acts_for(pen, scene, fighter)
    action = Action("test", fighter, args or {}, pen.seat.token, pen.seat.is_gm, new_token())
    return play(pen, scene, action, faces, on_server=policy.no_roll if faces else policy.every_roll)


def open_test(pen: Pen, token: str, character: Character, hidden: bool, beside: Sequence[Character]) -> None:
    sheet = pen.read(character.subject)
    if not sheet:
        raise Stale(_("This character is no longer at the table."))
    name = str(sheet.get("name", ""))
    rows: dict[str, dict[str, Any]] = {}
    for number, item in enumerate((character, *(other for other in beside if other.token != character.token))):
        row = public_names.fighter_row(pen.campaign, item, item.name if number else name)
        rows[item.token] = {**row, **({"order": number} if number else {})}
    if hidden:
        rows[character.token]["hidden"] = True
    # A test's fighter has its character's token as id, so the same test after an undo meets its kept dice.
    open_scene(pen, token, name, rows, {})
