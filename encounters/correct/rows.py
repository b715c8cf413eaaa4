"""A correction as ready values for its page: the form of the act, what is asked, what would change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from campaigns.models import Campaign, Event, Seat
from campaigns.web.language import say
from encounters import roster
from encounters.correct import overrides
from encounters.correct.correction import Look
from encounters.correct.replay import KEPT, Address, Correction, Redone, Replay
from encounters.dice import policy
from encounters.fight import offer_form, prompts
from encounters.log import rows as log_rows
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.scene import Scene
from rules.core.script import Request, Roll
from rules.core.text import naming
from rules.views import board, journal
from rules.views.journal import Line
from rules.views.viewers import Viewer
from sheets.editing import change_log

Row = dict[str, Any]
DIE, PICK, KEEP = "die", "pick", "keep"
GM = Viewer("gm")


def correction_of(given: QueryDict) -> Correction:
    """The correction that a page sends. Raises ``Unreadable`` for a face that is no number."""
    kind = given.get("kind", "")
    stays = {name.removeprefix(f"{KEEP}."): given[name] == KEEP for name in given if name.startswith(f"{KEEP}.")}
    reason = given.get("reason", "").strip()
    return Correction(
        kind=kind, args=offer_form.args_of(given) if kind else {}, answers=_answers(given), kept=stays, reason=reason
    )


def _answers(given: QueryDict) -> dict[Address, tuple[Any, ...]]:
    answers: dict[Address, tuple[Any, ...]] = {}
    for name in given:
        what, _dot, address = name.partition(".")
        exchange, _dot, key = address.partition(".")
        values = [str(value) for value in given.getlist(name) if value]
        if what == PICK:
            answers[exchange, key] = tuple(values)
        elif what == DIE and values:
            answers[exchange, key] = tuple(policy.face(value) for value in values)
    return answers


def kept(given: QueryDict) -> list[tuple[str, str]]:
    ours = (offer_form.PREFIX, f"{DIE}.", f"{PICK}.", f"{KEEP}.")
    known = (name for name in given if name == "kind" or name.startswith(ours))
    # The button pressed last says whether a roll is kept.
    return [(name, str(other)) for name in known for other in given.getlist(name)[-1 if name.startswith(KEEP) else 0 :]]


def form(seat: Seat, look: Look) -> Row | None:
    """The act as it can be filled in otherwise, what else could be done instead, and the dice and choices it met."""
    replay, event = look.replay, look.event
    if replay.before is None:
        return None
    action = event.payload["action"]
    kind = replay.correction.kind or action["kind"]
    args = replay.correction.args if replay.correction.kind else action["args"]
    offers = board.offers(replay.system, replay.before, roster.viewer_of(seat), action["actor"])
    offer = next((offer for offer in offers if offer.kind == kind), None)
    others = [
        {"kind": other.kind, "label": say(other.label)}
        for other in offers
        if other.refused is None and other is not offer
    ]
    return {
        "kind": kind,
        "label": say(offer.label) if offer else "",
        "fields": _fields(offer, args) if offer else [],
        "others": others,
        "given": [request_row(replay.exchange, request, values, replay.before) for request, values in replay.given],
    }


def request_row(exchange: str, request: Request, values: Iterable[Any] = (), scene: Scene | None = None) -> Row:
    """A die or a choice: as it fell or was made, or still open; fighters of the scene are called by their names."""
    given = tuple(values)
    request = _named(scene, request) if scene is not None else request
    is_roll = isinstance(request, Roll)
    row: Row = {
        "name": f"{DIE if is_roll else PICK}.{exchange}.{request.key}",
        "id": f"{exchange}-{request.key}",
        "roll": is_roll,
        "label": say(request.label if isinstance(request, Roll) else request.text),
    }
    if isinstance(request, Roll):
        faces = [str(face) for face in given] or [""] * request.dice.count
        return {**row, "faces": faces, "most": request.dice.sides, "dice": str(request.dice)}
    options = [
        other for group in prompts.choices(request)["groups"] for other in group["options"] if not other["refused"]
    ]
    return {
        **row,
        "many": request.most > 1,
        "options": [{**option, "checked": option["key"] in given} for option in options],
    }


def _named(scene: Scene, request: Request) -> Request:
    names = scene.names(True)
    if isinstance(request, Roll):
        return replace(request, label=naming(request.label, names))
    options = tuple(replace(option, label=naming(option.label, names)) for option in request.options)
    return replace(request, text=naming(request.text, names), options=options)


def differences(campaign: Campaign, before: Scene, after: Scene) -> list[Row]:
    rows = []
    stands = [headline(campaign, scene) for scene in (before, after)]
    if stands[0] != stands[1]:
        rows.append({"name": gettext("The fight"), "before": stands[0], "after": stands[1], "details": []})
    for fighter in {**before.fighters, **after.fighters}.values():
        sheets = [scene.sheets.get(fighter.character, {}) for scene in (before, after)]
        changed = change_log.difference(campaign, sheets[0], sheets[1])
        if not changed:
            continue
        states = [roster.state(campaign.system, sheet, campaign.settings) for sheet in sheets]
        words = [" · ".join(filter(None, (state["word"], state["place"]))) for state in states]
        row = {"name": fighter.name, "before": words[0], "after": words[1]}
        rows.append({**row, "details": [say(text) for text in changed]})
    return rows


def changes(look: Look) -> list[Row]:
    return [row for redone in _told(look) if (row := _change(redone, look.replay)) is not None]


def count_unchanged(look: Look) -> int:
    return sum(1 for redone in _told(look) if redone.same and not _is_kept(redone) and _line(redone.old) is not None)


def unasked(look: Look) -> Row | None:
    replay = look.replay
    exchange = next((question.exchange for question in replay.questions), "")
    if not overrides.is_roll(replay, exchange):
        return None
    return {"before": _read(_line(replay.closings[exchange])), "keep": _keep(exchange, replay)}


def _told(look: Look) -> Iterator[Redone]:
    over = {
        event.payload.get("exchange")
        for redone in look.replay.redone
        for event in (redone.old, redone.new)
        if event is not None and "faces" in event.payload
    }
    for redone in look.replay.redone:
        event = redone.new or redone.old
        if event is not None and not (event.kind.startswith("open_") and event.payload.get("exchange") in over):
            yield redone


def _change(redone: Redone, replay: Replay) -> Row | None:
    kept = _is_kept(redone)
    if redone.same and not kept or (redone.new is not None and redone.new.kind == KEPT):
        return None
    row: Row = {"before": _read(_line(redone.old)), "after": _read(_line(redone.new)), "why": say(redone.why or "")}
    if row["before"] is None and row["after"] is None:
        return None
    exchange = _thrown_again(redone)
    if kept:
        row |= {"before": _read(_line(replay.instead.get(exchange))), "kept": True, "by": _keeper(exchange, replay)}
    return {**row, "keep": _keep(exchange, replay) if overrides.is_roll(replay, exchange) else None}


def _thrown_again(redone: Redone) -> str:
    if redone.new is None or redone.old is None or "faces" not in redone.old.payload:
        return ""
    return str(redone.new.payload.get("exchange", ""))


def _is_kept(redone: Redone) -> bool:
    return redone.new is not None and "kept_by" in redone.new.payload


def _keep(exchange: str, replay: Replay) -> Row:
    why = None if exchange in replay.kept else overrides.why_not(replay, exchange)
    return {"name": f"{KEEP}.{exchange}", "why": say(why) if why else ""}


def _keeper(exchange: str, replay: Replay) -> str:
    step = replay.kept[exchange].step if exchange in replay.kept else None
    if step is None:
        return ""
    return " · ".join(filter(None, (step.by.shown_name if step.by else "", step.payload.get("reason", ""))))


def _line(event: Any) -> Line | None:
    return None if event is None else journal.tell(event.audience, event.kind, event.payload, GM)


def line(event: Event) -> str:
    result = _line(event)
    return log_rows.full_line(result) if result is not None else ""


def _read(line: Line | None) -> Row | None:
    return None if line is None else {"text": log_rows.full_line(line), "effects": log_rows.effects(line)}


def headline(campaign: Campaign, scene: Scene) -> str:
    result = board.view(campaign.system, scene, GM).headline
    return " · ".join(filter(None, (say(result.round), say(result.part) if result.part else "")))


def _fields(offer: Offer, args: Any) -> list[Row]:
    return [offer_form.field(_said(field, args.get(field.key)), "correct") for field in offer.fields]


def _said(field: Field, value: Any) -> Field:
    """A field that stands at what was said, and no longer at what is likely."""
    if value is None:
        return field
    return replace(field, default=value, choices=tuple(replace(choice, likely=False) for choice in field.choices))
