"""A correction as template values: the form of the act, open questions, and what would change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from campaigns.models import Campaign, Event, Seat
from campaigns.web.language import join_dotted, say
from encounters import roster
from encounters.correct import overrides
from encounters.correct.correction import Preview
from encounters.correct.replay import KEPT, Address, Correction, Replay, ReplayedStep
from encounters.dice import policy
from encounters.fight import prompts
from encounters.fight.offers import offer_form
from encounters.log import effect_words, sentences
from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.scene import Scene
from rules.core.script import Request, Roll
from rules.core.text import with_names
from rules.views import board, journal
from rules.views.journal import Line
from rules.views.viewers import Viewer
from sheets.editing import change_log

Row = dict[str, Any]
DIE, PICK, KEEP = "die", "pick", "keep"
GM = Viewer("gm")


def read_correction(given: QueryDict) -> Correction:
    """The correction entered on the page. Raises ``Unreadable`` for a face that is not a number."""
    kind = given.get("kind", "")
    kept = {name.removeprefix(f"{KEEP}."): given[name] == KEEP for name in given if name.startswith(f"{KEEP}.")}
    reason = given.get("reason", "").strip()
    return Correction(
        kind=kind,
        args=offer_form.read_args(given) if kind else {},
        answers=_read_answers(given),
        kept=kept,
        reason=reason,
    )


def _read_answers(given: QueryDict) -> dict[Address, tuple[Any, ...]]:
    answers: dict[Address, tuple[Any, ...]] = {}
    for name in given:
        kind, _dot, address = name.partition(".")
        exchange, _dot, key = address.partition(".")
        values = [str(value) for value in given.getlist(name) if value]
        if kind == PICK:
            answers[exchange, key] = tuple(values)
        elif kind == DIE and values:
            answers[exchange, key] = tuple(policy.read_face(value) for value in values)
    return answers


def form_pairs(given: QueryDict) -> list[tuple[str, str]]:
    prefixes = (offer_form.PREFIX, f"{DIE}.", f"{PICK}.", f"{KEEP}.")
    names = (name for name in given if name == "kind" or name.startswith(prefixes))
    # The button pressed last says whether a roll is kept.
    return [(name, str(other)) for name in names for other in given.getlist(name)[-1 if name.startswith(KEEP) else 0 :]]


def form_row(seat: Seat, preview: Preview) -> Row | None:
    """The form of the corrected act, the acts offered in its place, and its dice and choices."""
    replay, event = preview.replay, preview.event
    if replay.corrected_scene is None:
        return None
    action = event.payload["action"]
    kind = replay.correction.kind or action["kind"]
    args = replay.correction.args if replay.correction.kind else action["args"]
    offers = board.offers(replay.system, replay.corrected_scene, roster.viewer_of(seat), action["actor"])
    offer = next((offer for offer in offers if offer.kind == kind), None)
    others = [
        {"kind": other.kind, "label": say(other.label)}
        for other in offers
        if other.refused is None and other is not offer
    ]
    return {
        "kind": kind,
        "label": say(offer.label) if offer else "",
        "fields": _field_rows(offer, args) if offer else [],
        "others": others,
        "given": [
            request_row(replay.exchange, request, values, replay.corrected_scene)
            for request, values in replay.corrected_answers
        ],
    }


def request_row(exchange: str, request: Request, values: Iterable[Any] = (), scene: Scene | None = None) -> Row:
    """A die or a choice with its answer, or open; fighters have their names in this scene."""
    given = tuple(values)
    who = scene.names(True).get(request.whose) if scene is not None else None
    request = _with_names(scene, request) if scene is not None else request
    is_roll = isinstance(request, Roll)
    row: Row = {
        "name": f"{DIE if is_roll else PICK}.{exchange}.{request.key}",
        "id": f"{exchange}-{request.key}",
        "roll": is_roll,
        "label": " · ".join(filter(None, (who, say(request.label if isinstance(request, Roll) else request.text)))),
    }
    if isinstance(request, Roll):
        faces = [str(face) for face in given] or [""] * request.dice.count
        return {**row, "faces": faces, "most": request.dice.sides, "dice": str(request.dice)}
    choice = prompts.choice_row(request)
    shown = (*choice["groups"], *choice["more"])
    options = [other for group in shown for other in group["options"] if not other["refused"]]
    return {
        **row,
        "many": request.most > 1,
        "options": [{**option, "checked": option["key"] in given} for option in options],
    }


def _with_names(scene: Scene, request: Request) -> Request:
    names = scene.names(True)
    if isinstance(request, Roll):
        return replace(request, label=with_names(request.label, names))
    options = tuple(replace(option, label=with_names(option.label, names)) for option in request.options)
    return replace(request, text=with_names(request.text, names), options=options)


def difference_rows(campaign: Campaign, before: Scene, after: Scene) -> list[Row]:
    rows = []
    stands = [headline(campaign, scene) for scene in (before, after)]
    if stands[0] != stands[1]:
        rows.append({"name": gettext("The fight"), "before": stands[0], "after": stands[1], "details": []})
    for fighter in {**before.fighters, **after.fighters}.values():
        sheets = [scene.sheets.get(fighter.character, {}) for scene in (before, after)]
        changed = change_log.difference_lines(campaign, sheets[0], sheets[1])
        if not changed:
            continue
        states = [roster.health_in_full(campaign.system, sheet, campaign.settings) for sheet in sheets]
        words = [join_dotted(state["word"], state["place"]) for state in states]
        row = {"name": fighter.name, "before": words[0], "after": words[1]}
        rows.append({**row, "details": [say(text) for text in changed]})
    return rows


def change_rows(preview: Preview) -> list[Row]:
    return [row for redone in _without_openings(preview) if (row := _change_row(redone, preview.replay)) is not None]


def count_unchanged(preview: Preview) -> int:
    return sum(
        1
        for redone in _without_openings(preview)
        if redone.is_same and not _is_kept(redone) and _find_line(redone.old) is not None
    )


def unasked_row(preview: Preview) -> Row | None:
    replay = preview.replay
    exchange = next((question.exchange for question in replay.questions), "")
    if not overrides.is_roll(replay, exchange):
        return None
    return {"before": _line_row(_find_line(replay.closings[exchange])), "keep": _keep_row(exchange, replay)}


def _without_openings(preview: Preview) -> Iterator[ReplayedStep]:
    over = {
        event.payload.get("exchange")
        for redone in preview.replay.decided
        for event in (redone.old, redone.new)
        if event is not None and "faces" in event.payload
    }
    for redone in preview.replay.decided:
        event = redone.new or redone.old
        if event is not None and not (event.kind.startswith("open_") and event.payload.get("exchange") in over):
            yield redone


def _change_row(redone: ReplayedStep, replay: Replay) -> Row | None:
    overridden = _is_kept(redone)
    if redone.is_same and not overridden or (redone.new is not None and redone.new.kind == KEPT):
        return None
    row: Row = {
        "before": _line_row(_find_line(redone.old)),
        "after": _line_row(_find_line(redone.new)),
        "why": say(redone.why or ""),
    }
    if row["before"] is None and row["after"] is None:
        return None
    exchange = _exchange_thrown_again(redone)
    if overridden:
        row |= {
            "before": _line_row(_find_line(replay.replaced_results.get(exchange))),
            "kept": True,
            "by": _keeper_words(exchange, replay),
        }
    return {**row, "keep": _keep_row(exchange, replay) if overrides.is_roll(replay, exchange) else None}


def _exchange_thrown_again(redone: ReplayedStep) -> str:
    if redone.new is None or redone.old is None or "faces" not in redone.old.payload:
        return ""
    return str(redone.new.payload.get("exchange", ""))


def _is_kept(redone: ReplayedStep) -> bool:
    return redone.new is not None and "kept_by" in redone.new.payload


def _keep_row(exchange: str, replay: Replay) -> Row:
    reason = None if exchange in replay.overrides else overrides.reason_against(replay, exchange)
    return {"name": f"{KEEP}.{exchange}", "why": say(reason) if reason else ""}


def _keeper_words(exchange: str, replay: Replay) -> str:
    step = replay.overrides[exchange].step if exchange in replay.overrides else None
    if step is None:
        return ""
    return join_dotted(step.by.shown_name if step.by else "", step.payload.get("reason", ""))


def _find_line(event: Any) -> Line | None:
    return None if event is None else journal.tell(event.audience, event.kind, event.payload, GM)


def line_sentence(event: Event) -> str:
    result = _find_line(event)
    return sentences.full_line(result) if result is not None else ""


def _line_row(line: Line | None) -> Row | None:
    return None if line is None else {"text": sentences.full_line(line), "effects": effect_words.effect_sentences(line)}


def headline(campaign: Campaign, scene: Scene) -> str:
    result = board.view(campaign.system, scene, GM).headline
    return " · ".join(filter(None, (say(result.round), say(result.part) if result.part else "")))


def _field_rows(offer: Offer, args: Any) -> list[Row]:
    return [offer_form.field_row(_preset_field(field, args.get(field.key)), "correct") for field in offer.fields]


def _preset_field(field: Field, value: Any) -> Field:
    """A field preset to what was entered, in place of the likeliest value."""
    if value is None:
        return field
    return replace(field, default=value, choices=tuple(replace(choice, likely=False) for choice in field.choices))
