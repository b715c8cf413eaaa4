"""The site's addresses with those of the toys."""

from django.http import Http404, HttpResponse
from django.template import engines
from django.urls import include, path

from campaigns.seats import pages as seat_pages
from campaigns.web import commands
from campaigns.web.language import say
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.text import _
from tests.campaigns import toys

PAGE = "{% load live %}{% wire %}<main>{% region 'toys-open' %}{% region 'toys-own' %}</main>"
FORM = '<form id="again" method="post"><input name="value"></form>'
ERRORS = {"unreadable": Unreadable, "refused": Refused, "stale": Stale}


@seat_pages.shown_to()
def show(request, seat):
    page = seat_pages.page_or_404(seat, "toys")
    return HttpResponse(engines["django"].from_string(PAGE).render({"page": page}, request))


@commands.command_view
def put(request, seat):
    value = request.POST.get("value", "")
    if value in ERRORS:
        raise ERRORS[value](_("Out of range."), "value")
    if value == "gone":
        raise Http404
    if value == "form":
        return commands.respond(request, seat, form=FORM, status=422, toast="look")
    done = toys.put_sent(seat, commands.read(request), "open", int(value))
    return commands.respond(request, seat, done, toast=say(_("The table was made.")))


urlpatterns = [path("t/<str:seat>/toys/", show), path("t/<str:seat>/toys/put/", put), path("", include("config.urls"))]
