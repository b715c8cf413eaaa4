"""The harness of Chroniques Oubliées: a table where acts are done one by one, and thrown dice."""

from __future__ import annotations

from pathlib import Path

from rules.core.paths import canonical
from rules.core.scene import Scene
from rules.games.chroniques import GAME as CHRONIQUES
from rules.games.chroniques import actions
from rules.registry import samples
from tests.rules import harness
from tests.rules.harness import examples_of
from tests.rules.harness import throw as throw

HERE = Path(__file__).parent
SHEETS = samples("chroniques")
SCOUT, GUARD, DRONE, CORSAIR, SNIPER, WITCH = (
    SHEETS[name]["data"]
    for name in ("ysaline_morvane", "gaspard_tulane", "sentry_drone", "corsair", "sniper", "mind_witch")
)


def check(sheet, key, settings=None):
    """A check of a sheet by its key."""
    return {one.key: one for one in CHRONIQUES.checks(sheet, settings or {})}[key]


def fight(*fighters, settings=None):
    """A fight: ``("ada", "pc", sheet)`` or with more of the row; the identifiers are the names."""
    rows = {
        name: {"character": f"c-{name}", "side": side, "order": order, **(more[0] if more else {})}
        for order, (name, side, _sheet, *more) in enumerate(fighters)
    }
    sheets = {f"c-{name}": {**canonical(sheet), "name": name.title()} for name, _side, sheet, *_more in fighters}
    return Scene("t", "fight", settings or {}, {"fighters": rows}, sheets)


class Table(harness.Table):
    game = CHRONIQUES

    def __init__(self, *fighters, settings=None, started=True):
        super().__init__(fight(*fighters, settings=settings))
        if started:
            self.do("start")

    def answer(self, key, *values):
        (exchange,) = [one.id for one in self.scene.exchanges.values()]
        return self.do("answer", exchange=exchange, key=key, values=list(values))

    def attack(self, actor, target, weapon, *faces, damage=(), how="usual", critical=None, **more):
        """An attack with its dice: of the test, then of the damage."""
        self.do("attack", actor, target=target, weapon=weapon, how=how, **more)
        if faces:
            self.answer("attack-die", *faces)
        if critical:
            self.answer("critical", critical)
        if damage:
            self.answer("damage", *damage)
        return self

    def score(self, fighter, key):
        found = CHRONIQUES.derive(self.scene.sheet(fighter), self.scene.settings)
        return next(one.value.total for one in found if one.key == key)


def examples(kind):
    return examples_of(HERE, kind)


def refused_at(turn):
    """The first action of a turn that finds no room, by its place, and why; ``None`` for a turn that is allowed."""
    taken = []
    for place, action in enumerate(turn):
        if reason := actions.over_budget(taken, action):
            return place, reason
        taken += [action] if action != "F" else []
    return None
