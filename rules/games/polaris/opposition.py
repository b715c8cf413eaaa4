"""One against several: the acting roll meets each opponent’s own, or the best of them (POL-OPP-04)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Modifier
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Script, together
from rules.core.sheet import Choice, Field
from rules.core.text import Text, pgettext
from rules.games.polaris import checks
from rules.games.polaris.resolution import resolve, winner
from rules.games.polaris.settings import setting
from rules.games.polaris.skills import CATALOGUE
from rules.games.polaris.tables import ATTRIBUTES

Effects = tuple[Effect, ...]
_ALL = Choice("all", pgettext("polaris", "Everybody on other sides"))


def offer(scene: Scene) -> Offer | None:
    """An opposed test outside of blows, such as stealth against the observation of every guard."""
    if len(scene.fighters) < 2:
        return None
    who = tuple(Choice(one, pgettext("polaris", "%(who)s", who=scene.name(one))) for one in scene.fighters)
    tests = tuple(Choice(key, label) for key, label in _tests().items())
    fields = (
        Field("fighter", pgettext("polaris", "Who acts"), "choice", choices=who),
        Field("check", pgettext("polaris", "What is tested"), "choice", default="stealth", choices=tests),
        Field("against", pgettext("polaris", "Against"), "choice", default="all", choices=(_ALL, *who)),
        Field("opposing", pgettext("polaris", "With"), "choice", default="observation", choices=tests),
        Field("modifier", pgettext("polaris", "Modifier"), default=0, least=-30, most=30, rule="POL-TEST-08"),
    )
    return Offer("oppose", "gm", pgettext("polaris", "Opposed test"), fields)


def oppose(scene: Scene, args: Data) -> Script[Effects]:
    """POL-OPP-01, 02, 04: one roll of who acts, and each opponent against it."""
    actor = str(args["fighter"])
    mine = _check(scene, actor, str(args["check"]))
    found = [(one, _check(scene, one, str(args["opposing"]))) for one in _opponents(scene, actor, str(args["against"]))]
    theirs = [check for _one, check in found if check is not None]
    if mine is None or not theirs:
        return (Effect("told", actor, pgettext("polaris", "nobody can oppose this")),)
    free = Modifier(pgettext("polaris", "Game master"), int(args.get("modifier", 0)), "POL-TEST-08")
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
        return pgettext("polaris", "nothing happens against %(who)s", who=who)
    return (
        pgettext("polaris", "wins against %(who)s", who=who)
        if won
        else pgettext("polaris", "loses to %(who)s", who=who)
    )


def _tests() -> dict[str, Text]:
    plain = {key: skill.label for key, skill in CATALOGUE.items() if not skill.specialised}
    return {**ATTRIBUTES, "reaction": pgettext("polaris", "Reaction"), "luck": pgettext("polaris", "Luck"), **plain}


def _opponents(scene: Scene, actor: str, against: str) -> list[str]:
    side = scene.fighters[actor].side
    if against == "all":
        return [one for one, row in scene.fighters.items() if row.side != side]
    return [against] if against in scene.fighters and against != actor else []


def _check(scene: Scene, fighter: str, key: str) -> Check | None:
    found = checks.find(scene.sheet(fighter), scene.settings, key)
    return found and replace(found, actor=fighter)
