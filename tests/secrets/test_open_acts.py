"""Public acts of a game master have the same results whatever was hidden before.

Each row is done after all hidden acts, and at a table without any. Everything sent is compared: frames, messages to a
webhook and to phones, the response to a program; in the long form also the pages.
"""

import os
from contextlib import suppress

import pytest

from campaigns import services as tables
from campaigns.journal import undo
from campaigns.models import Event, Seat
from campaigns.outgoing import addresses
from encounters import services as fights
from encounters.dice import source
from encounters.ground import services as ground
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Encounter, PartyItem
from encounters.party import calendar, clocks, next_session, notes, random_tables
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from encounters.prepare import timers as prepare_timers
from encounters.questions import services as questions
from encounters.stash import services as stash
from encounters.story import edits, recap
from rules.core.errors import Refused
from rules.engine import timers
from rules.engine.timers import Timer
from sheets import services as sheets
from sheets.models import Character
from sheets.ownership import services as ownership
from sheets.portraits import upload
from tests.faces import drawn
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import NotNow
from tests.secrets.sequences import MOMENTS
from tests.secrets.test_kinds import OPEN
from tests.secrets.test_outlets import HOUR
from tests.secrets.test_outside import OF_A_WEBHOOK, Heard
from tests.secrets.test_pages import LEFT_OPEN
from tests.secrets.test_playing import CANARY, NOTHING, worlds
from tests.secrets.test_twins import GAMES, differing

SOAK = os.environ.get("TABLEE_SOAK") == "1"
PAGES = ("journal", "recap", "screen", "handouts", "party", "messages", "dice", "own-data")


class Open(Heard):
    """A table whose game master does open acts, and whose players answer them."""

    def by(self, who="gm"):
        self.step += 1
        return {"seat": self.fresh(self.cast.seats[who]), "sent": self.sent(f"open {self.step}")}

    def there(self):
        return {**self.by(), "encounter": self.token}

    def foe(self):
        return next(row.id for row in self.scene.fighters.values() if row.side == "foe" and not row.hidden)

    def told_of(self, name):
        """All that leaves the table by one open act."""
        since = len(self.stream_of_all)
        try:
            ROWS[name](self)
        except NotNow:
            self.stream_of_all.append("not now")
        except Refused as error:
            self.stream_of_all.append(str(error.text))
        self.look(name)
        self.stream_of_all += [*map(str, self.put_now()), self.answered()]
        for who, page in ((who, page) for who in ("leo", "screen") for page in PAGES if SOAK):
            if who in self.seats:
                self.get(who, page)
        return self.stream_of_all[since:]

    def put_now(self):
        return [(name, HOUR.sub("", body)) for name, body in self.put()]


def show_handout(table):
    handout = handouts.save(**table.by(), values={"name": "Plan", "text": "Le quai"}).value
    handouts.show(**table.by(), handout=handout, to="table")


def set_scene(table):
    picture = upload.make_whole(drawn())
    handout = handouts.save(**table.by(), values={"name": "Plan"}, picture=picture).value
    handouts.set_scene(**table.by(), handout=handout)


def fill_clock(table):
    clock = clocks.make(**table.by(), values={"name": "Marée", "size": "4"}, shown=[table.cast.ana.token]).value
    clocks.show(**table.by(), clock=clock, to=["table"])
    for _tick in range(4):
        clocks.tick(**table.by(), clock=clock, by=1)
    clocks.remove(**table.by(), clock=clock)


def let_days_pass(table):
    calendar.set_day(**table.by(), values={"label": "Jeudi", "day": "4"})
    calendar.let_pass(**table.by(), days="2")


def let_rest(table):
    calendar.let_rest(**table.by(), days="2", who=[table.heroes["ana"].token], flags=[], also=[])


def plan_session(table):
    next_session.plan(**table.by(), values={"name": "2027-01-02"})
    next_session.answer(**table.by("ana"), choice="yes")


def roll_openly(table):
    rows = {"name": "Ciel", "dice": "1d2", "rows": "1 Pluie\n2 Soleil"}
    random_table = random_tables.create(**table.by(), values=rows).value
    random_tables.roll(**table.by(), table=random_table, unseen=False)
    hero = table.heroes["leo"]
    fights.roll_test(**table.by(), character=hero, args={"check": table.system.checks(hero.data, {})[0].key})


def find_things(table):
    stash.record_found(**table.by(), values={"name": "Corde"})
    things = PartyItem.objects.filter(campaign=table.gm.campaign).order_by("-pk")
    thing = next(row.token for row in things if row.data["name"] == "Corde")
    with suppress(Refused):
        stash.take(**table.by("ana"), thing=thing, character=table.heroes["ana"].token)
    table.look("takes")


def ask_both(table):
    questions.ask(**table.by(), text="Par où ?", to=[table.cast.ana.token, table.cast.leo.token])
    question = PartyItem.objects.filter(campaign=table.gm.campaign, kind="question").latest("pk").token
    questions.answer(**table.by("ana"), question=question, reply="Là")
    questions.close(**table.by(), question=question)


def whisper(table):
    done = messages.whisper(**table.by(), text="Psst", to=table.cast.ana.token)
    messages.mark_read(**table.by("ana"), message=done.first)
    messages.whisper(**table.by("ana"), text="Oui")
    messages.withdraw(**table.by(), message=done.first)


def write_note(table):
    notes.save(**table.by(), day="2026-01-03", whose=notes.TABLE, text="Le quai", replaces="")


def pause(table):
    messages.pause(table.fresh(table.cast.ana))
    table.look("pauses")
    messages.resume(**table.by())


def rename_table(table):
    tables.change_settings(**table.by(), values={}, name="Autre nom")


def seat_people(table):
    tables.add_seat(**table.by(), role=Seat.Role.PLAYER, name="Mia")
    done = tables.remove_seat(**table.by(), leaving=table.fresh(table.cast.leo))
    table.look("goes")
    undo.undo(**table.by(), command=done.command)


def lay_places(table):
    for number, name in enumerate(("Quai", "Pont"), 2):
        ground.set_place(**table.there(), key="", values={"name": name, "column": number, "line": 1})
    rows = Encounter.objects.get(token=table.token).state["ground"]["places"]
    quay, deck = (next(key for key, row in rows.items() if row["name"] == name) for name in ("Quai", "Pont"))
    ground.set_way(**table.there(), key="", values={"a": quay, "b": deck, "metres": 7})
    ground.put(**table.there(), who=["foe"], place=quay)
    ground.put(**table.there(), who=[table.me("ana")], place=deck)
    table.look("stands")
    ground.measure(**table.there(), fighter=table.me("ana"), other=table.foe(), metres="9")
    ground.remove_place(**table.there(), key=quay)


def lay_ready(table):
    ground.lay(**table.there(), level="", ready="street")


def hide_and_reveal(table):
    foe = table.foe()
    for hide in (True, False):
        prepare_services.reveal(**table.there(), fighter=foe, hide=hide)
        table.look("hides")


def rename_opponent(table):
    foe = table.foe()
    for name in ("Silhouette", ""):
        about = {"public_name": name, "health_shown": "exact"}
        prepare_services.describe(**table.there(), fighter=foe, about=about)
        table.look("is called")


def copy_opponent(table):
    participants.clone(**table.there(), fighter=table.foe())


def bring_reserves(table):
    who = {"what": "", "pick": f"2x sample:{table.samples[-1]}", "hidden": False}
    participants.add_participants(**table.there(), **who, joins="signal")
    assert table.look("in reserve") == 0
    waiting = list(Encounter.objects.get(token=table.token).state["reserves"])[-2:]
    prepare_services.bring_in(**table.there(), fighters=waiting)
    participants.add_participants(**table.there(), **who, joins=str(table.scene.round + 1))


def set_timer(table):
    timer = Timer(table.foe(), "k", timers.ROUND, 2, label="Béni", open=True)
    prepare_timers.set_timer(**table.there(), timer=timer)
    table.look("lasts")
    prepare_timers.lift(**table.there(), fighter=timer.fighter, key="k")


def pause_fight(table):
    table._turn("paused")
    table._turn("running")


def end_fight(table):
    table._turn("ended")


def harm_and_heal(table):
    hero = table.heroes["ana"]
    done = sheets.step(**table.by(), character=hero, path=table._vital(hero), by=-1)
    table.look("is hurt")
    for way in (undo.undo, undo.redo):
        way(**table.by(), command=done.command)
        table.look(way.__name__)


def rewind(table):
    acts = Event.objects.filter(campaign=table.gm.campaign, audience="table", encounter=table.token, undoes=None)
    undo.rewind(**table.by(), command=acts.filter(command__seat=table.gm).latest("seq").command)


def give_character(table):
    ownership.make_character(**table.by(), sample="blank", name="Lue")
    free = Character.objects.get(campaign=table.gm.campaign, name="Libre")
    ownership.give_character(**table.by(), character=free, to=table.fresh(table.cast.leo))


def tell(table):
    keys = {key for chapter in recap.recap_for(table.fresh(table.cast.leo)).chapters for key in chapter.keys}
    edits.write_edit(**table.by(), about=min(keys), known=keys, text="Élowen attend.", how="beside")


def go_on(table):
    table.go_on(1)


ACTS = (
    *(show_handout, set_scene, fill_clock, let_days_pass, let_rest, plan_session, roll_openly, find_things, ask_both),
    *(whisper, write_note, pause, rename_table, seat_people, lay_places, lay_ready, hide_and_reveal, rename_opponent),
    *(copy_opponent, bring_reserves, set_timer, pause_fight, end_fight, harm_and_heal, rewind, give_character, tell),
    go_on,
)
ROWS = {act.__name__: act for act in ACTS}
# Kinds that everybody is told of, and the rows of others that record them.
ELSEWHERE = {
    "dice_promised": "the dice of these tables are the tests' own: tests/encounters/dice",
    "dice_published": "the same",
    "house_set": "tests/rules/test_every_setting.py",
    "seat_erased": "tests/secrets/test_leaving.py",
    "seat_moved": "`sequences.NEXT`, at another device",
    "struck": "tests/secrets/test_hidden_attackers.py",
    "table_handed": "`sequences.NEXT`, another leads",
    "rested": "not in the game of this test: `let_rest` in the others",
    "purse_paid": "`playing.ROWS`",
    "stash_put": "`playing.ROWS`",
    "stash_gone": "`playing.ROWS`",
}


def copy_in_sight(table):
    """Hidden copies of those whom everybody sees."""
    table.muster(f"2x sample:{table.samples[-1]}", hidden=True)


def heard_at(game, secret, names):
    """All that leaves a table by each of these acts, after everything hidden there."""
    table = Open(game, secret)
    table.advance(MOMENTS["her turn"])
    table.listen()
    for name, act in {"copies": copy_in_sight, **HIDDEN}.items() if secret.names else ():
        if name not in (LEFT_OPEN, OF_A_WEBHOOK):
            with suppress(NotNow, Refused):
                act(table)
    assert table.look("unseen") == 0, table.stream_of_all[-1][:2400]
    assert not secret.names or table.put() == []
    told = {}
    for name in names:
        with table.rolled_back(name):
            told[name] = table.told_of(name)
    return told


@pytest.fixture
def outside(db, monkeypatch, settings):
    settings.TABLEE_WEBHOOK_HOSTS = ["hooks.example"]
    monkeypatch.setattr(addresses, "resolve", lambda _address: "192.0.2.1")


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize("game", GAMES)
def test_an_open_act_is_told_alike_whatever_was_hidden_before(game, monkeypatch):
    at = GAMES.index(game)
    names, found = list(ROWS) if SOAK else list(ROWS)[at :: len(GAMES)], []
    for secret in worlds(at):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        found.append(heard_at(game, secret, names))
    quiet, *others = found
    for other in others:
        for name in names:
            before, after = masked(quiet[name]), masked(other[name])
            for pair in zip(before, after, strict=False):
                assert pair[0] == pair[1], f"{name}: {differing(*pair)}"
            assert list(map(len, quiet[name])) == list(map(len, other[name])), name
            assert CANARY not in str(other[name]), name


@pytest.mark.usefixtures("outside")
def test_every_kind_that_everybody_is_told_of_has_a_row(monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(NOTHING.seed).throw)
    table, kinds = Open("chroniques", NOTHING), set()
    table.advance(MOMENTS["her turn"])
    for act in ACTS:
        with table.rolled_back(act.__name__), suppress(NotNow, Refused):
            act(table)
            kinds |= set(Event.objects.filter(campaign=table.gm.campaign).values_list("kind", flat=True))
    open_to_all = {kind.removesuffix("*") for kind in OPEN["the whole table is told, whoever does it"]}
    missing = {kind for kind in open_to_all if not any(name.startswith(kind) for name in kinds)}
    assert missing == set(ELSEWHERE) & open_to_all, (missing - set(ELSEWHERE), set(ELSEWHERE) - missing)
