"""A scene as the rules know it, from the rows of an encounter and its characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, Seat
from encounters import subjects
from encounters.models import Encounter
from rules.core.scene import Scene
from rules.engine import editions
from rules.views.viewers import Viewer
from sheets.models import Character
from sheets.subjects import plain_of


def under_lock(pen: Pen, encounter: str) -> Scene:
    """The scene as it stands now in a command, with what the command has recorded so far."""
    return at(pen, encounter, pen.read(f"encounter:{encounter}"))


def at(pen: Pen, encounter: str, state: Plain) -> Scene:
    """The scene in a state that it had in this command, with everybody's sheet as it is by now."""
    return _scene(pen.campaign, encounter, state, pen.read_all("character", _characters(state)))


def of(encounter: Encounter, known: Iterable[Character] = ()) -> Scene:
    """The scene of an encounter, to be looked at; whoever is ``known`` is not read again."""
    return of_state(encounter, subjects.plain_of(encounter), known)


def of_state(encounter: Encounter, state: Plain, known: Iterable[Character] = ()) -> Scene:
    wanted = set(_characters(state))
    characters = [character for character in known if character.token in wanted]
    missing = wanted - {character.token for character in characters}
    if missing:
        rows = Character.objects.filter(campaign=encounter.campaign_id, token__in=missing)
        characters += rows.select_related("owner")
    sheets = {row.token: plain_of(row) for row in characters}
    return _scene(encounter.campaign, encounter.token, state, sheets)


def with_reserves(encounter: Encounter) -> Scene:
    """The scene with those who are in reserve for it, as it will be when everybody has joined."""
    state = subjects.plain_of(encounter)
    together = {**state, "fighters": subjects.gathered(state)}
    return of_state(encounter, {key: value for key, value in together.items() if key != subjects.RESERVES})


def is_known(seat: Seat, state: Plain) -> bool:
    """True if a seat may know that there is such an encounter: no draft, and no test behind a game master's hand."""
    if not state or seat.is_gm:
        return bool(state)
    meta, rows = state["meta"], state.get("fighters", {}).values()
    unseen = meta["kind"] == Encounter.Kind.TEST and any(row.get("hidden") for row in rows)
    return meta["status"] != Encounter.Status.DRAFT and not unseen


def viewer_of(seat: Seat, scene: Scene) -> Viewer:
    """The viewer of a scene: a player with their characters, the game master with those no player owns."""
    return viewer_in(seat.circle, scene)


def viewer_in(circle: str, scene: Scene) -> Viewer:
    return viewer(circle, ((token, _owner(sheet)) for token, sheet in scene.sheets.items()))


def circles(scene: Scene) -> tuple[str, ...]:
    """The circles that see a scene but must not know what is hidden in it: the table, and each player in it."""
    owners = dict.fromkeys(_owner(sheet) for sheet in scene.sheets.values())
    return ("table", *(f"seat:{owner}" for owner in owners if owner))


def viewer(circle: str, owned: Iterable[tuple[str, str | None]]) -> Viewer:
    """The viewer of a circle (``gm``, ``table`` or ``seat:<token>``) among characters with their owners."""
    owners = dict(owned)
    if circle == "gm":
        return Viewer("gm", frozenset(token for token, owner in owners.items() if not owner))
    if circle == "table":
        return Viewer("table")
    mine = circle.removeprefix("seat:")
    return Viewer("seat", frozenset(token for token, owner in owners.items() if owner == mine))


def _owner(sheet: object) -> str:
    meta = sheet.get("meta", {}) if isinstance(sheet, Mapping) else {}
    return str(meta.get("owner", ""))


def _characters(state: Plain) -> list[str]:
    return [row["character"] for row in state.get("fighters", {}).values()]


def _scene(campaign: Campaign, token: str, state: Plain, sheets: dict[str, Plain]) -> Scene:
    kind, known = state.get("meta", {}).get("kind", "fight"), editions.without(campaign.system, state)
    return Scene(token, kind, campaign.settings, known, sheets)
