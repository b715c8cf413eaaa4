"""The calendar: the current day of the story, and days of rest by the healing rules of the game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import Campaign, new_token
from campaigns.seats.access import check_gm
from encounters import roster
from encounters.checks import rolls
from encounters.models import PartyItem
from encounters.party import items
from rules.character.fields import number, text
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.game import Rest
from rules.core.scene import Change, Scene
from rules.core.text import Text, _, ngettext
from sheets.models import Character

KIND = "calendar"
MOST_DAYS, LAST_DAY = 999, 999_999
DAYS = number("days", _("Days"), 1, 1, MOST_DAYS)
FIELDS: tuple[Field, ...] = (text("label", _("Date"), most=80), number("day", _("Day"), 1, 1, LAST_DAY))


def step(campaign: Campaign, data: Plain, path: str, by: int) -> Any:
    return min(max(int(data.get(path, 1)) + by, 1), LAST_DAY)


@journal.command
def set_day(pen: Pen, *, values: Mapping[str, Any]) -> None:
    """Set the current day, as a number and as a date in the words of the story. Raises ``Unreadable``."""
    check_gm(pen.seat)
    label, day = (field.read(values.get(field.key, field.blank)) for field in FIELDS)
    subject, state = _find_or_begin(pen)
    data = {"name": KIND, "label": label or None, "day": day}
    changes = [Change(subject, path, state.get(path), value) for path, value in data.items()]
    changed = [change for change in changes if change.before != change.after]
    words = _("It is day %(day)s: %(label)s", day=day, label=label) if label else _("It is day %(day)s", day=day)
    items.record(pen, "day_set", changed, "table", words)


@journal.command
def let_pass(pen: Pen, *, days: Any) -> None:
    """Advance the calendar without healing anybody. Raises ``Unreadable``, or ``Refused`` beyond the last day."""
    check_gm(pen.seat)
    count = DAYS.read(days)
    _record(pen, "days_passed", count, ngettext("%(count)s day passes", "%(count)s days pass", count))


@journal.command
def let_rest(pen: Pen, *, days: Any, who: Collection[str], flags: Collection[str], also: Collection[str]) -> None:
    """Let days pass in which the player characters in ``who`` rest by their game's rules, in one command.

    ``flags`` are the options chosen for the rest, ``also`` the kinds of acts done besides it.

    Raises ``Unreadable``, ``Stale`` if a character is gone, or ``Refused`` if one cannot rest: then none does.
    """
    check_gm(pen.seat)
    rules = pen.campaign.system.rest
    if rules is None:
        raise Refused(_("The rules of this game do not say how time heals."))
    count = number("days", _("Days"), 1, 1, rules.most).read(days)
    heroes = [row for row in roster.played_characters(pen.campaign) if row.kind == Character.Kind.PC]
    resting = [hero for hero in heroes if hero.token in who]
    if not resting:
        raise Unreadable(_("Choose who rests."), "who")
    if len(resting) < len(set(who)):
        raise Stale(_("This character is no longer at the table."))
    acts = list(_rest_acts(rules, count, flags, also))
    for hero in resting:
        for kind, args in acts:
            _rest_one(pen, hero, heroes, kind, args)
    everybody = len(resting) == len(heroes)
    names = tuple(hero.name for hero in resting)
    _record(pen, "rested", count, _rest_sentence(count, None if everybody else names))


def _rest_acts(
    how: Rest, days: int, flags: Collection[str], also: Collection[str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    flag_keys = {flag.key for flag in how.flags}
    if not set(flags) <= flag_keys or not set(also) <= set(how.also):
        raise Unreadable(_("This choice is not offered."), "flags")
    yield how.act, {"days": days, **dict.fromkeys(sorted(flags), True)}
    yield from ((kind, {}) for kind in how.also if kind in also)


def _rest_one(pen: Pen, hero: Character, heroes: Collection[Character], kind: str, args: Mapping[str, Any]) -> None:
    """Play one act of a character's rest, if the game offers it to them. Raises ``Refused`` if they cannot do it."""
    rows = {hero.token: {"character": hero.token, "order": 0}}
    scene = Scene("", "test", pen.campaign.settings, {"fighters": rows}, {hero.token: pen.read(hero.subject)})
    offer = pen.campaign.system.offer(scene, hero.token, kind)
    if offer is None:
        return
    if offer.refused is not None:
        raise Refused(_("%(who)s cannot rest: %(why)s", who=hero.name, why=offer.refused), "who")
    rolls.play_for(pen, hero, kind, args, [other for other in heroes if other.token != hero.token])


def _rest_sentence(days: int, names: tuple[str, ...] | None) -> Text:
    if names is None:
        return ngettext("Everybody rests for %(count)s day", "Everybody rests for %(count)s days", days)
    who = ", ".join(names)
    return ngettext("%(count)s day of rest: %(who)s", "%(count)s days of rest: %(who)s", days, who=who)


def _find_or_begin(pen: Pen) -> tuple[str, Plain]:
    item = PartyItem.objects.filter(campaign=pen.campaign, kind=KIND).order_by("pk").first()
    if item is not None:
        return item.subject, pen.read(item.subject)
    subject = f"{KIND}:{new_token()}"
    pen.begin(subject)
    return subject, {}


def _record(pen: Pen, kind: str, days: int, sentence: Text) -> None:
    subject, state = _find_or_begin(pen)
    before = int(state.get("day", 1))
    if before + days > LAST_DAY:
        raise Refused(_("The calendar ends at day %(day)s.", day=LAST_DAY))
    changes = [Change(subject, "day", state.get("day"), before + days)]
    if state:
        items.record(pen, kind, changes, "table", sentence, {f"{subject} day": days})
    else:
        items.record(pen, kind, [Change(subject, "name", None, KIND), *changes], "table", sentence)
