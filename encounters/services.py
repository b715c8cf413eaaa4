"""Commands of an encounter: every act passes the rules and the journal, under the campaign's lock.

Permission is checked here, before the rules are asked: a player's seat acts and answers for the characters it owns, a
game master's for anybody (recorded in the journal as done for them).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.journal import event_cache, journal, standing
from campaigns.journal.journal import Pen
from campaigns.models import Seat, new_token
from campaigns.seats.access import check_gm, may
from encounters import scenes
from encounters.checks.rolls import open_test
from encounters.dice import policy
from encounters.fight.offers import gestures, group_actions
from encounters.models import Encounter
from encounters.playing.calls import call_after, call_first
from encounters.playing.play import close_test, closings_of_outdated, names_in_refusals, play
from encounters.playing.reading import OF_AN_EXCHANGE, check_acts_for, read_action
from encounters.playing.steps import advance, throw_all
from rules.core.errors import Refused, RulesError, Stale
from rules.core.json_codec import to_json
from rules.core.scene import Action, Change, Event, Exchange, Scene
from rules.core.text import Text, _
from rules.engine import exchanges, offers, spare_dice
from sheets.models import Character


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
    with names_in_refusals(pen, scene):
        action, drawn = read_action(pen, scene, kind, actor, args)
        if pen.seat.is_gm and kind not in OF_AN_EXCHANGE:
            scene = call_first(pen, scene, action.actor)
        follows = kind == "answer" and args.get("all")
        on_server = policy.rolls_of_owner(scene, action.args["exchange"], action.actor) if follows else policy.no_roll
        play(pen, scene, action, drawn=drawn, on_server=on_server, through=bool(follows))
        call_after(pen, scene, action)
    if whole and pen.seat.is_gm:
        up = {prompt.of for prompt in pen.campaign.system.turn(scene)}
        _act_for_mates(pen, encounter, kind, list(group_actions.peers(scene, action.actor, up)), action.args)
    if call and pen.seat.is_gm:
        advance(pen, encounter)


@journal.command
def throw_due(pen: Pen, *, encounter: str, everybody: bool = False) -> None:
    """Throw all dice owed by fighters without a player, and the dice that follow, until somebody has to choose.

    Acts that are nothing but a throw, such as initiative, are begun for each of them who may act. With ``everybody``,
    players' dice are thrown as well. Raises ``Refused`` or ``Stale`` and changes nothing.
    """
    check_gm(pen.seat, _("Only the game master may say this."))
    scene, events_before = _running_scene(pen, encounter, _("This encounter is over.")), len(pen.events)
    with names_in_refusals(pen, scene):
        throw_all(pen, scene, everybody=everybody)
        advance(pen, encounter)
    if len(pen.events) == events_before:
        raise Stale(_("This has been answered already."))


@journal.command
def act_for_all(pen: Pen, *, encounter: str, kind: str) -> None:
    """Let all fighters without a player do the same once, or repeat all they did in the last round, in their turns.

    Stops when somebody else's turn comes, or when the same act with a throw has ended. Raises ``Refused`` or ``Stale``.
    """
    check_gm(pen.seat, _("Only the game master may say this."))
    scene, system = _running_scene(pen, encounter, _("This encounter is over.")), pen.campaign.system
    acted, events_before, again = set[str](), len(pen.events), kind == gestures.AGAIN
    left = _left_to_repeat(pen, encounter) if again else {}
    with names_in_refusals(pen, scene):
        while (row := gestures.next_act(system, scene, kind, left, acted)) is not None:
            whose, (kind_taken, args) = row
            if again:
                left = gestures.left_to_repeat(left, {whose: [row[1]]})
            else:
                acted.add(whose)
            scene, threw = _try_act(pen, call_first(pen, scene, whose), whose, kind_taken, args)
            seen = exchanges.without_hidden_exchanges(system, scene)
            # With an exchange open, fighters who act simultaneously still begin; nobody hidden stops the others.
            if threw and not again and not seen.exchanges and not scene.fighters[whose].hidden:
                break
        if all(event.kind == "next" for event in pen.events[events_before:]):
            raise Refused(_("This cannot be done now."))
        advance(pen, encounter)


def _left_to_repeat(pen: Pen, encounter: str) -> gestures.Done:
    past = tuple(standing.standing_events(pen.campaign, event_cache.recent_of(pen.campaign), encounter))
    return gestures.left_to_repeat(*(gestures.recall_acts(past, encounter, ago) for ago in (1, 0)))


def _try_act(pen: Pen, scene: Scene, whose: str, kind: str, args: Mapping[str, Any]) -> tuple[Scene, bool]:
    """The scene after an act, unchanged if it is refused; and True if the act opened an exchange."""
    events_before, through = len(pen.events), pen.seat.dice != Seat.Dice.TYPED
    try:
        action = Action(kind, whose, args, pen.seat.token, pen.seat.is_gm, new_token())
        scene = play(pen, scene, action, through=through)
    except RulesError:
        if len(pen.events) > events_before:  # it had begun: undo the whole command
            raise
    return scene, any(event.kind.startswith("open_") for event in pen.events[events_before:])


def begin(pen: Pen, encounter: str) -> None:
    """Begin a fight that has not begun, and go on to the first turn; does nothing if its form has to be filled in."""
    scene, system = scenes.under_lock(pen, encounter), pen.campaign.system
    first = next(iter(offers.offers(system, scene, "gm")), None)
    if scene.round or first is None or first.refused is not None or first.kind == system.ending:
        return
    if any(field.required or (field.kind == "choice" and field.default is None) for field in first.fields):
        return
    play(pen, scene, Action(first.kind, "gm", {}, pen.seat.token, True, new_token()))
    advance(pen, encounter)


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
    play(pen, scene, Action(last.kind, "gm", {}, pen.seat.token, True, new_token()))


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
    closings = tuple(closings_of_outdated(pen, scene))
    if closings:
        pen.record(*closings, encounter=encounter)
        if scene.kind == "test":
            close_test(pen, scenes.under_lock(pen, encounter))


def _act_for_mates(pen: Pen, encounter: str, kind: str, mates: Sequence[str], args: Mapping[str, Any]) -> None:
    for mate in mates:
        scene = scenes.under_lock(pen, encounter)
        is_hidden = mate in scene.hidden
        if (scene if is_hidden else exchanges.without_hidden_exchanges(pen.campaign.system, scene)).exchanges:
            return
        events_before = len(pen.events)
        try:
            play(pen, scene, Action(kind, mate, args, pen.seat.token, pen.seat.is_gm, new_token()))
        except RulesError:
            if len(pen.events) > events_before:  # it had begun: undo the whole command
                raise


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
    open_test(pen, token, character, hidden, beside)
    scene = scenes.under_lock(pen, token)
    fighter = character.token
    check_acts_for(pen, scene, fighter)
    play(pen, scene, Action(kind, fighter, args, pen.seat.token, pen.seat.is_gm, new_token()), faces)
    return token


def changes_to_keep_dice(pen: Pen, event: Any) -> tuple[Change, ...]:
    """The change that keeps the faces of a roll about to be undone, so that undo never gives a free second throw."""
    spare = event.payload.get("spare")
    if not spare:
        return ()
    subject, path = spare
    if not pen.read(subject):
        return ()
    faces = spare_dice.faces_to_json(event.payload["values"], event.payload.get("real"))
    return (Change(subject, path, pen.value(subject, path), faces),)
