"""Formulas of written games: what they give, how far they go, and what is refused before any sheet is seen."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.packs import Unfit
from rules.written.formulas import parse, sort_by_dependency, table

TABLES = {"burden": ((0, 0), (6, 1), (12, 2))}
VALUES = {"might": 3, "load": 7}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("6 + 2 * might", 12),
        ("7 // 2 * 2", 6),
        ("10 - might - 2", 5),
        ("-might + 1", -2),
        ("(1 + 2) * 3", 9),
        ("min(might, load)", 3),
        ("max(might, load + 1)", 8),
        ("burden(load)", 1),
        ("burden(0 - 5)", 0),
        ("0 - 7 // 2", -3),
        (4, 4),
    ],
)
def test_a_formula_gives_its_number(text, value):
    assert parse(text, TABLES).value(VALUES) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "“” breaks off."),
        ("1 +", "“1 +” breaks off."),
        ("1 2", "“1 2” cannot be read at “2”."),
        ("might.real", "“might.real” cannot be read at “.real”."),
        ("2 ** 9", "“2 ** 9” cannot be read at “*”."),
        ("open(1)", "“open” is no table, and neither min nor max of two numbers."),
        ("min(1)", "“min” is no table, and neither min nor max of two numbers."),
        ("(" * 30 + "1" + ")" * 30, "it holds too many brackets in each other."),
        ("-" * 100 + "1", "it holds too many brackets in each other."),
        ("1+" * 150 + "1", "a formula of at most 200 signs is needed."),
        (None, "a formula of at most 200 signs is needed."),
        (True, "a formula of at most 200 signs is needed."),
    ],
)
def test_an_invalid_formula_is_refused_with_a_sentence(text, why):
    with pytest.raises(Unfit) as unfit:
        parse(text, TABLES)
    assert str(unfit.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 // might", "it divides by something that may be 0."),
        ("1 // (might - 2)", "it divides by something that may be 0."),
        ("1000000 * might", "it can grow to 5000000, and 1000000 is the most."),
    ],
)
def test_a_formula_that_may_fail_on_some_sheet_is_refused_beforehand(text, why):
    with pytest.raises(Unfit) as unfit:
        parse(text, TABLES).bounds({"might": (0, 5)})
    assert str(unfit.value) == why


ATOMS = st.sampled_from(["1", "3", "12", "might", "load", "burden(load)", "burden(might - 9)"])
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*"]), inner)
        | st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner)
        | st.builds("({} // {})".format, inner, st.sampled_from(["2", "7", "(load + 1)"]))
    ),
    max_leaves=6,
)


@given(FORMULAS)
def test_no_value_lies_outside_the_bounds(text):
    try:
        formula = parse(text, TABLES)
        least, most = formula.bounds({"might": (-2, 4), "load": (0, 13)})
    except Unfit:
        return
    for might, load in product(range(-2, 5), (0, 1, 5, 6, 12, 13)):
        assert least <= formula.value({"might": might, "load": load}) <= most


def test_a_cycle_is_reported_with_its_path():
    rows = {name: parse(text, {}) for name, text in {"a": "1", "b": "a + c", "c": "d", "d": "b + 1"}.items()}
    with pytest.raises(Unfit, match="these need each other: b → c → d → b."):
        sort_by_dependency(rows, {})


def test_a_derived_number_comes_after_those_it_reads():
    rows = {name: parse(text, {}) for name, text in {"a": "b + might", "b": "might"}.items()}
    assert sort_by_dependency(rows, {"might": (0, 5)}) == ("b", "a")


@pytest.mark.parametrize(
    "rows", [[], [[1]], [[0, 1], [0, 2]], [[5, 1], [0, 2]], [[0, "x"]], [[0, True]], "x", [[0, 10**9]]]
)
def test_a_table_has_ascending_pairs(rows):
    with pytest.raises(Unfit, match="pairs of whole numbers"):
        table(rows)
