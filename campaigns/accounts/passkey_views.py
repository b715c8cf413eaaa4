"""The pages of passkeys: adding one, seeing and removing one's own, and logging in with one."""

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
    """One more passkey: its name, and the password of the account that it is to open."""

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
        """The password of the account. Raises ``ValidationError`` for another one."""
        given: str = self.cleaned_data["password"]
        if not self.user.check_password(given):
            raise forms.ValidationError(gettext("This is not your password."))
        return given


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
@sensitive_post_parameters()
def passkeys(request: HttpRequest) -> HttpResponse:
    """One's passkeys. A POST removes one (``remove``), asks to add one, or adds what a device made (``answer``)."""
    assert request.user.is_authenticated
    if request.method == "GET":
        return _page(request)
    if "remove" in request.POST:
        gone = next(
            (passkey for passkey in request.user.passkeys.all() if passkey.token == request.POST["remove"]), None
        )
        if gone is None:
            raise Http404
        gone.delete()
        messages.info(request, gettext("The passkey %(name)s opens nothing any more.") % {"name": gone.name})
        return redirect("passkeys")
    return _add(request) if "answer" in request.POST else _offer(request)


def _offer(request: HttpRequest) -> HttpResponse:
    who = str(request.user.pk)
    if not rate_limits.PASSWORDS.take(who):
        return rate_limits.PASSWORDS.late(_sentence(gettext("Too many tries. Wait a few minutes.")))
    form = NewPasskey(request.POST, user=request.user)
    form.is_valid()
    if "password" not in form.errors:
        rate_limits.PASSWORDS.give(who)
    if form.errors:
        return _sentence(" ".join(str(words) for rows in form.errors.values() for words in rows))
    try:
        return JsonResponse(keys.offer(request.session, keys.site_of(request), request.user))
    except RulesError as error:
        return _sentence(say(error.text))


def _add(request: HttpRequest) -> HttpResponse:
    form = NewPasskey(request.POST, user=request.user)
    form.is_valid()
    name = form.cleaned_data.get("name") or _proposed(request)
    try:
        key = keys.add(request.session, keys.site_of(request), request.user, name, request.POST["answer"])
    except RulesError as error:
        return _page(request, say(error.text))
    messages.info(request, gettext("The passkey %(name)s opens your account from now on.") % {"name": key.name})
    return redirect("passkeys")


@require_POST
@never_cache
@sensitive_post_parameters()
def log_in(request: HttpRequest) -> HttpResponse:
    """A challenge to whatever device has a passkey; with its ``answer`` the account is open."""
    if request.user.is_authenticated:
        return redirect("home")
    counted = [] if request.session.session_key else [(rate_limits.CHALLENGES, rate_limits.address_of(request))]
    site = keys.site_of(request)
    try:
        if "answer" not in request.POST:
            if not rate_limits.take_all(counted):
                return rate_limits.CHALLENGES.late(_sentence(gettext("Too many tries. Wait a few minutes.")))
            return JsonResponse(keys.ask(request.session, site))
        user = keys.find(request.session, site, request.POST["answer"])
    except RulesError as error:
        words = say(error.text)
        if "answer" not in request.POST:
            return _sentence(words)
        context = {"form": LogIn(request), "late": words}
        return render(request, "campaigns/log_in.html", context, status=422)
    login(request, user)
    return known_devices.remember(request, redirect("home"))


def _page(request: HttpRequest, wrong: str = "") -> HttpResponse:
    assert request.user.is_authenticated
    form = NewPasskey(user=request.user, initial={"name": _proposed(request)})
    context = {"form": form, "wrong": wrong, "passkeys": request.user.passkeys.order_by("pk")}
    return render(request, "campaigns/passkeys.html", context, status=422 if wrong else 200)


def _proposed(request: HttpRequest) -> str:
    text = request.headers.get("User-Agent", "")
    device = next((name for mark, name in DEVICES.items() if mark in text), gettext("Device"))
    return f"{device}, {formats.date_format(timezone.localdate(), 'j F Y')}"


def _sentence(words: str) -> HttpResponse:
    return HttpResponse(words, content_type="text/plain; charset=utf-8", status=422)
