"""Fire modes: their words in a declaration, those that fill a turn, and the targets a burst sweeps."""

import pytest

from rules.core.errors import Refused
from rules.engine.exchanges import waiting_on
from rules.games.polaris.shooting import fire, manners
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, sheet
from tests.rules.polaris.test_fire import gunner


@pytest.mark.rules("POL-INIT-07", "POL-RANGED-05")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({}, []),
        ({"second": "other"}, ["One shot", "two weapons"]),
        ({"fire": "aimed", "points": 2}, ["Aimed shot"]),
        ({"fire": "repeated", "rounds": 2}, ["Repeated shots, 2 rounds"]),
        ({"fire": "short_burst"}, ["Short burst, 3 rounds"]),
        ({"fire": "long_burst", "rounds": 10, "second": "other"}, ["Long burst, 10 rounds", "two weapons"]),
    ],
)
def test_a_declaration_names_the_manner_its_rounds_and_a_second_weapon(said, told):
    assert [str(one) for one in manners.texts(said)] == told


@pytest.mark.rules("POL-RANGED-06", "POL-RANGED-09", "POL-RANGED-10")
@pytest.mark.parametrize(
    ("said", "rounds"),
    [
        ({"fire": "long_burst"}, 5),
        ({"fire": "repeated", "rounds": 0}, 2),
        ({"fire": "short_burst", "rounds": 3}, 3),
        ({"fire": "long_burst", "rounds": 15}, 15),
    ],
)
def test_a_manner_without_a_number_of_rounds_takes_the_least(said, rounds):
    assert fire.kept(said)["rounds"] == rounds


@pytest.mark.rules("POL-INIT-21/exclusive", "POL-RANGED-07", "POL-RANGED-10", "POL-RANGED-11", "POL-RANGED-12")
@pytest.mark.parametrize(
    ("said", "exclusive"),
    [
        ({}, False),
        ({"fire": "repeated"}, False),
        ({"fire": "short_burst"}, False),
        ({"fire": "instinctive"}, False),
        ({"fire": "aimed", "points": 1}, True),
        ({"fire": "long_burst"}, True),
        ({"fire": "sweep"}, True),
        ({"fire": "suppress"}, True),
    ],
)
def test_an_exclusive_manner_of_fire_is_one_attack_alone(said, exclusive):
    table = Table(a=gunner(), b=sheet()).start().declare("b")
    if not exclusive:
        assert table.declare("a", "b", "rifle", attacks="2", **said).mark("a", "declared")["attacks"] == 2
        return
    with pytest.raises(Refused, match="exclusive: one attack alone") as refusal:
        table.declare("a", "b", "rifle", attacks="2", **said)
    assert refusal.value.field == "attacks"


@pytest.mark.rules("POL-RANGED-11")
@pytest.mark.parametrize("side", ["pc", "npc"])
def test_a_burst_in_sight_sweeps_nobody_hidden(side):
    table = Table(sides={"a": side}, a=gunner(), b=sheet(), c=sheet(), d=sheet()).start()
    table.scene = table.scene.with_changes([table.scene.change("fighters.c.hidden", True)])
    table.declare("b").declare("c").declare("d").declare("a", "b", "rifle", fire="sweep").do("shoot", "a")
    (asked,) = [prompt.request for prompt in waiting_on(POLARIS, table.scene) if prompt.request]
    assert [option.key for option in asked.options] == ["d"]


@pytest.mark.rules("POL-RANGED-05", "POL-RANGED-09")
@pytest.mark.parametrize(
    ("said", "band", "damage", "ignored"),
    [
        ({}, "short", 0, False),
        ({}, "long", 0, False),
        ({"fire": "short_burst", "gain": "damage"}, "short", 5, False),
        ({"fire": "short_burst", "gain": "damage"}, "medium", 5, True),
        ({"fire": "short_burst"}, "medium", 0, False),
    ],
)
def test_the_damage_bonus_of_a_manner_counts_from_near_alone(said, band, damage, ignored):
    term = manners.damage_term(said, band)
    assert (term.value, term.ignored is not None) == (damage, ignored)


@pytest.mark.rules("POL-RANGED-12", "POL-RANGED-16")
@pytest.mark.parametrize(("fire", "die", "key"), [("suppress", 9, "zone"), ("single", 12, "stray")])
def test_the_possible_victims_of_bullets_are_asked_in_secret(fire, die, key):
    table = Table({"stray_bullets": True}, a=gunner(), b=sheet(), c=sheet()).start().declare("b").declare("c")
    table.declare("a", "b", "rifle", fire=fire).do("shoot", "a").answer("attack-die", die)
    (asked,) = [prompt.request for prompt in waiting_on(POLARIS, table.scene) if prompt.request]
    assert (asked.key, asked.secret, asked.whose) == (key, True, "gm")
