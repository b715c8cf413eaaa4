"""A journal as its viewer may read it: one event as a line, built from allow-lists before any screen is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.core.check import Breakdown, Level, Outcome
from rules.core.json_codec import from_json
from rules.core.paths import Data
from rules.core.text import SOMEBODY, Text, _, fighters_in, with_names
from rules.views.viewers import DuelResult, Names, Viewer, without_secret_terms

HIT = "is hit"  # the public sentence of a wound, without its numbers; the verdict of a hit says the same
# Kinds of effects: the order of a round, in one sentence, and the number that gives a fighter a place in it.
ORDER, INITIATIVE = "order", "initiative"
MOST_FOLLOWERS = 4  # named after whoever begins; the turn order has them all
_ENCODED = ("told", "outcomes", "effects", "fallen", "thrown")


@dataclass(frozen=True)
class Result:
    """One test in a journal line: die, target if the viewer may know it, and the sentence they may read.

    If the target ``adds`` to the dice, it is a bonus, not a number to compare with.
    """

    who: str | Text
    what: Text
    faces: tuple[int, ...]
    level: Level | None
    text: Text | None
    target: Breakdown | None = None
    notes: tuple[Text, ...] = ()
    real: bool = False
    adds: bool = False


@dataclass(frozen=True)
class Line:
    """One line of the journal for a viewer: its sentence, its tests and its effects, with the kind of each effect.

    ``fallen`` are the fighters taken out of the fight by it, each with a sentence of its own. ``repeats`` are effects
    that say the same as ``won`` or the order. ``thrown`` are open throws of player characters that are no test, such as
    damage.
    """

    who: str | Text | None
    text: Text
    results: tuple[Result, ...] = ()
    effects: tuple[tuple[str | Text, Text], ...] = ()
    gm_only: bool = False
    kinds: tuple[str, ...] = ()
    won: DuelResult | None = None
    fallen: tuple[tuple[str | Text, Text], ...] = ()
    repeats: frozenset[tuple[str | Text, Text]] = frozenset()
    thrown: tuple[tuple[str | Text, Text, tuple[int, ...]], ...] = ()

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Results memoized for this line by ``rules.core.memo``, such as its words in a language."""
        return {}


def tell(audience: str, kind: str, payload: Data, viewer: Viewer) -> Line | None:
    """One event as a line for this viewer; ``None`` if it is not for them or mere bookkeeping.

    ``told`` in the payload has ready sentences by circle (``gm``, ``owner``, ``table``); tests and effects are
    projected from ``outcomes`` and ``effects``.
    """
    return tell_decoded(audience, kind, decode(payload), viewer)


def decode(payload: Data) -> Data:
    """The sentences and tests of an event as values, for ``tell_decoded``."""
    return {**payload, **{name: from_json(payload[name]) for name in _ENCODED if name in payload}}


def tell_decoded(audience: str, kind: str, payload: Data, viewer: Viewer) -> Line | None:
    """The line of an event that ``decode`` has decoded once for many viewers; ``None`` if it is not for this one."""
    if audience == "gm" and not viewer.gm:
        return None
    if viewer.gm and payload.get("apart"):  # game masters read its original instead
        return None
    who = payload.get("who", {})
    names = _names_shown(who, viewer)
    texts = _sentence_for(payload, viewer)
    outcomes = payload.get("outcomes", ())
    if texts is None and not outcomes and not payload.get("effects"):
        return None
    actor = payload.get("action", {}).get("actor", "")
    results = _results(outcomes, payload, names, viewer)
    text = with_names(texts, names) if texts is not None else _title(outcomes, names)
    rows = _effect_rows(payload, who, names, viewer)
    effects, kinds = tuple((whom, what) for whom, what, _kind in rows), tuple(kind for *_effect, kind in rows)
    won = _winner_shown(outcomes, payload, names, viewer)
    fallen = tuple(_fallen_shown(payload, who, names, viewer))
    repeats = frozenset((*_repeating(payload, rows, won), *_repeating_order(rows)))
    thrown = tuple(_thrown_shown(payload, who, names, viewer))
    return Line(names.get(actor), text, results, effects, audience == "gm", kinds, won, fallen, repeats, thrown)


def _thrown_shown(
    payload: Data, who: Data, names: Names, viewer: Viewer
) -> Iterator[tuple[str | Text, Text, tuple[int, ...]]]:
    for row in payload.get("thrown", ()):
        thrower = who.get(row["who"], {})
        unseen = thrower.get("hidden") or row.get("unseen")
        if viewer.gm or (thrower.get("side") == "pc" and not unseen):
            yield names.get(row["who"], SOMEBODY), with_names(row["text"], names), tuple(row["faces"])


def _repeating(
    payload: Data, rows: Iterable[tuple[str | Text, Text, str]], won: DuelResult | None
) -> Iterable[tuple[str | Text, Text]]:
    if won is None or not won.winner:
        return ()
    kinds = {row["kind"] for row in payload.get("effects", ()) if row.get("won") and won.by}
    hit = won.target if won.hit else None
    return ((whom, what) for whom, what, kind in rows if kind in kinds or (whom == hit and what.msgid == HIT))


def _repeating_order(rows: Sequence[tuple[str | Text, Text, str]]) -> Iterable[tuple[str | Text, Text]]:
    has_order = any(kind == ORDER for *_effect, kind in rows)
    return ((whom, what) for whom, what, kind in rows if has_order and kind == INITIATIVE)


def _fallen_shown(payload: Data, who: Data, names: Names, viewer: Viewer) -> Iterator[tuple[str | Text, Text]]:
    rows = payload.get("fallen", ())
    seen = (row for row in rows if viewer.gm or not who.get(row["target"], {}).get("hidden"))
    return ((names.get(row["target"], SOMEBODY), with_names(row["text"], names)) for row in seen)


def _winner_shown(outcomes: Iterable[Outcome], payload: Data, names: Names, viewer: Viewer) -> DuelResult | None:
    """The verdict of an event, if the viewer may know both sides and how each test went."""
    row, who = payload.get("verdict"), payload.get("who", {})
    if row is None:
        return None
    secret = any(outcome.check.secret for outcome in outcomes if outcome.check.actor in row["sides"])
    hidden = any(who.get(side, {}).get("hidden") for side in row["sides"])
    if (secret or hidden) and not viewer.gm:
        return None
    if "hit" in row:
        attacker, target = (names.get(side) for side in row["sides"])
        # The margin would reveal the opposing number.
        return DuelResult(attacker, from_json(row["by"]) if viewer.gm else None, target, row["hit"])
    return DuelResult(names.get(row["winner"]) if row["winner"] else None, from_json(row["by"]))


def _results(outcomes: Iterable[Outcome], payload: Data, names: Names, viewer: Viewer) -> tuple[Result, ...]:
    """The tests of an event as this viewer may read them, without those of hidden fighters.

    Of an event on a ``closed`` sheet, a viewer it does not concern sees the dice, but no result except that of their
    own test, such as when they tend somebody.
    """
    who, order = payload.get("who", {}), list(payload.get("order", ()))
    if order:
        outcomes = sorted(
            outcomes, key=lambda outcome: order.index(actor) if (actor := outcome.check.actor) in order else 0
        )
    closed = bool(payload.get("closed")) and not _concerns(payload, who, viewer)
    shown = (outcome for outcome in outcomes if viewer.gm or not who.get(outcome.check.actor, {}).get("hidden"))
    return tuple(_result(outcome, who, names, _is_typed(outcome, payload), viewer, closed) for outcome in shown)


def _concerns(payload: Data, who: Data, viewer: Viewer) -> bool:
    """True if a viewer may read the sheet of the actor, or of somebody affected."""
    people = (payload.get("action", {}).get("actor", ""), *(row["target"] for row in payload.get("effects", ())))
    return any(viewer.knows(who.get(name, {}).get("character", "")) for name in people)


def _is_typed(outcome: Outcome, payload: Data) -> bool:
    """True if a die of this test was typed; if its faces match no single throw, True if any die of the act was."""
    real = payload.get("real", {})
    keys = [key for key, faces in payload.get("faces", {}).items() if tuple(faces) == outcome.faces]
    return any(key in real for key in keys) if keys else bool(real)


def _result(outcome: Outcome, who: Data, names: Names, real: bool, viewer: Viewer, closed: bool) -> Result:
    row = who.get(outcome.check.actor, {})
    knows = viewer.knows(row.get("character", ""))
    is_veiled = (closed and not knows) or (outcome.check.secret and not viewer.gm)
    text = None if is_veiled else _word_outcome(outcome, knows or row.get("side") == "pc", names)
    return Result(
        names.get(outcome.check.actor, SOMEBODY),
        with_names(outcome.check.what, names),
        outcome.faces,
        None if is_veiled else outcome.level,
        text,
        without_secret_terms(outcome.check.target, viewer) if knows else None,
        tuple(with_names(note, names) for note in outcome.notes) if knows and not is_veiled else (),
        real,
        outcome.check.adds,
    )


def _word_outcome(outcome: Outcome, whole: bool, names: Names) -> Text:
    return with_names(outcome.label if whole else outcome.public, names)


def _effect_rows(payload: Data, who: Data, names: Names, viewer: Viewer) -> list[tuple[str | Text, Text, str]]:
    """The effects as sentences: for others only on and about visible fighters, with numbers only if they may know them.

    Everybody reads an effect on a player character with its numbers, unless it is ``closed``; the actor's player reads
    even that. Targets who threw dice in defence and took no harm get a sentence that says so.
    """
    actor = payload.get("action", {}).get("actor", "")
    actor_character, rows = who.get(actor, {}).get("character", ""), []
    place, unseen = _places(payload), _unseen(who, viewer)
    for row in sorted(payload.get("effects", ()), key=lambda row: place.get(row["target"], len(place))):
        target = who.get(row["target"], {})
        text = row["text"] if _is_open(row, target, actor_character, viewer) else row.get("public")
        if text is not None and unseen.isdisjoint((row["target"], *fighters_in(text))):
            rows.append((names.get(row["target"], SOMEBODY), with_names(text, names), str(row.get("kind", ""))))
    by_fighter = actor in who  # otherwise the fight's own, such as its order
    unharmed = payload.get("unharmed", ()) if by_fighter else ()
    rows += [(names.get(fighter, SOMEBODY), _("takes no harm"), "") for fighter in unharmed if fighter not in unseen]
    return [*_order_shown(payload, who, names, viewer), *rows]


def _unseen(who: Data, viewer: Viewer) -> frozenset[str]:
    return frozenset(fighter for fighter, row in who.items() if row.get("hidden") and not viewer.gm)


def _places(payload: Data) -> dict[str, int]:
    return {fighter: place for place, fighter in enumerate(payload.get("order", ()))}


def _order_shown(payload: Data, who: Data, names: Names, viewer: Viewer) -> Iterator[tuple[str | Text, Text, str]]:
    """The fighter who begins and those who follow, of an act that settled the order of a round."""
    unseen = _unseen(who, viewer)
    shown = [fighter for fighter in payload.get("order", ()) if fighter not in unseen]
    if len(shown) > 1:
        first, *others = (names.get(fighter, SOMEBODY) for fighter in shown)
        named = tuple(_("%(name)s", name=name) for name in others)
        some, more = named[:MOST_FOLLOWERS], len(named) - MOST_FOLLOWERS
        crowd = _("begins, then %(others)s and %(more)s more", others=some, more=more)
        yield first, crowd if more > 1 else _("begins, then %(others)s", others=named), ORDER


def _is_open(effect: Data, target: Data, doer: str, viewer: Viewer) -> bool:
    """True if a viewer may read an effect with its numbers; ``doer`` is the character who caused it."""
    if viewer.knows(target.get("character", "")):
        return True
    return target.get("side") == "pc" and (not effect.get("closed") or viewer.owns(doer))


def _sentence_for(payload: Data, viewer: Viewer) -> Text | None:
    sentences = payload.get("told", {})
    owner = payload.get("owner", "")
    circles: tuple[str, ...] = ("table",)
    if viewer.gm:
        circles = ("gm", "owner", "table")
    elif owner and viewer.owns(owner):
        circles = ("owner", "table")
    return next((sentences[circle] for circle in circles if circle in sentences), None)


def _names_shown(who: Data, viewer: Viewer) -> dict[str, str | Text]:
    if viewer.gm:
        return {fid: row["true"] for fid, row in who.items()}
    return {fid: SOMEBODY if row.get("hidden") else row["name"] for fid, row in who.items()}


def _title(outcomes: tuple[Outcome, ...], names: Names) -> Text:
    return with_names(outcomes[0].check.what, names) if outcomes else _("Effects")
