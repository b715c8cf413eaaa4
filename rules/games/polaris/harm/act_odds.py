"""An attack before its dice, as its viewer knows it: the scene, its tests and its blow."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rules.core.check import Modifier
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import ATTACK
from rules.core.text import Text
from rules.games.polaris.close_combat import exchange, grappling, holds, melee, several_attacks, techniques
from rules.games.polaris.harm import attack_odds
from rules.games.polaris.harm.attack_odds import Hits
from rules.games.polaris.harm.damage import Blow
from rules.games.polaris.shooting import manners, ranged, volleys
from rules.games.polaris.shooting.manners import BLIND, SUPPRESS
from rules.games.polaris.shooting.weapons import Weapon
from rules.games.polaris.text import _
from rules.games.polaris.trials import wishes
from rules.games.polaris.turn import initiative, surprise
from rules.games.polaris.turn.circumstances import place_said
from rules.odds.act import Odds, value_if_known
from rules.odds.distribution import certain


def odds(scene: Scene, action: Action) -> Odds | None:
    """The odds of an attack as far as the scene tells; ``None`` where it has no test."""
    actor, args = action.actor, action.args
    weapon, target = several_attacks.weapon(scene, actor), several_attacks.target(scene, actor)
    if weapon is None or target not in scene.fighters:
        return None
    if action.kind == ATTACK:
        return _blow(scene, actor, target, weapon, args)
    return _shot(scene, actor, target, weapon, args)


def _blow(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Odds | None:
    """POL-MELEE-01: both sides where both are known, else the own one."""
    met = value_if_known(lambda: melee.bout(scene, actor, target, weapon, args))
    if met is None:
        return _half(scene, actor, target, weapon, args)
    met = replace(met, mine=replace(met.mine, check=wishes.preview_check(met.mine.check, args)))
    if techniques.attack_technique(scene, actor, target) in techniques.GRIPS:
        return _grapple(scene, met, target, args)
    blow = None if met.technique in techniques.SWEEPS else melee.blow(scene, met, target, 0, args)
    worth = (attack_odds.worth_text(met.mine.check, scene.settings),) if blow else ()
    hits = attack_odds.strikes(scene, met.mine.check, args, met.theirs.check if met.theirs else None)
    hits, notes = _if_seen(scene, actor, target, hits)
    return attack_odds.odds(scene, met.mine.check, hits, blow, *worth, *notes)


def _grapple(scene: Scene, met: melee.Bout, target: str, args: Data) -> Odds:
    """POL-MARTIAL-19 to 22: the first test alone: to seize somebody, or the grip on whom is held already."""
    actor, theirs = met.mine.fighter, met.theirs.check if met.theirs else None
    technique = techniques.attack_technique(scene, actor, target)
    hits = attack_odds.strikes(scene, met.mine.check, args, theirs)
    if target not in holds.held_fighters(scene, actor):
        hits, notes = _if_seen(scene, actor, target, hits)
        second = () if technique == techniques.GRAB else (_GRIP,)
        label = techniques.NAMES[techniques.GRAB]
        return attack_odds.odds(scene, met.mine.check, hits, None, *second, *notes, label=label)
    if args.get("result", "dice") == "dice":
        enough = partial(grappling.has_grip, scene, actor, target)
        hits = attack_odds.wins(met.mine.check, theirs, scene.settings, enough)
    return attack_odds.odds(scene, met.mine.check, hits, None, label=techniques.NAMES[technique])


def _if_seen(scene: Scene, actor: str, target: str, hits: Hits) -> tuple[Hits, tuple[Text, ...]]:
    """POL-MELEE-15: the hits of a fighter who has to find their opponent first, if they fight blind."""
    looked = exchange.looking_check(scene, actor, target)
    if looked is None:
        return hits, ()
    spotted = attack_odds.outcomes(looked, scene.settings)
    return spotted.then(lambda item: hits_if(hits, item.level.succeeded)), (_("Observation has to succeed first."),)


def hits_if(hits: Hits, holds: bool) -> Hits:
    """The hits of an attack where something before it holds, none where it does not."""
    return hits if holds else certain(None)


def _half(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Odds | None:
    plan = str(initiative.declaration(scene, actor).get("technique", ""))
    technique = "" if plan in techniques.DEFENSIVE else holds.opening(scene, actor, target, plan)
    mine = melee.attacker(scene, actor, weapon, args, technique)
    if mine is None:
        return None
    terms = [melee.crowd(scene, actor)]
    if initiative.is_out(scene, target) or not surprise.can_defend(scene, target, True):
        terms = [Modifier(_("Target without defence"), melee.DEFENCELESS, "POL-MELEE-13")]
    check = mine.check.plus(*terms)
    unsure = [_REACH] if weapon.reach else []
    unsure += [_TECHNIQUE] if plan in techniques.OFFENSIVE else []
    if plan in techniques.GRIPS:
        held = target in holds.held_fighters(scene, actor)
        second = () if held or plan == techniques.GRAB else (_GRIP,)
        label = techniques.NAMES[plan if held else techniques.GRAB]
        return attack_odds.test_odds(scene, check, *second, *unsure, then=(label,))
    if plan in techniques.SWEEPS:
        return attack_odds.test_odds(scene, check, *unsure, then=(attack_odds.HIT,))
    return attack_odds.test_odds(scene, check, attack_odds.worth_text(check, scene.settings), *unsure)


_REACH = _("The reach of the other weapon is not known: it may change this.")
_GRIP = _("To seize comes first: a second test makes the grip, won against somebody who fails.")
_TECHNIQUE = _("The technique takes the initiative over the opponent.")


def _shot(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Odds | None:
    """POL-RANGED-01: a simple test; fire at a zone leaves the rest to luck."""
    manner = manners.said_manner(initiative.declaration(scene, actor))
    if manner == SUPPRESS:
        check = ranged.zone_test(scene, actor, target, weapon, args)
        if check is None:
            return None
        return replace(attack_odds.test_odds(scene, wishes.preview_check(check, args), _ZONE), chances=())
    check = ranged.test(scene, actor, target, weapon, args)
    if check is None:
        return None
    if manner == BLIND:
        return _blind(scene, actor, target, weapon, args)
    check = wishes.preview_check(check, args)
    place, extra = ranged.aimed_place(scene, actor, target), ranged.extra(scene, actor, target, weapon)
    blow = Blow(actor, target, weapon, 0, place_said(args) or place, extra)
    hits = attack_odds.strikes(scene, check, args)
    return attack_odds.odds(scene, check, hits, blow, attack_odds.worth_text(check, scene.settings))


def _blind(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data) -> Odds | None:
    """POL-RANGED-15: Observation, the shot it eases or hinders, then luck; the shot is shown without the first."""
    seen, shot = volleys.spotting_check(scene, actor), volleys.blind_check(scene, actor, target, weapon, args, 0)
    if seen is None or shot is None:
        return None
    shot = wishes.preview_check(shot, args)
    spotted = attack_odds.outcomes(seen, scene.settings).map(lambda item: item.modifier)

    def struck() -> Hits:
        lucky, fails = volleys.luck_check(scene, actor, target)
        luck = certain(not fails)
        if lucky is not None:
            luck = attack_odds.outcomes(lucky, scene.settings).map(lambda item: item.level.succeeded)
        hits = spotted.then(lambda by: _shot_with(scene, actor, target, weapon, args, by))
        return hits.then(lambda worth: luck.map(lambda good: worth if good != fails else None))

    hits = value_if_known(struck)
    if hits is None:
        return attack_odds.test_odds(scene, shot, _BLIND)
    return attack_odds.odds(scene, shot, hits, Blow(actor, target, weapon, 0, place_said(args)), _BLIND)


def _shot_with(scene: Scene, actor: str, target: str, weapon: Weapon, args: Data, by: int) -> Hits:
    check = volleys.blind_check(scene, actor, target, weapon, args, by)
    return attack_odds.strikes(scene, wishes.preview_check(check, args), args) if check else certain(None)


_ZONE = _("The luck of everybody there decides.")
_BLIND = _("Observation comes before it, and luck after it.")
