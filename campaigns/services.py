"""The writes of a campaign itself: making one, giving and taking seats, house settings. Other apps write their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from campaigns import hooks
from campaigns.journal.journal import Done, Pen, Sent, command, run
from campaigns.models import Campaign, Command, Seat
from campaigns.seats.access import check_gm, may
from rules import registry
from rules.core.errors import Refused
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event
from rules.core.text import Text, _

Work = Callable[[], Any]


def create_campaign(
    *,
    name: str,
    game: str,
    gm: str,
    language: str = "fr",
    dice: str = Seat.Dice.ASK,
    user: Any = None,
    sent: Sent | None = None,
    cast: str = "",
    house: Mapping[str, Any] | None = None,
) -> Seat:
    """A new table; its game master's seat is given back, bound to their account if they have one.

    ``cast`` is what its players play, for the apps that lay it out; ``house`` are settings that it begins with.

    An account that sends the same again is given the same seat. Raises ``Unreadable`` for a game that is not known.
    """
    registry.system(game)
    sent = sent or Sent.of("", name)
    with transaction.atomic():
        if user is not None and (made := _made_before(user, sent)) is not None:
            return made
        campaign = Campaign.objects.create(game=game)
        seat = Seat.objects.create(campaign=campaign, user=user, token=campaign.new_seat_token())

        def work(pen: Pen) -> None:
            named = Change(campaign.subject, "name", None, name)
            begun = (Change(campaign.subject, f"settings.{path}", None, value) for path, value in (house or {}).items())
            seated = _seated(seat.token, Seat.Role.GM, gm, language, dice)
            pen.record(_told("table_made", pen, (named, *begun, *seated), _("The table was made.")))
            for app in hooks.registered():
                if app.table_made is not None:
                    app.table_made(pen)

        run(seat=seat, sent=sent, work=work)
        made = _seat(seat.token)
        for app in hooks.registered():
            if app.table_laid is not None:
                app.table_laid(made, cast)
    return made


def _made_before(user: Any, sent: Sent) -> Seat | None:
    """The seat of the table that an account has made by this very command; of two at once the second waits."""
    get_user_model().objects.select_for_update().get(pk=user.pk)
    known = Command.objects.filter(seat__user=user, key=sent.key, body_hash=sent.digest, first_seq=1)
    made = known.select_related("seat__campaign").first()
    return made.seat if made is not None else None


def add_seat(
    *, seat: Seat, role: str, name: str, language: str = "fr", dice: str = Seat.Dice.ASK, sent: Sent | None = None
) -> Seat:
    """One more seat at the table of ``seat``. Raises ``Refused`` for anyone but a game master."""
    token = seat.campaign.new_seat_token()

    def work(pen: Pen) -> str:
        if not may(pen.seat, "invite"):
            raise Refused(_("Only the game master adds a seat."))
        changes = _seated(token, role, name, language, dice)
        pen.record(_told("seat_added", pen, changes, _("%(name)s has a seat.", name=name)))
        return token

    done = run(seat=seat, sent=sent or Sent.of("", name), work=work)
    return _seat(done.value if not done.again else _added_by(done))


def sit_down(pen: Pen, role: str, name: str, language: str) -> Seat:
    """Record that the blank seat of ``pen`` has somebody on it, who is told to the table."""
    dice = str(pen.campaign.system.setting(pen.campaign.settings, "dice"))
    changes = _seated(pen.seat.token, role, name, language, dice)
    pen.record(_told("seat_added", pen, changes, _("%(name)s has a seat.", name=name)))
    pen.seat.role, pen.seat.name, pen.seat.language = role, name, language
    return pen.seat


def record_move(pen: Pen) -> None:
    """Record that the seat of ``pen`` went to another device: those that held it before hold it no longer."""
    seat, present = pen.seat, pen.value(pen.seat.subject, "moved")
    change = Change(seat.subject, "moved", present, (present or 0) + 1)
    text = to_json(_("%(name)s sits at another device now.", name=seat.name))
    pen.record(Event("seat_moved", seat.token, "", (change,), "gm", {"told": {"gm": text}}))


@command
def remove_seat(pen: Pen, *, leaving: Seat) -> None:
    """Take a seat away from the table: its pages and sockets end at once. Can be undone."""
    if not may(pen.seat, "invite", leaving):
        raise Refused(_("Only the game master removes a seat."))
    if leaving.pk == pen.seat.pk:
        raise Refused(_("Somebody else has to remove your own seat."))
    present = pen.value(leaving.subject, "left_at")
    change = Change(leaving.subject, "left_at", present, timezone.now().isoformat())
    pen.record(_told("seat_removed", pen, (change,), _("%(name)s left the table.", name=leaving.name)))


def keep_seat(seat: Seat, user: Any) -> None:
    """Let an account hold a seat that only a browser held. Raises ``Refused`` when another account does."""
    if not Seat.objects.filter(pk=seat.pk, user=None).update(user=user) and seat.user_id != user.pk:
        raise Refused(_("This seat belongs to an account already."))


@command
def set_seat(pen: Pen, *, path: str, value: str) -> None:
    """Change one of a seat's own preferences: its dice or its language."""
    choices = {"dice": Seat.Dice.values, "language": [code for code, _name in settings.LANGUAGES]}
    if value not in choices.get(path, ()):
        raise Refused(_("This choice is not offered."), path)
    present = pen.value(pen.seat.subject, path)
    if present != value:
        change = Change(pen.seat.subject, path, present, value)
        pen.record(Event("seat_set", pen.seat.token, "", (change,), pen.seat.circle))


def link_changed(*, seat: Seat, sent: Sent, work: Work) -> Done:
    """Make or withdraw a link. The pages of game masters are drawn anew; nobody is told, and there is no undo."""

    def recorded(pen: Pen) -> Any:
        if not may(pen.seat, "invite"):
            raise Refused(_("Only the game master invites."))
        result = work()
        pen.record(Event("link_changed", pen.seat.token, "", (), "gm"))
        return result

    return run(seat=seat, sent=sent, work=recorded)


@command
def change_settings(pen: Pen, *, values: Mapping[str, Any], name: str = "") -> None:
    """Change several house settings, and the table's name if one is given, as one act; what is so already is left."""
    check_gm(pen.seat, _("Only the game master changes the house settings."))
    if name:
        _rename(pen, name)
    for path, value in values.items():
        _set_house(pen, path, value)


def _rename(pen: Pen, name: str) -> None:
    present = pen.value(pen.campaign.subject, "name")
    if name != present:
        change = Change(pen.campaign.subject, "name", present, name)
        pen.record(_told("table_renamed", pen, (change,), _("The table is now called %(name)s.", name=name)))


def _set_house(pen: Pen, path: str, value: Any) -> None:
    field = pen.campaign.system.settings().field(path)
    if field is None:
        raise Refused(_("There is no such setting."), path)
    present, after = pen.value(pen.campaign.subject, f"settings.{path}"), field.read(value)
    if after != (field.blank if present is None else present):
        change = Change(pen.campaign.subject, f"settings.{path}", present, after)
        pen.record(_told("house_set", pen, (change,), _("House setting changed: %(field)s.", field=field.label)))


def _told(kind: str, pen: Pen, changes: tuple[Change, ...], text: Text) -> Event:
    return Event(kind, pen.seat.token, "", changes, "table", {"told": {"table": to_json(text)}})


def _seated(token: str, role: str, name: str, language: str, dice: str) -> tuple[Change, ...]:
    values = {"role": str(role), "name": name, "language": language, "dice": str(dice)}
    return tuple(Change(f"seat:{token}", path, None, value) for path, value in values.items())


def _added_by(done: Done) -> str:
    assert done.command is not None
    subject: str = done.command.events.get(kind="seat_added").changes[0][0]
    return subject.partition(":")[2]


def _seat(token: str) -> Seat:
    return Seat.objects.select_related("campaign").get(token=token)
