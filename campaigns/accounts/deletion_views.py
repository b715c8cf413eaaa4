"""The deletion pages: for one seat, for an account with all its seats, or for somebody who left the table earlier."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaigns import forms
from campaigns.accounts import deletion, known_devices
from campaigns.journal.journal import Receipt
from campaigns.models import Seat
from campaigns.seats import access
from campaigns.web import commands, rate_limits
from campaigns.web.language import say
from rules.core.errors import RulesError


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters()
def leave(request: HttpRequest, seat: str) -> HttpResponse:
    """Leave one table for good; if the seat belongs to an account, its password is required."""
    own_seat = access.may_or_404(access.seat_or_404(request, seat), "own")
    answer = _ask_first(
        request, "campaigns/leave.html", {"seat": own_seat}, seats=[own_seat], user=own_seat.user, ends=False
    )
    if answer is not None:
        return answer
    access.release(request.session, own_seat.token)
    messages.info(request, _("You have left for good: your data at this table are deleted."))
    return redirect("home")


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@sensitive_post_parameters()
def delete_account(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert user.is_authenticated
    seats = list(user.seats.select_related("campaign").order_by("pk"))
    context = {"seats": [seat for seat in seats if seat.left_at is None]}
    answer = _ask_first(request, "campaigns/delete_account.html", context, seats=seats, user=user, ends=True)
    if answer is not None:
        return answer
    logout(request)
    messages.info(request, _("Your account is deleted, and your data with it."))
    return known_devices.forget(redirect("home"))


def _erase(request: HttpRequest, seat: Seat, member: str) -> HttpResponse:
    gone = _departed_seat(seat, member)
    form = forms.Leave(request.POST, seats=[gone], user=None)
    try:
        if form.is_valid():
            (farewell,) = form.farewells()
            sent, characters = commands.read(request), farewell.characters
            done = deletion.erase(seat=seat, sent=sent, member=gone, characters=characters)
            final = Receipt(None, again=done.again)  # without an undo
            return commands.respond(request, seat, final, toast=_("Deleted."), to=reverse("people", args=[seat.token]))
    except RulesError as error:
        form.add_error(None, say(error.text))
    return _erase_page(request, seat, gone, form)


@commands.form_view(_erase)
def erase(request: HttpRequest, seat: Seat, member: str) -> HttpResponse:
    gone = _departed_seat(seat, member)
    return _erase_page(request, seat, gone, forms.Leave(seats=[gone], user=None))


def _erase_page(request: HttpRequest, seat: Seat, gone: Seat, form: forms.Leave) -> HttpResponse:
    context = {"seat": seat, "gone": gone, "form": form}
    return render(request, "campaigns/erase.html", context, status=422 if form.is_bound else 200)


def _departed_seat(seat: Seat, token: str) -> Seat:
    return get_object_or_404(deletion.departed_seats(access.may_or_404(seat, "invite").campaign), token=token)


def _ask_first(
    request: HttpRequest, template: str, context: dict[str, Any], *, seats: list[Seat], user: Any, ends: bool
) -> HttpResponse | None:
    form = forms.Leave(request.POST if request.method == "POST" else None, seats=seats, user=user)
    if request.method == "GET":
        return render(request, template, {**context, "form": form})
    if user is not None and not rate_limits.PASSWORDS.take(str(user.pk)):
        late = {"form": forms.Leave(seats=seats, user=user), "late": _("Too many attempts. Wait a few minutes.")}
        return rate_limits.PASSWORDS.late(render(request, template, {**context, **late}))
    form.is_valid()
    if user is not None and "password" not in form.errors:
        rate_limits.PASSWORDS.give(str(user.pk))
    try:
        if form.is_valid():
            deletion.leave_for_good(form.farewells(), user if ends else None)
            return None
    except RulesError as error:
        form.add_error(None, say(error.text))
    return render(request, template, {**context, "form": form}, status=422)
