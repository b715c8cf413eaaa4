"""A table at one moment of a fight: what a seat can do there, and how all of it is forgotten again."""

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
from campaigns.models import Campaign, Command, Invitation, Knock, Seat
from campaigns.seats import invitations
from encounters import roster
from encounters import services as encounter_services
from encounters.checks import requests
from encounters.dice import source
from encounters.fight.offers import whole_side
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


class NotNow(Exception):  # noqa: N818 - no error: there is no such thing to be done at this moment of this game
    """There is no such thing to be done at this moment of this game."""


class Moment(Playing):
    """A table at one moment of a fight, to which it returns after each sequence."""

    def __init__(
        self, game: str, secret: Secret, lead: Lead | None = None, *, grounded: bool = False, lurks: bool = False
    ) -> None:
        self.grounded, self.lurks = grounded, lurks  # without a ground everybody is within reach at once
        self.lead, self.led, self.game = lead, 0, game  # ``led``: how many of the acts that lead there were done
        super().__init__(game, secret, 0, [])
        for name in ("Libre", "Vacante"):
            ownership_services.make_character(seat=self.gm, sent=self.unseen_sent(), sample="blank", name=name)
        self.late: dict[str, Any] = {}
        self.hidden_posts = 0
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
            if is_there(self) or any(is_there(self) for _act in self.settle_hidden()):
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

    def asked(self, seat: Seat | None = None) -> list[Any]:
        """The prompts of a seat, Ana's if none is given, at this moment."""
        seen = board.view(self.system, self.scene, roster.viewer_of(self.fresh(seat or self.seats["ana"])))
        return [one for one in seen.needs if one.own and one.request is not None]

    def me(self, who: str) -> str | None:
        """The fighter of a seat."""
        hero = self.own(who)
        return next((one.id for one in self.scene.fighters.values() if hero and one.character == hero.token), None)

    def hide_one(self) -> None:
        """An opponent in sight is hidden, shown and hidden again: whoever is hidden does things from now on."""
        foe = next(row for row in self.scene.fighters.values() if row.side == "foe" and not row.hidden)
        for hide in (True, False, True):
            said = {"encounter": self.token, "fighter": foe.id, "hide": hide}
            prepare_services.reveal(seat=self.gm, sent=self.unseen_sent(), **said)
        self.unseen = [foe.character, *self.unseen]
        self.look("hides")

    # From the seat of a hidden hero.

    def hidden_post(self, name: str, body: dict[str, Any]) -> Any:
        """Post from Noé's own browser, to an address about the fight or of their seat; nobody else may notice."""
        self.hidden_posts += 1
        seat = self.fresh(self.away)
        sent = {"command": f"hidden{self.hidden_posts:08}", **body}
        headers = {"HX-Request": "true", "X-Page": f"fight/{self.token}"}
        args = [seat.token, self.token] if name in ("act", "answer") else [seat.token]
        address = name if name.startswith("/") else reverse(name, args=args)
        return client_of(seat).post(address, sent, headers=headers)

    def lurker(self) -> Fighter:
        """Noé's hero, whom nobody else sees. Raises ``NotNow`` where there is none."""
        for row in self.scene.fighters.values():
            if self.lurking is not None and row.character == self.lurking.token and row.hidden:
                return row
        raise NotNow

    def lurker_is_up(self) -> bool:
        """The next thing hidden is owed by Noé's hero."""
        with suppress(NotNow):
            who = self.lurker().id
            return who in {prompt.of for prompt in exchanges.waiting_on(self.system, self.scene)}
        return False

    def lurker_acts(self) -> Any:
        """Noé answers what their hero is asked, or does something that concerns nobody else, from their own seat."""
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

    def meant(self) -> Character:
        """The newest character of Ana's, or her own: so hidden acts touch what she did."""
        return Character.objects.select_related("campaign").filter(owner=self.seats["ana"]).latest("pk")


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
