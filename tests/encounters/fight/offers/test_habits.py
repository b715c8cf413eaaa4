"""Forms remember the last choices, and the usual attack is one press."""

import re
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.template import engines

from campaigns.journal import event_cache, undo
from campaigns.live.regions import View
from campaigns.models import Campaign, Seat
from encounters.fight import snapshot
from encounters.fight.offers import odds, offer_form
from encounters.prepare import services as prepare
from rules.core.check import Level
from rules.core.errors import Refused
from rules.core.text import Text
from sheets import services as sheets
from sheets.models import Character
from tests.encounters.fight.test_pages import Fight

GUARD = "Garde de station"


@pytest.fixture
def fight(table):
    """Élowen has declared a blow at a guard in the first round, and nobody did anything; the second one begins."""
    Seat.objects.filter(campaign=table.cast.campaign).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    declare(fight)
    finish_round(fight)
    fight.declare_nothing_until("Élowen")
    return fight


def declare(fight, seat=None):
    melee = next(offer for offer in fight.offers("Élowen") if offer.kind == "declare_melee")
    weapon = next(field for field in melee.fields if field.key == "weapon").choices[0].key
    return fight.act("declare_melee", fight.id("Élowen"), seat, target=fight.id(GUARD), weapon=weapon)


def finish_round(fight, number=1):
    while fight.scene.round == number:
        if fight.board().uncalled:
            fight.act("next")
        elif not fight.board().up:
            fight.act("new_round")
        for who in fight.board().up:
            fight.act("pass" if "declared" in fight.scene.fighters[who].marks else "declare_nothing", who)


def mine(fight, seat):
    return fight.table.region(seat, "fight", "own_fighters", fight.token)


def again(fight, seat):
    """The fields that the button of the usual attack sends, and all it says."""
    form = re.search(r'<form class="offer-again".*?</form>', mine(fight, seat), re.DOTALL)
    return (dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[0])), form[0]) if form else None


def test_the_last_rounds_attack_is_one_press_for_the_fighters_player_alone(fight):
    cast = fight.table.cast
    fields, words = again(fight, cast.ana)
    assert GUARD in words and "Réussite" in words
    assert again(fight, cast.leo) is None
    args = {key.removeprefix("arg-"): value for key, value in fields.items() if key.startswith("arg-")}
    fight.act(fields["kind"], fields["actor"], cast.ana, **args)
    assert fight.scene.fighters[fight.id("Élowen")].marks["declared"]["target"] == fight.id(GUARD)


def test_the_usual_attack_repeats_all_that_was_declared(fight):
    said = {"target": fight.id(GUARD), "attacks": "2", "delayed": "true"}
    weapon = again(fight, fight.table.cast.ana)[0]["arg-weapon"]
    fight.act("declare_melee", fight.id("Élowen"), fight.table.cast.ana, weapon=weapon, **said)
    finish_round(fight, 2)
    fight.declare_nothing_until("Élowen")
    fields, words = again(fight, fight.table.cast.ana)
    assert said.items() <= {key.removeprefix("arg-"): value for key, value in fields.items()}.items()
    assert "2 attaques" in words


@pytest.mark.parametrize("filled", [True, False])
def test_the_usual_attack_before_the_call_leaves_the_filled_button_to_next(filled):
    usual = {"id": "again", "action": "/", "hidden": {}, "label": "Attaquer", "hint": "", "odds_line": ""}
    found = {"offers": [], "groups": [], "lead": "", "again": usual}
    drawn = engines["live"].env.get_template("offers.j2").module.menu(found, "do", filled)
    assert ("btn-primary" in drawn) is filled and "offer-again" in drawn


def test_the_form_defaults_to_the_last_target(fight):
    boxes = re.findall(
        r'<input[^>]*name="arg-target"[^>]*>', fight.form(fight.table.cast.ana, "Élowen", "declare_melee")
    )
    assert [box for box in boxes if "checked" in box and fight.id(GUARD) in box]


def test_the_only_opponent_left_is_proposed_in_the_place_of_one_who_is_out(fight):
    guard = fight.scene.fighters[fight.id(GUARD)].character
    sheet = Character.objects.get(token=guard)
    sheet.data = {**sheet.data, "conditions": {**sheet.data.get("conditions", {}), "dead": True}}
    sheet.save()
    assert again(fight, fight.table.cast.ana) is None, "neither one of their own nor somebody unseen"
    pirate = fight.id("Zorvax")
    prepare.reveal(seat=fight.gm, sent=fight.sent(), encounter=fight.token, fighter=pirate, hide=False)
    fields, words = again(fight, fight.table.cast.ana)
    assert fields["arg-target"] == pirate and "Zorvax" in words, "the only opponent left"


def test_an_attack_the_rules_refuse_a_second_time_is_not_proposed(fight, monkeypatch):
    def refuse(*_asked):
        raise Refused(Text("You hold this victim already."))

    monkeypatch.setattr(odds.act_odds, "odds", refuse)
    assert again(fight, fight.table.cast.ana) is None


def test_an_undone_attack_is_no_habit(table):
    Seat.objects.filter(campaign=table.cast.campaign).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    done = declare(fight)
    undo.undo(seat=fight.gm, sent=fight.sent(), command=done.command)
    assert again(fight, table.cast.ana) is None


def test_an_attack_that_is_undone_long_after_is_no_habit(table, monkeypatch):
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 12)
    Seat.objects.filter(campaign=table.cast.campaign).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    done = declare(fight)
    for number in range(16):
        sheets.edit(seat=fight.gm, sent=fight.sent(), character=table.tibor, path="archetype", value=str(number))
    fight.act(
        "hide", fighter=next(who for who in fight.scene.fighters if who not in (fight.id(GUARD), fight.id("Élowen")))
    )
    mine(fight, table.cast.ana)
    undo.rewind(seat=fight.gm, sent=fight.sent(), command=done.command)
    assert again(fight, table.cast.ana) is None


@pytest.mark.parametrize("share", [Level.FAILURE, Level.SUCCESS])
def test_an_attack_that_cannot_succeed_needs_a_second_press(fight, monkeypatch, share):
    """A plain button stays one while there is a chance; else it opens first, and says why."""
    view = View(Campaign.objects.get(pk=fight.gm.campaign.pk), "gm", fight.gm.token, "fr")
    shown = snapshot.find_by_token(view, fight.token)
    offer = replace(next(offer for offer in fight.offers("Élowen") if offer.kind == "declare_melee"), fields=())
    known = SimpleNamespace(success=Fraction(share.succeeded), chances=())
    monkeypatch.setattr(odds.act_odds, "odds", lambda *_asked: known)
    row = offer_form.row(offer, "/", "act") | odds.menu_odds(shown, offer)
    drawn = engines["live"].env.get_template("offers.j2").module.offer(row)
    assert ("En l’état, cela ne peut pas réussir." in drawn) is not share.succeeded
    assert ("<details" in drawn) is not share.succeeded
