"""The harness of Arpenteurs: a table where acts are done one by one, and thrown dice."""

from __future__ import annotations

from pathlib import Path

from rules.core.paths import canonical
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.games.arpenteurs import GAME as ARPENTEURS
from rules.registry import samples
from tests.rules import harness
from tests.rules.harness import examples_of
from tests.rules.harness import throw as throw

HERE = Path(__file__).parent
SHEETS = samples("arpenteurs")
SCOUT, VETERAN, RAIDER, HUNTER, HOUND, WARDEN = (
    SHEETS[name]["data"]
    for name in ("lune_orsini", "tobias_grell", "road_raider", "bow_hunter", "feral_hound", "iron_warden")
)


def fight(*fighters, settings=None):
    """A fight: ``("ada", "pc", sheet)`` or with more of the row; the identifiers are the names.

    Nobody is asked to thwart anything unless a test wants it, so that each asks of its own rule alone.
    """
    rows = {
        name: {"character": f"c-{name}", "side": side, "order": order, **(more[0] if more else {})}
        for order, (name, side, _sheet, *more) in enumerate(fighters)
    }
    sheets = {f"c-{name}": {**canonical(sheet), "name": name.title()} for name, _side, sheet, *_more in fighters}
    house = {"reaction": {"asked": "watching"}, **(settings or {})}
    return Scene("t", "fight", house, {"fighters": rows}, sheets)


class Table(harness.Table):
    """A table whose initiative is rolled at once, so that the fighters act in the order given."""

    game = ARPENTEURS

    def __init__(self, *fighters, settings=None, metres=2, dice=None, started=True):
        super().__init__(fight(*fighters, settings=settings))
        if started:
            self.do("start", metres=metres)
            names = list(self.scene.fighters)
            for name in names:
                self.do("initiative", name)
            for place, name in enumerate(names):
                self.answer_of(name, "initiative", dice[place] if dice else 1)
            if dice is None:
                ranks = [self.scene.mark(name, "init", 20 - place) for place, name in enumerate(names)]
                self.scene = self.scene.with_changes(ranks)

    def answer(self, key, *values):
        """Answer the open request of this key."""
        assert key in [asked for _whom, asked in self.asked], f"{key} is not asked, but {self.asked}"
        whom = next(whom for whom, asked in self.asked if asked == key)
        return self.answer_of(whom, key, *values)

    def answer_of(self, whom, key, *values):
        """Answer what this fighter is asked under this key."""
        prompts = self.prompts
        mine = (one for one in prompts if one.request is not None and (one.of, one.request.key) == (whom, key))
        return self.do("answer", exchange=next(mine).exchange, key=key, values=list(values))

    def attack(self, actor, target, weapon, *answers, **more):
        """An attack with the answers to what it asks, as pairs of key and values."""
        self.do("attack", actor, target=target, weapon=weapon, **more)
        return self.answers(*answers)

    def answers(self, *answers):
        for key, *values in answers:
            self.answer(key, *values)
        return self

    def options(self, key):
        """The options of an open choice with the reasons against them."""
        (found,) = [
            prompt.request for prompt in self.prompts if prompt.request is not None and prompt.request.key == key
        ]
        return {option.key: option.refused and str(option.refused) for option in found.options}

    @property
    def asked(self):
        prompts = self.prompts
        return [(prompt.of, prompt.request.key) for prompt in prompts if prompt.request is not None]

    def marks(self, fighter):
        return self.scene.fighters[fighter].marks


def duel(*more, mine=VETERAN, theirs=RAIDER, **options):
    """Ada against Orc, and whoever else is there."""
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), *more, **options)


def landed(here, kind, target, value=None):
    """The table once an effect has landed alone."""
    here.scene = here.scene.with_changes(ARPENTEURS.land(here.scene, Effect(kind, target, value)))
    return here


def lines(check):
    """The terms of a check besides its base, by label."""
    return {str(term.label): term.value for term in check.target.modifiers if term.ignored is None}


def examples(kind):
    return examples_of(HERE, kind)
