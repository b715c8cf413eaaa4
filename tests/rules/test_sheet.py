"""A sheet of typed fields, shown on a toy game: every problem is told, and no value gets past its reader."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.character.sheet import Choice, Choices, Field, Section, SheetSchema, clean, is_shaped, problems
from rules.core.errors import Unreadable
from rules.core.paths import canonical
from rules.core.text import _

SCHEMA = SheetSchema(
    (
        Section("", _("Person"), (Field("name", _("Name"), "text", required=True, most=20),)),
        Section(
            "body",
            _("Body"),
            (
                Field("strength", _("Strength"), least=1, most=20, default=10),
                Field("skill", _("Skill"), least=-3, most=15, words=("X",)),
                Field(
                    "hand", _("Hand"), "choice", default="r", choices=(Choice("r", _("Right")), Choice("l", _("Left")))
                ),
                Field("asleep", _("Asleep"), "flag"),
                Field("story", _("Story"), "note"),
                Field("wounds", _("Wounds"), "grid", grid={"head": {"light": 3, "fatal": 1}}),
            ),
        ),
        Section(
            "",
            _("Things"),
            (
                Field(
                    "gear",
                    _("Gear"),
                    "list",
                    row=(Field("what", _("What"), "text", required=True), Field("count", _("Count"), least=0)),
                ),
            ),
        ),
    )
)

GOOD = {
    "name": "Ada",
    "body": {"strength": 12, "skill": "X", "hand": "l", "asleep": True, "wounds": {"head": {"light": 2}}},
    "gear": {"k1": {"what": "Rope", "count": 2}},
}


def read(path, value):
    return SCHEMA.field(path).read(value)


def refusal(path, value):
    with pytest.raises(Unreadable) as found:
        read(path, value)
    return str(found.value)


def test_a_good_sheet_has_no_problems():
    assert problems(SCHEMA, GOOD) == ()


def test_every_problem_is_reported_with_its_path_and_sentence():
    bad = {
        "name": "",
        "height": 3,
        "body": {
            "strength": 0,
            "skill": "Y",
            "hand": "both",
            "nose": 1,
            "wounds": {"head": {"light": 4}, "tail": {"light": 1}},
        },
        "gear": {"k1": {"count": -1, "price": 2}, "bad key!": {}, "k2": 5},
    }
    assert {problem.path: str(problem.text) for problem in problems(SCHEMA, bad)} == {
        "name": "Name is missing.",
        "height": "“height” is not a field of this sheet.",
        "body.nose": "“body.nose” is not a field of this sheet.",
        "body.strength": "Strength: 1 at least.",
        "body.skill": "Skill: a whole number is needed, or X.",
        "body.hand": "Hand: one of the choices offered is needed.",
        "body.wounds.head.light": "Wounds: 3 at most.",
        "body.wounds.tail.light": "“body.wounds.tail.light” is not a field of this sheet.",
        "gear.k1.what": "What is missing.",
        "gear.k1.count": "Count: 0 at least.",
        "gear.k1.price": "“gear.k1.price” is not a field of this sheet.",
        "gear.bad key!": "A row of Gear is a set of named values.",
        "gear.k2": "A row of Gear is a set of named values.",
    }


@pytest.mark.parametrize("data", [None, [], "sheet", 5, True])
def test_a_value_that_is_no_sheet_is_one_problem(data):
    assert [str(problem.text) for problem in problems(SCHEMA, data)] == ["A sheet is a set of named values."]


@pytest.mark.parametrize(
    "data", [{"name": "A", "body": 5}, {"name": "A", "gear": []}, {"name": "A", "body": {"wounds": 3}}]
)
def test_a_plain_value_where_a_set_is_needed_is_a_problem(data):
    assert len(problems(SCHEMA, data)) == 1


def test_a_list_has_an_end():
    rows = {f"k{number}": {"what": "Rope"} for number in range(301)}
    assert [str(one.text) for one in problems(SCHEMA, {"name": "A", "gear": rows})] == ["Gear has more than 300 rows."]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=6) | st.sampled_from(["body", "gear", "name"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON)
def test_no_data_breaks_the_reader(data):
    for problem in problems(SCHEMA, data):
        assert str(problem.text)


@given(st.sampled_from([path for path, _field in SCHEMA.walk()]), JSON)
def test_every_reader_refuses_with_a_sentence_or_gives_a_value_it_would_read_again(path, value):
    try:
        once = read(path, value)
    except Unreadable as error:
        assert 0 < len(str(error)) < 400
    else:
        assert read(path, once) == once


@pytest.mark.parametrize(("given_", "stored"), [(1, 1), (20, 20), (" 12 ", 12), ("+3", 3), ("007", 7)])
def test_a_number_within_bounds_is_stored_as_a_number(given_, stored):
    assert read("body.strength", given_) == stored
    assert isinstance(read("body.strength", given_), int)


@pytest.mark.parametrize(
    ("given_", "stored"), [("-3", -3), ("\u22123", -3), ("x", "X"), ("X", "X"), (-3, -3), (15, 15)]
)
def test_a_number_reads_a_real_minus_and_the_words_it_may_be(given_, stored):
    assert read("body.skill", given_) == stored


def test_a_number_out_of_bounds_names_the_bound():
    assert refusal("body.strength", 0) == "Strength: 1 at least."
    assert refusal("body.strength", 21) == "Strength: 20 at most."


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        "1.5",
        "1e3",
        "--1",
        "+-1",
        "²",
        "١",
        "1_0",
        "0x10",
        None,
        True,
        1.0,
        float("nan"),
        [],
        {},
        "9" * 5000,
        10**5000,
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_that_is_no_whole_number_is_refused(value):
    assert refusal("body.strength", value) == "Strength: a whole number is needed."


def test_a_text_is_trimmed_composed_and_bounded():
    assert read("name", "  E\u0301lise ") == "Élise"
    assert read("name", "a" * 20) == "a" * 20
    assert refusal("name", "a" * 21) == "Name: 20 characters at most."
    assert refusal("name", 5) == "Name: a text is needed."
    assert refusal("name", "   ") == refusal("name", "\u200b") == "Name is missing."


@pytest.mark.parametrize("hostile", ["a\x00b", "a\nb", "a\x1bb", "a\ud800b", "a\u202eb", "a\u2066b"])
def test_a_text_holds_no_character_that_cannot_be_shown_in_a_line(hostile):
    assert refusal("name", hostile) == "Name: a character cannot be used here."


def test_a_note_may_have_lines():
    assert read("body.story", "one\r\ntwo\tthree") == "one\ntwo\tthree"
    assert refusal("body.story", "one\x00") == "Story: a character cannot be used here."
    assert refusal("body.story", "a" * 20_001) == "Story: 20000 characters at most."


@pytest.mark.parametrize(
    ("value", "stored"), [(True, True), ("on", True), ("1", True), ("", False), ("false", False), (False, False)]
)
def test_a_flag_is_read_from_a_form_or_from_data(value, stored):
    assert read("body.asleep", value) is stored


@pytest.mark.parametrize("value", ["yes", 1, 0, None, [], "ON"])
def test_a_flag_is_nothing_else(value):
    assert refusal("body.asleep", value) == "Asleep: yes or no is needed."


@pytest.mark.parametrize("value", ["both", "", None, 1, ["r"]])
def test_a_choice_is_one_of_those_offered(value):
    assert read("body.hand", "l") == "l"
    assert refusal("body.hand", value) == "Hand: one of the choices offered is needed."


def test_a_refused_choice_shows_its_reason():
    field = Field("hand", _("Hand"), "choice", choices=(Choice("r", _("Right"), refused=_("It is broken.")),))
    with pytest.raises(Unreadable, match="It is broken."):
        field.read("r")


def test_a_cell_of_a_grid_and_a_field_of_a_row_are_fields_too():
    assert SCHEMA.field("body.wounds.head.light").most == 3
    assert SCHEMA.field("gear.k9.what").kind == "text"
    for path in (
        "body.wounds.head",
        "body.wounds.head.mild",
        "gear.k9",
        "gear.k 9.what",
        "gear.k9.what.more",
        "body",
        "",
        ".",
    ):
        assert SCHEMA.field(path) is None


def test_a_value_that_was_not_filled_in_is_the_blank_one():
    assert SCHEMA.value({}, "body.strength") == 10
    assert SCHEMA.value({}, "body.skill") == 0
    assert SCHEMA.value({"body": {"skill": 3}}, "body.skill") == 3
    assert SCHEMA.defaults()["body.hand"] == "r"
    with pytest.raises(KeyError):
        SCHEMA.value({}, "body.nose")


def test_cleaned_data_holds_values_as_they_are_stored():
    written = {
        "name": " Ada ",
        "body": {"strength": "12", "wounds": {"head": {"light": "2"}}},
        "gear": {"k1": {"what": " Rope ", "count": "3"}},
    }
    assert clean(SCHEMA, written) == {
        "name": "Ada",
        "body": {"strength": 12, "wounds": {"head": {"light": 2}}},
        "gear": {"k1": {"what": "Rope", "count": 3}},
    }
    assert clean(SCHEMA, GOOD) == canonical(GOOD)


def test_further_choices_are_made_once_and_only_where_somebody_looks_further():
    made = []

    def further():
        made.append(1)
        return (Choice(key, _("Hand")) for key in "bc")

    choices = Choices((Choice("a", _("Hand")),), further)
    field = Field("hand", _("Hand"), "choice", default="a", choices=choices)
    assert field.read("a") == "a" and any(choice.refused is None for choice in choices) and not made
    assert field.read("c") == "c" and made == [1]
    whole = tuple(Choice(key, _("Hand")) for key in "abc")
    assert field == Field("hand", _("Hand"), "choice", default="a", choices=whole) and hash(choices) == hash(whole)
    assert (len(choices), choices[1], repr(choices), made) == (3, whole[1], repr(whole), [1])
    with pytest.raises(Unreadable):
        field.read("d")


@pytest.mark.parametrize("typed", ["", "1d10+2", " 2D6 ", "1d8−1"])
def test_dice_that_the_rules_can_read_are_typed_as_they_stand(typed):
    assert Field("damage", _("Damage"), "text", dice=True).typed(typed) == typed.strip()


@pytest.mark.parametrize("typed", ["lots", "1d8+1d4", "d6", "1d6+"])
def test_unreadable_dice_are_refused_when_typed_and_kept_when_imported(typed):
    field = Field("damage", _("Damage"), "text", dice=True)
    with pytest.raises(Unreadable, match="is not dice such as"):
        field.typed(typed)
    assert field.read(typed) == typed
    assert Field("damage", _("Damage"), "text").typed(typed) == typed


@pytest.mark.parametrize(
    ("data", "shaped"),
    [
        ({}, True),
        ({"name": 3, "body": {"strength": "?"}}, True),
        ({"body": None, "gear": None}, True),
        ({"body": []}, False),
        ({"body": {"wounds": {"head": {"light": 1}}}}, True),
        ({"body": {"wounds": 1}}, False),
        ({"body": {"wounds": {"head": 1}}}, False),
        ({"gear": {"a": {"what": "Rope"}}}, True),
        ({"gear": [{"what": "Rope"}]}, False),
        ({"gear": {"a": "Rope"}}, False),
    ],
)
def test_a_sheet_has_the_shape_of_its_fields_whatever_stands_in_them(data, shaped):
    assert is_shaped(SCHEMA, data) is shaped
