"""Accounts of game masters: signing up, logging in and out. Players need none."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import forms, limits

LATE = 429


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters()
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and log into it."""
    if request.user.is_authenticated:
        return redirect("home")
    form = forms.SignUp(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not limits.SIGN_UPS.take(_address(request)):
            return _page(request, "campaigns/sign_up.html", form, late=_("Too many accounts were made from here."))
        login(request, form.save())
        return redirect("home")
    return _page(request, "campaigns/sign_up.html", form)


@require_http_methods(["GET", "POST"])
@never_cache
@sensitive_post_parameters()
def log_in(request: HttpRequest) -> HttpResponse:
    """Log into an account; five wrong passwords, then a wait."""
    if request.user.is_authenticated:
        return redirect("home")
    form = forms.LogIn(request, request.POST or None)
    if request.method == "GET":
        return _page(request, "campaigns/log_in.html", form)
    who, where = limits.digest(request.POST.get("username", "")), _address(request)
    if not (limits.LOGINS_FROM.take(where) and limits.LOGINS.take(who)):
        return _page(
            request, "campaigns/log_in.html", forms.LogIn(request), late=_("Too many tries. Wait a few minutes.")
        )
    if not form.is_valid():
        return _page(request, "campaigns/log_in.html", form)
    limits.LOGINS_FROM.give(where)
    limits.LOGINS.give(who)
    login(request, form.get_user())
    return redirect("home")


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Leave the account; this device then holds no seat any more, whoever took it."""
    logout(request)
    return redirect("home")


def _page(request: HttpRequest, template: str, form: Any, late: str = "") -> HttpResponse:
    status = LATE if late else 422 if form.is_bound else 200
    return render(request, template, {"form": form, "late": late}, status=status)


def _address(request: HttpRequest) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))
