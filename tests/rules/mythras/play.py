"""The harness of Mythras: its ready-made sheets, and thrown dice."""

from __future__ import annotations

from dataclasses import replace

from rules.core.json_codec import from_json
from rules.core.paths import canonical, get, put
from rules.core.scene import Scene
from rules.core.script import Roll
from rules.engine.exchanges import run
from rules.engine.offers import offers
from rules.games.mythras import GAME as MYTHRAS
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.rounds import initiative
from rules.registry import samples
from tests.rules import harness
from tests.rules.harness import throw as throw

SHEETS = {name: one["data"] for name, one in samples("mythras").items()}
HOPLITE, SOLDIER, BANDIT, BEAR = (SHEETS[name] for name in ("lysandros", "camille_dray", "bandit", "bear"))
QUIET = put(HOPLITE, "state.luck", 0)
GUNNER = put(put(SOLDIER, "state.luck", 0), "styles.infantry.ranged_marksman", False)
CLUB = put(put(QUIET, "weapons.spear.model", "club"), "weapons.spear.name", "Gourdin")


def check(sheet, key, settings=None):
    """A check of a sheet by its key."""
    return {one.key: one for one in MYTHRAS.checks(sheet, settings or {})}[key]


def derived(sheet, key, settings=None):
    """A computed number of a sheet by its key."""
    return {one.key: one for one in MYTHRAS.derive(sheet, settings or {})}[key]


def marked(here, fighter, **marks):
    """Marks written on a fighter as they would stand; what was worked out before is forgotten."""
    here.scene.state["fighters"][fighter].setdefault("marks", {}).update(marks)
    here.scene = replace(here.scene)
    return here


def shown_exactly(here, fighter):
    """Let everybody read each wound of a fighter."""
    here.scene.state["fighters"][fighter]["health_shown"] = "exact"
    here.scene = replace(here.scene)
    return here


class Table(harness.Table):
    game = MYTHRAS

    def __init__(self, *fighters, settings=None, started=True, surprised=(), first=10):
        rows = {
            name: {"character": f"c-{name}", "side": side, "order": order}
            for order, (name, side, _sheet) in enumerate(fighters)
        }
        sheets = {f"c-{name}": {**canonical(sheet), "name": name.title()} for name, _side, sheet in fighters}
        super().__init__(Scene("t", "fight", settings or {}, {"fighters": rows}, sheets))
        if started:
            self.do("start", **{f"surprised_{name}": True for name in surprised})
            for number, name in enumerate(name for name in rows if f"initiative-{name}" in self.asked()):
                self.answer(f"initiative-{name}", first if number == 0 else 1)

    def do_as_player(self, kind, actor, **args):
        return self.act(kind, actor, args, by="player-seat")

    def answer(self, key, *values):
        (exchange,) = [one.id for one in self.scene.exchanges.values()]
        return self.do("answer", exchange=exchange, key=key, values=list(values))

    def go(self, *answers):
        """Answer in the order asked: a number is a die, a word a choice, a list several dice."""
        for one in answers:
            (request, *_rest) = [prompt.request for prompt in self.prompts]
            self.answer(request.key, *(one if isinstance(one, list) else [one]))
        return self

    def attack(self, actor, target, weapon, *answers, **more):
        return self.do("attack", actor, target=target, weapon=weapon, **more).go(*answers)

    def finish_at(self, key, value):
        """Answer everything on the way to one request as ``finish`` does, then that one."""
        while self.request().key != key:
            request = self.request()
            if isinstance(request, Roll):
                self.answer(request.key, *[1] * request.dice.count)
            else:
                self.answer(request.key, next(one.key for one in request.options if one.refused is None))
        return self.answer(key, value)

    def finish(self, die=1):
        """Answer what is left of an exchange: every die alike, every choice the first that is open."""
        while self.scene.exchanges:
            request = self.request()
            if isinstance(request, Roll):
                self.answer(request.key, *[min(die, request.dice.sides)] * request.dice.count)
            else:
                self.answer(request.key, next(one.key for one in request.options if one.refused is None))
        return self

    def settle(self, exchange, **answers):
        """Answer one of several open exchanges by key; dice nobody named fall on 1."""
        while exchange in self.scene.exchanges:
            request = self.request()
            found = answers.get(request.key)
            if found is None:
                found = next((one.key for one in getattr(request, "options", ()) if one.refused is None), 1)
            self.do("answer", exchange=exchange, key=request.key, values=[found])
        return self

    def told(self):
        """The sentences of the effects of the last act."""
        return [str(from_json(row["text"])) for event in self.events for row in event.payload.get("effects", ())]

    def asked(self):
        """The prompts that are waited for now."""
        return [prompt.request and prompt.request.key for prompt in self.prompts]

    def options(self):
        """The choices of what is asked, each with the reason against it."""
        (request,) = [prompt.request for prompt in self.prompts]
        return {option.key: option.refused and str(option.refused) for option in request.options}

    def request(self):
        """The first prompt."""
        return self.prompts[0].request

    def rolled(self, key):
        """The roll behind a key of the exchange that is open."""
        (exchange,) = self.scene.exchanges.values()
        kept = run(MYTHRAS, self.scene, exchange).answers
        return next(one.request for one in kept if one.request.key == key)

    def whole(self, fighter, location):
        """The hit points of a location that is unhurt."""
        return sheets.location(self.scene.sheet(fighter), location).hp_max

    def question(self):
        """The sentence of what is asked."""
        (prompt,) = self.prompts
        return prompt.label

    def mark(self, fighter, path):
        return get(self.scene.fighters[fighter].marks, path)

    def left(self, fighter):
        return initiative.left(self.scene, fighter)

    def hp(self, fighter, location):
        return MYTHRAS.value(self.scene.sheet(fighter), f"hit_locations.{location}.hp")


def table(mine=QUIET, theirs=BANDIT, **more):
    return Table(("ada", "pc", mine), ("orc", "npc", theirs), **more)


def with_all(sheet, **values):
    """A sheet with several values written; dots are two underscores."""
    for path, value in values.items():
        sheet = put(sheet, path.replace("__", "."), value)
    return sheet


def kinds(here, actor):
    return {one.kind for one in offers(MYTHRAS, here.scene, actor) if one.refused is None}
