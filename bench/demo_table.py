"""A table of the demonstration in its second round, and every kind of act that its seats may do there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import resolve

if TYPE_CHECKING:
    from django.test import Client

    from sheets.sheet_view import Reading

MOST_STEPS = 12  # of an exchange, from its declaration to the end of the defence
ROLL = "a roll"
# Addresses that accept a POST but are no act of play, each with the reason.
BESIDE_PLAY = {
    "what is shown beside play": "handouts handout show-handout take-handout remove-handout",
    "words beside play": "push messages read-message take-message questions question resume pause",
    "what the party keeps": """calendar clocks clock party-note next-session answer-session random-tables
        random-table stash stash-thing purse""",
    "laying the ground": "ground lay-ground ground-place ground-way ground-picture ground-pin put measure",
    "before play": """add-fighters asked choose copy create create-drop create-finish create-points create-portrait
        create-stage characters enrol fights fork branch bring clone dismiss fighter import-fighters lot prepare
        simulate rename-fight save-template take-character give-character read-character remove-character""",
    "people and settings": """house invite link revoke join-request pair remove-seat move-seat erase-seat leave
        keep-seat mine api-tokens webhook own-data archive publish-dice after write-story""",
    "a picture, which is drawn and not said": "portrait remove-portrait",
    "a form that others stand for": "sheet-section time fight-status fight-notes downtime",
    "a page that changes nothing": "gauge odds",
}
ROUTES = {
    *("sheet-step", "sheet-field", "sheet-star", "sheet-rows", "sheet-remove"),
    *("undo-last", "redo-last", "undo", "redo", "roll", "act", "answer", "ask", "correct"),
}


@dataclass(frozen=True)
class Act:
    """A command of a seat, which can be sent within this process."""

    name: str
    client: Client
    url: str
    values: dict[str, Any]

    @property
    def route(self) -> str | None:
        return resolve(self.url).url_name

    def send(self) -> None:
        answer = self.client.post(self.url, self.values, headers={"HX-Request": "true", "X-Live": "1"})
        assert answer.status_code == 200, (self.url, self.values, answer.status_code, answer.text[:600])


def first_wound(reading: Reading) -> tuple[str, int]:
    """The path of a first wound on a sheet, and what a wound adds there: a box is ticked, points are lost."""
    if reading.grids:
        path, grid = reading.grids[0]
        column, rows = next(iter(grid.grid.items()))
        return f"{path}.{column}.{next(iter(rows))}", 1
    places = [place.path for place in reading.system.body(reading.sheet, reading.settings) if place.path]
    vitals = reading.system.vitals(reading.sheet, reading.settings)
    return (places or vitals)[0], -1


def last_vital(reading: Reading) -> str:
    vitals = reading.system.vitals(reading.sheet, reading.settings)
    return next(path for path in reversed(vitals) if path.count(".") < 2)


class DemoTable:
    """A table of the demonstration in its second round, with its pages open; ``rows`` are added to the sheet."""

    def __init__(self, game: str, rows: int = 0) -> None:
        from campaigns.models import Seat
        from config.demo import data, first_round
        from rules import registry
        from sheets.models import Character
        from tests.cast import client_of

        system = next(system for system in registry.systems() if system.key == game)
        self.gm, self.fight = data.lay_out(system)
        first_round.play(self.gm, self.fight)
        self.duels = first_round.Duels(system)
        self.campaign = self.gm.campaign
        seats = Seat.objects.select_related("campaign").filter(campaign=self.campaign)
        self.player = seats.filter(role=Seat.Role.PLAYER).order_by("pk")[0]
        self.screen = seats.get(role=Seat.Role.SCREEN)
        self.hero = Character.objects.select_related("campaign", "owner").get(owner=self.player)
        self.clients = {"gm": client_of(self.gm), "player": client_of(self.player)}
        self.shown: dict[str, dict[str, str]] = {}
        self.number = 0
        if rows:
            self._fill(rows)

    def _fill(self, count: int) -> None:
        from campaigns.journal import journal
        from campaigns.journal.journal import Sent
        from rules.core.scene import Change, Event

        path = next(path for path, _field in self.reading.gear_lists)
        before = self.reading.sheet.get(path)
        more = {f"row{number}": {"name": f"Thing {number}"} for number in range(count)}
        change = Change(self.hero.subject, path, before, {**(before or {}), **more})
        event = Event("edit", self.gm.token, "", (change,), "gm", {})
        journal.run(seat=self.gm, sent=Sent.of("", "rows"), work=lambda pen: pen.record(event))

    @property
    def reading(self) -> Reading:
        from sheets.models import Character
        from sheets.sheet_view import Reading

        return Reading(Character.objects.select_related("campaign", "owner").get(pk=self.hero.pk), self.campaign, True)

    @property
    def pages(self) -> dict[str, tuple[Any, str, str]]:
        """The pages that are open, each with its seat: those of the game master, a player and the screen."""
        return {
            "gm table": (self.gm, "table", ""),
            "gm fight": (self.gm, "fight", self.fight),
            "gm sheet": (self.gm, "sheet", self.hero.token),
            "player sheet": (self.player, "sheet", self.hero.token),
            "player fight": (self.player, "fight", self.fight),
            "screen": (self.screen, "screen", ""),
        }

    def watched(self) -> dict[str, Any]:
        from campaigns.live.sockets import Watch

        return {name: Watch(seat.pk, page, key, seat.moved) for name, (seat, page, key) in self.pages.items()}

    def draw(self) -> dict[str, int]:
        """Draw the open pages as the hub does, and make their frames: bytes by page."""
        from campaigns.live.render import draw_pages
        from campaigns.live.sockets import Parcel, StepCache

        watched = self.watched()
        drawn = draw_pages.func(self.campaign.pk, -1, tuple(watched.values()), True)
        sizes, steps = {}, StepCache()
        for name, watch in watched.items():
            texts, before = drawn.pages.get(watch, {}), self.shown.get(name, {})
            changed = {key: text for key, text in texts.items() if before.get(key) != text}
            sizes[name] = len(Parcel(changed, before, steps).frame.encode()) if changed else 0
            self.shown[name] = texts
        return sizes

    def act(self, by: str, name: str, address: str, /, **values: Any) -> Act:
        seat = self.gm if by == "gm" else self.player
        self.number += 1
        url = f"/t/{seat.token}/{address}"
        return Act(name, self.clients[by], url, {**values, "command": f"bench-act-{self.number}"})

    def acts(self, by: str) -> Iterator[Act]:
        """Every kind of act of a seat, once."""
        yield from self._numbers(by)
        yield from self._rows(by)
        yield from self._rolls(by)
        if by == "gm":
            yield from self._acts_of_the_game_master()

    def _numbers(self, by: str) -> Iterator[Act]:
        reading, sheet = self.reading, f"characters/{self.hero.token}/"
        wound, hurt = first_wound(reading)
        yield self.act(by, "tick a wound", f"{sheet}step/", path=wound, delta=str(hurt))
        yield self.act(by, "untick a wound", f"{sheet}step/", path=wound, delta=str(-hurt))
        number = last_vital(reading)
        yield self.act(by, "step a number", f"{sheet}step/", path=number, delta="-1")
        yield self.act(by, "step it back", f"{sheet}step/", path=number, delta="1")
        name = f"{self.hero.name} {self.number}"
        yield self.act(by, "edit a field", f"{sheet}fields/name/", name=name, replaces="{}")
        note, leaf = next((path, leaf) for path, leaf in reading.notes if not leaf.gm_only)
        noted = {leaf.key: f"Noted {self.number}", "replaces": "{}"}
        yield self.act(by, "a note", f"{sheet}fields/{note}/", **noted)
        if reading.states:
            yield self.act(by, "a state", f"{sheet}star/", path=reading.states[0][0])
            yield self.act(by, "a state gone", f"{sheet}star/", path=reading.states[0][0])

    def _rows(self, by: str) -> Iterator[Act]:
        sheet = f"characters/{self.hero.token}/"
        path, listed = next((path, field) for path, field in self.reading.gear_lists)
        present = set(self.reading.sheet.get(path) or {})
        blank = {leaf.key: leaf.blank for leaf in listed.row if leaf.required and leaf.blank not in (None, "")}
        yield self.act(by, "add a row", f"{sheet}rows/{path}/", **{**blank, "name": "Rope"})
        (key,) = set(self.reading.sheet[path]) - present
        yield self.act(by, "remove a row", f"{sheet}fields/{path}.{key}/remove/")
        yield self.act(by, "undo", "undo/")
        yield self.act(by, "redo", "redo/")

    def _rolls(self, by: str) -> Iterator[Act]:
        sheet, checks = f"characters/{self.hero.token}/", self.reading.checks.values()
        tests = [check.key for check in checks if check.refused is None]
        for number in range(2):
            check = tests[(self.number + number) % 2]
            yield self.act(by, ROLL, f"{sheet}roll/", check=check)
        command = self.campaign.commands.latest("pk")
        yield self.act(by, "undo one", f"undo/{command.token}/")
        yield self.act(by, "redo one", f"redo/{command.token}/")

    def _acts_of_the_game_master(self) -> Iterator[Act]:
        from encounters.fight.offers.offer_form import PREFIX

        act = f"encounters/{self.fight}/actions/"
        foe = next(row.id for row in self.scene.fighters.values() if row.hidden)
        for name in ("reveal", "hide"):
            yield self.act("gm", name, act, kind=name, actor="gm", **{f"{PREFIX}fighter": foe})
        yield self._ask_four()
        yield from self._exchange(act)
        yield self.correct_newest()

    def _ask_four(self) -> Act:
        from sheets.models import Character

        people = Character.objects.filter(campaign=self.campaign).exclude(kind=Character.Kind.TEMPLATE)[:4]
        checks = self.campaign.system.checks(people[0].data, self.campaign.settings)
        check = next(check.key for check in checks if check.refused is None)
        return self.act("gm", "ask four", "tests/", who=[character.token for character in people], check=check)

    def _exchange(self, act: str) -> Iterator[Act]:
        """The acts that a fight asks for next, from a declaration and an attack to the end of the defence."""
        from config.demo import first_round
        from encounters.fight.offers.offer_form import PREFIX
        from rules.engine import exchanges

        for _step in range(MOST_STEPS):
            scene = self.scene
            if exchanges.find_uncalled(self.duels.system, scene):
                yield self.act("gm", "next turn", act, kind="next", actor="gm")
                continue
            prompt = exchanges.waiting_on(self.duels.system, scene)[0]
            action = first_round.answer_to(scene, prompt) or self.duels.next_action(scene, prompt.of)
            spoken = dict(action.args)
            if action.kind == "answer":
                values = spoken["values"] or []
                more = {"values": values} if values else {"throw": "1"}
                given = {"exchange": spoken["exchange"], "key": spoken["key"], **more}
                yield self.act("gm", "an answer", f"encounters/{self.fight}/answers/", **given)
            else:
                given = {f"{PREFIX}{key}": "on" if value is True else value for key, value in spoken.items() if value}
                name = "a declaration or an attack" if prompt.kind != "confirm" else "a confirmation"
                yield self.act("gm", name, act, kind=action.kind, actor=action.actor, **given)

    def correct_newest(self) -> Act:
        from campaigns.journal import standing
        from campaigns.models import Event
        from encounters.correct import correction, replay
        from encounters.correct.correction import Correction

        gone = standing.undone_ids(self.campaign)
        events = Event.objects.filter(campaign=self.campaign, encounter=self.fight, undoes=None, audience="table")
        event = next(event for event in events.order_by("-seq") if event.pk not in gone and replay.is_act(event))
        look = correction.preview(seat=self.gm, event=event, wanted=Correction())
        return self.act("gm", "a correction", f"journal/{event.token}/", seen=look.digest)

    @property
    def scene(self) -> Any:
        from encounters import scenes
        from encounters.models import Encounter

        return scenes.scene_of(Encounter.objects.select_related("campaign").get(token=self.fight))
