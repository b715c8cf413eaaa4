"""Declared acts, effects and marks: a misspelt or repeated name is an error at once."""

import inspect
import re
from pathlib import Path

import pytest

import rules.games
from rules.character.character import Character
from rules.character.sheet import Choice, Field, SheetSchema
from rules.core import rounds, turns
from rules.core.acts import Act, blocking_refusal
from rules.core.check import Breakdown, Modifier
from rules.core.effects import Effect
from rules.core.game import Game
from rules.core.game import Tests as Checks
from rules.core.json_codec import from_json, to_json
from rules.core.marks import Mark
from rules.core.scene import Action, Health, Scene
from rules.core.script import Effect as Stored
from rules.core.script import just
from rules.core.text import _
from rules.registry import catalogue, systems


class Blow(Effect):
    """Points lost."""

    kind = "blow"
    harmful = True
    damage: int
    lines: Breakdown | None = None

    def told(self, scene):
        return _("loses %(points)s", points=self.damage)


class Gain(Effect):
    """Points won."""

    kind = "gain"
    scalar = "points"
    is_open = True
    points: int

    def told(self, scene):
        return _("gains %(points)s", points=self.points)


class Rest(Effect):
    """Nothing more."""

    kind = "rest"


class Jump(Act):
    """An act that changes nothing."""

    kind = "jump"
    label = _("Jump")


def game(**parts):
    return Game(
        key="declared",
        name=_("Declared"),
        sheet=Character(SheetSchema(()), lambda sheet, settings: Health(0, _("Well"))),
        tests=Checks(lambda sheet, settings: (), lambda check, settings: just(None)),
        **parts,
    )


GAME = game(acts=(Jump,), effects=(Blow, Gain, Rest))
SCENE = Scene("t", "fight", {}, {"fighters": {}}, {})
LINES = Breakdown(Modifier(_("Die"), 3))


@pytest.mark.parametrize(
    ("effect", "value"),
    [
        (Blow("a", 3), {"damage": 3}),
        (Blow("a", 3, LINES), {"damage": 3, "lines": LINES}),
        (Gain("a", 2), 2),
        (Gain("a", 0), 0),
        (Rest("a"), None),
    ],
)
def test_an_effect_is_stored_as_kind_target_and_value_and_read_again(effect, value):
    stored = from_json(to_json(effect))
    assert type(stored) is Stored and (stored.kind, stored.target, stored.value) == (effect.kind, "a", value)
    assert GAME.effect(stored) == effect == stored == Stored(effect.kind, "a", value)
    assert type(GAME.effect(stored)) is type(effect)


@pytest.mark.parametrize("value", [7, {"damage": 1, "speed": 2}, {}, "much"])
def test_a_value_that_does_not_fit_the_fields_is_no_effect(value):
    with pytest.raises(TypeError):
        GAME.effect(Stored("blow", "a", value))


def test_an_effect_of_no_kind_known_lands_nowhere_and_is_not_told():
    with pytest.raises(KeyError):
        GAME.land(SCENE, Stored("flight", "a"))
    assert GAME.describe(SCENE, Stored("flight", "a")) is GAME.public(SCENE, Stored("flight", "a")) is None


def test_effects_are_equal_by_their_stored_values():
    assert Blow("a", 3) == Blow("a", 3) != Blow("b", 3)
    assert Blow("a", 3) != Gain("a", 3)
    assert len({Blow("a", 3), Blow("a", 3), Blow("b", 3)}) == 2


def test_an_open_effect_is_told_to_everybody_and_another_only_to_those_who_know():
    assert str(GAME.public(SCENE, Gain("a", 2))) == "gains 2"
    assert GAME.public(SCENE, Blow("a", 2)) is None
    assert (GAME.hurts(Blow("a", 2)), GAME.hurts(Gain("a", 2))) == (True, False)


def test_a_number_of_damage_may_be_corrected_before_it_lands():
    (field,) = GAME.editable_fields(Blow("a", 3))
    assert (field.key, field.default) == ("damage", 3)
    assert GAME.editable_fields(Gain("a", 3)) == ()


def test_a_scalar_that_is_no_field_is_an_error_where_it_is_declared():
    with pytest.raises(TypeError, match="Wrong: pionts is no field"):
        type("Wrong", (Effect,), {"kind": "wrong", "scalar": "pionts", "__annotations__": {"points": int}})


@pytest.mark.parametrize("part", [{"acts": (Jump, Jump)}, {"effects": (Rest, Rest)}, {"marks": (Mark("a"), Mark("a"))}])
def test_a_kind_or_mark_declared_twice_is_an_error_that_names_it(part):
    with pytest.raises(ValueError, match="declared twice: (jump|rest|a)"):
        game(**part)


def test_an_act_without_odds_has_those_of_its_first_roll():
    assert GAME.odds(SCENE, Action("jump", "a")) is None


CHOICES = {
    "open": (Choice("a", _("A")), Choice("b", _("B"), _("Not B."))),
    "shut": (Choice("a", _("A"), _("Not A.")), Choice("b", _("B"), _("Not B."))),
    "none": (),
}


@pytest.mark.parametrize(("name", "why"), [("open", None), ("shut", "Not A."), ("none", "No valid target.")])
def test_a_form_with_a_wholly_refused_choice_is_refused_with_its_first_reason(name, why):
    found = blocking_refusal((Field("x", _("X"), "choice", choices=CHOICES[name]),))
    assert found == why or str(found) == why


def sources(record):
    """The files of a game, and those of the core that declare an effect of it: by path."""
    folder = Path(rules.games.__file__).parent / record.key
    shared = {Path(inspect.getfile(effect)) for effect in record.effects}
    return {path: path.read_text(encoding="utf-8") for path in {*folder.rglob("*.py"), *shared}}


RECORDS = [game for game in systems() if isinstance(game, Game)]
each_game = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.key)


@each_game
def test_every_mark_of_a_game_is_used_by_some_rule(record):
    """Beside its declaration and its place in the list of marks, each is set and read somewhere."""
    text = "\n".join(sources(record).values())
    names = dict(re.findall(r"^(\w+) = Mark\(\s*\"(\w+)\"", text, re.MULTILINE))
    shared = {mark.key for part in (rounds, turns) for mark in vars(part).values() if isinstance(mark, Mark)}
    assert sorted({*names.values(), *shared}) == sorted({*shared, *(mark.key for mark in record.marks)})
    rules_alone = re.sub(r"^(?:MARKS = \((?:.|\n)*?\)|from .* import (?:\([^)]*\)|.*))$", "", text, flags=re.MULTILINE)
    uses = {name: len(re.findall(rf"(?<![\w\"]){name}\b(?!\s*=)", rules_alone)) for name in names}
    assert {name: count for name, count in uses.items() if count < 2} == {}


@each_game
def test_every_effect_of_a_game_is_made_by_some_act(record):
    text = "\n".join(sources(record).values())
    unmade = [
        effect.__name__
        for effect in record.effects
        if not re.search(rf"\b{effect.__name__}\(\w|= {effect.__name__}\b", text)
    ]
    assert unmade == []


@each_game
def test_every_rule_named_by_an_act_is_in_the_catalogue(record):
    known = {rule.id for rule in catalogue(record.key)}
    assert {rule for act in record.acts for rule in act.rules} <= known
