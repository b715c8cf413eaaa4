"""The pages of passkeys: add, list and remove your own, and log in with one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.accounts import known_devices
from campaigns.accounts import passkeys as keys
from campaigns.forms import Line, LogIn, helper
from campaigns.web import rate_limits
from campaigns.web.language import say
from rules.core.errors import RulesError
from rules.core.text import _

DEVICES = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Macintosh": "Mac"}


class NewPasskey(forms.Form):
    """The form of a new passkey: its name, and the password of its account."""

    helper = helper()

    def __init__(self, *args: Any, user: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.user = user
        self.fields["name"] = Line(_("Name of the passkey"), 60)
        self.fields["password"] = forms.CharField(
            label=gettext("Your password"),
            strip=False,
            widget=forms.PasswordInput({"autocomplete": "current-password"}),
        )

    def clean_password(self) -> str:
        """The account's password. Raises ``ValidationError`` if it is wrong."""
        typed: str = self.cleaned_data["password"]
        if not self.user.check_password(typed):
            raise forms.ValidationError(gettext("This is not your password."))
        return typed


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@sensitive_post_parameters()
def passkeys(request: HttpRequest) -> HttpResponse:
    """Your passkeys. A POST removes one (``remove``), begins to add one, or adds a device's new one (``answer``)."""
    assert request.user.is_authenticated
    if request.method == "GET":
        return _page(request)
    if "remove" in request.POST:
        removed = next(
            (passkey for passkey in request.user.passkeys.all() if passkey.token == request.POST["remove"]), None
        )
        if removed is None:
            raise Http404
        removed.delete()
        messages.info(request, gettext("The passkey %(name)s no longer works.") % {"name": removed.name})
        return redirect("passkeys")
    return _add(request) if "answer" in request.POST else _offer(request)


def _offer(request: HttpRequest) -> HttpResponse:
    who = str(request.user.pk)
    if not rate_limits.PASSWORDS.take(who):
        return rate_limits.PASSWORDS.late(_refuse(gettext("Too many attempts. Wait a few minutes.")))
    form = NewPasskey(request.POST, user=request.user)
    form.is_valid()
    if "password" not in form.errors:
        rate_limits.PASSWORDS.give(who)
    if form.errors:
        return _refuse(" ".join(str(words) for rows in form.errors.values() for words in rows))
    try:
        return JsonResponse(keys.begin_adding(request.session, keys.site_of(request), request.user))
    except RulesError as error:
        return _refuse(say(error.text))


def _add(request: HttpRequest) -> HttpResponse:
    form = NewPasskey(request.POST, user=request.user)
    form.is_valid()
    name = form.cleaned_data.get("name") or _propose_name(request)
    try:
        key = keys.finish_adding(request.session, keys.site_of(request), request.user, name, request.POST["answer"])
    except RulesError as error:
        return _page(request, say(error.text))
    messages.info(request, gettext("You can now log in with the passkey %(name)s.") % {"name": key.name})
    return redirect("passkeys")


@require_POST
@never_cache
@sensitive_post_parameters()
def log_in(request: HttpRequest) -> HttpResponse:
    """Respond with a challenge for any device with a passkey; a valid ``answer`` logs its account in."""
    if request.user.is_authenticated:
        return redirect("home")
    limits = [] if request.session.session_key else [(rate_limits.CHALLENGES, rate_limits.address_of(request))]
    site = keys.site_of(request)
    try:
        if "answer" not in request.POST:
            if not rate_limits.take_all(limits):
                return rate_limits.CHALLENGES.late(_refuse(gettext("Too many attempts. Wait a few minutes.")))
            return JsonResponse(keys.begin_opening(request.session, site))
        user = keys.finish_opening(request.session, site, request.POST["answer"])
    except RulesError as error:
        words = say(error.text)
        if "answer" not in request.POST:
            return _refuse(words)
        context = {"form": LogIn(request), "late": words}
        return render(request, "campaigns/log_in.html", context, status=422)
    login(request, user)
    return known_devices.remember(request, redirect("home"))


def _page(request: HttpRequest, wrong: str = "") -> HttpResponse:
    assert request.user.is_authenticated
    form = NewPasskey(user=request.user, initial={"name": _propose_name(request)})
    context = {"form": form, "wrong": wrong, "passkeys": request.user.passkeys.order_by("pk")}
    return render(request, "campaigns/passkeys.html", context, status=422 if wrong else 200)


def _propose_name(request: HttpRequest) -> str:
    text = request.headers.get("User-Agent", "")
    device = next((name for mark, name in DEVICES.items() if mark in text), gettext("Device"))
    return f"{device}, {formats.date_format(timezone.localdate(), 'j F Y')}"


def _refuse(words: str) -> HttpResponse:
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=422)
