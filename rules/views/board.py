"""A scene as its viewer may see it: built from allow-lists, before any screen is drawn.

A ``Board`` has no reference back to the scene, and every name in it is one that its viewer may know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.character.character import Place
from rules.character.sheet import Choice
from rules.core.acts import Offer
from rules.core.check import Breakdown, Level
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.rounds import Headline, Prompt, Slot, is_over
from rules.core.scene import Exchange, Fighter, Health, Scene
from rules.core.script import Ask, GivenAnswer, Option, Pending, Request, Roll
from rules.core.text import Text, _, sentence_about, with_names
from rules.engine import exchanges, sides, timers
from rules.engine import offers as engine_offers
from rules.views.viewers import DuelResult, Names, Viewer, without_secret_terms

Shown = TypeVar("Shown", Option, Choice)


@dataclass(frozen=True)
class Lasting:
    """A timed state of a fighter, and how long it will last; ``key`` and ``path`` for viewers who may end it."""

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
class AnsweredRequest:
    """One answer of an open exchange: the request, its fighter, and the result; ``sealed`` hides the value.

    ``key`` is set if the viewer may still take their choice back, ``level`` and ``word`` if they know the target.
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
    level: Level | None = None
    word: Text | None = None


@dataclass(frozen=True)
class Card:
    """An open exchange: its title, the answers so far, and the answers awaited."""

    exchange: str
    actor: str | Text
    title: Text
    answered: tuple[AnsweredRequest, ...]
    waiting: tuple[tuple[str | Text, Text], ...]
    hidden: bool = False
    won: DuelResult | None = None


@dataclass(frozen=True)
class Need:
    """Something this viewer may answer now; ``own`` if it is asked of them, not merely open to the game master."""

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
    """A fight as far as a viewer may know it: ``rows`` has every fighter once, ``rungs`` every place in the order.

    ``up`` are the fighters whose turn it is; ``awaited`` are those the fight really waits for, since in one fighter's
    turn another may have to answer. What the game master owes appears, as ``gm``, for game masters alone.
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
    names = scene.names(viewer.gm, viewer.characters)
    seen_scene, prompts = known_scene(system, scene, viewer), _prompts(system, scene, viewer)
    shown = after_known_costs(system, seen_scene, viewer)
    awaited = _find_awaited(scene, viewer, prompts)
    up = _fighters_up(system, scene, seen_scene, viewer, prompts, awaited)
    slots_seen = [slot for slot in system.order(shown) if viewer.sees(scene.fighters[slot.fighter])]
    slots = _order_known(system, shown, viewer, slots_seen, up)
    rungs = tuple((slot.further, _row(system, shown, viewer, slot, up)) for slot in slots)
    cards = _open_cards(system, scene, viewer, names)
    waiting = exchanges.find_uncalled(system, scene) if viewer.gm and scene.kind != "test" else ()
    rows = tuple(row for further, row in rungs if not further)
    head = _headline(system, seen_scene, viewer, (up, awaited), names)
    needs_found = _find_needs(system, scene, viewer, prompts)
    return Board(head, rows, tuple(row for _further, row in rungs), cards, needs_found, up, waiting, awaited)


def find_needs(system: Game, scene: Scene, viewer: Viewer) -> tuple[Need, ...]:
    return _find_needs(system, scene, viewer, _prompts(system, scene, viewer))


def _find_needs(system: Game, scene: Scene, viewer: Viewer, prompts: tuple[Prompt, ...]) -> tuple[Need, ...]:
    names = scene.names(viewer.gm, viewer.characters)
    return tuple(
        _word_need(system, scene, viewer, prompt, names) for prompt in prompts if _may_answer(scene, viewer, prompt)
    )


def known_scene(system: Game, scene: Scene, viewer: Viewer) -> Scene:
    """The scene without the fighters hidden from a viewer, from which their offers are computed."""
    return scene if viewer.gm else exchanges.without_hidden_fighters(system, scene, _own_fighters(scene, viewer))


def after_known_costs(system: Game, scene: Scene, viewer: Viewer) -> Scene:
    """The scene after the pledged costs that a viewer may know of."""
    return exchanges.after_open_costs(system, scene, _own_fighters(scene, viewer))


def _prompts(system: Game, scene: Scene, viewer: Viewer) -> tuple[Prompt, ...]:
    if viewer.gm:
        return exchanges.waiting_on(system, scene)
    return exchanges.known_prompts(system, scene, _own_fighters(scene, viewer))


def menu(system: Game, scene: Scene, viewer: Viewer, actor: str) -> tuple[Offer, ...]:
    """The menu of ``actor`` worded for this viewer, except its fields, which only tell what has to be filled in."""
    names = scene.names(viewer.gm, viewer.characters)
    return tuple(_word_heading(offer, names, viewer.gm) for offer in _known_offers(system, scene, viewer, actor))


def offers(system: Game, scene: Scene, viewer: Viewer, actor: str, kind: str | None = None) -> tuple[Offer, ...]:
    """The menu of ``actor``, or its offer of one kind, worded for this viewer, without the game master's fields."""
    names = scene.names(viewer.gm, viewer.characters)
    entries = _known_offers(system, scene, viewer, actor, kind)
    grouped = (sides.group_by_side(system, scene, offer) for offer in entries)
    return tuple(_word_offer(offer, names, viewer.gm) for offer in grouped)


def _known_offers(system: Game, scene: Scene, viewer: Viewer, actor: str, kind: str | None = None) -> Iterator[Offer]:
    seen_scene = known_scene(system, scene, viewer)
    unseen = _unseen_fighters(scene, viewer)
    if kind is None:
        entries = engine_offers.offers(system, seen_scene, actor)
    else:
        entries = engine_offers.entries_of(system, seen_scene, actor, kind)
    entries_seen = (engine_offers.without_unseen(scene, offer, unseen) for offer in entries)
    return (offer for offer in entries_seen if viewer.gm or not offer.master)


def downtime_offers(system: Game, scene: Scene, viewer: Viewer, actor: str) -> tuple[Offer, ...]:
    """The downtime acts of ``actor`` besides tests, worded for this viewer."""
    names = scene.names(viewer.gm, viewer.characters)
    unseen = _unseen_fighters(scene, viewer)
    every = exchanges.memoize_in(scene, ("downtime", actor), lambda: system.downtime(scene, actor))
    menu = (engine_offers.without_unseen(scene, offer, unseen) for offer in every)
    return tuple(_word_offer(offer, names, viewer.gm) for offer in menu if viewer.gm or not offer.master)


def _fighters_up(
    system: Game, scene: Scene, seen: Scene, viewer: Viewer, prompts: tuple[Prompt, ...], awaited: tuple[str, ...]
) -> tuple[str, ...]:
    """The fighters whose turn it is; for the table only called ones, so that a hidden turn looks like a pause.

    Whoever has something open with somebody hidden is busy only for those who see it.
    """
    acting = [prompt.of for prompt in prompts if prompt.kind != "answer" and prompt.of in scene.fighters]
    shown = acting if viewer.gm else [fighter for fighter in acting if fighter in scene.called]
    fighters = dict.fromkeys([*_busy_fighters(system, seen, awaited), *shown])
    return tuple(fighter for fighter in fighters if viewer.sees(scene.fighters[fighter]))


def _busy_fighters(system: Game, scene: Scene, awaited: tuple[str, ...]) -> Iterator[str]:
    """The fighters with an open exchange, except who opens a round together with others and has thrown for it."""
    for exchange in scene.exchanges.values():
        act = exchange.action
        if act.actor in scene.fighters and (act.actor in awaited or not system.act(act.kind).opening):
            yield act.actor


def _find_awaited(scene: Scene, viewer: Viewer, prompts: tuple[Prompt, ...]) -> tuple[str, ...]:
    """The fighters the fight waits for; none until the game master calls those whose turn it is.

    An unseen exchange makes the fight wait only for its viewer's own fighters. A game master's decision may stem from
    something hidden, so for others it looks like a pause.
    """
    awaited: list[str] = []
    for prompt in prompts:
        if prompt.kind == "act":
            is_shown = prompt.of in scene.called and viewer.sees(scene.fighters[prompt.of])
        else:
            is_shown = _owns(scene, viewer, prompt.of) or _is_request_open(scene, viewer, prompt)
        if is_shown:
            awaited.append(prompt.of)
        elif viewer.gm and prompt.kind != "act" and _is_open_to(scene, viewer, scene.exchanges[prompt.exchange]):
            awaited.append("gm")
    return tuple(dict.fromkeys(awaited))


def _is_request_open(scene: Scene, viewer: Viewer, prompt: Prompt) -> bool:
    exchange = scene.exchanges[prompt.exchange]
    if prompt.request is None or not _is_open_to(scene, viewer, exchange):
        return False
    return _is_answer_open(scene, viewer, exchange, prompt.request)


def _headline(
    system: Game, scene: Scene, viewer: Viewer, known: tuple[tuple[str, ...], tuple[str, ...]], names: Names
) -> Headline:
    headline, (up, awaited) = system.headline(scene), known
    if not viewer.gm and not up:
        return Headline(headline.round, None if awaited else _("The game master"))
    return replace(headline, part=with_names(headline.part, names) if headline.part else None)


def _order_known(system: Game, scene: Scene, viewer: Viewer, slots: list[Slot], up: tuple[str, ...]) -> list[Slot]:
    """The order as far as this viewer may know it; fighters whose place is secret come last, in order of arrival.

    Nobody has a place once the fight is over: its scores are gone.
    """
    if is_over(scene):
        return [replace(slot, at="", note=None, tie=None) for slot in slots if not slot.further]
    if viewer.gm:
        return slots
    placed, unplaced = [], {}
    for slot in slots:
        is_own = viewer.owns(scene.fighters[slot.fighter].character)
        if slot.fighter in up or system.tracks(scene, slot.fighter, is_own):
            placed.append(slot)
        elif not slot.further:
            unplaced[slot.fighter] = replace(slot, at="", note=None)
    return [*placed, *(unplaced[fighter] for fighter in scene.fighters if fighter in unplaced)]


def _open_cards(system: Game, scene: Scene, viewer: Viewer, names: Names) -> tuple[Card, ...]:
    open_here = (exchange for exchange in scene.exchanges.values() if _is_open_to(scene, viewer, exchange))
    return tuple(_card(system, scene, viewer, exchange, names) for exchange in open_here)


def _turn_state(slot: Slot, up: tuple[str, ...]) -> str:
    if slot.fighter in up and not slot.further:
        return "now"
    return "next" if slot.state == "now" else slot.state


def _row(system: Game, scene: Scene, viewer: Viewer, slot: Slot, up: tuple[str, ...]) -> Row:
    fighter, names = scene.fighters[slot.fighter], scene.names(viewer.gm, viewer.characters)
    knows = viewer.knows(fighter.character)
    state = _turn_state(slot, up)
    first = not slot.further
    intent = _intent(system, scene, viewer, fighter) if first else None
    health, exact = _health(system, scene, fighter, knows) if first else (None, ())
    lasts = timers_shown(system, scene, fighter.id, knows, names) if first else ()
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
        note=slot.note and with_names(slot.note, names),
        intent=intent and with_names(intent, names),
        health=health,
        exact=exact,
        timers=lasts,
        tie=slot.tie if viewer.gm else None,
    )


def _intent(system: Game, scene: Scene, viewer: Viewer, fighter: Fighter) -> Text | None:
    own = viewer.owns(fighter.character)
    return system.intent(scene, fighter.id) or (system.sealed(scene, fighter.id) if own else None)


def timers_shown(system: Game, scene: Scene, fighter: str, knows: bool, names: Names) -> tuple[Lasting, ...]:
    """The timed states of a fighter that a viewer may know; ``knows`` if they know everything about the fighter."""
    rows = timers.readable_timers(system, scene, fighter, knows)
    return tuple(Lasting(what, with_names(until, names), row.key, row.path) for row, what, until in rows)


def _health(system: Game, scene: Scene, fighter: Fighter, knows: bool) -> tuple[Health | None, tuple[Place, ...]]:
    """The health of a fighter as a viewer may read it, and the places of the body if they may read those too."""
    sheet = scene.sheets[fighter.character]
    if knows or fighter.health_shown == "exact":
        return system.health(sheet, scene.settings), system.body(sheet, scene.settings)
    if fighter.side == "pc":
        return system.health(sheet, scene.settings), ()
    if not fighter.is_health_public:
        return None, ()
    return band(system.health(sheet, scene.settings), system.sheet.bands), ()


def band(health: Health, words: Sequence[Text]) -> Health:
    """A state of health in a band shared by two ranks, so that the exact one does not leak."""
    rank = 3 if health.rank >= 5 else (health.rank + 1) // 2
    return Health({0: 0, 1: 2, 2: 3, 3: 5}[rank], words[rank])


def _card(system: Game, scene: Scene, viewer: Viewer, exchange: Exchange, names: Names) -> Card:
    state = exchanges.run(system, scene, exchange)
    revocable = exchanges.find_revocable(scene, exchange, state.answers)
    lines = tuple(
        replace(
            _answer_shown(system, scene, viewer, exchange, row, names),
            key=_own_key(scene, viewer, row) if row in revocable else "",
        )
        for row in state.answers
        if _is_answer_open(scene, viewer, exchange, row.request)
    )
    open_requests = state.requests if isinstance(state, Pending) else ()
    waiting = tuple(
        (_name_of(request.whose, names), with_names(_label(request), names))
        for request in open_requests
        if _is_answer_open(scene, viewer, exchange, request)
    )
    title = system.title(scene, exchange.action) or _("Exchange")
    hidden = not _is_open_to(scene, Viewer("table"), exchange)
    actor_name = _name_of(exchange.action.actor, names)
    won = _known_winner(system, scene, exchange, state.answers, viewer, names)
    return Card(exchange.id, actor_name, with_names(title, names), lines, waiting, hidden, won)


def _known_winner(
    system: Game, scene: Scene, exchange: Exchange, answers: tuple[GivenAnswer, ...], viewer: Viewer, names: Names
) -> DuelResult | None:
    """The winner of an opposed pair, if the viewer sees both dice and may know how each test went."""
    two = exchanges.opposed_pair(answers)
    if two is None or not all(_is_answer_open(scene, viewer, exchange, row.request) for row in two):
        return None
    checks = (row.request.check for row in two if isinstance(row.request, Roll))
    if not viewer.gm and any(check is None or check.secret for check in checks):
        return None
    verdict = exchanges.verdict(system, scene, answers)
    if verdict is None:
        return None
    return DuelResult(_name_of(verdict.winner, names) if verdict.winner else None, verdict.by)


def _own_key(scene: Scene, viewer: Viewer, answer: GivenAnswer) -> str:
    # Dice that are taken back would fall the same again, so only a choice can be revoked.
    is_revocable = isinstance(answer.request, Ask) and _owns(scene, viewer, answer.request.whose)
    return answer.request.key if is_revocable else ""


def _answer_shown(
    system: Game, scene: Scene, viewer: Viewer, exchange: Exchange, answer: GivenAnswer, names: Names
) -> AnsweredRequest:
    request = answer.request
    is_own = _owns(scene, viewer, request.whose)
    who, label = _name_of(request.whose, names), with_names(_label(request), names)
    answered = AnsweredRequest(who, label, real=request.key in exchange.real)
    if answer.sealed and not is_own:
        return replace(answered, sealed=True)
    if isinstance(request, Ask):
        return replace(
            answered, chosen=tuple(with_names(option.label, names) for option in request.chosen_options(answer.value))
        )
    check = request.check
    if check is None:
        return replace(answered, faces=tuple(answer.value))
    answered = replace(answered, faces=tuple(answer.value), adds=check.adds)
    knows = request.whose in scene.fighters and viewer.knows(scene.fighters[request.whose].character)
    return replace(answered, **_judge(system, scene, viewer, answer, names)) if knows else answered


def _judge(system: Game, scene: Scene, viewer: Viewer, answer: GivenAnswer, names: Names) -> dict[str, Any]:
    """The target of a test and its result, for a viewer who knows the fighter."""
    check = answer.request.check if isinstance(answer.request, Roll) else None
    target = {"target": without_secret_terms(check.target if check else None, viewer)}
    # Dice with a bonus are compared with a number that the thrower may not know.
    if check is None or check.adds or (check.secret and not viewer.gm):
        return target
    outcome = exchanges.outcome(system, scene, answer)
    return {**target, "level": outcome.level, "word": with_names(outcome.label, names)} if outcome else target


def _sentence_about(fighter: str, what: Text, names: Names) -> Text:
    who = names.get(fighter)
    return sentence_about(who, what) if isinstance(who, str) else what


def _word_need(system: Game, scene: Scene, viewer: Viewer, prompt: Prompt, names: Names) -> Need:
    own = _owns(scene, viewer, prompt.of)
    request = _word_request(system, scene, prompt.request, names, viewer) if prompt.request else None
    proposal: tuple[dict[str, Any], ...] = ()
    if prompt.kind == "confirm":
        effects = exchanges.proposal(system, scene, scene.exchanges[prompt.exchange])
        described = ((effect, system.describe(scene, effect)) for effect in effects)
        proposal = tuple(
            {"plain": to_json(effect), "text": text and _sentence_about(effect.target, with_names(text, names), names)}
            for effect, text in described
        )
    return Need(
        prompt.kind,
        prompt.of,
        _name_of(prompt.of, names),
        with_names(prompt.label, names),
        own,
        prompt.exchange,
        request,
        proposal,
        prompt.seconds,
    )


def _may_answer(scene: Scene, viewer: Viewer, prompt: Prompt) -> bool:
    if viewer.gm:
        return True
    if not _owns(scene, viewer, prompt.of):
        return False
    return prompt.kind == "answer" or prompt.of in scene.called


def _word_request(system: Game, scene: Scene, request: Request, names: Names, viewer: Viewer) -> Request:
    if isinstance(request, Ask):
        options = _word_options(system, scene, request, names, viewer)
        return replace(request, text=with_names(request.text, names), options=options)
    check = request.check
    if check is not None:
        target = without_secret_terms(check.target, viewer)
        check = replace(check, what=with_names(check.what, names), target=target) if target else None
    return replace(request, label=with_names(request.label, names), check=check)


def _word_options(system: Game, scene: Scene, ask: Ask, names: Names, viewer: Viewer) -> tuple[Option, ...]:
    """The options of a choice, without unseen fighters, grouped by side if they are fighters of both sides."""
    unseen = _unseen_fighters(scene, viewer)
    options = tuple(_with_names(option, names) for option in ask.options if option.key not in unseen)
    rows = {option.key: option for option in options if option.group is None}
    groups = sides.group_names(scene, ask.of, rows, system.is_out) if len(rows) == len(options) else {}
    return tuple(replace(rows[key], group=name) for key, name in groups.items()) if groups else options


def _with_names(row: Shown, names: Names) -> Shown:
    return replace(
        row,
        label=with_names(row.label, names),
        refused=row.refused and with_names(row.refused, names),
        hint=row.hint and with_names(row.hint, names),
    )


def _word_offer(offer: Offer, names: Names, gm: bool) -> Offer:
    fields = tuple(
        replace(
            field,
            label=with_names(field.label, names),
            choices=tuple(_with_names(choice, names) for choice in field.choices),
        )
        for field in offer.fields
        if gm or field.key not in offer.gm_only
    )
    return replace(_word_heading(offer, names, gm), fields=fields)


def _word_heading(offer: Offer, names: Names, gm: bool) -> Offer:
    label, refused = with_names(offer.label, names), offer.refused and with_names(offer.refused, names)
    hint = offer.hint and with_names(offer.hint, names)
    fields = offer.fields if gm else tuple(field for field in offer.fields if field.key not in offer.gm_only)
    if label is offer.label and refused is offer.refused and hint is offer.hint and len(fields) == len(offer.fields):
        return offer
    return replace(offer, label=label, fields=fields, refused=refused, hint=hint)


def _unseen_fighters(scene: Scene, viewer: Viewer) -> frozenset[str]:
    """The fighters that a viewer may not choose because they do not know of them, even on their own side."""
    return frozenset() if viewer.gm else exchanges.find_unseen(scene, _own_fighters(scene, viewer))


def _is_open_to(scene: Scene, viewer: Viewer, exchange: Exchange) -> bool:
    """True if a viewer may see this exchange: no hidden fighter acts or is named in it but a hero of their own."""
    action, own = exchange.action, _own_fighters(scene, viewer)
    return viewer.gm or not exchanges.is_unseen(scene, action, own if action.actor in own else ())


def _is_answer_open(scene: Scene, viewer: Viewer, exchange: Exchange, request: Request) -> bool:
    if viewer.gm:
        return True
    unseen = exchanges.find_concerned_unseen(scene, exchange, request)
    if not all(_owns(scene, viewer, who) for who in unseen):
        return False
    return not request.secret or _owns(scene, viewer, request.whose)


def _own_fighters(scene: Scene, viewer: Viewer) -> tuple[str, ...]:
    return tuple(row.id for row in scene.fighters.values() if viewer.owns(row.character))


def _owns(scene: Scene, viewer: Viewer, whose: str) -> bool:
    if whose not in scene.fighters:
        return viewer.gm
    return viewer.owns(scene.fighters[whose].character)


def _name_of(whose: str, names: Names) -> str | Text:
    return names.get(whose, _("The game master") if whose == "gm" else _("Somebody"))


def _label(request: Request) -> Text:
    return request.label if isinstance(request, Roll) else request.text
