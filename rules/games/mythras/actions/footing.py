"""Footing, holds and distance: standing up, struggling, pulling down or out, closing in (MYT-ACT)."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, out_of_fight
from rules.core.check import Check, Level, Outcome
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Option, Roll, Script, choose
from rules.core.text import Text
from rules.games.mythras import marks
from rules.games.mythras.actions import cover
from rules.games.mythras.actions.moving import metres, usual_gait
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import bout, consequences, defence, threat
from rules.games.mythras.combat.blows import Blow, Damage, roll_damage
from rules.games.mythras.combat.close import check_engaged
from rules.games.mythras.combat.injuries import Hurt, Pulled
from rules.games.mythras.effects.moment import HAUL, Moment
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.equipment.holding import Drop
from rules.games.mythras.equipment.weapons import Weapon
from rules.games.mythras.marks import IMPALED, SNARES
from rules.games.mythras.rolls import luck, resolution
from rules.games.mythras.rolls.resolution import prefixed
from rules.games.mythras.rounds import initiative, picks
from rules.games.mythras.rounds.acts import QuietProcedure, TurnAct, strains, title_text
from rules.games.mythras.rounds.ground import Gone, why_apart
from rules.games.mythras.rounds.picks import name_text, targets
from rules.games.mythras.rounds.states import (
    Disengage,
    Engage,
    Foiled,
    Freed,
    Hauled,
    Moved,
    Prone,
    Thwarted,
    after_effects,
)
from rules.games.mythras.settings import setting
from rules.games.mythras.text import _

HOLDS = {
    "gripped": (_("a grip"), marks.GRIPPED),
    "entangled": (_("what entangles"), marks.ENTANGLED),
    "pinned": (_("a pinned weapon"), marks.PINNED),
}


class Stand(QuietProcedure):
    """MYT-ACT-REGAIN-FOOTING: freely, or against opponents in contact; not from under somebody."""

    kind = "stand"
    label = _("Regain footing")
    rules = ("MYT-ACT-REGAIN-FOOTING",)

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(marks.PRONE.of(scene, actor))

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return limbs.borne_down(scene, actor) or limbs.why_legless(scene, actor)

    def exposes(self, scene: Scene, actor: str) -> bool:
        return not cover.is_total(scene, actor)

    def does(self, scene: Scene, action: Action) -> Effects:
        return strains(scene, action.actor) if _hindering(scene, action.actor) else ()

    def procedure(self, scene: Scene, action: Action) -> Script[Effects]:
        actor, near = action.actor, _hindering(scene, action.actor)
        if near and setting(scene.settings, "footing_against") == "one":
            near = (max(near, key=lambda foe: _best(scene, foe)),)
        tests: Effects = ()
        for place, foe in enumerate(near):
            against = _against(scene, actor, foe, ("brawn", "athletics"), self.label)
            mine, more = yield from prefixed(f"{foe}-" if place else "", against)
            tests += more
            if not mine:
                return (*tests, Foiled(actor, self.kind))
        return (*tests, Prone(actor, False))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s tries to stand up"), scene, action)


def _hindering(scene: Scene, fighter: str) -> tuple[str, ...]:
    """MYT-ACT-REGAIN-FOOTING, MYT-FX-STUN, MYT-CLOSE-SURPRISE: the opponents in contact who can do anything."""
    near = initiative.engaged_enemies(scene, fighter)
    return tuple(foe for foe in near if picks.why_no_reaction(scene, foe) is None)


def _best(scene: Scene, fighter: str) -> int:
    return max(consequences.skill(scene, fighter, key).target.total for key in ("brawn", "athletics"))


class Struggle(TurnAct):
    """MYT-ACT-STRUGGLE, MYT-FX-GRIP, MYT-FX-ENTANGLE: an opposed test with who holds."""

    kind = "struggle"
    label = _("Struggle")
    rules = ("MYT-ACT-STRUGGLE",)

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return tuple(
            Choice(f"{kind}-{key}", label) for kind, (label, mark) in HOLDS.items() for key in mark.rows(scene, actor)
        )

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(self._rows(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("what", _("Out of what"), "choice", choices=self._rows(scene, actor), rule="MYT-ACT-STRUGGLE"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), *strains(scene, action.actor))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _struggle(scene, action.actor, str(action.args["what"]))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s struggles"), scene, action)


def _struggle(scene: Scene, fighter: str, what: str) -> Script[Effects]:
    kind, _dash, key = what.partition("-")
    freed = Freed(fighter, kind, key)
    by = {"gripped": key, "pinned": str(marks.PINNED.rows(scene, fighter).get(key, ""))}.get(kind, "")
    if kind == "entangled":
        by = limbs.snares(scene, fighter).get(key, {"by": ""})["by"]
    loose = kind == "gripped" and by not in limbs.grippers(scene, fighter)
    if loose or not initiative.in_sight_of(scene, fighter, (by,)) or initiative.is_helpless(scene, by):
        return (freed,)
    skills = ("brawn",) if kind == "entangled" else ("brawn", "unarmed")
    mine, tests = yield from _against(scene, fighter, by, skills, _("Struggle"))
    return (*tests, freed if mine else Foiled(fighter, "struggle"))


class Haul(TurnAct):
    """MYT-FX-ENTANGLE: in the turn after, an entangled victim is tripped without another attack."""

    kind = "haul"
    label = _("Pull the entangled off their feet")
    rules = ("MYT-FX-ENTANGLE",)
    aims = True

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        caught = (who for who in SNARES.rows(scene, actor) if _holds(scene, actor, who))
        return tuple(Choice(who, name_text(scene, who), _why_slack(scene, actor, who)) for who in caught)

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(self._rows(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("target", _("Target"), "choice", choices=self._rows(scene, actor), rule="MYT-FX-ENTANGLE"),)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return picks.why_no_offence(scene, actor) or picks.why_defensive(scene, actor)

    def cost(self, scene: Scene, action: Action) -> Effects:
        weapon = _snaring(scene, action.actor, str(action.args["target"]))
        return (*super().cost(scene, action), *defence.striking(scene, action.actor, weapon))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _haul(scene, action.actor, str(action.args["target"]))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s pulls %(target)s off their feet"), scene, action)


def _holds(scene: Scene, fighter: str, victim: str) -> bool:
    caught = limbs.snares(scene, victim) if victim in scene.fighters else {}
    return any(row["by"] == fighter for row in caught.values())


def _why_slack(scene: Scene, fighter: str, victim: str) -> Text | None:
    """MYT-FX-ENTANGLE, MYT-FX-STUN: why nothing can be pulled at: the arm or the weapon is held, or the victim lies."""
    if marks.PRONE.of(scene, victim):
        return _("Lies on the ground.")
    weapon = _snaring(scene, fighter, victim)
    return limbs.why_unusable(scene, fighter, weapon) if weapon.in_hand else None


def _haul(scene: Scene, fighter: str, target: str) -> Script[Effects]:
    row = SNARES.rows(scene, fighter).get(target)
    if row is None or not _holds(scene, fighter, target) or _why_slack(scene, fighter, target):
        return (Thwarted(fighter),)
    danger, level = threat.blow(scene, fighter, target, _snaring(scene, fighter, target), {}), Level(int(row["level"]))
    shown = resolution.LEVELS[level]
    against = Outcome(danger.check, (int(row["die"]),), level, 0, shown, shown)
    moment = Moment(danger, None, HAUL, level, Level.FAILURE, "attacker", ("trip",))
    return (*(yield from bout.impose(moment, against)), Hauled(fighter))


def _snaring(scene: Scene, fighter: str, victim: str) -> Weapon:
    """MYT-FX-ENTANGLE: what a victim hangs in, or the bare hands where that is gone."""
    by = {row["weapon"] for row in limbs.snares(scene, victim).values() if row["by"] == fighter}
    carried = arms.weapons(scene.sheet(fighter), scene.settings)
    return next(row for row in sorted(carried, key=lambda row: row.key not in by) if row.key in by or row.natural)


class Pull(TurnAct):
    """MYT-FX-IMPALE: a weapon that sticks in somebody, oneself included; what comes out wounds again by half."""

    kind = "pull"
    label = _("Pull out a weapon")
    rules = ("MYT-FX-IMPALE",)

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return tuple(
            Choice(f"{who}-{key}", _("from %(who)s", who=scene.name(who)), _out_of_hand(scene, actor, who))
            for who in scene.fighters
            for key, row in IMPALED.rows(scene, who).items()
            if actor in (who, row.get("by"))
        )

    def concerns(self, scene: Scene, actor: str) -> bool:
        return bool(self._rows(scene, actor))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("which", _("Which weapon"), "choice", choices=self._rows(scene, actor), rule="MYT-FX-IMPALE"),)

    def cost(self, scene: Scene, action: Action) -> Effects:
        return (*super().cost(scene, action), *strains(scene, action.actor))

    def plays(self, scene: Scene, action: Action) -> Script[Effects] | None:
        return _pull(scene, action.actor, str(action.args["which"]))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s pulls at a weapon"), scene, action)


def _out_of_hand(scene: Scene, fighter: str, victim: str) -> Text | None:
    """MYT-FX-IMPALE: why a weapon cannot be taken hold of: who keeps it has got away, or was hit from afar."""
    if victim == fighter:
        return None
    fled = out_of_fight(scene, victim) if marks.FLED.of(scene, victim) else None
    return fled or check_engaged(scene, fighter, Choice(victim, name_text(scene, victim))).refused


def _pull(scene: Scene, fighter: str, which: str) -> Script[Effects]:
    victim, _dash, key = which.partition("-")
    row = IMPALED.rows(scene, victim).get(key) if victim in scene.fighters else None
    place = sheets.location(scene.sheet(victim), str(row.get("location", key))) if row else None
    if row is None or place is None:
        return ()
    outcome, won, tests = yield from _test_brawn(scene, fighter, victim)
    if not won:
        return tests
    by, out = str(row["by"]), Pulled(victim, key)
    weapon = arms.find(scene.sheet(by), row["weapon"], scene.settings) if by in scene.fighters else None
    if weapon is None:
        return (*tests, out)
    lost = by != fighter and weapon.in_hand and not row.get("shot") and victim not in marks.ENGAGED.rows(scene, by)
    lies: Effects = (Drop(by, weapon.key, beside=victim),) if lost else ()
    blow = Blow(threat.blow(scene, fighter, victim, weapon, {}), victim)
    torn = yield from prefixed("pull-", _tear(blow, place))
    damage, paid = yield from prefixed("pull-", luck.spare(blow, torn, lambda: _tear(blow, place)))
    free = after_effects(scene, (out,))  # what is out does not hamper any more
    wounds = yield from consequences.wound(free, victim, damage, outcome)
    return (*tests, *paid, out, *lies, Hurt(victim, place.key, damage.dealt), *wounds)


def _tear(blow: Blow, place: sheets.Location) -> Script[Damage]:
    """MYT-FX-IMPALE: half of the weapon’s damage, or all of it with barbs; no armour lessens it."""
    total, lines = yield from roll_damage(blow, with_modifier=False)
    dealt = total if "barbed" in blow.threat.weapon.flags else -(-total // 2)
    return Damage(place, total, dealt, lines)


def _test_brawn(scene: Scene, fighter: str, victim: str) -> Script[tuple[Outcome, bool, Effects]]:
    label = _("Pull out a weapon: Brawn")
    outcome = yield from resolution.resolve(consequences.skill(scene, fighter, "brawn"), scene.settings, "pull", label)
    tests: Effects = (Effect("outcome", fighter, outcome),)
    unable = victim == fighter or initiative.is_helpless(scene, victim)
    if not outcome.level.succeeded or unable or not (yield from _choose_to_resist(victim)):
        return outcome, outcome.level.succeeded, tests
    against = consequences.skill(scene, victim, "brawn")
    resisted = yield from consequences.resist(scene, victim, against, outcome, "pull-resist", label)
    return outcome, not resisted.held, (*tests, *resisted.tests)


def _choose_to_resist(victim: str) -> Script[bool]:
    rows = Option("resist", _("Resist: Brawn")), Option("let", _("Let it happen"))
    return (yield from choose("pull-answer", victim, _("The weapon is pulled out"), rows)) == "resist"


class ChangeRange(QuietProcedure):
    """MYT-ACT-CHANGE-RANGE: close in, or break away; the other may contest it with Evade for a point."""

    kind = "range"
    label = _("Change range")
    rules = ("MYT-ACT-CHANGE-RANGE", "MYT-CLOSE-ENGAGE")
    exposing = True

    def _rows(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        near, held = set(initiative.engaged_enemies(scene, actor)), limbs.why_immobile(scene, actor)
        most = metres(scene.sheet(actor), scene.settings, usual_gait(scene, actor))
        away, closer = _("break away"), _("close in")

        def far(who: str) -> Text | None:
            """MYT-MOVE-02, MYT-MOVE-CRAWL: nobody closes in on somebody farther off than they walk, or crawl."""
            return None if who in near else why_apart(scene, actor, who, most)

        return tuple(
            Choice(row.key, row.label, row.refused or held or far(row.key), away if row.key in near else closer)
            for row in targets(scene, actor, attacks=False)
            if row.key in near or initiative.are_opposed(scene, actor, row.key)
        )

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (Field("other", _("From or to whom"), "choice", choices=self._rows(scene, actor)),)

    def hint(self, scene: Scene, actor: str) -> Text | None:
        freely = setting(scene.settings, "change_range_contest") == "automatic"
        return None if freely else _("may be contested with Evade, for a point")

    def why_lost(self, scene: Scene, actor: str) -> Text | None:
        return limbs.why_immobile(scene, actor)

    def does(self, scene: Scene, action: Action) -> Effects:
        return (Moved(action.actor),)

    def procedure(self, scene: Scene, action: Action) -> Script[Effects]:
        actor, other = action.actor, str(action.args["other"])
        if other not in scene.fighters:
            return ()
        near = other in initiative.engaged_enemies(scene, actor)
        near |= other in scene.hidden and actor in initiative.engaged_enemies(scene, other)
        meets = (*Gone.joining(scene, actor, other), Engage(actor, other))
        done: Effects = (Disengage(actor, other),) if near else meets
        freely = setting(scene.settings, "change_range_contest") == "automatic"
        held = picks.why_no_following(after_effects(scene, done), other)
        if freely or initiative.left(scene, other) < 1 or held:
            return done
        rows = (
            Option("let", _("Let it happen")),
            Option("contest", _("Contest it: Evade"), defence.reaction_cost(scene, other)),
        )
        if (yield from choose("contest", other, _("The range changes"), rows)) == "let":
            return done
        yield from defence.choose_point(scene, other)
        mine, tests = yield from _against(scene, actor, other, ("evade",), self.label)
        return (*tests, *done) if mine else (*tests, Foiled(actor, self.kind))

    def title(self, scene: Scene, action: Action) -> Text | None:
        return title_text(_("%(who)s changes range"), scene, action)


def _against(
    scene: Scene, fighter: str, other: str, keys: tuple[str, ...], label: Text
) -> Script[tuple[bool, Effects]]:
    """MYT-CORE-06: an opposed test, both rolled together; each side chooses among the skills."""
    skills = []
    for who, name in ((fighter, "mine"), (other, "theirs")):
        which = yield from consequences.choose_skill(scene, who, keys, f"{name}-skill", label)
        skills.append(consequences.skill(scene, who, which))
    tests: Effects = ()
    for number in range(1, 4):
        first, second = yield (_roll(skills[0], f"mine{number}", label), _roll(skills[1], f"theirs{number}", label))
        mine, theirs = _judge_both(scene, skills[0], skills[1], first, second)
        tests += (Effect("outcome", fighter, mine), Effect("outcome", other, theirs))
        won = resolution.opposed(mine, theirs, scene.settings)
        if won != resolution.AGAIN:
            return won == "active", tests
    return False, tests


def _roll(check: Check, key: str, label: Text) -> Roll:
    return Roll(key, check.actor, resolution.D100, label, check)


def _judge_both(
    scene: Scene, mine: Check, theirs: Check, first: tuple[int, ...], second: tuple[int, ...]
) -> tuple[Outcome, Outcome]:
    less = resolution.above_hundred(mine, theirs)
    settings = scene.settings
    return resolution.judge(mine, first, settings, less), resolution.judge(theirs, second, settings, less)
