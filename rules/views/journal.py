"""A journal as its viewer may read it: one event as a line, built from allow-lists before any screen is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.check import Breakdown, Level, Outcome
from rules.core.json_codec import from_json
from rules.core.paths import Data
from rules.core.text import SOMEBODY, Text, _, naming
from rules.views.viewers import Names, Viewer, Won, visible


@dataclass(frozen=True)
class Result:
    """One test in a journal line: die, target if the viewer may know it, and the sentence they may read.

    Where the target ``adds`` to the dice, these are not compared with it.
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
    """One line of the journal for a viewer: its sentence, its tests, and what followed, with the kind of each."""

    who: str | Text | None
    text: Text
    results: tuple[Result, ...] = ()
    effects: tuple[tuple[str | Text, Text], ...] = ()
    gm_only: bool = False
    kinds: tuple[str, ...] = ()
    won: Won | None = None


def tell(audience: str, kind: str, payload: Data, viewer: Viewer) -> Line | None:
    """One event as a line for this viewer; ``None`` when it is not for them or is mere bookkeeping.

    ``told`` in the payload holds ready sentences by circle (``gm``, ``owner``, ``table``); tests and effects are
    projected from ``outcomes`` and ``effects``.
    """
    return tell_read(audience, kind, read(payload), viewer)


def read(payload: Data) -> Data:
    """The sentences and tests of an event as values, for ``tell_read``."""
    return {
        **payload,
        **{name: from_json(payload[name]) for name in ("told", "outcomes", "effects") if name in payload},
    }


def tell_read(audience: str, kind: str, payload: Data, viewer: Viewer) -> Line | None:
    """The line of an event that ``read`` has decoded once for many viewers; ``None`` where one may not know it."""
    if audience == "gm" and not viewer.gm:
        return None
    if viewer.gm and payload.get("apart"):  # read as a whole elsewhere
        return None
    who = payload.get("who", {})
    names = _names_of(who, viewer)
    texts = _told(payload, viewer)
    outcomes = payload.get("outcomes", ())
    if texts is None and not outcomes and not payload.get("effects"):
        return None
    actor = payload.get("action", {}).get("actor", "")
    results = _results(outcomes, payload, names, viewer)
    text = naming(texts, names) if texts is not None else _title(outcomes, names)
    rows = _effects(payload, who, names, viewer)
    effects, kinds = tuple((whom, what) for whom, what, _kind in rows), tuple(kind for *_effect, kind in rows)
    won = _won(outcomes, payload, names, viewer)
    return Line(names.get(actor), text, results, effects, audience == "gm", kinds, won)


def _won(outcomes: Iterable[Outcome], payload: Data, names: Names, viewer: Viewer) -> Won | None:
    """The verdict of an event, where the viewer may know both sides and how each test went."""
    row, who = payload.get("verdict"), payload.get("who", {})
    if row is None:
        return None
    secret = any(outcome.check.secret for outcome in outcomes if outcome.check.actor in row["sides"])
    hidden = any(who.get(side, {}).get("hidden") for side in row["sides"])
    if (secret or hidden) and not viewer.gm:
        return None
    if "hit" in row:
        attacker, target = (names.get(side) for side in row["sides"])
        # A margin gives away the number that was faced.
        return Won(attacker, from_json(row["by"]) if viewer.gm else None, target, row["hit"])
    return Won(names.get(row["winner"]) if row["winner"] else None, from_json(row["by"]))


def _results(outcomes: Iterable[Outcome], payload: Data, names: Names, viewer: Viewer) -> tuple[Result, ...]:
    """The tests of an event that this viewer is told of: not those of somebody hidden.

    Of what goes on on a ``closed`` sheet, whoever it does not concern sees dice fall, and nothing else.
    """
    who = payload.get("who", {})
    closed = bool(payload.get("closed")) and not _concerns(payload, who, viewer)
    known = (outcome for outcome in outcomes if viewer.gm or not who.get(outcome.check.actor, {}).get("hidden"))
    return tuple(_result(outcome, who, names, _is_typed(outcome, payload), viewer, closed) for outcome in known)


def _concerns(payload: Data, who: Data, viewer: Viewer) -> bool:
    """True if a viewer reads the sheet of who acted, or of somebody to whom something happened."""
    people = (payload.get("action", {}).get("actor", ""), *(row["target"] for row in payload.get("effects", ())))
    return any(viewer.knows(who.get(name, {}).get("character", "")) for name in people)


def _is_typed(outcome: Outcome, payload: Data) -> bool:
    """True if a die of this test was typed by hand; where its faces are of no single throw, if any of the act was."""
    real = payload.get("real", {})
    thrown = [key for key, faces in payload.get("faces", {}).items() if tuple(faces) == outcome.faces]
    return any(key in real for key in thrown) if thrown else bool(real)


def _result(outcome: Outcome, who: Data, names: Names, real: bool, viewer: Viewer, closed: bool) -> Result:
    row = who.get(outcome.check.actor, {})
    knows = viewer.knows(row.get("character", ""))
    veiled = closed or (outcome.check.secret and not viewer.gm)
    text = None if veiled else outcome.label if knows or row.get("side") == "pc" else outcome.public
    return Result(
        names.get(outcome.check.actor, SOMEBODY),
        naming(outcome.check.what, names),
        outcome.faces,
        None if veiled else outcome.level,
        naming(text, names) if text else None,
        visible(outcome.check.target, viewer) if knows else None,
        tuple(naming(note, names) for note in outcome.notes) if knows and not veiled else (),
        real,
        outcome.check.adds,
    )


def _effects(payload: Data, who: Data, names: Names, viewer: Viewer) -> list[tuple[str | Text, Text, str]]:
    """The effects as sentences: of others only on visible fighters, and numbers only where they may be known.

    What befalls a player character before everybody is known to all; what is ``closed``, with who did it.
    Of who threw dice against the actor and came off well, that nothing befell them.
    """
    actor = payload.get("action", {}).get("actor", "")
    doer, rows = who.get(actor, {}).get("character", ""), []
    for row in payload.get("effects", ()):
        target = who.get(row["target"], {})
        if target.get("hidden") and not viewer.gm:
            continue
        text = row["text"] if _is_open(row, target, doer, viewer) else row.get("public")
        if text is not None:
            rows.append((names.get(row["target"], SOMEBODY), naming(text, names), str(row.get("kind", ""))))
    blow = actor in who  # else it is the fight's own, such as its order
    unharmed = payload.get("unharmed", ()) if blow else ()
    spared = (fighter for fighter in unharmed if viewer.gm or not who.get(fighter, {}).get("hidden"))
    rows += [(names.get(fighter, SOMEBODY), _("takes no harm"), "") for fighter in spared]
    return rows


def _is_open(effect: Data, target: Data, doer: str, viewer: Viewer) -> bool:
    """True if a viewer may read an effect with its numbers, which the character ``doer`` brought about."""
    if viewer.knows(target.get("character", "")):
        return True
    return target.get("side") == "pc" and (not effect.get("closed") or viewer.owns(doer))


def _told(payload: Data, viewer: Viewer) -> Text | None:
    circles = payload.get("told", {})
    owner = payload.get("owner", "")
    order = (
        ("gm", "owner", "table") if viewer.gm else ("owner", "table") if owner and viewer.owns(owner) else ("table",)
    )
    return next((circles[circle] for circle in order if circle in circles), None)


def _names_of(who: Data, viewer: Viewer) -> dict[str, str | Text]:
    if viewer.gm:
        return {fid: row["true"] for fid, row in who.items()}
    return {fid: SOMEBODY if row.get("hidden") else row["name"] for fid, row in who.items()}


def _title(outcomes: tuple[Outcome, ...], names: Names) -> Text:
    return naming(outcomes[0].check.what, names) if outcomes else _("Effects")
