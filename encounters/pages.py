"""The live pages of this app: the regions of each page by seat, and the start page of a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.urls import reverse

from campaigns.live.regions import (
    Audience,
    PageKind,
    PlacedRegion,
    Region,
    Regions,
    View,
    regions_of_other_apps,
    subjects,
)
from campaigns.models import Seat
from campaigns.seats.access import may
from encounters import regions
from encounters.checks import downtime
from encounters.fight import regions as fight
from encounters.fight import snapshot
from encounters.ground import regions as ground
from encounters.handouts import regions as handouts
from encounters.log import results
from encounters.log.spotlight import spotlight_region
from encounters.messages import regions as messages
from encounters.models import Encounter
from encounters.party import regions as party
from encounters.party import today
from encounters.prepare import regions as prepare
from encounters.questions import regions as questions
from encounters.stash import regions as stash
from encounters.story.last_evening import last_evening, wall_story

GM, OWN, TABLE = Audience.GM, Audience.OWN, Audience.TABLE


def _of_fight(key: str) -> list[str]:
    return ["character", f"encounter:{key.partition('-')[0]}"]


FIGHTS = subjects("character", "encounter")


def _is_player(seat: Seat) -> bool:
    return seat.role == Seat.Role.PLAYER


def _plays(seat: Seat) -> bool:
    return may(seat, "create")


GROUP = Region("group", regions.group_region, audience=GM, reads=subjects("character", "seat"), presence=True)
LOG = Region("log", regions.log_region, audience=OWN, pages=("sheet",))
LAST_RESULT = Region("last_result", results.last_result, audience=OWN, pages=("sheet",))
PENDING = Region("pending", regions.pending_region, audience=OWN, reads=FIGHTS, presence=True, pages=("sheet",))
CALLED = Region("pending", regions.called_region, audience=TABLE, reads=FIGHTS)  # of a spectator
TESTS = Region("tests", regions.tests_region, audience=OWN, reads=FIGHTS, presence=True)
DOWNTIME = Region("downtime", downtime.downtime, audience=OWN, reads=FIGHTS, pages=("sheet",))
LAST_EVENING = Region("last_evening", last_evening, audience=OWN)
SPOTLIGHT = Region("spotlight", spotlight_region, audience=GM)
ENCOUNTERS = Region("encounters", prepare.encounter_list, audience=GM, reads=FIGHTS)
WALL_HEAD = Region(
    "wall_head", fight.wall_head, audience=TABLE, reads=subjects("character", "encounter", "calendar", "next_session")
)
PARTY = Region("party", regions.party_region, audience=TABLE, reads=FIGHTS)
WALL_STORY = Region("wall_story", wall_story, audience=TABLE)
RESULT_BAND = Region("result_band", results.result_band, audience=TABLE)
TURN = Region("turn", fight.turn, audience=OWN, reads=FIGHTS)
LADDER = Region("ladder", fight.ladder, audience=OWN, reads=_of_fight)
EXCHANGES = Region("exchanges", fight.exchanges, audience=OWN, reads=_of_fight, presence=True)
OWN_FIGHTERS = Region("own_fighters", fight.own_fighters, audience=OWN, reads=_of_fight)
RESERVES = Region("reserves", prepare.reserves_region, audience=GM, reads=_of_fight)
SELECTED = Region("selected", fight.selected_fighter, audience=GM, reads=_of_fight)
CREW = Region("crew", fight.crew, audience=GM, reads=_of_fight, presence=True)
GROUND = Region("ground", ground.ground_board, audience=OWN, reads=_of_fight)
WALL_GROUND = Region("wall_ground", ground.wall_ground, audience=TABLE, reads=FIGHTS)
HANDOUTS = Region("handouts", handouts.handout_list, audience=OWN, reads=subjects("handout"))
HANDOUT_STRIP = Region(
    "handout_strip", handouts.newest_strip, audience=OWN, reads=subjects("handout"), everywhere=_is_player
)
WALL_HANDOUT = Region(
    "wall_handout", handouts.wall_handout, audience=TABLE, reads=subjects("handout", "character", "encounter")
)
WALL_SCENE = Region(
    "wall_scene", handouts.scene_picture, audience=TABLE, reads=subjects("handout", "encounter", "character")
)
CLOCKS = Region("clocks", party.clocks_region, audience=OWN, reads=subjects("clock"))
NEXT_SESSION = Region("next_session", party.next_session_region, audience=OWN, reads=subjects("next_session", "seat"))
TODAY = Region("today", today.today, audience=OWN, reads=subjects("calendar", "next_session"))
CALENDAR = Region("calendar", party.calendar_region, audience=OWN, reads=subjects("calendar", "character"))
RANDOM_TABLES = Region("random_tables", party.tables_region, audience=GM, reads=subjects("random_table"))
STASH = Region("stash", stash.stash_region, audience=OWN, reads=subjects("stash", "purse", "character"))
PARTY_STRIP = Region("party_strip", party.clock_strip, audience=OWN, reads=subjects("clock"), everywhere=_is_player)
WALL_CLOCKS = Region("wall_clocks", party.wall_clocks, audience=TABLE, reads=subjects("clock"))
WHISPERS = Region("whispers", messages.whispers, audience=OWN, reads=subjects("message", "handout", "seat"))
QUESTIONS = Region("questions", questions.questions, audience=OWN, reads=subjects("question", "answer", "seat"))
MESSAGE_STRIP = Region(
    "message_strip",
    messages.unread_strip,
    audience=OWN,
    reads=subjects("message", "question", "answer"),
    everywhere=_plays,
)
WALL_PAUSE = Region("wall_pause", messages.wall_pause, audience=TABLE, reads=subjects("message"))
REQUESTS = Region("requests", fight.requests, audience=GM, reads=_of_fight, presence=True)
UNDO_BAR = Region("undo_bar", fight.undo_bar, audience=OWN)
PARTICIPANTS = Region("participants", prepare.participants_region, audience=GM, reads=FIGHTS)
PALETTE = Region("palette", prepare.palette_region, audience=GM, reads=FIGHTS)
FIGHT_NOTES = Region("fight_notes", prepare.notes_region, audience=GM, reads=_of_fight)
CHECKS = Region("checks", prepare.checklist_region, audience=GM)

# The regions of each page, in order; the ``BESIDE`` regions do not depend on one fight.
AT_TABLE = (TODAY, ENCOUNTERS, LAST_EVENING, CLOCKS, PENDING, SPOTLIGHT, GROUP, LAST_RESULT, LOG)
WALL = (WALL_SCENE, WALL_HEAD, PARTY, WALL_GROUND, WALL_CLOCKS, WALL_STORY, RESULT_BAND, WALL_HANDOUT, WALL_PAUSE)
BOARD, BESIDE_BOARD = (
    (TURN, LADDER, RESERVES, EXCHANGES, GROUND, SELECTED, CREW, REQUESTS, FIGHT_NOTES),
    (UNDO_BAR, TESTS, LAST_RESULT, LOG),
)
FIGHT, BESIDE_FIGHT = (TURN, EXCHANGES, GROUND, OWN_FIGHTERS, LADDER), (UNDO_BAR, TESTS, LAST_RESULT, LOG)
PREPARE = (PARTICIPANTS, PALETTE, CHECKS, GROUND, FIGHT_NOTES)
AT_PARTY = (CALENDAR, NEXT_SESSION, LAST_EVENING, STASH, CLOCKS, RANDOM_TABLES)
BESIDE_PLAY = (DOWNTIME, HANDOUTS, HANDOUT_STRIP, PARTY_STRIP, QUESTIONS, WHISPERS, MESSAGE_STRIP)
REGIONS = tuple(dict.fromkeys((*AT_TABLE, *WALL, *BOARD, *BESIDE_BOARD, *FIGHT, *PREPARE, *AT_PARTY, *BESIDE_PLAY)))


def _own(regions: Iterable[Region], key: str = "") -> list[PlacedRegion]:
    return [region.own(key) for region in regions]


def _wall() -> list[PlacedRegion]:
    return [region.shared() for region in WALL]


def _at_table(seat: Seat, view: View) -> list[PlacedRegion] | None:
    return [*_own(AT_TABLE), *regions_of_other_apps("table"), *_wall()] if may(seat, "run") and not view.key else None


def _on_screen(seat: Seat, view: View) -> list[PlacedRegion] | None:
    return _wall() if may(seat, "watch") and not view.key else None


def _in_fight(seat: Seat, view: View) -> list[PlacedRegion] | None:
    token, _dash, fighter = view.key.partition("-")
    encounter = snapshot.encounter(view, token)
    if encounter is None or encounter.status == Encounter.Status.DRAFT:
        return None
    if may(seat, "run"):
        takes_part = not fighter or fighter.removesuffix(snapshot.TURN) in encounter.state.get("fighters", {})
        return [*_own(BOARD, view.key), *_own(BESIDE_BOARD), *_wall()] if takes_part else None
    plays = not fighter and seat.role == Seat.Role.PLAYER and snapshot.takes_part(view, encounter, seat.pk)
    return [*_own(FIGHT, view.key), *_own(BESIDE_FIGHT)] if plays else None


def _in_preparation(seat: Seat, view: View) -> list[PlacedRegion] | None:
    encounter = snapshot.encounter(view, view.key) if may(seat, "run") else None
    drafted = encounter is not None and encounter.status == Encounter.Status.DRAFT
    return _own(PREPARE, view.key) if drafted else None


def _beside_play(verb: str, *regions: Region) -> Regions:
    """A page off the fight: a player is called from it to a fight, a turn or a test, a spectator to a fight."""

    def of_page(seat: Seat, view: View) -> list[PlacedRegion] | None:
        called = {Seat.Role.PLAYER: (PENDING,), Seat.Role.SPECTATOR: (CALLED,)}.get(Seat.Role(seat.role), ())
        return _own((*called, *regions)) if may(seat, verb) and not view.key else None

    return of_page


def _address(name: str) -> Callable[[Seat, str], str]:
    return lambda seat, _key: reverse(name, args=[seat.token])


def _fight_address(seat: Seat, key: str) -> str:
    token, _dash, fighter = key.partition("-")
    args = [seat.token, token, fighter] if fighter else [seat.token, token]
    return reverse("fight-selected" if fighter else "fight", args=args)


PAGES = (
    PageKind("table", _at_table, address=_address("table"), reads=subjects()),
    PageKind("screen", _on_screen, address=_address("screen"), reads=subjects()),
    PageKind("fight", _in_fight, address=_fight_address, reads=_of_fight),
    PageKind("handouts", _beside_play("own", HANDOUTS), address=_address("handouts"), reads=subjects()),
    PageKind("party", _beside_play("create", *AT_PARTY), address=_address("party"), reads=subjects()),
    PageKind("messages", _beside_play("create", QUESTIONS, WHISPERS), address=_address("messages"), reads=subjects()),
    # The story, the journal, the dice and what is due after a session: drawn once, and never sent again.
    PageKind("reading", _beside_play("watch"), address=_address("recap"), reads=subjects()),
    PageKind("prepare", _in_preparation, address=lambda seat, key: reverse("prepare", args=[seat.token, key])),
)


def start(seat: Seat) -> str | None:
    """The address where a seat starts: the table for game masters, the shared screen for spectators."""
    if seat.is_gm:
        return reverse("table", args=[seat.token])
    return reverse("screen", args=[seat.token]) if seat.circle == "table" else None
