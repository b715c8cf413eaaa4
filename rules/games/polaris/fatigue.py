"""Fatigue: the test of an effort, what its failure brings, and the end of the turns at which everybody tests."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Modifier
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Choice, Field
from rules.games.polaris import burdens, checks, initiative, lasting, shock
from rules.games.polaris.burdens import BOXES, SPENT
from rules.games.polaris.resolution import resolve
from rules.games.polaris.settings import setting
from rules.games.polaris.skills import CATALOGUE
from rules.games.polaris.tables import ATTRIBUTES
from rules.games.polaris.text import _

Effects = tuple[Effect, ...]
GROUP = _("Fatigue")

# POL-FAT-02: what an effort may ask for.
EFFORTS = {"endurance": CATALOGUE["endurance"].label, "CON": ATTRIBUTES["CON"], "VOL": ATTRIBUTES["VOL"]}


def offer(scene: Scene, actor: str) -> Offer | None:
    """POL-FAT-01: the test of an effort outside a fight, where the campaign plays with fatigue."""
    return replace(form(actor), group=GROUP) if setting(scene.settings, "fatigue_rules") else None


def form(actor: str) -> Offer:
    """POL-FAT-02: what the effort asks for."""
    rows = tuple(Choice(key, label) for key, label in EFFORTS.items())
    effort = Field("effort", _("The effort asks for"), "choice", default="endurance", choices=rows)
    modifier = Field("modifier", _("Modifier"), default=0, least=-30, most=30, gm_only=True)
    label = _("Test fatigue")
    only = frozenset(("modifier",))
    return Offer("fatigue", actor, label, (effort, modifier), gm_only=only)


def rest_offer(scene: Scene, actor: str) -> Offer | None:
    """Rest: nobody says how fast fatigue goes, so a level at a time when the game master lets it."""
    tired = burdens.fatigue_level(scene.sheet(actor)) or burdens.fatigue_box(scene.sheet(actor))
    if not setting(scene.settings, "fatigue_rules") or not tired:
        return None
    return Offer("rest", actor, _("Rest: one level of fatigue less"), group=GROUP, master=True)


def effort(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """POL-FAT-01: a failure is the next level, a success the next box of this one."""
    found = checks.find(scene.sheet(actor), scene.settings, args["effort"])
    if found is None:
        return ()
    level, box = burdens.fatigue_level(scene.sheet(actor)), burdens.fatigue_box(scene.sheet(actor))
    target = found.target.plus(
        Modifier(_("Box of fatigue"), BOXES[box], "POL-FAT-01"),
        Modifier(_("Game master"), int(args.get("modifier", 0)), "POL-TEST-08"),
    )
    check = replace(found, actor=actor, target=target)
    label = _("Fatigue: %(skill)s", skill=check.what)
    outcome = yield from resolve(check, scene.settings, "fatigue", label)
    tested = Effect("outcome", actor, outcome)
    if outcome.level.succeeded:
        return (tested, Effect("fatigue", actor, {"level": level, "box": min(box + 1, len(BOXES) - 1)}))
    tired = Effect("fatigue", actor, {"level": min(level + 1, SPENT), "box": 0})
    if level + 1 < SPENT:
        return (tested, tired)
    shaken = yield from shock.due(lasting.after(scene, (tired,)), actor, None, _SPENT)
    return (tested, tired, *shaken)


_SPENT = Modifier(_("Spent"), 0, "POL-FAT-01")


def rest(scene: Scene, actor: str, _args: Data) -> Script[Effects]:
    """One level less, from its first box on."""
    yield from ()
    level = burdens.fatigue_level(scene.sheet(actor))
    return (Effect("fatigue", actor, {"level": max(0, level - 1), "box": 0}),)


def owing(scene: Scene) -> tuple[str, ...]:
    """POL-TURN-05, POL-FAT-01: who has still to test at the end of this turn, if it is one of those."""
    if not setting(scene.settings, "fatigue_rules") or scene.round % int(
        setting(scene.settings, "fatigue_every_turns")
    ):
        return ()
    return tuple(
        one for one in scene.fighters if not initiative.is_out(scene, one) and not initiative.mark(scene, one, "breath")
    )
