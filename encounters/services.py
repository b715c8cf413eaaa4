"""Commands of an encounter: every act passes the rules and the journal, under the campaign's lock.

Permission is checked here, before the rules are asked: a player's seat acts and answers for the characters it owns, a
game master's for anybody (recorded in the journal as done for them).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from campaigns.journal import event_cache, journal
from campaigns.journal.journal import Pen
from campaigns.models import Seat, new_token
from campaigns.seats.access import Ownership, check_gm, may
from encounters import public_names, scenes
from encounters.checks import countdown
from encounters.dice import policy
from encounters.fight.offers import group_actions, whole_side
from encounters.log import unseen_hits
from encounters.models import Encounter
from encounters.prepare import reserves
from rules.core import retries
from rules.core.acts import Offer
from rules.core.errors import Refused, RulesError, Stale, Unreadable
from rules.core.game import Game
from rules.core.json_codec import to_json
from rules.core.scene import Action, Change, Event, Exchange, Scene
from rules.core.script import Request, Roll
from rules.core.text import Text, _, with_names
from rules.engine import audiences, decide, editions, exchanges, kept_dice, offers
from sheets.models import Character

_OF_AN_EXCHANGE = ("answer", "take_back")  # a fighter who is asked may answer even out of turn


@journal.command
def act(
    pen: Pen, *, encounter: str, kind: str, actor: str, args: Mapping[str, Any], whole: bool = False, call: bool = False
) -> None:
    """Do one act in an encounter. Raises ``Unreadable``, ``Refused`` or ``Stale`` and changes nothing.

    With ``whole``, a game master lets the rest of the actor's group do the same act, as far as each of them may; with
    ``call``, they call the next fighters after it. An answer with a throw may ask for ``all``: the dice that follow in
    the exchange for the same person are thrown too, until somebody has to choose or another person is asked.
    """
    over = _("This has been answered already.") if kind == "answer" else _("This encounter is over.")
    scene = _running_scene(pen, encounter, over)
    with _with_names(pen, scene):
        action, drawn = _action(pen, scene, kind, actor, args)
        if pen.seat.is_gm and kind not in _OF_AN_EXCHANGE:
            scene = _call_first(pen, scene, action.actor)
        follows = kind == "answer" and args.get("all")
        asked = policy.asked_of(scene, action.args["exchange"], action.actor) if follows else policy.ask_none
        _play(pen, scene, action, drawn=drawn, asked=asked, through=bool(follows))
        _call_after(pen, scene, action)
    if whole and pen.seat.is_gm:
        up = {prompt.of for prompt in pen.campaign.system.turn(scene)}
        _act_for_mates(pen, encounter, kind, list(group_actions.peers(scene, action.actor, up)), action.args)
    if call and pen.seat.is_gm:
        _advance(pen, encounter)


def _action(
    pen: Pen, scene: Scene, kind: str, actor: str, args: Mapping[str, Any]
) -> tuple[Action, Mapping[str, Any] | None]:
    """An action as this seat may take it, and how the dice of an answer were drawn. Raises ``Refused`` or ``Stale``."""
    whose, given, drawn = _read_answer(pen, scene, args) if kind == "answer" else (actor, args, None)
    if kind == "take_back":
        whose = _find_answerer(pen, scene, args)
    _check_acts_for(pen, scene, whose)
    if kind not in _OF_AN_EXCHANGE and not pen.seat.is_gm and scene.kind != "test":
        _check_called(pen.campaign.system, scene, whose)
    return Action(kind, whose, given, pen.seat.token, pen.seat.is_gm, new_token()), drawn


@journal.command
def throw_due(pen: Pen, *, encounter: str, everybody: bool = False) -> None:
    """Throw all dice owed by fighters without a player, and the dice that follow, until somebody has to choose.

    Acts that are nothing but a throw, such as initiative, are begun for each of them who may act. With ``everybody``,
    players' dice are thrown as well. Raises ``Refused`` or ``Stale`` and changes nothing.
    """
    check_gm(pen.seat, _("Only the game master may say this."))
    scene, events_before = _running_scene(pen, encounter, _("This encounter is over.")), len(pen.events)
    with _with_names(pen, scene):
        _throw_all(pen, scene, everybody=everybody)
        _advance(pen, encounter)
    if len(pen.events) == events_before:
        raise Stale(_("This has been answered already."))


@journal.command
def act_for_all(pen: Pen, *, encounter: str, kind: str) -> None:
    """Let all fighters without a player do the same once, or repeat all they did in the last round, in their turns.

    Stops when somebody else's turn comes, or when the same act with a throw has ended. Raises ``Refused`` or ``Stale``.
    """
    check_gm(pen.seat, _("Only the game master may say this."))
    scene, system = _running_scene(pen, encounter, _("This encounter is over.")), pen.campaign.system
    acted, events_before, again = set[str](), len(pen.events), kind == whole_side.AGAIN
    left = _left_to_repeat(pen, encounter) if again else {}
    with _with_names(pen, scene):
        while (row := whole_side.next_act(system, scene, kind, left, acted)) is not None:
            whose, (kind_taken, args) = row
            if again:
                left = whole_side.left_to_repeat(left, {whose: [row[1]]})
            else:
                acted.add(whose)
            scene, threw = _try_act(pen, _call_first(pen, scene, whose), whose, kind_taken, args)
            seen = exchanges.without_hidden_exchanges(system, scene)
            # With an exchange open, fighters who act simultaneously still begin; nobody hidden stops the others.
            if threw and not again and not seen.exchanges and not scene.fighters[whose].hidden:
                break
        if all(event.kind == "next" for event in pen.events[events_before:]):
            raise Refused(_("This cannot be done now."))
        _advance(pen, encounter)


def _left_to_repeat(pen: Pen, encounter: str) -> whole_side.Done:
    past = tuple(whole_side.standing_events(pen.campaign, event_cache.recent_of(pen.campaign), encounter))
    return whole_side.left_to_repeat(*(whole_side.recall_acts(past, encounter, ago) for ago in (1, 0)))


def _try_act(pen: Pen, scene: Scene, whose: str, kind: str, args: Mapping[str, Any]) -> tuple[Scene, bool]:
    """The scene after an act, unchanged if it is refused; and True if the act opened an exchange."""
    events_before, through = len(pen.events), pen.seat.dice != Seat.Dice.TYPED
    try:
        action = Action(kind, whose, args, pen.seat.token, pen.seat.is_gm, new_token())
        scene = _play(pen, scene, action, through=through)
    except RulesError:
        if len(pen.events) > events_before:  # it had begun: undo the whole command
            raise
    return scene, any(event.kind.startswith("open_") for event in pen.events[events_before:])


def _throw_all(pen: Pen, scene: Scene, *, everybody: bool = False) -> None:
    """Begin the mere throws of fighters without a player, or of all, and throw the dice they owe."""
    asked = policy.ask_all if everybody else policy.asked_of_gm(scene)
    for offer in policy.throw_offers(pen.campaign.system, scene, everybody=everybody):
        scene = _begin_throw(pen, scene, offer, asked)
    _throw(pen, scene, asked=asked)


def _begin_throw(pen: Pen, scene: Scene, offer: Offer, asked: policy.Asked = policy.ask_none) -> Scene:
    scene = _call_first(pen, scene, offer.actor)
    action = Action(offer.kind, offer.actor, {}, pen.seat.token, pen.seat.is_gm, new_token())
    return _play(pen, scene, action, asked=asked)


def _advance(pen: Pen, encounter: str) -> None:
    """Do the next act that needs no choice, throw unless this seat types its dice, and call the next fighters.

    Steps that nobody sees hold nothing up: the table's next step follows in the same command.
    """
    for _fighter in scenes.under_lock(pen, encounter).fighters:
        events_before = len(pen.events)
        _follow(pen, scenes.under_lock(pen, encounter))
        if not pen.events[events_before:] or any(event.audience == "table" for event in pen.events[events_before:]):
            break
    _call(pen, encounter)


def _follow(pen: Pen, scene: Scene) -> None:
    lead = next(iter(offers.offers(pen.campaign.system, scene, "gm")), None)
    asked = policy.asked_of_hidden(scene)  # the table waits for no real die of theirs
    if lead is not None and lead.follows and lead.refused is None:
        scene = _play(pen, scene, Action(lead.kind, "gm", {}, pen.seat.token, True, new_token()), asked=asked)
    if pen.seat.dice != Seat.Dice.TYPED:
        _throw_all(pen, scene)
        return
    for offer in policy.throw_offers(pen.campaign.system, scene):
        if scene.fighters[offer.actor].hidden:
            scene = _begin_throw(pen, scene, offer, asked)


def begin(pen: Pen, encounter: str) -> None:
    """Begin a fight that has not begun, and go on to the first turn; does nothing if its form has to be filled in."""
    scene, system = scenes.under_lock(pen, encounter), pen.campaign.system
    first = next(iter(offers.offers(system, scene, "gm")), None)
    if scene.round or first is None or first.refused is not None or first.kind == system.ending:
        return
    if any(field.required or (field.kind == "choice" and field.default is None) for field in first.fields):
        return
    _play(pen, scene, Action(first.kind, "gm", {}, pen.seat.token, True, new_token()))
    _advance(pen, encounter)


def end(pen: Pen, encounter: str) -> None:
    """End a fight that goes on as its game does, so that nothing of it is left on a sheet; not within an exchange.

    An exchange that only game masters know of does not keep it open: it is closed with the fight.
    """
    scene, system = scenes.under_lock(pen, encounter), pen.campaign.system
    seen = exchanges.without_hidden_exchanges(system, scene)
    last = next((offer for offer in offers.offers(system, seen, "gm") if offer.kind == system.ending), None)
    if last is None or last.refused is not None:
        return
    unseen = [exchange for key, exchange in scene.exchanges.items() if key not in seen.exchanges]
    if unseen:
        pen.record(_closing_unseen(pen, scene, unseen), encounter=encounter)
        scene = scenes.under_lock(pen, encounter)
    _play(pen, scene, Action(last.kind, "gm", {}, pen.seat.token, True, new_token()))


def _closing_unseen(pen: Pen, scene: Scene, unseen: Sequence[Exchange]) -> Event:
    changes = tuple(scene.change(f"exchanges.{exchange.id}", None) for exchange in unseen)
    names = tuple(_("%(name)s", name=scene.name(exchange.action.actor)) for exchange in unseen)
    words = _("Closed with the fight, unseen: what %(names)s did", names=names)
    return Event("unseen_closed", pen.seat.token, "", changes, "gm", {"told": {"gm": to_json(words)}})


def _running_scene(pen: Pen, encounter: str, over: Text) -> Scene:
    """The scene of a running encounter. Raises ``Stale`` with the text ``over``, or ``Refused``."""
    state = pen.read(f"encounter:{encounter}")
    if not scenes.is_known(pen.seat, state):
        raise Stale(over)
    if state["meta"]["status"] != Encounter.Status.RUNNING:
        raise Refused(_("This encounter is not running."))
    return scenes.under_lock(pen, encounter)


def close_outdated(pen: Pen, encounter: str) -> None:
    """Close exchanges and acts that another version of the game began in an encounter."""
    scene = scenes.under_lock(pen, encounter)
    closings = tuple(_closings(pen, scene))
    if closings:
        pen.record(*closings, encounter=encounter)
        if scene.kind == "test":
            _close_test(pen, scenes.under_lock(pen, encounter))


def _closings(pen: Pen, scene: Scene) -> Iterator[Event]:
    return editions.closing_events(pen.campaign.system, scene, pen.read(scene.subject))


def _with_closings(pen: Pen, scene: Scene, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Events, preceded by those that close what another version began; a hidden act closes nothing visible."""
    unseen = all(event.audience == "gm" for event in events)
    return (*(event for event in _closings(pen, scene) if event.audience == "gm" or not unseen), *events)


def _act_for_mates(pen: Pen, encounter: str, kind: str, mates: Sequence[str], args: Mapping[str, Any]) -> None:
    for mate in mates:
        scene = scenes.under_lock(pen, encounter)
        is_hidden = mate in scene.hidden
        if (scene if is_hidden else exchanges.without_hidden_exchanges(pen.campaign.system, scene)).exchanges:
            return
        events_before = len(pen.events)
        try:
            _play(pen, scene, Action(kind, mate, args, pen.seat.token, pen.seat.is_gm, new_token()))
        except RulesError:
            if len(pen.events) > events_before:  # it had begun: undo the whole command
                raise


def _call(pen: Pen, encounter: str) -> None:
    scene = scenes.under_lock(pen, encounter)
    if exchanges.find_uncalled(pen.campaign.system, scene):
        _play(pen, scene, _next_action(pen))
        _pass_over_idle(pen, encounter)


def _call_after(pen: Pen, scene: Scene, action: Action) -> None:
    if action.kind == "next":
        system = pen.campaign.system
        visible = exchanges.without_hidden_fighters(system, scene)
        if any(slot.at for slot in system.order(visible)):  # others have their place: these came late
            now = scenes.under_lock(pen, scene.token)
            _throw_for_place(pen, now, set(now.called) - set(scene.called))
        _pass_over_idle(pen, scene.token)
    elif action.actor == "gm":
        settle_joiners(pen, scene)


def settle_joiners(pen: Pen, before: Scene) -> None:
    """Call those who have just come to act with others called already, and give them their place in the round.

    As at the start, a game master's fighters throw by themselves, and players are asked.
    """
    system, scene = pen.campaign.system, scenes.under_lock(pen, before.token)
    scene, joining = _call_joiners(pen, before, scene)
    if not joining and scene.fighters.keys() - scene.hidden <= before.fighters.keys() - before.hidden:
        return  # the act did something else
    scene = _throw_for_place(pen, scene, joining)
    by_hand = pen.seat.dice == Seat.Dice.TYPED
    for kind in offers.find_placing(system, before, scene):
        asked = policy.ask_none if by_hand else policy.asked_of_gm(scene)
        scene = _play(pen, scene, Action(kind, "gm", {}, pen.seat.token, True, new_token()), asked=asked)
    _call_joiners(pen, before, scene)  # whoever has a place now may be up in it


def _throw_for_place(pen: Pen, scene: Scene, whose: Collection[str]) -> Scene:
    """Begin and throw for those of these fighters whom no player owns what gives them their place in the round."""
    system = pen.campaign.system
    for offer in () if pen.seat.dice == Seat.Dice.TYPED else policy.throw_offers(system, scene):
        if offer.actor in whose and offer.kind in system.opening_kinds:
            scene = _begin_throw(pen, scene, offer, policy.asked_by(offer.actor))
    return scene


def _call_joiners(pen: Pen, before: Scene, scene: Scene) -> tuple[Scene, tuple[str, ...]]:
    joining = offers.find_joiners(pen.campaign.system, before, scene)
    if joining:
        scene = _play(pen, scene, Action("next", "gm", {"joining": joining}, pen.seat.token, True))
    return scene, joining


def _pass_over_idle(pen: Pen, encounter: str) -> None:
    """End the turns of called fighters who can do nothing else, such as the stunned, and call the next ones."""
    system, scene = pen.campaign.system, scenes.under_lock(pen, encounter)
    for _turn in scene.fighters:
        offer = offers.find_idle_end(system, scene)
        if offer is None:
            return
        scene = _play(pen, scene, Action(offer.kind, offer.actor, {}, pen.seat.token, False, new_token()))
        if exchanges.find_uncalled(system, scene):
            scene = _play(pen, scene, _next_action(pen))


def _call_first(pen: Pen, scene: Scene, whose: str) -> Scene:
    """The scene with a fighter called whom a game master plays without pressing “next”, so that every screen follows.

    A hidden fighter's act calls nobody whom everybody sees. Whether somebody seen is up is decided without anybody
    hidden: what may be done at any time is done also while a hidden fighter is up or has something open.
    """
    system, unseen = pen.campaign.system, whose in scene.hidden
    visible = scene if unseen else exchanges.without_hidden_fighters(system, scene)
    if scene.kind == "test" or whose not in exchanges.find_uncalled(system, visible):
        return scene
    return _play(pen, scene, _next_action(pen, "unseen" if unseen else "in_sight"))


def _next_action(pen: Pen, how: str = "") -> Action:
    return Action("next", "gm", {how: True} if how else {}, pen.seat.token, True, new_token())


@journal.command
def roll_test(
    pen: Pen,
    *,
    character: Character,
    args: Mapping[str, Any],
    faces: Sequence[int] = (),
    hidden: bool = False,
    kind: str = "test",
    beside: Sequence[Character] = (),
) -> str:
    """Roll a test from a sheet, outside any fight; ``faces`` are those of a real die, as typed.

    Another ``kind`` is a downtime act, which may concern the characters ``beside``. A game master may roll ``hidden``:
    nobody else then learns that it happened. Returns the token of the test's encounter, which is over unless a die is
    still to be typed.
    """
    if hidden and not may(pen.seat, "run"):
        raise Refused(_("Only the game master rolls unseen."), "hidden")
    token = new_token()
    _open_test(pen, token, character, hidden, beside)
    scene = scenes.under_lock(pen, token)
    fighter = character.token
    _check_acts_for(pen, scene, fighter)
    _play(pen, scene, Action(kind, fighter, args, pen.seat.token, pen.seat.is_gm, new_token()), faces)
    return token


def play_for(pen: Pen, character: Character, kind: str, args: Mapping[str, Any], beside: Sequence[Character]) -> None:
    """Do an act outside fights for a character as part of a command, with every die thrown by the server."""
    token = new_token()
    _open_test(pen, token, character, False, beside)
    action = Action(kind, character.token, args, pen.seat.token, pen.seat.is_gm, new_token())
    _play(pen, scenes.under_lock(pen, token), action, asked=policy.ask_all)


def open_scene(pen: Pen, token: str, name: str, fighters: Mapping[str, Any], marks: Mapping[str, Any]) -> Scene:
    subject = f"encounter:{token}"
    meta = {"name": name, "kind": Encounter.Kind.TEST, "status": Encounter.Status.RUNNING}
    changes = [Change(subject, "meta", None, meta), Change(subject, "fighters", None, dict(fighters))]
    if marks:
        changes.append(Change(subject, "marks", None, dict(marks)))
    pen.begin(subject)
    pen.record(Event("open_test", pen.seat.token, "", tuple(changes), "gm"), encounter=token)
    return scenes.under_lock(pen, token)


def try_requested(
    pen: Pen, scene: Scene, fighter: str, faces: Sequence[int] = (), said: Mapping[str, Any] | None = None
) -> Scene:
    """Make the attempt that a game master requested of a fighter, with typed dice or the server's.

    ``said`` holds the fields left to the player.
    """
    _check_acts_for(pen, scene, fighter)
    action = Action("test", fighter, said or {}, pen.seat.token, pen.seat.is_gm, new_token())
    return _play(pen, scene, action, faces, asked=policy.ask_none if faces else policy.ask_all)


def close_scene(pen: Pen, scene: Scene) -> None:
    """End a test, even with an open exchange: only its events remain."""
    changes = tuple(Change(scene.subject, key, value, None) for key, value in pen.read(scene.subject).items())
    pen.record(Event("close_test", pen.seat.token, "", changes, "gm"), encounter=scene.token)


def changes_to_keep_dice(pen: Pen, event: Any) -> tuple[Change, ...]:
    """The change that keeps the faces of a roll about to be undone, so that undo never gives a free second throw."""
    spare = event.payload.get("spare")
    if not spare:
        return ()
    subject, path = spare
    if not pen.read(subject):
        return ()
    faces = kept_dice.faces_to_json(event.payload["values"], event.payload.get("real"))
    return (Change(subject, path, pen.value(subject, path), faces),)


@contextmanager
def _with_names(pen: Pen, scene: Scene) -> Iterator[None]:
    try:
        yield
    except RulesError as error:
        error.text = with_names(error.text, scene.names(pen.seat.is_gm))
        raise


def _open_test(pen: Pen, token: str, character: Character, hidden: bool, beside: Sequence[Character]) -> None:
    sheet = pen.read(character.subject)
    if not sheet:
        raise Stale(_("This character is no longer at the table."))
    name = str(sheet.get("name", ""))
    rows: dict[str, dict[str, Any]] = {}
    for number, item in enumerate((character, *(other for other in beside if other.token != character.token))):
        row = public_names.fighter_row(pen.campaign, item, item.name if number else name)
        rows[item.token] = {**row, **({"order": number} if number else {})}
    if hidden:
        rows[character.token]["hidden"] = True
    # A test's fighter has its character's token as id, so the same test after an undo meets its kept dice.
    open_scene(pen, token, name, rows, {})


def _close_test(pen: Pen, scene: Scene) -> None:
    if not scene.exchanges and not retries.stays_open(scene):
        close_scene(pen, scene)


def _play(
    pen: Pen,
    scene: Scene,
    action: Action,
    faces: Sequence[int] = (),
    asked: policy.Asked = policy.ask_none,
    drawn: policy.Drawn | None = None,
    through: bool = False,
) -> Scene:
    """Decide an action, then answer every roll that nobody has to make by hand, as long as there is one.

    The server throws the dice in ``asked`` even for people with real dice; with ``through`` it plays the exchange to
    its end, even after somebody else's answer.
    """
    before, scene = scene, _decide(pen, pen.campaign.system, scene, action, drawn, through)
    # In a test shared with others, their prompts stay theirs.
    own_exchange = str(action.args.get("exchange") or action.id) if scene.kind == "test" else ""
    scene = _throw(pen, scene, faces, asked, own_exchange, unseen=_is_unseen(before, scene, action))
    if scene.kind == "test":
        countdown.tell_end(pen, before, scene)
        _close_test(pen, scene)
    return scene


def _is_unseen(before: Scene, after: Scene, action: Action) -> bool:
    exchange = before.exchanges.get(str(action.args.get("exchange"))) or after.exchanges.get(action.id)
    return exchanges.is_unseen(before, exchange.action if exchange is not None else action)


def _throw(
    pen: Pen,
    scene: Scene,
    faces: Sequence[int] = (),
    asked: policy.Asked = policy.ask_none,
    own_exchange: str = "",
    unseen: bool = False,
) -> Scene:
    """Answer every roll that nobody has to make by hand, as long as there is one; ``own_exchange`` limits it to one.

    After an ``unseen`` act no die is thrown in an exchange that everybody sees.
    """
    system, typed = pen.campaign.system, list(faces)
    among = policy.ThrowScope(own_exchange, unseen)
    while result := policy.next_throw(pen, system, scene, typed, by_hand=bool(faces), asked=asked, among=among):
        exchange, roll, values, real, drawn = result
        args = {"exchange": exchange, "key": roll.key, "values": values, "real": real}
        answer = Action("answer", roll.by, args, pen.seat.token if real else "", pen.seat.is_gm)
        scene = _decide(pen, system, scene, answer, drawn)
    if typed:
        raise Refused(_("More dice were typed than this roll needs."), "faces")
    return scene


def _decide(
    pen: Pen, system: Game, scene: Scene, action: Action, drawn: policy.Drawn | None = None, through: bool = False
) -> Scene:
    first, *closings = decide.decide(system, scene, action)
    if drawn is not None:
        first = replace(first, payload={**first.payload, "drawn": drawn})
    if through and not closings and (action.kind == "answer" or first.kind.startswith("open_")):
        first = replace(first, changes=(*first.changes, policy.play_through(scene, action)))
    events = (first, *closings, *unseen_hits.public_events(system, (first, *closings)))
    pen.record(*_with_closings(pen, scene, events), encounter=scene.token)
    pen.record(*unseen_hits.own_events(pen, system, scene, (first, *closings)), encounter=scene.token)
    after = scenes.after_events(pen, scene, events)
    return scenes.under_lock(pen, scene.token) if reserves.join_due(pen, scene.round, after) else after


def _read_answer(pen: Pen, scene: Scene, args: Mapping[str, Any]) -> tuple[str, dict[str, Any], policy.Drawn | None]:
    exchange, key = str(args.get("exchange", "")), str(args.get("key", ""))
    for prompt in exchanges.waiting_on(pen.campaign.system, _scene_in_sight(pen, scene)):
        request = prompt.request
        if prompt.exchange != exchange or request is None or request.key != key:
            continue
        if not _knows_of(pen, scene, exchange, request):
            continue
        values = args.get("values")
        answer = {"exchange": exchange, "key": key, "values": values}
        if not isinstance(request, Roll):
            return prompt.of, answer, None
        if values:
            policy.check_may_type(pen, scene, request)
            return prompt.of, {**answer, "values": [policy.read_face(value) for value in values], "real": True}, None
        if args.get("typed"):
            raise Unreadable(_("Type what your dice show, or have them thrown here."), "values")
        faces = kept_dice.spare_faces(scene, scene.exchanges[exchange], request)
        if faces is not None:
            return prompt.of, {**answer, "values": list(faces)}, None
        faces_thrown, drawn = policy.throw(pen, scene, exchange, request)
        return prompt.of, {**answer, "values": faces_thrown}, drawn
    raise Stale(_("This has been answered already."), key)


def _find_answerer(pen: Pen, scene: Scene, args: Mapping[str, Any]) -> str:
    exchange = _scene_in_sight(pen, scene).exchanges.get(str(args.get("exchange", "")))
    answers = exchanges.run(pen.campaign.system, scene, exchange).kept if exchange else ()
    request = next((answer.request for answer in answers if answer.request.key == args.get("key")), None)
    if exchange is None or request is None or not _knows_of(pen, scene, exchange.id, request):
        raise Stale(_("This answer is no longer possible."), "key")
    return request.whose


def _knows_of(pen: Pen, scene: Scene, exchange: str, request: Request) -> bool:
    """True if this seat may know that this is asked: of a fighter of its own, or before everybody."""
    if pen.seat.is_gm or policy.owner_of(scene, request.whose) == pen.seat.token:
        return True
    return audiences.audience_of_request(scene, scene.exchanges[exchange], request) == "table"


def _scene_in_sight(pen: Pen, scene: Scene) -> Scene:
    """The scene without exchanges hidden from this seat: answering one of them fails as if it were over."""
    if pen.seat.is_gm:
        return scene
    own = tuple(fighter for fighter in scene.fighters if policy.owner_of(scene, fighter) == pen.seat.token)
    return exchanges.without_hidden_exchanges(pen.campaign.system, scene, own)


def _check_acts_for(pen: Pen, scene: Scene, whose: str) -> None:
    """Raise ``Refused`` unless this seat owns the fighter, or is a game master's. Runs under the lock."""
    owner = "" if policy.is_unseen(scene) else policy.owner_of(scene, whose)
    fighter = Ownership(pen.campaign.pk, pen.seat.pk if owner == pen.seat.token else None)
    if not may(pen.seat, "act", fighter):
        raise Refused(_("Only the player of this character, or the game master, may do this."))


def _check_called(system: Game, scene: Scene, whose: str) -> None:
    """Raise ``Refused`` unless a fighter is called, or may step into an exchange that everybody sees.

    A hidden fighter's turn must not show: between two turns players do nothing, even if a hidden fighter acts.
    """
    in_sight = exchanges.without_hidden_fighters(system, scene, (whose,))
    if whose not in scene.called and (not in_sight.exchanges or whose in exchanges.find_uncalled(system, in_sight)):
        raise Refused(_("This cannot be done now."))
