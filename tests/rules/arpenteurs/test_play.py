"""Whole fights: duels that come to an end, and what players read of the numbers of others."""

import random

import pytest

from rules.autoplay.duel import attack_the_weakest, duel
from rules.views import board, journal
from rules.views.viewers import Viewer
from tests.rules.arpenteurs.play import ARPENTEURS, HUNTER, RAIDER, SCOUT, SHEETS, VETERAN, Table


@pytest.mark.slow("35 whole duels, since either may win")
@pytest.mark.parametrize(
    "pair", [("lune_orsini", "road_raider"), ("tobias_grell", "iron_warden"), ("bow_hunter", "feral_hound")]
)
def test_duels_come_to_an_end(pair):
    source = random.Random(7)
    won = set()
    for _number in range(35):
        sheets = (SHEETS[name]["data"] for name in pair)
        ending = duel(
            ARPENTEURS, *sheets, lambda roll: [source.randint(1, roll.dice.sides) for _d in range(roll.dice.count)]
        )
        won.add(ending.winner)
    assert won and won <= {"a", "b"}


def test_a_fighter_with_actions_left_stays_called_until_their_turn_is_over():
    table = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER)).do("next")
    table.do("act", "ada", what="draw")
    assert table.scene.called == ("ada",)
    assert table.do("finish", "ada").scene.called == ()


SECRET = "Zzcanari"


def everything(viewer, scene):
    """All a viewer may know of a scene, as one text."""
    seen = board.view(ARPENTEURS, scene, viewer)
    mine = [board.offers(ARPENTEURS, scene, viewer, one.fighter) for one in seen.rows if one.mine]
    return f"{seen} {mine}"


def test_a_board_holds_nothing_of_hidden_fighters_nor_of_the_numbers_of_others():
    spy = {**HUNTER, "ecg": {"current": 47, "max": 48}}
    orc = {**RAIDER, "ecg": {"current": 58, "max": 59}, "skills": {"esquive": {"level": 6}}}
    table = Table(("spy", "foe", spy, {"hidden": True}), ("ada", "pc", VETERAN), ("orc", "foe", orc))
    table.scene.sheets["c-spy"] = {**table.scene.sheets["c-spy"], "name": SECRET}
    viewers = (Viewer("table"), Viewer("seat", frozenset({"c-ada"})))

    def check(texts):
        for text in texts:
            assert all(word not in text for word in (SECRET, "spy", "47", "48", "58", "59"))

    check(everything(viewer, table.scene) for viewer in viewers)
    table.do("finish", "spy")
    check(everything(viewer, table.scene) for viewer in viewers)
    table.attack("ada", "orc", "axe", ("reaction", "dodge"))
    check(everything(viewer, table.scene) for viewer in viewers)
    table.answers(("attack-dice", 1, 1), ("defence-dice", 3, 4), ("location", 6))
    for event in table.events:
        check(f"{journal.tell(event.audience, event.kind, event.payload, viewer)}" for viewer in viewers)
    assert SECRET in everything(Viewer("gm"), table.scene)


def test_players_read_events_of_others_without_numbers():
    table = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER))
    table.attack(
        "ada", "orc", "axe", ("reaction", "dodge"), ("attack-dice", 1, 2), ("defence-dice", 6, 6), ("location", 6)
    )
    event = table.events[-1]
    line = journal.tell(event.audience, event.kind, event.payload, Viewer("table"))
    assert [str(text) for _who, text in line.effects] == ["wins with 9 degrees", "is hit in the head"]
    assert line.repeats == {line.effects[0]}, "the verdict says so"
    assert [str(result.text) for result in line.results] == ["Success, 9 degrees", "Critical failure"]
    line = journal.tell(event.audience, event.kind, event.payload, Viewer("gm"))
    assert [str(text) for _who, text in line.effects] == ["wins with 9 degrees", "loses 4 ECG in the head (Hache 4)"]


@pytest.mark.parametrize("metres", [2, 40, 400, 4000])
@pytest.mark.parametrize("sample", sorted(SHEETS))
def test_autoplay_does_only_allowed_acts_however_far_the_foes_are(sample, metres):
    mine = SHEETS[sample]["data"]
    arms = dict(reversed(mine.get("weapons", {}).items()))  # a database may give them in any order
    table = Table(
        ("one", "pc", {**mine, "weapons": arms}),
        ("hurt", "foe", {**RAIDER, "ecg": {"current": 1}}),
        ("near", "foe", RAIDER),
    )
    table.do("measure", fighter="one", other="hurt", metres=metres)
    found = attack_the_weakest(ARPENTEURS, table.scene, "one")
    table.do(found.kind, found.actor, **found.args)
    assert found.kind in ("attack", "shoot", "move")
