"""Accounts: sign up, log in, log out. Players can play without an account; with one, they keep their seats."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import forms, services
from campaigns.accounts import known_devices
from campaigns.seats import access
from campaigns.web import rate_limits

NAME = 150  # characters of an account's name


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters()
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and log into it; it can take over the seats that this browser has as a guest."""
    if request.user.is_authenticated:
        return redirect("home")
    guests = access.guest_seats(request.session)
    form = forms.SignUp(request.POST or None, guests=guests)
    if request.method == "POST" and form.is_valid():
        if not rate_limits.SIGN_UPS.take(rate_limits.address_of(request)):
            late = _("Too many accounts were created from here.")
            return rate_limits.SIGN_UPS.late(_page(request, "campaigns/sign_up.html", form, late))
        user = form.save()
        for seat in guests:
            if seat.token in form.cleaned_data.get("keep", ()):
                services.keep_seat(seat, user)
        login(request, user)
        return known_devices.remember(request, _onward(request))
    return _page(request, "campaigns/sign_up.html", form)


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters()
def log_in(request: HttpRequest) -> HttpResponse:
    """Log into an account; after five wrong passwords there is a wait.

    Wrong passwords for other accounts never block a right one, nor do those of other browsers block a known browser.
    """
    if request.user.is_authenticated:
        return redirect("home")
    form = forms.LogIn(request, request.POST or None)
    if request.method == "GET":
        return _page(request, "campaigns/log_in.html", form)
    device = known_devices.device_of(request, request.POST.get("username", ""))
    counted = _login_limits(request, device)
    if not rate_limits.take_all(counted):
        return _refuse_too_many(request, rate_limits.LOGINS)
    address = [] if device else [(rate_limits.LOGINS_FROM, rate_limits.address_of(request))]
    crowded = not rate_limits.take_all(address)
    with rate_limits.CHECKS.turn() if crowded else nullcontext(True) as checked:
        good = checked and form.is_valid()
    if good:
        rate_limits.give_all(counted if crowded else counted + address)
        login(request, form.get_user())
        return known_devices.remember(request, _onward(request))
    if not checked:
        rate_limits.give_all(counted)
    return (
        _refuse_too_many(request, rate_limits.LOGINS_FROM) if crowded else _page(request, "campaigns/log_in.html", form)
    )


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """Change the password, given the present one; all other devices have to log in again."""
    assert request.user.is_authenticated
    form = forms.NewPassword(request.user, request.POST or None)
    if request.method == "GET":
        return _page(request, "campaigns/password.html", form)
    who = str(request.user.pk)
    if not rate_limits.PASSWORDS.take(who):
        late = _("Too many attempts. Wait a few minutes.")
        return rate_limits.PASSWORDS.late(
            _page(request, "campaigns/password.html", forms.NewPassword(request.user), late)
        )
    if "old_password" not in form.errors:
        rate_limits.PASSWORDS.give(who)
    if not form.is_valid():
        return _page(request, "campaigns/password.html", form)
    update_session_auth_hash(request, form.save())
    messages.info(request, _("Your password is changed. Log in again on your other devices."))
    return redirect("home")


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out; this device then holds no seat any more, not even those it took as a guest."""
    logout(request)
    return redirect("home")


def _onward(request: HttpRequest) -> HttpResponse:
    """Redirect to the page for which the account was needed, or to the start page."""
    wanted = request.GET.get("next", "")
    return redirect(wanted if wanted == reverse("new-campaign") else "home")


def _page(request: HttpRequest, template: str, form: Any, late: str = "") -> HttpResponse:
    status = 422 if form.is_bound else 200
    context = {"form": form, "late": late, "wanted": request.GET.urlencode()}
    return render(request, template, context, status=status)


def _refuse_too_many(request: HttpRequest, limit: rate_limits.Limit) -> HttpResponse:
    # The form keeps the name, but never the password.
    form = forms.LogIn(request, initial={"username": request.POST.get("username", "")[:NAME]})
    return limit.late(_page(request, "campaigns/log_in.html", form, late=_("Too many attempts. Wait a few minutes.")))


def _login_limits(request: HttpRequest, device: str) -> list[tuple[rate_limits.Limit, str]]:
    if device:
        return [(rate_limits.LOGINS, device)]
    who = rate_limits.digest(request.POST.get("username", ""))
    return [(rate_limits.LOGINS, f"{who}@{rate_limits.address_of(request)}"), (rate_limits.LOGINS_OF, who)]
