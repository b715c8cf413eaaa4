"""Laws that hold in every game, each a sentence where it is broken."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rules.autoplay.skirmish import skirmish
from rules.core.check import Check
from rules.core.errors import RulesError
from rules.core.game import Game
from rules.core.scene import Scene, revert, scene_from_json, scene_to_json
from rules.core.script import Done, Pending, Roll, replay
from rules.core.text import Text, _
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.odds.distribution import distribution
from rules.packs import Pack
from rules.testing.play import Pick, fillable, play
from rules.views.board import view
from rules.views.journal import tell
from rules.views.viewers import Viewer

MOST_THROWS = 50_000
CANARY = "Canary"


@dataclass(frozen=True)
class Broken(Exception):
    """A law that does not hold; ``text`` says which, and where."""

    text: Text


def fight(pack: Pack, pick: Pick) -> Scene:
    """A fight of ready-made characters, one of them hidden."""
    sheets = [row["data"] for row in pack.samples.values()]
    scene = skirmish({"pc": [pick(sheets), pick(sheets)], "npc": [pick(sheets), {**pick(sheets), "name": CANARY}]})
    rows = {**scene.state["fighters"], "npc2": {**scene.state["fighters"]["npc2"], "hidden": True}}
    return Scene(scene.token, scene.kind, scene.settings, {**scene.state, "fighters": rows}, scene.sheets)


def held(game: Game, start: Scene, pick: Pick, steps: int) -> int:
    """Play by chance and hold every law of a fight; the number of events. Raises ``Broken``."""
    seen = []
    try:
        for before, event, after in play(game, start, pick, steps):
            seen.append((before, event))
            _step(game, before, event, after)
    except AssertionError as error:
        raise Broken(_("a fight sticks: %(why)s.", why=str(error).splitlines()[0])) from error
    now = after if seen else start
    for before, event in reversed(seen):
        now = revert(now, event)
        if now != before:
            raise Broken(_("“%(kind)s” is not undone to the byte.", kind=event.kind))
    return len(seen)


def _step(game: Game, before: Scene, event: Any, after: Scene) -> None:
    if scene_from_json(json.loads(json.dumps(scene_to_json(after)))) != after:
        raise Broken(_("after “%(kind)s” the fight does not survive being stored.", kind=event.kind))
    for prompt in waiting_on(game, after):
        able = prompt.kind != "act" or any(
            offer.refused is None and fillable(offer) for offer in offers(game, after, prompt.of)
        )
        if not able:
            raise Broken(_("after “%(kind)s” somebody is asked to act and can do nothing.", kind=event.kind))
    for viewer in (Viewer("table"), Viewer("seat", frozenset({"pc1"}))):
        shown = repr([view(game, after, viewer), tell(event.audience, event.kind, event.payload, viewer)])
        if after.fighters["npc2"].hidden and ("npc2" in shown or CANARY in shown):
            raise Broken(_("after “%(kind)s” players read of somebody hidden.", kind=event.kind))


def checks(pack: Pack) -> Iterator[Check]:
    """Every test of every sample that can be thrown."""
    for row in pack.samples.values():
        yield from (check for check in pack.game.checks(row["data"], {}) if check.refused is None)


def priced(game: Game, check: Check) -> bool:
    """True if the odds of a test were compared with all its throws. Raises ``Broken`` where they differ."""
    start: Callable[[], Any] = lambda: game.resolve(check, {})  # noqa: E731
    state = replay(start, {})
    roll = state.requests[0] if isinstance(state, Pending) and len(state.requests) == 1 else None
    if not isinstance(roll, Roll) or roll.dice.outcomes > MOST_THROWS:
        return False
    won = 0
    for faces in product(range(1, roll.dice.sides + 1), repeat=roll.dice.count):
        thrown = replay(start, {roll.key: faces})
        if not isinstance(thrown, Done):
            return False
        won += thrown.value.level.succeeded
    odds = distribution(start).chance(lambda outcome: outcome.level.succeeded)
    if odds != Fraction(won, roll.dice.outcomes):
        raise Broken(_("the odds of “%(what)s” are not those of its throws.", what=check.what))
    return True


def sentences(pack: Pack) -> Iterable[Text]:
    """The words of a game that a page shows before anything happens."""
    game = pack.game
    yield from (game.name, *((game.about,) if game.about else ()))
    yield from (act.label for act in game.acts if hasattr(act, "label"))
    for part in game.schema.sections:
        yield part.label
        for field in part.fields:
            yield from (field.label, *(choice.label for choice in field.choices))


def broken(law: Callable[[], object]) -> Text | None:
    """The sentence of a law that does not hold, or of what it stumbled over."""
    try:
        law()
    except Broken as error:
        return error.text
    except RulesError as error:
        return error.text
    except Exception as error:  # whatever a stranger's code does is told
        return _("%(kind)s: %(words)s", kind=type(error).__name__, words=str(error)[:200])
    return None
