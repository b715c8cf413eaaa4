"""Live regions of the game master's page of people: open links, and everybody seated at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

import segno
from django.utils import formats, timezone
from django.utils.safestring import SafeString, mark_safe

from campaigns.accounts import deletion
from campaigns.live import presence
from campaigns.live.regions import Audience, PageKind, PlacedRegion, Region, View, regions_of_other_apps
from campaigns.models import Invitation, Seat
from campaigns.seats.access import may
from campaigns.seats.invitations import address_of, code_of
from campaigns.web import addresses
from campaigns.web.language import gettext as _

MOST_OLD = 8
ICONS = {Seat.Role.GM: "star", Seat.Role.PLAYER: "user", Seat.Role.SPECTATOR: "eye", Seat.Role.SCREEN: "tv"}
Row = dict[str, Any]


def links(view: View) -> Mapping[str, Any]:
    result = Invitation.objects.filter(campaign=view.campaign).select_related("seat").order_by("-pk")
    rows = list(result.prefetch_related("uses__seat"))
    usable = [link for link in rows if link.is_usable and (link.seat is None or link.seat.left_at is None)]
    old = [link for link in rows if link not in usable and link.uses.all()]
    return {
        "links": [link_row(link, view.seat) for link in usable],
        "old": [link_row(link, view.seat) for link in old[:MOST_OLD]],
    }


def invitation(view: View) -> Mapping[str, Any] | None:
    """The newest usable link for players, for the table's page; ``None`` if there is none."""
    open_ones = view.cached_rows("open links", ("event:link_changed",), lambda: _open_links(view))
    link = next((link for link in open_ones if link.is_usable), None)
    if link is None:
        return None
    return {"link": link_row(link, view.seat), "people": addresses.address("people", view.seat)}


def _open_links(view: View) -> list[Invitation]:
    result = Invitation.objects.filter(campaign=view.campaign, seat=None, role=Seat.Role.PLAYER, revoked_at=None)
    return list(result.order_by("-pk"))


def seats(view: View) -> Mapping[str, Any]:
    result = Seat.objects.filter(campaign=view.campaign, left_at=None).exclude(role="").order_by("pk")
    return {"seats": [{**_seat_row(seat, view.seat), "presence": presence_row(view, seat.pk)} for seat in result]}


def former_seats(view: View) -> Mapping[str, Any] | None:
    rows = [
        {
            "name": seat.name,
            "about": _("%(role)s · left %(when)s")
            % {"role": seat.get_role_display(), "when": format_moment(seat.left_at)},
            "icon": ICONS[Seat.Role(seat.role)],
            "erase": addresses.address("erase-seat", view.seat, seat.token),
        }
        for seat in deletion.departed_seats(view.campaign)
    ]
    return {"seats": rows} if rows else None


def presence_row(view: View, seat: int | None) -> Row | None:
    """The presence of a seat in words that do not go out of date; ``None`` for no seat, or if unknown so far.

    From ``since`` (seconds since 1970) a page counts up, in the words of ``counted``.
    """
    state = presence.of(view).of(seat) if seat is not None else None
    if state is None:
        return None
    if state.here:
        return {"here": True, "word": _("online"), "since": None, "counted": ""}
    if state.since is None:
        return {"here": False, "word": _("offline"), "since": None, "counted": ""}
    when = format_moment(datetime.fromtimestamp(state.since, timezone.get_current_timezone()))
    word = _("offline since %(time)s") % {"time": when}
    return {"here": False, "word": word, "since": int(state.since), "counted": _("offline %(ago)s")}


def link_row(link: Invitation, seat: str) -> Row:
    uses = sorted(link.uses.all(), key=lambda use: use.pk)
    most = None if link.uses_left is None else link.uses_left + len(uses)
    address = address_of(link)
    return {
        "token": link.nonce,
        "title": _link_title(link),
        "until": format_expiry(link.expires_at),
        "taken": _("%(taken)s of %(most)s taken") % {"taken": len(uses), "most": most} if most else "",
        "code": format_code(link),
        "address": address,
        "qr": draw_qr(address),
        "uses": [{"name": use.seat.shown_name, "at": format_moment(use.at)} for use in uses[-20:]],
        "show": addresses.address("link", seat, link.nonce),
        "revoke": addresses.address("revoke", seat, link.nonce),
        "usable": link.is_usable,
    }


def format_code(link: Invitation) -> str:
    code = code_of(link)
    return "-".join(code[at : at + 4] for at in range(0, 16, 4))


@lru_cache(maxsize=200)
def draw_qr(address: str) -> SafeString:
    """A QR code of an address: dark on white in every theme, because cameras read no other."""
    code = segno.make(address, error="m", boost_error=False)
    drawn = code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None, dark="#000", light="#fff")
    return mark_safe(drawn)  # drawn from the code's modules, not from the text


def format_moment(when: Any) -> str:
    local = timezone.localtime(when)
    time = formats.time_format(local, "H:i")
    if local.date() == timezone.localdate():
        return time
    return _("%(day)s, %(time)s") % {"day": formats.date_format(local, "l j F"), "time": time}


def format_expiry(when: datetime | None) -> str:
    if when is None:
        return _("Until withdrawn")
    today = timezone.localtime(when).date() == timezone.localdate()
    return (_("Until %(time)s") if today else _("Until %(when)s")) % {
        "time": format_moment(when),
        "when": format_moment(when),
    }


def _link_title(link: Invitation) -> str:
    if link.seat is None:
        return {
            Seat.Role.PLAYER.value: _("New players"),
            Seat.Role.SPECTATOR.value: _("New spectators"),
            Seat.Role.SCREEN.value: _("A shared screen"),
        }.get(link.role, "")
    who = {"name": link.seat.name}
    return _("%(name)s, on another device") % who if link.moves else _("The seat of %(name)s") % who


def _seat_row(member: Seat, seat: str) -> Row:
    own = member.token == seat
    return {
        "key": member.token,
        "name": member.name,
        "role": member.get_role_display(),
        "icon": ICONS[Seat.Role(member.role)],
        "own": own,
        "remove": "" if own else addresses.address("remove-seat", seat, member.token),
        "move": "" if own else addresses.address("move-seat", seat, member.token),
    }


# Updated at every event, because a link can end by itself: it expires, or its seat is taken.
INVITATION = Region("invitation", invitation, audience=Audience.GM, pages=("table",))
PEOPLE = (
    Region("seats", seats, audience=Audience.GM, presence=True),
    Region("former_seats", former_seats, audience=Audience.GM),
    Region("links", links, audience=Audience.GM),
)


def people_page(seat: Seat, view: View) -> Iterable[PlacedRegion] | None:
    if view.key or not may(seat, "invite"):
        return None
    return [*(region.own() for region in PEOPLE), *regions_of_other_apps("people")]


PAGE = PageKind("people", people_page, address=lambda seat, _key: addresses.address("people", seat.token))
