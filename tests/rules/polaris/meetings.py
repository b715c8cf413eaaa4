"""Scenes in which two rules meet."""

from rules.engine.exchanges import waiting_on
from rules.games.polaris.harm.conditions import Condition
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, sheet
from tests.rules.polaris.test_fire import gunner

BARE = {"weapons": {}}


def seized(grip="seize", a=None, b=None, **more):
    """``a``, the faster one, has hold of ``b``, who declares first."""
    table = Table(a=sheet("a", 14, **(a or {})), b=sheet("b", 8, **(b or {})), **more).start()
    row = {"grip": grip, "trained": True, "turns": 1, "wins": 0}
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    return table


def burst(settings=None, **people):
    """A sweeping burst or another shot of ``a``, a gunner of reaction 20, whose targets look on."""
    table = Table(settings, a=gunner(), **people).start()
    for who in people:
        table.declare(who)
    return table


LINES = {f"skills__martial_{art}": {"mastery": "Spé", "level": 12} for art in ("offense", "defense", "wrestling")}


def holding(grip, a=None, b=None, **row):
    table = seized(grip, a={**BARE, **(a or {})}, b=b)
    held = {"grip": grip, "trained": False, "turns": 1, "wins": 0, **row}
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": held})])
    return table


def state(table, fighter, key, turns=0):
    table.scene = table.scene.with_changes(Condition(fighter, key, turns).land(table.scene))
    return table


def open_check(table):
    return next(p.request.check for p in waiting_on(POLARIS, table.scene) if p.of == "a" and p.request)


def gripping(technique, held, **args):
    """``a``, a wrestler, is about to grip ``b``, whom they hold already or not, with what is said of the attack."""
    table = Table(a=sheet("a", 14, 16, **BARE, **LINES), b=sheet("b", 8)).start()
    if held:
        row = {"grip": "seize", "trained": True, "turns": 1, "wins": 0}
        table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    table.declare("b").do("declare_melee", "a", target="b", weapon="bare_hands", technique=technique)
    return table.do("attack", "a", **args)
