"""The special effects that are resisted, need a choice, or simply follow a blow (MYT-FX)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.check import Check, Outcome
from rules.core.dice import Dice
from rules.core.scene import Scene
from rules.core.script import Effect, Option, Script, choose, roll
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.character.tables import SIZE_INDEX
from rules.games.mythras.combat import consequences, situations, threat
from rules.games.mythras.combat.blows import Damage, modifier_dice
from rules.games.mythras.combat.injuries import Bleeding, Dropped, Impaled, Scar, Stunned
from rules.games.mythras.effects.choice import Withstood
from rules.games.mythras.effects.moment import Moment
from rules.games.mythras.effects.special_effects import EFFECTS
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.holding import Drop, Taken
from rules.games.mythras.equipment.ranged import Jammed, Quick
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.rolls.grades import Situation
from rules.games.mythras.rounds import initiative
from rules.games.mythras.rounds.states import (
    Blind,
    CannotAttack,
    Cowed,
    Disengage,
    Entangled,
    Free,
    Gripped,
    Moved,
    Pinned,
    Prone,
    Pushed,
    Surrendered,
)
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

Effects = tuple[Effect, ...]
D3 = Dice(1, 3)
TURNS_A_MINUTE = 12 * 2  # of rounds of five seconds, with two turns each


def of_effect(key: str, moment: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-00g: one special effect after the damage, with its resistance."""
    result = _SCRIPTS.get(key)
    return (yield from result(moment, mine, damage, forced)) if result else ()


def _resist(
    m: Moment, key: str, mine: Outcome, forced: bool, shift: tuple[Situation, ...] = (), held: Weapon | None = None
) -> Script[consequences.Resisted]:
    row, scene, victim = EFFECTS[key], m.scene, m.loser
    label = _("%(effect)s: resist", effect=row.label)
    if forced:
        return consequences.Resisted(False)
    if row.resisted == ("style",):
        weapon = held or m.other
        assert weapon is not None
        check = threat.style_check(scene, victim, weapon, (*shift, *situations.burdens(scene, victim)))
    else:
        which = yield from consequences.choose_skill(scene, victim, row.resisted, f"{key}-skill", label)
        check = consequences.skill(scene, victim, which, shift)
    resisted = yield from consequences.resist(scene, victim, check, mine, f"{key}-resist", label)
    return _with_words(victim, key, resisted)


def _with_words(victim: str, key: str, resisted: consequences.Resisted) -> consequences.Resisted:
    """MYT-CORE-07: what was resisted is told, or the author’s choice would seem to have come about."""
    return replace(resisted, tests=(*resisted.tests, Withstood(victim, key))) if resisted.held else resisted


def _is_wounded(damage: Damage | None) -> bool:
    return damage is not None and damage.dealt > 0


def _bleed(m: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-BLEED: only through armour, with a wound."""
    if not _is_wounded(damage):
        return ()
    resisted = yield from _resist(m, "bleed", mine, forced)
    return resisted.tests if resisted.held else (*resisted.tests, Bleeding(m.loser))


def _stun(m: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-STUN, MYT-STYLE-KNOCKOUT: as many turns as damage, or minutes on a surprise attack."""
    if damage is None or not damage.dealt:
        return ()
    resisted = yield from _resist(m, "stun_location", mine, forced)
    if resisted.held:
        return resisted.tests
    gift = marks.GIFT.of(m.scene, m.loser)
    minutes = bool(gift) and "knockout_blow" in sheets.traits(m.scene.sheet(m.winner), m.weapon.style)
    value = {"location": damage.location.key, "turns": damage.dealt * (TURNS_A_MINUTE if minutes else 1)}
    return (*resisted.tests, Stunned.read(m.loser, value | ({"minutes": damage.dealt} if minutes else {})))


def _trip(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-TRIP: of somebody whom nothing else has felled meanwhile."""
    if marks.PRONE.of(m.scene, m.loser):
        return ()
    if forced:
        return (Prone(m.loser),)
    return (yield from resist_trip(m.scene, m.loser, mine))


def resist_trip(scene: Scene, victim: str, against: Outcome) -> Script[Effects]:
    """MYT-FX-TRIP: the victim resists, or falls; whoever has four legs also with Athletics, one grade easier."""
    row = EFFECTS["trip"]
    label = _("%(effect)s: resist", effect=row.label)
    keys = (*row.resisted, "athletics") if sheets.on_four_legs(scene.sheet(victim)) else row.resisted
    which = yield from consequences.choose_skill(scene, victim, keys, "trip-skill", label)
    easier = (Situation(_("four legs"), steps=-1, rule="MYT-FX-TRIP"),) if which == "athletics" else ()
    check = consequences.skill(scene, victim, which, easier)
    resisted = yield from consequences.resist(scene, victim, check, against, "trip-resist", label)
    resisted = _with_words(victim, "trip", resisted)
    return resisted.tests if resisted.held else (*resisted.tests, Prone(victim))


def _disarm(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-DISARM: the sizes of both weapons make holding on harder or easier; an unarmed winner takes the weapon."""
    what = yield from _choose_weapon(m, "disarm")
    if what is None:
        return ()
    by = SIZE_INDEX[m.own.size if m.own else "small"] - SIZE_INDEX[what.size]
    shift = (Situation(_("sizes of the weapons"), steps=by, rule="MYT-FX-DISARM"),) if by else ()
    resisted = yield from _resist(m, "disarm", mine, forced, shift, what)
    if resisted.held:
        return resisted.tests
    if limbs.empty_handed(m.scene, m.winner) and not m.weapon.ranged:
        return (*resisted.tests, Taken(m.loser, weapon=what.key, by=m.winner))
    strength = sheets.damage_modifier(m.scene.sheet(m.winner))
    flown = (yield from modifier_dice(m.winner, strength, "disarm-metres")) if strength.sign > 0 else 0
    return (*resisted.tests, Drop(m.loser, weapon=what.key, metres=flown))


def _choose_weapon(m: Moment, key: str) -> Script[Weapon | None]:
    """MYT-FX-DISARM, MYT-FX-PIN-WEAPON: the weapon or the shield, as the winner says."""
    if len(m.in_hand) < 2:
        return next(iter(m.in_hand), None)
    rows = tuple(Option(weapon.key, weapon.label) for weapon in m.in_hand)
    answer = yield from choose(f"{key}-what", m.winner, EFFECTS[key].label, rows)
    return next(weapon for weapon in m.in_hand if weapon.key == answer)


def _pin_weapon(m: Moment, _mine: Outcome, _damage: Damage | None, _forced: bool) -> Script[Effects]:
    """MYT-FX-PIN-WEAPON: until it is struggled free."""
    what = yield from _choose_weapon(m, "pin_weapon")
    return (Pinned(m.loser, weapon=what.key, by=m.winner),) if what else ()


def _surrender(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    resisted = yield from _resist(m, "compel_surrender", mine, forced)
    return resisted.tests if resisted.held else (*resisted.tests, Surrendered(m.loser))


def _blind(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-BLIND: resisted with Evade, or with the style of whoever uses a shield; the game master says how badly."""
    resisted = consequences.Resisted(False)
    if not forced:
        label = _("%(effect)s: resist", effect=EFFECTS["blind_opponent"].label)
        check = yield from _sight(m, label)
        resisted = yield from consequences.resist(m.scene, m.loser, check, mine, "blind_opponent-resist", label)
        resisted = _with_words(m.loser, "blind_opponent", resisted)
    if resisted.held:
        return resisted.tests
    grade = str(setting(m.scene.settings, "blind_grade"))
    if grade == "ask":
        rows = (Option("hard", _("Hard")), Option("formidable", _("Formidable")))
        grade = yield from choose("blind-grade", "gm", _("How badly blinded?"), rows)
    (turns,) = yield from roll("blind-turns", m.winner, D3, _("Turns blinded"))
    return (*resisted.tests, Blind(m.loser, grade=grade, turns=turns))


def _sight(m: Moment, label: Text) -> Script[Check]:
    """MYT-FX-BLIND: Evade, or the style of the shield, as the one who is to be blinded likes."""
    evade, able = consequences.skill(m.scene, m.loser, "evade"), arms.weapons(m.scene.sheet(m.loser), m.scene.settings)
    shields = [
        weapon
        for weapon in able
        if weapon.category == "shield" and limbs.why_unusable(m.scene, m.loser, weapon) is None
    ]
    if not shields:
        return evade
    style = threat.style_check(m.scene, m.loser, shields[0], situations.burdens(m.scene, m.loser))
    options = tuple(
        Option(key, row.what, hint=consequences.target_text(row)) for key, row in (("evade", evade), ("style", style))
    )
    answer = yield from choose("blind_opponent-skill", m.loser, label, options)
    return style if answer == "style" else evade


def _bash(m: Moment, _mine: Outcome, damage: Damage | None, _forced: bool) -> Script[Effects]:
    """MYT-FX-BASH: a metre for 2 points with a shield, for 3 with something blunt; the game master knows the ground."""
    if damage is None or m.own is None:
        return ()
    each = 2 if m.own.category == "shield" else 3
    up = setting(m.scene.settings, "bash_rounding") == "up"
    metres = -(-damage.raw // each) if up else damage.raw // each
    if not metres:
        return ()
    rows = (Option("clear", _("The ground is clear")), Option("obstacle", _("Into an obstacle")))
    what = _("Pushed back %(metres)s m: into what?", metres=metres)
    answer = yield from choose("bash-ground", "gm", what, rows)
    push = Pushed(m.loser, metres)
    if answer == "clear" or marks.PRONE.of(m.scene, m.loser):
        return (push,)
    return (push, *(yield from consequences.stumble(m.scene, m.loser, "bash", "hard", "hard")))


def _pin_down(m: Moment, mine: Outcome, _damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-PIN-DOWN: each further copy lasts a turn more."""
    resisted = yield from _resist(m, "pin_down", mine, forced)
    turns = 1 if setting(m.scene.settings, "stack_effect_turns") == "single" else m.chosen.count("pin_down")
    if resisted.held:
        return resisted.tests
    hides = yield from cover.dive_for_cover(m.scene, m.loser, "pin_down")
    return (*resisted.tests, *hides, CannotAttack(m.loser, turns), Cowed(m.loser, turns))


def _drop_foe(m: Moment, mine: Outcome, damage: Damage | None, forced: bool) -> Script[Effects]:
    """MYT-FX-DROP-FOE: at least a minor wound."""
    if not _is_wounded(damage):
        return ()
    resisted = yield from _resist(m, "drop_foe", mine, forced)
    minutes = -(-60 // max(1, sheets.sixth(m.scene.sheet(m.loser), "con")))
    return resisted.tests if resisted.held else (*resisted.tests, Dropped(m.loser, minutes))


_SCRIPTS = {
    "pin_down": _pin_down,
    "drop_foe": _drop_foe,
    "bleed": _bleed,
    "stun_location": _stun,
    "trip": _trip,
    "disarm": _disarm,
    "pin_weapon": _pin_weapon,
    "compel_surrender": _surrender,
    "blind_opponent": _blind,
    "bash": _bash,
}


# What is neither rolled nor resisted.


def followups(moment: Moment, damage: Damage | None, mine: Outcome) -> Effects:
    """MYT-FX: the effects that simply happen."""
    author, victim, chosen = moment.winner, moment.loser, moment.chosen
    struck = damage.location.key if damage else _weapon_limb(moment)
    turns = 1 if setting(moment.scene.settings, "stack_effect_turns") == "single" else chosen.count("overextend")
    quick = {"weapon": moment.weapon.key, "turns": chosen.count("rapid_reload")}
    place = {
        "press_advantage": CannotAttack(victim, 1),
        "overextend": CannotAttack(victim, turns),
        "entangle": _snare(moment, mine, struck),
        "grip": Gripped(victim, author),
        "slip_free": Free(author),
        "arise": Prone(author, False),
        "withdraw": Disengage(author, victim),
        "scar": Scar(victim, struck),
        "weapon_malfunction": Jammed(victim, moment.weapon.key),
        "rapid_reload": Quick.read(author, quick),
    }
    rows = [place[key] for key in dict.fromkeys(chosen) if key in place]
    moved = (Moved(author),) if "withdraw" in chosen else ()  # MYT-ACT-BRACE: by whatever way
    return (*moved, *rows, *(_impale(moment, damage) if "impale" in chosen else ()))


def _snare(m: Moment, mine: Outcome, struck: str) -> Entangled:
    """MYT-FX-ENTANGLE: with what, and the roll that a fall of the next turn is resisted against."""
    weapon, die = m.own.key if m.own is not None else "", mine.faces[0] if mine.faces else 0
    return Entangled(m.loser, struck, m.winner, weapon, die, int(mine.level))


def _impale(m: Moment, damage: Damage | None) -> Effects:
    """MYT-FX-IMPALE, MYT-RANGED-IMPALE-SIZE: what wounded stays until it is pulled out; a bullet never does.

    ``shot`` is an arrow, or one of several that are thrown: its owner has others.
    """
    size = m.weapon.impale if m.weapon.ranged else m.weapon.size
    if damage is None or not damage.dealt or m.weapon.natural or not size:
        return ()
    value = {"weapon": m.weapon.key, "by": m.winner, "location": damage.location.key}
    shot = m.weapon.ranged and not marks.LYING.rows(m.scene, m.winner).get(m.weapon.key)
    return (Impaled(m.loser, **value, grade=initiative.impale_grade(m.scene, m.loser, size), shot=shot),)


def _weapon_limb(moment: Moment) -> str:
    """MYT-FX-ENTANGLE: a defender holds the limb that attacks."""
    weapon = moment.other
    held = limbs.holding(moment.scene, moment.loser, weapon) if weapon else ()
    body = sheets.locations(moment.scene.sheet(moment.loser))
    return held[0] if held else next((place.key for place in body if place.kind == "arm"), body[0].key)
