"""The harness of the medieval game: a table where acts are done one by one, and thrown dice."""

from __future__ import annotations

from pathlib import Path

from rules.core.paths import canonical, get
from rules.core.scene import Scene
from rules.core.script import Pending, replay
from rules.games.medieval import GAME as MEDIEVAL
from rules.games.medieval import initiative
from rules.games.medieval.tables import MANOEUVRES
from tests.rules import harness
from tests.rules.harness import examples_of

HERE = Path(__file__).parent
WEAPONS = {
    "sword": {"name": "Épée", "family": "lames", "dice": "1d10+1", "in_hand": True},
    "bow": {"name": "Arc", "family": "arcs", "dice": "2d6+1"},
    "javelin": {"name": "Javelot", "family": "armes_jet", "dice": "1d8"},
}


def sheet(traits=None, manoeuvres=(), **more):
    """A sheet of noughts with a sword, a bow and a javelin, the traits given, and one rank of these manoeuvres."""
    ranks = dict(manoeuvres) if isinstance(manoeuvres, dict) else dict.fromkeys(manoeuvres, 1)
    return {"traits": traits or {}, "manoeuvres": ranks, "pc": {"max": 9}, "weapons": WEAPONS, **more}


ALL = {key: 3 if key == "assaut" else 1 for key in MANOEUVRES}


def throw(start, *faces, **answers):
    """Return the result of a script when its dice show these faces in order; prompts are answered by key."""
    left, given = list(faces), {}
    while True:
        state = replay(start, given)
        if not isinstance(state, Pending):
            assert not left, f"dice nobody asked for: {left}"
            return state.value
        request = state.requests[0]
        if request.key in answers:
            given[request.key] = answers[request.key]
            continue
        count = request.dice.count
        given[request.key], left = tuple(left[:count]), left[count:]


def check(data, key, settings=None):
    """A check of a sheet by its key."""
    return {one.key: one for one in MEDIEVAL.checks(data, settings or {})}[key]


def derived(data, key, settings=None):
    """A computed number of a sheet."""
    return next(one for one in MEDIEVAL.derive(data, settings or {}) if one.key == key)


def fight(*fighters, settings=None, placed=False):
    """A fight: ``("ada", "pc", sheet)`` or with more of the row; ``placed`` in the order listed, in its first round."""
    rows = {}
    for number, (name, side, _sheet, *more) in enumerate(fighters):
        marks = {"marks": {"init": {"roll": 40 - number}}} if placed else {}
        rows[name] = {"character": f"c-{name}", "side": side, "order": number, **marks, **(more[0] if more else {})}
    sheets = {f"c-{name}": canonical({**data, "name": name.title()}) for name, _side, data, *_more in fighters}
    state = {"fighters": rows, **({"round": 1} if placed else {})}
    return Scene("t", "fight", settings or {}, state, sheets)


class Table(harness.Table):
    game = MEDIEVAL

    def __init__(self, *fighters, settings=None, placed=True):
        super().__init__(fight(*fighters, settings=settings, placed=placed))

    def answer(self, **values):
        """The answers of the one open exchange by key, ``_`` standing for the dash."""
        for key, given in values.items():
            (exchange,) = [one.id for one in self.scene.exchanges.values()]
            asked = [prompt.request.key for prompt in self.prompts if prompt.request]
            named = next(one for one in asked if one.replace("-", "_") == key)
            listed = [given] if isinstance(given, str) else list(given)
            self.do("answer", exchange=exchange, key=named, values=listed)
        return self

    def attack(self, actor, target, weapon="sword", **more):
        """An attack: arguments of the form, and answers by the keys of what is asked."""
        kind = more.pop("kind", "attack" if weapon in ("sword", "pugilat") else "shoot")
        known = {"manoeuvre", "extra", "modifier", "defence_modifier", "critical", "move", "sprint", "more"}
        args = {key: more.pop(key) for key in list(more) if key in known}
        return self.do(kind, actor, target=target, weapon=weapon, **args).answer(**more)

    def round(self):
        """Pass over the rest of the round, and begin a new one."""
        while self.up != ["gm"]:
            self.do("skip", fighter=self.up[0])
        return self.do("new_round")

    @property
    def open(self):
        """The keys of what is asked now."""
        return [prompt.request.key for prompt in self.prompts if prompt.request]

    def mark(self, fighter, path):
        return get(self.scene.fighters[fighter].marks, path)

    def terms(self, rule, place=0):
        """The terms that a rule added to a test of the last events."""
        return sum(one.value for one in self.outcomes[place].check.target.modifiers if one.rule == rule)


def examples(kind):
    return examples_of(HERE, kind)


HERO = sheet({"force": 2}, ALL, hp={"max": 20}, armour={"rd": 1})
FOE = sheet(hp={"max": 20, "current": 12}, niveau=1)


def three(declared=True, mine=HERO, **more):
    found = Table(("ada", "pc", mine), ("orc", "foe", FOE), ("bob", "pc", sheet()), **more)
    return found.do("close") if declared and initiative.stage(found.scene) == "declarations" else found
