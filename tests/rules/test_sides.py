"""Targets in a form: opponents first, then allies."""

import pytest

from rules.character.sheet import Choice, Field
from rules.core.acts import Offer
from rules.core.text import Text
from rules.engine import sides
from rules.views import board
from rules.views.viewers import Viewer
from tests.rules.chroniques.play import CHRONIQUES, SCOUT, Table
from tests.rules.toy import PARTS, Toy, scene

FOES, OUT, OWN = "Opponents", "Out of the fight", "Own side"
HERE = scene(("ada", "pc"), ("ben", "ally"), ("orc", "foe"), ("elf", "unknown"))


@pytest.mark.parametrize(
    ("actor", "keys", "found"),
    [
        ("ada", ("ada", "ben", "orc", "elf"), {"orc": FOES, "elf": FOES, "ada": OWN, "ben": OWN}),
        ("orc", ("ada", "ben", "orc"), {"ada": FOES, "ben": FOES, "orc": OWN}),
        ("ben", ("orc", "ada"), {"orc": FOES, "ada": OWN}),
        ("ada", ("ben", "none", "orc"), {"none": "None", "orc": FOES, "ben": OWN}),
        ("ada", ("orc", "elf"), {}),
        ("ada", ("ada", "ben"), {}),
        ("gm", ("orc", "ben"), {}),
    ],
)
def test_opponents_come_first_and_each_side_has_its_name(actor, keys, found):
    named = sides.group_names(HERE, actor, keys, lambda _scene, _who: False)
    assert [(key, str(text)) for key, text in named.items()] == list(found.items())


@pytest.mark.parametrize(
    ("keys", "beaten", "found"),
    [
        (("ben", "elf", "orc"), "elf", {"orc": FOES, "elf": OUT, "ben": OWN}),
        (("elf", "orc"), "elf", {"orc": FOES, "elf": OUT}),
        (("ben", "orc"), "orc", {"orc": OUT, "ben": OWN}),
        (("elf", "orc"), "elf orc", {}),
        (("ben", "orc"), "ben", {"orc": FOES, "ben": OWN}),
    ],
)
def test_fallen_opponents_are_a_group_of_their_own_in_the_list_of_targets(keys, beaten, found):
    named = sides.group_names(HERE, "ada", keys, lambda _scene, who: who in beaten.split())
    assert [(key, str(text)) for key, text in named.items()] == list(found.items())


def test_the_form_of_an_attack_groups_targets_for_game_master_and_player():
    rows = (("ada", "pc", {**SCOUT, "typed": {"init": 30}}), ("ben", "ally", SCOUT), ("orc", "foe", SCOUT))
    found = Table(*rows)
    for viewer in (Viewer("gm"), Viewer("seat:ada", frozenset({"c-ada"}))):
        (attack,) = (one for one in board.offers(CHRONIQUES, found.scene, viewer, "ada") if one.kind == "attack")
        (target,) = (field for field in attack.fields if field.key == "target")
        assert [(one.key, str(one.group)) for one in target.choices] == [("orc", FOES), ("ben", OWN)]


def test_care_names_the_own_side_first_and_folds_the_opponents():
    whom = Field(
        "patient", Text("Patient"), "choice", choices=[Choice(key, Text(key)) for key in ("orc", "ben", "ada")]
    )
    (field,) = sides.group_by_side(Toy(**PARTS), HERE, Offer("care", "ada", Text("Care"), (whom,))).fields
    assert [(one.key, str(one.group), one.aside) for one in field.choices] == [
        ("ben", OWN, False),
        ("ada", OWN, False),
        ("orc", FOES, True),
    ]


@pytest.mark.parametrize(("key", "aside"), [("target", True), ("patient", False), ("other", False)])
def test_a_lone_ally_is_no_target_that_comes_to_mind(key, aside):
    only = Field(key, Text("Whom"), "choice", choices=[Choice("ben", Text("Ben"))])
    (field,) = sides.group_by_side(Toy(**PARTS), HERE, Offer("strike", "ada", Text("Strike"), (only,))).fields
    assert [(one.key, one.aside) for one in field.choices] == [("ben", aside)]
