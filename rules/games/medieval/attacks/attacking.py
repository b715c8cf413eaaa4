"""The acts of attack, in melee and from afar: form, cost, contact, and the attacks of an Assault (MED-ATT)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rules.character.fields import number
from rules.character.sheet import Choice, Field
from rules.core.acts import Effects, Notes, Offer
from rules.core.errors import Refused
from rules.core.memo import memoize
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Script
from rules.core.text import Text, plain, signed
from rules.games.medieval import checks, damage, manoeuvres, weapons
from rules.games.medieval import sheet as sheets
from rules.games.medieval.attacks.blows import holds_without_roll, resolve
from rules.games.medieval.attacks.chances import struck_odds
from rules.games.medieval.attacks.throws import Blow, declared_blow
from rules.games.medieval.checks import MODIFIER
from rules.games.medieval.initiative import ASSAULT, MORE, TurnAct
from rules.games.medieval.manoeuvres import MANOEUVRE, Assault, Chained, ChainEvent, spend, why_not
from rules.games.medieval.movement import contact, moves
from rules.games.medieval.movement.actions import Drawn
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import AT_ACTION, AT_START, BEFORE_ROLL, MANOEUVRES, OWN, REFUSALS, TECHNIQUES
from rules.games.medieval.text import _
from rules.games.medieval.weapons import Weapon
from rules.odds.act import Odds, value_if_known

_RULED = {"auto": _("As the dice say"), "yes": _("Critical if it hits"), "no": _("Never critical")}
DEFENCE_MODIFIER = replace(MODIFIER, key="defence_modifier", label=_("Modifier of the Defence"))
GM_FIELDS = (
    MODIFIER,
    DEFENCE_MODIFIER,
    Field(
        "critical",
        _("Critical success"),
        "choice",
        "auto",
        choices=tuple(Choice(key, label) for key, label in _RULED.items()),
        rule="MED-ATT-05",
        gm_only=True,
    ),
)


@memoize
def targets(scene: Scene, fighter: str, near: bool = False) -> tuple[Choice, ...]:
    """MED-MOVEACT-03: the targets to choose; the dead and, if ``near``, those out of reach are disabled."""

    def refused(who: str) -> Text | None:
        if gone := contact.why_gone(scene, who):
            return gone
        far = near and (contact.why_out_of_reach(scene, fighter, who) or moves.why_too_far(scene, fighter, who))
        return far or None

    return tuple(contact.person(scene, fighter, who, refused(who)) for who in scene.targets_of(fighter))


def weapon_choice(weapon: Weapon) -> Choice:
    unreadable = _("The damage of this weapon cannot be read.")
    refused = weapons.UNSAID if not weapon.engagement else None if weapon.hurts else unreadable
    return Choice(weapon.key, weapon.name, refused, None, weapon.in_hand)


def _weapon_note(scene: Scene, fighter: str, weapon: Weapon) -> Text:
    sheet, settings = scene.sheet(fighter), scene.settings
    score = signed(checks.attack(sheet, settings, weapon).target.total)
    if not weapon.hurts:
        return _("attack %(score)s", score=score)
    dealt = str(weapon.damage or plain(damage.pressure(sheet, settings, weapon).total))
    return _("attack %(score)s, damage %(dice)s", score=score, dice=dealt)


class Attacking(TurnAct):
    """MED-ATT-01, MED-MAN-01 to 04: an attack: manoeuvre, drawing the weapon, closing in, the roll, the damage."""

    rules: ClassVar[tuple[str, ...]] = ("MED-ATT-01", "MED-ATT-04", "MED-ATT-05", "MED-MAN-03", "MED-MANOEUVRE-ASSAUT")
    foretold = True
    in_assault = True
    aims = True
    engagements: ClassVar[tuple[str, ...]] = ("melee",)
    without: ClassVar[str] = ""  # a manoeuvre that this attack excludes

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (
            Field("target", _("Target"), "choice", choices=self.targets(scene, actor), rule="MED-ATT-01"),
            self.means(scene, actor),
            *self.declared_with(scene, actor),
            MORE,
            *GM_FIELDS,
        )

    def targets(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        return targets(scene, actor, True)

    def means(self, scene: Scene, actor: str) -> Field:
        what = tuple(map(weapon_choice, self.arms(scene, actor)))
        return Field("weapon", _("Weapon"), "choice", choices=what, rule="MED-ATT-03")

    def arms(self, scene: Scene, actor: str) -> list[Weapon]:
        return [row for row in weapons.weapons(scene.sheet(actor)) if row.engagement in (*self.engagements, "")]

    def notes(self, scene: Scene, offer: Offer) -> Notes:
        return {"weapon": {row.key: _weapon_note(scene, offer.actor, row) for row in self.arms(scene, offer.actor)}}

    def declared_with(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        """MED-MAN-03: the fields for the manoeuvre of an attack; none for a further attack of an Assault."""
        if ASSAULT.of(scene, actor):
            return ()
        rows = (Choice("none", _("No manoeuvre")), *self._manoeuvres(scene, actor))
        named = Field(MANOEUVRE.key, _("Manoeuvre"), "choice", "none", choices=rows, rule="MED-MAN-03")
        if not sheets.rank(scene.sheet(actor), "assaut"):
            return (named,)
        label, most = _("Assault: additional attacks"), MANOEUVRES["assaut"].most
        return named, number("extra", label, 1, 1, most, "MED-MANOEUVRE-ASSAUT")

    def _manoeuvres(self, scene: Scene, actor: str) -> Iterator[Choice]:
        """MED-MAN-04: the manoeuvres to choose; those of the start of the round are disabled as too late."""
        for key in (key for key in (*AT_ACTION, *AT_START) if key != self.without):
            row = MANOEUVRES[key]
            if key in AT_START and not sheets.rank(scene.sheet(actor), key):
                continue
            fitting = min(self.engagements, key=lambda engagement: engagement not in row.engagements)
            refused = why_not(scene, actor, key, moment(key), engagement=fitting)
            yield Choice(key, _("%(manoeuvre)s (%(pc)s PC)", manoeuvre=row.label, pc=row.pc), refused, row.says)

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        if unable := contact.why_unable(scene, actor):
            return unable
        return None if self.means(scene, actor).choices else weapons.UNARMED

    def effects(self, scene: Scene, action: Action) -> Effects:
        fighter, args, weapon = action.actor, action.args, self.weapon(scene, action)
        used = () if ASSAULT.of(scene, fighter) else self.uses(scene, action, weapon)
        drawn = () if weapon.bare or weapon.in_hand else (Drawn(fighter, weapon.key),)
        return (*used, *drawn, *self.contact(scene, action, weapon), *moves.beside(scene, fighter, args))

    def weapon(self, scene: Scene, action: Action) -> Weapon:
        key = weapons.grip(action.args["technique"]) if "technique" in action.args else action.args["weapon"]
        weapon = weapons.find(scene.sheet(action.actor), key)
        assert weapon is not None, "the form offers weapons of the sheet"
        return weapon

    def uses(self, scene: Scene, action: Action, weapon: Weapon) -> Effects:
        """MED-MAN-01 to 04: the chosen manoeuvre and its cost. Raises ``Refused`` if it is impossible."""
        fighter, key = action.actor, manoeuvres.named(action.args)
        if not key:
            return ()
        times = int(action.args["extra"]) if key == "assaut" else 1
        if key == "coup_fatal" and not weapon.hurts:
            raise Refused(REFUSALS["WRONG_ENGAGEMENT"], MANOEUVRE.key)
        if code := manoeuvres.refusal(scene, fighter, key, moment(key), engagement=weapon.engagement, times=times):
            counted = key == "assaut" and code in ("MAX_RANK", "NOT_ENOUGH_RANKS", "NOT_ENOUGH_PC")
            why = manoeuvres.in_words(scene, fighter, key, code, times)
            raise Refused(why, "extra" if counted else MANOEUVRE.key)
        chained = (Chained(fighter, ChainEvent.DECLARED),) if key == "enchainement" else ()
        return (*spend(fighter, key, times), *chained)

    def contact(self, scene: Scene, action: Action, weapon: Weapon) -> Effects:
        """MED-MOVEACT-03: the attacker in melee closes in and is engaged with the target."""
        if weapon.engagement != "melee":
            return ()
        return moves.comes_up(scene, action.actor, action.args["target"])

    def ending(self, scene: Scene, action: Action) -> Effects:
        """MED-MANOEUVRE-ASSAUT: the last attack of an Assault ends the turn."""
        fighter, left = action.actor, ASSAULT.number(scene, action.actor)
        if manoeuvres.named(action.args) == "assaut":
            return (Assault(fighter, int(action.args["extra"])),)
        made = (Assault(fighter, -1),) if left else ()
        return (*made, *(() if left > 1 else super().ending(scene, action)))

    def procedure(self, scene: Scene, action: Action) -> Script[Effects] | None:
        blow = declared_blow(scene, action.actor, action.args)
        if blow is None or contact.why_gone(scene, blow.target):
            return None
        return self.blow(scene, action, blow)

    def blow(self, scene: Scene, action: Action, blow: Blow) -> Script[Effects]:
        return resolve(scene, blow)

    def wording(self, scene: Scene, action: Action) -> Text | None:
        return with_manoeuvre(self.told(scene, action), action.args)

    def told(self, scene: Scene, action: Action) -> Text:
        who, target = scene.name(action.actor), scene.name(action.args["target"])
        return _("%(who)s attacks %(target)s: %(weapon)s", who=who, target=target, weapon=weapon_name(scene, action))

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        blow = declared_blow(scene, action.actor, action.args)
        if blow is None or value_if_known(lambda: holds_without_roll(scene, blow)):
            return None
        return struck_odds(scene, blow)


def moment(key: str) -> int:
    """MED-MAN-04: the moment of declaration of a manoeuvre used with the fighter's own action."""
    return BEFORE_ROLL if MANOEUVRES[key].when == BEFORE_ROLL else OWN


def with_manoeuvre(told: Text, args: Data) -> Text:
    key = manoeuvres.named(args)
    return _("%(attack)s (%(manoeuvre)s)", attack=told, manoeuvre=MANOEUVRES[key].label) if key else told


def weapon_name(scene: Scene, action: Action) -> Text:
    key = action.args["weapon"]
    if technique := weapons.technique(key):
        return TECHNIQUES[technique]
    weapon = weapons.find(scene.sheet(action.actor), key)
    return weapon.name if weapon else Text("?")


class Attack(Attacking):
    """MED-ATT-01, MED-MOVEACT-03: an attack in melee, which may close in first."""

    kind = "attack"
    label = _("Attack in melee")

    def notes(self, scene: Scene, offer: Offer) -> Notes:
        """MED-MOVEACT-03: with the maximum distance to the targets that the attacker can close in on."""
        away = _("%(metres)s m away at most", metres=moves.closing(scene, offer.actor))
        plain_rows = (row for row in offer.fields[0].choices if row.hint is None)
        near = {row.key: away for row in plain_rows if moves.closes(scene, offer.actor, row.key)}
        return {**super().notes(scene, offer), "target": near}


class Shoot(Attacking):
    """MED-MOVEACT-01: a shot or throw, with an optional movement at half speed."""

    kind = "shoot"
    label = _("Shoot or throw")
    engagements = ("thrown", "ranged")

    def refusal(self, scene: Scene, actor: str) -> Text | None:
        return super().refusal(scene, actor) or moves.why_out_of_breath(scene, actor)

    def targets(self, scene: Scene, actor: str) -> tuple[Choice, ...]:
        rows, anybody = targets(scene, actor), setting(scene.settings, "move.shots_in_melee") == "anybody"
        if anybody:
            return rows
        return tuple(
            replace(row, refused=row.refused or contact.why_out_of_reach(scene, actor, row.key)) for row in rows
        )

    def fields(self, scene: Scene, actor: str) -> tuple[Field, ...]:
        return (*super().fields(scene, actor), *moves.beside_fields(scene, actor))
