"""A scene as its viewer may see it: built from allow-lists, before any screen is drawn.

A ``Board`` is a type of its own. Nothing in it leads back to the scene; every name in it is one its viewer may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.character.character import Place
from rules.character.sheet import Choice
from rules.core.acts import Offer
from rules.core.check import Breakdown
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.rounds import Headline, Prompt, Slot
from rules.core.scene import Exchange, Fighter, Health, Scene
from rules.core.script import Ask, Kept, Option, Pending, Request, Roll
from rules.core.text import Text, _, naming
from rules.engine import exchanges, sides, timers
from rules.engine import offers as engine_offers
from rules.views.viewers import Names, Viewer, Won, visible

Shown = TypeVar("Shown", Option, Choice)


@dataclass(frozen=True)
class Lasting:
    """What a fighter is for a time, and how long yet; ``key`` and ``path`` for who may end it."""

    what: Text
    until: Text
    key: str = ""
    path: str = ""


@dataclass(frozen=True)
class Row:
    """One fighter in the order of the round, as far as the viewer may know."""

    fighter: str
    name: str
    side: str
    at: str | Text
    state: str
    mine: bool
    hidden: bool = False
    public_name: str = ""
    character: str = ""
    note: Text | None = None
    intent: Text | None = None
    health: Health | None = None
    exact: tuple[Place, ...] = ()
    timers: tuple[Lasting, ...] = ()
    tie: Text | None = None


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
    won: Won | None = None


@dataclass(frozen=True)
class Need:
    """Something this viewer may answer now; ``own`` when it is asked of them, not merely open to the game master."""

    kind: str
    of: str
    who: str | Text
    label: Text
    own: bool
    exchange: str = ""
    request: Request | None = None
    proposal: tuple[dict[str, Any], ...] = ()
    seconds: int = 0


@dataclass(frozen=True)
class Board:
    """Everything a viewer may know of a fight: ``rows`` hold everybody once, ``rungs`` every place in the order.

    ``up`` are those whose turn it is, ``awaited`` those whom the fight really waits for: in the turn of one another may
    have to answer; what a game master owes, as ``gm``, is told to game masters alone.
    """

    headline: Headline
    rows: tuple[Row, ...]
    rungs: tuple[Row, ...]
    cards: tuple[Card, ...]
    needs: tuple[Need, ...]
    up: tuple[str, ...]
    uncalled: tuple[str, ...] = ()
    awaited: tuple[str, ...] = ()


def view(system: Game, scene: Scene, viewer: Viewer) -> Board:
    names = scene.names(viewer.gm)
    known, prompts = known_scene(system, scene, viewer), _prompts(system, scene, viewer)
    shown = exchanges.after_costs(system, known)
    up = _up(scene, viewer, prompts)
    seen = [slot for slot in system.order(shown) if _seen(scene.fighters[slot.fighter], viewer)]
    slots = _placed(system, shown, viewer, seen, up)
    rungs = tuple((slot.further, _row(system, shown, viewer, slot, up)) for slot in slots)
    cards = _cards(system, scene, viewer, names)
    waiting = exchanges.uncalled(system, scene) if viewer.gm and scene.kind != "test" else ()
    rows = tuple(row for further, row in rungs if not further)
    awaited = _awaited(scene, viewer, prompts)
    head = _headline(system, known, viewer, (up, awaited), names)
    asked = _needs(system, scene, viewer, prompts)
    return Board(head, rows, tuple(row for _further, row in rungs), cards, asked, up, waiting, awaited)


def needs(system: Game, scene: Scene, viewer: Viewer) -> tuple[Need, ...]:
    return _needs(system, scene, viewer, _prompts(system, scene, viewer))


def _needs(system: Game, scene: Scene, viewer: Viewer, prompts: tuple[Prompt, ...]) -> tuple[Need, ...]:
    names = scene.names(viewer.gm)
    return tuple(_need(system, scene, viewer, prompt, names) for prompt in prompts if _asked(scene, viewer, prompt))


def known_scene(system: Game, scene: Scene, viewer: Viewer) -> Scene:
    """The scene as if nobody were there who is hidden from a viewer: what they are offered is read from it."""
    return scene if viewer.gm else exchanges.without_hidden_fighters(system, scene, _own(scene, viewer))


def _prompts(system: Game, scene: Scene, viewer: Viewer) -> tuple[Prompt, ...]:
    if viewer.gm:
        return exchanges.waiting_on(system, scene)
    return exchanges.known_prompts(system, scene, _own(scene, viewer))


def menu(system: Game, scene: Scene, viewer: Viewer, actor: str) -> tuple[Offer, ...]:
    """The menu of ``actor`` worded for this viewer, but for its fields, which only tell what there is to fill in."""
    names = scene.names(viewer.gm)
    return tuple(_headed(offer, names, viewer.gm) for offer in _known_offers(system, scene, viewer, actor))


def offers(system: Game, scene: Scene, viewer: Viewer, actor: str, kind: str | None = None) -> tuple[Offer, ...]:
    """The menu of ``actor``, or its offer of one kind, worded for this viewer; fields for the game master left out."""
    names = scene.names(viewer.gm)
    known = _known_offers(system, scene, viewer, actor, kind)
    grouped = (sides.grouped_by_side(scene, offer, system.ground) for offer in known)
    return tuple(_worded(offer, names, viewer.gm) for offer in grouped)


def _known_offers(system: Game, scene: Scene, viewer: Viewer, actor: str, kind: str | None = None) -> Iterator[Offer]:
    known = known_scene(system, scene, viewer)
    unseen = _unseen(scene, viewer)
    if kind is None:
        entries = engine_offers.offers(system, known, actor)
    else:
        entries = engine_offers.entries_of(system, known, actor, kind)
    made = (engine_offers.without_unseen(scene, offer, unseen) for offer in entries)
    return (offer for offer in made if viewer.gm or not offer.master)


def downtime(system: Game, scene: Scene, viewer: Viewer, actor: str) -> tuple[Offer, ...]:
    """The downtime acts of ``actor`` besides tests, worded for this viewer."""
    names = scene.names(viewer.gm)
    unseen = _unseen(scene, viewer)
    menu = (engine_offers.without_unseen(scene, offer, unseen) for offer in system.downtime(scene, actor))
    return tuple(_worded(offer, names, viewer.gm) for offer in menu if viewer.gm or not offer.master)


def _up(scene: Scene, viewer: Viewer, prompts: tuple[Prompt, ...]) -> tuple[str, ...]:
    """The fighters whose turn it is: for the table only those called, so that a hidden turn looks like a pause."""
    acting = [prompt.of for prompt in prompts if prompt.kind != "answer" and prompt.of in scene.fighters]
    busy = [exchange.action.actor for exchange in scene.exchanges.values() if exchange.action.actor in scene.fighters]
    known = acting if viewer.gm else [fighter for fighter in acting if fighter in scene.called]
    fighters = dict.fromkeys([*busy, *known])
    return tuple(fighter for fighter in fighters if _seen(scene.fighters[fighter], viewer))


def _awaited(scene: Scene, viewer: Viewer, prompts: tuple[Prompt, ...]) -> tuple[str, ...]:
    """The fighters the fight waits for; nobody while the game master has not called those who are up.

    Unseen exchanges wait for nobody this viewer knows of, except the viewer; and a game master's decision may come of
    something hidden, so to others it looks as if they prepared what comes next.
    """
    awaited: list[str] = []
    for prompt in prompts:
        if prompt.kind == "act":
            awaited += [prompt.of] if prompt.of in scene.called and _seen(scene.fighters[prompt.of], viewer) else []
        elif _owns(scene, viewer, prompt.of):
            awaited.append(prompt.of)
        elif _open_to(scene, viewer, scene.exchanges[prompt.exchange]):
            known = prompt.request is not None and _open_answer(scene, viewer, prompt.request)
            awaited += [prompt.of] if known else ["gm"] if viewer.gm else []
    return tuple(dict.fromkeys(awaited))


def _headline(
    system: Game, scene: Scene, viewer: Viewer, known: tuple[tuple[str, ...], tuple[str, ...]], names: Names
) -> Headline:
    """The headline, as far as this viewer knows who is up and who is waited for."""
    headline, (up, awaited) = system.headline(scene), known
    if not viewer.gm and not up:
        return Headline(headline.round, None if awaited else _("The game master"))
    return replace(headline, part=naming(headline.part, names) if headline.part else None)


def _placed(system: Game, scene: Scene, viewer: Viewer, slots: list[Slot], up: tuple[str, ...]) -> list[Slot]:
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


def _cards(system: Game, scene: Scene, viewer: Viewer, names: Names) -> tuple[Card, ...]:
    open_here = (exchange for exchange in scene.exchanges.values() if _open_to(scene, viewer, exchange))
    return tuple(_card(system, scene, viewer, exchange, names) for exchange in open_here)


def _turn_state(slot: Slot, up: tuple[str, ...]) -> str:
    if slot.fighter in up and not slot.further:
        return "now"
    return "next" if slot.state == "now" else slot.state


def _row(system: Game, scene: Scene, viewer: Viewer, slot: Slot, up: tuple[str, ...]) -> Row:
    fighter, names = scene.fighters[slot.fighter], scene.names(viewer.gm)
    knows = viewer.knows(fighter.character)
    state = _turn_state(slot, up)
    first = not slot.further
    intent = _intent(system, scene, viewer, fighter) if first else None
    health, exact = _health(system, scene, fighter, knows) if first else (None, ())
    lasts = lasting(system, scene, fighter.id, knows, names) if first else ()
    return Row(
        fighter=fighter.id,
        name=fighter.name if knows else fighter.shown_name,
        side=fighter.side,
        at=slot.at,
        state=state,
        mine=viewer.owns(fighter.character),
        hidden=fighter.hidden,
        public_name=fighter.public_name if knows else "",
        character=fighter.character if knows else "",
        note=slot.note and naming(slot.note, names),
        intent=intent and naming(intent, names),
        health=health,
        exact=exact,
        timers=lasts,
        tie=slot.tie if viewer.gm else None,
    )


def _intent(system: Game, scene: Scene, viewer: Viewer, fighter: Fighter) -> Text | None:
    own = viewer.owns(fighter.character)
    return system.intent(scene, fighter.id) or (system.sealed(scene, fighter.id) if own else None)


def lasting(system: Game, scene: Scene, fighter: str, knows: bool, names: Names) -> tuple[Lasting, ...]:
    """The timed conditions of a fighter that a viewer may know, who knows all of the fighter or not."""
    rows = timers.shown(system, scene, fighter, knows)
    return tuple(Lasting(what, naming(until, names), row.key, row.path) for row, what, until in rows)


def _health(system: Game, scene: Scene, fighter: Fighter, knows: bool) -> tuple[Health | None, tuple[Place, ...]]:
    """The health of a fighter as their viewer may read it, and the places of the body where they read those too."""
    sheet = scene.sheets[fighter.character]
    if knows or fighter.health_shown == "exact":
        return system.health(sheet, scene.settings), system.body(sheet, scene.settings)
    if fighter.side == "pc":
        return system.health(sheet, scene.settings), ()
    if not fighter.is_health_public:
        return None, ()
    return band(system.health(sheet, scene.settings)), ()


def band(health: Health) -> Health:
    """A state of health in a band shared by two ranks, so that the exact one does not leak."""
    words = {0: _("Unhurt"), 1: _("Touched"), 2: _("Badly hurt"), 3: _("Out of action")}
    rank = 3 if health.rank >= 5 else (health.rank + 1) // 2
    return Health({0: 0, 1: 2, 2: 3, 3: 5}[rank], words[rank])


def _card(system: Game, scene: Scene, viewer: Viewer, exchange: Exchange, names: Names) -> Card:
    state = exchanges.run(system, scene, exchange)
    free = exchanges.revocable(scene, exchange, state.kept)
    lines = tuple(
        replace(_answered(scene, viewer, exchange, row, names), key=_own_key(scene, viewer, row) if row in free else "")
        for row in state.kept
        if _open_answer(scene, viewer, row.request)
    )
    open_requests = state.requests if isinstance(state, Pending) else ()
    waiting = tuple(
        (_called(request.whose, names), naming(_label(request), names))
        for request in open_requests
        if _open_answer(scene, viewer, request)
    )
    title = system.title(scene, exchange.action) or _("Exchange")
    hidden = not _open_to(scene, Viewer("table"), exchange)
    called = _called(exchange.action.actor, names)
    won = _won(system, scene, state.kept, viewer, names)
    return Card(exchange.id, called, naming(title, names), lines, waiting, hidden, won)


def _won(system: Game, scene: Scene, kept: tuple[Kept, ...], viewer: Viewer, names: Names) -> Won | None:
    """The winner of two whose dice lie open to this viewer, who may know how each test went."""
    two = exchanges.opposed_pair(kept)
    if two is None or not all(_open_answer(scene, viewer, row.request) for row in two):
        return None
    checks = (row.request.check for row in two if isinstance(row.request, Roll))
    if not viewer.gm and any(check is None or check.secret for check in checks):
        return None
    verdict = exchanges.verdict(system, scene, kept)
    if verdict is None:
        return None
    return Won(_called(verdict.winner, names) if verdict.winner else None, verdict.by)


def _own_key(scene: Scene, viewer: Viewer, one: Kept) -> str:
    # A die that is taken back falls as it did: only a choice can be another one.
    free = isinstance(one.request, Ask) and _owns(scene, viewer, one.request.whose)
    return one.request.key if free else ""


def _answered(scene: Scene, viewer: Viewer, exchange: Exchange, one: Kept, names: Names) -> Answered:
    request = one.request
    mine = _owns(scene, viewer, request.whose)
    who, label = _called(request.whose, names), naming(_label(request), names)
    answered = Answered(who, label, real=request.key in exchange.real)
    if one.sealed and not mine:
        return replace(answered, sealed=True)
    if isinstance(request, Ask):
        return replace(answered, chosen=tuple(naming(option.label, names) for option in request.chosen(one.value)))
    knows = request.whose in scene.fighters and viewer.knows(scene.fighters[request.whose].character)
    target = request.check.target if request.check and knows else None
    adds = request.check is not None and request.check.adds
    return replace(answered, faces=tuple(one.value), target=visible(target, viewer), adds=adds)


def _need(system: Game, scene: Scene, viewer: Viewer, prompt: Prompt, names: Names) -> Need:
    own = _owns(scene, viewer, prompt.of)
    request = _worded_request(scene, prompt.request, names, viewer) if prompt.request else None
    proposal: tuple[dict[str, Any], ...] = ()
    if prompt.kind == "confirm":
        effects = exchanges.proposal(system, scene, scene.exchanges[prompt.exchange])
        described = ((effect, system.describe(scene, effect)) for effect in effects)
        proposal = tuple({"plain": to_json(effect), "text": text and naming(text, names)} for effect, text in described)
    return Need(
        prompt.kind,
        prompt.of,
        _called(prompt.of, names),
        naming(prompt.label, names),
        own,
        prompt.exchange,
        request,
        proposal,
        prompt.seconds,
    )


def _asked(scene: Scene, viewer: Viewer, prompt: Prompt) -> bool:
    if viewer.gm:
        return True
    if not _owns(scene, viewer, prompt.of):
        return False
    return prompt.kind == "answer" or prompt.of in scene.called


def _worded_request(scene: Scene, request: Request, names: Names, viewer: Viewer) -> Request:
    if isinstance(request, Ask):
        options = _worded_options(scene, request, names, viewer)
        return replace(request, text=naming(request.text, names), options=options)
    check = request.check
    if check is not None:
        target = visible(check.target, viewer)
        check = replace(check, what=naming(check.what, names), target=target) if target else None
    return replace(request, label=naming(request.label, names), check=check)


def _worded_options(scene: Scene, ask: Ask, names: Names, viewer: Viewer) -> tuple[Option, ...]:
    """The options of a choice, without unseen fighters, grouped by side where they are fighters of both."""
    unseen = _unseen(scene, viewer)
    options = tuple(_named(option, names) for option in ask.options if option.key not in unseen)
    rows = {option.key: option for option in options if option.group is None}
    groups = sides.named(scene, ask.of, rows) if len(rows) == len(options) else {}
    return tuple(replace(rows[key], group=name) for key, name in groups.items()) if groups else options


def _named(row: Shown, names: Names) -> Shown:
    """An option or a choice with the names that its viewer may know."""
    return replace(
        row,
        label=naming(row.label, names),
        refused=row.refused and naming(row.refused, names),
        hint=row.hint and naming(row.hint, names),
    )


def _worded(offer: Offer, names: Names, gm: bool) -> Offer:
    fields = tuple(
        replace(
            field, label=naming(field.label, names), choices=tuple(_named(choice, names) for choice in field.choices)
        )
        for field in offer.fields
        if gm or field.key not in offer.gm_only
    )
    return replace(_headed(offer, names, gm), fields=fields)


def _headed(offer: Offer, names: Names, gm: bool) -> Offer:
    fields = offer.fields if gm else tuple(field for field in offer.fields if field.key not in offer.gm_only)
    refused = naming(offer.refused, names) if offer.refused else None
    hint = naming(offer.hint, names) if offer.hint else None
    return replace(offer, label=naming(offer.label, names), fields=fields, refused=refused, hint=hint)


def _seen(fighter: Fighter, viewer: Viewer) -> bool:
    return viewer.gm or not fighter.hidden


def _unseen(scene: Scene, viewer: Viewer) -> frozenset[str]:
    """The fighters nobody may choose who does not know of them, though they stand on their side."""
    return frozenset() if viewer.gm else exchanges.unseen(scene, _own(scene, viewer))


def _open_to(scene: Scene, viewer: Viewer, exchange: Exchange) -> bool:
    """True if a viewer may see that this goes on: nobody hidden acts or is named in it."""
    return viewer.gm or not exchanges.is_unseen(scene, exchange.action)


def _open_answer(scene: Scene, viewer: Viewer, request: Request) -> bool:
    if viewer.gm or _owns(scene, viewer, request.whose):
        return True
    hidden = request.whose in scene.fighters and scene.fighters[request.whose].hidden
    return not request.secret and not hidden


def _own(scene: Scene, viewer: Viewer) -> tuple[str, ...]:
    return tuple(row.id for row in scene.fighters.values() if viewer.owns(row.character))


def _owns(scene: Scene, viewer: Viewer, whose: str) -> bool:
    if whose not in scene.fighters:
        return viewer.gm
    return viewer.owns(scene.fighters[whose].character)


def _called(whose: str, names: Names) -> str | Text:
    return names.get(whose, _("The game master") if whose == "gm" else _("Somebody"))


def _label(request: Request) -> Text:
    return request.label if isinstance(request, Roll) else request.text
