"""Combat with two weapons: the free blow is an offensive technique and asks for the initiative (POL-MARTIAL-04, 09)."""

import pytest

from rules.core.errors import Refused
from rules.games.polaris.turn import initiative
from tests.rules.polaris.table import DAGGER, Table, sheet

ART = {"skills__martial_offense": {"mastery": "Spé", "level": 6}, "weapons__knife": {**DAGGER, "name": "Knife"}}
BOTH = {"other_hand": "knife", "technique": "two_weapon_combat"}


def swung(reaction, **said):
    """The numbers against which the blows of ``a`` are tested in order; ``b`` of reaction 10 does nothing else."""
    table = Table(a=sheet(reaction=reaction, melee=12, **ART), b=sheet(reaction=10)).start()
    rows = [("b", ()), ("a", ("b",))]
    for who, target in rows if reaction > 10 else reversed(rows):
        table.declare(who, *target, **(BOTH | said if target else {}))
    if reaction < 10:
        table.do("act", "b", check="none")
    found = []
    while "a" in table.up:
        after = "" if not found else f"-{len(found) + 1}"
        table.do("attack", "a").answers(**{f"attack_die{after}": 19, f"defence_die{after}": 19})
        found.append(table.outcome("a").check.target.total)
        if table.up == ["b"]:
            table.do("pass", "b")
    assert table.undone() == table.first
    return found


@pytest.mark.rules("POL-MARTIAL-04", "POL-MARTIAL-09")
def test_with_the_initiative_both_blows_are_made_within_the_limit_of_the_art():
    assert swung(14) == [6 + 3, 6 + 3 - 5]


@pytest.mark.rules("POL-MARTIAL-04", "POL-MARTIAL-09/initiative", "POL-MELEE-12/attack")
def test_without_the_initiative_there_is_no_free_blow():
    assert swung(8) == [12 + 3]


@pytest.mark.rules("POL-MARTIAL-09", "POL-INIT-21")
def test_announced_attacks_without_initiative_keep_first_weapon_and_spacing():
    assert swung(8, attacks="2") == [12 + 3 - 5, 12 + 3 - 5]


@pytest.mark.rules("POL-MELEE-12")
def test_a_bare_hand_and_a_blade_are_not_two_weapons():
    table = Table(a=sheet(reaction=14, **ART), b=sheet()).start().declare("b")
    with pytest.raises(Refused, match="one in each hand"):
        table.do("declare_melee", "a", target="b", weapon="bare_hands", other_hand="knife")


@pytest.mark.rules("POL-MELEE-10", "POL-MARTIAL-09")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_second_blow_goes_with_a_charge_only_where_several_do(allowed):
    people = {"a": sheet(reaction=14, melee=12, **ART), "b": sheet(reaction=10)}
    table = Table({"combo_in_charge": allowed}, **people).start().declare("b")
    if not allowed:
        with pytest.raises(Refused, match="one attack alone"):
            table.declare("a", "b", mode="charge", **BOTH)
        assert table.declare("a", "b", mode="charge", other_hand="knife").mark("a", "mode") == "charge"
        return
    assert initiative.attacks(table.declare("a", "b", mode="charge", **BOTH).scene, "a") == 2
