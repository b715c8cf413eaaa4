"""Laws that hold in all games; a broken one raises ``Broken`` with a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from rules.autoplay.skirmish import skirmish
from rules.core.check import Check
from rules.core.errors import Refused, RulesError
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.scene import Action, Event, Scene, apply, revert, scene_from_json, scene_to_json
from rules.core.script import Done, Pending, Roll, replay
from rules.core.text import Text, _
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.odds.distribution import distribution
from rules.packs import Pack
from rules.testing.play import Pick, fillable, moves, play
from rules.views.board import offers as board_offers
from rules.views.board import view
from rules.views.journal import tell
from rules.views.viewers import Viewer

MOST_THROWS = 50_000
CANARY = "Canary"
JUNK: tuple[Any, ...] = (None, "x", -1, 10**9, [], {}, "f0", True)  # values that fit hardly any field of a form
Law = Callable[[Game, Event, Scene], None]  # called with an event and the scene after it


class Broken(Exception):
    """Raised for a law that does not hold; ``text`` names it and the place."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def fight(pack: Pack, pick: Pick) -> Scene:
    """A fight of ready-made characters, one of them hidden."""
    sheets = [row["data"] for row in pack.samples.values()]
    scene = skirmish({"pc": [pick(sheets), pick(sheets)], "npc": [pick(sheets), {**pick(sheets), "name": CANARY}]})
    rows = {**scene.state["fighters"], "npc2": {**scene.state["fighters"]["npc2"], "hidden": True}}
    return Scene(scene.token, scene.kind, scene.settings, {**scene.state, "fighters": rows}, scene.sheets)


def held(game: Game, start: Scene, pick: Pick, steps: int) -> int:
    """Check all laws in a fight with ``npc2`` hidden; returns the number of events. Raises ``Broken``."""
    return obeyed(game, start, pick, steps, unseen)


def obeyed(game: Game, start: Scene, pick: Pick, steps: int, *more: Law) -> int:
    """Check the laws of any fight, and ``more``; returns the number of events. Raises ``Broken``."""
    return undone(game, start, pick, steps, stored, able, *more)


def undone(game: Game, start: Scene, pick: Pick, steps: int, *laws: Law) -> int:
    """Play at random, check laws after each event, undo everything; returns the number of events. Raises ``Broken``."""
    seen: list[tuple[Scene, Event]] = []
    scene = start
    try:
        for before, event, scene in play(game, start, pick, steps):
            seen.append((before, event))
            for law in laws:
                law(game, event, scene)
    except AssertionError as error:
        raise Broken(_("a fight sticks: %(why)s.", why=str(error).splitlines()[0])) from error
    for before, event in reversed(seen):
        scene = revert(scene, event)
        if scene != before:
            raise Broken(_("“%(kind)s” is not undone to the byte.", kind=event.kind))
    return len(seen)


def stored(game: Game, event: Event, after: Scene) -> None:
    """A fight is the same after storing, with the same prompts; its events are plain JSON."""
    restored = scene_from_json(json.loads(json.dumps(scene_to_json(after))))
    json.dumps([event.payload, [(row.subject, row.path, row.before, row.after) for row in event.changes]])
    if restored != after or waiting_on(game, restored) != waiting_on(game, after):
        raise Broken(_("after “%(kind)s” the fight does not survive being stored.", kind=event.kind))


def able(game: Game, event: Event, after: Scene) -> None:
    for prompt in waiting_on(game, after):
        if prompt.kind in ("answer", "confirm"):
            continue
        rows = offers(game, after, prompt.of)
        if not any(offer.refused is None and fillable(offer) for offer in rows):
            raise Broken(_("after “%(kind)s” somebody is asked to act and can do nothing.", kind=event.kind))


def aimed(game: Game, event: Event, after: Scene) -> None:
    """An act ``aims`` exactly if its form has a field ``target``."""
    for prompt in waiting_on(game, after):
        for offer in offers(game, after, prompt.of) if prompt.kind == "act" else ():
            if game.act(offer.kind).aims != any(field.key == "target" for field in offer.fields):
                raise Broken(_("“%(kind)s” aims, or names a target, but not both.", kind=offer.kind))


def unseen(game: Game, event: Event, after: Scene) -> None:
    """Players can read nothing about ``npc2`` while it is hidden."""
    for viewer in (Viewer("table"), Viewer("seat", frozenset({"pc1"}))):
        menus = [board_offers(game, after, viewer, actor) for actor in viewer.characters]
        shown = repr([view(game, after, viewer), tell(event.audience, event.kind, event.payload, viewer), menus])
        if after.fighters["npc2"].hidden and ("npc2" in shown or CANARY in shown):
            raise Broken(_("after “%(kind)s” players read of somebody hidden.", kind=event.kind))


def refused_unless_offered(game: Game, scene: Scene, more: Iterable[str] = ("dance",)) -> None:
    """Acts that are not offered, or offered as refused, are refused. Raises ``Broken``."""
    menus = {actor: offers(game, scene, actor) for actor in ("gm", *scene.fighters)}
    kinds = {offer.kind for menu in menus.values() for offer in menu} | set(more)
    for actor, menu in menus.items():
        for kind in sorted(kinds - {offer.kind for offer in menu if offer.refused is None}):
            try:
                decide(game, scene, Action(kind, actor, {}, by="gm-seat", gm=True, id="fresh"))
            except Refused:
                continue
            raise Broken(_("“%(kind)s” is done although it is not offered.", kind=kind))


def done_or_refused(game: Game, scene: Scene, pick: Pick, junk: object = "…") -> None:
    """Any value sent for a field is accepted, or refused with a sentence. Raises any other error."""
    for offer in moves(game, scene):
        args = {field.key: pick([*JUNK, junk]) for field in offer.fields}
        try:
            events = decide(game, scene, Action(offer.kind, offer.actor, args, by="gm", gm=True, id="fresh"))
        except RulesError as refusal:
            if not str(refusal):
                raise Broken(_("“%(kind)s” is refused without a sentence.", kind=offer.kind)) from refusal
        else:
            apply(scene, events[0])


def names_exist(game: Game, sheet: Data) -> None:
    """Paths that fights change exist on the sheet, and quick values can be computed from it. Raises ``Broken``."""
    paths = [path for path, _field in game.schema.walk()]
    for state in game.state_paths:
        if not any(path == state or path.startswith(f"{state}.") for path in paths):
            raise Broken(_("“%(path)s” changes in a fight, and is not on the sheet.", path=state))
    if lost := {*game.at_hand} - {row.key for row in game.derive(sheet, {})}:
        raise Broken(_("“%(path)s” is to be at hand, and is not computed.", path=", ".join(sorted(lost))))


def last(game: Game, scene: Scene, pick: Pick, steps: int) -> Scene:
    return [scene, *(after for _before, _event, after in play(game, scene, pick, steps))][-1]


def checks(pack: Pack) -> Iterator[Check]:
    for row in pack.samples.values():
        yield from (check for check in pack.game.checks(row["data"], {}) if check.refused is None)


def priced(game: Game, check: Check) -> bool:
    """True if a test's odds were compared with all its throws. Raises ``Broken`` if they differ."""
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
    """The texts of a game that pages show before anything happens."""
    game = pack.game
    yield from (game.name, *((game.about,) if game.about else ()))
    yield from (act.label for act in game.acts if hasattr(act, "label"))
    for part in game.schema.sections:
        yield part.label
        for field in part.fields:
            yield from (field.label, *(choice.label for choice in field.choices))


def broken(law: Callable[[], object]) -> Text | None:
    """The sentence of a broken law, or of any other error; ``None`` if the law holds."""
    try:
        law()
    except Broken as error:
        return error.text
    except RulesError as error:
        return error.text
    except AssertionError as error:
        return _("%(why)s.", why=(str(error) or "an assertion fails").splitlines()[0])
    except Exception as error:  # errors of an author's code are reported
        return _("%(kind)s: %(words)s", kind=type(error).__name__, words=str(error)[:200])
    return None
