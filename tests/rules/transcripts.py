"""Whole fights, written down: what was done, what the journal tells, what the rules wrote, and who stood where.

Each fight is drawn from a seed among everything that is offered, with every switch of the house on. What is kept
beside the tests of a game is what a reader has seen to be right; a rule that comes to something else shows as the
lines that differ. ``python -m tests.rules.transcripts GAME`` writes them anew.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random

from rules.autoplay.skirmish import skirmish
from rules.character.sheet import SheetSchema
from rules.core.paths import put
from rules.registry import samples, system
from rules.views import board, journal
from rules.views.viewers import Viewer
from tests.rules.play import play

HERE = Path(__file__).parent
FIGHTS, STEPS = 4, 60
ALL = Viewer("gm")
FIRST = {"answer": 30, "confirm": 30, "start": 9, "attack": 15, "shoot": 15, "new_round": 2, "end": 0.01} | {
    "declare_melee": 8,
    "declare_shoot": 8,
    "react": 8,
    "damage": 0.1,
}
"""How much rather than anything else something is drawn."""


def house(rules):
    """Every switch on, everything else as usual."""
    found = {}
    for path, field in SheetSchema(rules.house).walk():
        if field.kind == "flag":
            found = put(found, path, True)
    return found


def kept(game, number):
    return HERE / game / "transcripts" / f"{number}.txt"


def fight(game, number):
    """The lines of one fight of two against two, the last of them hidden."""
    random, rules = Random(f"{game}/transcript/{number}"), system(game)
    sheets = [sample["data"] for sample in samples(game).values()]
    scene = skirmish({"pc": random.sample(sheets, 2), "npc": random.sample(sheets, 2)}, house(rules))
    scene.state["fighters"]["npc2"]["hidden"] = True
    return list(_told(rules, scene, Hand(random)))


class Hand:
    """A chooser among all possible acts, answers and words, which prefers those drawn least often so far."""

    def __init__(self, random):
        self.random, self.drawn = random, Counter()

    def __call__(self, things):
        things = list(things)
        if type(things[0]) is int and 0 in things and self.random.random() < 0.7:  # most numbers are left as they stand
            return 0
        found = self.random.choices(things, [self._weight(one) for one in things])[0]
        self.drawn[_kind(found)] += 1
        return found

    def _weight(self, thing):
        named = any(field.key == "target" for field in getattr(thing, "fields", ()))
        usual = 6 if named else 0.3 if getattr(thing, "actor", "") == "gm" else 1
        return FIRST.get(_kind(thing)) or usual / (1 + self.drawn[_kind(thing)])


def _kind(thing):
    return getattr(thing, "kind", "")


def _told(rules, scene, pick):
    seen = set()
    for _before, event, after in play(rules, scene, pick, STEPS, whole=True):
        yield f"> {event.kind} {_short(event.payload.get('action', event.payload.get('answer', '')))}"
        line = journal.tell(event.audience, event.kind, event.payload, ALL)
        if line is not None:
            yield f"  {line.text}"
            yield from (f"  {one.who}: {_result(one)}" for one in line.results)
            yield from (f"  {who}: {what}" for who, what in line.effects)
        yield from (f"  {one.path} = {_short(one.after)}" for one in event.changes if "exchanges" not in one.path)
        shown = board.view(rules, after, ALL)
        head = shown.headline
        for now in (f"{head.round} {head.part or ''} {head.figure}", *map(_row, shown.rungs), *map(_need, shown.needs)):
            if now not in seen:
                seen.add(now)
                yield f"  | {now}"


def _result(result):
    terms = [] if result.target is None else [result.target.base, *result.target.modifiers]
    parts = [f"{one.label} {one.value:+d}{f' ({one.ignored})' if one.ignored else ''}" for one in terms]
    return f"{result.what} {result.faces}: {result.text} [{'; '.join(parts)}]"


def _row(row):
    return " ".join(
        str(part)
        for part in (row.name, row.at, row.state, row.note, row.intent, row.health and row.health.label)
        if part
    )


def _need(need):
    return f"{need.kind} {need.of}: {need.label}"


def _short(value):
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{key}: {_short(one)}" for key, one in sorted(value.items()) if one not in (None, ""))
            + "}"
        )
    return str(value)


def main(game):
    """Write the transcripts of a game anew."""
    kept(game, 1).parent.mkdir(exist_ok=True)
    for number in range(1, FIGHTS + 1):
        kept(game, number).write_text("\n".join(fight(game, number)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
