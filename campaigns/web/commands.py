"""Answers to a command, whether the page has a script, a live socket, or neither.

A view of another app reads::

    @commands.posted                                    # POST only; limits; a refusal becomes a sentence
    def step(request, seat, character):                # ``seat`` is the Seat, found by the token in the address
        ...
        done = services.step(seat=seat, sent=commands.sent(request), ...)
        return commands.respond(request, seat, done, toast=say(text))

    @commands.shown(step)                               # the same, and the page with its form by GET
    def steps(request, seat, character): ...

- A page whose socket is heard (``X-Live: 1``) gets what is no region: the toast. Its regions come by the socket.
- Without it, all regions of the page it says it is (``X-Page``, checked like any address) follow.
- Without a script: a redirect back to the page, the sentence kept for it.

A form that has to be shown again goes along as ``form=html`` with ``status=422`` (or 409); its root element must carry
an id, by which it is replaced. Raise ``Unreadable`` and ``Refused`` (422) or ``Stale`` (409) for everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.contrib import messages
from django.core.exceptions import TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns import hooks
from campaigns.journal.journal import Done, Sent
from campaigns.journal.undo import BlockedByLaterActs
from campaigns.live import regions
from campaigns.live.regions import fragment
from campaigns.models import Command, Seat
from campaigns.queries import get_or_none
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import seat_or_404
from campaigns.web import rate_limits
from campaigns.web.language import say
from rules.core.errors import RulesError, Stale

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Seat, P], HttpResponse]
_ID = re.compile(r'^\s*<[a-z0-9-]+[^>]*\sid="([A-Za-z0-9_.:-]+)"')


def posted(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """A view of a command: by POST, by a seat of this session, within the limits, refusals said aloud.

    What is refused because it has been done already, by the very same command, is answered as done.
    """

    @require_POST
    @wraps(view)
    def answer(request: HttpRequest, seat: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own_seat = seat_or_404(request, seat)
        if not rate_limits.COMMANDS.take(own_seat.token):
            return late(request, own_seat)
        try:
            response = view(request, own_seat, *args, **kwargs)
        except Http404:
            if (done := earlier(request, own_seat)) is None:
                raise
            return respond(request, own_seat, done, toast=_("This is done already."))
        except RulesError as error:
            status = 409 if isinstance(error, Stale) else 422
            response = refuse(request, own_seat, say(error.text), status=status)
        except TooManyFieldsSent:
            return too_large(request)
        if response.status_code in (409, 422) and (done := earlier(request, own_seat)) is not None:
            return respond(request, own_seat, done, toast=_("This is done already."))
        return response

    return answer


def shown(does: View[P]) -> Callable[[View[P]], Callable[Concatenate[HttpRequest, str, P], HttpResponse]]:
    """A view of a page that GET shows, and whose form does the command ``does`` by POST. Both get the ``Seat``."""
    command = posted(does)

    def page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
        @never_cache
        @require_http_methods(["GET", "POST"])
        @wraps(view)
        def answer(request: HttpRequest, seat: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return command(request, seat, *args, **kwargs)
            return view(request, seat_or_404(request, seat), *args, **kwargs)

        return answer

    return page


def sent(request: HttpRequest) -> Sent:
    """The command id of a form with a digest of where it goes and what it says. Raises ``Unreadable``.

    A page without a script has one key for a form, however often somebody goes back to it and says something else.
    """
    names = {key: values for key, values in request.POST.lists() if key not in ("command", "csrfmiddlewaretoken")}
    result = Sent.of(request.POST.get("command", ""), [request.path, names])
    return result if request.headers.get("HX-Request") == "true" else Sent(result.mark, result.digest)


def sent_by_anybody(request: HttpRequest) -> Sent:
    """The key and body of a form from somebody without a seat; a malformed key counts as none."""
    try:
        return sent(request)
    except RulesError:
        return Sent.of("", request.path)


def earlier(request: HttpRequest, seat: Seat) -> Done | None:
    """The outcome of this very command when it came before and its answer was lost; ``None`` where it comes first."""
    try:
        known = sent(request)
    except RulesError:
        return None
    command = get_or_none(Command.objects.filter(seat=seat, key=known.key, body_hash=known.digest))
    return None if command is None else Done(command, again=True)


def respond(
    request: HttpRequest,
    seat: Seat,
    done: Done | None = None,
    *,
    toast: str = "",
    form: str = "",
    status: int = 200,
    to: str = "",
    redo: Command | None = None,
) -> HttpResponse:
    """The answer to a command that was done, or a form to fill in again.

    The toast offers to undo ``done``, or to do ``redo`` again. A page without a script goes to ``to``, or back to where
    it was.
    """
    if request.headers.get("HX-Request") != "true":
        return _plain(request, seat, toast, form, status, to)
    offered = {"undo": done.command if done and not done.again else None, "redo": redo}
    parts = [_snack({"text": toast, "seat": seat, **offered})] if toast else []
    if form:
        parts.append(f'<hx-partial hx-target="#{_id_of(form)}" hx-swap="outerHTML">{form}</hx-partial>')
    if request.headers.get("X-Live") != "1":
        parts += _regions(request, seat)
    response = _parts("".join(parts), status)
    if done is not None and done.command is None:
        response["X-Same"] = "1"
    return response


def refuse(request: HttpRequest, seat: Seat, text: str, *, status: int) -> HttpResponse:
    return _refused(request, status, {"text": text, "back": _back(request, seat), "seat": seat})


def late(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The sentence for more commands than a seat may send at once; nothing that was typed is lost.

    A live page keeps the command and sends it again; a page without a script gets its own form to send again.
    """
    if request.headers.get("HX-Request") == "true":
        text, again = _("Too many actions at once. This one is sent again in a moment."), []
    else:
        text = _("Too many actions at once. Wait a moment.")
        again = [
            (name, other) for name, all_ in request.POST.lists() if name != "csrfmiddlewaretoken" for other in all_
        ]
    context = {"text": text, "again": again, "back": _back(request, seat), "seat": seat}
    return rate_limits.COMMANDS.late(_refused(request, 429, context))


def too_large(request: HttpRequest) -> HttpResponse:
    """The sentence for more than the site takes at once, before anybody has looked at it."""
    return _refused(request, 413, {"text": _("This is too large to be sent."), "back": "/"})


def offer_rewind(request: HttpRequest, seat: Seat, command: Command, error: BlockedByLaterActs) -> HttpResponse:
    """The refusal to undo a command alone: a game master may go back to before it, a player ask them to."""
    offered: dict[str, Any] = {"ask": command}
    if seat.is_gm:
        offered = {"rewind": command, "count": len(error.commands)}
    offered["text"] = " ".join(filter(None, (say(error.text), _first_undone(seat, error))))
    return _refused(request, 422, {**offered, "back": _back(request, seat), "seat": seat})


def _first_undone(seat: Seat, error: BlockedByLaterActs) -> str:
    """The sentence that names the newest of what has to be undone first, as this seat reads it."""
    names = (app.read_as(seat, row) for app in hooks.registered() if app.read_as for row in error.commands[:1])
    name = next(filter(None, names), "")
    return _("The newest of it: %(what)s") % {"what": name} if name else ""


def _refused(request: HttpRequest, status: int, context: dict[str, Any]) -> HttpResponse:
    if request.headers.get("HX-Request") != "true":
        return render(request, "campaigns/refused.html", context, status=status)
    return _parts(_snack({**context, "refused": True}), status)


def _plain(request: HttpRequest, seat: Seat, toast: str, form: str, status: int, to: str) -> HttpResponse:
    if form:
        context = {"form": form, "text": toast, "back": _back(request, seat), "seat": seat}
        return render(request, "campaigns/form.html", context, status=status)
    if toast:
        messages.info(request, toast)
    return HttpResponseRedirect(to or _back(request, seat))


def _parts(html: str, status: int) -> HttpResponse:
    response = HttpResponse(html, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _snack(values: dict[str, Any]) -> str:
    html = fragment("_toast.html", text=values["text"], refused=values.get("refused", False), offer=_offer(values))
    return f'<hx-partial hx-target="#toasts" hx-swap="innerHTML">{html}</hx-partial>'


def _offer(values: dict[str, Any]) -> dict[str, Any] | None:
    name = next((name for name in ("undo", "redo", "rewind", "ask") if values.get(name)), None)
    if name is None:
        return None
    count = values.get("count", 0)
    further = ngettext("Undo %(n)s later act as well", "Undo %(n)s later acts as well", count) % {"n": count}
    label, icon, fields = {
        "undo": (_("Undo"), "undo", {}),
        "redo": (_("Redo"), "", {}),
        "rewind": (further, "", {"all": "1"}),
        "ask": (_("Ask the game master"), "message", {"ask": "1"}),
    }[name]
    action = reverse("redo" if name == "redo" else "undo", args=[values["seat"].token, values[name].token])
    return {"action": action, "label": label, "icon": icon, "fields": fields, "timed": name in ("undo", "redo")}


def _regions(request: HttpRequest, seat: Seat) -> list[str]:
    name, _slash, key = request.headers.get("X-Page", "").partition("/")
    fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
    page = regions.find_page(fresh, name, key)
    if page is None:
        return []
    return [regions.partial(placed, page.draw(placed)) for placed in page.regions]


def _back(request: HttpRequest, seat: Seat) -> str:
    try:
        came = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # no address at all
        return seat_pages.home(seat)
    own = f"/t/{seat.token}/"
    return came.path if came.netloc == request.get_host() and came.path.startswith(own) else seat_pages.home(seat)


def _id_of(form: str) -> str:
    match = _ID.match(form)
    if match is None:
        raise ValueError("The root element of a form that is shown again needs an id.")
    return match[1]
