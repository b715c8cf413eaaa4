"""The odds of an act before it is done, exact and for one viewer: no fact they may not know affects them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.scene import Action, Scene
from rules.core.text import Text, _, with_names
from rules.engine import offers
from rules.odds.act import Chance, Grid, Odds, Veil, value_if_known
from rules.views import board
from rules.views.viewers import Viewer


def odds(system: Game, scene: Scene, viewer: Viewer, action: Action) -> Odds | None:
    """The odds of an offered act, worded for this viewer; ``None`` if there is nothing to show.

    Players see their own roll, and its consequences only by the setting ``odds`` and as far as they know the other
    fighters. Raises what ``decide`` would raise for the same arguments.
    """
    mode = system.setting(scene.settings, "odds")
    if mode == "off" or action.kind not in system.kinds_with_odds:
        return None
    scene, names = board.known_scene(system, scene, viewer), scene.names(viewer.gm, viewer.characters)
    offer = offers.offer_of(system, scene, action.actor, action.kind)
    if offer is None or offer.refused is not None:
        raise Refused(offer and offer.refused or _("This cannot be done now."))
    action = replace(action, args=offers.read_args(offer, action.args, viewer.gm))
    now = board.after_known_costs(system, scene, viewer)
    ahead, deed = system.ahead(now, action)
    seen = ahead if viewer.gm else veil_scene(system, ahead, viewer, now)
    result = value_if_known(lambda: system.odds(seen, deed))
    if result is not None and not viewer.gm:
        result = _for_player(result, mode)
    return result and _named_odds(result, names)


def _for_player(result: Odds, mode: str) -> Odds | None:
    """Odds as a player may read them: ``None`` if a secret term would show; the own test alone in mode ``own``."""
    if _has_secrets(result):
        return None
    return replace(result, chances=(), grid=None) if mode == "own" else result


def veil_scene(system: Game, scene: Scene, viewer: Viewer, now: Scene | None = None) -> Scene:
    """The scene as far as a viewer knows it; ``now`` is the present scene, if ``scene`` is a later one.

    Hidden fighters are left out; of other people's fighters there are the open marks, the name and the open parts of
    the sheet, and reading anything else raises ``Unknown``.
    """
    rows: dict[str, dict[str, Any]] = {}
    sheets = dict(scene.sheets)
    for fid, row in scene.state.get("fighters", {}).items():
        fighter = scene.fighters[fid]
        if viewer.knows(fighter.character):
            rows[fid] = dict(row)
            continue
        sheets[fighter.character] = Veil(fighter.shown_name, system.open_sheet(now or scene, fid))
        if not fighter.hidden:
            marks = system.open_marks(now or scene, fid)
            rows[fid] = {**{key: value for key, value in row.items() if key != "marks"}, "marks": dict(marks)}
    state = {key: value for key, value in scene.state.items() if key not in ("exchanges", "spare")}
    return replace(scene, state={**state, "fighters": rows}, sheets=sheets)


def _has_secrets(whole: Odds) -> bool:
    """True if the chances would reveal a term that only the game master knows."""
    return whole.check.secret or any(term.secret for term in whole.check.target.modifiers)


def _named_odds(whole: Odds, names: dict[str, str]) -> Odds:
    def named(text: Text) -> Text:
        return with_names(text, names)

    grid = whole.grid and Grid(
        named(whole.grid.label),
        tuple(map(named, whole.grid.columns)),
        tuple((named(label), shares) for label, shares in whole.grid.rows),
    )
    return replace(
        whole,
        check=replace(whole.check, what=named(whole.check.what)),
        notes=tuple(map(named, whole.notes)),
        chances=tuple(Chance(named(chance.label), chance.value) for chance in whole.chances),
        reach=tuple(Chance(named(chance.label), chance.value) for chance in whole.reach),
        grid=grid,
    )
