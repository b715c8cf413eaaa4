"""Forms stand at what was last said in them, and the usual attack is one press with its chance."""

import re
from dataclasses import replace

import pytest

from campaigns.journal import undo
from campaigns.models import Seat
from encounters.fight import odds
from rules.odds.distribution import Distribution
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


def finish_round(fight):
    while fight.scene.round == 1:
        if fight.board().uncalled:
            fight.act("next")
        elif not fight.board().up:
            fight.act("new_round")
        for who in fight.board().up:
            fight.act("pass" if "declared" in fight.scene.fighters[who].marks else "declare_nothing", who)


def mine(fight, seat):
    return fight.table.region(seat, "fight", "mine", fight.token)


def again(fight, seat):
    """The fields that the button of the usual attack sends, and all it says."""
    form = re.search(r'<form class="offer-again".*?</form>', mine(fight, seat), re.DOTALL)
    return (dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form[0])), form[0]) if form else None


def test_the_attack_of_the_round_before_is_one_press_for_who_plays_the_fighter_alone(fight):
    cast = fight.table.cast
    fields, words = again(fight, cast.ana)
    assert GUARD in words and "Réussite" in words
    assert again(fight, cast.leo) is None
    args = {key.removeprefix("arg-"): value for key, value in fields.items() if key.startswith("arg-")}
    fight.act(fields["kind"], fields["actor"], cast.ana, **args)
    assert fight.scene.fighters[fight.id("Élowen")].marks["declared"]["target"] == fight.id(GUARD)


def test_the_form_stands_at_the_target_of_before(fight):
    boxes = re.findall(r'<input[^>]*name="arg-target"[^>]*>', mine(fight, fight.table.cast.ana))
    assert [box for box in boxes if "checked" in box and fight.id(GUARD) in box]


def test_nobody_out_of_the_fight_is_proposed_again(fight):
    guard = fight.scene.fighters[fight.id(GUARD)].character
    sheet = Character.objects.get(token=guard)
    sheet.data = {**sheet.data, "conditions": {**sheet.data.get("conditions", {}), "dead": True}}
    sheet.save()
    assert again(fight, fight.table.cast.ana) is None


def test_what_was_taken_back_is_no_habit(table):
    Seat.objects.filter(campaign=table.cast.campaign).update(dice=Seat.Dice.SERVER)
    fight = Fight(table)
    fight.act("start")
    fight.declare_nothing_until("Élowen")
    done = declare(fight)
    undo.undo(seat=fight.gm, sent=fight.sent(), command=done.command)
    assert again(fight, table.cast.ana) is None


def test_what_cannot_succeed_is_never_one_press(fight, monkeypatch):
    cast, real = fight.table.cast, odds.act_odds.odds
    declare(fight, cast.ana)
    while fight.board().headline.figure == "":
        if fight.board().uncalled:
            fight.act("next")
        for who in fight.board().up:
            fight.act("declare_nothing", who)
    fight.act("next")

    def hopeless(*asked):
        known = real(*asked)
        lost = {outcome: ways for outcome, ways in known.own.weights.items() if not outcome.level.succeeded}
        return replace(known, own=Distribution(lost))

    monkeypatch.setattr(odds.act_odds, "odds", hopeless)
    shown = mine(fight, cast.ana)
    assert "Attaquer</button>" not in shown
    assert "En l’état, cela ne peut pas réussir." in shown and "Le faire quand même</button>" in shown
