"""Requested tests: by a game master, of one or several characters, openly or in secret, once or with retries.

A request is stored as a scene without an exchange until its player throws; each attempt is then one command. Several
characters share a scene only if they share a countdown, because an attempt of one then counts for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import new_token
from campaigns.seats.access import check_gm
from encounters import public_names, scenes
from encounters.checks import countdown, rolls
from encounters.models import Encounter
from encounters.playing import play
from rules.character.sheet import Field
from rules.core import retries
from rules.core.acts import Offer
from rules.core.errors import Refused, RulesError, Stale
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.memo import memoize
from rules.core.paths import get
from rules.core.scene import Action, Event, Scene, apply
from rules.core.text import Text, _
from rules.engine import decide, exchanges, offers
from sheets.models import Character

MOST_ASKED = 40


@dataclass(frozen=True)
class CheckRequest:
    """A request: the test of each character by token, the test's fields, and the fields of retries, if any."""

    checks: Mapping[str, str]
    args: Mapping[str, Any]
    hint: str = ""
    again: Mapping[str, Any] | None = None
    hidden: bool = False


@dataclass(frozen=True)
class AskedNames:
    """The names of the characters asked, and of those who could not be asked, with the reason."""

    names: tuple[str, ...]
    refused: tuple[tuple[str, Text], ...]


@journal.command
def ask(pen: Pen, *, request: CheckRequest) -> AskedNames:
    """Ask characters for a test; if it is ``hidden``, the game master rolls it at once and nobody else sees it.

    Returns who was asked and who could not be. Raises ``Refused`` if nobody could.
    """
    check_gm(pen.seat, _("Only the game master asks for tests."))
    again = _read_again(pen, request)
    rows, names, refused = _read_rows(pen, request)
    shared = bool(request.again and again.get("attempts")) and not request.hidden
    together = {"asks": new_token()} if len(rows) > 1 else {}
    for group in [rows] if shared else [{token: row} for token, row in rows.items()]:
        _open_test(pen, group, names, again, request, together)
    return AskedNames(tuple(names[token] for token in rows), refused)


def _read_rows(
    pen: Pen, request: CheckRequest
) -> tuple[dict[str, Mapping[str, Any]], dict[str, str], tuple[tuple[str, Text], ...]]:
    """Requests by character, names, and refused characters with reasons. Raises ``RulesError`` if all are refused."""
    characters = Character.objects.filter(campaign=pen.campaign, token__in=list(request.checks)[:MOST_ASKED])
    rows: dict[str, Mapping[str, Any]] = {}
    names: dict[str, str] = {}
    wrong: list[tuple[str, RulesError]] = []
    for character in characters.exclude(kind=Character.Kind.TEMPLATE).order_by("pk"):
        names[character.token] = character.name
        try:
            rows[character.token] = _fighter_row(pen, character, request)
        except RulesError as error:
            wrong.append((character.name, error))
    if not rows:
        raise wrong[0][1] if wrong else Refused(_("Choose who is asked."), "characters")
    return rows, names, tuple((name, error.text) for name, error in wrong)


@journal.command
def throw(
    pen: Pen, *, encounter: str, fighter: str, faces: Sequence[int] = (), args: Mapping[str, Any] | None = None
) -> None:
    """Throw a requested test, with typed dice or the server's, and with the fields left to the player (``args``)."""
    before = _scene(pen, encounter)
    if fighter not in before.fighters:
        raise Stale(_("This request is no longer open."))
    rolls.try_requested(pen, before, fighter, faces, args)


@journal.command
def spend(pen: Pen, *, encounter: str, by: int) -> None:
    """Take attempts off a countdown, such as after a catastrophe; a negative number gives some back."""
    scene = _scene_for_gm(pen, encounter)
    changes = retries.spend_attempts(scene, by)
    if not changes:
        return
    pen.record(Event("spend_attempts", pen.seat.token, "", changes, "gm"), encounter=encounter)
    before, scene = scene, _scene(pen, encounter)
    countdown.tell_end(pen, before, scene)
    if not scene.exchanges and not retries.stays_open(scene):
        play.close_scene(pen, scene)


@journal.command
def finish(pen: Pen, *, encounter: str) -> None:
    play.close_scene(pen, _scene_for_gm(pen, encounter))


def request_title(system: Game, scene: Scene, fighter: str, *, gm: bool) -> Text | None:
    """The request to a fighter in one line, as its game words it; ``None`` if the sheet no longer has the skill."""
    args = retries.requested_args(scene, fighter)
    if args is None:
        return None
    offer = _test_offer(scene, system, fighter, str(args.get("check", "")))
    label = next((choice.label for choice in offer.fields[0].choices if choice.key == args.get("check")), None)
    return retries.describe_request(label, offer.fields, args, gm=gm) if label is not None else None


def own_fields(system: Game, scene: Scene, fighter: str) -> tuple[Field, ...]:
    """The fields of a requested test that are left to the player who throws."""
    check = str((retries.requested_args(scene, fighter) or {}).get("check", ""))
    offer = _test_offer(scene, system, fighter, check)
    return retries.own_fields(scene, fighter, offer.fields)


@memoize
def _test_offer(scene: Scene, system: Game, fighter: str, check: str) -> Offer:
    return system.test_offer(scene.sheet(fighter), scene.settings, fighter, check)


def _read_again(pen: Pen, request: CheckRequest) -> dict[str, Any]:
    if request.again is None:
        return dict(retries.single_attempt())
    fields = pen.campaign.system.retry_fields(pen.campaign.settings)
    return without_blanks(offers.read_args(Offer("retry", "gm", _("Again"), fields), request.again, gm=True))


def _fighter_row(pen: Pen, character: Character, request: CheckRequest) -> Mapping[str, Any]:
    """A character's row as a fighter with its request. Raises ``RulesError`` if its sheet does not allow the test."""
    sheet, system = pen.read(character.subject), pen.campaign.system
    offer = system.test_offer(sheet, pen.campaign.settings, character.token)
    args = offers.read_args(offer, {**request.args, "check": request.checks[character.token]}, gm=True)
    row = public_names.fighter_row(pen.campaign, character, str(sheet.get("name", "")))
    marks = {"asked": without_blanks(args), **({"hint": request.hint} if request.hint else {})}
    return {**row, "marks": marks, **({"hidden": True} if request.hidden else {})}


def _open_test(
    pen: Pen,
    rows: Mapping[str, Any],
    names: Mapping[str, str],
    values: Mapping[str, Any],
    request: CheckRequest,
    together: Mapping[str, str],
) -> None:
    token = new_token()
    secret = bool(request.args.get("secret"))
    marks = {"retry": {"said": dict(values), **({"secret": True} if secret else {})}, **together}
    ordered = {key: {**row, **({"order": number} if number else {})} for number, (key, row) in enumerate(rows.items())}
    scene = rolls.open_scene(pen, token, ", ".join(names[key] for key in rows)[:200], ordered, marks)
    for fighter in rows:
        if not request.hidden:
            _tell_asked(pen, scene, fighter, names[fighter])
        if request.hidden or not _needs_dice(pen, scene, fighter):
            scene = rolls.try_requested(pen, scene, fighter)


def _needs_dice(pen: Pen, scene: Scene, fighter: str) -> bool:
    return bool(exchanges.rolls_due(pen.campaign.system, begin_attempt(pen.campaign.system, scene, fighter)))


def begin_attempt(system: Game, scene: Scene, fighter: str) -> Scene:
    """The scene with a fighter's next attempt begun. Raises ``RulesError`` if it is refused."""
    return _begin_attempt(scene, system, fighter)


@memoize
def _begin_attempt(scene: Scene, system: Game, fighter: str) -> Scene:
    events = decide.decide(system, scene, Action("test", fighter, {}, gm=True, id="next"))
    for event in events:
        scene = apply(scene, event)
    return scene


def _tell_asked(pen: Pen, scene: Scene, fighter: str, name: str) -> None:
    owner = get(scene.sheet(fighter), "meta.owner") or ""
    sentences = {
        circle: to_json(_("Asked of %(name)s: %(what)s", name=name, what=what))
        for circle, gm in (("gm", True), ("owner", False))
        if (what := request_title(pen.campaign.system, scene, fighter, gm=gm)) is not None
    }
    who = {fighter: {"name": name, "true": name, "character": fighter, "side": scene.fighters[fighter].side}}
    payload = {"told": sentences, "owner": fighter, "who": who, **retries.asked_together(scene)}
    audience = f"seat:{owner}" if owner else "gm"
    pen.record(Event("asked", pen.seat.token, fighter, (), audience, payload), encounter=scene.token)


def _scene_for_gm(pen: Pen, encounter: str) -> Scene:
    check_gm(pen.seat)
    return _scene(pen, encounter)


def _scene(pen: Pen, encounter: str) -> Scene:
    state = pen.read(f"encounter:{encounter}")
    if not scenes.is_known(pen.seat, state) or state["meta"]["kind"] != Encounter.Kind.TEST:
        raise Stale(_("This request is no longer open."))
    return scenes.under_lock(pen, encounter)


def without_blanks(args: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in args.items() if value not in ("", False, None)}
