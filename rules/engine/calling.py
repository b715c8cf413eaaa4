"""Calls: the fighters whose turn it is are called, called off, revealed and hidden."""

from __future__ import annotations

from rules.core.errors import Refused, Stale
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.scene import Action, Change, Event, Scene
from rules.core.text import _
from rules.engine import wording
from rules.engine.exchanges import find_uncalled, without_hidden_fighters


def call_next(system: Game, scene: Scene, action: Action) -> Event:
    """Call every fighter whose turn it is; with ``unseen``, only hidden ones; with ``joining``, only these.

    With ``in_sight``, call those whose turn it would be if nobody were hidden, and hidden ones whose turn it is.
    """
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    up = _find_called(system, scene, action)
    if not up:
        raise Refused(_("Everybody whose turn it is has been called."))
    change = scene.change("called", sorted({*up, *scene.called}))
    hidden = all(scene.fighters[fighter].hidden for fighter in up)
    how = {"joining": action.args.get("joining") is not None, "in_sight": bool(action.args.get("in_sight"))}
    payload = {"called": list(up), **{key: True for key, is_so in how.items() if is_so}}
    return Event("next", action.by, "gm", (change,), "gm" if hidden else "table", payload)


def _find_called(system: Game, scene: Scene, action: Action) -> tuple[str, ...]:
    joining, in_sight = action.args.get("joining"), bool(action.args.get("in_sight"))
    if joining is not None:
        return tuple(who for who in joining if who in scene.fighters)
    up = find_uncalled(system, scene)
    if not in_sight and not action.args.get("unseen"):
        return up
    hidden = tuple(fighter for fighter in up if scene.fighters[fighter].hidden)
    if not in_sight:
        return hidden
    seen = find_uncalled(system, without_hidden_fighters(system, scene))
    return (*seen, *hidden) if seen else ()


def reveal(system: Game, scene: Scene, action: Action) -> Event:
    """Reveal a hidden fighter, or hide a visible one; only game masters read of the latter."""
    fighter = scene.fighters.get(str(action.args.get("fighter", "")))
    hide = action.kind == "hide"
    if not action.gm:
        raise Refused(_("Only the game master may say this."))
    if fighter is None:
        raise Stale(_("This fighter is no longer here."), "fighter")
    if fighter.hidden == hide:
        raise Refused(_("This is already the case."), "fighter")
    change = scene.change(f"fighters.{fighter.id}.hidden", True if hide else None)
    who = scene.with_changes((change,)).fighters
    text = (
        _("%(who)s disappears.", who=scene.name(fighter.id))
        if hide
        else _("%(who)s appears.", who=scene.name(fighter.id))
    )
    payload = {
        "told": {"gm" if hide else "table": to_json(text)},
        "who": {fid: wording.identity_of(row) for fid, row in who.items()},
    }
    return Event(action.kind, action.by, fighter.id, (change,), "gm" if hide else "table", payload)


def end_call(system: Game, before: Scene, scene: Scene, actor: str) -> tuple[Change, ...]:
    """The change that ends the call of fighters who have acted, unless it is their turn again for the same reason.

    The turn then returns to the game master, whether hidden fighters come next or not: calling the same fighter again
    at once would reveal that no hidden one precedes them.
    """
    if actor not in scene.called:
        return ()
    asked, labels_after = _prompt_labels(system, before, actor), _prompt_labels(system, scene, actor)
    if labels_after & (asked or labels_after):
        return ()
    return (scene.end_call(actor),)


def _prompt_labels(system: Game, scene: Scene, fighter: str) -> set[str]:
    prompts = system.turn(without_hidden_fighters(system, scene, (fighter,)))
    return {prompt.label.msgid for prompt in prompts if prompt.of == fighter}
