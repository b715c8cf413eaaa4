"""Scenes of the rules, built from the rows of an encounter and its characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, Seat
from encounters import subjects
from encounters.models import Encounter
from rules.core.scene import Event, Scene
from rules.engine import editions
from rules.views.viewers import Viewer
from sheets.models import Character
from sheets.subjects import plain_of, rows_of


def under_lock(pen: Pen, encounter: str) -> Scene:
    """The present scene within a command, including everything the command has recorded so far."""
    return scene_at(pen, encounter, pen.read(f"encounter:{encounter}"))


def after_events(pen: Pen, scene: Scene, events: Iterable[Event]) -> Scene:
    """The scene after events that a command has just recorded: derived from the former scene if that reads the same.

    So memoized results are kept and not computed again.
    """
    now = under_lock(pen, scene.token)
    expected = scene.with_changes(change for event in events for change in event.changes)
    return expected if expected.state == now.state and expected.sheets == now.sheets else now


def scene_at(pen: Pen, encounter: str, state: Plain) -> Scene:
    """The scene in a state it had during this command, with the present sheets."""
    return _scene(pen.campaign, encounter, state, pen.read_all("character", _characters(state)))


def scene_of(encounter: Encounter, known: Iterable[Character] = ()) -> Scene:
    """The scene of an encounter, for reading; characters that are ``known`` are not loaded again."""
    return scene_in_state(encounter, subjects.plain_of(encounter), known)


def scene_in_state(encounter: Encounter, state: Plain, known: Iterable[Character] = ()) -> Scene:
    tokens = set(_characters(state))
    characters = [character for character in known if character.token in tokens]
    missing = tokens - {character.token for character in characters}
    if missing:
        characters += rows_of(encounter.campaign_id, tuple(missing))
    sheets = {row.token: plain_of(row) for row in characters}
    return _scene(encounter.campaign, encounter.token, state, sheets)


def with_reserves(encounter: Encounter) -> Scene:
    """The scene with its reserves, as it will be when all of them have joined."""
    state = subjects.plain_of(encounter)
    everybody = {**state, "fighters": subjects.all_fighters(state)}
    return scene_in_state(encounter, {key: value for key, value in everybody.items() if key != subjects.RESERVES})


def is_known(seat: Seat, state: Plain) -> bool:
    """True if a seat may know that this encounter exists: players know of no draft and no secret test."""
    if not state or seat.is_gm:
        return bool(state)
    meta, rows = state["meta"], state.get("fighters", {}).values()
    unseen = meta["kind"] == Encounter.Kind.TEST and any(row.get("hidden") for row in rows)
    return meta["status"] != Encounter.Status.DRAFT and not unseen


def viewer_of(seat: Seat, scene: Scene) -> Viewer:
    """The viewer of a scene: a player with their characters, or the game master with those that no player owns."""
    return viewer_in(seat.circle, scene)


def viewer_in(circle: str, scene: Scene) -> Viewer:
    return viewer_among(circle, ((token, _owner(sheet)) for token, sheet in scene.sheets.items()))


def circles_of(scene: Scene) -> tuple[str, ...]:
    """The circles that see a scene but not its hidden parts: the table, and each player who owns a character in it."""
    owners = dict.fromkeys(_owner(sheet) for sheet in scene.sheets.values())
    return ("table", *(f"seat:{owner}" for owner in owners if owner))


def viewer_among(circle: str, owned: Iterable[tuple[str, str | None]]) -> Viewer:
    """The viewer of a circle (``gm``, ``table`` or ``seat:<token>``), given the characters with their owners."""
    owners = dict(owned)
    if circle == "gm":
        return Viewer("gm", frozenset(token for token, owner in owners.items() if not owner))
    if circle == "table":
        return Viewer("table")
    own = circle.removeprefix("seat:")
    return Viewer("seat", frozenset(token for token, owner in owners.items() if owner == own))


def owner_of(scene: Scene, character: str) -> str:
    """The token of the seat that plays a character; empty for one of the game master's."""
    return _owner(scene.sheets.get(character))


def _owner(sheet: object) -> str:
    meta = sheet.get("meta", {}) if isinstance(sheet, Mapping) else {}
    return str(meta.get("owner", ""))


def _characters(state: Plain) -> list[str]:
    return [row["character"] for row in state.get("fighters", {}).values()]


def _scene(campaign: Campaign, token: str, state: Plain, sheets: dict[str, Plain]) -> Scene:
    kind, readable = state.get("meta", {}).get("kind", "fight"), editions.without_outdated(campaign.system, state)
    return Scene(token, kind, campaign.settings, readable, sheets)
