"""An evening in which players act from their own seats, with unseen acts of the game master in between.

Every response is recorded (status, headers, body), and so are the frames that follow. Acts are chosen from what the
pages offer, so evenings with different secrets, or none, are the same as long as nothing leaks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Receipt
from campaigns.models import Command, Event, Seat
from campaigns.queries import get_or_none, prepared
from campaigns.seats import invitations
from encounters import roster, services
from encounters.checks import requests
from encounters.correct import what_if as correct_what_if
from encounters.models import Encounter
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from encounters.prepare import timers as prepare_timers
from rules.core.errors import RulesError
from rules.core.scene import Action
from rules.engine import timers
from rules.engine.timers import Timer
from rules.views import board
from sheets import import_export
from sheets import services as sheets
from sheets.creation import draft as creation_draft
from sheets.models import Character
from sheets.npc_templates import services as npc_templates_services
from sheets.ownership import services as ownership_services
from tests.cast import client_of, television_of
from tests.encounters.conftest import join
from tests.encounters.push.browser import PHONE
from tests.faces import drawn
from tests.permissions import NEVER, TABLE_OF_ADDRESSES
from tests.rules.play import fillable, legal_answer, legal_value
from tests.secrets.browsing import Page
from tests.secrets.evening import CHANGING, Evening, Secret
from tests.test_permissions import PARAMETER, ROUTES

# Addresses outside any table, whose responses do not depend on a table.
ELSEWHERE = {
    "set-language": "the language of a browser",
    "display": "the letters of a browser",
    "tv": "a screen that has no table yet",
    "sign-up": "an account",
    "log-in": "an account",
    "log-in-key": "an account",
    "passkeys": "an account",
    "password": "an account",
    "log-out": "an account",
    "new-campaign": "a table that is not there yet",
    "games": "the games of a site, for its administrators",
    "remove-game": "the games of a site, for its administrators",
    "delete-account": "every seat of an account is left as one alone is: see `leave`",
}
PLAYERS = ("ana", "leo", "mia")
WATCHERS = ("spectator", "screen")
DRAFTED = "Zorvaxdraft"
Body = Callable[["Playing", str], dict[str, Any]]


@prepared
def first_character(seat: int) -> QuerySet[Character]:
    return Character.objects.select_related("campaign").filter(owner=seat).order_by("pk")[:1]


@prepared
def newest_commands(seat: int) -> QuerySet[Command]:
    return Command.objects.filter(seat=seat).order_by("-pk")[:3]


@prepared
def first_event(command: int) -> QuerySet[Event]:
    return Event.objects.filter(command=command).order_by("seq")[:1]


def said(**body: Any) -> Body:
    """The same data from every seat."""
    return lambda _evening, _who: body


def _sheet_file(evening: Playing, _who: str) -> dict[str, Any]:
    game = evening.cast.campaign.game
    whole = {"format": import_export.FORMAT, "version": 1, "game": game, "kind": "pc", "data": {"name": "Lue"}}
    return {"file": SimpleUploadedFile("x.json", json.dumps(whole).encode())}


def _face(_evening: Playing, _who: str) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("x.png", drawn(colour="blue"))}


def _check(evening: Playing, who: str) -> dict[str, Any]:
    hero = evening.own(who)
    checks = evening.system.checks(hero.data, {}) if hero else ()
    return {"check": evening.random.choice(checks).key} if checks else {}


def _counter(evening: Playing, who: str) -> dict[str, Any]:
    hero = evening.own(who)
    paths = evening.system.vitals(hero.data, {}) if hero else ()
    return {"path": evening.random.choice(paths), "delta": evening.random.choice(["-1", "1", "3"])} if paths else {}


def _flag(evening: Playing, _who: str) -> dict[str, Any]:
    flags = [path for path, field in evening.system.schema.walk() if field.kind == "flag"]
    return {"path": evening.random.choice(flags) if flags else "name"}


def _target(evening: Playing, _who: str) -> dict[str, Any]:
    return {"kind": "reveal", "arg-fighter": evening.fighter}


def _leave(evening: Playing, who: str) -> dict[str, Any]:
    seat = evening.seats.get(who)
    return {f"characters-{seat.token}": evening.random.choice(["keep", "remove"])} if seat else {}


# The data a seat posts to each address of a table; a missing address fails the tests.
ROWS: dict[str, Body] = {
    "join": lambda evening, _who: evening.coming(),
    "choose": lambda evening, _who: {"dice": "server"},
    "keep-seat": said(),
    "leave": _leave,
    "undo": said(),
    "redo": said(),
    "undo-last": said(),
    "redo-last": said(),
    "correct": said(do="make_up"),
    "publish-dice": said(),
    "house": said(table_name="Autre nom"),
    "invite": said(role="player", uses="2", hours="4"),
    "revoke": said(),
    "join-request": said(answer="in"),
    "pair": said(code="ABCDEF"),
    "remove-seat": said(),
    "move-seat": said(),
    "erase-seat": said(),
    "characters": said(sample="blank", name="Vierge"),
    "read-character": _sheet_file,
    "create": said(sample="blank"),
    "create-stage": said(name="Inconnue"),
    "create-points": said(name="Inconnue"),
    "create-portrait": said(do="remove"),
    "create-finish": said(),
    "create-drop": said(),
    "take-character": said(),
    "give-character": said(owner=""),
    "remove-character": said(),
    "portrait": _face,
    "save-template": said(name="Autre", healed="1"),
    "remove-portrait": said(),
    "sheet-field": said(name="Autrement"),
    "sheet-section": said(name="Encore autre"),
    "sheet-rows": said(name="Couteau"),
    "sheet-remove": said(),
    "sheet-step": _counter,
    "sheet-star": _flag,
    "roll": _check,
    "downtime": said(kind="favour"),
    "ask": said(),
    "asked": lambda evening, who: {"do": "throw", "fighter": getattr(evening.own(who), "token", "")},
    "fights": said(name="Une autre"),
    "rename-fight": said(name="Autrement"),
    "fight-notes": said(notes="La cale est piégée"),
    "enrol": said(what="Zorvaxa"),
    "api-tokens": said(),
    "webhook": said(do="test"),
    "import-fighters": _sheet_file,
    "dismiss": said(),
    "clone": said(),
    "time": said(label="Béni", when="round", left="2"),
    "lot": lambda evening, _who: {"fighters": evening.fighter, "hidden": "false"},
    "bring": lambda evening, _who: {"fighters": evening.fighter},
    "lay-ground": said(ready="street"),
    "ground-place": said(key="p1", name="Ailleurs"),
    "ground-way": said(key="w1", metres="30"),
    "ground-picture": _face,
    "ground-pin": said(**{"key": "p1", "spot.x": "9", "spot.y": "9"}),
    "measure": lambda evening, _who: {"fighter": evening.fighter, "other": evening.fighter, "metres": "3"},
    "copy": said(pick="handout:a"),
    "handouts": said(name="Plan"),
    "handout": said(name="Plan"),
    "show-handout": said(to="table"),
    "take-handout": said(),
    "remove-handout": said(),
    "clocks": said(name="Marée"),
    "clock": said(do="tick"),
    "stash": said(do="find", name="Corde"),
    "stash-thing": said(do="remove"),
    "purse": said(do="put", coin="money_sols", amount="3"),
    "calendar": said(do="next"),
    "next-session": said(name="Samedi"),
    "answer-session": said(said="yes"),
    "push": said(**PHONE, wants="turn"),
    "random-tables": said(name="Ciel", dice="1d2", rows="1 Pluie\n2 Soleil"),
    "random-table": said(do="roll"),
    "party-note": said(day="2026-01-03", text="Le quai", replaces=""),
    "messages": said(text="Psst", to="table"),
    "read-message": said(),
    "take-message": said(),
    "questions": said(text="Par où ?", to="table"),
    "question": said(do="answer", said="À gauche"),
    "resume": said(),
    "pause": lambda evening, who: {"table": evening.seats[who].token if who in evening.seats else ""},
    "write-story": said(about="a" * 16, text="Élowen attend.", how="beside"),
    "put": lambda evening, _who: {"who": evening.fighter, "place": "p1"},
    "fighter": said(public_name="Silhouette", hidden=""),
    "fight-status": said(status="paused"),
    "act": _target,
    "answer": said(exchange="a" * 16, key="x", throw="1"),
    "fork": said(),
    "branch": said(do="back"),
}
# The pages a seat may open, and their other forms.
GOT = [name for name, (get, _post) in TABLE_OF_ADDRESSES.items() if get != NEVER and "<str:seat>" in ROUTES[name]]
QUERIES = {"recap": ("", "?as=json", "?as=markdown"), "screen": ("", "?overlay")}
POSTED = [name for name, (_get, post) in TABLE_OF_ADDRESSES.items() if post != NEVER and name not in ELSEWHERE]


class Playing(Evening):
    """The table with browsers for its seats; ``stream_of_all`` has all responses and frames, in order."""

    def __init__(self, game: str, secret: Secret, seed: int, rows: list[str]) -> None:
        super().__init__(game, secret)
        self.random, self.unseen_random = Random(f"{game} {seed}"), Random(f"{secret.seed} {seed}")
        self.rows, self.posts = list(rows), 0
        self.clients = {who: client_of(self.cast.seats[who]) for who in ("ana", "leo", "spectator")}
        self.clients["screen"] = television_of(self.cast.screen)
        self.seats = {who: self.cast.seats[who] for who in self.clients}
        self.link = invitations.invite_to(self.gm, Seat.Role.PLAYER)
        self.stream_of_all: list[str] = []
        self.kinds: set[str] = set()
        self.hiddenly: list[Receipt] = []
        self.last_unseen = ""
        self.step = 1
        prepare_services.turn_to(seat=self.gm, sent=self.sent(), encounter=self.token, status="running")
        self.fighter = next(iter(Encounter.objects.get(token=self.token).state["fighters"]))
        self.look("begins")

    # The evening, step by step.

    def evening(self, steps: int) -> None:
        """Play so many public steps, with unseen ones in between that must send no frame."""
        for number in range(steps):
            self.unseen_steps(number)
            assert self.look("unseen") == 0, f"{self.last_unseen} sent {self.stream_of_all[-1][:2400]}"
            self.public_step()
            self.look("seen")
        while self.rows:  # each address that was not chosen at random
            self.unseen_steps(steps)
            assert self.look("unseen") == 0, f"{self.last_unseen} sent {self.stream_of_all[-1][:2400]}"
            self.post_row(self.rows.pop(0))
            self.look("seen")
        for who in self.seats:
            self.get(who, "seat")

    def public_step(self) -> None:
        """Do the next public act, mostly from a player's seat."""
        dice = self.random.random()
        if self.rows and dice < 0.55:
            self.post_row(self.rows.pop(0))
        elif dice < 0.7:
            self.act_of_player()
        elif dice < 0.8:
            self.go_back()
        elif dice < 0.88:
            self.browse()
        elif dice < 0.92:
            self.public_gm_step()
        else:
            with suppress(AssertionError):
                list(self.settle_hidden())
                self.stream_of_all.append(f"plays {self.one_step()}")

    def look(self, cause: str) -> int:
        """Record the frames that each page is sent now; returns their number."""
        found = self.differences()
        self.stream_of_all += ["\n".join((cause, *one)) for one in found]
        return len(found)

    def pages(self) -> list[tuple[str, str, str]]:
        there = [one for one in super().pages() if one[0] in self.seats]
        return there

    # From the seats.

    def own(self, who: str) -> Character | None:
        """The first character of a seat."""
        seat = self.seats.get(who)
        return get_or_none(first_character(seat.pk)) if seat else None

    def coming(self) -> dict[str, Any]:
        """The form of a newcomer: with a free character, a new one, or none."""
        free = [one.token for one in ownership_services.player_characters(self.cast.campaign) if not one.is_played]
        return {"name": "Mia", "character": self.random.choice([*free, "new", ""])}

    def get(self, who: str, name: str, *args: str) -> Any:
        address = reverse(name, args=[self.seats[who].token, *args])
        return self.open(who, address)

    def open(self, who: str, address: str) -> Any:
        return self.keep(who, "GET", address, self.clients[who].get(address))

    def everything(self, who: str) -> dict[str, str]:
        """The response of each address to a seat: status, headers, cookies and body."""
        found, arguments = {}, self.arguments_now(who)
        for name in GOT:
            known = arguments(name)
            address = PARAMETER.sub(lambda match, known=known: known.get(match[1], "a" * 16), ROUTES[name])
            for query in QUERIES.get(name, ("",)):
                cache.clear()
                answer = self.clients[who].get(address + query)
                body = b"".join(answer.streaming_content) if answer.streaming else answer.content
                headers = {key: value for key, value in answer.headers.items() if key not in CHANGING}
                text = f"{answer.status_code} {headers} {sorted(answer.cookies)}\n{body.decode('utf-8', 'replace')}"
                found[name + query] = text
        return found

    def post(self, who: str, address: str, body: dict[str, Any], script: bool) -> Any:
        """Post a form, with scripts or without; the response is recorded, and the page it redirects to."""
        cache.clear()
        hero = self.own(who)
        page = f"sheet/{hero.token}" if hero and self.random.random() < 0.5 else f"fight/{self.token}"
        headers = {"HX-Request": "true", "X-Page": page} if script else {}
        self.posts += 1
        sent = {"command": f"posted{self.posts:08}", **body}
        answer = self.keep(who, "POST", address, self.clients[who].post(address, sent, headers=headers))
        if answer.status_code == 302 and who in self.seats and answer.url.startswith("/t/"):
            self.open(who, answer.url)
        return answer

    def keep(self, who: str, method: str, address: str, answer: Any) -> Any:
        headers = {key: value for key, value in answer.headers.items() if key not in CHANGING}
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        cookies = sorted(answer.cookies)
        text = body.decode("utf-8", "replace")
        self.stream_of_all.append(f"{who} {method} {address}\n{answer.status_code} {headers} {cookies}\n{text}")
        answer.said = text
        return answer

    def somebody(self, *also: str) -> str:
        return self.random.choice([one for one in (*PLAYERS, *also) if one in self.seats])

    def post_row(self, name: str) -> None:
        """Post to an address from one of the seats."""
        if name == "join":
            self.join()
            return
        who = self.somebody("ana", "leo", *WATCHERS)
        if name == "leave":
            who = "mia" if "mia" in self.seats else "leo"
        if who not in self.seats:
            return
        address = self.address_of(who, name)
        answer = self.post(who, address, ROWS[name](self, who), self.random.random() < 0.6)
        if name == "leave" and answer.status_code == 302:
            del self.seats[who], self.clients[who]
            self.heroes.pop(who, None)

    def join(self) -> None:
        """A newcomer opens the link and posts its form, which may be refused."""
        client, address = Client(), reverse("join", args=[invitations.code_of(self.link)])
        self.keep("stranger", "GET", address, client.get(address))
        cache.clear()
        answer = self.keep("stranger", "POST", address, client.post(address, self.coming()))
        if answer.status_code == 302 and "mia" not in self.seats:
            token = answer.url.split("/")[2]
            self.clients["mia"], self.seats["mia"] = client, Seat.objects.get(token=token)

    def arguments(self, who: str, name: str) -> dict[str, str]:
        """The parameters of an address, as far as this seat knows them."""
        return self.arguments_now(who)(name)

    def arguments_now(self, who: str) -> Callable[[str], dict[str, str]]:
        """A function that gives the parameters of each address by its name, valid until something happens."""
        seat, hero = self.seats[who], self.own(who)
        hero = hero or self.heroes["ana"]
        mine = newest_commands(seat.pk)
        nothing = "a" * 16
        event = get_or_none(first_event(mine[0].pk)) if mine else None
        lists = [path for path, field in self.system.schema.walk() if field.kind == "list" and "." not in path]
        rows = [f"{path}.{key}" for path in lists for key in (hero.data.get(path) or {})]
        path = {"sheet-rows": lists[0] if lists else "name", "sheet-remove": rows[0] if rows else "name"}

        def take() -> list[str]:
            return [one.token for one in ownership_services.player_characters(self.cast.campaign)]

        def open_test() -> str:
            tests = Encounter.objects.filter(campaign=seat.campaign, kind="test").order_by("pk")
            return next((one.token for one in tests if self._is_open_to(one, hero)), nothing)

        def arguments(name: str) -> dict[str, str]:
            return {
                "seat": seat.token,
                "character": self.random.choice(take()) if name == "take-character" else hero.token,
                "command": self.random.choice([one.token for one in mine]) if mine else nothing,
                "code": nothing,
                "link": nothing,
                "join_request": nothing,
                "member": self.cast.leo.token,
                "event": event.token if event else nothing,
                "branch": nothing,
                "stage": "skills",
                "number": "0",
                "path": path.get(name, "name"),
                "encounter": open_test() if name in ("asked", "answer") else self.token,
                "fighter": self.fighter,
                "handout": nothing,
                "source": nothing,
                "clock": nothing,
                "thing": nothing,
                "whose": "table",
                "message": nothing,
                "question": nothing,
                "table": nothing,
            }

        return arguments

    def address_of(self, who: str, name: str) -> str:
        arguments = self.arguments_now(who)
        return PARAMETER.sub(lambda found: arguments(name)[found[1]], ROUTES[name])

    def _is_open_to(self, test: Encounter, hero: Character) -> bool:
        rows = list(test.state.get("fighters", {}).values())
        return any(one["character"] == hero.token for one in rows) and not any(one.get("hidden") for one in rows)

    def act_of_player(self) -> None:
        """Answer a prompt of a player, or do one of the offers of their own character."""
        who = self.somebody()
        hero, seat = self.own(who), self.fresh(self.seats[who])
        scene = self.scene
        me = next((one.id for one in scene.fighters.values() if hero and one.character == hero.token), None)
        if me is None or hero is None:
            self.browse()
            return
        address = reverse("act", args=[seat.token, self.token])
        viewer = roster.viewer_of(seat)
        needs = [one for one in board.view(self.system, scene, viewer).needs if one.own and one.request is not None]
        script = self.random.random() < 0.7
        if needs:
            need = self.random.choice(needs)
            values = [str(one) for one in legal_answer(need.request, self.random.choice)]
            to = reverse("answer", args=[seat.token, self.token])
            throws = {"throw": "1"} if need.request is not None and hasattr(need.request, "dice") else {}
            body = {"exchange": need.exchange, "key": need.request.key, **(throws or {"values": values})}
            self.post(who, to, body, script)
            return
        found = [one for one in board.offers(self.system, scene, viewer, me) if fillable(one)]
        new = [one for one in found if one.kind not in self.kinds and one.refused is None]
        if not found:
            return
        offer = self.random.choice(new or found)
        self.kinds.add(offer.kind)
        fields = [one for one in offer.fields if one.key not in offer.gm_only]
        values = {f"arg-{one.key}": legal_value(one, self.random.choice) for one in fields}
        body = {key: "on" if value is True else value for key, value in values.items() if value is not False}
        self.post(who, address, {"kind": offer.kind, "actor": me, **body}, script)

    def go_back(self) -> None:
        """Undo or redo the last act, or one of the player's own acts by its line."""
        who = self.somebody()
        name = self.random.choice(["undo-last", "redo-last", "undo", "redo", "undo-last", "undo"])
        address = self.address_of(who, name)
        self.post(who, address, {}, self.random.random() < 0.8)

    def browse(self) -> None:
        """Follow links from a player's page, and post a form found there."""
        who = self.somebody("spectator")
        hero = self.own(who)
        start = reverse("seat", args=[self.seats[who].token])
        if hero is not None and self.random.random() < 0.7:
            start = reverse(self.random.choice(["sheet", "sheet-tab-gear"]), args=[self.seats[who].token, hero.token])
        page = self.open(who, start)
        page = self.open(who, page.url) if page.status_code == 302 else page
        for _click in range(self.random.choice([0, 1, 1])):
            own = f"/t/{self.seats[who].token}/"
            links = [one for one in Page(page.said).links if one.startswith(own)]
            if not links:
                break
            page = self.open(who, self.random.choice(links))
            page = self.open(who, page.url) if page.status_code == 302 else page
        forms = [one for one in Page(page.said).forms if one.usable and one.pressed and "/leave/" not in one.action]
        if forms and page.status_code == 200:
            form = self.random.choice(forms)
            self.post(who, form.action or start, form.filled(self.random), self.random.random() < 0.6)

    # Public acts of the game master.

    def public_gm_step(self) -> None:
        """Do a random public act of the game master."""
        self.step += 1
        hero = self.heroes["ana"]
        what = self.random.choice(["ask", "give", "back", "pause", "edit"])
        with suppress(RulesError):
            if what == "ask":
                check = self.system.checks(hero.data, {})[0].key
                requests.ask(seat=self.gm, sent=self.sent(), request=requests.CheckRequest({hero.token: check}, {}))
            elif what == "give":
                sheets.step(seat=self.gm, sent=self.sent(), character=hero, path=self._vital(hero), by=-1)
            elif what == "back":
                newest = Command.objects.filter(seat__in=list(self.seats.values())).latest("pk")
                undo.rewind(seat=self.fresh(self.gm), sent=self.sent(), command=newest)
            elif what == "pause":
                for status in ("paused", "running"):
                    prepare_services.turn_to(seat=self.gm, sent=self.sent(status), encounter=self.token, status=status)
                    self.step += 1
            else:
                text = next(
                    path
                    for path, field in self.system.schema.walk()
                    if field.kind == "text" and path != "name" and not field.gm_only and "." not in path
                )
                sheets.edit(seat=self.gm, sent=self.sent(), character=hero, path=text, value="Du meneur")
        self.stream_of_all.append(f"master {what}")

    def _vital(self, hero: Character) -> str:
        return next(path for path in self.system.vitals(hero.data, {}))

    # Unseen acts of the game master.

    def unseen_steps(self, number: int) -> None:
        """Do random unseen acts, chosen by the seed of this evening alone."""
        if not self.secret.names:
            return
        acts: list[Callable[[], Any]] = [
            self.roll_unseen,
            self.roll_pending,
            self.draft,
            self.notes,
            self.reserve,
            self.bring,
            self.cursed,
            self.what_if,
            self.somebody_new,
            self.harm,
            self.links,
            self.edit_story,
            self.move_unseen,
            self.one_hidden_act,
            self.one_hidden_act,
            self.back_unseen,
        ]
        for _one in range(self.unseen_random.choice([0, 1, 1, 2])):
            with suppress(RulesError, StopIteration):
                act = self.unseen_random.choice(acts)
                act()
                self.last_unseen = act.__name__

    def roll_pending(self) -> None:
        """Request an unseen roll for a character that waits for its real die."""
        hero = self.newest_character()
        Seat.objects.filter(pk=self.gm.pk).update(dice=Seat.Dice.TYPED)
        check = {"check": self.system.checks(hero.data, {})[0].key}
        with suppress(RulesError):
            services.roll_test(
                seat=self.fresh(self.gm), sent=self.unseen_sent(), character=hero, args=check, hidden=True
            )
        Seat.objects.filter(pk=self.gm.pk).update(dice=Seat.Dice.SERVER)

    def draft(self) -> None:
        """Prepare another fight with all characters."""
        done = prepare_services.prepare(seat=self.gm, sent=self.unseen_sent(), name=f"{DRAFTED} {self.secret.note}")
        prepare_services.enrol(seat=self.gm, sent=self.unseen_sent(), encounter=done.value, characters=self.unseen)
        self.hiddenly.append(done)

    def notes(self) -> None:
        """Write the texts of a character that only a game master reads."""
        self.write_all(self.newest_character(), gm_only=True)

    def newest_character(self) -> Character:
        """The player character that a hidden act concerns."""
        return self.unseen_random.choice(list(Character.objects.filter(campaign=self.gm.campaign, kind="pc")))

    def reserve(self) -> None:
        name = f"{self.secret.names[0]} {self.secret.note}"
        found = join(self.cast, name, "npc", None, self.samples[self.secret.sample])
        who = {"what": "", "pick": f"character:{found.token}", "hidden": True, "joins": "signal"}
        participants.add_participants(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, **who)

    def bring(self) -> None:
        waiting = list(Encounter.objects.get(token=self.token).state.get("reserves", {}))
        prepare_services.bring_in(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, fighters=waiting[:1])

    def cursed(self) -> None:
        character = self.unseen_random.choice(self.unseen)
        fighter = next(one.id for one in self.scene.fighters.values() if one.character == character)
        timer = Timer(fighter, f"k{self.unseen_random.randrange(10**9)}", timers.ROUND, 1, label=self.secret.note)
        prepare_timers.set_timer(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, timer=timer)

    def what_if(self) -> None:
        correct_what_if.begin(self.fresh(self.gm), Encounter.objects.select_related("campaign").get(token=self.token))

    def somebody_new(self) -> None:
        """Add an opponent, save it as a template, give it a portrait, and begin the draft of another."""
        name = f"{self.secret.names[-1]} {self.unseen_random.random()}"
        made = join(self.cast, name, "npc", None, self.samples[-1])
        self.portray(made, self.unseen_random.choice(["blue", "green", "white"]))
        npc_templates_services.save(seat=self.gm, sent=self.unseen_sent(), character=made, name=name, healed=True)
        creation_draft.begin(self.gm, "blank")

    def harm(self) -> Receipt:
        """Hurt or heal a hidden fighter."""
        found = Character.objects.select_related("campaign").get(token=self.unseen_random.choice(self.unseen))
        hurt = {"character": found, "path": self._vital(found), "by": -1}
        return sheets.step(seat=self.gm, sent=self.unseen_sent(), **hurt)

    def links(self) -> None:
        invitations.invite_to(self.gm, Seat.Role.SPECTATOR)

    def one_hidden_act(self) -> None:
        """Do one act due from a hidden fighter, no more, so that players act in between."""
        action = self._hidden_action(self.scene)
        if action is not None:
            self.hiddenly.append(self._hidden_done(action))

    def _hidden_done(self, action: Action) -> Receipt:
        what = {"kind": action.kind, "actor": action.actor, "args": dict(action.args)}
        return services.act(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, **what)

    def back_unseen(self) -> None:
        """Undo an unseen act, and redo it."""
        done = self.unseen_random.choice(self.hiddenly) if self.hiddenly else None
        if done is not None and done.command is not None:
            undo.undo(seat=self.fresh(self.gm), sent=self.unseen_sent(), command=done.command)
            if self.unseen_random.random() < 0.5:
                undo.redo(seat=self.fresh(self.gm), sent=self.unseen_sent(), command=done.command)
