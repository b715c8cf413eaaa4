"""The page that imports fighters from a file into an encounter, even one that is running."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import ngettext

from campaigns.models import Seat
from campaigns.web import commands
from campaigns.web.middleware import body_limit
from encounters.fight import snapshot
from encounters.models import Encounter
from encounters.prepare import participants, reserves
from rules.importing.reading import bases
from sheets.importing import views
from sheets.importing.services import Chosen
from sheets.importing.views import ImportTarget


def _target(request: HttpRequest, seat: Seat, encounter: str) -> ImportTarget:
    """The encounter as the target of an import, for its game master. Raises ``Http404`` for anybody else."""
    _view, fight = snapshot.fight_or_404(seat, encounter)
    drafted = fight.encounter.status == Encounter.Status.DRAFT
    args = [seat.token, encounter]
    posted = request.POST
    about = {
        "joins": reserves.joins_rows(seat.campaign.system),
        "joined": posted.get("joins", reserves.START),
        "hidden": bool(posted.get("hidden")) if posted.get("do") == "import" else drafted,
    }
    back = reverse("prepare" if drafted else "fight", args=args)
    return ImportTarget(reverse("import-fighters", args=args), back, "encounters/_import_joins.html", about)


def _show(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    return views.import_page(request, seat, _target(request, seat, encounter))


def _send(request: HttpRequest, seat: Seat, encounter: str) -> HttpResponse:
    target = _target(request, seat, encounter)

    def write(chosen: list[Chosen]) -> HttpResponse:
        groups: dict[str, list[Chosen]] = {}
        for base, each in zip(bases(sheet.name for sheet, _portrait in chosen), chosen, strict=True):
            groups.setdefault(base, []).append(each)
        done = participants.add_imported(
            seat=seat,
            sent=commands.read(request),
            encounter=encounter,
            groups=groups,
            hidden=bool(request.POST.get("hidden")),
            joins=request.POST.get("joins", reserves.START),
        )
        toast = ngettext("%(count)s fighter takes part.", "%(count)s fighters take part.", len(chosen))
        return commands.respond(request, seat, done, toast=toast % {"count": len(chosen)}, to=target.back)

    return views.receive(request, seat, target, write)


fighters = body_limit(views.MOST_BODY)(commands.form_view(_send)(_show))
