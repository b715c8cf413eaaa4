"""Holds at their bounds: choking a weak victim, the skill that resists, and the route of a declared release."""

import pytest

from tests.rules.polaris.table import Table, sheet

BARE = {"weapons": {}}
GRIP = {"trained": True, "turns": 1, "wins": 0}


def held(grip="choke", b=None, **row):
    """``a`` has ``b`` in a hold at the beginning of a turn."""
    table = Table(a=sheet(reaction=14, **BARE), b=sheet(**{**BARE, **(b or {})})).start()
    mark = table.scene.mark("a", "holds", {"b": {"grip": grip, **GRIP, **row}})
    table.scene = table.scene.with_changes([mark])
    return table


def keeps(table):
    if "b" in table.up:
        table.do("declare_nothing", "b")
    return table.do("declare_hold", "a", target="b").do("hold", "a")


@pytest.mark.rules("POL-MARTIAL-21")
@pytest.mark.parametrize("constitution", [1, 4, 5, 7])
def test_a_choked_fighter_faints_in_the_second_turn_before_they_die(constitution):
    table = keeps(held(b={"attributes__CON": constitution})).answers(faint=1)
    assert table.scene.sheet("b")["conditions"] == {"unconscious": True}
    assert keeps(table.do("new_round")).scene.sheet("b")["conditions"].get("dead")


@pytest.mark.rules("POL-MARTIAL-21")
@pytest.mark.parametrize(("constitution", "turn"), [(8, 4), (9, 4), (12, 6)])
def test_half_the_constitution_in_turns_kills_the_strong(constitution, turn):
    early, late = (
        keeps(held(b={"attributes__CON": constitution}, turns=before)).scene.sheet("b").get("conditions", {})
        for before in (turn - 2, turn - 1)
    )
    assert ("dead" in early, "dead" in late) == (False, True)


@pytest.mark.rules("POL-MARTIAL-20")
@pytest.mark.parametrize(("art", "tested"), [(9, "FOR"), (10, "FOR"), (11, "martial_defense")])
def test_strength_resists_an_untrained_hold_unless_the_art_is_better(art, tested):
    skill = {"skills__martial_defense": {"mastery": "Spé", "level": art}}
    table = keeps(held("lock", skill, trained=False)).answers(keep_first_die=12, keep_second_die=12)
    assert table.outcome("b").check.key == tested


@pytest.mark.rules("POL-MARTIAL-17", "POL-INIT-07")
@pytest.mark.parametrize(
    ("level", "how", "stands"), [(12, "art", "art"), (12, "force", "force"), ("X", "force", "force")]
)
def test_breaking_a_hold_follows_the_declaration_unless_set_otherwise(level, how, stands):
    mastery = {"mastery": "Spé", "level": level} if level != "X" else {"mastery": "X"}
    assert breaking({"skills__martial_defense": mastery}, how) == stands


@pytest.mark.rules("POL-MARTIAL-17")
def test_a_mode_without_techniques_leaves_breaking_free_by_strength():
    skill = {"skills__martial_defense": {"mastery": "Spé", "level": 12}}
    assert breaking(skill, "art", mode="offensive") == "force"


def breaking(skill, how, **marks):
    """The defaults of the form of breaking free, for one who has declared it and whose marks have changed since."""
    table = held("lock", skill).do("declare_break", "b", holder="a", how=how)
    table.do("declare_hold", "a", target="b", delayed=True)
    table.scene = table.scene.with_changes(table.scene.mark("b", key, value) for key, value in marks.items())
    return next(one.default for one in table.offer("break", "b").fields if one.key == "how")
