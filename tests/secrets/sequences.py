"""An act from a seat, something hidden after it, then what that seat does next: in three worlds, at one table each.

Every part is a row here, so that any act meets any hidden thing before any next step. Each sequence begins at the same
moment of a fight and is forgotten after it, so the worlds differ in nothing but what is hidden.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
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
from campaigns.live.cache import CACHES, forget_all
from campaigns.models import Campaign, Command, Event, Invitation, Knock, Seat
from campaigns.seats import invitations, join_requests
from campaigns.services import create_campaign
from encounters import roster
from encounters import services as encounter_services
from encounters.checks import requests
from encounters.copying import services as copying
from encounters.correct import correction, replay
from encounters.correct.replay import Correction
from encounters.dice import source
from encounters.fight import whole_side
from encounters.ground import services as ground
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Branch, Encounter, Handout, Message, PartyItem, Webhook
from encounters.party import clocks, random_tables
from encounters.prepare import participants, reserves
from encounters.prepare import services as prepare_services
from encounters.prepare import timers as prepare_timers
from encounters.push import signals, subscriptions
from encounters.questions import services as questions
from encounters.webhook import services as webhooks
from rules import registry
from rules.core.errors import Refused, RulesError
from rules.core.scene import Action
from rules.core.script import Ask, Roll
from rules.engine import exchanges, offers, timers
from rules.engine.timers import Timer
from rules.importing.reading import Imported
from rules.views import board
from rules.views.viewers import Viewer
from sheets import services as sheets
from sheets.models import Character, Draft, Picture
from sheets.ownership import services as ownership_services
from tests.cast import client_of
from tests.encounters.conftest import join
from tests.encounters.push.browser import PHONE
from tests.rules.play import fillable, legal_answer, legal_value
from tests.secrets.browsing import Page
from tests.secrets.evening import Dice, Secret
from tests.secrets.playing import DRAFTED, POSTED, ROWS, Playing

DONE = (200, 302)
MUCH = 5  # acts
MOST_STEPS = 150  # of a fight, until a moment comes


@dataclass(frozen=True)
class Lead:
    """The way to a choice of Ana's that chance would take too long to reach: her character, the acts, the face.

    The acts are done in turn, as often as it takes.

    ``face`` is the part of its sides that each open die shows, from 0 to 1.
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


# The marks with which a fighter may interrupt an act that is open, by game; other games have no act that opens so.
INTERRUPTIONS = {"mythras": {"delayed": True}}


class NotNow(Exception):  # noqa: N818 - no error: there is no such thing to be done at this moment of this game
    """There is no such thing to be done at this moment of this game."""


class Moment(Playing):
    """A table at one moment of a fight, to which it returns after each sequence."""

    grounded = False  # everybody is within reach at once

    def __init__(self, game: str, secret: Secret, lead: Lead | None = None) -> None:
        self.lead, self.led, self.game = lead, 0, game  # ``led``: how many of the acts that lead there were done
        super().__init__(game, secret, 0, [])
        for name in ("Libre", "Vacante"):
            ownership_services.make_character(seat=self.gm, sent=self.unseen_sent(), sample="blank", name=name)
        self.late: dict[str, Any] = {}
        self.look("begins")

    def hero_sample(self) -> str:
        return self.lead.hero if self.lead and self.lead.hero else super().hero_sample()

    def _offered(self, scene: Any, actor: str) -> Action:
        """The next act that leads to a choice of hers, before anything else."""
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
    def forgotten(self, *seed: str) -> Iterator[None]:
        """Do something, and let it not have happened: neither in the database nor in what this process keeps."""
        kept = {name: copy.copy(value) for name, value in vars(self).items() if isinstance(value, dict | list | set)}
        kept["shown"] = {key: dict(value) for key, value in self.shown.items()}
        plain = {name: getattr(self, name) for name in ("posts", "step", "random", "unseen_random")}
        cookies = {who: copy.deepcopy(client.cookies) for who, client in self.clients.items()}
        self.random, self.unseen_random = Random(" ".join(seed)), Random(f"{self.secret.seed} {' '.join(seed)}")
        with ExitStack() as before:
            for memory in tuple(CACHES):
                entries = memory.swap()
                before.callback(memory.swap, entries)
                memory.swap(entries.copy())  # as it is: to ask each key for its hash takes longer than an act
            stop_growing()
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
        """Play what everybody sees until it is so, with whatever is hidden settled before each step.

        Gives how many steps it took. Raises ``NotNow`` where it never comes.
        """
        for steps in range(MOST_STEPS):
            if is_there(self):
                self.look("there")
                return steps
            self.go_on(1)
        raise NotNow

    def throws_herself(self) -> None:
        """Each die of hers waits for her from now on."""
        assert self.send("choose", dice=Seat.Dice.ASK.value).status_code in DONE
        self.look("chooses")

    def go_on(self, steps: int) -> None:
        """Play so many steps that everybody sees, with whatever is hidden settled before each."""
        for _step in range(steps):
            list(self.settle_hidden())
            self.one_step()

    def look_anew(self) -> int:
        """Look as a process does that has drawn nothing of this table yet."""
        event_cache.KEPT.clear()
        regions.VALUES.clear()
        return self.look("anew")

    def happened(self) -> tuple[int, ...]:
        """Numbers of which one at least is another after anything that happens at the table."""
        campaign = Campaign.objects.get(pk=self.gm.campaign_id)
        rows = (Branch, Draft, Invitation, Knock, Picture, Character)
        return (campaign.seq, *(row.objects.count() for row in rows))

    # The contents of somebody's page.

    def offered(self, who: str = "ana") -> list[Any]:
        """The offers for somebody's own character now, on the page of the fighter who is called."""
        me = self.me(who)
        if me not in self.scene.called:
            return []
        found = board.offers(self.system, self.scene, roster.viewer_of(self.fresh(self.seats[who])), me)
        return [one for one in found if one.refused is None and fillable(one)]

    def asked(self, who: str = "ana") -> list[Any]:
        """The prompts of a seat at this moment."""
        seen = board.view(self.system, self.scene, roster.viewer_of(self.fresh(self.seats[who])))
        return [one for one in seen.needs if one.own and one.request is not None]

    def me(self, who: str) -> str | None:
        """The fighter of a seat."""
        hero = self.own(who)
        return next((one.id for one in self.scene.fighters.values() if hero and one.character == hero.token), None)

    # Posts of a seat.

    def send(self, name: str, **body: Any) -> Any:
        """Post to an address of the site from a seat, with what its row says."""
        return self.post("ana", self.address_of("ana", name), {**ROWS[name](self, "ana"), **body}, script=True)

    def undo(self, *ways: str) -> Any:
        """The newest act is taken back, or done again, by its own token."""
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
        """The form of an act of a fight that is offered, filled as it allows."""
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

    def acts(self) -> Any:
        """One act of the fight that Ana is offered, whichever can be taken."""
        for offer in self.offered():
            answer = self.declare(self.act_body(offer.kind))
            if answer.status_code == 200:
                return answer
        raise NotNow

    def next(self, name: str) -> None:
        """Do what comes next, and keep what everybody is sent then."""
        try:
            ({**NEXT, **POSTS, **OPENLY}.get(name) or partial(Moment.of_kind, name=name))(self)
        except NotNow:
            self.stream_of_all.append(f"{name} is nothing now")
        self.look(name)

    def acted_for(self) -> Any:
        """The game master does for Ana what she was about to do; she sends hers too late."""
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
        """Every act that Ana is offered now, and every one of the game master's that everybody may know."""
        return [f"does {one.kind}" for one in self.offered()] + [f"leads {kind}" for kind in self.leading()]

    def leading(self) -> dict[str, Any]:
        """The game master's offers, by kind, of the fight without whoever is hidden."""
        known = exchanges.without_hidden_fighters(self.system, self.scene)
        found = board.offers(self.system, known, roster.viewer_of(self.gm), "gm")
        return {one.kind: one for one in found if one.refused is None and fillable(one)}

    def of_kind(self, name: str) -> None:
        """One of these acts; of the game master's also what is offered only after it, such as coming back."""
        whose, kind = name.split(" ", 1)
        if whose == "does":
            self.declare(self.act_body(kind))
            return
        before = self.leading()
        if kind not in before:
            raise NotNow
        self.done_by_master(before[kind])
        for offer in [one for key, one in self.leading().items() if key not in before]:
            self.done_by_master(offer)

    def done_by_master(self, offer: Any) -> None:
        args = {field.key: legal_value(field, Random(offer.kind).choice) for field in offer.fields}
        self.act_as(Action(offer.kind, "gm", args))
        self.look(offer.kind)

    def asked_with_others(self) -> Any:
        """A test is asked of all heroes before everybody, and she throws hers."""
        self.step += 1
        heroes = [hero for who in ("ana", "leo") if (hero := self.own(who)) is not None]
        checks = {hero.token: self.system.checks(hero.data, {})[0].key for hero in heroes}
        if not checks:
            raise NotNow
        requests.ask(seat=self.fresh(self.gm), sent=self.sent("asked"), wish=requests.Wish(checks, {}))
        self.look("asked")
        return self.send("asked")

    def corrected(self) -> None:
        """The newest act that everybody saw is corrected to what it was."""
        try:
            self.correct()
        except (StopIteration, RulesError) as error:
            raise NotNow from error

    def meets_another_fight(self) -> None:
        """The fight ends, and another begins with as many opponents of the same kind; both are read about."""
        first = self.token
        try:
            self._turn("ended")
            self.reads()
            self.step += 1
            said = {"seat": self.fresh(self.gm), "sent": self.sent("another")}
            self.token = prepare_services.prepare(**said, name="Quai 8").value
            self.muster(f"2x sample:{self.samples[-1]}", hidden=False)
            self._turn("running")
            self.reads()
            for who in ("ana", "spectator"):
                self.get(who, "fight", first)
                for form in ("", "?as=json", "?as=markdown"):
                    self.open(who, reverse("recap", args=[self.seats[who].token]) + form)
        finally:
            self.token = first

    def one_more_comes(self) -> None:
        """One more opponent comes into the fight before everybody's eyes."""
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

    def has_much_to_do(self) -> bool:
        """Ana may do whatever somebody can whose turn it is."""
        return len(self.offered()) >= MUCH

    def opponents_up(self) -> list[str]:
        """The game master's fighters whom everybody sees and who may act now."""
        known = exchanges.without_hidden_fighters(self.system, self.scene)
        return [] if known.exchanges else whole_side.fighters_up(self.system, known)

    def group_acts(self) -> None:
        """One of the opponents who are up does something, and so does the rest of their group."""
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
        """All opponents do the same, as far as each may."""
        known, done = exchanges.without_hidden_fighters(self.system, self.scene), False
        for gesture in whole_side.gestures(self.system, known, {}):
            self.step += 1
            with suppress(RulesError):
                encounter_services.act_for_all(
                    seat=self.fresh(self.gm), sent=self.sent(gesture.kind), encounter=self.token, kind=gesture.kind
                )
                self.look("a side")
                done = True
        if not done:
            raise NotNow

    def thrown_for(self) -> None:
        """The game master throws for everybody who is left, players among them."""
        self.step += 1
        with suppress(RulesError):
            encounter_services.throw_due(
                seat=self.fresh(self.gm), sent=self.sent("thrown for"), encounter=self.token, everybody=True
            )

    def too_late(self) -> Any:
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
        """A choice that was made, as long as the page says that it may be another one."""
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

    def leaves(self, what: str) -> Any:
        seat = self.seats["ana"]
        answer = self.post("ana", reverse("leave", args=[seat.token]), {f"characters-{seat.token}": what}, script=False)
        if answer.status_code == 302:
            del self.seats["ana"], self.clients["ana"], self.heroes["ana"]
        return answer

    def joins(self, character: str) -> Any:
        """Somebody comes by the link, with a character that is free, a new one or none."""
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

    def claims(self) -> Any:
        """Somebody who plays nobody takes a character."""
        self.joins("")
        free = Character.objects.get(campaign=self.gm.campaign, name="Vacante").token
        self.post("mia", reverse("take-character", args=[self.seats["mia"].token, free]), {}, script=True)
        return self.post("mia", reverse("undo-last", args=[self.seats["mia"].token]), {}, script=True)

    def removed(self) -> Receipt:
        """The game master takes her seat away; her browser asks for what it was shown, and sends what it had begun."""
        seat, begun = self.seats["ana"], self.act_body(self.offered()[0].kind) if self.offered() else {"kind": "finish"}
        self.step += 1
        done = services.remove_seat(seat=self.fresh(self.gm), sent=self.sent("removed"), leaving=self.fresh(seat))
        for name in ("seat", "journal", "own-data"):
            assert self.get("ana", name).status_code == 404
        assert self.declare(begun).status_code == 404
        return done

    def removed_and_back(self) -> Any:
        self.step += 1
        undo.undo(seat=self.fresh(self.gm), sent=self.sent("back"), command=self.removed().command)
        return self.reads()

    def comes_by_her_link(self, moves: bool) -> Any:
        """A link to her own seat is opened in another browser; where it ``moves``, the first one holds it no longer."""
        link = invitations.invite(self.fresh(self.seats["ana"]), moves=moves)
        first, self.clients["ana"] = self.clients["ana"], client_of()
        address = reverse("join", args=[invitations.code_of(link)])
        self.open("ana", address)
        answer = self.keep("ana", "POST", address, self.clients["ana"].post(address, {}))
        assert answer.status_code == 302
        self.look("comes")
        self.reads()
        home = reverse("journal", args=[self.seats["ana"].token])
        return self.keep("ana", "GET", home, first.get(home))

    def comes_again(self) -> Any:
        """She leaves, and comes by the link of the table as somebody else, who takes up what she played."""
        hero = self.heroes["ana"].token
        self.leaves("keep")
        self.look("leaves")
        self.joins("")
        answer = self.post("mia", reverse("take-character", args=[self.seats["mia"].token, hero]), {}, script=True)
        self.look("takes")
        for name in ("sheet", "sheet-tab-journal", "export-character"):
            self.get("mia", name, hero)
        return answer

    def second_master(self) -> Any:
        """Another game master comes, does something that everybody sees, and is removed: nothing is shown to them."""
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

    def handed_over(self) -> Any:
        """The game master leaves for good, and Léo leads from now on; what he reads then is not compared."""
        heir = self.seats.pop("leo")
        del self.clients["leo"]
        deletion.leave_for_good([Farewell(self.fresh(self.gm), heir=heir.token)])
        self.look("handed over")
        return self.reads()

    def reads(self) -> Any:
        """The pages of a seat, and what is in them."""
        hero = self.own("ana")
        for name in ("seat", "journal", "recap", "characters", "own-data", "after", "dice"):
            answer = self.get("ana", name)
        if hero is not None:
            for name in ("sheet", "sheet-tab-state", "sheet-tab-journal", "export-character"):
                answer = self.get("ana", name, hero.token)
        self.get("ana", "fight", self.token)
        return answer

    # Hidden things.

    def meant(self) -> Character:
        """The newest character of Ana's, or her own: so hidden acts touch what she did."""
        return Character.objects.select_related("campaign").filter(owner=self.seats["ana"]).latest("pk")

    def pending_ask(self) -> None:
        """A test asked in secret of somebody's character."""
        hero = self.heroes["ana"]
        check = self.system.checks(hero.data, {})[0].key
        requests.ask(seat=self.gm, sent=self.unseen_sent(), wish=requests.Wish({hero.token: check}, {}, hidden=True))

    def corrected_unseen(self) -> None:
        """Correct an act of somebody hidden in the fight before to what it was, and undo that."""
        hidden = Event.objects.filter(campaign=self.gm.campaign, encounter=self.token, audience="gm", undoes=None)
        event = next((event for event in hidden.order_by("-seq") if replay.is_act(event)), None)
        if event is None:
            raise NotNow
        look = correction.preview(seat=self.fresh(self.gm), event=event, wanted=Correction())
        done = correction.correct(
            seat=self.fresh(self.gm), sent=self.unseen_sent(), event=event, wanted=Correction(), seen=look.digest
        )
        undo.undo(seat=self.fresh(self.gm), sent=self.unseen_sent(), command=done.command)

    def harm_undone(self) -> None:
        """Harm to somebody hidden is taken back, and done again."""
        command = self.harm().command
        for way in (undo.undo, undo.redo):
            way(seat=self.fresh(self.gm), sent=self.unseen_sent(), command=command)

    def attempts_spent(self) -> None:
        """A test tried in secret whose attempts the game master spends, until something happens."""
        hero = self.heroes["ana"]
        wish = requests.Wish(
            {hero.token: self.system.checks(hero.data, {})[0].key},
            {"secret": "on"},
            again={"attempts": "3", "event": self.secret.note},
            hidden=True,
        )
        requests.ask(seat=self.gm, sent=self.unseen_sent(), wish=wish)
        test = Encounter.objects.filter(campaign=self.gm.campaign, kind=Encounter.Kind.TEST).latest("pk")
        requests.spend(seat=self.gm, sent=self.unseen_sent(), encounter=test.token, by=1)
        requests.spend(seat=self.gm, sent=self.unseen_sent(), encounter=test.token, by=2)

    def hidden_turn(self) -> None:
        """Let a hidden fighter who owes something do it, as far as it goes."""
        if not list(self.settle_hidden()):
            raise NotNow

    def half_a_hidden_turn(self) -> None:
        """Let a hidden fighter begin an act, and leave it open."""
        action = self._hidden_action(self.scene)
        if action is None:
            raise NotNow
        self._hidden_done(action)

    def interrupted_unseen(self) -> None:
        """Somebody hidden acts, and somebody hidden of another side interrupts it; both wait for real dice."""
        if self.game not in INTERRUPTIONS:
            raise NotNow
        try:
            token = self.hidden(self.samples[0], f"{self.secret.note} septies")
        except Refused as error:  # the players would notice
            raise NotNow from error
        first, second = (
            next(one.id for one in self.scene.fighters.values() if one.character == character)
            for character in (self.unseen[0], token)
        )
        prepare_services.describe(
            seat=self.gm, sent=self.unseen_sent(), encounter=self.token, fighter=second, about={"side": "ally"}
        )
        self.lets_interrupt(first, second)
        foe = next(one.id for one in self.scene.fighters.values() if one.side == "foe" and not one.hidden)
        Seat.objects.filter(pk=self.gm.pk).update(dice=Seat.Dice.TYPED)
        try:
            for actor in (first, second):
                self.attacks_unseen(actor, foe)
        finally:
            Seat.objects.filter(pk=self.gm.pk).update(dice=Seat.Dice.SERVER)
        levels = [exchange.level for exchange in self.scene.exchanges.values()]
        assert levels == [0, 1], levels

    def lets_interrupt(self, *fighters: str) -> None:
        """Each of them may act at any time from now on."""
        encounter = Encounter.objects.get(token=self.token)
        for key in fighters:
            encounter.state["fighters"][key].setdefault("marks", {}).update(INTERRUPTIONS[self.game])
        encounter.save()

    def attacks_unseen(self, actor: str, target: str) -> None:
        """Somebody hidden does to an opponent what opens an exchange. Raises ``NotNow`` where nothing does."""
        for offer in offers.offers(self.system, self.scene, actor):
            named = next((field for field in offer.fields if target in {choice.key for choice in field.choices}), None)
            if offer.refused is not None or not fillable(offer) or named is None:
                continue
            values = {field.key: legal_value(field, Random(1).choice) for field in offer.fields}
            before = len(self.scene.exchanges)
            with suppress(Refused):
                self._hidden_done(Action(offer.kind, actor, {**values, named.key: target}))
            if len(self.scene.exchanges) > before:
                return
        raise NotNow

    def hidden_mate(self) -> None:
        """Somebody hidden stands with an opponent who is up: of the same group, and at the same place in the order."""
        mate = next(iter(self.opponents_up()), None)
        if mate is None:
            raise NotNow
        encounter = Encounter.objects.get(token=self.token)
        rows = encounter.state["fighters"]
        key = next(key for key, row in rows.items() if row["character"] == self.unseen[0])
        kept = {part: rows[key][part] for part in ("character", "order", "hidden")}
        rows[key] = {**copy.deepcopy(rows[mate]), **kept}
        encounter.save()
        prepare_services.describe(
            seat=self.gm, sent=self.unseen_sent(), encounter=self.token, fighter=key, about={"health_shown": "exact"}
        )

    def closed_timer(self) -> None:
        """An opponent whom everybody sees is something that only the game master knows of."""
        foe = next(one.id for one in self.scene.fighters.values() if one.side == "foe" and not one.hidden)
        timer = Timer(foe, "k", timers.ROUND, 3, label=self.secret.note)
        prepare_timers.set_timer(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, timer=timer)

    def described(self) -> None:
        fighter = next(one.id for one in self.scene.fighters.values() if one.character == self.unseen[0])
        about = {"public_name": f"{self.secret.note} bis", "side": "unknown", "health_shown": "exact"}
        prepare_services.describe(
            seat=self.gm, sent=self.unseen_sent(), encounter=self.token, fighter=fighter, about=about
        )

    def renamed(self) -> None:
        found = Character.objects.select_related("campaign").get(token=self.unseen[0])
        sheets.edit(seat=self.gm, sent=self.unseen_sent(), character=found, path="name", value=f"{found.name} ter")

    def hidden_place(self) -> None:
        """The first place of a fight without a ground."""
        lair = {"name": self.secret.note, "hidden": True}
        ground.set_place(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, key="", values=lair)

    def drafted(self) -> None:
        """A fight is prepared, with everybody in it."""
        prepare_services.prepare(seat=self.gm, sent=self.unseen_sent(), name=f"{DRAFTED} {self.secret.note}")

    def drafted_and_gone(self) -> None:
        done = prepare_services.prepare(seat=self.gm, sent=self.unseen_sent(), name=f"{DRAFTED} {self.secret.note}")
        undo.undo(seat=self.fresh(self.gm), sent=self.unseen_sent(), command=done.command)

    def brought(self) -> None:
        """Somebody joins unseen, unless the players would notice."""
        self.reserve()
        try:
            self.bring()
        except Refused as error:
            raise NotNow from error

    def of_two(self) -> None:
        """Exchange messages, a question, a handout and a clock between the game master and a seat with no page open."""
        to = {"to": self.away.token}
        done = messages.whisper(seat=self.gm, sent=self.unseen_sent(), text=self.secret.note, **to)
        messages.mark_read(seat=self.away, sent=self.unseen_sent(), message=done.first)
        messages.whisper(seat=self.away, sent=self.unseen_sent(), text=self.secret.note)
        words = {"text": self.secret.note, "to": [self.away.token]}
        asked = questions.ask(seat=self.gm, sent=self.unseen_sent(), **words)
        questions.answer(seat=self.away, sent=self.unseen_sent(), question=asked.first, said=self.secret.note)
        kept = handouts.save(seat=self.gm, sent=self.unseen_sent(), said={"name": self.secret.note})
        handouts.show(seat=self.gm, sent=self.unseen_sent(), handout=kept.value, **to)
        made = clocks.make(
            seat=self.gm, sent=self.unseen_sent(), said={"name": self.secret.note}, shown=[self.away.token]
        )
        clocks.tick(seat=self.gm, sent=self.unseen_sent(), clock=made.value, by=1)

    def of_two_no_more(self) -> None:
        """The same, and each taken away again or undone."""
        self.of_two()
        message = Message.objects.filter(campaign=self.gm.campaign).earliest("pk")
        messages.withdraw(seat=self.gm, sent=self.unseen_sent(), message=message.token)
        question = PartyItem.objects.filter(campaign=self.gm.campaign, kind="question").latest("pk")
        questions.remove(seat=self.gm, sent=self.unseen_sent(), question=question.token)
        handout = Handout.objects.filter(campaign=self.gm.campaign).latest("pk")
        handouts.take_away(seat=self.gm, sent=self.unseen_sent(), handout=handout.token)
        handouts.remove(seat=self.gm, sent=self.unseen_sent(), handout=handout.token)
        clock = PartyItem.objects.filter(campaign=self.gm.campaign, kind=clocks.KIND).latest("pk")
        done = clocks.show(seat=self.gm, sent=self.unseen_sent(), clock=clock.token, to=[])
        undo.undo(seat=self.fresh(self.gm), sent=self.unseen_sent(), command=done.command)

    def draft_worked_on(self) -> None:
        """A fight to come is renamed, annotated, and somebody leaves it again."""
        own = {
            "seat": self.gm,
            "encounter": prepare_services.prepare(
                seat=self.gm, sent=self.unseen_sent(), name=f"{DRAFTED} {self.secret.note}"
            ).value,
        }
        prepare_services.rename(**own, sent=self.unseen_sent(), name=f"{DRAFTED} bis {self.secret.note}")
        prepare_services.annotate(**own, sent=self.unseen_sent(), text=self.secret.note)
        there = Encounter.objects.get(token=own["encounter"]).state["fighters"]
        prepare_services.dismiss(**own, sent=self.unseen_sent(), fighter=next(iter(there)))

    def come_and_gone(self) -> None:
        """An opponent is made, gets a thing, loses it, and goes."""
        name = f"{self.secret.note} quater"
        made = join(self.cast, name, "npc", None, self.samples[-1])
        lists = (path for path, field in self.system.schema.walk() if field.kind == "list" and "." not in path)
        for path in lists:
            with suppress(RulesError):
                thing = {"name": self.secret.note}
                row = sheets.add_row(seat=self.gm, sent=self.unseen_sent(), character=made, path=path, values=thing)
                thing_path = f"{path}.{row.value}"
                sheets.remove_row(seat=self.gm, sent=self.unseen_sent(), character=made, path=thing_path)
                break
        ownership_services.remove_character(seat=self.gm, sent=self.unseen_sent(), character=made)

    def rolls_on_a_table(self) -> None:
        """A random table kept, rolled on in secret and put away."""
        rows = {"name": self.secret.note, "dice": "1d2", "rows": f"1-2 {self.secret.note}"}
        table = random_tables.create(seat=self.gm, sent=self.unseen_sent(), said=rows).value
        random_tables.roll(seat=self.gm, sent=self.unseen_sent(), table=table, unseen=True)
        random_tables.remove(seat=self.gm, sent=self.unseen_sent(), table=table)

    def of_a_file(self) -> None:
        """Opponents of a file take part: hidden in a draft, in reserve of the fight, and hidden in it at once."""
        draft = prepare_services.prepare(seat=self.gm, sent=self.unseen_sent(), name=f"{DRAFTED} quinquies").value
        sheet = registry.samples(self.game)[self.samples[-1]]["data"]
        sheets_read = [(Imported({**sheet, "name": f"{self.secret.note} {key}"}, ""), None) for key in "ab"]
        groups = {self.secret.note: sheets_read}
        for where, joins in ((draft, reserves.START), (self.token, reserves.SIGNAL)):
            said = {"encounter": where, "groups": groups, "joins": joins}
            participants.bring_imported(seat=self.gm, sent=self.unseen_sent(), hidden=True, **said)
        with suppress(Refused):  # where the players would notice
            said = {"encounter": self.token, "groups": groups, "joins": reserves.START}
            participants.bring_imported(seat=self.gm, sent=self.unseen_sent(), hidden=True, **said)

    def told_outside(self) -> None:
        """A webhook begins, is tried, gets another secret and ends; the phone of a third wants to be told."""
        wish = {"rolls": True, "story": True, "seq": self.fresh(self.gm).campaign.seq}
        hook = Webhook.objects.create(campaign=self.gm.campaign, address="https://hooks.example/", **wish)
        for act in (webhooks.send_test, webhooks.renew_secret):
            act(seat=self.fresh(self.gm), sent=self.unseen_sent())
        webhooks.switch_off(seat=self.fresh(self.gm), sent=self.unseen_sent())
        assert not Webhook.objects.get(pk=hook.pk).on
        subscriptions.subscribe(self.away, "nobody's", **PHONE, wants=list(signals.KINDS))

    def fight_notes(self) -> None:
        """Write the game master's own notes on the running fight."""
        prepare_services.annotate(
            seat=self.gm, sent=self.unseen_sent(), encounter=self.token, text=f"{self.secret.note} sexies"
        )

    def copied(self) -> None:
        """Somebody, a draft with them and a handout come from another table of the same game master."""
        other = create_campaign(name=self.secret.note, game=self.game, gm="MJ")
        sheet = {"sample": "blank", "name": self.secret.names[0], "kind": Character.Kind.NPC}
        made = ownership_services.make_character(seat=other, sent=self.unseen_sent(), **sheet).value
        name = f"{DRAFTED} {self.secret.note}"
        fight = prepare_services.prepare(seat=other, sent=self.unseen_sent(), name=name).value
        prepare_services.enrol(seat=other, sent=self.unseen_sent(), encounter=fight, characters=[made])
        said = {"name": self.secret.note, "text": self.secret.note}
        kept = handouts.save(seat=other, sent=self.unseen_sent(), said=said).value
        picks = [f"character:{made}", f"encounter:{fight}", f"handout:{kept}"]
        copying.copy(seat=self.fresh(self.gm), sent=self.unseen_sent(), source=other, picks=picks)

    def knocked(self) -> None:
        link = invitations.invite_to(self.gm, Seat.Role.PLAYER, asks=True)
        browser = client_of()
        browser.post(reverse("join", args=[invitations.code_of(link)]), {"name": self.secret.names[0]})
        assert join_requests.waiting_knocks(self.gm.campaign).exists()


def stop_growing() -> None:
    """Keep what grows by the numbers of rows as it is: after a rollback other rows have these numbers."""
    for key, (stamp, recent) in event_cache.KEPT.items():
        event_cache.KEPT.put(key, stamp, replace(recent))  # without the payloads read so far
    for key, (stamp, value) in regions.VALUES.items():
        if type(value) is dict:
            regions.VALUES.put(key, stamp, dict(value))


def _allows(offer: Any, key: str, value: str) -> bool:
    field = next((field for field in offer.fields if field.key == key), None)
    return field is not None and any(choice.key == value and not choice.refused for choice in field.choices)


def throws_for(secret: Secret, lead: Lead | None) -> Any:
    """The dice of a table: of both kinds, and the open ones as they lead to a choice."""
    dice = Dice(secret.seed)

    def throw(pen: Any, roll: Any, *, unseen: bool) -> tuple[list[int], None]:
        if unseen or lead is None:
            return dice.throw(pen, roll, unseen=unseen)
        return [max(1, round(roll.dice.sides * lead.face))] * roll.dice.count, None

    return throw


OF_OPPONENTS = "opponents are up"
# When it happens. What is so only where somebody is hidden is looked for there, and the other worlds play as far.
MOMENTS: dict[str, Callable[[Moment], bool]] = {
    "her turn": lambda table: bool(table.offered()),
    "she is to throw": lambda table: any(isinstance(one.request, Roll) for one in table.asked()),
    "she is to choose": lambda table: any(isinstance(one.request, Ask) for one in table.asked()),
    OF_OPPONENTS: lambda table: bool(table.opponents_up()),
    "nobody is called": lambda table: table.scene.round > 0 and not (table.scene.called or table.scene.exchanges),
    "somebody hidden is up": lambda table: table._hidden_action(table.scene) is not None,
}
OF_THE_HIDDEN = "somebody hidden is up"
IN_THE_MIDST = "in the midst of a round"
OF_DICE, OF_CHOICE = "she is to throw", "she is to choose"


def gathered(game: str, moment: str, secrets: tuple[Secret, ...]) -> list[Moment]:
    """A table for each of these worlds, of which the first hides nothing, all at one moment of one fight."""
    forget_all()  # of other tests: each sequence copies what is kept
    worlds: list[Moment] = []
    steps: list[int] = []
    lead = LEADS.get(game) if moment == OF_CHOICE else None
    # With another secret than the second one somebody else may be up.
    for secret in (secrets[1], secrets[0]) if moment == OF_THE_HIDDEN else secrets:
        with patch.object(source, "throw", throws_for(secret, lead)):
            world = Moment(game, secret, lead)
            if moment == OF_DICE:
                world.throws_herself()
            if moment == OF_THE_HIDDEN and steps:
                world.go_on(steps[0])
                world.look("there")
            else:
                steps.append(world.advance({**MOMENTS, IN_THE_MIDST: Moment.has_much_to_do}[moment]))
            worlds.append(world)
    return worlds[::-1] if moment == OF_THE_HIDDEN else worlds


# The first act of a seat. If nothing is hidden, each is answered as done.
ACTS: dict[str, Callable[[Moment], Any]] = {
    "makes a character": lambda table: table.send("characters"),
    "edits": lambda table: table.edit("Gris"),
    "adds to a number": lambda table: table.send("sheet-step"),
    "stars": Moment.star,
    "is portrayed": lambda table: table.send("portrait"),
    "rolls": Moment.roll,
    "reads a file in": lambda table: table.send("read-character"),
    "begins a character": lambda table: table.send("create"),
    "chooses dice": lambda table: table.send("choose"),
    "acts": Moment.acts,
    "is acted for": Moment.acted_for,
    "answers": Moment.answer,
}
# Acts that only the game master may learn of.
HIDDEN: dict[str, Callable[[Moment], Any]] = {
    "a secret roll": Moment.pending_ask,
    "a secret roll that waits": Moment.roll_pending,
    "a secret test whose attempts are spent": Moment.attempts_spent,
    "a draft": Moment.drafted,
    "a draft taken back": Moment.drafted_and_gone,
    "secret notes": Moment.notes,
    "somebody in reserve": Moment.reserve,
    "somebody joins unseen": Moment.brought,
    "somebody hidden under a condition": Moment.cursed,
    "a closed condition": Moment.closed_timer,
    "what if": Moment.what_if,
    "somebody new": Moment.somebody_new,
    "harm to somebody hidden": Moment.harm,
    "harm undone and done again": Moment.harm_undone,
    "a hidden act corrected": Moment.corrected_unseen,
    "a story of their own": Moment.tell_apart,
    "a handout": Moment.keep_handout,
    "a clock": Moment.keep_clock,
    "what goes between two": Moment.of_two,
    "what went between two": Moment.of_two_no_more,
    "a draft worked on": Moment.draft_worked_on,
    "somebody came and went": Moment.come_and_gone,
    "a secret roll on a table": Moment.rolls_on_a_table,
    "a hidden place": Moment.hidden_place,
    "a link": Moment.links,
    "copies from another table": Moment.copied,
    "somebody knocks": Moment.knocked,
    "opponents of a file": Moment.of_a_file,
    "a webhook and another's phone": Moment.told_outside,
    "notes of the fight": Moment.fight_notes,
    "somebody hidden described": Moment.described,
    "somebody hidden renamed": Moment.renamed,
    "a hidden turn": Moment.hidden_turn,
    "half a hidden turn": Moment.half_a_hidden_turn,
    "a hidden interruption of a hidden act": Moment.interrupted_unseen,
    "somebody hidden of their group": Moment.hidden_mate,
}
# The next act of the seat.
NEXT: dict[str, Callable[[Moment], Any]] = {
    "undoes": Moment.undo,
    "undoes and does again": lambda table: table.undo("undo", "redo", "undo"),
    "undoes by the key": lambda table: table.send("undo-last"),
    "does again by the key": lambda table: (table.send("undo-last"), table.send("redo-last"))[1],
    "edits": lambda table: table.edit("Noir"),
    "takes an answer back": Moment.take_answer_back,
    "comes too late": Moment.too_late,
    "answers": Moment.answer,
    "acts": Moment.acts,
    "is thrown for with everybody": Moment.thrown_for,
    "meets a group": Moment.group_acts,
    "meets a side": Moment.side_acts,
    "leaves with everything": lambda table: table.leaves("remove"),
    "leaves everything": lambda table: table.leaves("keep"),
    "joins with a free character": lambda table: table.joins("free"),
    "joins with a new character": lambda table: table.joins("new"),
    "claims": Moment.claims,
    "is removed": Moment.removed,
    "is removed and back": Moment.removed_and_back,
    "comes by a link to her seat": lambda table: table.comes_by_her_link(moves=False),
    "sits at another device": lambda table: table.comes_by_her_link(moves=True),
    "leaves and comes again": Moment.comes_again,
    "meets a second game master": Moment.second_master,
    "is led by another": Moment.handed_over,
    "reads": Moment.reads,
}
# Acts of a game master that everybody sees.
OPENLY: dict[str, Callable[[Moment], Any]] = {
    "is asked with others": Moment.asked_with_others,
    "meets a correction": Moment.corrected,
    "meets one more opponent": Moment.one_more_comes,
    "meets another fight": Moment.meets_another_fight,
}
# Every address of the site that takes a post at a table is a next step too; some need something to be there.
POSTS: dict[str, Callable[[Moment], Any]] = {name: partial(Moment.send, name=name) for name in POSTED if name != "join"}
