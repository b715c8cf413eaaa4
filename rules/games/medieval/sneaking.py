"""Sneak attacks: an approach out of sight, and the blow after it (MED-SNEAK)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules.character.fields import flag
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects
from rules.core.check import Check, Level, Modifier, Outcome
from rules.core.effects import Effect
from rules.core.errors import Refused
from rules.core.rounds import TWO_NEEDED, AboutFighter
from rules.core.scene import Action, Change, Scene
from rules.core.script import Effect as AnyEffect
from rules.core.script import Script
from rules.core.text import Text
from rules.games.medieval import checks, manoeuvres, weapons
from rules.games.medieval.attacks import attacking, blows, chances
from rules.games.medieval.attacks.attacking import Attacking
from rules.games.medieval.attacks.spotting import Spotted, Unseen, is_spotted
from rules.games.medieval.attacks.throws import Blow, declared_blow
from rules.games.medieval.checks import LEVELS
from rules.games.medieval.initiative import ACTED, ASSAULT, Acted, Done, is_out, land_all
from rules.games.medieval.manoeuvres import APPROACHED, FREE, Chained, ChainEvent
from rules.games.medieval.movement import contact, moves
from rules.games.medieval.movement.contact import CAUGHT, Attacked
from rules.games.medieval.movement.moves import MOVED, MOVED_ALREADY, NO_SPRINT, SPRINTING, Sprinted
from rules.games.medieval.rounds import stops
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import TECHNIQUES
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon
from rules.games.medieval.wrestling import check_roll, why_no_grip
from rules.odds.act import Chance, Odds, value_if_known

SPOTTED = _("The target has spotted the attacker: no sneak attack.")


class Approached(Effect):
    """MED-SNEAK-01: a fighter has made their approach of this round."""

    mark = APPROACHED


class Resumes(Effect):
    """MED-SNEAK-01: after a failed approach the attack of the round is still open; in an Assault, one attack more."""

    kind = "resumes"
    is_open = True
    says = _("may still attack in full view")

    def land(self, scene: Scene) -> tuple[Change, ...]:
        left = ASSAULT.number(scene, self.target)
        if left:
            return ASSAULT.set(scene, self.target, left + 1), FREE.set(scene, self.target)
        return (ACTED.set(scene, self.target, None),)


class Sneak(Attacking):
    """MED-SNEAK-01 to 05: an approach to a target who has not spotted the fighter, then an attack or technique."""

    kind = "sneak"
    label = _("Sneak attack")
    rules = ("MED-SNEAK-01", "MED-SNEAK-02", "MED-SNEAK-03", "MED-SNEAK-04", "MED-SNEAK-05", "MED-SPRINT-02")
    engagements = ("melee", "thrown", "ranged")
    in_assault = False

    def targets(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        rows = attacking.targets(scene, actor)
        return tuple(
            replace(row, refused=row.refused or (SPOTTED if is_spotted(scene, actor, row.key) else None))
            for row in rows
        )

    def means(self, scene: Scene, actor: str) -> Field:
        field = super().means(scene, actor)
        grips = (
            Choice(weapons.grip(key), _("Wrestling: %(technique)s", technique=label))
            for key, label in TECHNIQUES.items()
        )
        return replace(field, choices=(*field.choices, *grips))

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        whom, what, *rest = super().fields(scene, actor)
        return (whom, what, flag("sprint", _("At a sprint"), rule="MED-SPRINT-02"), *rest)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        rows = self.targets(scene, actor)
        if rows and all(row.refused for row in rows):
            return rows[0].refused
        if unable := super().refusal(scene, actor):
            return unable
        if contact.opponents(scene, actor):
            return CAUGHT
        return _("One approach per round.") if APPROACHED.of(scene, actor) else None

    def effects(self, scene: Scene, action: Action) -> Effects:
        technique = weapons.technique(action.args["weapon"])
        why = technique and why_no_grip(scene, action.actor, action.args["target"], technique)
        if why:
            raise Refused(why, "weapon")
        check_roll(scene, action)
        by_hand, sprint = self.weapon(scene, action).engagement == "melee", bool(action.args["sprint"])
        if sprint and (not by_hand or MOVED.of(scene, action.actor)):
            raise Refused(MOVED_ALREADY if by_hand else NO_SPRINT, "sprint")
        if by_hand and (far := moves.why_no_approach(scene, action.actor, action.args["target"], sprint)):
            raise Refused(far, "target")
        ran = (Sprinted(action.actor),) if action.args["sprint"] else ()
        return (Approached(action.actor), *ran, *super().effects(scene, action))

    def contact(self, scene: Scene, action: Action, weapon: Weapon) -> Effects:
        """No effects: contact comes only with an approach that succeeds."""
        return ()

    def ending(self, scene: Scene, action: Action) -> Effects:
        """MED-SNEAK-01: the turn runs on while the approach is rolled, since a failed one may leave the attack."""
        return tuple(Acted(row.target) if isinstance(row, Done) else row for row in super().ending(scene, action))

    def told(self, scene: Scene, action: Action) -> Text:
        who, target, weapon = (
            scene.name(action.actor), scene.name(action.args["target"]), attacking.weapon_name(scene, action)
        )  # fmt: skip
        return _("%(who)s creeps up to %(target)s: %(weapon)s", who=who, target=target, weapon=weapon)

    def blow(self, scene: Scene, action: Action, blow: Blow) -> Script[Effects]:
        actor, sprint = action.actor, action.args["sprint"]
        over = () if action.args.get("more") or blow.manoeuvre == "assaut" else (Done(actor),)
        tired = (yield from moves.sprints(scene, actor)) if sprint else ()
        effects: Effects = tired
        scene = land_all(scene, tired)  # MED-FAT-01: a point of fatigue counts at once
        if not is_out(scene, blow.target):  # nobody in a coma looks out
            outcome = yield from _approach(scene, actor, blow.target, sprint)
            effects = (*effects, AnyEffect("outcome", actor, outcome))
            if not outcome.level.succeeded:
                return (*effects, *_spot_effects(scene, blow, over))
        met = moves.comes_up(scene, actor, blow.target) if blow.weapon.engagement == "melee" else ()
        return (*effects, *met, *(yield from blows.resolve(scene, replace(blow, sneak=True))), *over)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """The odds of the approach, then of the attack against the natural Defence."""
        blow = declared_blow(scene, action.actor, action.args)
        if blow is None:
            return None
        near = value_if_known(lambda: _unseen(scene, blow))
        before = (Chance(_("Comes close unseen"), near),)
        return chances.struck_odds(scene, replace(blow, sneak=True), before, near or Fraction())


def _spot_effects(scene: Scene, blow: Blow, over: Effects) -> Effects:
    """MED-SNEAK-01: a failed approach is spotted; by house setting an attack in full view is left, or none."""
    back = manoeuvres.give_back(blow.actor, "coup_fatal") if blow.manoeuvre == "coup_fatal" else _unused(blow)
    spotted = (*back, Spotted(blow.actor, blow.target))
    if setting(scene.settings, "sneak.failed") == "open_attack":
        return (*spotted, Resumes(blow.actor))
    if ASSAULT.of(scene, blow.actor):
        over = (*stops(scene, blow.actor), Done(blow.actor))
    return (*spotted, Attacked(blow.actor), *over)


def _unused(blow: Blow) -> Effects:
    key = blow.manoeuvre
    if key in ("", "assaut"):  # the attacks of an Assault are still open, or given back as the turn ends
        return ()
    unchained = (Chained(blow.actor, ChainEvent.TAKEN_BACK),) if key == "enchainement" else ()
    back = manoeuvres.CombatPoints(blow.actor, manoeuvres.price(key, 1), key)
    return (manoeuvres.Unused(blow.actor), back, *unchained)


def stealth(scene: Scene, fighter: str, sprint: bool) -> Check:
    """MED-SPRINT-02, MED-SNEAK-01: the test of Stealth, with the malus of a sprint."""
    malus = Modifier(_("Sprint"), SPRINTING if sprint else 0, "MED-SPRINT-02")
    return checks.side(scene, fighter, "furtivite", malus)


def _approach(scene: Scene, actor: str, target: str, sprint: bool) -> Script[Outcome]:
    """MED-TEST-03: both roll; the game master rolls for the target in secret."""
    mine, theirs = stealth(scene, actor, sprint), checks.side(scene, target, "acuite")
    throws = yield (
        checks.throw(mine, "stealth", _("Stealth: approach")),
        checks.throw(theirs, "acuity", _("Acuity against the approach"), "gm", secret=True),
    )
    own, other = (checks.total(check, faces) for check, faces in zip((mine, theirs), throws, strict=True))
    level = Level.SUCCESS if checks.opposed(own, other, scene.settings) else Level.FAILURE
    return replace(own, level=level, margin=own.margin - other.margin, label=LEVELS[level], public=LEVELS[level])


def _unseen(scene: Scene, blow: Blow) -> Fraction:
    """MED-TEST-03: the chance that the approach beats the Acuity of the target."""
    if is_out(scene, blow.target):
        return Fraction(1)
    mine = stealth(scene, blow.actor, bool(blow.args["sprint"]))
    both = checks.totals(mine).beside(checks.totals(checks.side(scene, blow.target, "acuite")))
    return both.chance(lambda two: checks.beats(*two, scene.settings))


class SetUnseen(AboutFighter):
    """MED-SNEAK-01: the game master sets if everybody, or one adversary, has spotted a fighter."""

    kind = "unseen"
    label = _("Unseen")
    rules = ("MED-SNEAK-01",)
    says = _("%(who)s")

    def more(self, scene: Scene) -> tuple[Field, ...]:
        return contact.one_or_all(scene, "by", _("Unseen by")), flag("off", _("Now spotted"), rule="MED-SNEAK-01")

    def cost(self, scene: Scene, action: Action) -> Effects:
        by = action.args.get("by", contact.ALL)
        if by == action.args["fighter"]:
            raise Refused(TWO_NEEDED, "by")
        effect = Spotted if action.args["off"] else Unseen
        return (effect(action.args["fighter"], "" if by == contact.ALL else by),)
