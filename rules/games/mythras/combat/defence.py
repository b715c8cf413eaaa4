"""The answer to a threat: who may parry with what, evade, strike back, or let it come (MYT-PARRY, MYT-CLOSE-EVADE)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.core.acts import Effects
from rules.core.check import Check, Level, Outcome
from rules.core.scene import Scene
from rules.core.script import Ask, Effect, Option, Script, choose
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.actions.cover import Exposed
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import consequences, situations
from rules.games.mythras.combat.threat import Threat, attack_check, style_check
from rules.games.mythras.equipment import limbs, sizes
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.holding import Ward
from rules.games.mythras.equipment.ranged import Aimed
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls import resolution
from rules.games.mythras.rolls.grades import Situation
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.acts import strains
from rules.games.mythras.rounds.states import Guarded, Offence, Prone, Unsettled
from rules.games.mythras.rounds.turn_effects import Spend, SpendTurn
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _


@dataclass(frozen=True)
class Defence:
    """The defender's choice and roll; without a roll it counts as a failure."""

    kind: str = "none"
    guard: Weapon | None = None
    outcome: Outcome | None = None

    @property
    def level(self) -> Level:
        """MYT-PARRY-03: the level; failure without a defence."""
        return self.outcome.level if self.outcome else Level.FAILURE


NOTHING = Defence()
COUNTER, PARRY = "counter-", "parry-"
LET_COME = Option("none", _("Let it come"), declines=True)


def defend(threat: Threat, attack: Outcome) -> Script[Defence]:
    """MYT-ATK-01, MYT-AP-03, MYT-PARRY-02, MYT-REACT-EVADE: the attack is seen, then answered once or never."""
    if not attack.faces:
        return NOTHING
    scene, defender = threat.scene, threat.target
    options = tuple(_options(threat))
    if all(option.refused for option in options[:-1]):
        return NOTHING
    seen = _("Attack: %(result)s. Which reaction?", result=resolution.LEVELS[attack.level])
    (answer,) = yield Ask("reaction", defender, seen, options)
    if answer == "none":
        return NOTHING
    yield from choose_point(scene, defender)
    check, guard = answer_check(threat, str(answer))
    label = _("Defence: %(skill)s", skill=check.what)
    outcome = yield from resolution.resolve(check, scene.settings, "defence", label)
    kind = "counter" if str(answer).startswith(COUNTER) else "parry" if guard else "evade"
    return Defence(kind, guard, outcome)


def why_no_answer(scene: Scene, defender: str) -> Text | None:
    """MYT-PARRY-03, MYT-AP-03: why a fighter cannot answer an attack at all."""
    if why := picks.why_no_reaction(scene, defender):
        return why
    if marks.REACTED.of(scene, defender):
        return _("Has broken in: that was the reaction.")
    return _("No action point is left.") if initiative.left(scene, defender) < 1 else None


def _may_choose_point(scene: Scene, defender: str) -> bool:
    """MYT-ACT-DELAY: true if a reaction may be paid with the point kept for one, or with that of another turn."""
    return bool(marks.DELAYED.of(scene, defender)) and initiative.left_for_turns(scene, defender) > 0


def reaction_cost(scene: Scene, defender: str) -> tuple[Effect, ...]:
    """MYT-AP-01, MYT-ACT-DELAY: the point of a reaction, where there is no choice of which."""
    return () if _may_choose_point(scene, defender) else (Spend(defender, 1),)


def choose_point(scene: Scene, defender: str) -> Script[str]:
    """MYT-ACT-DELAY: the point that was kept, or that of another turn, as the one who reacts says."""
    if not _may_choose_point(scene, defender):
        return ""
    rows = (
        Option("kept", _("The point that was kept"), (Spend(defender, 1),)),
        Option("turn", _("The point of another turn"), (SpendTurn(defender, 1),)),
    )
    return (yield from choose("point", defender, _("Which point does this cost?"), rows))


def ends_prone(threat: Threat) -> bool:
    """MYT-CLOSE-EVADE, MYT-STYLE-DAREDEVIL: true if evading this leaves one prone."""
    return threat.weapon.ranged or "daredevil" not in limbs.style_traits(threat.scene, threat.target)


def dodge(
    scene: Scene, fighter: str, attacker: str, seen: Text, stands: tuple[str, ...] = (), falls: bool = True
) -> Script[Defence]:
    """MYT-AP-03, MYT-CLOSE-EVADE: the answer to what nobody parries: an evasion, or a skill that ``stands`` firm."""
    if why_no_answer(scene, fighter):
        return NOTHING
    firm = (_answer(scene, fighter, attacker, key) for key in stands)
    rows = (*_evasions(scene, fighter, attacker, falls=falls), *firm)
    if all(row.refused for row in rows):
        return NOTHING
    (answer,) = yield Ask("reaction", fighter, seen, (*rows, LET_COME))
    if answer == LET_COME.key:
        return NOTHING
    yield from choose_point(scene, fighter)
    check = evading_check(scene, fighter, attacker, str(answer))
    outcome = yield from resolution.resolve(check, scene.settings, "defence", check.what)
    return Defence("stand" if answer in stands else "evade", None, outcome)


def _evasions(
    scene: Scene, fighter: str, attacker: str, why: Text | None = None, falls: bool = True, around: str = "none"
) -> Iterator[Option]:
    """MYT-CLOSE-EVADE, MYT-FX-ENTANGLE: Evade, and Acrobatics where they may stand for it; neither on a held leg."""
    why = why or _why_leg_held(scene, fighter)
    yield _answer(scene, fighter, attacker, "evade", why, _FALLS if falls else None, around)
    if _may_use_acrobatics(scene, fighter):
        nimble = _answer(scene, fighter, attacker, "acrobatics", why, None, around)
        yield replace(nimble, label=_("Evade by Acrobatics"))


def _answer(
    scene: Scene, fighter: str, attacker: str, key: str, why: Text | None = None, ends: Text | None = None,
    around: str = "none",
) -> Option:  # fmt: skip
    check = evading_check(scene, fighter, attacker, key, around)
    return Option(key, check.what, reaction_cost(scene, fighter), why or check.refused, _odds(scene, check, ends))


def evading_check(scene: Scene, fighter: str, attacker: str, key: str, around: str = "none") -> Check:
    """MYT-CLOSE-EVADE, MYT-SIT: a skill against something that comes at one, with the place and its situations."""
    traits = limbs.style_traits(scene, fighter)
    rows = situations.defence_situations(scene, fighter, attacker, around, traits)
    return consequences.skill(scene, fighter, key, rows, fights=True)


def lands(fighter: str, answer: Defence) -> tuple[Effect, ...]:
    """MYT-CLOSE-EVADE: where an evasion ends: on the ground, but for an acrobat."""
    acrobat = answer.outcome is not None and answer.outcome.check.key == "acrobatics"
    return (Unsettled(fighter), *(() if acrobat else (Prone(fighter),)))


def _options(threat: Threat) -> Iterator[Option]:
    scene, defender = threat.scene, threat.target
    price, unable = reaction_cost(scene, defender), why_no_answer(scene, defender)  # MYT-PARRY-01
    able = [
        weapon for weapon in arms.weapons(scene.sheet(defender), scene.settings) if weapon.in_hand and not weapon.ranged
    ]
    yield from (_parry(threat, guard, price, unable) for guard in able)
    why, around = unable or _why_not_evaded(threat), str(threat.args.get("theirs", "none"))
    yield from _evasions(scene, defender, threat.attacker, why, ends_prone(threat), around)
    if threat.charges:
        yield from (_strike_back(threat, weapon, price, unable) for weapon in able)
    yield LET_COME


def _parry(threat: Threat, guard: Weapon, price: Effects, unable: Text | None) -> Option:
    scene, defender = threat.scene, threat.target
    check, _guard = answer_check(threat, f"{PARRY}{guard.key}")
    why = unable or limbs.why_unusable(scene, defender, guard) or why_not_parried(threat, guard) or check.refused
    label = _("Parry: %(weapon)s", weapon=guard.label)
    cost = (*price, Guarded(defender)) if sizes.is_defensive(scene, defender, guard) else price
    if guard.key in marks.WARDS.rows(scene, defender):
        cost = (*cost, Ward(defender, weapon=guard.key, places=()))
    hint = _odds(scene, check, _STOPS[sizes.stopped_by_parry(scene, defender, guard, threat.weapon)])
    return Option(f"{PARRY}{guard.key}", label, cost, why, hint)


def _strike_back(threat: Threat, weapon: Weapon, price: Effects, unable: Text | None) -> Option:
    """MYT-CLOSE-CHARGE: against a charge the blow may be answered by a blow."""
    scene, defender = threat.scene, threat.target
    label, key = _("Strike back: %(weapon)s", weapon=weapon.label), f"{COUNTER}{weapon.key}"
    check, _guard = answer_check(threat, key)
    why = unable or _why_no_counter(threat) or limbs.why_unusable(scene, defender, weapon) or check.refused
    return Option(key, label, (*price, *striking(scene, defender, weapon)), why, _odds(scene, check, None))


def striking(scene: Scene, fighter: str, weapon: Weapon) -> Effects:
    """MYT-CLOSE-PASSIVE, MYT-FX-BLEED: what strikes guards no more."""
    return Ward(fighter, weapon.key), *strains(scene, fighter), *attacking(scene, fighter)


def attacking(scene: Scene, fighter: str) -> Effects:
    """MYT-RANGED-AIM, MYT-ACT-SNEAK-PEEK, MYT-STYLE-DEFENSIVE: an attack of any kind ends an aim and is seen."""
    aim = (Aimed(fighter, None),) if marks.AIM.of(scene, fighter) else ()
    return *aim, Offence(fighter), Exposed(fighter)


def _may_use_acrobatics(scene: Scene, fighter: str) -> bool:
    """MYT-CLOSE-EVADE: true if Acrobatics may stand for Evade."""
    learnt = sheets.learnt(scene.sheet(fighter), "acrobatics") is not None
    return learnt and bool(setting(scene.settings, "acrobatics_for_evade"))


def _odds(scene: Scene, check: Check, more: Text | None) -> Text:
    """MYT-UI-05: the chances of an answer, and what else it does."""
    odds = resolution.chances(check, scene.settings)
    return _("%(parts)s", parts=(odds, more)) if more else odds


_FALLS = _("ends prone")
_STOPS = {
    "all": _("stops all damage"),
    "half": _("stops half of the damage"),
    "none": _("stops no damage"),
    "points": _("stops what its armour points are worth"),
}


def why_not_parried(threat: Threat, guard: Weapon) -> Text | None:
    """MYT-RANGED-PARRY: why something does not parry this threat."""
    guards = guard.key in marks.WARDS.rows(threat.scene, threat.target)
    if guards and setting(threat.scene.settings, "ward_parry") == "refused":
        return _("It guards a location.")
    if threat.weapon.firearm:
        return _("Nothing parries this.")
    if threat.weapon.ranged and guard.category != "shield":
        return _("Only a shield parries this.")
    return None


def _why_not_evaded(threat: Threat) -> Text | None:
    """MYT-RANGED-PARRY: from a firearm one dives for cover, or not at all."""
    rule = setting(threat.scene.settings, "evade_firearms")
    near = threat.is_ticked("cover_near") or cover.at_hand(threat.scene, threat.target)
    if not threat.weapon.firearm or rule == "always":
        return None
    return limbs.why_rooted(threat.scene, threat.target) if near and rule != "never" else _("No cover to dive for.")


def _why_leg_held(scene: Scene, fighter: str) -> Text | None:
    """MYT-FX-ENTANGLE: why somebody with an entangled leg does not evade."""
    return None if setting(scene.settings, "entangled_leg_evade") == "allowed" else limbs.why_leg_held(scene, fighter)


def _why_no_counter(threat: Threat) -> Text | None:
    """MYT-REACT-COUNTER-CHARGE, MYT-AP-05: why somebody cannot strike back at a charge; it is an attack like any."""
    return picks.why_no_blow_at(threat.scene, threat.target, threat.attacker)


def answer_check(threat: Threat, answer: str) -> tuple[Check, Weapon | None]:
    """MYT-PARRY-01, MYT-CLOSE-EVADE: what is rolled for an answer, with its situations."""
    scene, defender, settings = threat.scene, threat.target, threat.scene.settings
    sheet = scene.sheet(defender)
    around = str(threat.args.get("theirs", "none"))
    guard = arms.find(sheet, answer.removeprefix(PARRY).removeprefix(COUNTER), settings)
    if guard is not None and answer.startswith(COUNTER):
        return attack_check(scene, defender, threat.attacker, guard, {"situation": around}), guard
    if guard is not None and answer.startswith(PARRY):
        traits = sheets.traits(sheet, guard.style)
        rows: tuple[Situation, ...] = situations.defence_situations(scene, defender, threat.attacker, around, traits)
        rows = (*rows, *situations.conditions(scene, defender, traits), *limbs.wound_situations(scene, defender, guard))
        return style_check(scene, defender, guard, rows), guard
    return evading_check(scene, defender, threat.attacker, answer, around), None
