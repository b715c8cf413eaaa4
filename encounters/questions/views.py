"""Views of questions, on the page of messages."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Seat
from campaigns.seats.access import may_or_404
from campaigns.web import commands
from encounters.questions import services
from encounters.questions.questions import ASKED
from rules.core.errors import Unreadable
from rules.core.text import _ as text


def _questions_address(seat: Seat) -> str:
    return reverse("messages", args=[seat.token])


@commands.command_view
def questions(request: HttpRequest, seat: Seat) -> HttpResponse:
    posted = request.POST
    words = {"text": posted.get("text", ""), "options": posted.get("options", "")}
    to, reader = posted.getlist("to"), posted.get("reader", ASKED)
    done = services.ask(seat=seat, sent=commands.read(request), to=to, reader=reader, **words)
    return commands.respond(request, seat, done, toast=_("Question sent."), to=_questions_address(seat))


@commands.command_view
def question(request: HttpRequest, seat: Seat, question: str) -> HttpResponse:
    may_or_404(seat, "create")
    sent, wanted = commands.read(request), request.POST.get("do", "")
    if wanted == "answer":
        words = request.POST.get("said", "")
        done = services.answer(seat=seat, sent=sent, question=question, reply=words)
        return commands.respond(request, seat, done, toast=_("Answer sent."), to=_questions_address(seat))
    if wanted in ("close", "remove"):
        service = services.close if wanted == "close" else services.remove
        done = service(seat=seat, sent=sent, question=question)
        return commands.respond(request, seat, done, toast=_("Done."), to=_questions_address(seat))
    raise Unreadable(text("This choice is not offered."), "do")
