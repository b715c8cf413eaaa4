"""Views of commands and their responses, for a page with a script, with a live socket, or with neither.

A view of another app reads::

    @commands.command_view                              # POST only; limits; a refusal becomes a sentence
    def step(request, seat, character):                # ``seat`` is the Seat, found by the token in the address
        ...
        done = services.step(seat=seat, sent=commands.read(request), ...)
        return commands.respond(request, seat, done, toast=say(text))

    @commands.form_view(step)                           # the same, and the page with its form by GET
    def steps(request, seat, character): ...

- A page with a live socket (``X-Live: 1``) gets only the toast. Its regions come by the socket.
- Without a socket, all regions of the page named by ``X-Page`` (checked like any address) follow the toast.
- Without a script: a redirect back to the page, which then shows the sentence.
- A form that leaves its page (``X-Leaves: 1``): the same redirect, or a refusal as a toast on the page it is still on;
  the content of any other page takes the place of that page's.

A form to be shown again is passed as ``form=html`` with ``status=422`` (or 409); its root element must have an id, by
which the page replaces it. Raise ``Unreadable`` and ``Refused`` (422) or ``Stale`` (409) for everything else.
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
from campaigns.journal.journal import Receipt, Sent, earlier_command
from campaigns.journal.undo import BlockedByLaterActs
from campaigns.live import regions
from campaigns.live.regions import fragment
from campaigns.models import Command, Seat
from campaigns.queries import get_or_none
from campaigns.seats import pages as seat_pages
from campaigns.seats.access import seat_or_404
from campaigns.web import rate_limits
from campaigns.web.language import say, speaking
from rules.core.errors import RulesError, Stale

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Seat, P], HttpResponse]
_ID = re.compile(r'^\s*<[a-z0-9-]+[^>]*\sid="([A-Za-z0-9_.:-]+)"')


def command_view(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
    """A decorator for command views: POST by a seat of this session, rate-limited, with refusals as toasts.

    If a command is refused only because the same command was done before, the response says that it is done.
    """

    @require_POST
    @wraps(view)
    def answer(request: HttpRequest, seat: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own_seat = seat_or_404(request, seat)
        if not rate_limits.COMMANDS.take(own_seat.token):
            return respond_late(request, own_seat)
        try:
            with speaking(own_seat.language):
                response = view(request, own_seat, *args, **kwargs)
        except Http404:
            done = find_earlier(request, own_seat)
            if done is None:
                return refuse(request, own_seat, _("This is no longer there."), status=404)
            return respond(request, own_seat, done, toast=_("This has already been done."))
        except RulesError as error:
            response = refuse(request, own_seat, say(error.text), status=status_of(error))
        except TooManyFieldsSent:
            return too_large(request)
        done = find_earlier(request, own_seat) if response.status_code in (409, 422) else None
        if done is not None:
            return respond(request, own_seat, done, toast=_("This has already been done."))
        return response

    return answer


def status_of(error: RulesError | None) -> int:
    if error is None:
        return 200
    return 409 if isinstance(error, Stale) else 422


def form_view(does: View[P]) -> Callable[[View[P]], Callable[Concatenate[HttpRequest, str, P], HttpResponse]]:
    """A decorator for pages with a form: GET shows the page, POST does the command ``does``. Both get the ``Seat``."""
    command = command_view(does)

    def page(view: View[P]) -> Callable[Concatenate[HttpRequest, str, P], HttpResponse]:
        @never_cache
        @require_http_methods(["GET", "POST"])
        @wraps(view)
        def answer(request: HttpRequest, seat: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return command(request, seat, *args, **kwargs)
            own_seat = seat_or_404(request, seat)
            with speaking(own_seat.language):
                return view(request, own_seat, *args, **kwargs)

        return answer

    return page


def read(request: HttpRequest) -> Sent:
    """The key of a form with a digest of its address and content. Raises ``Unreadable`` for a malformed key.

    Without a script a form keeps its key when somebody goes back and submits other values, so the content counts too.
    """
    names = {key: values for key, values in request.POST.lists() if key not in ("command", "csrfmiddlewaretoken")}
    result = Sent.of(request.POST.get("command", ""), [request.path, names])
    return result if request.headers.get("HX-Request") == "true" else Sent(result.mark, result.digest)


def sent_by_anybody(request: HttpRequest) -> Sent:
    """The key and content of a form from somebody without a seat; a malformed key counts as none."""
    try:
        return read(request)
    except RulesError:
        return Sent.of("", request.path)


def find_earlier(request: HttpRequest, seat: Seat) -> Receipt | None:
    """The receipt of this same command if it was done before and its response was lost; ``None`` if it is new."""
    try:
        repeat = read(request)
    except RulesError:
        return None
    command = get_or_none(earlier_command(seat.pk, repeat.key))
    return Receipt(command, again=True) if command is not None and command.body_hash == repeat.digest else None


def respond(
    request: HttpRequest,
    seat: Seat,
    done: Receipt | None = None,
    *,
    toast: str = "",
    form: str = "",
    status: int = 200,
    to: str = "",
    redo: Command | None = None,
    brief: bool = False,
) -> HttpResponse:
    """The response to a completed command, or a form to fill in again.

    The toast offers to undo ``done``, or to redo ``redo``; a ``brief`` toast disappears at the next event. A page
    without a script is redirected to ``to``, or back to where it was.
    """
    if request.headers.get("HX-Request") != "true":
        return _respond_plainly(request, seat, toast, form, status, to)
    offers = {"undo": done.command if done and not done.again else None, "redo": redo}
    parts = [_draw_toast({"text": toast, "seat": seat, "brief": brief, **offers})] if toast else []
    if form:
        parts.append(f'<hx-partial hx-target="#{_element_id(form)}" hx-swap="outerHTML">{form}</hx-partial>')
    if request.headers.get("X-Live") != "1":
        parts += _draw_regions(request, seat)
    response = _partial_response("".join(parts), status)
    if done is not None and done.command is None:
        response["X-Same"] = "1"
    return response


def refuse(request: HttpRequest, seat: Seat, text: str, *, status: int) -> HttpResponse:
    again = _fields_to_resend(request)
    context = {"text": text, "back": _address_before(request, seat), "seat": seat}
    return _respond_refusal(
        request, status, context | ({"again": again} if any(row["written"] for row in again) else {})
    )


def respond_late(request: HttpRequest, seat: Seat) -> HttpResponse:
    """The response to more commands than a seat may send at once; no input is lost.

    A live page keeps the command and sends it again; a page without a script gets its own form to send again.
    """
    by_itself = request.headers.get("HX-Request") == "true"
    text = (
        _("Too many actions at once. This one is sent again in a moment.")
        if by_itself
        else _("Too many actions at once. Wait a moment.")
    )
    context = {"text": text, "again": _fields_to_resend(request), "back": _address_before(request, seat), "seat": seat}
    return rate_limits.COMMANDS.late(_respond_refusal(request, 429, context))


def _fields_to_resend(request: HttpRequest) -> list[dict[str, Any]]:
    """The fields of a refused form; what somebody wrote, which is long or has a space, can be changed before."""
    fields = [
        {"name": name, "value": value, "written": bool(re.search(r"\s|.{30}", value))}
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]
    return [*fields, *({"name": name, "file": True, "written": False} for name in request.FILES)]


def too_large(request: HttpRequest) -> HttpResponse:
    return _respond_refusal(
        request, 413, {"text": _("This is too large: shorten it, or choose a smaller file."), "back": "/"}
    )


def offer_rewind(request: HttpRequest, seat: Seat, command: Command, error: BlockedByLaterActs) -> HttpResponse:
    """The refusal to undo a command alone, with an offer: a game master may rewind, a player may ask them to."""
    offer: dict[str, Any] = {"ask": command}
    if seat.is_gm:
        offer = {"rewind": command, "count": len(error.commands)}
    offer["text"] = " ".join(filter(None, (say(error.text), _sentence_of_newest(seat, error))))
    return _respond_refusal(request, 422, {**offer, "back": _address_before(request, seat), "seat": seat})


def _sentence_of_newest(seat: Seat, error: BlockedByLaterActs) -> str:
    """A sentence that names the newest act to be undone first, as this seat reads it."""
    names = (read_as(seat, row) for read_as in hooks.offered(lambda app: app.read_as) for row in error.commands[:1])
    name = next(filter(None, names), "")
    return _("The most recent: %(what)s") % {"what": name} if name else ""


def _respond_refusal(request: HttpRequest, status: int, context: dict[str, Any]) -> HttpResponse:
    if request.headers.get("HX-Request") != "true" and not leaves(request):
        return render(request, "campaigns/refused.html", context, status=status)
    return _partial_response(_draw_toast({**context, "refused": True}), status)


def leaves(request: HttpRequest) -> bool:
    """A form that leaves its page, sent by the script of that page, which is still shown."""
    return request.headers.get("X-Leaves") == "1"


def _respond_plainly(request: HttpRequest, seat: Seat, toast: str, form: str, status: int, to: str) -> HttpResponse:
    if form:
        context = {"form": form, "text": toast, "back": _address_before(request, seat), "seat": seat}
        return render(request, "campaigns/form.html", context, status=status)
    if toast:
        messages.info(request, toast)
    return HttpResponseRedirect(to or _address_before(request, seat))


def _partial_response(html: str, status: int) -> HttpResponse:
    response = HttpResponse(html, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _draw_toast(values: dict[str, Any]) -> str:
    kind = next((kind for kind in ("brief", "undo") if values.get(kind)), "")
    refused = values.get("refused", False)
    html = fragment("_toast.html", text=values["text"], refused=refused, kind=kind, offer=_offer_row(values))
    return f'<hx-partial hx-target="#toasts" hx-swap="innerHTML">{html}</hx-partial>'


def _offer_row(values: dict[str, Any]) -> dict[str, Any] | None:
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


def _draw_regions(request: HttpRequest, seat: Seat) -> list[str]:
    name, _slash, key = request.headers.get("X-Page", "").partition("/")
    fresh = Seat.objects.select_related("campaign").get(pk=seat.pk)
    page = regions.find_page(fresh, name, key)
    if page is None:
        return []
    return [regions.partial(placed, page.draw(placed)) for placed in page.regions]


def _address_before(request: HttpRequest, seat: Seat) -> str:
    try:
        referer = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # not a valid address
        return seat_pages.home_address(seat)
    own = f"/t/{seat.token}/"
    return (
        referer.path
        if referer.netloc == request.get_host() and referer.path.startswith(own)
        else seat_pages.home_address(seat)
    )


def _element_id(form: str) -> str:
    match = _ID.match(form)
    if match is None:
        raise ValueError("The root element of a form that is shown again needs an id.")
    return match[1]
