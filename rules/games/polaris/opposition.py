"""One against several: the acting roll meets each opponent’s own, or the best of them (POL-OPP-04)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script, together
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.polaris import checks
from rules.games.polaris.resolution import resolve, winner
from rules.games.polaris.settings import setting
from rules.games.polaris.skills import CATALOGUE
from rules.games.polaris.tables import ATTRIBUTES
from rules.games.polaris.text import _

Effects = tuple[Effect, ...]
_ALL = Choice("all", _("Everybody on other sides"))


def offer(scene: Scene) -> Offer | None:
    """An opposed test outside of blows, such as stealth against the observation of every guard."""
    if len(scene.fighters) < 2:
        return None
    who = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in scene.fighters)
    tests = tuple(Choice(key, label) for key, label in _tests().items())
    fields = (
        Field("fighter", _("Who acts"), "choice", choices=who),
        Field("check", _("What is tested"), "choice", default="stealth", choices=tests),
        Field("against", _("Against"), "choice", default="all", choices=(_ALL, *who)),
        Field("opposing", _("With"), "choice", default="observation", choices=tests),
        Field("modifier", _("Modifier"), default=0, least=-30, most=30, rule="POL-TEST-08"),
    )
    return Offer("oppose", "gm", _("Opposed test"), fields)


def oppose(scene: Scene, args: Data) -> Script[Effects]:
    """POL-OPP-01, 02, 04: one roll of who acts, and each opponent against it."""
    actor = str(args["fighter"])
    mine = _check(scene, actor, str(args["check"]))
    found = [(one, _check(scene, one, str(args["opposing"]))) for one in _opponents(scene, actor, str(args["against"]))]
    theirs = [check for _one, check in found if check is not None]
    if mine is None or not theirs:
        return (Effect("told", actor, _("nobody can oppose this")),)
    free = Modifier(_("Game master"), int(args.get("modifier", 0)), "POL-TEST-08")
    mine = replace(mine, target=mine.target.plus(free))
    if setting(scene.settings, "group_opposition") == "best":
        theirs = [max(theirs, key=lambda one: one.target.total)]
    outcomes = yield from together(
        resolve(mine, scene.settings, "acts"),
        *(resolve(check, scene.settings, f"resists-{check.actor}") for check in theirs),
    )
    first, *others = outcomes
    tested = tuple(Effect("outcome", one.check.actor, one) for one in outcomes)
    ends = {one.check.actor: winner(first, one, scene.settings) for one in others}
    told = (Effect("told", actor, _told(scene, one, won is first, won is None)) for one, won in ends.items())
    return (*tested, *told)


def _told(scene: Scene, other: str, won: bool, nothing: bool) -> Text:
    who = scene.name(other)
    if nothing:
        return _("nothing happens against %(who)s", who=who)
    return _("wins against %(who)s", who=who) if won else _("loses to %(who)s", who=who)


def _tests() -> dict[str, Text]:
    plain = {key: skill.label for key, skill in CATALOGUE.items() if not skill.specialised}
    return {**ATTRIBUTES, "reaction": _("Reaction"), "luck": _("Luck"), **plain}


def _opponents(scene: Scene, actor: str, against: str) -> list[str]:
    side = scene.fighters[actor].side
    if against == "all":
        return [one for one, row in scene.fighters.items() if row.side != side]
    return [against] if against in scene.fighters and against != actor else []


def _check(scene: Scene, fighter: str, key: str) -> Check | None:
    found = checks.find(scene.sheet(fighter), scene.settings, key)
    return found and replace(found, actor=fighter)
