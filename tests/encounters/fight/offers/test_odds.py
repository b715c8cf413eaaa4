"""The odds of an act in its form, as far as the viewer may know."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import translation

from campaigns import services
from encounters.fight.offers.odds import draw_panel, format_button, format_percent
from encounters.prepare import services as prepare_services
from rules.core.scene import Action
from rules.core.text import Text
from rules.odds import for_viewer as act_odds
from rules.views.viewers import Viewer
from tests.cast import client_of
from tests.encounters.fight.test_pages import CANARY, Fight
from tests.rules.medieval.play import MEDIEVAL, Table, sheet


@pytest.fixture
def fight(table):
    found = Fight(table)
    found.act("start")
    found.declare_nothing_until("Élowen")
    return found


def ask(fight, seat, kind="declare_shoot", who="Élowen", **args):
    address = reverse("odds", args=[seat.token, fight.token, fight.id(who)])
    said = {f"arg-{key}": value for key, value in args.items()}
    return client_of(seat).get(address, {"kind": kind, **said})


def shot(fight, seat, **more):
    target = next(one.id for one in fight.scene.fighters.values() if one.side == "foe" and not one.hidden)
    return ask(fight, seat, target=target, weapon="rifle", **more)


def house(fight, value):
    """The table shows these odds from now on."""
    services.change_settings(seat=fight.gm, sent=fight.sent(), values={"odds": value})


def text(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_a_game_master_reads_the_hit_the_wound_and_the_places(fight):
    found = shot(fight, fight.gm)
    assert found.status_code == 200
    assert "<table" in found.content.decode()
    assert "15" in text(found) and "75 %" in text(found)


def test_a_player_reads_their_own_roll_alone(fight):
    found = shot(fight, fight.table.cast.ana)
    assert "75 %" in text(found)
    assert "<table" not in found.content.decode() and "forecast-chances" not in found.content.decode()


def test_full_odds_call_hidden_numbers_unknown(fight):
    house(fight, "full")
    found = shot(fight, fight.table.cast.ana)
    assert "forecast-chances" in found.content.decode() and "<table" not in found.content.decode()


def test_an_unknown_target_number_shows_the_chance_against_each_possible_one():
    """Not the bar of their own test, which cannot be drawn, and no share of success beside its sum."""
    here = Table(("ada", "pc", sheet({"force": 2})), ("orc", "foe", sheet()))
    action = Action("attack", "ada", {"target": "orc", "weapon": "sword"})
    drawn = draw_panel(act_odds.odds(MEDIEVAL, here.scene, Viewer("seat", frozenset({"c-ada"})), action), "")
    numbers = re.findall(r"<dt>\D+(\d+)</dt><dd>(\d+)\s%</dd>", drawn)
    assert numbers == [("3", "97"), ("6", "85"), ("9", "64"), ("12", "36"), ("15", "15"), ("18", "3")]
    assert "forecast-reach" in drawn and "odds-bar" not in drawn and "odds-faces" not in drawn
    assert "<small>" not in drawn.split("odds-total", 1)[1].split("</span>", 1)[0]
    known = draw_panel(act_odds.odds(MEDIEVAL, here.scene, Viewer("gm"), replace(action, gm=True)), "")
    assert "odds-bar" in known and "forecast-reach" not in known


def test_a_refused_act_shows_a_sentence_in_place_of_the_odds(fight):
    for part in (fight.gm, fight.table.cast.ana):
        found = shot(fight, part, fire="long_burst", rounds="7")
        assert found.status_code == 200
        assert "forecast-why" in found.content.decode()
    assert "forecast-why" in ask(fight, fight.gm).content.decode()


def test_nobody_else_asks_for_the_odds_of_a_fighter(fight):
    cast = fight.table.cast
    assert [shot(fight, cast.seats[part]).status_code for part in ("leo", "spectator", "screen")] == [404] * 3
    assert client_of().get(reverse("odds", args=[cast.gm.token, fight.token, fight.id("Élowen")])).status_code == 404
    assert ask(fight, cast.ana, who=CANARY).status_code == 404


def is_nothing(answer):
    return answer.status_code == 200 and answer.content == b""


def test_a_player_who_is_not_called_gets_no_odds(table):
    found = Fight(table)
    found.act("start")
    assert is_nothing(ask(found, table.cast.ana))


def test_a_form_that_outlives_its_offer_gets_no_odds(fight):
    ana = fight.table.cast.ana
    assert shot(fight, ana).status_code == 200
    assert is_nothing(ask(fight, ana, kind="shoot"))
    fight.act("declare_nothing", fight.id("Élowen"), seat=ana)
    assert is_nothing(shot(fight, ana)) and is_nothing(shot(fight, fight.gm))


def test_a_form_that_outlives_the_fight_gets_no_odds(fight):
    assert shot(fight, fight.table.cast.ana).status_code == 200
    prepare_services.turn_to(seat=fight.gm, sent=fight.sent(), encounter=fight.token, status="paused")
    assert is_nothing(shot(fight, fight.table.cast.ana)) and is_nothing(shot(fight, fight.gm))
    assert shot(fight, fight.table.cast.leo).status_code == 404


def test_no_odds_are_drawn_if_the_house_setting_forbids_them(fight):
    form = "Élowen", "declare_melee"
    assert "offer-forecast" in fight.form(fight.table.cast.ana, *form)
    house(fight, "off")
    assert "offer-forecast" not in fight.form(fight.table.cast.ana, *form)
    assert shot(fight, fight.gm).content == b""


def until_she_shoots(fight):
    """Élowen has declared a shot, and everybody before her has done nothing."""
    target = next(one.id for one in fight.scene.fighters.values() if one.side == "foe" and not one.hidden)
    fight.act("declare_shoot", fight.id("Élowen"), target=target, weapon="rifle")
    while "shoot" not in {offer.kind for offer in fight.offers("Élowen")}:
        if fight.board().uncalled:
            fight.act("next")
        for one in fight.board().up:
            kinds = {offer.kind for offer in fight.offers(fight.scene.fighters[one].name)}
            fight.act("declare_nothing" if "declare_nothing" in kinds else "pass", one)
    if fight.board().uncalled:
        fight.act("next")


def test_a_deed_carries_its_odds_in_one_line(fight):
    until_she_shoots(fight)
    pages = (
        fight.shown(fight.gm, "fight", f"{fight.token}-{fight.id('Élowen')}"),
        fight.shown(fight.table.cast.ana, "fight", fight.token),
    )
    for page in pages:
        (line,) = re.findall(r'offer-odds">([^<]*)<', "".join(page.values()))
        assert "75\xa0%" in line or "75 %" in line


@pytest.mark.parametrize(
    ("share", "told"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 400), "< 1"),
        (Fraction(1, 2), "50"),
        (Fraction(399, 400), "> 99"),
        (Fraction(1), "100"),
    ],
)
def test_a_possible_result_is_never_shown_as_zero(share, told):
    assert format_percent(share).replace("\xa0", " ").startswith(told)


@pytest.mark.parametrize(
    ("shares", "line"),
    [
        ((("Critical success", 4), ("Success", 36), ("Failure", 55), ("Fumble", 5)), "Success 40"),
        ((("Hit", 36), ("Wound", 30), ("Stunned", 5), ("Unconscious", 2)), "Hit 36"),
        ((), "Success 40"),
    ],
)
def test_a_button_shows_the_chance_of_any_success(shares, line):
    chances = [SimpleNamespace(label=Text(label), value=Fraction(value, 100)) for label, value in shares]
    with translation.override("en"):
        assert format_button(Shown(Fraction(40, 100), tuple(chances))).startswith(line)


@dataclass(frozen=True)
class Shown:
    """As much of odds as a line is made of."""

    success: Fraction
    chances: tuple
