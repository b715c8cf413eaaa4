"""The odds of an act before it is done, exact and for one viewer: nothing they may not know goes into them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.scene import Action, Scene
from rules.core.text import Text, _, naming
from rules.engine import exchanges, offers
from rules.odds.act import Chance, Grid, Odds, Veil, known
from rules.views import board
from rules.views.viewers import Viewer


def odds(system: Game, scene: Scene, viewer: Viewer, action: Action) -> Odds | None:
    """The odds of an offered act, worded for this viewer; ``None`` where nothing is to be said.

    Players see their own roll, and what follows from it only by the setting ``odds`` and as far as they know the
    others. Raises what ``decide`` would raise for the same arguments.
    """
    mode = system.setting(scene.settings, "odds")
    if mode == "off" or action.kind not in system.foretold:
        return None
    scene, names = board.known_scene(system, scene, viewer), scene.names(viewer.gm)
    offer = offers.offer_of(system, scene, action.actor, action.kind)
    if offer is None or offer.refused is not None:
        raise Refused(offer and offer.refused or _("This cannot be done now."))
    action = replace(action, args=offers.read_args(offer, action.args, viewer.gm))
    now = exchanges.after_costs(system, scene)
    ahead, deed = system.ahead(now, action)
    seen = ahead if viewer.gm else veiled(system, ahead, viewer, now)
    result = known(lambda: system.odds(seen, deed))
    if result is not None and not viewer.gm:
        result = _for_player(result, mode)
    return result and _worded(result, names)


def _for_player(result: Odds, mode: str) -> Odds | None:
    """Odds without what players may not read: nothing where a secret term would show, no results by ``own``."""
    if _has_secrets(result):
        return None
    return replace(result, chances=(), grid=None) if mode == "own" else result


def veiled(system: Game, scene: Scene, viewer: Viewer, now: Scene | None = None) -> Scene:
    """The scene as far as a viewer knows it, or as far as they do ``now`` of one that is still to come.

    Who is hidden is not in it; of others there are the open marks, the name and what is open of their sheets; every
    look at the rest raises ``Unknown``.
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


def _has_secrets(found: Odds) -> bool:
    """True if the chances would give away a term that only the game master knows."""
    return found.check.secret or any(term.secret for term in found.check.target.modifiers)


def _worded(found: Odds, names: dict[str, str]) -> Odds:
    def named(text: Text) -> Text:
        return naming(text, names)

    grid = found.grid and Grid(
        named(found.grid.label),
        tuple(map(named, found.grid.columns)),
        tuple((named(label), shares) for label, shares in found.grid.rows),
    )
    return replace(
        found,
        check=replace(found.check, what=named(found.check.what)),
        notes=tuple(map(named, found.notes)),
        chances=tuple(Chance(named(chance.label), chance.value) for chance in found.chances),
        reach=tuple(Chance(named(chance.label), chance.value) for chance in found.reach),
        grid=grid,
    )
