"""What a table of Arpenteurs reads: the order, what was done in the round, and what comes to nothing."""

import pytest

from rules.core.errors import Refused
from rules.core.scene import Action
from rules.core.script import Effect
from rules.games.arpenteurs import GAME, attacks, places, reactions
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.damage import damage
from tests.rules.arpenteurs.play import RAIDER, VETERAN, Table, throw


def table(*more, **options):
    return Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), *more, **{"metres": 2, **options})


def marked(here, **marks):
    """Marks of the foe, by name."""
    here.scene = here.scene.with_changes([here.scene.mark("orc", key, value) for key, value in marks.items()])
    return here


@pytest.mark.rules("ARP-INIT-01", "ARP-DIST-02", "ARP-COVER-01", "ARP-ACT-05")
def test_the_order_says_who_is_up_who_is_out_and_what_everybody_sees():
    here = marked(table(("bob", "foe", RAIDER)), engaged={"ada": True}, cover={"level": "light"}, init=20)
    here.scene = here.scene.with_changes([here.scene.mark("bob", "init", 3), here.scene.write("bob", "dead", True)])
    shown = [
        (one.fighter, one.at, one.state, one.note and str(one.note), one.tie and str(one.tie))
        for one in GAME.order(here.scene)
    ]
    assert shown == [
        ("ada", "20", "now", None, "tie: PC before NPC"),
        ("orc", "20", "next", "engaged, cover: light (mound, trunk)", "tie: PC before NPC"),
        ("bob", "3", "out", None, None),
    ]
    here.do("end")
    assert [(one.at, one.state) for one in GAME.order(here.scene)] == [("", "next")] * 3


@pytest.mark.rules("ARP-ACT-05")
def test_what_was_done_in_a_round_is_listed_once_each():
    ledger = [
        {"kind": "attack", "weapon": "machete", "as": "action"},
        {"kind": "move", "as": "action"},
        {"kind": "move", "as": "action"},
        {"kind": "dodge", "as": "reaction"},
        {"kind": "other:climb", "as": "action"},
        {"kind": "attack", "weapon": "gone", "as": "reaction"},
    ]
    here = marked(table(), ledger=ledger)
    told = "attack (Machette), move, dodge as a reaction, climb, attack as a reaction"
    assert str(GAME.intent(here.scene, "orc")) == str(GAME.intent(here.scene, "orc")) == told
    assert GAME.intent(here.scene, "ada") is None


@pytest.mark.rules("ARP-DIST-01", "ARP-BURST-06")
@pytest.mark.parametrize(
    ("metres", "said", "field"),
    [
        (20, {"weapon": "axe"}, "target"),
        (2, {"weapon": "axe", "mode": "short_burst"}, "mode"),
        (20, {"weapon": "rifle", "mode": "short_burst", "location": "head"}, "location"),
    ],
)
def test_an_attack_that_cannot_be_made_says_which_field_is_in_the_way(metres, said, field):
    args = {"target": "orc", "mode": "single", "location": "none", "modifier": 0, **said}
    with pytest.raises(Refused) as refused:
        GAME.cost(table(metres=metres).scene, Action("attack", "ada", args))
    assert refused.value.field == field


@pytest.mark.parametrize("kind", ["attack", "assassinate"])
@pytest.mark.parametrize("said", [{"target": "gone"}, {"weapon": "gone"}])
def test_what_has_lost_its_target_or_its_weapon_comes_to_nothing(kind, said):
    args = {"target": "orc", "weapon": "axe", **said}
    assert throw(lambda: GAME.script(table().scene, Action(kind, "ada", args))) == ()


@pytest.mark.rules("ARP-ACT-02")
@pytest.mark.parametrize(("said", "field"), [({"what": "draw"}, "what"), ({"what": "other", "note": "climb"}, "note")])
def test_a_deed_done_before_is_refused_where_it_was_said(said, field):
    args = {"note": "", "loaded": "none", **said}
    here = table().do("act", "ada", **said)
    with pytest.raises(Refused) as refused:
        GAME.cost(here.scene, Action("act", "ada", args))
    assert refused.value.field == field


@pytest.mark.rules("ARP-BURST-06", "ARP-ACT-02")
@pytest.mark.parametrize(
    ("what", "loaded", "filled"),
    [("reload", "rifle", True), ("reload", "none", False), ("draw", "rifle", False), ("draw", "none", False)],
)
def test_a_magazine_is_filled_by_who_reloads_it(what, loaded, filled):
    args = {"what": what, "note": "", "loaded": loaded}
    found = GAME.cost(table().scene, Action("act", "ada", args))
    assert ("ammo" in [effect.kind for effect in found]) == filled


@pytest.mark.rules("ARP-ASSN-01", "ARP-DIST-02")
def test_an_assassin_is_within_reach_and_so_engages():
    here = table().do("unnoticed", fighter="ada", other="orc").do("assassinate", "ada", target="orc", weapon="axe")
    here.answer("attack-dice", 6, 6)
    assert places.opponents(here.scene, "orc") == ("ada",)


def test_what_somebody_gone_does_is_no_sentence_and_no_procedure():
    here = table()
    assert GAME.title(here.scene, Action("move", "gone", {})) is None
    assert GAME.script(here.scene, Action("attack", "gone", {})) is None
    args = {"check": "gone", "against": "nobody", "modifier": 0, "what": "use_item", "loaded": "none"}
    assert GAME.script(here.scene, Action("act", "ada", args)) is None


@pytest.mark.parametrize(
    ("kind", "hurts"),
    [("hurt", True), ("slain", True), ("death", True), ("saved", True), ("absorbed", False), ("spend", False)],
)
def test_what_harms_waits_for_the_game_master_where_the_table_wants_that(kind, hurts):
    assert GAME.hurts(Effect(kind, "ada")) == hurts


def test_the_numbers_at_hand_and_those_computed():
    assert GAME.vitals(VETERAN, {}) == ("ecg.current", "sang_froid.current")
    found = {one.key: (one.value.total, one.shown and str(one.shown)) for one in GAME.derive(VETERAN, {})}
    assert found == {"initiative": (3, None), "actions": (3, None), "status": (12, "Unhurt")}


@pytest.mark.rules("ARP-COVER-01", "ARP-BURST-06")
def test_what_the_game_does_not_know_cannot_land():
    here = table()
    with pytest.raises(KeyError):
        GAME.land(here.scene, Effect("cover", "orc", {"level": "moon"}))
    for weapon in ("gone", "unarmed"):
        assert GAME.land(here.scene, Effect("ammo", "orc", {"weapon": weapon, "fired": 1})) == ()


@pytest.mark.rules("ARP-REACT-01", "ARP-ACT-01")
@pytest.mark.parametrize("marks", [{"helpless": True}, {"ledger": [{"kind": "move"}, {"kind": "draw"}]}])
def test_who_cannot_react_thwarts_nothing(marks):
    here = marked(table(), **marks)
    assert reactions.thwarters(table().scene, "ada", named=("orc",)) == ("orc",)
    assert reactions.thwarters(here.scene, "ada", named=("orc",)) == ()


@pytest.mark.rules("ARP-DIST-05")
def test_once_the_shooter_is_down_nobody_else_seizes_an_opportunity():
    here = table(("bob", "foe", RAIDER))
    changes = [here.scene.mark(one, "engaged", {"ada": True}) for one in ("orc", "bob")]
    here.scene = here.scene.with_changes([*changes, here.scene.write("ada", "ecg.current", 1)])
    answers = {
        "opportunity-orc": ("attack-machete",),
        "opportunity-orc-reaction": ("nothing",),
        "opportunity-orc-death": ("die",),
    }
    effects = throw(lambda: attacks.opportunities(here.scene, "ada", ("orc", "bob")), (1, 1), (1,), **answers)
    told = [one.kind for one in effects if one.kind in ("outcome", "hurt", "death")]
    assert told == ["outcome", "hurt", "death"]


@pytest.mark.rules("ARP-COVER-01")
@pytest.mark.parametrize(("level", "words"), [("none", "cover: none"), ("light", "cover: light (mound, trunk)")])
def test_a_cover_is_told_by_its_name(level, words):
    effect = Effect("cover", "orc", {"level": level})
    assert str(GAME.describe(table().scene, effect)) == str(GAME.public(table().scene, effect)) == words


@pytest.mark.rules("ARP-DMG-01")
def test_a_wound_is_told_with_its_terms_where_they_are_known():
    here = table()
    axe = next(one for one in sheets.weapons(VETERAN) if one.key == "axe")
    once = {"location": "torso", "damage": 9}
    assert str(GAME.describe(here.scene, Effect("hurt", "orc", once))) == "loses 9 ECG, Torso"
    lines = damage({"armour": {"torso": 1}}, {}, axe, 3, "torso")
    value = {"location": "torso", "damage": 9, "times": 3}
    assert str(GAME.describe(here.scene, Effect("hurt", "orc", value))) == "loses 9 ECG, Torso, 3 times"
    known = GAME.describe(here.scene, Effect("hurt", "orc", {**value, "lines": lines}))
    assert str(known).startswith("loses 9 ECG, Torso (") and "Armour −1), 3 times" in str(known)
