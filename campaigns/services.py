"""The commands of a campaign: create one, add and remove seats, change house settings. Other apps have their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from campaigns import hooks
from campaigns.journal.journal import Pen, Receipt, Sent, command, run
from campaigns.models import Campaign, Command, Seat
from campaigns.seats.access import check_gm, may
from rules import registry
from rules.core.errors import Refused
from rules.core.scene import Change, Event
from rules.core.text import _

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
    """Create a table and return its game master's seat, which belongs to their account if they have one.

    ``cast`` is the key of the first characters, which other apps create; ``house`` are the first house settings.

    An account that repeats the command gets the same seat. Raises ``Unreadable`` for an unknown game.
    """
    registry.system(game)
    sent = sent or Sent.of("", name)
    with transaction.atomic():
        if user is not None and (made := _find_made(user, sent)) is not None:
            return made
        campaign = Campaign.objects.create(game=game)
        seat = Seat.objects.create(campaign=campaign, user=user, token=campaign.new_seat_token())

        def work(pen: Pen) -> None:
            name_change = Change(campaign.subject, "name", None, name)
            settings_changes = (
                Change(campaign.subject, f"settings.{path}", None, value) for path, value in (house or {}).items()
            )
            seat_changes = _seat_changes(seat.token, Seat.Role.GM, gm, language, dice)
            changes = (name_change, *settings_changes, *seat_changes)
            pen.tell("table_made", changes, "table", _("The table was made."))
            for table_made in hooks.offered(lambda app: app.table_made):
                table_made(pen)

        run(seat=seat, sent=sent, work=work)
        made = _load_seat(seat.token)
        for table_laid in hooks.offered(lambda app: app.table_laid):
            table_laid(made, cast)
    return made


def _find_made(user: Any, sent: Sent) -> Seat | None:
    """The seat that the same command of this account has created; the lock makes a simultaneous repeat wait."""
    get_user_model().objects.select_for_update().get(pk=user.pk)
    commands = Command.objects.filter(seat__user=user, key=sent.key, body_hash=sent.digest, first_seq=1)
    made = commands.select_related("seat__campaign").first()
    return made.seat if made is not None else None


def add_seat(
    *, seat: Seat, role: str, name: str, language: str = "fr", dice: str = Seat.Dice.ASK, sent: Sent | None = None
) -> Seat:
    """Add a seat to the table of ``seat``. Raises ``Refused`` for anybody but a game master."""
    token = seat.campaign.new_seat_token()

    def work(pen: Pen) -> str:
        if not may(pen.seat, "invite"):
            raise Refused(_("Only the game master adds a seat."))
        changes = _seat_changes(token, role, name, language, dice)
        pen.tell("seat_added", changes, "table", _("%(name)s has a seat.", name=name))
        return token

    done = run(seat=seat, sent=sent or Sent.of("", name), work=work)
    return _load_seat(done.value if not done.again else _find_added(done))


def sit_down(pen: Pen, role: str, name: str, language: str) -> Seat:
    """Record that somebody takes the blank seat of ``pen``, and announce them to the table."""
    dice = str(pen.campaign.system.setting(pen.campaign.settings, "dice"))
    changes = _seat_changes(pen.seat.token, role, name, language, dice)
    pen.tell("seat_added", changes, "table", _("%(name)s has a seat.", name=name))
    pen.seat.role, pen.seat.name, pen.seat.language = role, name, language
    return pen.seat


def record_move(pen: Pen) -> None:
    """Record that the seat of ``pen`` moves to another device; earlier devices lose it."""
    seat, present = pen.seat, pen.value(pen.seat.subject, "moved")
    change = Change(seat.subject, "moved", present, (present or 0) + 1)
    pen.tell("seat_moved", (change,), "gm", _("%(name)s sits at another device now.", name=seat.name))


@command
def remove_seat(pen: Pen, *, leaving: Seat) -> None:
    """Remove a seat from the table and close its pages and sockets at once. Can be undone. Raises ``Refused``."""
    if not may(pen.seat, "invite", leaving):
        raise Refused(_("Only the game master removes a seat."))
    if leaving.pk == pen.seat.pk:
        raise Refused(_("You cannot remove your own seat: ask another game master."))
    present = pen.value(leaving.subject, "left_at")
    change = Change(leaving.subject, "left_at", present, timezone.now().isoformat())
    pen.tell("seat_removed", (change,), "table", _("%(name)s left the table.", name=leaving.name))


def keep_seat(seat: Seat, user: Any) -> None:
    """Give a guest's seat to an account. Raises ``Refused`` if another account has it."""
    if not Seat.objects.filter(pk=seat.pk, user=None).update(user=user) and seat.user_id != user.pk:
        raise Refused(_("This seat belongs to an account already."))


@command
def set_seat(pen: Pen, *, path: str, value: str) -> None:
    """Change a seat's own preference, its dice or its language. Raises ``Refused`` for an unknown choice."""
    choices = {"dice": Seat.Dice.values, "language": [code for code, _name in settings.LANGUAGES]}
    if value not in choices.get(path, ()):
        raise Refused(_("This choice is not offered."), path)
    present = pen.value(pen.seat.subject, path)
    if present != value:
        change = Change(pen.seat.subject, path, present, value)
        pen.record(Event("seat_set", pen.seat.token, "", (change,), pen.seat.circle))


def change_links(*, seat: Seat, sent: Sent, work: Work) -> Receipt:
    """Create or withdraw a link by ``work``, and redraw game masters' pages; without a message or an undo."""

    def record(pen: Pen) -> Any:
        if not may(pen.seat, "invite"):
            raise Refused(_("Only the game master invites."))
        result = work()
        pen.record(Event("link_changed", pen.seat.token, "", (), "gm"))
        return result

    return run(seat=seat, sent=sent, work=record)


@command
def change_settings(pen: Pen, *, values: Mapping[str, Any], name: str = "") -> None:
    """Change house settings, and the table's name if given, in one command; unchanged values are skipped."""
    check_gm(pen.seat, _("Only the game master changes the house settings."))
    if name:
        _rename(pen, name)
    for path, value in values.items():
        _set_house(pen, path, value)


def _rename(pen: Pen, name: str) -> None:
    present = pen.value(pen.campaign.subject, "name")
    if name != present:
        change = Change(pen.campaign.subject, "name", present, name)
        pen.tell("table_renamed", (change,), "table", _("The table is now called %(name)s.", name=name))


def _set_house(pen: Pen, path: str, value: Any) -> None:
    field = pen.campaign.system.settings().field(path)
    if field is None:
        raise Refused(_("There is no such setting."), path)
    present, after = pen.value(pen.campaign.subject, f"settings.{path}"), field.read(value)
    if after != (field.blank if present is None else present):
        change = Change(pen.campaign.subject, f"settings.{path}", present, after)
        pen.tell("house_set", (change,), "table", _("House setting changed: %(field)s.", field=field.label))


def _seat_changes(token: str, role: str, name: str, language: str, dice: str) -> tuple[Change, ...]:
    values = {"role": str(role), "name": name, "language": language, "dice": str(dice)}
    return tuple(Change(f"seat:{token}", path, None, value) for path, value in values.items())


def _find_added(done: Receipt) -> str:
    assert done.command is not None
    subject: str = done.command.events.get(kind="seat_added").changes[0][0]
    return subject.partition(":")[2]


def _load_seat(token: str) -> Seat:
    return Seat.objects.select_related("campaign").get(token=token)
