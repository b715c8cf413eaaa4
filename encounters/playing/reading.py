"""Reading of a posted act: who acts, which open prompt it answers, and whether this seat may do it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.journal.journal import Pen
from campaigns.models import new_token
from campaigns.seats.access import Ownership, may
from encounters.dice import policy
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.game import Game
from rules.core.scene import Action, Scene
from rules.core.script import Request, Roll
from rules.core.text import _
from rules.engine import circles, exchanges, spare_dice

OF_AN_EXCHANGE = ("answer", "take_back")  # a fighter who is asked may answer even out of turn


def read_action(
    pen: Pen, scene: Scene, kind: str, actor: str, args: Mapping[str, Any]
) -> tuple[Action, Mapping[str, Any] | None]:
    """An action as this seat may take it, and how the dice of an answer were drawn. Raises ``Refused`` or ``Stale``."""
    whose, given, drawn = _read_answer(pen, scene, args) if kind == "answer" else (actor, args, None)
    if kind == "take_back":
        whose = _find_answerer(pen, scene, args)
    check_acts_for(pen, scene, whose)
    if kind not in OF_AN_EXCHANGE and not pen.seat.is_gm and scene.kind != "test":
        _check_called(pen.campaign.system, scene, whose)
    return Action(kind, whose, given, pen.seat.token, pen.seat.is_gm, new_token()), drawn


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
        faces = spare_dice.spare_faces(scene, scene.exchanges[exchange], request)
        if faces is not None:
            return prompt.of, {**answer, "values": list(faces)}, None
        faces_thrown, drawn = policy.throw(pen, scene, exchange, request)
        return prompt.of, {**answer, "values": faces_thrown}, drawn
    raise Stale(_("This has been answered already."), key)


def _find_answerer(pen: Pen, scene: Scene, args: Mapping[str, Any]) -> str:
    exchange = _scene_in_sight(pen, scene).exchanges.get(str(args.get("exchange", "")))
    answers = exchanges.run(pen.campaign.system, scene, exchange).answers if exchange else ()
    request = next((answer.request for answer in answers if answer.request.key == args.get("key")), None)
    if exchange is None or request is None or not _knows_of(pen, scene, exchange.id, request):
        raise Stale(_("This answer is no longer possible."), "key")
    return request.whose


def _knows_of(pen: Pen, scene: Scene, exchange: str, request: Request) -> bool:
    """True if this seat may know that this is asked: of a fighter of its own, or before everybody."""
    if pen.seat.is_gm or policy.owner_of(scene, request.whose) == pen.seat.token:
        return True
    return circles.circle_of_request(scene, scene.exchanges[exchange], request) == "table"


def _scene_in_sight(pen: Pen, scene: Scene) -> Scene:
    """The scene without exchanges hidden from this seat: answering one of them fails as if it were over."""
    if pen.seat.is_gm:
        return scene
    own = tuple(fighter for fighter in scene.fighters if policy.owner_of(scene, fighter) == pen.seat.token)
    return exchanges.without_hidden_exchanges(pen.campaign.system, scene, own)


def check_acts_for(pen: Pen, scene: Scene, whose: str) -> None:
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
