"""Habits: forms start with a fighter's last choices, and the usual attack takes one press."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from campaigns.journal import standing
from campaigns.journal.event_cache import Recent
from campaigns.live.cache import Cache
from campaigns.live.regions import View
from campaigns.models import Campaign, Event
from campaigns.queries import prepared
from campaigns.web.language import say
from encounters.fight.offers import gestures, intents, odds, offer_form
from encounters.fight.snapshot import Fight
from rules.character.sheet import Choice, Field
from rules.core import retries
from rules.core.acts import Offer
from rules.core.errors import Refused, RulesError
from rules.core.text import with_names

Row = dict[str, Any]
Said = Mapping[str, Any]
# By fighter and kind of act: pairs of audience and arguments, newest first, ending with the first for the whole table.
Newest = dict[tuple[str, str], list[tuple[str, Said]]]
# The arguments of an encounter's older events, up to which number, and what later ones undo of them.
_BEFORE: Cache[tuple[int, frozenset[int], Newest]] = Cache(2)


def last_arguments(view: View, fight: Fight, fighter: str) -> Mapping[str, Said]:
    """The newest arguments of each of a fighter's acts, by kind of act, without targets who are out of the fight."""
    token = fight.encounter.token
    arguments = view.read(_own_arguments, token, fighter)
    scene = fight.scene_for("odds")
    out = [who for who in scene.fighters if fight.system.is_out(scene, who)]
    return {kind: {key: value for key, value in args.items() if value not in out} for kind, args in arguments.items()}


def _own_arguments(view: View, token: str, fighter: str) -> dict[str, Said]:
    made_of = (f"in:{token}", "inverse")
    newest = view.cached_rows(
        ("said before", token), made_of, lambda: _newest_arguments(view.campaign, view.recent, token)
    )
    own = {kind: _find_readable(view.circle, args) for (who, kind), args in newest.items() if who == fighter}
    return {kind: args for kind, args in own.items() if args}


def _find_readable(circle: str, known: Iterable[tuple[str, Said]]) -> Said:
    return next((args for audience, args in known if circle == "gm" or audience in ("table", circle)), {})


def _newest_arguments(campaign: Campaign, recent: Recent, encounter: str) -> Newest:
    newest = _collect(standing.standing_among(recent.events, encounter))
    return _append_older(newest, _earlier_arguments(campaign, recent, encounter)) if recent.begin else newest


def _earlier_arguments(campaign: Campaign, recent: Recent, encounter: str) -> Newest:
    """The arguments of events older than the recent ones, so that many hidden acts push nothing out.

    Only events that dropped out of the recent ones since the last call are read, unless an older one was undone since.
    An undo belongs to the encounter of what it undoes.
    """
    clearings, kept = _BEFORE.clearings, [event for event in recent.events if event.encounter == encounter]
    upto, undone, before = _BEFORE.get(encounter, 0) or (0, frozenset(), {})
    span = _events_in(campaign.pk, encounter, upto, recent.begin) if upto < recent.begin else []
    undone_now = _undone_before(kept)
    if undone != (_undone_before([*kept, *span]) if span else undone_now):
        span, before = _events_in(campaign.pk, encounter, 0, recent.begin), {}
    if span:
        gone = standing.undone_among([*kept, *span])
        since = _collect(event for event in span if event.undoes_id is None and event.pk not in gone)
        before = _append_older(since, before)
    _BEFORE.put(encounter, 0, (recent.begin, undone_now, before), clearings)
    return before


def _undone_before(events: Sequence[Event]) -> frozenset[int]:
    """The ids of the events before all of these, newest first, that these undo at present."""
    return standing.undone_among(events).difference([event.id for event in events])


@prepared
def _events_in(campaign: int, encounter: str, after: int, last: int) -> QuerySet[Event]:
    events = Event.objects.filter(campaign=campaign, seq__gt=after, seq__lte=last)
    return events.filter(encounter=encounter).order_by("-seq")


def _collect(events: Iterable[Event]) -> Newest:
    newest: Newest = {}
    for event in events:
        if action := event.payload.get("action"):
            _add(newest, (action["actor"], action["kind"]), event.audience, action["args"])
    return newest


def _append_older(newest: Newest, before: Newest) -> Newest:
    for key, rows in before.items():
        for audience, args in rows:
            _add(newest, key, audience, args)
    return newest


def _add(newest: Newest, key: tuple[str, str], audience: str, args: Said) -> None:
    rows = newest.setdefault(key, [])
    if all(heard != "table" for heard, _args in rows):
        rows.append((audience, args))


def with_defaults(row: Row, before: Said) -> Row:
    """An offer whose fields without a default are preset to the last choice, if that is still offered."""
    return row | {part: [_field(field, before) for field in row[part]] for part in ("fields", "more")}


def _field(field: Row, before: Said) -> Row:
    value = _last_choice(field, before)
    if value is None:
        return field
    return field | {"choices": [choice | {"checked": choice["key"] == value} for choice in field["choices"]]}


def _last_choice(field: Row, before: Said) -> str | None:
    value = before.get(field["name"].removeprefix(offer_form.PREFIX))
    is_open = any(choice["key"] == value and not choice["refused"] for choice in field["choices"])
    return str(value) if is_open and not field["usual"] else None


def repeat_button(fight: Fight, offer: Offer, head: Row, before: Said) -> Row | None:
    """The same attack on the same target as one button, with its odds; ``None`` if anything else must be chosen.

    An attack that the rules refuse now, such as a hold that holds already, has no button. Of the form, only what was
    chosen is put into words.
    """
    chosen = _values_to_repeat(fight, offer, before) if is_attack(offer) else {}
    if not chosen:
        return None
    try:
        chances = odds.read_odds(fight, offer, chosen)
    except Refused:
        return None
    except RulesError:
        chances = None
    if odds.is_hopeless(chances):
        return None
    names = fight.scene.names(fight.viewer.gm, fight.viewer.characters)
    words = filter(None, (retries.describe_term(field, chosen.get(field.key)) for field in offer.fields))
    return {
        "id": f"{head['id']}-again",
        "action": head["action"],
        "hidden": {**head["hidden"], **{f"{offer_form.PREFIX}{key}": _spell(value) for key, value in chosen.items()}},
        "label": head["label"],
        "hint": " · ".join(offer_form.without_cost(say(with_names(text, names))) for text in words),
        "odds_line": odds.format_button(chances),
    }


def _values_to_repeat(fight: Fight, offer: Offer, before: Said) -> dict[str, Any]:
    """All that was chosen in the form before; empty if it requires more, or if some of it is no longer open.

    In the place of an opponent who is out of the fight by now stands the only one left.
    """
    required, values = _required_choices(fight, offer, before), gestures.values_again(offer, before)
    if not required or values is None:
        return {}
    usual = {field.key: field.default for field in offer.fields}
    return required | {key: value for key, value in values.items() if value not in (usual[key], "")}


def _required_choices(fight: Fight, offer: Offer, before: Said) -> dict[str, str]:
    own = (field for field in offer.fields if field.key not in offer.gm_only)
    fields = [field for field in own if field.choices and field.default is None]
    pairs = [(field.key, _choice_to_repeat(fight, offer.actor, field, before)) for field in fields]
    chosen = {key: choice.key for key, choice in pairs if choice is not None}
    return chosen if len(chosen) == len(pairs) else {}


def _spell(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)  # as a form sends it


def _choice_to_repeat(fight: Fight, actor: str, field: Field, before: Said) -> Choice | None:
    if not before or field.key in before:
        return _open_choice(field, before.get(field.key))
    scene = fight.scene_for("odds")
    foes = {key for key, who in scene.fighters.items() if who.camp != scene.fighters[actor].camp}
    standing = (choice for choice in field.choices if choice.refused is None and choice.key in foes)
    left = list(islice((choice for choice in standing if not fight.system.is_out(scene, choice.key)), 2))
    return left[0] if len(left) == 1 else None


def _open_choice(field: Field, value: Any) -> Choice | None:
    return next((choice for choice in field.choices if choice.key == value and choice.refused is None), None)


def is_attack(offer: Offer) -> bool:
    """True for an attack that is offered and whose form requires nothing but choices."""
    written = any(field.required and field.kind != "choice" for field in offer.fields)
    return offer.refused is None and not written and intents.intent_of(offer.kind) == intents.ATTACK
