"""The winner chooses: special effects one by one, and the counters that were prepared against them (MYT-FX-00)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rules.core.effects import Effect
from rules.core.scene import Change, Scene
from rules.core.script import Ask, Option, Script, choose
from rules.core.script import Effect as Stored
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.effects import conditions as need
from rules.games.mythras.effects.moment import Moment
from rules.games.mythras.effects.special_effects import EFFECTS, open_to, why_refused
from rules.games.mythras.rolls.resolution import LEVELS, Differential
from rules.games.mythras.text import _

Effects = tuple[Stored, ...]


class Chosen(Effect):
    """MYT-FX-00a: a special effect of this exchange."""

    kind = "chosen"
    scalar = "effect"
    is_open = True
    effect: str

    def told(self, scene: Scene) -> Text | None:
        return _("uses %(effect)s", effect=EFFECTS[self.effect].label)


class Prepared(Effect):
    """MYT-FX-PREPARE-COUNTER: one more effect that is waited for, in secret."""

    kind = "prepared"
    against: str = ""
    effect: str = ""
    by: ClassVar[int] = 1

    def land(self, scene: Scene) -> tuple[Change, ...]:
        waiting = int((marks.COUNTERS.rows(scene, self.target).get(self.against) or {}).get(self.effect, 0))
        return (
            marks.COUNTERS.set(scene, self.target, max(0, waiting + self.by) or None, f"{self.against}.{self.effect}"),
        )


class Sprung(Prepared):
    """MYT-FX-PREPARE-COUNTER: what was waited for came, and is lost."""

    kind = "sprung"
    is_open = True
    by: ClassVar[int] = -1

    def told(self, scene: Scene) -> Text | None:
        return _("was waiting for it: %(effect)s is lost", effect=EFFECTS[self.effect].label)


class Withstood(Effect):
    """MYT-CORE-07: a special effect that its victim resisted."""

    kind = "withstood"
    scalar = "effect"
    is_open = True
    effect: str

    def told(self, scene: Scene) -> Text | None:
        return _("resists: %(effect)s", effect=EFFECTS[self.effect].label)


OWN_EFFECTS = (Chosen, Prepared, Sprung, Withstood)
FUMBLED = ("weapon_malfunction", "accidental_injury", "select_target")
# MYT-FX-PREPARE-COUNTER: any effect, one of a blow where the blow is one’s own; levels and fumbles do not matter.
COUNTERS = (
    "trip", "disarm", "pin_weapon", "press_advantage", "overextend", "blind_opponent", "enhance_parry",
    "withdraw", "arise", "slip_free", "compel_surrender", "scar", "grip", "entangle", "damage_weapon",
    "accidental_injury", "select_target", "weapon_malfunction", "pin_down", "duck_back", "rapid_reload",
    "maximise_damage", "impale", "bleed", "bypass_armour", "choose_location", "circumvent_parry", "sunder",
    "stun_location", "bash", "marksman", "drop_foe", "circumvent_cover", "overpenetration",
)  # fmt: skip
_BLOW = frozenset({
    "maximise_damage", "impale", "bleed", "bypass_armour", "choose_location", "circumvent_parry", "sunder",
    "stun_location", "bash", "marksman", "drop_foe", "circumvent_cover", "overpenetration",
})  # fmt: skip
_NEEDS = {
    "disarm": (need.other_armed, need.not_too_strong, need.melee),
    "pin_weapon": (need.other_armed, need.melee),
    "trip": (need.standing, need.melee),
    "arise": (need.prone, need.legs),
    "press_advantage": (need.heedful,),
    "withdraw": (need.melee,),
    "slip_free": (need.held,),
    "grip": (need.unarmed, need.free_hand),
    "entangle": (need.flag("entangling", _("Needs an entangling weapon.")),),
    "damage_weapon": (need.blow, need.armed, need.other_whole),
    "accidental_injury": (need.defends, need.blow),
    "select_target": (need.defends, need.blow, need.third),
    "weapon_malfunction": (need.defends, need.gun),
    "pin_down": (need.attacks, need.gun),
    "duck_back": (need.attacks, need.gun, need.beside_cover),
    "rapid_reload": (need.attacks, need.shot),
    "impale": (need.impaling,),
    "sunder": (need.sundering,),
    "stun_location": (need.flag("bludgeoning", _("Needs a bludgeoning weapon.")),),
    "bash": (need.shield_or_blunt, need.not_too_large),
    "marksman": (need.shot,),
    "drop_foe": (need.gun_or_siege,),
    "circumvent_cover": (need.gun,),
    "overpenetration": (need.gun, need.third),
    "compel_surrender": (need.sapient, need.surrenders),
    "enhance_parry": (need.defends, need.hits),
}


def choices(moment: Moment, won: Differential, only: tuple[str, ...] = ()) -> Script[Moment]:
    """MYT-FX-00a, MYT-FX-00b, MYT-FX-00h, MYT-UI-08: as many effects as were won, all before damage, or fewer."""
    moment = replace(moment, side=won.winner or "attacker")
    for number in range(1, won.count + 1):
        key = yield from choose(
            f"effect-{number}", moment.winner, _question(number, won, moment), _options(moment, only)
        )
        if key == "none":
            break
        moment = replace(moment, chosen=(*moment.chosen, key))
    return moment


def _question(number: int, won: Differential, moment: Moment) -> Text:
    """MYT-UI-07: how many were won, and the two levels that they come from."""
    mine, theirs = LEVELS[moment.attack], LEVELS[moment.defence]
    levels = (mine, theirs) if moment.side == "attacker" else (theirs, mine)
    return _(
        "Special effect %(number)s of %(count)s: %(mine)s against %(theirs)s",
        number=number,
        count=won.count,
        mine=levels[0],
        theirs=levels[1],
    )


def _options(moment: Moment, only: tuple[str, ...]) -> tuple[Option, ...]:
    rows = (
        Option(
            key, EFFECTS[key].label, refused=why_refused(key, moment), hint=EFFECTS[key].says, group=EFFECTS[key].group
        )
        for key in open_to(moment.side)
        if not only or key in only
    )
    return (*rows, Option("none", _("No further effect")))


def prepare_counters(moment: Moment) -> Script[Effects]:
    """MYT-FX-PREPARE-COUNTER: in secret, the effect one waits for, once for each copy."""
    rows = tuple(Option(key, row.label, group=row.group) for key, row in EFFECTS.items())
    entries: Effects = ()
    for number in range(1, moment.chosen.count("prepare_counter") + 1):
        label = _("Which effect do you wait for?")
        (key,) = yield Ask(f"counter-{number}", moment.winner, label, rows, secret=True)
        entries += (Prepared(moment.winner, against=moment.loser, effect=str(key)),)
    return entries


def spring_counters(moment: Moment) -> Script[tuple[Moment, Moment, Effects]]:
    """MYT-FX-PREPARE-COUNTER: effects the other was waiting for are lost, each for an own one that succeeds."""
    waiting = dict(marks.COUNTERS.rows(moment.scene, moment.loser).get(moment.winner) or {})
    theirs = replace(moment, side="defender" if moment.side == "attacker" else "attacker", chosen=())
    sentence: Effects = ()
    chosen: tuple[str, ...] = ()
    for key in moment.chosen:
        if not waiting.get(key):
            chosen += (key,)
            continue
        waiting[key] -= 1
        label = _("You were waiting for it: %(effect)s. Your own?", effect=EFFECTS[key].label)
        answer = yield from choose(f"sprung-{len(sentence)}", theirs.winner, label, _own(theirs))
        sentence += (Sprung(theirs.winner, against=moment.winner, effect=key),)
        if answer != "none":
            theirs = replace(theirs, chosen=(*theirs.chosen, answer))
    return replace(moment, chosen=chosen), theirs, sentence


def _own(moment: Moment) -> tuple[Option, ...]:
    rows = []
    for key in COUNTERS:
        row = EFFECTS[key]
        again = key in moment.chosen and not row.stacks
        needs = (*((need.attacks, need.hits) if key in _BLOW else ()), *_NEEDS.get(key, ()))
        why = next((result for row in needs if (result := row(moment))), None)
        why = _("Chosen already, and it does not stack.") if again else why
        rows.append(Option(key, row.label, refused=why, hint=row.says, group=row.group))
    return (*rows, Option("none", _("No further effect")))
