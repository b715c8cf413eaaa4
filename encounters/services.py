"""The writes of an encounter: every act goes through the rules and into the journal, under the campaign's lock.

Who may act is decided here, before the rules are asked: a player's seat acts and answers for the characters it owns,
a game master's for anybody (journalled as done for them).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from campaigns.journal import event_cache, journal
from campaigns.journal.journal import Pen
from campaigns.models import Seat, new_token
from campaigns.seats.access import Owned, check_gm, may
from encounters import public_names, scenes
from encounters.dice import policy
from encounters.fight import group_actions, whole_side
from encounters.log import unseen_hits
from encounters.models import Encounter
from encounters.prepare import reserves
from rules.core import retries
from rules.core.errors import Refused, RulesError, Stale, Unreadable
from rules.core.game import Game
from rules.core.scene import Action, Change, Event, Scene
from rules.core.script import Roll
from rules.core.text import Text, _, naming
from rules.engine import decide, editions, exchanges, kept_dice, offers
from sheets.models import Character

_OF_AN_EXCHANGE = ("answer", "take_back")  # whoever is asked may always answer


@journal.command
def act(
    pen: Pen, *, encounter: str, kind: str, actor: str, args: Mapping[str, Any], whole: bool = False, call: bool = False
) -> None:
    """Do one thing in an encounter. Raises ``Unreadable``, ``Refused`` or ``Stale`` and changes nothing.

    With ``whole``, a game master lets everybody else of the actor's group do the same, as far as each of them may;
    with ``call``, they call whoever is up after it.
    An answer that is thrown may ask for ``all``: whoever answers throws what follows in the exchange as well, until
    something is to be chosen or somebody else is asked.
    """
    over = _("This has been answered already.") if kind == "answer" else _("This encounter is over.")
    scene = _running(pen, encounter, over)
    with _named(pen, scene):
        action, drawn = _action(pen, scene, kind, actor, args)
        if pen.seat.is_gm and kind not in _OF_AN_EXCHANGE:
            scene = _call_first(pen, scene, action.actor)
        follows = kind == "answer" and args.get("all")
        asked = policy.of_one(scene, action.args["exchange"], action.actor) if follows else policy.none
        _play(pen, scene, action, drawn=drawn, asked=asked, through=bool(follows))
    if whole and pen.seat.is_gm:
        up = {prompt.of for prompt in pen.campaign.system.turn(scene)}
        _follow(pen, encounter, kind, list(group_actions.mates(scene, action.actor, up)), action.args)
    if call and pen.seat.is_gm:
        _advance(pen, encounter)


def _action(
    pen: Pen, scene: Scene, kind: str, actor: str, args: Mapping[str, Any]
) -> tuple[Action, Mapping[str, Any] | None]:
    """An action as this seat may take it, with how an answer was drawn. Raises ``Refused`` or ``Stale``."""
    whose, given, drawn = _answering(pen, scene, args) if kind == "answer" else (actor, args, None)
    if kind == "take_back":
        whose = _answered_by(pen, scene, args)
    _check_acts_for(pen, scene, whose)
    if kind not in _OF_AN_EXCHANGE and not pen.seat.is_gm and scene.kind != "test":
        _check_called(pen.campaign.system, scene, whose)
    return Action(kind, whose, given, pen.seat.token, pen.seat.is_gm, new_token()), drawn


@journal.command
def throw_due(pen: Pen, *, encounter: str, everybody: bool = False) -> None:
    """Throw all that is waited for from fighters no player plays, and what follows of it, until something is chosen.

    What is nothing but a throw, such as an initiative, is begun for each of them who is up. With ``everybody``, in the
    place of players as well. Raises ``Refused`` or ``Stale`` and changes nothing.
    """
    check_gm(pen.seat, _("Only the game master may say this."))
    scene, begun = _running(pen, encounter, _("This encounter is over.")), len(pen.events)
    with _named(pen, scene):
        _throw_all(pen, scene, everybody=everybody)
        _advance(pen, encounter)
    if len(pen.events) == begun:
        raise Stale(_("This has been answered already."))


@journal.command
def act_for_all(pen: Pen, *, encounter: str, kind: str) -> None:
    """Let everybody no player plays do the same, or what they did in the round before, each once as their turns come.

    It goes on until somebody else is up, or something thrown is over. Raises ``Refused`` or ``Stale``.
    """
    check_gm(pen.seat, _("Only the game master may say this."))
    scene, system = _running(pen, encounter, _("This encounter is over.")), pen.campaign.system
    events, acted, begun = event_cache.at(pen.campaign).events, set[str](), len(pen.events)
    with _named(pen, scene):
        while (row := whole_side.next_act(system, scene, kind, events, acted)) is not None:
            whose, (deed, args) = row
            acted.add(whose)
            scene, threw = _try(pen, _call_first(pen, scene, whose), whose, deed, args)
            if threw and not scene.exchanges:  # else those who act at the same moment begin as well
                break
        if all(event.kind == "next" for event in pen.events[begun:]):
            raise Refused(_("This cannot be done now."))
        _advance(pen, encounter)


def _try(pen: Pen, scene: Scene, whose: str, kind: str, args: Mapping[str, Any]) -> tuple[Scene, bool]:
    """The scene after an act, which is left out where it is refused, and whether dice came of it."""
    before, through = len(pen.events), pen.seat.dice != Seat.Dice.TYPED
    try:
        action = Action(kind, whose, args, pen.seat.token, pen.seat.is_gm, new_token())
        scene = _play(pen, scene, action, through=through)
    except RulesError:
        if len(pen.events) > before:  # it had begun: then nothing of the whole is done
            raise
    return scene, any(event.kind.startswith("open_") for event in pen.events[before:])


def _throw_all(pen: Pen, scene: Scene, *, everybody: bool = False) -> None:
    """Begin what is nothing but a throw for each fighter no player plays, or for all, and throw what they owe."""
    asked = policy.every if everybody else policy.of_the_master(scene)
    for offer in policy.begins(pen.campaign.system, scene, everybody=everybody):
        scene = _call_first(pen, scene, offer.actor)
        action = Action(offer.kind, offer.actor, {}, pen.seat.token, pen.seat.is_gm, new_token())
        scene = _play(pen, scene, action, asked=asked)
    _throw(pen, scene, asked=asked)


def _advance(pen: Pen, encounter: str) -> None:
    """Do what needs no choice, throw unless this seat types its dice, and call who is up then."""
    scene, system = scenes.under_lock(pen, encounter), pen.campaign.system
    lead = next(iter(offers.offers(system, scene, "gm")), None)
    if lead is not None and lead.follows and lead.refused is None:
        scene = _play(pen, scene, Action(lead.kind, "gm", {}, pen.seat.token, True, new_token()))
    if pen.seat.dice != Seat.Dice.TYPED:
        _throw_all(pen, scene)
    _call(pen, encounter)


def begin(pen: Pen, encounter: str) -> None:
    """Begin a fight that has not, and go on to who is up; nothing where the game master has to say something."""
    scene, system = scenes.under_lock(pen, encounter), pen.campaign.system
    first = next(iter(offers.offers(system, scene, "gm")), None)
    if scene.round or first is None or first.refused is not None or first.kind == system.ending:
        return
    if any(field.required or (field.kind == "choice" and field.default is None) for field in first.fields):
        return
    _play(pen, scene, Action(first.kind, "gm", {}, pen.seat.token, True, new_token()))
    _advance(pen, encounter)


def _running(pen: Pen, encounter: str, over: Text) -> Scene:
    """The scene of an encounter that is going on. Raises ``Stale`` saying ``over``, or ``Refused``."""
    state = pen.read(f"encounter:{encounter}")
    if not scenes.is_known(pen.seat, state):
        raise Stale(over)
    if state["meta"]["status"] != Encounter.Status.RUNNING:
        raise Refused(_("This encounter is not running."))
    return close_outdated(pen, encounter)


def close_outdated(pen: Pen, encounter: str) -> Scene:
    """Close what another version of the game began in an encounter; the scene after it."""
    scene, state = scenes.under_lock(pen, encounter), pen.read(f"encounter:{encounter}")
    closings = tuple(editions.closings(pen.campaign.system, scene, state))
    if closings:
        pen.record(*closings, encounter=encounter)
        scene = scenes.under_lock(pen, encounter)
        if scene.kind == "test":
            _close_test(pen, scene)
    return scene


def _follow(pen: Pen, encounter: str, kind: str, mates: Sequence[str], args: Mapping[str, Any]) -> None:
    for mate in mates:
        scene = scenes.under_lock(pen, encounter)
        if scene.exchanges:
            return
        before = len(pen.events)
        try:
            _play(pen, scene, Action(kind, mate, args, pen.seat.token, pen.seat.is_gm, new_token()))
        except RulesError:
            if len(pen.events) > before:  # it had begun: then nothing of the whole is done
                raise


def _call(pen: Pen, encounter: str) -> None:
    scene = scenes.under_lock(pen, encounter)
    if exchanges.uncalled(pen.campaign.system, scene):
        _play(pen, scene, _next(pen))


def _call_first(pen: Pen, scene: Scene, whose: str) -> Scene:
    """The scene with a fighter called who is up and whom a game master plays without “next”: every screen follows."""
    if scene.kind == "test" or whose not in exchanges.uncalled(pen.campaign.system, scene):
        return scene
    return _play(pen, scene, _next(pen))


def _next(pen: Pen) -> Action:
    return Action("next", "gm", {}, pen.seat.token, True, new_token())


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
    """Roll a test from a sheet, outside any fight; ``faces`` are those of a real die, typed.

    Another ``kind`` is an act of the game outside fights, which may concern the characters ``beside``. A game master
    may roll ``hidden``: nobody else then learns that it happened. The value is the token of the test's encounter,
    which is over unless a die is still to be typed.
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
    """Do an act outside fights for a character as part of a command, with every die thrown here."""
    token = new_token()
    _open_test(pen, token, character, False, beside)
    action = Action(kind, character.token, args, pen.seat.token, pen.seat.is_gm, new_token())
    _play(pen, scenes.under_lock(pen, token), action, asked=policy.every)


def open_scene(pen: Pen, token: str, name: str, fighters: Mapping[str, Any], marks: Mapping[str, Any]) -> Scene:
    subject = f"encounter:{token}"
    meta = {"name": name, "kind": Encounter.Kind.TEST, "status": Encounter.Status.RUNNING}
    changes = [Change(subject, "meta", None, meta), Change(subject, "fighters", None, dict(fighters))]
    if marks:
        changes.append(Change(subject, "marks", None, dict(marks)))
    pen.begin(subject)
    pen.record(Event("open_test", pen.seat.token, "", tuple(changes), "gm"), encounter=token)
    return scenes.under_lock(pen, token)


def try_asked(
    pen: Pen, scene: Scene, fighter: str, faces: Sequence[int] = (), said: Mapping[str, Any] | None = None
) -> Scene:
    """Test what a game master has asked of a fighter, with the dice typed or else thrown here.

    ``said`` holds the fields that are left to whoever throws.
    """
    _check_acts_for(pen, scene, fighter)
    action = Action("test", fighter, said or {}, pen.seat.token, pen.seat.is_gm, new_token())
    return _play(pen, scene, action, faces, asked=policy.none if faces else policy.every)


def close_scene(pen: Pen, scene: Scene) -> None:
    """End a test, whatever is open in it: it leaves nothing but its events."""
    changes = tuple(Change(scene.subject, key, value, None) for key, value in scene.state.items())
    pen.record(Event("close_test", pen.seat.token, "", changes, "gm"), encounter=scene.token)


def keep_dice(pen: Pen, event: Any) -> tuple[Change, ...]:
    """The change that keeps the faces of a roll about to be undone: undo is never a free second throw."""
    spare = event.payload.get("spare")
    if not spare:
        return ()
    subject, path = spare
    if not pen.read(subject):
        return ()
    kept = kept_dice.kept_dice(event.payload["values"], event.payload.get("real"))
    return (Change(subject, path, pen.value(subject, path), kept),)


@contextmanager
def _named(pen: Pen, scene: Scene) -> Iterator[None]:
    try:
        yield
    except RulesError as error:
        error.text = naming(error.text, scene.names(pen.seat.is_gm))
        raise


def _open_test(pen: Pen, token: str, character: Character, hidden: bool, beside: Sequence[Character]) -> None:
    sheet = pen.read(character.subject)
    if not sheet:
        raise Stale(_("This character is no longer at the table."))
    name = str(sheet.get("name", ""))
    rows: dict[str, dict[str, Any]] = {}
    for number, item in enumerate((character, *(other for other in beside if other.token != character.token))):
        row = public_names.row(pen.campaign, item, item.name if number else name)
        rows[item.token] = {**row, **({"order": number} if number else {})}
    if hidden:
        rows[character.token]["hidden"] = True
    # The fighter of a test is named like its character, so that the same test after an undo meets its dice again.
    open_scene(pen, token, name, rows, {})


def _close_test(pen: Pen, scene: Scene) -> None:
    if not scene.exchanges and not retries.lasts(scene):
        close_scene(pen, scene)


def _play(
    pen: Pen,
    scene: Scene,
    action: Action,
    faces: Sequence[int] = (),
    asked: policy.Asked = policy.none,
    drawn: policy.Drawn | None = None,
    through: bool = False,
) -> Scene:
    """Decide an action, then answer every roll that nobody is to make by hand, as long as there is one.

    What was ``asked`` the server throws even for who throws real dice; ``through`` to the end of the exchange, also
    once somebody else has answered.
    """
    scene = _decide(pen, pen.campaign.system, scene, action, drawn, through)
    # In a test that others take too, what they are asked stays theirs.
    mine = str(action.args.get("exchange") or action.id) if scene.kind == "test" else ""
    scene = _throw(pen, scene, faces, asked, mine)
    if scene.kind == "test":
        _close_test(pen, scene)
    return scene


def _throw(
    pen: Pen, scene: Scene, faces: Sequence[int] = (), asked: policy.Asked = policy.none, mine: str = ""
) -> Scene:
    """Answer every roll that nobody is to make by hand, as long as there is one; ``mine`` is the one exchange meant."""
    system, typed = pen.campaign.system, list(faces)
    while result := policy.next_throw(pen, system, scene, typed, by_hand=bool(faces), asked=asked, mine=mine):
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
        first = replace(first, changes=(*first.changes, policy.through(scene, action)))
    pen.record(first, *closings, *unseen_hits.public_events((first, *closings)), encounter=scene.token)
    after = scenes.under_lock(pen, scene.token)
    return scenes.under_lock(pen, scene.token) if reserves.join_due(pen, scene.round, after) else after


def _answering(pen: Pen, scene: Scene, args: Mapping[str, Any]) -> tuple[str, dict[str, Any], policy.Drawn | None]:
    exchange, key = str(args.get("exchange", "")), str(args.get("key", ""))
    for prompt in exchanges.waiting_on(pen.campaign.system, _in_sight(pen, scene)):
        request = prompt.request
        if prompt.exchange != exchange or request is None or request.key != key:
            continue
        values = args.get("values")
        given = {"exchange": exchange, "key": key, "values": values}
        if not isinstance(request, Roll):
            return prompt.of, given, None
        if values:
            policy.check_types(pen, scene, request)
            return prompt.of, {**given, "values": [policy.face(value) for value in values], "real": True}, None
        if args.get("typed"):
            raise Unreadable(_("Type what your dice show, or have them thrown here."), "values")
        kept = kept_dice.spare_faces(scene, scene.exchanges[exchange], request)
        if kept is not None:
            return prompt.of, {**given, "values": list(kept)}, None
        thrown, drawn = policy.thrown(pen, scene, exchange, request)
        return prompt.of, {**given, "values": thrown}, drawn
    raise Stale(_("This has been answered already."), key)


def _answered_by(pen: Pen, scene: Scene, args: Mapping[str, Any]) -> str:
    exchange = _in_sight(pen, scene).exchanges.get(str(args.get("exchange", "")))
    kept = exchanges.run(pen.campaign.system, scene, exchange).kept if exchange else ()
    fighter = next((answer.request.whose for answer in kept if answer.request.key == args.get("key")), None)
    if fighter is None:
        raise Stale(_("There is no such answer any more."), "key")
    return fighter


def _in_sight(pen: Pen, scene: Scene) -> Scene:
    """The scene without exchanges that this seat may not know of: they are answered as if they were over."""
    if pen.seat.is_gm:
        return scene
    own = tuple(fighter for fighter in scene.fighters if policy.owner(scene, fighter) == pen.seat.token)
    return exchanges.without_hidden_exchanges(pen.campaign.system, scene, own)


def _check_acts_for(pen: Pen, scene: Scene, whose: str) -> None:
    """Raise ``Refused`` unless this seat acts for a fighter, or is a game master's. Runs under the lock."""
    owner = "" if policy.is_unseen(scene) else policy.owner(scene, whose)
    fighter = Owned(pen.campaign.pk, pen.seat.pk if owner == pen.seat.token else None)
    if not may(pen.seat, "act", fighter):
        raise Refused(_("Only the player of this character, or the game master, may do this."))


def _check_called(system: Game, scene: Scene, whose: str) -> None:
    """Raise ``Refused`` while a fighter is not called, unless it may step into something that everybody sees.

    Whoever is up unseen must not tell: between two turns players do nothing, whomever the game master thinks of.
    """
    seen = exchanges.without_hidden_fighters(system, scene, (whose,))
    if whose not in scene.called and (not seen.exchanges or whose in exchanges.uncalled(system, seen)):
        raise Refused(_("This cannot be done now."))
