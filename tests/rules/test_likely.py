"""Preselected values and leading offers: the likely one, the only foe, the end of a fight that is decided."""

import pytest

from rules.character.sheet import Choice, Field
from rules.core.acts import Offer
from rules.core.text import Text
from rules.engine.offers import offers
from tests.rules.toy import PARTS, Toy, scene

NO = Text("No.")


class Asking(Toy):
    """A game whose one offer has this one field."""

    def __init__(self, *rows, default=None, key="one"):
        super().__init__(**PARTS)
        object.__setattr__(self, "field", Field(key, Text("One"), "choice", default, choices=rows))

    def offers(self, scene, actor):
        return (Offer("act", actor, Text("Act"), (self.field,)),)


def standing(rules, *fighters, actor="ada"):
    (offer,) = offers(rules, scene(*fighters), actor)
    return [one.key for one in offer.fields[0].choices if one.likely]


def rows(*keys, refused=(), likely=()):
    return [Choice(key, Text(key), NO if key in refused else None, likely=key in likely) for key in keys]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (rows("axe", "bow"), ["axe"]),
        (rows("axe", "bow", refused="axe"), ["bow"]),
        (rows("axe", "bow", likely=["bow"]), ["bow"]),
        (rows("axe", "bow", "knife", likely=["bow", "knife"]), ["bow"]),
        (rows("axe", "bow", likely=["bow"], refused=["bow"]), ["axe"]),
        (rows("axe", refused=["axe"]), []),
        ([], []),
    ],
)
def test_a_choice_is_preset_to_the_games_suggestion_or_the_first_open_one(found, expected):
    assert standing(Asking(*found), ("ada", "pc")) == expected


SIDES = {"ada": "pc", "bob": "pc", "orc": "npc", "ogre": "npc"}


@pytest.mark.parametrize(
    ("whom", "actor", "expected"),
    [
        (rows("orc", "bob"), "ada", ["orc"]),
        (rows("orc", "ogre", "bob"), "ada", []),
        (rows("orc", "ogre", "bob", refused=["orc"]), "ada", ["ogre"]),
        (rows("bob"), "ada", ["bob"]),
        (rows("ada", "bob"), "ada", []),
        (rows("ada"), "gm", ["ada"]),
        (rows("ada", "orc"), "gm", []),
    ],
)
def test_the_likely_target_is_the_only_foe_or_the_only_one_and_never_guessed(whom, actor, expected):
    assert standing(Asking(*whom), *SIDES.items(), actor=actor) == expected


@pytest.mark.parametrize(
    ("key", "whom", "expected"),
    [
        ("target", rows("orc", "bob"), ["orc"]),
        ("target", rows("orc", "bob", refused=["orc"]), []),
        ("patient", rows("orc", "bob"), ["bob"]),
        ("patient", rows("orc"), []),
        ("patient", rows("orc", "ada", "bob"), []),
    ],
)
def test_no_ally_is_attacked_and_no_foe_cared_for_by_default(key, whom, expected):
    assert standing(Asking(*whom, key=key), *SIDES.items()) == expected


def test_a_field_with_a_usual_value_defaults_to_it():
    assert standing(Asking(*rows("none", "bow"), default="bow"), ("ada", "pc")) == []


class Deciding(Toy):
    """A game in which the game master goes on or ends the fight."""

    def offers(self, scene, actor):
        return tuple(Offer(kind, actor, Text(kind)) for kind in ("new_round", "skip", "end"))


@pytest.mark.parametrize(
    ("fighters", "rounds", "first"),
    [
        ({"ada": ("pc", 5), "orc": ("npc", 5)}, 1, "new_round"),
        ({"ada": ("pc", 5), "orc": ("npc", 0)}, 1, "end"),
        ({"ada": ("pc", 0), "orc": ("npc", 0)}, 1, "end"),
        ({"ada": ("pc", 5), "orc": ("npc", 0), "ogre": ("npc", 1)}, 1, "new_round"),
        ({"ada": ("pc", 5), "bob": ("pc", 0)}, 1, "new_round"),
        ({"ada": ("pc", 5), "orc": ("npc", 0)}, 0, "new_round"),
        ({"ada": ("pc", 5), "cid": ("ally", 5), "orc": ("npc", 0)}, 1, "end"),
        ({"ada": ("pc", 5), "cid": ("ally", 5)}, 1, "new_round"),
    ],
)
def test_the_end_of_a_fight_leads_once_one_side_alone_is_left(fighters, rounds, first):
    here = scene(*((name, side) for name, (side, _life) in fighters.items()),
                 **{name: {"life": life} for name, (_side, life) in fighters.items()})  # fmt: skip
    here.state["round"] = rounds
    found = [one.kind for one in offers(Deciding(**PARTS), here, "gm")]
    assert (found[0], sorted(found)) == (first, ["end", "new_round", "skip"])
    assert [one.kind for one in offers(Deciding(**PARTS), here, "ada")][0] == "new_round"
