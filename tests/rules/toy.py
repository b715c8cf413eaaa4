"""A complete game in two pages, for the tests of the engine: straw fighters with a six-sided die.

The fastest act first, equally fast ones together. An attack hits at or under the skill; the target may parry for one
of their points, and then both choose high or low in secret. While an attack is open, others may shout, which is worked
first.
"""

from rules.character.character import Character
from rules.character.sheet import Choice, Field, Section, SheetSchema
from rules.core.acts import Offer
from rules.core.check import Breakdown, Check, Level, Modifier, Outcome
from rules.core.dice import Dice
from rules.core.game import Game
from rules.core.game import Tests as Checks
from rules.core.rounds import Prompt, Slot
from rules.core.scene import Health, Scene
from rules.core.script import Ask, Effect, Option, choose, roll
from rules.core.text import _
from rules.core.turns import highest

D6 = Dice(1, 6)
POINTS = 2
HIGH_OR_LOW = (Option("high", _("High")), Option("low", _("Low")))


SCHEMA = SheetSchema(
    (
        Section(
            "",
            _("Fighter"),
            (
                Field("name", _("Name"), "text", required=True),
                Field("skill", _("Skill"), least=0, most=6, default=4),
                Field("speed", _("Speed"), least=0, most=9, default=3),
                Field("life", _("Life"), least=0, most=9, default=5),
                Field("charm", _("Charm"), "flag"),
            ),
        ),
    )
)


def checks(sheet, settings):
    base = Modifier(_("Skill"), SCHEMA.value(sheet, "skill"))
    return () if sheet.get("charm") else (Check("", "skill", _("Skill"), Breakdown(base)),)


def resolve(check, settings):
    (face,) = yield from roll("die", check.actor, D6, check.what, check=check)
    level = Level.SUCCESS if face <= check.target.total else Level.FAILURE
    return Outcome(check, (face,), level, abs(check.target.total - face), _("Rolled"), _("Rolled"))


def health(sheet, settings):
    return Health(5 if SCHEMA.value(sheet, "life") == 0 else 0, _("Out"))


class Toy(Game):
    def score(self, scene, fighter, key):
        return self.schema.value(scene.sheet(fighter), key)

    def points(self, scene, fighter):
        return POINTS - scene.fighters[fighter].marks.get("spent", 0)

    def is_out(self, scene, fighter):
        return self.score(scene, fighter, "life") == 0

    def foes(self, scene, fighter):
        side = scene.fighters[fighter].side
        return [one for one in scene.fighters.values() if one.side != side and not self.is_out(scene, one.id)]

    def ready(self, scene):
        fighters = [one.id for one in scene.fighters.values() if not self.is_out(scene, one.id)]
        return [one for one in fighters if "done" not in scene.fighters[one].marks and self.foes(scene, one)]

    def turn(self, scene):
        ready = self.ready(scene)
        if scene.exchanges:
            acting = [one.action.actor for one in scene.exchanges.values() if one.level == 0]
            begun = {self.score(scene, one, "speed") for one in acting if one in scene.fighters}
            up = [one for one in ready if self.score(scene, one, "speed") in begun]
        else:
            up = highest(ready, lambda one: self.score(scene, one, "speed"))
            if not up:
                return (Prompt("gm", "act", _("Open the next round")),)
        return tuple(Prompt(one, "act", _("Act")) for one in up)

    def offers(self, scene, actor):
        if actor == "gm":
            busy = bool(self.ready(scene) or scene.exchanges)
            storm = () if scene.exchanges else (Offer("storm", "gm", _("Storm")),)
            return (
                Offer("new_round", "gm", _("New round"), refused=_("Not all have acted.") if busy else None),
                *storm,
            )
        offers = []
        if any(prompt.of == actor for prompt in self.turn(scene)):
            targets = tuple(Choice(foe.id, _("%(who)s", who=scene.name(foe.id))) for foe in self.foes(scene, actor))
            target = Field("target", _("Target"), "choice", choices=targets)
            bonus = Field("bonus", _("Bonus"), least=-6, most=6, gm_only=True)
            offers += [Offer("attack", actor, _("Attack"), (target, bonus), gm_only=frozenset({"bonus"}))]
            offers += [Offer("rest", actor, _("Rest")), Offer("fly", actor, _("Fly"), refused=_("Straw does not fly."))]
        shouted = any(one.action.kind == "shout" for one in scene.exchanges.values())
        if scene.exchanges and not shouted and not self.is_out(scene, actor):
            tired = _("No point is left.") if self.points(scene, actor) < 1 else None
            offers += [Offer("shout", actor, _("Shout"), refused=tired, interrupts=True)]
        return tuple(offers)

    def form(self, scene, actor, kind):
        return next((offer for offer in self.offers(scene, actor) if offer.kind == kind), None)

    def cost(self, scene, action):
        if action.kind == "shout":
            return (Effect("spend", action.actor, 1),)
        return () if action.actor == "gm" else (Effect("done", action.actor, True),)

    def script(self, scene, action):
        if action.kind == "attack" and action.args["target"] in scene.fighters:
            return self.attack(scene, action.actor, action.args["target"], action.args["bonus"])
        if action.kind == "shout":
            return self.shout(scene, action.actor)
        if action.kind == "storm":
            return self.storm(scene)
        return self.next_round() if action.kind == "new_round" else None

    def storm(self, scene):
        force = yield from roll("force", "gm", D6, _("Force of the storm"), secret=True)
        return tuple(Effect("hurt", one, 1) for one in scene.fighters if sum(force) == 6)

    def next_round(self):
        yield from ()
        return (Effect("round", "gm"),)

    def attack(self, scene, actor, target, bonus):
        (face,) = yield from roll("attack", actor, D6, _("Attack"))
        if face > self.score(scene, actor, "skill") + bonus:
            return ()
        if not self.score(scene, target, "charm"):
            tired = _("No point is left.") if self.points(scene, target) < 1 else None
            parry = Option("parry", _("Parry"), cost=(Effect("spend", target, 1),), refused=tired)
            reaction = yield from choose("reaction", target, _("React"), (Option("none", _("Nothing")), parry))
            if reaction == "parry":
                struck = Ask("strike", actor, _("Where"), HIGH_OR_LOW, secret=True)
                guarded = Ask("guard", target, _("Where"), HIGH_OR_LOW, secret=True)
                first, second = yield (struck, guarded)
                if first == second:
                    return ()
        damage = yield from roll("damage", actor, D6, _("Damage"), reads="sum")
        return (Effect("hurt", target, sum(damage)),)

    def shout(self, scene, actor):
        hoarse = _("No point is left.") if self.points(scene, actor) < 1 else None
        loud = Option("loud", _("Loudly"), cost=(Effect("spend", actor, 1),), refused=hoarse)
        how = yield from choose("how", actor, _("How"), (Option("softly", _("Softly")), loud))
        return tuple(Effect("hurt", foe.id, 1) for foe in self.foes(scene, actor)[:1] if how == "loud")

    def land(self, scene, effect):
        marks = scene.fighters[effect.target].marks if effect.target in scene.fighters else {}
        if effect.kind == "hurt":
            life = self.score(scene, effect.target, "life")
            return (scene.write(effect.target, "life", max(0, life - effect.value)),)
        if effect.kind == "spend":
            return (scene.mark(effect.target, "spent", marks.get("spent", 0) + effect.value),)
        if effect.kind == "done":
            return (scene.mark(effect.target, "done", True),)
        fresh = [scene.change(f"fighters.{one}.marks", None) for one in scene.fighters]
        return (scene.change("round", scene.round + 1), *fresh)

    def order(self, scene):
        fighters = sorted(scene.fighters, key=lambda one: -self.score(scene, one, "speed"))
        up = [prompt.of for prompt in self.turn(scene)]
        return tuple(Slot(one, "", "now" if one in up else "next") for one in fighters)

    def title(self, scene, action):
        return _("%(who)s acts", who=scene.name(action.actor)) if action.actor in scene.fighters else None

    def describe(self, scene, effect):
        if effect.kind != "hurt":
            return None
        return _("%(who)s loses %(life)s.", who=scene.name(effect.target), life=int(effect.value))

    def hurts(self, effect):
        return effect.kind == "hurt"


PARTS = {
    "key": "toy",
    "name": _("Straw fighters"),
    "sheet": Character(SCHEMA, health),
    "tests": Checks(checks, resolve),
}
TOY = Toy(**PARTS)


def scene(*fighters, settings=None, **sheets):
    """A fight of named fighters: ``("ada", "pc")`` or ``("orc", "npc", {"hidden": True})``; sheets by name."""
    rows = {
        name: {"character": f"c-{name}", "side": side, "order": order, **(more[0] if more else {})}
        for order, (name, side, *more) in enumerate(fighters)
    }
    data = {f"c-{name}": {"name": name.title(), **sheets.get(name, {})} for name, *_rest in fighters}
    return Scene("t", "fight", settings or {}, {"round": 1, "fighters": rows}, data)
