"""Whole fights: duels that come to an end, and what players read of the numbers of others."""

import random

import pytest

from rules.autoplay.duel import duel
from rules.core.json_codec import to_json
from rules.views import board, journal
from rules.views.viewers import Viewer
from tests.rules.chroniques.play import CHRONIQUES, CORSAIR, GUARD, SCOUT, SHEETS, SNIPER, Table


@pytest.mark.parametrize(
    "pair", [("ysaline_morvane", "corsair"), ("gaspard_tulane", "sentry_drone"), ("sniper", "mind_witch")]
)
def test_duels_come_to_an_end(pair):
    source = random.Random(7)
    won = set()
    for _number in range(35):
        sheets = (SHEETS[name]["data"] for name in pair)
        ending = duel(
            CHRONIQUES, *sheets, lambda roll: [source.randint(1, roll.dice.sides) for _d in range(roll.dice.count)]
        )
        won.add(ending.winner)
    assert won and won <= {"a", "b"}


def test_a_fighter_with_actions_left_stays_called_until_their_turn_is_over():
    table = Table(("ada", "pc", {**SCOUT, "typed": {"init": 40}}), ("orc", "foe", CORSAIR)).do("next")
    table.do("movement", "ada", what="move")
    assert table.scene.called == ("ada",)
    table.attack("ada", "orc", "laser", 2)
    assert table.scene.called == ("ada",)
    assert table.do("finish", "ada").scene.called == ()


SECRET = "Zzcanari"


def everything(viewer, scene):
    """All a viewer may know of a scene, as one text."""
    seen = board.view(CHRONIQUES, scene, viewer)
    mine = [board.offers(CHRONIQUES, scene, viewer, one.fighter) for one in seen.rows if one.mine]
    return f"{seen} {mine}"


def test_a_board_holds_nothing_of_hidden_fighters_nor_of_the_scores_of_others():
    spy = {**SNIPER, "typed": {"def_": 47, "dep": 48, "init": 49}, "hp": {"max": 431}}
    table = Table(
        ("spy", "foe", spy, {"hidden": True}), ("ada", "pc", SCOUT), ("orc", "foe", {**CORSAIR, "typed": {"def_": 46}})
    )
    table.scene.sheets["c-spy"] = {**table.scene.sheets["c-spy"], "name": SECRET}
    viewers = (Viewer("table"), Viewer("seat", frozenset({"c-ada"})))

    def check(texts):
        for text in texts:
            assert all(word not in text for word in (SECRET, "spy", "47", "48", "49", "431"))
            assert "46" not in text

    check(everything(viewer, table.scene) for viewer in viewers)
    table.do("finish", "spy")
    check(everything(viewer, table.scene) for viewer in viewers)
    table.do("attack", "ada", target="orc", weapon="laser")
    check(everything(viewer, table.scene) for viewer in viewers)
    table.answer("attack-die", 19)
    for event in table.events:
        check(f"{journal.tell(event.audience, event.kind, event.payload, viewer)}" for viewer in viewers)
    assert "46" in everything(Viewer("gm"), table.scene) or not table.scene.exchanges


def test_players_read_events_of_others_without_numbers():
    table = Table(("ada", "pc", {**SCOUT, "typed": {"init": 40}}), ("orc", "foe", CORSAIR), ("bob", "pc", GUARD))
    table.attack("ada", "orc", "laser", 15, damage=(4,))
    event = table.events[-1]
    line = journal.tell(event.audience, event.kind, event.payload, Viewer("table"))
    assert [str(text) for _who, text in line.effects] == ["is hit"]
    line = journal.tell(event.audience, event.kind, event.payload, Viewer("gm"))
    assert [str(text) for _who, text in line.effects] == ["loses 3 hp (Dice 4, Damage reduction −1)"]
    assert to_json(line.text)["params"][1][1] == "Orc"
