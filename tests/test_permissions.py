"""Every address × method × role, and every live page × role, against the one table of ``tests/permissions.py``."""

import hashlib
import re

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from campaigns import services
from campaigns.journal import journal, undo
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Seat
from campaigns.seats import invitations, join_requests
from encounters import services as fights
from encounters.checks import requests
from encounters.correct import what_if
from encounters.dice import published_seeds
from encounters.ground import services as grounds
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import DiceStream, Encounter
from encounters.party import clocks, next_session, random_tables
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from encounters.questions import services as questions
from encounters.stash import services as stash
from encounters.story import recap
from rules import registry
from sheets import import_export
from sheets import services as sheets
from sheets.creation import draft as creation_draft
from sheets.creation.create import create
from sheets.models import Character
from sheets.ownership import services as ownership_services
from sheets.portraits import upload
from tests.cast import client_of, gather, television_of
from tests.encounters.push.browser import PHONE
from tests.faces import drawn
from tests.permissions import ROLES, TABLE_OF_ADDRESSES, TABLE_OF_PAGES
from tests.policy import POLICY, policy_of

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
FREE = ("take-character", "give-character", "remove-character")  # acts on a free character
PASSWORD = "une-longue-phrase-42"
ORDERS = ("PUT", "PATCH", "DELETE")


def addresses(resolver=None, start="/"):
    """All addresses of the site: name and route with parameters."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from addresses(one, start + str(one.pattern))
        else:
            yield one.name or start + str(one.pattern), start + str(one.pattern)


class FullTable:
    """A table with a row of every kind, and a client for each role."""

    def __init__(self):
        cache.clear()
        self.cast = cast = gather()
        self.user = get_user_model().objects.create_user("Odile", password=PASSWORD)
        other = services.create_campaign(name="Ailleurs", game="polaris", gm="Odile", user=self.user)
        left = services.add_seat(seat=cast.gm, role=Seat.Role.PLAYER, name="Parti")
        self.gone = left
        stranger = client_of(other)
        self.lent = services.create_campaign(name="Autre table", game="polaris", gm="MJ")
        self.lent_handout = handouts.save(seat=self.lent, sent=Sent.of("", "lent"), values={"name": "Copie"}).value
        stranger.force_login(self.user)
        services.remove_seat(seat=cast.gm, sent=Sent.of("", "left"), leaving=left)
        named = {name: client_of(getattr(cast, name)) for name in ("spectator", "leo", "ana")}
        named["screen"] = television_of(cast.screen)
        named["gm"] = client_of(cast.gm, self.lent)
        self.clients = {"anonymous": client_of(), "stranger": stranger, "left": client_of(left), **named}
        self.seats = dict.fromkeys(ROLES, cast.ana) | {"left": left} | {name: cast.seats[name] for name in named}
        self.elowen, tibor, self.pirate = self.people()
        self.portrait = self.portrayed()
        self.free = ownership_services.make_character(
            seat=cast.gm, sent=Sent.of("", "free"), sample="blank", name="Libre"
        ).value
        self.running, self.draft = self.fight("En cours", start=True), self.fight("À venir", start=False)
        self.test, self.answer = self.pending()
        self.asked = self.request()
        self.done, self.undone = self.edits()
        self.event = self.done.events.get().token
        self.derived = self.elowen.system.derive(self.elowen.data, {})[0].key
        for seat in (cast.gm, cast.ana, cast.leo):
            creation_draft.begin(seat, "ship_engineer")
        self.plan = self.shown_handout()
        said = {"name": "Ciel", "dice": "1d2", "rows": "1 Pluie\n2 Soleil"}
        self.random_table = random_tables.create(seat=cast.gm, sent=Sent.of("", "table"), values=said).value
        self.thing = stash.record_found(
            seat=cast.gm, sent=Sent.of("", "found"), values={"name": "Corde", "qty": 9}
        ).first
        said = {"name": "Marée"}
        self.clock = clocks.make(seat=cast.gm, sent=Sent.of("", "clock"), values=said, shown=["table"]).value
        next_session.plan(seat=cast.gm, sent=Sent.of("", "planned"), values={"name": "Samedi"})
        words = messages.whisper(seat=cast.gm, sent=Sent.of("", "whisper"), to=cast.ana.token, text="Psst")
        self.message = words.first
        asked = questions.ask(seat=cast.gm, sent=Sent.of("", "question"), text="Et vous ?", to=[cast.ana.token])
        self.question = asked.first
        self.stream = self.dice()
        self.link = invitations.invite_to(cast.gm, Seat.Role.PLAYER)
        door = invitations.invite_to(cast.gm, Seat.Role.PLAYER, asks=True)
        self.join_request = join_requests.ask({}, door, "Yann", "fr", Sent.of("", "join_request"))

    def people(self):
        cast = self.cast
        for name, owner, sample in (
            ("Élowen", cast.ana, "mercenary"),
            ("Tibor", cast.leo, "mercenary"),
            ("Zorvax", None, "pirate"),
        ):
            row = registry.samples("polaris")[sample]
            data = {**row["data"], "name": name}
            journal.run(
                seat=cast.gm,
                sent=Sent.of("", name),
                work=lambda pen, data=data, kind=row["kind"], owner=owner: create(
                    pen, data=data, kind=kind, owner=owner
                ),
            )
        return Character.objects.select_related("campaign", "owner").order_by("pk")

    def portrayed(self):
        given = {"seat": self.cast.ana, "character": self.elowen, "portrait": upload.make_portrait(drawn())}
        sheets.portray(**given, sent=Sent.of("", "portrait"))
        return given["portrait"].digest

    def fight(self, name, start):
        gm = self.cast.gm
        token = prepare_services.prepare(seat=gm, sent=Sent.of("", name), name=name).value
        who = [self.pirate.token, *([self.elowen.token] if start else [])]
        prepare_services.enrol(seat=gm, sent=Sent.of("", who), encounter=token, characters=who)
        if start:
            said = {"what": "garde de station", "hidden": True, "joins": "signal"}
            participants.add_participants(seat=gm, sent=Sent.of("", "later"), encounter=token, **said)
            prepare_services.turn_to(seat=gm, sent=Sent.of("", "go"), encounter=token, status="running")
            grounds.lay(seat=gm, sent=Sent.of("", "lay"), encounter=token, level="", ready="street")
            picture = upload.make_wide(drawn(colour="blue"))
            grounds.set_picture(seat=gm, sent=Sent.of("", "picture"), encounter=token, picture=picture)
            self.backdrop = hashlib.sha256(picture).hexdigest()
        found = Encounter.objects.get(token=token)
        fighters = found.state["fighters"]
        hidden = next(key for key, row in fighters.items() if row["character"] == self.pirate.token)
        hero = next((key for key in fighters if key != hidden), "")
        return {"encounter": token, "fighter": hidden, "hero": hero, "waiting": [*found.state.get("reserves", {})]}

    def dice(self):
        """A published stream of dice, and the present one with a throw."""
        streams = DiceStream.objects.filter(campaign=self.cast.campaign)
        old = published_seeds.open_stream(self.cast.campaign)
        streams.filter(pk=old.pk).update(published_at=timezone.now(), count=0)
        streams.filter(pk=published_seeds.open_stream(self.cast.campaign).pk).update(count=1)
        return old

    def edits(self):
        given = {"seat": self.cast.ana, "character": self.elowen}
        undone = sheets.step(**given, sent=Sent.of("", "a"), path="luck.current", by=-1).command
        undo.undo(seat=self.cast.ana, sent=Sent.of("", "u"), command=undone)
        return sheets.edit(**given, sent=Sent.of("", "b"), path="archetype", value="Pilote").command, undone

    def pending(self):
        cast = self.cast
        Seat.objects.filter(campaign=cast.campaign).update(dice=Seat.Dice.ASK)
        roll = {"character": self.elowen, "args": {"check": "rifles"}, "faces": [20]}
        token = fights.roll_test(seat=Seat.objects.get(pk=cast.ana.pk), sent=Sent.of("", "roll"), **roll).value
        ((exchange, row),) = Encounter.objects.get(token=token).state["exchanges"].items()
        return token, {"exchange": exchange, "key": f"{row['action']['actor']}-rifles-reroll", "values": "7"}

    def request(self):
        """A test requested of Ana's character and not yet thrown."""
        request = requests.CheckRequest({self.elowen.token: "athletics"}, {})
        requests.ask(seat=self.cast.gm, sent=Sent.of("", "ask"), request=request)
        return Encounter.objects.order_by("pk").last().token

    def arguments(self, name, role):
        """The values of an address's parameters for a role."""
        draft = name in ("prepare", "rename-fight", "enrol", "dismiss", "fighter", "clone", "lot", "simulate")
        known = {
            "seat": self.seats[role].token,
            "character": self.character(name),
            "command": (self.undone if name == "redo" else self.done).token,
            "code": invitations.code_of(self.link),
            "link": self.link.nonce,
            "join_request": self.join_request.nonce,
            "member": self.gone.token if name == "erase-seat" else self.cast.leo.token,
            "check": "athletics",
            "subject": "POL-LUCK-02",
            "key": self.derived,
            "path": self.path(name),
            "number": "0",
            "event": self.event,
            "branch": self.copy() if name == "branch" else "",
            "stream": self.stream.token,
            "stage": "skills",
            "handout": self.plan,
            "source": self.lent.token,
            "clock": self.clock,
            "thing": self.thing,
            "whose": "table",
            "message": self.message,
            "question": self.question,
            "table": self.random_table,
            "digest": self.backdrop if name == "shown-picture" else self.portrait,
            "kind": "declare_melee",
            "side": "96",
            **(self.draft if draft else self.running),
        }
        own = {"answer": self.test, "asked": self.asked}
        return known | ({"encounter": own[name]} if name in own else {})

    def shown_handout(self):
        """A handout on the shared screen."""
        gm = self.cast.gm
        token = handouts.save(seat=gm, sent=Sent.of("", "plan"), values={"name": "Plan"}).value
        handouts.show(seat=gm, sent=Sent.of("", "show"), handout=token, to="screen")
        return token

    def told(self):
        return recap.recap_for(self.cast.gm).chapters[-1].last

    def copy(self):
        """A what-if copy of the running fight; of too many, the oldest is deleted."""
        return what_if.begin(self.cast.gm, Encounter.objects.get(token=self.running["encounter"])).token

    def character(self, name):
        return self.free if name in FREE else self.pirate.token if name == "save-template" else self.elowen.token

    def path(self, name):
        if name == "sheet-remove":
            return next(f"{path}.{key}" for path in ("skills", "weapons") for key in self.elowen.data.get(path, {}))
        return {"sheet-place": "wounds.body", "sheet-rows": "weapons"}.get(name, "archetype")

    def body(self, name):
        """Valid data for a form, whoever posts it."""
        whole = {"format": import_export.FORMAT, "version": 1, "game": "polaris", "kind": "pc", "data": {"name": "Lue"}}
        return {
            "sign-up": {"username": "Neuve", "password1": PASSWORD},
            "log-in": {"username": "Odile", "password": PASSWORD},
            "password": {"old_password": PASSWORD, "new_password1": f"{PASSWORD}2", "new_password2": f"{PASSWORD}2"},
            "downtime": {"kind": "favour", "arg-wish": "Une issue"},
            "new-campaign": {"name": "Neuve", "game": "polaris", "gm": "MJ"},
            "join": {"name": "Nouveau"},
            "write-story": {"about": self.told(), "text": "Élowen attend.", "how": "beside"}
            if name == "write-story"
            else {},
            "choose": {"dice": "ask"},
            "invite": {"role": "player", "uses": "2", "hours": "4"},
            "join-request": {"answer": "in"},
            "pair": {"code": self.waiting()} if name == "pair" else {},
            "house": {"table_name": "Autre nom"},
            "characters": {"sample": "blank", "name": "Vierge"},
            "create": {"sample": "blank"},
            "create-stage": {"skills.rifles.mastery": "1"},
            "read-character": {"file": SimpleUploadedFile("x.json", import_export.json.dumps(whole).encode())},
            "portrait": {"file": SimpleUploadedFile("x.png", drawn(colour="blue"))},
            "create-portrait": {"do": "remove"},
            "save-template": {"name": "Pirate", "healed": "1"},
            "give-character": {"owner": self.cast.leo.token},
            "sheet-field": {"archetype": "Espionne", "replaces": '{"archetype": "Pilote"}'},
            "sheet-step": {"path": "luck.current", "delta": "-1"},
            "sheet-section": {"name": "Élowen", "archetype": "Espionne", "replaces": '{"archetype": "Pilote"}'},
            "sheet-rows": {"name": "Couteau"},
            "sheet-star": {"path": "skills.athletics.favourite"},
            "roll": {"check": "athletics", "faces": "7"},
            "ask": {"who": self.elowen.token, "check": "athletics"},
            "asked": {"do": "throw", "fighter": self.elowen.token, "values": "7"},
            "fights": {"name": "Une autre"},
            "correct": {"do": "make_up"},
            "branch": {"do": "drop"},
            "rename-fight": {"name": "Autrement"},
            "fight-notes": {"notes": "La cale est piégée"},
            "enrol": {"pick": "sample:pirate"},
            "import-fighters": {"text": import_export.json.dumps(whole)},
            "lot": {"fighters": self.draft["fighter"], "hidden": "false"},
            "bring": {"fighters": self.running["waiting"]},
            "handouts": {"name": "Carte"},
            "handout": {"name": "Carte"},
            "copy": {"pick": f"handout:{self.lent_handout}"},
            "show-handout": {"to": "table"},
            "clocks": {"name": "Alarme"},
            "clock": {"do": "tick"},
            "stash": {"do": "find", "name": "Lampe"},
            "stash-thing": {"do": "remove", "count": "1"},
            "purse": {"do": "put", "coin": "money_sols", "amount": "3"},
            "calendar": {"do": "next"},
            "next-session": {"name": "Dimanche"},
            "answer-session": {"said": "maybe"},
            "push": {**PHONE, "wants": "turn"},
            "random-tables": {"name": "Météo", "dice": "1d2", "rows": "1 Pluie\n2 Soleil"},
            "random-table": {"do": "remove"},
            "party-note": {"day": "2026-01-03", "text": "Le quai", "replaces": ""},
            "messages": {"to": self.cast.leo.token, "text": "Psst"},
            "questions": {"text": "Par où ?", "to": self.cast.leo.token},
            "question": {"do": "answer", "said": "À gauche"},
            "pause": {"table": self.cast.ana.token},
            "lay-ground": {"ready": "boarding"},
            "ground-place": {"name": "Soute", "column": "4", "line": "4"},
            "ground-way": {"key": "w1", "metres": "5"},
            "ground-picture": {"file": SimpleUploadedFile("x.png", drawn(colour="green"))},
            "ground-pin": {"key": "p1", "spot.x": "320", "spot.y": "80"},
            "put": {"who": "pc", "place": "p1"},
            "measure": {"fighter": self.running["fighter"], "other": self.running["hero"], "metres": "7"},
            "fighter": {"public_name": "Silhouette"},
            "time": {"label": "Béni", "when": "round", "left": "2"},
            "fight-status": {"status": "paused"},
            "act": {"kind": "reveal", "arg-fighter": self.running["fighter"]},
            "answer": self.answer,
        }.get(name, {})

    def waiting(self):
        television = client_of()
        television.post("/tv/")
        return television.get("/tv/").text.split('lang="zxx">')[1][:6]

    def ask(self, method, name, route, role, **changed):
        """The response of an address to a role, as a word of the table; its changes are rolled back."""
        arguments = {**self.arguments(name, role), **changed}
        address = PARAMETER.sub(lambda found: str(arguments[found[1]]), route)
        cache.clear()
        cookies = {key: morsel.value for key, morsel in self.clients[role].cookies.items()}
        with transaction.atomic():
            answer = getattr(self.clients[role], method.lower())(address, self.body(name) if method == "POST" else {})
            transaction.set_rollback(True)
        assert policy_of(answer.headers) == POLICY, (method, name, role)
        for key, value in cookies.items():
            self.clients[role].cookies[key] = value
        return word(answer)


def word(answer):
    if answer.status_code == 302 and answer.url.startswith("/account/in/"):
        return "in"
    return {200: "yes", 302: "yes", 404: "no", 405: "never", 422: "say", 409: "say"}.get(
        answer.status_code, str(answer.status_code)
    )


@pytest.fixture
def ground(db):
    found = FullTable()
    yield found
    cache.clear()


ROUTES = dict(addresses())


def test_every_address_is_in_the_table_and_no_other():
    assert TABLE_OF_ADDRESSES.keys() == ROUTES.keys()
    assert len(ROUTES) == len(list(addresses()))


def test_every_live_page_is_in_the_table_and_no_other():
    assert TABLE_OF_PAGES.keys() == regions.PAGES.keys() - {"toys"}


@pytest.mark.slow("every address asked by eight roles")
@pytest.mark.parametrize(("place", "method"), [(0, "GET"), (1, "POST")])
@pytest.mark.parametrize("half", [0, 1])
def test_every_role_is_answered_at_every_address_as_the_table_says(ground, place, method, half):
    routes = list(ROUTES.items())[half::2]
    found = {name: " ".join(ground.ask(method, name, route, role) for role in ROLES) for name, route in routes}
    table = {name: rows[place] for name, rows in TABLE_OF_ADDRESSES.items()}
    wrong = {name: row for name, row in found.items() if row != table.get(name)}
    assert not wrong, "\n".join(f"{name}: {row}\n   not {table.get(name)}" for name, row in wrong.items())


@pytest.mark.slow("every address asked in every other way")
def test_no_address_has_any_other_method(ground):
    odd = {
        (order, name, role)
        for name, route in ROUTES.items()
        for order in ORDERS
        for role in ("anonymous", "gm")
        if ground.ask(order, name, route, role) == "yes"
    }
    assert odd == {(order, "set-language", role) for order in ORDERS for role in ("anonymous", "gm")}


@pytest.mark.slow("every address asked with things of another table")
def test_one_s_own_seat_opens_nothing_of_another_table(ground):
    own = Seat.objects.get(user=ground.user).token
    for name, route in ROUTES.items():
        things = [
            one
            for one in PARAMETER.findall(route)
            if one in ("character", "command", "link", "member", "encounter", "event", "branch")
        ]
        if "<str:seat>" in route and things:
            for method in ("GET", "POST"):
                there = ground.ask(method, name, route, "stranger", seat=own)
                nowhere = ground.ask(method, name, route, "stranger", seat=own, **dict.fromkeys(things, "a" * 16))
                assert there == nowhere != "yes", (method, name, there)


def test_every_role_has_the_live_pages_that_the_table_says(ground):
    keys = {"sheet": ground.elowen.token, "prepare": ground.draft["encounter"], "fight": ground.running["encounter"]}
    found = {}
    for name in TABLE_OF_PAGES:
        seats = [Seat.objects.select_related("campaign").get(pk=ground.seats[role].pk) for role in ROLES]
        held = [
            role in ROLES[3:] and regions.find_page(seat, name, keys.get(name, "")) is not None
            for role, seat in zip(ROLES, seats, strict=True)
        ]
        found[name] = " ".join("yes" if one else "no" for one in held)
    assert found == TABLE_OF_PAGES
