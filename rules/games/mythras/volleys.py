"""Shots: one at a time, in bursts, with two guns, into a crowd (MYT-RANGED, MYT-AUTO)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.core.check import Outcome
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose
from rules.core.text import Text
from rules.games.mythras import bout, initiative, ranged, resolution, threat
from rules.games.mythras import weapons as arms
from rules.games.mythras.exchange import armed, thwarted
from rules.games.mythras.grades import Situation
from rules.games.mythras.landing import landed
from rules.games.mythras.resolution import under
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _
from rules.games.mythras.threat import Threat

Effects = tuple[Effect, ...]


def shoot(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MYT-RANGED-01, MYT-AUTO-02, MYT-RANGED-DUAL: a shot or a short burst, perhaps with another gun as well."""
    weapon = armed(scene, actor, args, flies=True)
    if weapon is None:
        return thwarted(actor)
    other = second(scene, actor, args)
    pair = both(weapon, other) if other is not None else ()
    effects = yield from _fired(scene, actor, weapon, args, pair)
    if other is not None:
        scene = landed(scene, effects)
        args = {**args, "weapon": other.key}
        if not initiative.is_out(scene, actor):
            effects += yield from under("second-", _fired(scene, actor, other, args, pair))
    return (*effects, Effect("aim", actor, None))


def second(scene: Scene, actor: str, args: Data) -> arms.Weapon | None:
    """MYT-RANGED-DUAL: the gun in the other hand, where one is used."""
    key = str(args.get("second", "none"))
    return None if key in ("none", args.get("weapon")) else arms.find(scene.sheet(actor), key, scene.settings)


def both(one: arms.Weapon, other: arms.Weapon) -> tuple[Situation, ...]:
    """MYT-RANGED-DUAL: two pistols are hard, anything longer formidable, for both shots."""
    grade = "hard" if one.kind == other.kind == "pistol" else "formidable"
    return (Situation(_("two guns"), grade, rule="MYT-RANGED-DUAL"),)


def _fired(scene: Scene, actor: str, weapon: arms.Weapon, args: Data, pair: Iterable[Situation]) -> Script[Effects]:
    """MYT-RANGED-CROWD: a shot; one that missed for the crowd alone hits somebody beside the target."""
    short = weapon.mode == "short_burst" and weapon.automatic
    rows = (*ranged.recoil(scene, actor, weapon.mode if short else "semi_auto"), *pair)
    danger = threat.shot(scene, actor, str(args["target"]), weapon, args, rows)
    danger = replace(danger, bullets=weapon.burst) if short else danger
    if not (yield from threat.located(danger)):
        return thwarted(actor)
    rolled = yield from threat.roll(danger)
    if rolled.level.succeeded or not rolled.faces or not _for_the_crowd(danger, rolled, rows):
        return (yield from bout.fought(danger, rolled))
    other = yield from _beside(danger)
    if not other:
        return (yield from bout.fought(danger, rolled))
    stray = replace(danger, target=other, plain=True, bullets=1)
    found = resolution.judged(_without_crowd(danger, rows).check, rolled.faces, scene.settings)
    told = (Effect("outcome", actor, rolled), Effect("strayed", other, actor))
    hit = yield from under("stray-", bout.fought(stray, replace(found, check=rolled.check)))
    return (*told, *(one for one in hit if one.kind != "outcome" or one.target != actor))


def _without_crowd(danger: Threat, rows: Iterable[Situation]) -> Threat:
    args = {**danger.args, "crowd": "none"}
    weapon = arms.find(danger.scene.sheet(danger.attacker), str(args["weapon"]), danger.scene.settings)
    assert weapon is not None
    return threat.shot(danger.scene, danger.attacker, danger.target, weapon, args, rows)


def _for_the_crowd(danger: Threat, rolled: Outcome, rows: Iterable[Situation]) -> bool:
    """MYT-RANGED-CROWD: whether the same die would have hit without the crowd."""
    if str(danger.args.get("crowd", "none")) == "none":
        return False
    check = _without_crowd(danger, rows).check
    return resolution.judged(check, rolled.faces, danger.scene.settings).level.succeeded


def _beside(danger: Threat) -> Script[str]:
    """MYT-RANGED-CROWD: the game master knows who stands beside the target, and throws where it may be several."""
    near = [one for one in danger.scene.fighters if one not in (danger.attacker, danger.target)]
    able = [one for one in near if not initiative.is_out(danger.scene, one)]
    rows = tuple(Option(one, _("%(who)s", who=danger.scene.name(one))) for one in able)
    none = Option("none", _("Nobody of those here"))
    label = _("The shot strays into the crowd: who stands there?")
    found = yield from choose("stray", "gm", label, (*rows, none))
    return "" if found == "none" else found


# Long bursts.


def arc(scene: Scene, args: Data) -> tuple[str, ...]:
    """MYT-AUTO-04: everybody inside the arc of fire."""
    return tuple(one for one in scene.fighters if args.get(f"at_{one}"))


def shares(rounds: int, targets: int) -> tuple[int, int]:
    """MYT-AUTO-04: the rounds for each target, and those that are lost."""
    each = rounds // targets if targets else 0
    return each, rounds - each * targets


def burst(scene: Scene, actor: str, args: Data) -> Script[Effects]:
    """MYT-AUTO-04, MYT-AUTO-07: a long burst: a roll and an exchange of its own for everybody in the arc."""
    weapon, whom = armed(scene, actor, {**args, "target": actor}, flies=True), arc(scene, args)
    if weapon is None or not whom:
        return thwarted(actor)
    rounds = int(args["rounds"])
    each, lost = shares(rounds, len(whom))
    spent = Effect("fire", actor, {"weapon": weapon.key, "rounds": rounds})
    rows = (
        Option("fire", _("Fire"), (spent,)),
        Option("hold", _("Hold fire")),
    )
    said = yield from choose("fire", actor, sharing(rounds, each, lost), rows)
    if said == "hold":
        return ()
    effects: Effects = ()
    for number, one in enumerate(whom):
        first_only = setting(scene.settings, "long_burst_fx") == "first_only"
        danger = threat.shot(scene, actor, one, weapon, args, ranged.recoil(scene, actor, "long_burst"))
        danger = replace(danger, target=one, bullets=each, plain=first_only and number > 0)
        effects += yield from under(f"{one}-", _one(danger))
    return (*effects, Effect("aim", actor, None))


def sharing(rounds: int, each: int, lost: int) -> Text:
    """MYT-UI-16: how a long burst is shared out."""
    return _(
        "A long burst of %(rounds)s: %(each)s for each target, %(lost)s lost",
        rounds=rounds,
        each=each,
        lost=lost,
    )


def _one(danger: Threat) -> Script[Effects]:
    if not (yield from threat.located(danger)):
        return ()
    rolled = yield from threat.roll(danger)
    return (yield from bout.fought(danger, rolled))
