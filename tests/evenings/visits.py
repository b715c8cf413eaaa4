"""The forms of the sheets and of the table, sent as they stand and in other ways, for the golden files in this folder.

Each answer is written down with what it changed, and taken back.
"""

import json
import re

from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from campaigns import services
from campaigns.live.cache import forget_all
from campaigns.models import Event, JoinRequest, Seat
from campaigns.seats import invitations, join_requests
from campaigns.seats.invitations import code_of
from rules import registry
from sheets.creation.draft import begin, find_draft
from sheets.creation.wizard import Wizard
from tests.cast import client_of
from tests.encounters.conftest import join
from tests.evenings.evening import Evening, lines_of
from tests.hostile.harvest import forms

HIDDEN = re.compile(r"[a-z2-7]{16}|[0-9a-f]{64}|\d{4}-\d\d-\d\d[T ][\d:.+]+")
STANDS = "as it stands"
SCRIPT = {"HX-Request": "true", "X-Live": "1"}
KEPT = {"replaces", "path", "draft", "row", "described"}  # a page fills them in by itself
APPS = ("campaigns", "sheets")
MOST_CHOICES, MOST_FIELDS, MOST_LETTERS = 2, 40, 160


def short(value):
    return HIDDEN.sub("…", json.dumps(value, ensure_ascii=False))[:MOST_LETTERS]


def ways(form):
    """The same form in several ways: as it stands, by a script, emptied, spoilt, with another choice."""
    stands = dict(form.fields)
    yield STANDS, stands, {}
    yield "by the script", stands, SCRIPT
    yield "emptied", {name: value if name in KEPT else "" for name, value in stands.items()}, {}
    if len(stands) > MOST_FIELDS:
        return
    yield "spoilt", {name: value if name in KEPT else f"{value}?" for name, value in stands.items()}, {}
    for name in stands:
        values = list(dict.fromkeys(value for other, value in form.offered if other == name))[:-1]
        for value in values[:MOST_CHOICES]:
            yield f"{HIDDEN.sub('…', name)} {short(value)}", {**stands, name: value}, {}


class Visits(Evening):
    """An evening whose forms are sent."""

    def __init__(self, game):
        super().__init__(game)
        self.read_lines = set()
        self.sent_forms = {("choose", "back", "language")}  # at the foot of every page

    def at(self, seat, name, *args):
        return reverse(name, args=[self.cast.seats[seat].token, *args])

    def new_lines(self, answer):
        """The lines of a page that none had before."""
        lines = lines_of(answer.text) if "html" in answer.headers["Content-Type"] else ()
        new = [line for line in lines if line not in self.read_lines]
        self.read_lines.update(new)
        return new

    def visit(self, who, path):
        """Send each kind of form on a page that was not sent before; by a seat of this name, or by any browser."""
        name, client = (who, client_of(self.cast.seats[who])) if isinstance(who, str) else ("somebody", who)
        client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
        page = client.get(path)
        title = f"{name}: {resolve(path).url_name}"
        lines = self.new_lines(page)
        if name == "somebody":
            self.pages += ["", f"## {title}", *lines]
        for form in forms(name, path, page.text):
            view = resolve(form.action)
            kind = (view.url_name, *sorted(HIDDEN.sub("", key) for key, _value in form.fields))
            if form.method == "POST" and view.func.__module__.startswith(APPS) and kind not in self.sent_forms:
                self.sent_forms.add(kind)
                for way, said, headers in ways(form):
                    self.pages += ["", f"## {title}, {view.url_name}, {way}"]
                    self.pages += self.answer(client, form.action, said, headers, way == STANDS)

    def answer(self, client, path, said, headers, follow):
        """An answer, or the page to which it leads, by the lines that are new; what was written is taken back."""
        cache.clear()
        last = Event.objects.latest("pk").pk
        cookies = client.cookies.copy()
        with transaction.atomic():
            answer = client.post(path, said, headers=headers)
            lines = [f"{answer.status_code} {HIDDEN.sub('…', answer.headers.get('Location', ''))}"]
            if headers:
                lines += lines_of(answer.text)
            elif follow and "Location" in answer.headers:
                answer = client.get(answer.headers["Location"], follow=True)
            if not headers:
                lines += self.new_lines(answer)
            for event in Event.objects.filter(pk__gt=last).order_by("pk"):
                lines.append(f"> {event.kind} {HIDDEN.sub('…', event.audience)}")
                for _of, place, old, new in event.changes:
                    lines.append(f"> {HIDDEN.sub('…', place)}: {short(old)} → {short(new)}")
            transaction.set_rollback(True)
        client.cookies = cookies
        forget_all()
        return lines

    def seat_people(self):
        """Élowen of Ana, Tibor free to be taken, and Zorvax of the game master."""
        samples = registry.samples(self.system.key)
        first, *_others, last = sorted(samples, key=lambda key: samples[key]["kind"] != "pc")
        self.hero = join(self.cast, "Élowen", "pc", self.cast.ana, first).token
        self.foe = join(self.cast, "Zorvax", "npc", None, last).token
        join(self.cast, "Tibor", "pc", None, first)
        self.first = first

    def visit_parts(self, seat, token, *parts):
        """The first two pages of each of these kinds to which a sheet leads."""
        page = client_of(self.cast.seats[seat]).get(self.at(seat, "sheet", token)).text
        for part in parts:
            pages = re.findall(rf'(?:href|data-[a-z-]+)="([^"?#]*/{part}/[^"/]+/)"', page)
            for address in list(dict.fromkeys(pages))[:2]:
                self.visit(seat, address)


def own_sheet(visits):
    visits.seat_people()
    visits.visit("ana", visits.at("ana", "sheet", visits.hero))
    visits.visit_parts("ana", visits.hero, "places", "fields")
    visits.visit("ana", visits.at("ana", "portrait", visits.hero))


def rows_of_a_sheet(visits):
    visits.seat_people()
    visits.visit_parts("ana", visits.hero, "sections", "rows")


def opponents(visits):
    visits.seat_people()
    visits.visit("gm", visits.at("gm", "sheet", visits.foe))
    visits.visit_parts("gm", visits.foe, "places", "sections")
    for name, *token in (("save-template", visits.foe), ("remove-character", visits.foe), ("read-character",)):
        visits.visit("gm", visits.at("gm", name, *token))
    for seat in ("gm", "leo"):
        visits.visit(seat, visits.at(seat, "characters"))


def creation(visits):
    visits.visit("leo", visits.at("leo", "create"))
    begin(visits.cast.leo, "blank")
    for stage in Wizard.of(find_draft(visits.cast.leo)).stages[:3]:
        visits.visit("leo", visits.at("leo", "create-stage", stage.key))
    for name in ("create", "create-portrait", "create-finish"):
        visits.visit("leo", visits.at("leo", name))


def links(visits):
    visits.seat_people()
    gm = visits.cast.gm
    for link in (
        invitations.invite_to(gm, Seat.Role.PLAYER, uses=3),
        invitations.invite_to(gm, Seat.Role.SPECTATOR),
        invitations.invite(visits.cast.leo, moves=True),
        invitations.print_link(visits.cast.spectator),
        invitations.invite_to(gm, Seat.Role.PLAYER, asks=True),
    ):
        visits.visit(Client(), reverse("join", args=[code_of(link)]))
        visits.sent_forms.clear()
    waiting, door = Client(), reverse("join", args=[code_of(link)])
    waiting.post(door, {"name": "Gull"})
    visits.visit(waiting, door)
    visits.visit("gm", visits.at("gm", "people"))
    join_requests.answer(seat=gm, sent=visits.sent(), join_request=JoinRequest.objects.get(), how="in")
    visits.visit(waiting, door)


def people(visits):
    visits.seat_people()
    cast = visits.cast
    link = invitations.invite_to(cast.gm, Seat.Role.PLAYER, uses=3)
    visits.visit("gm", visits.at("gm", "link", link.nonce))
    for seat, name in (("gm", "mine"), ("gm", "leave"), ("ana", "mine"), ("ana", "leave")):
        visits.visit(seat, visits.at(seat, name))
    visits.do(services.remove_seat, leaving=cast.leo)
    visits.visit("gm", visits.at("gm", "people"))
    visits.visit("gm", visits.at("gm", "erase-seat", cast.leo.token))
    television = Client()
    visits.visit(television, reverse("tv"))
    television.post(reverse("tv"))
    visits.visit(television, reverse("tv"))


def accounts(visits):
    for name in ("code", "sign-up", "log-in"):
        visits.visit(client_of(visits.cast.ana), reverse(name))
    master = Client()
    master.force_login(get_user_model().objects.create_user("Omens", is_staff=True))
    for name in ("home", "new-campaign", "password", "passkeys", "games", "delete-account"):
        visits.visit(master, reverse(name))


CHAPTERS = {
    own_sheet: "polaris",
    rows_of_a_sheet: "arpenteurs",
    opponents: "chroniques",
    creation: "chroniques",
    links: "polaris",
    people: "polaris",
    accounts: "polaris",
}
