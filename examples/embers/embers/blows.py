"""Blows: they always land. They take breath first, then leave wounds, and an ember burnt halves one."""

from dataclasses import replace

from embers.sheet import DICE, TESTS, _, breath_left, is_out, value
from rules.character.fields import number
from rules.character.sheet import Choice, Field
from rules.core.acts import fighters
from rules.core.effects import Effect
from rules.core.rounds import AboutFighter
from rules.core.script import Option, choose, roll
from rules.core.text import Text
from rules.core.turns import Done, TurnAct, Turns

# EMB-ORDER-01: wits decide.
TURNS = Turns(
    score=lambda scene, fighter: value(scene.sheet(fighter), "wits"),
    is_out=lambda scene, fighter: is_out(scene.sheet(fighter)),
)


class Hurt(Effect):
    """EMB-HARM-01: breath lost first; what breath does not bear is wounds."""

    kind = "hurt"
    harmful = True
    damage: int

    def land(self, scene):
        sheet, dealt = scene.sheet(self.target), int(self.damage)
        breath = min(dealt, breath_left(sheet))
        winded, wounds = value(sheet, "winded") + breath, min(9, value(sheet, "wounds") + dealt - breath)
        return (scene.write(self.target, "winded", winded), scene.write(self.target, "wounds", wounds))

    def told(self, scene):
        breath = min(int(self.damage), breath_left(scene.sheet(self.target)))
        return _("breath −%(breath)s, wounds +%(wounds)s", breath=breath, wounds=int(self.damage) - breath)

    def public(self, scene):
        return _("is hit")


class Burnt(Effect):
    """EMB-BLOW-02: an ember is spent."""

    kind = "burnt"
    says = _("burns an ember")
    is_open = True

    def land(self, scene):
        return (scene.write(self.target, "embers", max(0, value(scene.sheet(self.target), "embers") - 1)),)


class Rested(Effect):
    """All breath comes back, and ``wounds`` heal."""

    kind = "rested"
    scalar = "wounds"
    wounds: int
    says = _("has caught their breath")
    is_open = True

    def land(self, scene):
        left = max(0, value(scene.sheet(self.target), "wounds") - int(self.wounds))
        return (scene.write(self.target, "winded", None), scene.write(self.target, "wounds", left))


class Rolled(Effect):
    """The result of a test in a fight."""

    kind = "rolled"
    words: Text
    is_open = True

    def told(self, scene):
        return self.words


class Strike(TurnAct):
    """EMB-BLOW-01: a blow lands; whoever it falls on may burn an ember."""

    kind = "strike"
    label = _("Strike")
    says = _("%(who)s strikes")
    aims = True

    def fields(self, scene, actor):
        foes = (who for who in scene.seen_by(actor) if scene.fighters[who].camp != scene.fighters[actor].camp)
        standing = (who for who in foes if not is_out(scene.sheet(who)))
        return (Field("target", _("Target"), "choice", choices=fighters(scene, standing)),)

    def cost(self, scene, action):
        return (Done(action.actor),)

    def script(self, scene, action):
        target = action.args["target"]
        dice = DICE[value(scene.sheet(action.actor), "weapon")]
        dealt = sum((yield from roll("blow", action.actor, dice, _("Blow"), reads="sum")))
        sheet = scene.sheet(target) if target in scene.fighters else {}
        cold = None if value(sheet, "embers") else _("No ember is left.")
        burn = Option("burn", _("Burn an ember"), (Burnt(target),), cold, _("It halves the blow."))
        answer = yield from choose("answer", target, _("A blow falls"), (Option("bear", _("Bear it")), burn))
        hurt = max(0, (dealt // 2 if answer == "burn" else dealt) - value(sheet, "hide"))
        return (Hurt(target, hurt),) if hurt else ()


class Rest(TurnAct):
    """EMB-REST-01: a turn spent catching one's breath."""

    kind = "rest"
    label = _("Catch your breath")
    says = _("%(who)s rests")
    joint = True

    def cost(self, scene, action):
        return (Rested(action.actor, 0), Done(action.actor))


class Try(TurnAct):
    """A test takes the turn."""

    kind = "try"
    label = _("Test")
    says = _("%(who)s tries something")
    foretold = True

    def fields(self, scene, actor):
        rows = TESTS.checks(scene.sheet(actor), {})
        return (
            Field("check", _("What is tested"), "choice", choices=tuple(Choice(row.key, row.what) for row in rows)),
        )

    def cost(self, scene, action):
        return (Done(action.actor),)

    def script(self, scene, action):
        rows = {row.key: row for row in TESTS.checks(scene.sheet(action.actor), {})}
        outcome = yield from TESTS.resolve(replace(rows[action.args["check"]], actor=action.actor), {})
        return (Rolled(action.actor, outcome.label),)


class Damage(AboutFighter):
    """Harm by the game master's hand."""

    kind = "damage"
    label = _("Damage")
    says = _("%(who)s takes damage")

    def more(self, scene):
        return (number("amount", _("Points"), 1, 1, 20),)

    def cost(self, scene, action):
        return (Hurt(action.args["fighter"], action.args["amount"]),)


class Heal(AboutFighter):
    """Breath comes back, and wounds heal."""

    kind = "heal"
    label = _("Give points back")
    says = _("%(who)s is better")

    def more(self, scene):
        return (number("amount", _("Wounds healed"), 1, 0, 9),)

    def cost(self, scene, action):
        return (Rested(action.args["fighter"], action.args["amount"]),)
