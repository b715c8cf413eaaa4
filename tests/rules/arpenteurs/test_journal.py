"""The journal: an effect as told to those who may know it, and to everybody."""

import pytest

from rules.core.script import Effect
from rules.games.arpenteurs import GAME, damage, rounds
from rules.games.arpenteurs import sheet as sheets
from tests.rules.arpenteurs.play import VETERAN, duel

OPEN = {
    "absorbed": {"location": "head"},
    "hurt": {"location": "head", "damage": 3},
    "death": None,
    "slain": None,
    "saved": None,
    "initiative": {"total": 7, "die": 3},
    "opposed": {"winner": "none", "degrees": 0},
    "metres": {"other": "orc", "metres": 9},
    "cover": {"level": "light"},
    "disengage": None,
    "object": {"name": "Chair", "damage": 1, "range_m": 5},
    "spend": {"kind": "dodge", "as": "reaction"},
}


SECRET = {"ammo": {"weapon": "rifle", "fired": 3}, "award": 1}


@pytest.mark.rules("ARP-ECG-01", "ARP-SF-01", "ARP-BURST-06")
def test_everybody_reads_visible_events_and_nothing_of_points_and_magazines():
    here = duel()
    seen = {kind: GAME.public(here.scene, Effect(kind, "ada", value)) for kind, value in OPEN.items()}
    assert all(seen.values())
    assert (str(seen["hurt"]), str(seen["saved"])) == ("is hit in the head", "escapes death")
    assert str(seen["metres"]) == "is at 9 m of orc"
    for kind, value in SECRET.items():
        assert GAME.describe(here.scene, Effect(kind, "ada", value)) is not None
        assert GAME.public(here.scene, Effect(kind, "ada", value)) is None


@pytest.mark.rules("ARP-ACT-05")
@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"kind": "draw"}, "draw"),
        ({"kind": "other:climb"}, "climb"),
        ({"kind": "other"}, "something else"),
        ({"kind": "dodge", "as": "reaction"}, "dodge as a reaction"),
        ({"kind": "attack", "as": "action"}, "attack"),
    ],
)
def test_an_action_is_shown_by_its_name_or_by_its_players_words(entry, words):
    here = duel()
    assert str(rounds.intent(here.scene.with_changes([here.scene.mark("ada", "ledger", [entry])]), "ada")) == words


@pytest.mark.rules("ARP-ACT-05")
@pytest.mark.parametrize(("spent_as", "words"), [("action", None), ("reaction", "dodge as a reaction")])
def test_only_reactions_are_told_besides_the_title_of_the_act(spent_as, words):
    spent = GAME.describe(duel().scene, Effect("spend", "ada", {"kind": "dodge", "as": spent_as}))
    assert (spent and str(spent)) == words


@pytest.mark.rules("ARP-COVER-01")
@pytest.mark.parametrize(("level", "words"), [("none", "has no cover"), ("light", "has cover: light (mound, trunk)")])
def test_a_cover_is_told_by_its_name(level, words):
    effect = Effect("cover", "orc", {"level": level})
    assert str(GAME.describe(duel().scene, effect)) == str(GAME.public(duel().scene, effect)) == words


@pytest.mark.rules("ARP-DMG-01")
def test_a_wound_is_told_with_its_terms_where_they_are_known():
    here = duel()
    axe = next(one for one in sheets.weapons(VETERAN) if one.key == "axe")
    once = {"location": "torso", "damage": 9}
    assert str(GAME.describe(here.scene, Effect("hurt", "orc", once))) == "loses 9 ECG in the torso"
    lines = damage.damage({"armour": {"torso": 1}}, {}, axe, 3, "torso")
    value = {"location": "torso", "damage": 9, "times": 3}
    assert str(GAME.describe(here.scene, Effect("hurt", "orc", value))) == "loses 9 ECG in the torso, 3 times"
    known = GAME.describe(here.scene, Effect("hurt", "orc", {**value, "lines": lines}))
    assert str(known).startswith("loses 9 ECG in the torso (") and "Armour −1), 3 times" in str(known)


@pytest.mark.rules("ARP-COVER-01")
@pytest.mark.parametrize(
    ("level", "words"), [("none", None), ("heavy", "has cover: heavy (bunker, casemate, loophole)")]
)
def test_a_move_tells_of_the_cover_it_reaches_alone(level, words):
    effect, scene = Effect("moved", "orc", {"level": level}), duel().scene
    assert [text and str(text) for text in (GAME.describe(scene, effect), GAME.public(scene, effect))] == [words] * 2
