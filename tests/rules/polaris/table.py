"""A fight of Polaris played step by step by the tests: who does what, which dice fall, what is seen then."""

from rules.autoplay.skirmish import skirmish
from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action, apply, revert
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.games.polaris.turn import initiative
from tests.rules.polaris.play import POLARIS

DAGGER = {"name": "Dagger", "kind": "melee", "skill": "armed_combat", "damage": "1d10", "cause": "blade", "drawn": True}
PISTOL = {
    "name": "Pistol",
    "kind": "ranged",
    "skill": "handguns",
    "damage": "2d10",
    "cause": "bullet",
    "drawn": True,
    "magazine": 8,
    "ammo": 8,
    "point_blank": 3,
    "short": 15,
    "medium": 30,
    "long": 60,
    "extreme": 90,
}


def sheet(name="", reaction=10, melee=10, shot=10, **more):
    """Somebody average: no damage modifier, no resistance, shock thresholds of 10 and 20, a dagger and a pistol."""
    adaptation = reaction + (2 if reaction < 39 else 0)
    found = {
        "name": name.title(),
        "attributes": {"ADA": adaptation, "PER": 2 * reaction - adaptation},
        "skills": {
            "armed_combat": {"mastery": "Spé", "level": melee},
            "unarmed_combat": {"mastery": "Spé", "level": melee},
            "handguns": {"mastery": "Spé", "level": shot},
        },
        "weapons": {"dagger": DAGGER, "pistol": PISTOL},
    }
    for path, value in more.items():
        found = put(found, path.replace("__", "."), value)
    return found


class Table:
    """A scene with the hands that move it; fighters are those of ``sheets``, the first of them a player’s."""

    def __init__(self, settings=None, sides=None, **sheets):
        ids = {f"x{number}": name for number, name in enumerate(sheets, 1)}
        start = skirmish({"x": list(sheets.values())}, settings)
        rows = start.state["fighters"]
        named = {name: {**rows[key], "side": (sides or {}).get(name, name)} for key, name in ids.items()}
        self.scene = type(start)(start.token, start.kind, start.settings, {"fighters": named}, start.sheets)
        self.first, self.events, self.count = self.scene, [], 0

    def do(self, kind, actor="gm", gm=True, **args):
        """An action of an actor, with the game master’s hand unless said otherwise."""
        self.count += 1
        for event in decide(POLARIS, self.scene, Action(kind, actor, args, "seat", gm, f"e{self.count}")):
            self.scene = apply(self.scene, event)
            self.events.append(event)
        return self

    def answer(self, key, *values, of=""):
        """An answer to what is asked under this key, of one actor’s exchange where several are open."""
        for prompt in waiting_on(POLARIS, self.scene):
            opened = prompt.exchange and self.scene.exchanges[prompt.exchange].action.actor
            if prompt.request is not None and prompt.request.key == key and of in ("", opened):
                return self.do("answer", prompt.of, exchange=prompt.exchange, key=key, values=list(values))
        raise AssertionError(f"{key} is not asked, but {self.asked()}")

    def answers(self, of="", **values):
        """Several answers, in this order; a dash in a key is written as an underscore."""
        for key, value in values.items():
            found = value if isinstance(value, list) else [value]
            self.answer(key.replace("_", "-"), *found, of=of)
        return self

    def start(self, **at_risk):
        """The start of the fight; ``at_risk`` gives the modifier of those who may be surprised."""
        risks = {f"risk_{name}": True for name in at_risk}
        return self.do("start", **risks, **{f"modifier_{name}": value for name, value in at_risk.items()})

    def declare(self, actor, target=None, weapon="dagger", **more):
        """An attack on a target, or something else without one."""
        if target is None:
            return self.do("declare_other", actor, **more)
        kind = "declare_shoot" if self.scene.sheet(actor)["weapons"][weapon]["kind"] == "ranged" else "declare_melee"
        return self.do(kind, actor, target=target, weapon=weapon, **more)

    @property
    def up(self):
        """The fighters who are asked to do something."""
        return [prompt.of for prompt in waiting_on(POLARIS, self.scene) if prompt.kind == "act"]

    def asked(self):
        """The prompts with their fighters, as pairs."""
        prompts = waiting_on(POLARIS, self.scene)
        return [(prompt.of, prompt.request.key if prompt.request else prompt.kind) for prompt in prompts]

    def offer(self, kind, actor="gm"):
        """One offer by its kind, or ``None``."""
        return next((one for one in offers(POLARIS, self.scene, actor) if one.kind == kind), None)

    def choice(self, kind, actor, field, key):
        """One choice of one field of an offer."""
        fields = {one.key: one for one in self.offer(kind, actor).fields}
        return next(one for one in fields[field].choices if one.key == key)

    def initiative(self, fighter):
        return initiative.current(self.scene, fighter)

    def mark(self, fighter, key):
        return self.scene.fighters[fighter].marks.get(key)

    def wounds(self, fighter):
        return self.scene.sheet(fighter).get("wounds", {})

    def outcome(self, fighter):
        """The last test of a fighter, as the journal keeps it."""
        found = [from_json(one) for event in self.events for one in event.payload.get("outcomes", ())]
        return [one for one in found if one.check.actor == fighter][-1]

    def told(self, fighter):
        """The sentences in which the journal tells of a fighter, in order."""
        rows = [row for event in self.events for row in event.payload.get("effects", ())]
        return [str(from_json(row["text"])) for row in rows if row["target"] == fighter]

    def undone(self):
        """The scene after every event is reverted."""
        scene = self.scene
        for event in reversed(self.events):
            scene = revert(scene, event)
        return scene


def fight(*names, settings=None, **reactions):
    """A started fight of average people who differ in their reaction."""
    people = {name: sheet(name) for name in names} | {name: sheet(name, value) for name, value in reactions.items()}
    return Table(settings, **people).start()
