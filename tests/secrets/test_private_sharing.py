"""Acts of which only one player learns: the others are sent nothing, and their pages stay the same."""

import html

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns import services as campaigns
from campaigns.journal import undo
from campaigns.live import regions
from encounters.api.tokens import token_of
from encounters.dice import source
from encounters.ground import services as ground
from encounters.handouts import services as handouts
from encounters.messages import services as messages
from encounters.models import Encounter, Handout
from encounters.party import clocks, notes
from encounters.prepare import participants
from encounters.prepare import services as prepare_services
from sheets import services as sheets
from tests.cast import client_of
from tests.encounters.conftest import join
from tests.secrets.evening import Dice, masked
from tests.secrets.playing import QUERIES, Playing
from tests.secrets.test_playing import NOTHING, ONE
from tests.secrets.test_twins import differing

WORDS = "Zorvaxwort"
OTHERS = ("leo", "spectator", "screen")


class Two(Playing):
    """A table at which the game master and Ana have something to themselves."""

    def do(self, service, who="gm", **said):
        seat = self.gm if who == "gm" else self.fresh(self.seats[who])
        return service(seat=seat, sent=self.unseen_sent(), **said)

    def whispers(self, by="gm", **said):
        return self.do(messages.whisper, by, to=self.seats["ana"].token, text=WORDS, **said)

    def takes_back(self, done):
        return self.do(undo.undo, "gm" if done.command.seat_id == self.gm.pk else "ana", command=done.command)

    def handout(self):
        return self.do(handouts.save, values={"name": WORDS, "text": WORDS}).value

    def shows_a_handout(self):
        return self.do(handouts.show, handout=self.handout(), to=self.seats["ana"].token)

    def opens_sheets(self):
        self.do(campaigns.change_settings, values={"sheets_open": True})
        self.gm = self.fresh(self.gm)

    def clock(self, *shown):
        return self.do(clocks.make, values={"name": WORDS}, shown=shown).value


def newest_handout():
    return Handout.objects.latest("pk").token


def own_note(table, day):
    return table.do(notes.save, "ana", day=day, whose=notes.OWN, text=WORDS, replaces="")


BETWEEN = {
    "a whisper": lambda table: table.whispers(),
    "a whisper of hers": lambda table: table.whispers("ana"),
    "it was read": lambda table: table.do(messages.mark_read, "ana", message=table.whispers().first),
    "it is taken away": lambda table: table.do(messages.withdraw, message=table.whispers().first),
    "she takes hers away": lambda table: table.do(messages.withdraw, "ana", message=table.whispers("ana").first),
    "it is undone": lambda table: table.takes_back(table.whispers()),
    "hers is undone": lambda table: table.takes_back(table.whispers("ana")),
    "she asks for its undo": lambda table: table.do(undo.ask_gm, "ana", command=table.whispers("ana").command),
    "with a handout": lambda table: table.whispers(handout=table.handout()),
    "a handout": lambda table: table.shows_a_handout(),
    "the handout is undone": lambda table: table.takes_back(table.shows_a_handout()),
    "the handout is taken away": lambda table: (
        table.do(handouts.take_away, handout=newest_handout()) if table.shows_a_handout() else None
    ),
    "the handout is removed": lambda table: table.do(handouts.remove, handout=newest_handout()),
    "a clock": lambda table: table.do(clocks.tick, clock=table.clock(table.seats["ana"].token), by=1),
    "a clock that she sees later": lambda table: table.do(
        clocks.show, clock=table.clock(), to=[table.seats["ana"].token]
    ),
    "a clock taken from her": lambda table: table.do(clocks.show, clock=table.clock(table.seats["ana"].token), to=[]),
    "a note of her own": lambda table: own_note(table, "2026-01-03"),
    "a note of today": lambda table: own_note(table, notes.today().isoformat()),
}


@pytest.mark.django_db
def test_a_message_to_one_player_changes_no_frame_and_no_page_of_the_others():
    table = Two("chroniques", NOTHING, 0, [])
    before = {who: table.everything(who) for who in OTHERS}
    for name, does in BETWEEN.items():
        does(table)
        sent = [page for page, _region, _text in table.differences() if not page.startswith("ana")]
        assert not sent, (name, sent)
    for who in OTHERS:
        after = table.everything(who)
        assert sum(text.startswith("200") for text in after.values()) >= 8
        assert before[who].keys() == after.keys()
        for address, text in before[who].items():
            (one,), (other,) = masked([text]), masked([after[address]])
            assert one == other, f"{who} {address} {differing(one, other)}"
            assert WORDS not in after[address]


def hidden_in_it(table, me):
    table.do(prepare_services.reveal, encounter=table.token, fighter=me, hide=True)


def hidden_in_reserve(table, me):
    """The next fight has the hero hidden, until a signal."""
    table.do(prepare_services.turn_to, encounter=table.token, status="ended")
    table.token = table.do(prepare_services.prepare, name="Les toits").value
    me = next(row.id for row in table.scene.fighters.values() if row.character == table.heroes["ana"].token)
    about = {"hidden": True, "joins": "signal"}
    table.do(prepare_services.describe, encounter=table.token, fighter=me, about=about)
    table.do(prepare_services.turn_to, encounter=table.token, status="running")
    table.do(handouts.show, handout=newest_handout(), to=handouts.SCREEN)


def joining_unseen(table, _me):
    """The next fight begins without the hero, who joins it hidden: nobody else is sent anything."""
    hidden_in_reserve(table, "")
    me = next(iter(Encounter.objects.get(token=table.token).state["reserves"]))
    table.do(prepare_services.dismiss, encounter=table.token, fighter=me)
    table.differences()
    about = {"what": "", "pick": f"character:{table.heroes['ana'].token}", "hidden": True, "joins": "start"}
    table.do(participants.add_participants, encounter=table.token, **about)
    assert not [page for page, _region, _text in table.differences() if not page.startswith("ana")]


@pytest.mark.django_db
@pytest.mark.parametrize("hides", [hidden_in_it, hidden_in_reserve, joining_unseen])
def test_the_health_of_a_hero_hidden_in_a_fight_is_read_by_nobody_else(hides, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Two("chroniques", NOTHING, 0, [])
    table.do(handouts.show, handout=table.handout(), to=handouts.SCREEN)
    hero = table.heroes["ana"]
    me = next(row.id for row in table.scene.fighters.values() if row.character == hero.token)
    hides(table, me)
    table.differences()

    def told():
        cache.clear()
        headers = {"Authorization": f"Bearer {token_of(table.fresh(table.cast.screen))}"}
        api = client_of().get(reverse("api-screen"), headers=headers).text
        stories = [table.open(who, story_of(who) + form).said for who in OTHERS for form in QUERIES["recap"]]
        return masked([api, *stories])

    def story_of(who):
        return reverse("recap", args=[table.seats[who].token])

    before = told()
    assert not [text for text in before if hero.name in text]
    own = {"seat": table.gm, "encounter": table.token}
    for who, by, place in (("gm", -3, "p3"), ("ana", -3, "p2"), ("gm", 2, "p1")):
        table.do(sheets.step, who, character=hero, path=table._vital(hero), by=by)
        if hides is hidden_in_it:  # the others have no ground
            ground.put(**own, sent=table.unseen_sent(), who=[me], place=place)
        sent = table.differences()
        assert sent and not [page for page, _region, _text in sent if not page.startswith("ana")], (who, sent)
        assert told() == before


@pytest.mark.django_db
@pytest.mark.parametrize("hides", [hidden_in_it, hidden_in_reserve])
def test_an_open_sheet_is_closed_while_its_hero_is_in_a_fight_unseen(hides, monkeypatch):
    """With the house setting that opens all sheets, what a hidden hero loses is on no page and in no journal."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Two("chroniques", NOTHING, 0, [])
    table.opens_sheets()
    hero = table.heroes["ana"]
    me = next(row.id for row in table.scene.fighters.values() if row.character == hero.token)

    def is_read():
        return [regions.find_page(table.fresh(table.seats[who]), "sheet", hero.token) is not None for who in OTHERS]

    assert all(is_read())
    table.do(handouts.show, handout=table.handout(), to=handouts.SCREEN)
    hides(table, me)
    assert not any(is_read())
    table.differences()
    for who, by in (("gm", -3), ("ana", -1)):
        table.do(sheets.step, who, character=hero, path=table._vital(hero), by=by)
        sent = {page.split()[0] for page, _region, _text in table.differences()}
        assert sent == {"ana"}
    table.do(prepare_services.turn_to, encounter=table.token, status="ended")
    assert all(is_read())


@pytest.mark.django_db
@pytest.mark.parametrize("hides", [hidden_in_it, hidden_in_reserve])
def test_nobody_else_may_treat_a_hero_whom_a_fight_hides(hides, monkeypatch):
    """First aid outside a fight lists the hurt, so that hurting somebody hidden would be read on every sheet."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Two("mythras", NOTHING, 0, [])
    leo, hero = table.seats["leo"].token, table.heroes["ana"]
    own = table.heroes["leo"].token
    me = next(row.id for row in table.scene.fighters.values() if row.character == hero.token)

    def pages():
        addresses = [reverse("sheet", args=[leo, own]), reverse("after", args=[leo])]
        return [table.open("leo", address).said for address in addresses]

    def treats():
        body = {"kind": "aid_after", "arg-wound": f"{hero.token}-chest"}
        return table.post("leo", reverse("downtime", args=[leo, own]), body, script=True)

    table.do(handouts.show, handout=table.handout(), to=handouts.SCREEN)
    hides(table, me)
    table.differences()
    before, refused = pages(), treats()
    table.do(sheets.step, character=hero, path="hit_locations.chest.hp", by=-1)
    assert {page.split()[0] for page, _region, _text in table.differences()} == {"ana"}
    assert masked(pages()) == masked(before)
    assert masked([treats().said]) == masked([refused.said])
    table.do(prepare_services.turn_to, encounter=table.token, status="ended")
    assert hero.name in "".join(pages())


@pytest.mark.django_db
def test_a_hero_who_waits_in_reserve_is_edited_as_if_in_no_fight(monkeypatch):
    """With the house setting that lets players edit nothing during a fight, their player does not learn of it."""
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Two("chroniques", NOTHING, 0, [])
    table.do(campaigns.change_settings, values={"players_edit_in_fight": "nothing"})
    hero = join(table.cast, "Libre", "pc", table.away, table.hero_sample())
    about = {"what": "", "pick": f"character:{hero.token}", "hidden": True, "joins": "signal"}
    for waits in (False, True):
        if waits:
            table.do(participants.add_participants, encounter=table.token, **about)
        seat = table.fresh(table.away)
        assert sheets.step(seat=seat, sent=table.unseen_sent(), character=hero, path=table._vital(hero), by=-1).command


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["chroniques", "medieval", "arpenteurs"])  # a point less is another word there
def test_the_health_of_a_hero_outside_a_fight_is_told_as_if_they_waited_unseen(game, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Two(game, NOTHING, 0, [])
    hero = join(table.cast, "Libre", "pc", None, table.hero_sample())
    about = {"what": "", "pick": f"character:{hero.token}", "hidden": True, "joins": "signal"}
    table.differences()
    for waits in (False, True):
        if waits:
            table.do(participants.add_participants, encounter=table.token, **about)
        done = table.do(sheets.step, character=hero, path=table._vital(hero), by=-1)
        assert table.differences() == [], (waits, done)


# Parts of the API that the page of a screen has in another form: names of things, letters for who has no face.
MARKS = {"fighter", "key", "letters", "note", "nowhere"}


def words(value, key=""):
    """Every text and number of an answer with its key."""
    if isinstance(value, dict):
        for name, other in value.items():
            yield from words(other, name)
    elif isinstance(value, list):
        for other in value:
            yield from words(other, key)
    elif value not in ("", None) and not isinstance(value, bool):
        yield key, str(value)


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["chroniques", "polaris"])
def test_a_program_reads_no_word_that_the_screen_does_not_show(game, monkeypatch):
    monkeypatch.setattr(source, "throw", Dice(ONE.seed).throw)
    table = Two(game, ONE, 0, [])
    kept = table.do(handouts.save, values={"name": "Plan", "text": "Le **quai**", "notes": WORDS}).value
    table.do(handouts.show, handout=kept, to=handouts.SCREEN)
    table.clock(clocks.TABLE)
    for _step in range(4):
        list(table.settle_hidden())
        table.one_step()
        cache.clear()
        screen = table.fresh(table.cast.screen)
        headers = {"Authorization": f"Bearer {token_of(screen)}"}
        values = client_of().get(reverse("api-screen"), headers=headers).json()["screen"]
        page = html.unescape(table.clients["screen"].get(reverse("screen", args=[screen.token])).text)
        more = {(key, text) for key, text in words(values) if key not in MARKS and text not in page}
        assert not more, more
