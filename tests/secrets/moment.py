"""A table at one moment of a fight: everything a seat can do there, rolled back afterwards."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from unittest.mock import patch

from django.db import transaction
from django.urls import reverse

from campaigns import services
from campaigns.accounts import deletion
from campaigns.accounts.deletion import Farewell
from campaigns.journal import event_cache, undo
from campaigns.journal.journal import Receipt
from campaigns.live import regions
from campaigns.live.cache import CACHES
from campaigns.models import Campaign, Command, Invitation, JoinRequest, Seat
from campaigns.seats import invitations
from encounters import roster
from encounters import services as encounter_services
from encounters.checks import requests
from encounters.dice import source
from encounters.fight.offers import gestures
from encounters.models import Branch
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, RulesError
from rules.core.scene import Action, Fighter
from rules.engine import exchanges
from rules.views import board
from rules.views.viewers import Viewer
from sheets import services as sheets
from sheets.models import Character, Draft, Picture
from sheets.ownership import services as ownership_services
from tests.cast import client_of
from tests.rules.play import fillable, legal_answer, legal_value
from tests.secrets.browsing import Page
from tests.secrets.evening import Dice, Secret
from tests.secrets.playing import ROWS, Playing

DONE = (200, 302)
MUCH = 5  # acts
MOST_STEPS = 150  # of a fight, until the moment is reached


@dataclass(frozen=True)
class Lead:
    """The way to a choice of Ana's that random play would take too long to reach.

    Her ``acts`` are done in turn, as often as needed; each open die shows this ``face``, as a share of its sides.
    """

    acts: tuple[tuple[str, dict[str, str]], ...]
    face: float
    hero: str = ""


LEADS = {
    "medieval": Lead((("declare_nothing", {}), ("attack", {"manoeuvre": "coup_fatal"})), 0.8, "garance_vaubelle"),
    "polaris": Lead((("declare_shoot", {"fire": "sweep"}), ("shoot", {})), 0.5),
    "chroniques": Lead((("attack", {}),), 1),
    "arpenteurs": Lead((("watch", {}), ("finish", {})), 0.5),
}


class NotNow(Exception):  # noqa: N818 - no error
    """Raised if an act is impossible at this moment of this game."""


class Moment(Playing):
    """A table at one moment of a fight, to which it returns after each sequence."""

    def __init__(
        self,
        game: str,
        secret: Secret,
        lead: Lead | None = None,
        *,
        grounded: bool = False,
        lurks: bool = False,
        opens_sheets: bool = False,
    ) -> None:
        self.grounded, self.lurks = grounded, lurks  # without a ground everybody is within reach
        self.opens_sheets = opens_sheets
        self.lead, self.led, self.game = lead, 0, game  # ``led``: acts of the lead done so far
        super().__init__(game, secret, 0, [])
        for name in ("Libre", "Vacante"):
            ownership_services.make_character(seat=self.gm, sent=self.unseen_sent(), sample="blank", name=name)
        self.late: dict[str, Any] = {}
        self.hidden_posts = 0
        self.look("begins")

    def hero_sample(self) -> str:
        return self.lead.hero if self.lead and self.lead.hero else super().hero_sample()

    def _offered(self, scene: Any, actor: str) -> Action:
        """The next act of the lead, if it is offered; else a random one."""
        usual = super()._offered(scene, actor)
        if self.lead is None or actor != self.me("ana"):
            return usual
        offers = {offer.kind: offer for offer in self.offered()}
        for place in range(self.led, self.led + len(self.lead.acts)):
            kind, args = self.lead.acts[place % len(self.lead.acts)]
            if kind in offers and all(_allows(offers[kind], key, value) for key, value in args.items()):
                self.led = place + 1
                open_ones = (field for field in offers[kind].fields if field.required or field.default is None)
                values = {field.key: legal_value(field, Random(kind).choice) for field in open_ones}
                return Action(kind, actor, {**values, **args})
        return usual

    @contextmanager
    def rolled_back(self, *seed: str) -> Iterator[None]:
        """Roll back what is done inside, in the database and in the caches of this process."""
        kept = {name: copy.copy(value) for name, value in vars(self).items() if isinstance(value, dict | list | set)}
        kept["shown"] = {key: dict(value) for key, value in self.shown.items()}
        plain = {name: getattr(self, name) for name in ("posts", "step", "random", "unseen_random")}
        cookies = {who: copy.deepcopy(client.cookies) for who, client in self.clients.items()}
        self.random, self.unseen_random = Random(" ".join(seed)), Random(f"{self.secret.seed} {' '.join(seed)}")
        with ExitStack() as before:
            for memory in tuple(CACHES):
                entries = memory.swap()
                before.callback(memory.swap, entries)
                memory.swap(entries.copy())  # hashing every key anew would take longer than an act
            freeze_growing_caches()
            before.enter_context(patch.dict(event_cache.AMENDED))
            before.enter_context(patch.object(source, "throw", Dice(self.secret.seed).throw))
            try:
                with transaction.atomic():
                    yield
                    transaction.set_rollback(True)
            finally:
                vars(self).update(kept, **plain)
                for who, client in self.clients.items():
                    client.cookies = cookies[who]

    def advance(self, is_there: Callable[[Moment], bool]) -> int:
        """Play public steps, settling hidden fighters before each, until ``is_there``; returns the number of steps.

        Raises ``NotNow`` if that is never so.
        """
        for steps in range(MOST_STEPS):
            if is_there(self) or any(is_there(self) for _act in self.settle_hidden()):
                self.look("there")
                return steps
            self.go_on(1)
        raise NotNow

    def ask_for_dice(self) -> None:
        """Have Ana asked for each of her dice from now on."""
        assert self.send("choose", dice=Seat.Dice.ASK.value).status_code in DONE
        self.look("chooses")

    def go_on(self, steps: int) -> None:
        """Play so many public steps, settling hidden fighters before each."""
        for _step in range(steps):
            list(self.settle_hidden())
            self.one_step()

    def look_uncached(self) -> int:
        """Draw all pages like a process that has cached nothing of this table."""
        event_cache.KEPT.clear()
        regions.VALUES.clear()
        return self.look("anew")

    def change_numbers(self) -> tuple[int, ...]:
        """Numbers of which at least one changes with anything that happens at the table."""
        campaign = Campaign.objects.get(pk=self.gm.campaign_id)
        rows = (Branch, Draft, Invitation, JoinRequest, Picture, Character)
        return (campaign.seq, *(row.objects.count() for row in rows))

    # The contents of somebody's page.

    def offered(self, who: str = "ana") -> list[Any]:
        """The usable offers of a player's own character; none unless it is called."""
        me = self.me(who)
        if me not in self.scene.called:
            return []
        found = board.offers(self.system, self.scene, roster.viewer_of(self.fresh(self.seats[who])), me)
        return [one for one in found if one.refused is None and fillable(one)]

    def asked(self, seat: Seat | None = None) -> list[Any]:
        """The prompts of a seat, Ana's if none is given, at this moment."""
        seen = board.view(self.system, self.scene, roster.viewer_of(self.fresh(seat or self.seats["ana"])))
        return [one for one in seen.needs if one.own and one.request is not None]

    def me(self, who: str) -> str | None:
        """The fighter of a seat."""
        hero = self.own(who)
        return next((one.id for one in self.scene.fighters.values() if hero and one.character == hero.token), None)

    def hide_opponent(self) -> None:
        """Hide a visible opponent, show and hide it again; it then acts like the other hidden fighters."""
        foe = next(row for row in self.scene.fighters.values() if row.side == "foe" and not row.hidden)
        for hide in (True, False, True):
            said = {"encounter": self.token, "fighter": foe.id, "hide": hide}
            prepare_services.reveal(seat=self.gm, sent=self.unseen_sent(), **said)
        self.unseen = [foe.character, *self.unseen]
        self.look("hides")

    # From the seat of a hidden hero.

    def hidden_post(self, name: str, body: dict[str, Any]) -> Any:
        """Post from Noé's browser to an address of the fight or of their seat, which nobody else may notice."""
        self.hidden_posts += 1
        seat = self.fresh(self.away)
        sent = {"command": f"hidden{self.hidden_posts:08}", **body}
        headers = {"HX-Request": "true", "X-Page": f"fight/{self.token}"}
        args = [seat.token, self.token] if name in ("act", "answer") else [seat.token]
        address = name if name.startswith("/") else reverse(name, args=args)
        return client_of(seat).post(address, sent, headers=headers)

    def lurker(self) -> Fighter:
        """Noé's hidden hero. Raises ``NotNow`` if there is none."""
        for row in self.scene.fighters.values():
            if self.lurking is not None and row.character == self.lurking.token and row.hidden:
                return row
        raise NotNow

    def lurker_is_up(self) -> bool:
        """True if the fight waits for Noé's hidden hero."""
        with suppress(NotNow):
            who = self.lurker().id
            return who in {prompt.of for prompt in exchanges.waiting_on(self.system, self.scene)}
        return False

    def lurker_acts(self) -> Any:
        """From Noé's seat, answer a prompt of their hero, or act without concerning anybody else."""
        who, scene = self.lurker().id, self.scene
        asked = next((row for row in self.asked(self.away) if row.of == who), None)
        if asked is not None:
            values = [str(one) for one in legal_answer(asked.request, Random(1).choice)]
            thrown = {"throw": "1"} if hasattr(asked.request, "dice") else {"values": values}
            return self.hidden_post("answer", {"exchange": asked.exchange, "key": asked.request.key, **thrown})
        if not self.lurker_is_up() or scene.exchanges:
            raise NotNow
        if who not in scene.called:
            self._hidden_done(Action("next", "gm", {"unseen": True}))
        try:
            action = self._harmless(self.scene, who)
        except AssertionError as error:
            raise NotNow from error
        args = {f"arg-{key}": value for key, value in action.args.items()}
        filled = {key: "on" if value is True else value for key, value in args.items() if value is not False}
        return self.hidden_post("act", {"kind": action.kind, "actor": who, **filled})

    # Posts of a seat.

    def send(self, name: str, **body: Any) -> Any:
        """Post to an address from Ana's seat, with the data of its row."""
        return self.post("ana", self.address_of("ana", name), {**ROWS[name](self, "ana"), **body}, script=True)

    def undo(self, *ways: str) -> Any:
        """Undo (or redo) Ana's newest act by its token."""
        mine = Command.objects.filter(seat=self.seats["ana"]).order_by("-pk").first()
        if mine is None:
            raise NotNow
        for way in ways or ("undo",):
            answer = self.post("ana", reverse(way, args=[self.seats["ana"].token, mine.token]), {}, script=True)
            self.look(way)
        return answer

    def roll(self) -> Any:
        hero = self.own("ana")
        return self.send("roll", check=self.system.checks(hero.data, {})[0].key if hero else "")

    def act_body(self, kind: str) -> dict[str, Any]:
        """The form of an offered act, filled in with legal values."""
        offer = next((one for one in self.offered() if one.kind == kind), None)
        if offer is None:
            raise NotNow
        fields = [one for one in offer.fields if one.key not in offer.gm_only]
        values = {f"arg-{one.key}": legal_value(one, Random(kind).choice) for one in fields}
        filled = {key: "on" if value is True else value for key, value in values.items() if value is not False}
        return {"kind": offer.kind, "actor": offer.actor, **filled}

    def declare(self, body: dict[str, Any]) -> Any:
        return self.post("ana", reverse("act", args=[self.seats["ana"].token, self.token]), body, script=True)

    def star(self) -> Any:
        if not any(field.kind == "flag" for _path, field in self.system.schema.walk()):
            raise NotNow
        return self.send("sheet-star")

    def act_once(self) -> Any:
        """Do the first of Ana's offers that is accepted."""
        for offer in self.offered():
            answer = self.declare(self.act_body(offer.kind))
            if answer.status_code == 200:
                return answer
        raise NotNow

    def gm_acts_for_her(self) -> Any:
        """The game master does what Ana was about to do; she can then send it too late."""
        offers = self.offered()
        if not offers:
            raise NotNow
        self.late = self.act_body(offers[0].kind)
        args = {key.removeprefix("arg-"): value for key, value in self.late.items() if key.startswith("arg-")}
        self.act_as(Action(offers[0].kind, self.late["actor"], args))

    def act_as(self, action: Action) -> None:
        self.step += 1
        try:
            self.act(action, self.sent([action.kind]))
        except Refused as error:
            raise NotNow from error

    def offered_kinds(self) -> list[str]:
        """The kinds of Ana's offers, and of the game master's public ones."""
        return [f"does {one.kind}" for one in self.offered()] + [f"leads {kind}" for kind in self.gm_offers()]

    def gm_offers(self) -> dict[str, Any]:
        """The game master's offers by kind, as if nobody were hidden."""
        known = exchanges.without_hidden_fighters(self.system, self.scene)
        found = board.offers(self.system, known, roster.viewer_of(self.gm), "gm")
        return {one.kind: one for one in found if one.refused is None and fillable(one)}

    def do_kind(self, name: str) -> None:
        """Do an act of this kind; after the game master's, also those it makes possible, such as coming back."""
        whose, kind = name.split(" ", 1)
        if whose == "does":
            self.declare(self.act_body(kind))
            return
        before = self.gm_offers()
        if kind not in before:
            raise NotNow
        self.do_as_gm(before[kind])
        for offer in [one for key, one in self.gm_offers().items() if key not in before]:
            self.do_as_gm(offer)

    def do_as_gm(self, offer: Any) -> None:
        args = {field.key: legal_value(field, Random(offer.kind).choice) for field in offer.fields}
        self.act_as(Action(offer.kind, "gm", args))
        self.look(offer.kind)

    def ask_all_heroes(self) -> Any:
        """Request a test of all heroes publicly, and throw Ana's."""
        self.step += 1
        heroes = [hero for who in ("ana", "leo") if (hero := self.own(who)) is not None]
        checks = {hero.token: self.system.checks(hero.data, {})[0].key for hero in heroes}
        if not checks:
            raise NotNow
        requests.ask(seat=self.fresh(self.gm), sent=self.sent("asked"), request=requests.CheckRequest(checks, {}))
        self.look("asked")
        return self.send("asked")

    def correct_newest(self) -> None:
        """Correct the newest public act to what it already was."""
        try:
            self.correct()
        except (StopIteration, RulesError) as error:
            raise NotNow from error

    def start_another_fight(self) -> None:
        """End the fight and begin another with the same opponents, and read the pages of both."""
        first = self.token
        try:
            self._turn("ended")
            self.read_pages()
            self.step += 1
            said = {"seat": self.fresh(self.gm), "sent": self.sent("another")}
            self.token = prepare_services.prepare(**said, name="Quai 8").value
            self.muster(f"2x sample:{self.samples[-1]}", hidden=False)
            self._turn("running")
            self.read_pages()
            for who in ("ana", "spectator"):
                self.get(who, "fight", first)
                for form in ("", "?as=json", "?as=markdown"):
                    self.open(who, reverse("recap", args=[self.seats[who].token]) + form)
        finally:
            self.token = first

    def add_opponent(self) -> None:
        """Add a visible opponent to the fight."""
        self.step += 1
        about = {"what": "", "pick": f"sample:{self.samples[-1]}", "hidden": False, "joins": "start"}
        own = {"seat": self.fresh(self.gm), "encounter": self.token}
        participants.add_participants(**own, sent=self.sent("one more"), **about)

    def _turn(self, status: str) -> None:
        self.step += 1
        about = {"encounter": self.token, "status": status, "begin": True}
        try:
            prepare_services.turn_to(seat=self.fresh(self.gm), sent=self.sent(status), **about)
        except Refused as error:
            raise NotNow from error
        self.look(status)

    def has_many_offers(self) -> bool:
        """True if Ana has many offers, as in the midst of her turn."""
        return len(self.offered()) >= MUCH

    def opponents_up(self) -> list[str]:
        """The game master's visible fighters who may act now."""
        known = exchanges.without_hidden_fighters(self.system, self.scene)
        return [] if known.exchanges else gestures.fighters_up(self.system, known)

    def group_acts(self) -> None:
        """Let an opponent act together with the rest of its group, twice."""
        for _time in range(2):
            for who in self.opponents_up():
                if self._with_mates(who):
                    break
            else:
                raise NotNow
            self.look("a group")

    def _with_mates(self, who: str) -> bool:
        viewer = Viewer("seat", frozenset({self.scene.fighters[who].character}))
        for offer in board.offers(self.system, self.scene, viewer, who):
            if offer.refused is not None or not fillable(offer):
                continue
            fields = [one for one in offer.fields if one.key not in offer.gm_only]
            args = {one.key: legal_value(one, Random(offer.kind).choice) for one in fields}
            about = {"kind": offer.kind, "actor": who, "args": args, "whole": True}
            self.step += 1
            with suppress(RulesError):
                encounter_services.act(seat=self.fresh(self.gm), sent=self.sent(about), encounter=self.token, **about)
                return True
        return False

    def side_acts(self) -> None:
        """Let all opponents do the same."""
        known, done = exchanges.without_hidden_fighters(self.system, self.scene), False
        for gesture in gestures.possible_gestures(self.system, known, {}):
            self.step += 1
            with suppress(RulesError):
                encounter_services.act_for_all(
                    seat=self.fresh(self.gm), sent=self.sent(gesture.kind), encounter=self.token, kind=gesture.kind
                )
                self.look("a side")
                done = True
        if not done:
            raise NotNow

    def throw_for_all(self) -> None:
        """Throw all dice that are still due, also for players."""
        self.step += 1
        with suppress(RulesError):
            encounter_services.throw_due(
                seat=self.fresh(self.gm), sent=self.sent("thrown for"), encounter=self.token, everybody=True
            )

    def act_too_late(self) -> Any:
        if not self.late:
            raise NotNow
        return self.declare(self.late)

    def answer(self) -> Any:
        """Answer a prompt."""
        asked = self.asked()
        if not asked:
            raise NotNow
        need = asked[0]
        values = [str(one) for one in legal_answer(need.request, Random(1).choice)]
        body = {"throw": "1"} if hasattr(need.request, "dice") else {"values": values}
        to = reverse("answer", args=[self.seats["ana"].token, self.token])
        return self.post("ana", to, {"exchange": need.exchange, "key": need.request.key, **body}, script=True)

    def take_answer_back(self) -> Any:
        """Revoke a choice that may still be changed."""
        scene = board.view(self.system, self.scene, roster.viewer_of(self.fresh(self.seats["ana"])))
        key = next(((card.exchange, one.key) for card in scene.cards for one in card.answered if one.key), None)
        if key is None:
            raise NotNow
        return self.declare({"kind": "take_back", "actor": self.me("ana"), "arg-exchange": key[0], "arg-key": key[1]})

    def edit(self, value: str) -> Any:
        hero = self.own("ana")
        if hero is None:
            raise NotNow
        path = next(
            path
            for path, field in self.system.schema.walk()
            if field.kind == "text" and path != "name" and not (field.gm_only or "." in path or field.names_another)
        )
        to = reverse("sheet-field", args=[self.seats["ana"].token, hero.token, path])
        form = next(one for one in Page(self.open("ana", to).said).forms if path in dict(one.free))
        return self.post("ana", to, {**form.filled(Random(0)), path: value, "command": f"edit{value:>08}"}, script=True)

    def leave_for_good(self, what: str) -> Any:
        seat = self.seats["ana"]
        answer = self.post("ana", reverse("leave", args=[seat.token]), {f"characters-{seat.token}": what}, script=False)
        if answer.status_code == 302:
            del self.seats["ana"], self.clients["ana"], self.heroes["ana"]
        return answer

    def join_by_link(self, character: str) -> Any:
        """A newcomer joins by the link, with a free character, a new one or none."""
        client, address = client_of(), reverse("join", args=[invitations.code_of(self.link)])
        free = Character.objects.get(campaign=self.gm.campaign, name="Libre").token
        self.keep("stranger", "GET", address, client.get(address))
        said = {"name": "Mia", "character": {"free": free}.get(character, character)}
        answer = self.keep("stranger", "POST", address, client.post(address, said))
        if answer.status_code == 302:
            seat = Seat.objects.get(token=answer.url.split("/")[2])
            self.clients["mia"], self.seats["mia"] = client, seat
            self.open("mia", answer.url)
        return answer

    def join_and_claim(self) -> Any:
        """A newcomer without a character claims a free one, and undoes that."""
        self.join_by_link("")
        free = Character.objects.get(campaign=self.gm.campaign, name="Vacante").token
        self.post("mia", reverse("take-character", args=[self.seats["mia"].token, free]), {}, script=True)
        return self.post("mia", reverse("undo-last", args=[self.seats["mia"].token]), {}, script=True)

    def remove_her(self) -> Receipt:
        """The game master removes Ana's seat; her browser still requests its pages and posts an act."""
        seat, begun = self.seats["ana"], self.act_body(self.offered()[0].kind) if self.offered() else {"kind": "finish"}
        self.step += 1
        done = services.remove_seat(seat=self.fresh(self.gm), sent=self.sent("removed"), leaving=self.fresh(seat))
        for name in ("seat", "journal", "own-data"):
            assert self.get("ana", name).status_code == 404
        assert self.declare(begun).status_code == 404
        return done

    def remove_and_restore(self) -> Any:
        self.step += 1
        undo.undo(seat=self.fresh(self.gm), sent=self.sent("back"), command=self.remove_her().command)
        return self.read_pages()

    def open_link_to_seat(self, moves: bool) -> Any:
        """Open a link to Ana's seat in another browser; if it ``moves``, the first browser loses the seat."""
        link = invitations.invite(self.fresh(self.seats["ana"]), moves=moves)
        first, self.clients["ana"] = self.clients["ana"], client_of()
        address = reverse("join", args=[invitations.code_of(link)])
        self.open("ana", address)
        answer = self.keep("ana", "POST", address, self.clients["ana"].post(address, {}))
        assert answer.status_code == 302
        self.look("comes")
        self.read_pages()
        home = reverse("journal", args=[self.seats["ana"].token])
        return self.keep("ana", "GET", home, first.get(home))

    def leave_and_rejoin(self) -> Any:
        """Ana leaves, and a newcomer by the link of the table claims her character."""
        hero = self.heroes["ana"].token
        self.leave_for_good("keep")
        self.look("leaves")
        self.join_by_link("")
        answer = self.post("mia", reverse("take-character", args=[self.seats["mia"].token, hero]), {}, script=True)
        self.look("takes")
        for name in ("sheet", "sheet-tab-journal", "export-character"):
            self.get("mia", name, hero)
        return answer

    def add_second_gm(self) -> Any:
        """Add a second game master, who acts publicly and is removed, and then sees no page."""
        self.step += 1
        other = services.add_seat(seat=self.fresh(self.gm), role=Seat.Role.GM, name="Coco")
        self.look("a second one")
        client, hero = client_of(other), self.heroes["ana"]
        sheets.step(seat=self.fresh(other), sent=self.sent("step"), character=hero, path=self._vital(hero), by=-1)
        self.look("theirs")
        self.step += 1
        done = services.remove_seat(seat=self.fresh(self.gm), sent=self.sent("goes"), leaving=other)
        for name in ("table", "journal", "archive", "screen", "people"):
            address = reverse(name, args=[other.token])
            assert self.keep("second", "GET", address, client.get(address)).status_code == 404
        return done

    def hand_over(self) -> Any:
        """The game master leaves for good and hands the table over to Léo, whose pages are no longer compared."""
        heir = self.seats.pop("leo")
        del self.clients["leo"]
        deletion.leave_for_good([Farewell(self.fresh(self.gm), heir=heir.token)])
        self.look("handed over")
        return self.read_pages()

    def read_pages(self) -> Any:
        """Read Ana's pages."""
        hero = self.own("ana")
        for name in ("seat", "journal", "recap", "characters", "own-data", "after", "dice"):
            answer = self.get("ana", name)
        if hero is not None:
            for name in ("sheet", "sheet-tab-state", "sheet-tab-journal", "export-character"):
                answer = self.get("ana", name, hero.token)
        self.get("ana", "fight", self.token)
        return answer

    def newest_character(self) -> Character:
        """Ana's newest character, so that hidden acts affect what she has just made."""
        return Character.objects.select_related("campaign").filter(owner=self.seats["ana"]).latest("pk")


def freeze_growing_caches() -> None:
    """Copy cached values that grow by row ids, because after a rollback other rows get these ids."""
    for key, (stamp, recent) in event_cache.KEPT.items():
        event_cache.KEPT.put(key, stamp, replace(recent))  # without the payloads read so far
    for key, (stamp, value) in regions.VALUES.items():
        if type(value) is dict:
            regions.VALUES.put(key, stamp, dict(value))


def _allows(offer: Any, key: str, value: str) -> bool:
    field = next((field for field in offer.fields if field.key == key), None)
    return field is not None and any(choice.key == value and not choice.refused for choice in field.choices)
