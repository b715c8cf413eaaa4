"""A scripted evening at a table of any game, with secrets that only the game master may know.

Public acts are chosen from what the players are offered, so they are the same whatever is hidden. In between, the game
master acts in secret: hidden fighters act, dice are rolled unseen, notes are written.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache as cache_of_pictures
from functools import lru_cache
from html import unescape
from random import Random
from typing import Any

from django.core.cache import cache
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from campaigns.journal import standing
from campaigns.journal.journal import Sent
from campaigns.live import regions
from campaigns.models import Event, Seat
from campaigns.queries import prepared
from campaigns.services import add_seat, change_settings, set_seat
from campaigns.web.language import speaking
from encounters import roster, scenes, services
from encounters.checks import requests
from encounters.correct import correction, replay, what_if
from encounters.correct.replay import Correction
from encounters.ground import services as ground
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Encounter
from encounters.party import clocks, notes, random_tables
from encounters.prepare import participants, simulation
from encounters.prepare import services as prepare_services
from encounters.prepare import timers as prepare_timers
from encounters.story import edits, recap
from rules import registry
from rules.core.errors import Refused, RulesError
from rules.core.scene import Action, apply
from rules.core.script import Ask
from rules.engine import decide, exchanges, offers, timers
from rules.engine.timers import Timer
from rules.views import board
from rules.views.viewers import Viewer
from sheets import services as sheets
from sheets.models import Character
from sheets.portraits import upload
from tests.cast import client_of, gather
from tests.encounters.conftest import join
from tests.faces import drawn
from tests.rules.play import fillable, legal_answer, legal_value, next_action

TOKEN = re.compile(r"(?<![a-z0-9])[a-z2-7]{16}(?![a-z0-9])")
MASKS = (
    (re.compile(r"[a-z2-7]{4}(-[a-z2-7]{4}){3}"), "code"),  # of a link, as it is read aloud
    (re.compile(r'datetime="[^"]*"'), 'datetime=""'),
    (re.compile(r"\b\d{4}-\d\d-\d\dT[\d:.]+[+-]\d\d:\d\d"), "moment"),
    (re.compile(r">\d\d:\d\d<"), ">time<"),
    (re.compile(r"\b\d\d:\d\d\b"), "time"),
    (re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|"x-csrftoken": "[^"]*"'), "csrf"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "hash"),
)
CHANGING = ("Content-Security-Policy", "Expires")  # a nonce, and the hour
WATCHING = ("ana", "leo", "spectator", "screen")
ENGLISH = ("chroniques", "arpenteurs")  # games at whose table Léo reads English, all others French


@dataclass(frozen=True)
class Secret:
    """The secrets of the game master: the hidden fighters and their names, and their other unseen acts.

    ``faces`` are the colours of the hidden fighters' portraits; visible opponents have a red one.
    """

    names: tuple[str, ...]
    sample: int
    note: str
    rolls: int
    seed: int
    faces: tuple[str, ...] = ()


@prepared  # queried many times in an evening
def seats_now(numbers: tuple[int, ...]) -> QuerySet[Seat]:
    return Seat.objects.select_related("campaign").filter(pk__in=numbers)


@prepared
def encounter_now(token: str) -> QuerySet[Encounter]:
    return Encounter.objects.select_related("campaign").filter(token=token)


@cache_of_pictures
def face(colour: str) -> upload.Portrait:
    """A portrait of one colour, made once."""
    return upload.make_portrait(drawn(colour=colour))


class Evening:
    """The table, and the frames sent after each step: for each page that watches, the regions that differ."""

    opens_sheets = False  # the house setting that lets everybody read the sheets of all heroes
    grounded = True  # there are places and ways, with hidden fighters on them
    lurks = False  # Noé has a hero, who is hidden in worlds with secrets
    simulates = False  # starts a process, so only where that is worth its time

    def __init__(self, game: str, secret: Secret) -> None:
        cache.clear()
        translation.deactivate()  # what a client was answered leaves its language behind
        self.secret, self.random, self.step = secret, Random(game), 0
        self.cast = gather(game)
        self.system = self.cast.campaign.system
        self.heroes = {
            "ana": join(self.cast, "Élowen", "pc", self.cast.ana, self.hero_sample()),
            "leo": join(self.cast, "Tibor", "pc", self.cast.leo, next(iter(registry.samples(game)))),
        }
        for seat in self.cast.seats.values():
            set_seat(seat=self.fresh(seat), sent=self.unseen_sent(), path="dice", value=Seat.Dice.SERVER.value)
        if game in ENGLISH:
            set_seat(seat=self.fresh(self.cast.leo), sent=self.unseen_sent(), path="language", value="en")
        if self.opens_sheets:
            change_settings(seat=self.fresh(self.cast.gm), sent=self.unseen_sent(), values={"sheets_open": True})
        self.gm = self.fresh(self.cast.gm)
        server = Seat.Dice.SERVER.value
        self.away = add_seat(seat=self.gm, role=Seat.Role.PLAYER, name="Noé", dice=server)  # has no page open
        self.shown: dict[tuple[str, str, str], dict[str, str]] = {}
        self.frames: list[tuple[str, str, str, str]] = []
        self.token = prepare_services.prepare(seat=self.gm, sent=self.sent(), name="Quai 7").value
        self.muster(f"2x sample:{self.samples[-1]}", hidden=False)
        for one in Character.objects.filter(campaign=self.cast.campaign, kind="npc"):
            self.portray(one, "red")
        self.unseen = [self.hidden(self.samples[secret.sample], name) for name in secret.names]
        self.lurking = self.lurk() if self.lurks else None
        for token, colour in zip(self.unseen, secret.faces, strict=False):
            self.portray(Character.objects.select_related("campaign").get(token=token), colour)
        if self.grounded:
            self.lay_ground()

    def lurk(self) -> Character:
        """Add Noé's hero, who is at the table in every world."""
        hero = join(self.cast, "Noam", "pc", self.away, next(iter(registry.samples(self.cast.campaign.game))))
        if self.secret.names:
            said = {"what": "", "pick": f"character:{hero.token}", "hidden": True, "joins": "start"}
            participants.add_participants(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, **said)
            rows = Encounter.objects.get(token=self.token).state["fighters"]
            about = {"fighter": next(key for key, row in rows.items() if row["character"] == hero.token)}
            about |= {"about": {"hidden": True}}  # a hero added to a draft is visible
            prepare_services.describe(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, **about)
        return hero

    def lay_ground(self) -> None:
        """Put visible fighters in places, and hidden ones among them or in a hidden place."""

        def put(who: str, place: str) -> None:
            ground.put(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, who=[who], place=place)

        ground.lay(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, level="", ready="boarding")
        rows = Encounter.objects.get(token=self.token).state["fighters"]
        seen = [key for key, row in rows.items() if not row.get("hidden")]
        for number, fighter in enumerate(sorted(seen, key=lambda key: rows[key]["order"])):
            put(fighter, f"p{number % 2 + 1}")
        if not self.unseen:
            return
        own = {"seat": self.gm, "encounter": self.token}
        lair = {"name": self.secret.note, "column": 4, "line": 1, "hidden": True}
        ground.set_place(**own, sent=self.unseen_sent(), key="", values=lair)
        places = Encounter.objects.get(token=self.token).state["ground"]["places"]
        hidden = next(key for key, row in places.items() if row.get("hidden"))
        for ends in ((hidden, "p1"), ("p1", "p3")):
            way = {"a": ends[0], "b": ends[1], "metres": 1 + self.secret.seed, "hidden": True}
            ground.set_way(**own, sent=self.unseen_sent(), key="", values=way)
        for number, (key, _row) in enumerate(row for row in rows.items() if row[1].get("hidden")):
            put(key, "p2" if number % 2 else hidden)

    def hero_sample(self) -> str:
        """The ready-made sheet of Ana's character."""
        return next(iter(registry.samples(self.cast.campaign.game)))

    @property
    def samples(self) -> list[str]:
        """The ready-made sheets of opponents; heroes would join on the side of the party."""
        return [key for key, row in registry.samples(self.cast.campaign.game).items() if row["kind"] == "npc"]

    def sent(self, body: object = "") -> Sent:
        """A command whose key depends on the step alone, because the open dice are derived from it."""
        return Sent.of(f"step{self.step:08}", body)

    def unseen_sent(self) -> Sent:
        """A command of the game master that nobody else learns of."""
        return Sent.of("", "")

    def fresh(self, seat: Seat) -> Seat:
        return seats_now.get((seat.pk,))

    def portray(self, character: Character, colour: str) -> None:
        sheets.portray(seat=self.gm, sent=self.unseen_sent(), character=character, portrait=face(colour))

    def muster(self, pick: str, *, hidden: bool) -> None:
        said = {"what": "", "pick": pick, "hidden": hidden, "joins": "start"}
        participants.add_participants(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, **said)

    def hidden(self, sample: str, name: str) -> str:
        """Add a hidden fighter; every text of its sheet is a secret."""
        found = join(self.cast, name, "npc", None, sample)
        self.write_all(found)
        participants.add_participants(
            seat=self.gm,
            sent=self.unseen_sent(),
            encounter=self.token,
            what="",
            pick=f"character:{found.token}",
            hidden=True,
            joins="start",
        )
        return found.token

    def write_all(self, character: Character, gm_only: bool = False) -> None:
        """Fill all texts of a sheet with the secret in one act, or with ``gm_only`` those for the game master alone."""
        values = {
            path: f"{self.secret.note} {path}"[: field.most or 60]
            for path, field in self.system.schema.walk()
            if field.kind in ("text", "note") and path != "name"
            if field.gm_only >= gm_only and not field.names_another
        }
        sheets.edit_all(seat=self.gm, sent=self.unseen_sent(), character=character, values=values, replaces={})

    @property
    def scene(self) -> Any:
        return scenes.scene_of(encounter_now.get(self.token))

    def play(self, steps: int) -> None:
        """Play the evening; a step that only the game master may know must not send a single frame."""
        for what, known in self.run_steps(steps):
            found = self.differences()
            self.frames += [(what, *one) for one in found]
            assert known or found == [], f"{what} sent {[one[:2] for one in found]}"

    def run_steps(self, steps: int) -> Iterator[tuple[str, bool]]:
        """Start the fight and do so many public steps, with hidden ones in between.

        Yields the name of each step, and whether it is public.
        """
        self.step += 1
        prepare_services.turn_to(seat=self.gm, sent=self.sent(), encounter=self.token, status="running")
        yield "begins", True
        for hero in self.heroes.values():
            self.write_all(hero, gm_only=True)
            yield "notes", False
        for number in range(steps):
            for _one in range(self.secret.rolls if number % 5 == 0 else 0):
                self.roll_unseen()
                yield "rolls unseen", False
            if number == steps // 2:
                yield from self.unseen_acts()
            for action in self.settle_hidden():
                yield str(action), False
            yield self.one_step(), True

    def unseen_acts(self) -> Iterator[tuple[str, bool]]:
        """The game master's other unseen acts, and a public correction."""
        for number, name in enumerate(self.secret.names):
            self.add_reserve(f"{name} bis", self.secret.sample)
            yield "lets somebody wait in reserve", False
            self.curse(self.unseen[number])
            yield "puts somebody hidden under a condition", False
        self.edit_story()
        yield "edits the story for game masters", False
        self.keep_handout()
        yield "keeps a handout", False
        self.keep_clock()
        yield "ticks a clock that nobody sees", False
        self.whisper()
        yield "whispers to somebody who is away", False
        if self.grounded and self.unseen:
            self.move_unseen()
            yield "moves somebody hidden", False
        self.fork()
        yield "asks what if", False
        if self.simulates:
            plan = simulation.plan_of(Encounter.objects.select_related("campaign").get(token=self.token))
            assert simulation.run_simulation(plan, seconds=120, times=1).bouts
            yield "tries the fight out", False
        self.correct()
        yield "corrects", True

    def add_reserve(self, name: str, sample: int) -> None:
        """Add a fighter in reserve who waits for a signal that never comes."""
        found = join(self.cast, name, "npc", None, self.samples[sample])
        said = {"what": "", "pick": f"character:{found.token}", "hidden": True, "joins": "signal"}
        participants.add_participants(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, **said)

    def curse(self, character: str) -> None:
        """Put a hidden fighter into a timed state that depends on no other fighter's turn."""
        fighter = next(one.id for one in self.scene.fighters.values() if one.character == character)
        timer = Timer(fighter, "k", timers.START, 1, fighter, label=self.secret.note, open=True)
        prepare_timers.set_timer(seat=self.gm, sent=self.unseen_sent(), encounter=self.token, timer=timer)

    def edit_story(self) -> None:
        """Write sentences of the story that only game masters read: one beside a line, one in its place."""
        seat = self.fresh(self.gm)
        known = {key for chapter in recap.recap_for(seat).chapters for key in chapter.keys}
        for how in ("beside", "") if known and self.secret.names else ():
            sentence = {"about": min(known), "known": known, "text": f"{self.secret.note} {how}", "how": how}
            edits.write_edit(seat=seat, sent=self.unseen_sent(), **sentence)

    def keep_handout(self) -> None:
        """Save a handout twice without showing it."""
        said = {"name": f"{self.secret.note} plan", "text": self.secret.note, "notes": self.secret.note}
        token = handouts.save(seat=self.gm, sent=self.unseen_sent(), values=said).value
        handouts.save(seat=self.gm, sent=self.unseen_sent(), values={"notes": ""}, handout=token)

    def keep_clock(self) -> None:
        """Make, tick and remove a hidden clock, and write a note for game masters alone."""
        own = {"seat": self.gm}
        token = clocks.make(**own, sent=self.unseen_sent(), values={"name": self.secret.note, "size": "5"}).value
        clocks.tick(**own, sent=self.unseen_sent(), clock=token, by=1)
        clocks.make(**own, sent=self.unseen_sent(), values={"name": self.secret.note})
        clocks.remove(**own, sent=self.unseen_sent(), clock=token)
        rows = {"name": self.secret.note, "dice": "1d2", "rows": f"1-2 {self.secret.note}"}
        random_tables.create(**own, sent=self.unseen_sent(), values=rows)
        note = {"day": "2026-01-03", "whose": notes.OWN, "text": self.secret.note, "replaces": ""}
        notes.save(**own, sent=self.unseen_sent(), **note)

    def whisper(self) -> None:
        """Whisper twice to a player who has no page open; one whisper is read and withdrawn."""
        for text in (self.secret.note, f"{self.secret.note} bis"):
            done = messages.whisper(seat=self.gm, sent=self.unseen_sent(), to=self.away.token, text=text)
        messages.mark_read(seat=self.away, sent=self.unseen_sent(), message=done.first)
        messages.withdraw(seat=self.gm, sent=self.unseen_sent(), message=done.first)

    def move_unseen(self) -> None:
        """Move a hidden fighter by a new hidden way to a new hidden place, out and back, and measure a distance."""
        own = {"seat": self.gm, "encounter": self.token}
        fighters = self.scene.fighters.values()
        mover = next(row.id for row in fighters if row.character == self.unseen[0])
        hero = next(row.id for row in fighters if row.side == "pc")
        lair = {"name": f"{self.secret.note} bis", "column": 4, "line": 2, "hidden": True}
        ground.set_place(**own, sent=self.unseen_sent(), key="", values=lair)
        places = Encounter.objects.get(token=self.token).state["ground"]["places"]
        new = next(key for key, row in places.items() if row["name"] == lair["name"])
        way = {"a": new, "b": "p2", "metres": 2 + self.secret.seed, "hidden": True}
        ground.set_way(**own, sent=self.unseen_sent(), key="", values=way)
        for place in (new, "p1", new):
            ground.put(**own, sent=self.unseen_sent(), who=[mover], place=place)
        ground.measure(**own, sent=self.unseen_sent(), fighter=mover, other=hero, metres=str(2 + self.secret.seed))

    def fork(self) -> None:
        """Play on in a what-if copy of the fight."""
        encounter = Encounter.objects.select_related("campaign").get(token=self.token)
        branch = what_if.begin(self.gm, encounter)
        for number in range(6):
            action = next_action(self.system, what_if.scene_of(branch), Random(self.secret.seed).choice, number)
            with suppress(RulesError):
                what_if.try_action(self.gm, branch, action)
            branch.refresh_from_db()

    def correct(self) -> None:
        """Correct the newest public act to what it already was, with everything that depends on it."""
        self.step += 1
        gone = standing.undone_ids(self.gm.campaign)
        known = Event.objects.filter(campaign=self.gm.campaign, encounter=self.token, undoes=None, audience="table")
        acts = (one for one in known.order_by("-seq") if one.pk not in gone and replay.is_act(one))
        event = next(acts)
        look = correction.preview(seat=self.fresh(self.gm), event=event, wanted=Correction())
        assert look.ready and not look.replay.lost_steps
        correction.correct(
            seat=self.fresh(self.gm), sent=self.sent("corrected"), event=event, wanted=Correction(), seen=look.digest
        )

    def settle_hidden(self) -> Iterator[Action]:
        """Let hidden fighters do whatever they have to do, without affecting anybody; yields each act."""
        for _turn in range(40):
            action = self._hidden_action(self.scene)
            if action is None:
                return
            self.act(action, self.unseen_sent())
            yield action
        raise AssertionError("hidden fighters never stop acting")

    def one_step(self) -> str:
        """Do the next public act, chosen from what those who see it are offered."""
        scene = self.scene
        for _try in range(30):
            action = self._public_action(scene)
            self.step += 1
            try:
                self.act(action, self.sent([self.step, action.kind]))
                return action.kind
            except Refused:
                self.step -= 1
        raise AssertionError("no public act is possible")

    def act(self, action: Action, sent: Sent) -> None:
        services.act(
            seat=self.gm, sent=sent, encounter=self.token, kind=action.kind, actor=action.actor, args=dict(action.args)
        )

    def roll_unseen(self) -> None:
        """Roll a test of a hero unseen."""
        hero = self.heroes["ana"]
        check = self.system.checks(hero.data, {})[0].key
        requests.ask(
            seat=self.gm, sent=self.unseen_sent(), request=requests.CheckRequest({hero.token: check}, {}, hidden=True)
        )

    def pages(self) -> list[tuple[str, str, str]]:
        """The live pages that are compared."""
        heroes = [(who, "sheet", hero.token) for who, hero in self.heroes.items()]
        if self.opens_sheets:
            others = (self.heroes.get("ana"), self.lurking)
            heroes += [("leo", "sheet", hero.token) for hero in others if hero is not None]
        return [
            *heroes,
            ("ana", "fight", self.token),
            ("leo", "fight", self.token),
            ("screen", "screen", ""),
            ("spectator", "screen", ""),
        ]

    def differences(self) -> list[tuple[str, str, str]]:
        """The regions that each page would be sent now (seat and page, region, text), all drawn together."""
        found = []
        pages, memo = self.pages(), dict[Hashable, Any]()
        numbers = {who: self.cast.seats[who].pk for who, _name, _key in pages}
        seats = {seat.pk: seat for seat in seats_now(tuple(set(numbers.values())))}
        for who, name, key in pages:
            page = regions.find_page(seats[numbers[who]], name, key, memo)
            with speaking(seats[numbers[who]].language):
                drawn = {placed.id: page.draw(placed) for placed in page.regions} if page else {}
            kept = self.shown.setdefault((who, name, key), {})
            for region in (*drawn, *(one for one in kept if one not in drawn)):
                if drawn.get(region) != kept.get(region):
                    found.append((f"{who} {name}", region, drawn.get(region, "")))
            self.shown[who, name, key] = drawn
        return found

    def stream(self) -> list[str]:
        """All frames in order, without times, and with tokens replaced by their order of appearance."""
        return masked("\n".join(frame) for frame in self.frames)

    def bytes(self) -> dict[tuple[str, str], bytes]:
        """Every page and file that the watching seats can request now."""
        found = {}
        for who in WATCHING:
            seat = self.cast.seats[who]
            client = client_of(seat)
            for name, args, query in self._addresses(who):
                response = client.get(reverse(name, args=[seat.token, *args]), query)
                body = b"".join(response.streaming_content) if response.streaming else response.content
                headers = "\n".join(
                    f"{key}: {value}"
                    for key, value in response.headers.items()
                    if key not in ("Content-Security-Policy", "Expires")
                )
                found[who, f"{name} {sorted(query)} {response.status_code}"] = headers.encode() + b"\n\n" + body
        return found

    def _addresses(self, who: str) -> list[tuple[str, list[str], dict[str, str]]]:
        simple = [(name, [], {}) for name in ("seat", "screen", "journal", "recap", "dice", "characters")]
        found = [
            *simple,
            ("recap", [], {"as": "markdown"}),
            ("recap", [], {"as": "json"}),
            ("recap", [], {"for": "table"}),
            ("fight", [self.token], {}),
            *((name, [], {}) for name in ("mine", "own-data", "after", "archive")),
        ]
        if who in self.heroes:
            hero = self.heroes[who].token
            tabs = (
                "sheet",
                "sheet-tab-state",
                "sheet-tab-skills",
                "sheet-tab-gear",
                "sheet-tab-notes",
                "sheet-tab-journal",
                "export-character",
                "print-sheet",
            )
            found += [(name, [hero], {}) for name in tabs]
            found += [("journal", [], {"character": hero})]
        return found

    def _hidden(self, scene: Any, fighter: str) -> bool:
        return fighter in scene.fighters and scene.fighters[fighter].hidden

    def _hidden_action(self, scene: Any) -> Action | None:
        """The answer or act due from a hidden fighter, if any, that affects nobody else."""
        prompts = exchanges.waiting_on(self.system, scene)
        for prompt in prompts:
            asked = prompt.request
            if asked is not None and (self._hidden(scene, asked.whose) or self._behind(scene, prompt.exchange)):
                return self._answer(prompt, asked, Random(self.secret.seed))
        turn = self.system.turn(scene)
        up = [prompt.of for prompt in turn if prompt.of in scene.fighters]
        uncalled = exchanges.find_uncalled(self.system, scene)
        busy = any(prompt.request is not None for prompt in prompts)
        if uncalled and not busy and all(self._hidden(scene, one) for one in uncalled):
            return Action("next", "gm", {})
        for fighter in up:
            if self._hidden(scene, fighter) and not busy:  # even before a visible fighter who is up as well is called
                return self._harmless(scene, fighter)
        return self._for_hidden(scene) if not busy and any(prompt.of == "gm" for prompt in turn) else None

    def _for_hidden(self, scene: Any) -> Action | None:
        """The game master's act that only a hidden fighter waits for, such as a throw for their place."""
        lead = next(iter(offers.offers(self.system, scene, "gm")), None)
        known = exchanges.without_hidden_fighters(self.system, scene)
        if lead is None or not lead.follows or offers.offer_of(self.system, known, "gm", lead.kind) is not None:
            return None
        return Action(lead.kind, "gm", {})

    def _harmless(self, scene: Any, fighter: str) -> Action:
        """An act that concerns nobody else: it has no target, asks nobody and is told to nobody."""
        for offer in sorted(offers.offers(self.system, scene, fighter), key=lambda one: len(one.fields)):
            if offer.refused is not None or not fillable(offer):
                continue
            args = {field.key: legal_value(field, Random(1).choice) for field in offer.fields if field.default is None}
            action = Action(offer.kind, fighter, args, self.gm.token, gm=True, id="x")
            try:
                events = decide.decide(self.system, scene, action)
            except Refused:
                continue
            after = scene
            for event in events:
                after = apply(after, event)
            asked = (one.of for one in exchanges.waiting_on(self.system, after) if one.exchange == "x")
            if all(one == fighter for one in asked) and all(event.audience == "gm" for event in events):
                return Action(offer.kind, fighter, args)
        raise AssertionError("a hidden fighter has no act that goes unnoticed")

    def _behind(self, scene: Any, exchange: str) -> bool:
        return bool(exchange) and self._hidden(scene, scene.exchanges[exchange].action.actor)

    def _public_action(self, scene: Any) -> Action:
        prompts = exchanges.waiting_on(self.system, scene)
        for prompt in prompts:
            if prompt.request is not None:
                return self._answer(prompt, prompt.request, self.random)
            if prompt.kind == "confirm":
                return Action("confirm", "gm", {"exchange": prompt.exchange})
        uncalled = [one for one in exchanges.find_uncalled(self.system, scene) if not self._hidden(scene, one)]
        if uncalled:
            return Action("next", "gm", {})
        up = [prompt.of for prompt in self.system.turn(scene) if prompt.of in scene.called]
        for fighter in up:
            if not self._hidden(scene, fighter):
                return self._offered(scene, fighter)
        return self._offered(scene, "gm")

    def _offered(self, scene: Any, actor: str) -> Action:
        """An act from the offers of this fighter's player."""
        if actor == "gm":
            viewer = roster.viewer_of(self.gm)
        else:
            viewer = Viewer("seat", frozenset({scene.fighters[actor].character}))
        found = [
            one for one in board.offers(self.system, scene, viewer, actor) if one.refused is None and fillable(one)
        ]
        if actor == "gm":
            found = [one for one in found if not one.fields][:1] or found[:1]
        assert found, f"{actor} is offered nothing: {exchanges.waiting_on(self.system, scene)}"
        offer = self.random.choice(found)
        fields = [one for one in offer.fields if one.key not in offer.gm_only]
        if actor == "gm":
            fields = [one for one in fields if one.required or (one.kind == "choice" and one.default is None)]
        return Action(offer.kind, actor, {field.key: legal_value(field, self.random.choice) for field in fields})

    def _answer(self, prompt: Any, request: Any, random: Random) -> Action:
        values = legal_answer(request, random.choice) if isinstance(request, Ask) else []
        return Action("answer", prompt.of, {"exchange": prompt.exchange, "key": request.key, "values": values})


class Dice:
    """Two sources, as at a real table: what falls unseen moves nothing of what falls openly."""

    def __init__(self, seed: int) -> None:
        self.open, self.secret = Random(7), Random(seed)

    def throw(self, _pen: Any, roll: Any, *, unseen: bool) -> tuple[list[int], None]:
        source = self.secret if unseen else self.open
        return [source.randint(1, roll.dice.sides) for _die in range(roll.dice.count)], None


def masked(texts: Any) -> list[str]:
    """Texts without what differs by chance alone: tokens are named in the order they come, times and nonces go."""
    names: dict[str, str] = {}

    def named(parts: tuple[str, ...]) -> Iterator[str]:
        for place, part in enumerate(parts):
            yield names.setdefault(part, f"token{len(names)}") if place % 2 else part

    return ["".join(named(_between_tokens(text))) for text in texts]


@lru_cache(256)  # what was sent before a step stands before each step that is tried
def _between_tokens(text: str) -> tuple[str, ...]:
    """A text without times and nonces, divided at its tokens, which stand at the odd places."""
    parts: list[str] = []
    plain: list[str] = []
    for line in text.splitlines(keepends=True):
        first, *others = _line_between_tokens(line)
        plain.append(first)
        if others:
            parts += ["".join(plain), *others[:-1]]
            plain = others[-1:]
    return (*parts, "".join(plain))


@lru_cache(1 << 14)  # most lines stand on the same page after the next act as well, and at every table
def _line_between_tokens(line: str) -> tuple[str, ...]:
    for pattern, instead in MASKS:
        line = pattern.sub(instead, line)
    return tuple(re.split(f"({TOKEN.pattern})", unescape(line)))
