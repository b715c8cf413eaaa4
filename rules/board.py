"""What a viewer may see of a scene and of its journal: built from allow-lists, before any screen is drawn.

A ``Board`` is a type of its own. Nothing in it leads back to the scene; every name in it is one its viewer may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules import engine
from rules.outcome import Breakdown, Level, Outcome
from rules.paths import Data
from rules.plain import from_plain, to_plain
from rules.scene import Exchange, Fighter, Health, Scene
from rules.script import Ask, Kept, Pending, Request, Roll
from rules.system import Headline, Offer, Place, Prompt, Slot, System
from rules.words import SOMEBODY, Text, _, naming

Names = Mapping[str, str | Text]


@dataclass(frozen=True)
class Viewer:
    """Who looks: the game master, the table, or a seat with the characters it owns (for the game master: all the
    characters no player owns)."""

    role: str
    characters: frozenset[str] = frozenset()

    @property
    def gm(self) -> bool:
        """Whether this is a game master."""
        return self.role == "gm"

    def owns(self, character: str) -> bool:
        """Whether this viewer answers for a character himself."""
        return character in self.characters

    def knows(self, character: str) -> bool:
        """Whether this viewer may read the numbers of a character."""
        return self.gm or self.owns(character)


@dataclass(frozen=True)
class Row:
    """One fighter in the order of the round, as far as the viewer may know."""

    fighter: str
    name: str
    side: str
    at: str
    state: str
    mine: bool
    hidden: bool = False
    public_name: str = ""
    character: str = ""
    note: Text | None = None
    intent: Text | None = None
    health: Health | None = None
    exact: tuple[Place, ...] = ()


@dataclass(frozen=True)
class Answered:
    """One answer of an open exchange: what was asked of whom, and what it gave; ``sealed`` hides the value.

    ``key`` is told to who made a choice and may still take it back.
    """

    who: str | Text
    label: Text
    faces: tuple[int, ...] = ()
    chosen: tuple[Text, ...] = ()
    sealed: bool = False
    real: bool = False
    target: Breakdown | None = None
    key: str = ""
    adds: bool = False


@dataclass(frozen=True)
class Card:
    """An open exchange: what it is, what has been answered, whom it waits for."""

    exchange: str
    actor: str | Text
    title: Text
    answered: tuple[Answered, ...]
    waiting: tuple[tuple[str | Text, Text], ...]
    hidden: bool = False


@dataclass(frozen=True)
class Need:
    """Something this viewer may answer now; ``own`` when it is asked of him, not merely open to the game master."""

    kind: str
    of: str
    who: str | Text
    label: Text
    own: bool
    exchange: str = ""
    request: Request | None = None
    proposal: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True)
class Board:
    """Everything a viewer may know of a fight: ``rows`` hold everybody once, ``rungs`` every place in the order."""

    headline: Headline
    rows: tuple[Row, ...]
    rungs: tuple[Row, ...]
    cards: tuple[Card, ...]
    needs: tuple[Need, ...]
    up: tuple[str, ...]
    uncalled: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """One test in a journal line: die, target if the viewer may know it, and the sentence he may read.

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
    """One line of the journal for a viewer: its sentence, its tests, and what followed."""

    who: str | Text | None
    text: Text
    results: tuple[Result, ...] = ()
    effects: tuple[tuple[str | Text, Text], ...] = ()
    gm_only: bool = False


def view(system: System, scene: Scene, viewer: Viewer) -> Board:
    """The board of a scene for a viewer."""
    names = scene.names(viewer.gm)
    prompts = engine.waiting_on(system, scene)
    shown = engine.spent(system, scene)
    up = _up(scene, viewer, prompts)
    seen = [slot for slot in system.order(shown) if _seen(scene.fighters[slot.fighter], viewer)]
    slots = _placed(system, shown, viewer, seen, up)
    rungs = tuple((slot.further, _row(system, shown, viewer, slot, up)) for slot in slots)
    cards = tuple(
        _card(system, scene, viewer, exchange, names)
        for exchange in scene.exchanges.values()
        if _open_to(scene, viewer, exchange)
    )
    needs = tuple(_need(system, scene, viewer, prompt, names) for prompt in prompts if _asked(scene, viewer, prompt))
    waiting = engine.uncalled(system, scene) if viewer.gm and scene.kind != "test" else ()
    head = _headline(system, scene, viewer, up, names)
    rows = tuple(row for further, row in rungs if not further)
    return Board(head, rows, tuple(row for _further, row in rungs), cards, needs, up, waiting)


def offers(system: System, scene: Scene, viewer: Viewer, actor: str) -> tuple[Offer, ...]:
    """What ``actor`` may do, in words this viewer may read; fields for the game master are left out for others."""
    names = scene.names(viewer.gm)
    found = engine.offers(system, scene, actor)
    return tuple(_worded(offer, names, viewer.gm) for offer in found if viewer.gm or not offer.master)


def deeds(system: System, scene: Scene, viewer: Viewer, actor: str) -> tuple[Offer, ...]:
    """What ``actor`` may do outside a fight besides testing something, in words this viewer may read."""
    names = scene.names(viewer.gm)
    found = system.deeds(scene, actor)
    return tuple(_worded(offer, names, viewer.gm) for offer in found if viewer.gm or not offer.master)


def tell(audience: str, kind: str, payload: Data, viewer: Viewer) -> Line | None:
    """One event as a line for this viewer; ``None`` when it is not for him or is mere bookkeeping.

    ``told`` in the payload holds ready sentences by circle (``gm``, ``owner``, ``table``); tests and effects are
    projected from ``outcomes`` and ``effects``.
    """
    if audience == "gm" and not viewer.gm:
        return None
    who = payload.get("who", {})
    names = _names_of(who, viewer)
    told = _told(payload, viewer)
    outcomes = tuple(from_plain(item) for item in payload.get("outcomes", ()))
    if told is None and not outcomes and not payload.get("effects"):
        return None
    actor = payload.get("action", {}).get("actor", "")
    told_of = (one for one in outcomes if viewer.gm or not who.get(one.check.actor, {}).get("hidden"))
    results = tuple(_result(outcome, who, names, payload.get("real", {}), viewer) for outcome in told_of)
    text = naming(told, names) if told is not None else _title(outcomes, names)
    return Line(names.get(actor), text, results, _effects(payload, who, names, viewer), audience == "gm")


def _up(scene: Scene, viewer: Viewer, prompts: tuple[Prompt, ...]) -> tuple[str, ...]:
    """Whose turn it is: for the table only those called, so that a hidden turn looks like a pause."""
    acting = [prompt.of for prompt in prompts if prompt.kind != "answer" and prompt.of in scene.fighters]
    busy = [one.action.actor for one in scene.exchanges.values() if one.action.actor in scene.fighters]
    found = dict.fromkeys([*busy, *(acting if viewer.gm else [one for one in acting if one in scene.called])])
    return tuple(one for one in found if _seen(scene.fighters[one], viewer))


def _headline(system: System, scene: Scene, viewer: Viewer, up: tuple[str, ...], names: Names) -> Headline:
    found = system.headline(scene)
    if not viewer.gm and not up:
        return Headline(found.round, _("The game master"))
    return replace(found, part=naming(found.part, names) if found.part else None)


def _placed(system: System, scene: Scene, viewer: Viewer, slots: list[Slot], up: tuple[str, ...]) -> list[Slot]:
    """The order as far as this viewer may know it; whose place is not shown stands behind, in order of arrival."""
    if viewer.gm:
        return slots
    known, kept = [], {}
    for slot in slots:
        mine = viewer.owns(scene.fighters[slot.fighter].character)
        if slot.fighter in up or system.tracks(scene, slot.fighter, mine):
            known.append(slot)
        elif not slot.further:
            kept[slot.fighter] = replace(slot, at="", note=None)
    return [*known, *(kept[fighter] for fighter in scene.fighters if fighter in kept)]


def _row(system: System, scene: Scene, viewer: Viewer, slot: Slot, up: tuple[str, ...]) -> Row:
    fighter, names = scene.fighters[slot.fighter], scene.names(viewer.gm)
    knows = viewer.knows(fighter.character)
    intent = None if slot.further else system.intent(scene, fighter.id)
    now = fighter.id in up and not slot.further
    state = "now" if now else "next" if slot.state == "now" else slot.state
    health, exact = (None, ()) if slot.further else _health(system, scene, fighter, knows)
    return Row(
        fighter.id,
        fighter.name if knows else fighter.shown_name,
        fighter.side,
        slot.at,
        state,
        viewer.owns(fighter.character),
        fighter.hidden,
        fighter.public_name if knows else "",
        fighter.character if knows else "",
        naming(slot.note, names) if slot.note else None,
        naming(intent, names) if intent else None,
        health,
        exact,
    )


def _health(system: System, scene: Scene, fighter: Fighter, knows: bool) -> tuple[Health | None, tuple[Place, ...]]:
    sheet = scene.sheets[fighter.character]
    whole = knows or fighter.side == "pc" or fighter.health_shown == "exact"
    if whole:
        return system.health(sheet, scene.settings), system.body(
            sheet, scene.settings
        ) if knows or fighter.health_shown == "exact" else ()
    if fighter.health_shown == "nothing":
        return None, ()
    return band(system.health(sheet, scene.settings)), ()


def band(health: Health) -> Health:
    """A state of health in a band shared by two ranks, so that the exact one does not leak."""
    words = {0: _("Unhurt"), 1: _("Touched"), 2: _("Badly hurt"), 3: _("Out of action")}
    rank = 3 if health.rank >= 5 else (health.rank + 1) // 2
    return Health({0: 0, 1: 2, 2: 3, 3: 5}[rank], words[rank])


def _card(system: System, scene: Scene, viewer: Viewer, exchange: Exchange, names: Names) -> Card:
    state = engine.run(system, scene, exchange)
    free = engine.revocable(scene, exchange, state.kept)
    lines = tuple(
        replace(_answered(scene, viewer, exchange, one, names), key=_own_key(scene, viewer, one) if one in free else "")
        for one in state.kept
        if _open_answer(scene, viewer, one.request)
    )
    open_requests = state.requests if isinstance(state, Pending) else ()
    waiting = tuple(
        (_called(one.whose, names), naming(_label(one), names))
        for one in open_requests
        if _open_answer(scene, viewer, one)
    )
    title = system.title(scene, exchange.action) or _("Exchange")
    hidden = not _open_to(scene, Viewer("table"), exchange)
    return Card(exchange.id, _called(exchange.action.actor, names), naming(title, names), lines, waiting, hidden)


def _own_key(scene: Scene, viewer: Viewer, one: Kept) -> str:
    # A die that is taken back falls as it did: only a choice can be another one.
    free = isinstance(one.request, Ask) and _owns(scene, viewer, one.request.whose)
    return one.request.key if free else ""


def _answered(scene: Scene, viewer: Viewer, exchange: Exchange, one: Kept, names: Names) -> Answered:
    request = one.request
    mine = _owns(scene, viewer, request.whose)
    found = Answered(_called(request.whose, names), naming(_label(request), names), real=request.key in exchange.real)
    if one.sealed and not mine:
        return replace(found, sealed=True)
    if isinstance(request, Ask):
        return replace(found, chosen=tuple(naming(option.label, names) for option in request.chosen(one.value)))
    knows = request.whose in scene.fighters and viewer.knows(scene.fighters[request.whose].character)
    target = request.check.target if request.check and knows else None
    adds = request.check is not None and request.check.adds
    return replace(found, faces=tuple(one.value), target=_visible(target, viewer), adds=adds)


def _need(system: System, scene: Scene, viewer: Viewer, prompt: Prompt, names: Names) -> Need:
    own = _owns(scene, viewer, prompt.of)
    request = _worded_request(prompt.request, names, viewer) if prompt.request else None
    proposal: tuple[dict[str, Any], ...] = ()
    if prompt.kind == "confirm":
        effects = engine.proposal(system, scene, scene.exchanges[prompt.exchange])
        told = ((effect, system.describe(scene, effect)) for effect in effects)
        proposal = tuple({"plain": to_plain(effect), "text": text and naming(text, names)} for effect, text in told)
    return Need(
        prompt.kind,
        prompt.of,
        _called(prompt.of, names),
        naming(prompt.label, names),
        own,
        prompt.exchange,
        request,
        proposal,
    )


def _asked(scene: Scene, viewer: Viewer, prompt: Prompt) -> bool:
    if viewer.gm:
        return True
    if not _owns(scene, viewer, prompt.of):
        return False
    return prompt.kind == "answer" or prompt.of in scene.called


def _worded_request(request: Request, names: Names, viewer: Viewer) -> Request:
    if isinstance(request, Ask):
        options = tuple(
            replace(
                option,
                label=naming(option.label, names),
                refused=option.refused and naming(option.refused, names),
                hint=option.hint and naming(option.hint, names),
            )
            for option in request.options
        )
        return replace(request, text=naming(request.text, names), options=options)
    check = request.check
    if check is not None:
        target = _visible(check.target, viewer)
        check = replace(check, what=naming(check.what, names), target=target) if target else None
    return replace(request, label=naming(request.label, names), check=check)


def _worded(offer: Offer, names: Names, gm: bool) -> Offer:
    fields = tuple(
        replace(
            field,
            label=naming(field.label, names),
            choices=tuple(
                replace(
                    choice,
                    label=naming(choice.label, names),
                    refused=choice.refused and naming(choice.refused, names),
                    hint=choice.hint and naming(choice.hint, names),
                )
                for choice in field.choices
            ),
        )
        for field in offer.fields
        if gm or field.key not in offer.gm_only
    )
    refused = naming(offer.refused, names) if offer.refused else None
    hint = naming(offer.hint, names) if offer.hint else None
    return replace(offer, label=naming(offer.label, names), fields=fields, refused=refused, hint=hint)


def _visible(target: Breakdown | None, viewer: Viewer) -> Breakdown | None:
    """A breakdown without the terms only the game master knows."""
    if target is None or viewer.gm:
        return target
    return Breakdown(target.base, tuple(term for term in target.modifiers if not term.secret))


def _result(outcome: Outcome, who: Data, names: Names, real: Data, viewer: Viewer) -> Result:
    row = who.get(outcome.check.actor, {})
    knows = viewer.knows(row.get("character", ""))
    veiled = outcome.check.secret and not viewer.gm
    text = None if veiled else outcome.label if knows or row.get("side") == "pc" else outcome.public
    return Result(
        names.get(outcome.check.actor, SOMEBODY),
        naming(outcome.check.what, names),
        outcome.faces,
        None if veiled else outcome.level,
        naming(text, names) if text else None,
        _visible(outcome.check.target, viewer) if knows else None,
        tuple(naming(note, names) for note in outcome.notes) if knows and not veiled else (),
        bool(real),
        outcome.check.adds,
    )


def _effects(payload: Data, who: Data, names: Names, viewer: Viewer) -> tuple[tuple[str | Text, Text], ...]:
    """The effects as sentences: of others only on visible fighters, and numbers only where they may be known."""
    told = []
    for row in payload.get("effects", ()):
        target = who.get(row["target"], {})
        if not viewer.gm and target.get("hidden"):
            continue
        open_text = viewer.knows(target.get("character", "")) or target.get("side") == "pc"
        text = row["text"] if open_text else row.get("public")
        if text is not None:
            told.append((names.get(row["target"], SOMEBODY), naming(from_plain(text), names)))
    return tuple(told)


def _told(payload: Data, viewer: Viewer) -> Text | None:
    circles = payload.get("told", {})
    owner = payload.get("owner", "")
    order = (
        ("gm", "owner", "table") if viewer.gm else ("owner", "table") if owner and viewer.owns(owner) else ("table",)
    )
    return next((from_plain(circles[circle]) for circle in order if circle in circles), None)


def _names_of(who: Data, viewer: Viewer) -> dict[str, str | Text]:
    if viewer.gm:
        return {fid: row["true"] for fid, row in who.items()}
    return {fid: SOMEBODY if row.get("hidden") else row["name"] for fid, row in who.items()}


def _title(outcomes: tuple[Outcome, ...], names: Names) -> Text:
    return naming(outcomes[0].check.what, names) if outcomes else _("Effects")


def _seen(fighter: Fighter, viewer: Viewer) -> bool:
    return viewer.gm or not fighter.hidden


def _open_to(scene: Scene, viewer: Viewer, exchange: Exchange) -> bool:
    """Whether a viewer may see that this goes on; what the game master himself does is in the open."""
    actor = scene.fighters.get(exchange.action.actor)
    return actor is None or _seen(actor, viewer)


def _open_answer(scene: Scene, viewer: Viewer, request: Request) -> bool:
    if viewer.gm or _owns(scene, viewer, request.whose):
        return True
    hidden = request.whose in scene.fighters and scene.fighters[request.whose].hidden
    return not request.secret and not hidden


def _owns(scene: Scene, viewer: Viewer, whose: str) -> bool:
    if whose not in scene.fighters:
        return viewer.gm
    return viewer.owns(scene.fighters[whose].character)


def _called(whose: str, names: Names) -> str | Text:
    return names.get(whose, _("the game master") if whose == "gm" else SOMEBODY)


def _label(request: Request) -> Text:
    return request.label if isinstance(request, Roll) else request.text
