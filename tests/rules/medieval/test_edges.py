"""Edges of the medieval game: nothing said, nothing left, two doublings at once, and who can be cared for."""

from contextlib import nullcontext
from fractions import Fraction

import pytest

from rules.core.errors import Refused
from rules.core.scene import Action
from rules.engine.exchanges import waiting_on
from rules.games.medieval import checks, damage, weapons
from rules.games.medieval.attacks import blows
from rules.games.medieval.attacks.throws import Blow
from rules.games.medieval.damage import Manner
from rules.games.medieval.dying import curable
from rules.games.medieval.manoeuvres import Chain, ChainEvent
from rules.games.medieval.movement import moves
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.medieval.play import MEDIEVAL, Table, check, sheet, throw

HERO = {**sheet(), "weapons": {"sword": {"name": "Épée", "family": "lames", "dice": "1d10", "in_hand": True}}}
SWORD, FISTS = (weapons.find(HERO, key) for key in ("sword", "pugilat"))


def blow(faces=5, settings=None, **manner):
    return damage.blow_damage(HERO, settings or {}, SWORD, faces, Manner(**manner)).total


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL")
def test_a_fatal_blow_adds_two_dice_of_six_and_nothing_where_none_were_thrown():
    assert str(damage.MORE) == "2d6"
    assert blow(fatal="plus_2d6") == blow() == 5


@pytest.mark.rules("MED-ATT-03", "MED-MOVEACT-06")
def test_an_attack_defaults_to_the_weapon_in_hand_and_the_only_foe():
    arms = {"axe": {"name": "Hache", "family": "haches", "dice": "1d10"}, **HERO["weapons"]}
    table = Table(("ada", "pc", {**HERO, "weapons": arms}), ("bob", "pc", HERO), ("orc", "foe", HERO))
    likely = {
        field.key: [one.key for one in field.choices if one.likely] for field in table.offer("ada", "attack").fields
    }
    assert (likely["weapon"], likely["target"]) == (["sword"], ["orc"])


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL", "MED-SNEAK-03", "MED-DMG-01")
@pytest.mark.parametrize(
    ("manner", "expected"),
    [
        ({}, (5, 14)),
        ({"fatal": "plus_2d6"}, (7, 26)),
        ({"fatal": "max"}, (14, 14)),
        ({"fatal": "double"}, (7, 25)),
        ({"sneak": "double"}, (10, 28)),
        ({"critical": True, "fatal": "plus_2d6"}, (18, 72)),
    ],
)
def test_a_manner_shows_its_total_before_armour(manner, expected):
    """A sword of 1d10+1 in a hand of Strength 3."""
    strong = sheet({"force": 3})
    assert damage.damage_bounds(strong, {}, weapons.find(strong, "sword"), Manner(**manner)) == expected


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL")
def test_the_choice_of_a_fatal_blow_shows_the_total_of_each_manner():
    table = Table(("ada", "pc", sheet({"force": 3}, ("coup_fatal",))), ("orc", "foe", HERO))
    table.attack("ada", "orc", manoeuvre="coup_fatal", attack=(10, 9))
    (prompt,) = [one for one in waiting_on(MEDIEVAL, table.scene) if one.request]
    assert [str(one.hint) for one in prompt.request.options] == [
        "7 to 26 before armour", "14 before armour", "7 to 25 before armour"
    ]  # fmt: skip


@pytest.mark.rules("MED-PUG-02", "MED-DMG-01")
def test_the_form_shows_the_scores_of_each_weapon_and_the_fists():
    boxer = {**sheet({"force": 3, "combativite": 2}), "mastery": {"pugilat": 5, "lames": 1}}
    table = Table(("ada", "pc", {**boxer, "weapons": {**HERO["weapons"], "odd": {"dice": "?"}}}), ("orc", "foe", HERO))
    (field,) = [one for one in table.offer("ada", "attack").fields if one.key == "weapon"]
    assert {one.key: str(one.hint) for one in field.choices} == {
        "sword": "attack +3, damage 1d10",
        "odd": "attack +3",
        "pugilat": "attack +7, damage 5",
    }


@pytest.mark.rules("MED-PUG-02")
def test_fists_have_no_highest_die():
    assert (damage.best_of(SWORD), damage.best_of(FISTS)) == (10, 0)


@pytest.mark.rules("MED-SNEAK-04", "MED-SNEAK-05", "MED-MANOEUVRE-COUP-FATAL")
@pytest.mark.parametrize(
    ("manner", "times", "stacked"),
    [
        ({"sneak": "double"}, 2, 2),
        ({"fatal": "double"}, 2, 2),
        ({"sneak": "double", "fatal": "double"}, 2, 4),
        ({}, 1, 1),
    ],
)
def test_a_critical_of_both_kinds_is_doubled_once_unless_set_otherwise(manner, times, stacked):
    whole = 3 * 5
    assert blow(critical=True, **manner) == times * whole
    both = {"sneak": {"stacks_with_coup_fatal": True}}
    assert blow(critical=True, settings=both, **manner) == stacked * whole


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT")
@pytest.mark.parametrize(("breaks", "left"), [(False, 2), (True, 0)])
def test_an_own_miss_leaves_a_chain_or_ends_it_at_nothing(breaks, left):
    house = {"chain": {"own_miss_breaks": breaks}}
    assert Chain(count=2).after(ChainEvent.OWN_MISS, house).count == left


@pytest.mark.rules("MED-DEATH-07")
def test_only_the_hurt_and_the_dying_can_be_treated():
    states = {"whole": 20, "hurt": 19, "dying": 0, "low": -5, "dead": -200}
    table = Table(*((name, "pc", {**sheet(), "hp": {"max": 20, "current": hp}}) for name, hp in states.items()))
    assert curable(table.scene) == ("hurt", "dying", "low")


@pytest.mark.rules("MED-DEATH-07", "MED-LUTTE-PROJ-01", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize(
    ("marks", "attack", "care"),
    [
        ({}, None, None),
        ({"prone": True}, "On the ground: no attack.", None),
        ({"held": {"orc": "cle"}}, *["Held: neither attack nor defence."] * 2),
        ({"prone": True, "held": {"orc": "cle"}}, *["Held: neither attack nor defence."] * 2),
        ({"turn": {"attacked": True}}, *["The attack of this round is made, or given up."] * 2),
    ],
)
def test_a_fighter_on_the_ground_cannot_attack_but_can_give_care(marks, attack, care):
    hurt = {**sheet(), "hp": {"max": 20, "current": 5}}
    table = Table(("ada", "pc", sheet()), ("bob", "pc", hurt), ("orc", "foe", sheet()))
    table.scene = table.scene.with_changes([table.scene.mark("ada", key, value) for key, value in marks.items()])
    assert (table.why_not("ada", "attack"), table.why_not("ada", "care")) == (attack, care)


@pytest.mark.rules("MED-MOVEACT-01")
def test_the_movement_beside_a_shot_is_half_a_walk():
    table = Table(("ada", "pc", sheet()), ("orc", "foe", sheet()))
    walk, half = (moves.speed(table.scene, "ada", halved=halved) for halved in (False, True))
    rows = moves.beside_fields(table.scene, "ada")[0].choices
    assert walk > half
    assert [str(row.hint) for row in rows if row.hint] == [f"{half} m"] * 2


@pytest.mark.rules("MED-TEST-01", "MED-ATT-01")
def test_every_check_of_a_sheet_adds_to_its_dice_and_defaults_to_its_level():
    learned = {**HERO, "others": {"ride": {"name": "Équitation", "level": 4}, "sing": {"name": "Chant"}}}
    found = {one.key: one for one in MEDIEVAL.checks(learned, {})}
    assert {one.adds for one in found.values()} == {True}
    assert [found[f"other_{key}"].target.total for key in ("ride", "sing")] == [4, 0]


@pytest.mark.rules("MED-TEST-01")
def test_a_test_without_arguments_uses_the_sheet_and_names_its_difficulty():
    plain = check(HERO, "force")
    assert checks.adjusted(plain, {}, {}) == plain
    assert checks.adjusted(plain, {"modifier": 3}, {}).target.total == plain.target.total + 3
    test, attack = (checks.read_outcome(check(HERO, key), (5, 6), {}) for key in ("force", "attack_sword"))
    assert test.label.msgid != attack.label.msgid
    assert "against" in str(test.label)


@pytest.mark.rules("MED-LUTTE-DEGAG-01", "MED-TEST-03")
@pytest.mark.parametrize("tie", ["resister_wins", "initiator_wins"])
def test_a_held_fighter_reads_the_chance_to_beat_each_total(tie):
    """Combativeness 4 and no mastery: 2d10+4 against the total of a holder whom nobody has told of."""
    here = Table(("ada", "pc", sheet({"combativite": 4})), ("orc", "foe", sheet()), settings={"opposed": {"tie": tie}})
    here.scene = here.scene.with_changes([here.scene.mark("ada", "held", {"orc": "cle"})])
    found = odds(MEDIEVAL, here.scene, Viewer("seat", frozenset({"c-ada"})), Action("break_free", "ada", {}))
    totals = [a + b + 4 for a in range(1, 11) for b in range(1, 11)]
    ties = tie == "initiator_wins"
    every = {f"Total {one}": Fraction(sum(t > one or (t == one and ties) for t in totals), 100) for one in range(40)}
    shown = {str(one.label): one.value for one in found.reach}
    assert len(shown) >= 3 and shown.items() <= every.items()


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL", "MED-SNEAK-03", "MED-SNEAK-05")
@pytest.mark.parametrize(
    ("word", "manner"),
    [
        ("fatal-plus_2d6", Manner(fatal="plus_2d6")),
        ("fatal-max", Manner(fatal="max")),
        ("fatal-double", Manner(fatal="double")),
        ("sneak-max", Manner(sneak="max")),
        ("sneak-double", Manner(sneak="double")),
    ],
)
def test_a_fatal_blow_out_of_hiding_uses_one_chosen_manner(word, manner):
    scene = Table(("ada", "pc", HERO), ("orc", "foe", sheet())).scene
    fatal = Blow("ada", "orc", SWORD, "coup_fatal", sneak=True)
    assert throw(lambda: blows.manner(scene, fatal, False), manner=(word,)) == manner


@pytest.mark.rules("MED-MAN-01", "MED-MAN-02", "MED-MANOEUVRE-ASSAUT")
@pytest.mark.parametrize(
    ("key", "extra", "points", "field"),
    [
        ("assaut", 4, 9, "extra"),
        ("assaut", 3, 9, "extra"),
        ("assaut", 2, 1, "extra"),
        ("assaut", 2, 2, None),
        ("coup_fatal", 2, 2, "manoeuvre"),
        ("enchainement", 2, 9, "manoeuvre"),
    ],
)
def test_a_manoeuvre_that_cannot_be_is_refused_where_it_was_said(key, extra, points, field):
    owned = {"assaut": 2, "coup_fatal": 1, "enchainement": 1}
    here = Table(("ada", "pc", sheet(manoeuvres=owned, pc={"max": 9, "current": points})), ("orc", "foe", sheet()))
    args = {"target": "orc", "weapon": "sword", "manoeuvre": key, "extra": extra}
    with pytest.raises(Refused) if field else nullcontext() as refused:
        MEDIEVAL.cost(here.scene, Action("attack", "ada", args))
    assert field is None or refused.value.field == field
