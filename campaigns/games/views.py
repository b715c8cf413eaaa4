"""The administrator's page of games: preview a written game, then load it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.games import preview, services
from campaigns.web import rate_limits, uploads
from campaigns.web.language import say
from rules.core.errors import Refused
from rules.written import reader


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def games(request: HttpRequest) -> HttpResponse:
    """The games from outside; an uploaded file or text is previewed, and loaded if the form asks for that."""
    _check_administrator(request)
    if request.method == "GET":
        return _page(request)
    if not rate_limits.GAMES.take(str(request.user.pk)):
        return rate_limits.GAMES.late(_page(request, wrong=[_("Too many attempts. Wait a few minutes.")], status=429))
    raw = uploads.read_file_or_text(request, reader.MOST_BYTES)
    try:
        if request.POST.get("do") != "load":
            return _page(request, raw, preview.preview_of(services.read(raw)))
        pack = services.load(raw)
    except reader.Faulty as faulty:
        return _page(
            request, raw, problems=[{"line": row.line, "text": say(row.text)} for row in faulty.problems], status=422
        )
    except Refused as refused:
        return _page(request, raw, wrong=[say(refused.text)], status=422)
    messages.info(request, _("%(game)s is loaded and available for new tables.") % {"game": say(pack.game.name)})
    return redirect("games")


@require_POST
@login_required
def remove(request: HttpRequest, key: str) -> HttpResponse:
    _check_administrator(request)
    try:
        services.remove(key)
    except Refused as refused:
        return _page(request, wrong=[say(refused.text)], status=422)
    messages.info(request, _("The game is taken away."))
    return redirect("games")


def _check_administrator(request: HttpRequest) -> None:
    if not getattr(request.user, "is_staff", False):
        raise Http404


def _page(
    request: HttpRequest,
    raw: bytes = b"",
    looked: dict[str, Any] | None = None,
    *,
    problems: list[dict[str, Any]] | None = None,
    wrong: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    text = raw.decode("utf-8", "replace").replace("\0", "") if len(raw) <= reader.MOST_BYTES else ""
    context = {"rows": preview.game_rows(), "text": text, "looked": looked, "problems": problems, "wrong": wrong}
    return render(request, "campaigns/games.html", context | {"left_out": preview.unusable_rows()}, status=status)
