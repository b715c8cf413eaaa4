"""Acts grouped by purpose, possible ones first, none lost."""

import pytest
from django.utils import translation

from encounters.fight.offers import intents


def rows(*kinds, closed=()):
    return [{"id": kind, "kind": kind, "refused": "no" if kind in closed else ""} for kind in (*kinds, *closed)]


@pytest.mark.parametrize(
    ("kind", "intent"),
    [
        ("attack", "attack"),
        ("declare_melee", "attack"),
        ("shoot", "attack"),
        ("declare_defend", "defend"),
        ("ward", "defend"),
        ("get_up", "move"),
        ("movement", "move"),
        ("go", "move"),
        ("let_go", "other"),
        ("speak", "other"),
        ("delay", "other"),
    ],
)
def test_an_act_stands_where_its_kind_says(kind, intent):
    assert intents.intent_of(kind) == intent


@pytest.mark.parametrize(("acts", "grouped"), [(3, False), (5, False), (6, True)])
def test_few_actions_stay_one_list(acts, grouped):
    menu = intents.menu(rows(*("attack", "move", "speak", "drop", "go", "flee")[:acts]))
    assert bool(menu["groups"]) is grouped and len(menu["offers"]) == acts


@pytest.mark.parametrize(
    ("attacks", "others", "shown", "more"),
    [
        (5, 8, [5, 2], ["0 more", "6 more"]),
        (6, 8, [3, 2], ["3 more", "6 more"]),
        (4, 10, [4, 2], ["0 more", "8 more"]),
        (5, 9, [3, 2], ["2 more", "7 more"]),
        (11, 3, [3, 3], ["8 more", "0 more"]),
        (11, 4, [3, 2], ["8 more", "2 more"]),
    ],
)
def test_a_group_folds_where_that_saves_more_than_a_line(attacks, others, shown, more):
    kinds = [f"attack_{number}" for number in range(attacks)] + [f"speak_{number}" for number in range(others)]
    with translation.override("en"):
        groups = intents.menu(rows(*kinds))["groups"]
    assert [group["shown"] for group in groups] == shown
    assert [group["more"] for group in groups] == more


def test_every_action_stands_in_one_group_and_impossible_ones_are_folded():
    offers = rows("speak", "attack", "ward", "move", "drop", "signal", "ready", "pass", "act", closed=("charge", "aid"))
    groups = intents.menu(offers)["groups"]
    assert [group["key"] for group in groups] == ["attack", "defend", "move", "other"]
    listed = [one["id"] for group in groups for one in (*group["open"], *group["closed"])]
    assert sorted(listed) == sorted(one["id"] for one in offers)
    assert [one["id"] for one in groups[0]["closed"]] == ["charge"]
    assert [group["shown"] for group in groups] == [1, 1, 1, intents.MOST["other"]]
    assert intents.MOST["other"] < len(groups[-1]["open"])


def test_the_first_action_of_each_purpose_is_shown_and_the_others_fold():
    attacks, defences = ("attack", "shoot", "charge", "sweep", "aim"), ("ward", "guard", "hold")
    moves, others = ("move", "leap", "mount", "flee"), ("speak", "drop")
    groups = intents.menu(rows(*attacks, *defences, *moves, *others))["groups"]
    assert [group["shown"] for group in groups] == [3, 3, 2, 2], "one alone takes no more room than its fold"
    shorter = intents.menu(rows(*attacks, *moves, *others, closed=defences))["groups"]
    assert [group["shown"] for group in shorter] == [5, 0, 4, 2]


@pytest.mark.parametrize("kind", ["finish", "declare_nothing"])
def test_the_end_of_a_turn_is_never_folded_away(kind):
    groups = intents.menu(rows("speak", "attack", "drop", "signal", "ready", kind))["groups"]
    assert kind in [one["id"] for group in groups for one in group["open"][: group["shown"]]]


def test_luck_never_becomes_the_main_button():
    assert intents.menu(rows("boost", closed=("attack",)))["lead"] == ""
    assert intents.menu(rows("boost", "finish"))["lead"] == "finish"


def test_giving_up_is_the_main_button_only_where_nothing_else_is_left():
    assert intents.menu(rows("pass", "change", "go", closed=("attack",)))["lead"] == "go"
    assert intents.menu(rows("pass", "change", closed=("attack",)))["lead"] == ""
    assert intents.menu(rows("pass", "boost", closed=("attack",)))["lead"] == "pass"
    assert intents.menu(rows("attack", "pass"))["lead"] == "attack"
