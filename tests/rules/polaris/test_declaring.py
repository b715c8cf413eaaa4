"""The preview of a declaration: the initiative it leaves, weapons in hand, costs, promises."""

import pytest

from rules.core.scene import Action, revert
from rules.games.polaris.close_combat import several_attacks
from rules.games.polaris.turn import initiative
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, PISTOL, Table, fight, sheet

LATE = "At 0 or less, the action waits for the next turn."


def gauge(table, kind, **args):
    found = POLARIS.gauge(table.scene, Action(kind, "a", args))
    return found and (found.before, found.after, found.note and str(found.note))


@pytest.mark.rules("POL-INIT-08", "POL-INIT-19")
@pytest.mark.parametrize(
    ("rule", "args", "then", "note"),
    [
        ("postpone", {"rushed": True}, 13, None),
        ("postpone", {"preparation": "observe", "slower": 4}, 1, None),
        ("postpone", {"preparation": "orders", "slower": 7}, 0, LATE),
        ("postpone", {"preparation": "orders", "slower": 10}, -3, LATE),
        ("last", {"preparation": "orders", "slower": 7}, 0, None),
    ],
)
def test_the_initiative_a_declaration_leaves_is_shown_and_when_it_waits(rule, args, then, note):
    table = fight(a=10, b=14, settings={"initiative_floor_rule": rule})
    assert gauge(table, "declare_other", **args) == (10, then, note)


@pytest.mark.rules("POL-INIT-08", "POL-INIT-19")
@pytest.mark.parametrize("rule", ["postpone", "postpone_any", "last"])
@pytest.mark.parametrize(
    ("reaction", "hurt"), [(12, {}), (12, {"body": {"critical": 1}}), (4, {"body": {"serious": 1}})]
)
@pytest.mark.parametrize("lost", [0, 3])
def test_the_previewed_initiative_is_that_of_the_declaration(rule, reaction, hurt, lost):
    table = Table(
        {"initiative_floor_rule": rule}, a=sheet(reaction=reaction, wounds=hurt), b=sheet(reaction=30)
    ).start()
    table.do("initiative", fighter="a", by=-lost)
    for slower in (0, 5, 20):
        _before, after, note = gauge(table, "declare_other", slower=slower)
        table.declare("a", slower=slower)
        assert table.initiative("a") == after
        assert ("a" not in initiative.pending(table.scene)) == (note == LATE)
        table.scene = revert(table.scene, table.events.pop())


@pytest.mark.rules("POL-SURP-09")
def test_a_free_attack_from_hiding_shows_no_initiative_lost():
    table = (
        Table(a=sheet(reaction=12, weapons__pistol__drawn=False), b=sheet())
        .start()
        .do("hidden", fighter="a", how="unseen")
    )
    shot = {"target": "b", "weapon": "pistol", "range": "short"}
    assert gauge(table, "declare_shoot", **shot) == (12, 12, None)
    assert table.do("declare_shoot", "a", **shot).initiative("a") == 12


@pytest.mark.rules("POL-INIT-09", "POL-INIT-18")
@pytest.mark.parametrize(
    ("args", "then"), [({}, 10), ({"preparation": "dive", "slower": 3}, 2), ({"preparation": "draw-x", "slower": 2}, 3)]
)
def test_a_preparation_shows_it_too_and_doing_nothing_has_nothing_to_show(args, then):
    table = fight(a=10, b=14)
    assert gauge(table, "prepare", **args) == (10, then, None)
    assert gauge(table, "declare_nothing") is None and gauge(table, "attack") is None


@pytest.mark.parametrize(
    ("drawn", "stands"),
    [
        ({"knife": False, "dagger": True}, "dagger"),
        ({"knife": True, "dagger": True}, "knife"),
        ({"knife": False}, "knife"),  # which is to be drawn: bare hands are only what is left
        ({}, "bare_hands"),
    ],
)
def test_a_weapon_in_hand_stands_chosen_and_bare_hands_where_there_is_no_other(drawn, stands):
    arms = {key: {**DAGGER, "drawn": held} for key, held in drawn.items()}
    table = Table(a=sheet(weapons=arms), b=sheet(reaction=14)).start()
    choices = table.offer("declare_melee", "a").fields[1].choices
    assert [one.key for one in choices if one.likely] == [stands]


@pytest.mark.parametrize(
    ("strong", "weak", "stands"),
    [
        ({"drawn": False}, {"drawn": False}, "strong"),
        ({"drawn": True}, {"drawn": True}, "strong"),
        ({"drawn": False}, {"drawn": True}, "weak"),  # it is there already
        ({"drawn": False, "ammo": 0}, {"drawn": False}, "weak"),
    ],
)
def test_the_better_weapon_stands_chosen_among_those_as_ready_to_be_used(strong, weak, stands):
    arms = {"weak": {**PISTOL, **weak}, "strong": {**PISTOL, "damage": "2d10+15", **strong}}
    table = Table(a=sheet(weapons=arms), b=sheet(reaction=14)).start()
    choices = table.offer("declare_shoot", "a").fields[1].choices
    assert [one.key for one in choices] == ["weak", "strong"]
    assert [one.key for one in choices if one.likely] == [stands]


@pytest.mark.rules("POL-RANGED-07", "POL-RANGED-13")
def test_the_form_of_a_shot_shows_the_costs_and_the_gain_of_a_second_weapon():
    table = Table(a=sheet(weapons__other=PISTOL), b=sheet(reaction=14)).start()
    labels = {one.key: str(one.label) for one in table.offer("declare_shoot", "a").fields}
    assert labels["points"] == "Aimed shot: points bought, initiative −2 each"
    assert labels["second"] == "Second weapon, +3"


@pytest.mark.rules("POL-INIT-20")
@pytest.mark.parametrize(("others", "keys"), [(1, ["attacks"]), (2, ["attacks", "then"])])
def test_later_attacks_have_a_target_of_their_own_where_there_are_two(others, keys):
    table = fight("a", **{f"b{number}": 14 for number in range(others)})
    fields = [one.key for one in table.offer("declare_melee", "a").fields]
    assert [key for key in fields if key in ("attacks", "then")] == keys


@pytest.mark.rules("POL-INIT-20", "POL-MARTIAL-09")
@pytest.mark.parametrize(("extra", "struck"), [({}, "bcc"), ({"extra": True}, "bbc")])
def test_the_first_attack_and_that_of_the_second_weapon_keep_to_the_first_target(extra, struck):
    table = fight(a=14, b=5, c=5)
    seen = ""
    for made in range(3):
        said = {"kind": "melee", "target": "b", "then": "c", "attacks": 3, **extra}
        marks = {"declared": said, "struck": made}
        table.scene = table.scene.with_changes([table.scene.change("fighters.a.marks", marks)])
        seen += several_attacks.target(table.scene, "a")
    assert seen == struck


@pytest.mark.parametrize(
    ("level", "damage", "promise"),
    [(10, "1d10", 10 * 11), (10, "2d6+3", 10 * (14 + 6)), (7, "3d10-2", 7 * (33 - 4)), (-4, "1d10", 0)],
)
def test_an_attack_promises_its_chances_times_twice_the_damage_to_be_expected(level, damage, promise):
    table = Table(a=sheet(melee=level, weapons__dagger__damage=damage), b=sheet()).start()
    assert POLARIS.promise(table.scene, Action("declare_melee", "a", {"weapon": "dagger"})) == promise
    assert POLARIS.promise(table.scene, Action("declare_melee", "a", {"weapon": "gone"})) == 0


@pytest.mark.rules("POL-INIT-21", "POL-MARTIAL-08", "POL-MARTIAL-09")
@pytest.mark.parametrize(
    ("said", "now", "told"),
    [
        ({"attacks": 2}, 14, [("Attack 1 of 2", -5), ("Attack 2 of 2", -5)]),
        ({"attacks": 3}, 14, [("Attack 1 of 3", -7), ("Attack 2 of 3", -7), ("Attack 3 of 3", -7)]),
        ({"attacks": 3}, 6, [("Attack 1 of 2", -5), ("Attack 2 of 2", -5)]),
        ({"extra": True}, 14, [("Attack 1 of 1", 0), ("Attack 1 of 1", 0)]),
        ({"extra": True}, 0, [("Attack 1 of 1", 0)]),
        ({"attacks": 2, "extra": True}, 14, [("Attack 1 of 2", -5), ("Attack 1 of 2", -5), ("Attack 2 of 2", -5)]),
        ({"attacks": 2, "technique": "combo"}, 14, [("Attack 1 of 2", 0), ("Attack 2 of 2", -3)]),
    ],
)
def test_each_attack_of_a_turn_has_its_number_and_its_malus(said, now, told):
    table = fight(a=14, b=5)
    found = []
    for made in range(len(told)):
        marks = {"declared": {"kind": "melee", "target": "b", **said}, "struck": made, "initiative": now}
        scene = table.scene.with_changes([table.scene.change("fighters.a.marks", marks)])
        found.append(several_attacks.malus(scene, "a", said.get("technique") == "combo"))
    assert [(str(one.label), one.value) for one in found] == told


@pytest.mark.rules("POL-INIT-21")
def test_an_attack_that_loses_its_phase_costs_like_a_single_one():
    table = fight(a=14, b=5)
    marks = {"declared": {"kind": "melee", "target": "b", "attacks": 2}, "struck": 1, "initiative": 4}
    scene = table.scene.with_changes([table.scene.change("fighters.a.marks", marks)])
    assert several_attacks.malus(scene, "a", False).value == 0


@pytest.mark.rules("POL-INIT-18/in-hand")
def test_a_hand_already_on_the_weapon_gives_two_of_the_five_back():
    table = Table(a=sheet(weapons__dagger__drawn=False), b=sheet(reaction=14)).start()
    labels = {one.key: str(one.label) for one in table.offer("declare_melee", "a").fields}
    assert labels["hand_on_it"] == "Hand already on the weapon (+2)"
    assert "hand_on_it" not in {one.key for one in fight(a=10, b=14).offer("declare_melee", "a").fields}


def test_the_list_of_targets_names_the_other_side_first_and_marks_ones_own():
    people = {name: sheet(reaction=14) for name in ("friend", "foe", "other")}
    table = Table(sides={"a": "pc", "friend": "pc"}, a=sheet(), **people).start()
    rows = table.offer("declare_melee", "a").fields[0].choices
    assert [(one.key, one.hint and str(one.hint)) for one in rows] == [
        ("foe", None),
        ("other", None),
        ("friend", "Own side"),
    ]


@pytest.mark.rules("POL-DMG-09")
@pytest.mark.parametrize(
    ("magazine", "ammo", "refused"),
    [(8, 8, None), (8, 1, None), (8, 0, "No ammunition is left."), (0, 0, None)],  # a bow counts no rounds
)
def test_the_last_round_can_be_fired_and_weapons_without_a_magazine_count_none(magazine, ammo, refused):
    gun = {**PISTOL, "magazine": magazine, "ammo": ammo}
    table = Table(a=sheet(weapons__pistol=gun), b=sheet(reaction=14)).start()
    found = table.choice("declare_shoot", "a", "weapon", "pistol").refused
    assert (found and str(found)) == refused
