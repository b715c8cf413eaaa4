"""Memoized results of immutable things: the same as if they were computed anew each time."""

import pytest

from rules.core.errors import Stale
from rules.core.memo import memoize, memoize_of_fighter
from rules.core.scene import Change, Scene, Sheet


def counted():
    """A function of a thing, settings and a number, and what it was asked."""
    asked = []

    @memoize
    def sum_of(thing, settings, more):
        asked.append(more)
        if more > 9:
            raise ValueError(more)
        return thing.get("points", 0) + settings.get("bonus", 0) + more

    return sum_of, asked


def test_a_sheet_of_a_scene_is_asked_once_for_each_number():
    sum_of, asked = counted()
    sheet, settings = Sheet(points=3), {"bonus": 10}
    assert [sum_of(sheet, settings, more) for more in (1, 2, 1, 2)] == [14, 15, 14, 15]
    assert asked == [1, 2]


def test_a_fighter_is_asked_anew_once_their_row_or_sheet_is_written():
    asked = []

    @memoize_of_fighter
    def told(scene, fighter):
        asked.append(fighter)
        return scene.sheet(fighter).get("points", 0) + scene.fighters[fighter].marks.get("bonus", 0)

    rows = {who: {"character": who, "order": order} for order, who in enumerate("ab")}
    scene = Scene("x", "fight", {}, {"fighters": rows}, {"a": {"points": 3}, "b": {}})
    assert [told(scene, who) for who in "abab"] == [3, 0, 3, 0]
    marked = scene.with_changes((scene.mark("a", "bonus", 4),))
    assert [told(marked, who) for who in "ab"] == [7, 0]
    written = marked.with_changes((marked.write("b", "points", 1),))
    assert [told(written, who) for who in "ab"] == [7, 1]
    moved = written.with_changes((written.change("round", 2),))
    assert [told(moved, who) for who in "ab"] == [7, 1]
    assert asked == ["a", "b", "a", "b"]
    gone = moved.with_changes((moved.change("fighters.a", None),))
    assert list(gone.fighters) == ["b"] and told(gone, "b") == 1
    put_first = moved.with_changes((moved.change("fighters.b.order", -1),))
    assert list(put_first.fighters) == ["b", "a"]


def test_a_scene_goes_on_from_the_changes_it_was_asked_for_first():
    scene = Scene("x", "fight", {}, {"round": 1}, {"a": {"points": 3}})
    first, then = scene.change("round", 2), Change("character:a", "points", 3, 5)
    one, both = scene.with_changes((first,)), scene.with_changes((first, then))
    assert both is one.with_changes((then,)) and (one.round, both.round, both.sheets["a"]["points"]) == (2, 2, 5)
    assert scene.with_changes(()) is scene
    other = scene.with_changes((then, first))
    assert other == both and other is not both
    with pytest.raises(Stale):
        both.with_changes((first,))


def test_other_settings_are_asked_anew_even_where_they_are_equal():
    sum_of, asked = counted()
    sheet = Sheet(points=3)
    assert [sum_of(sheet, {"bonus": bonus}, 1) for bonus in (0, 0, 5)] == [4, 4, 9]
    assert asked == [1, 1, 1]


def test_a_sheet_keeps_the_answers_for_its_last_settings_and_no_more():
    sum_of, _asked = counted()
    sheet = Sheet(points=3)
    for bonus in range(100):
        assert sum_of(sheet, {"bonus": bonus}, 1) == bonus + 4
    assert len(sheet.memo) == 1


def test_a_sheet_in_no_scene_is_asked_each_time_and_may_be_written():
    sum_of, asked = counted()
    sheet, settings = {"points": 3}, {}
    assert sum_of(sheet, settings, 1) == 4
    sheet["points"] = 7
    assert sum_of(sheet, settings, 1) == 8
    assert asked == [1, 1]


def test_a_sheet_that_is_asked_for_ever_keeps_no_more_than_so_much(monkeypatch):
    monkeypatch.setattr("rules.core.memo.MOST", 10)
    sheet, length = Sheet(points=3), memoize(lambda sheet, name: len(name))
    assert [length(sheet, "x" * size) for size in range(100)] == list(range(100))
    assert 0 < len(sheet.memo) <= 10


WRITES = {
    "an entry": lambda sheet: sheet.__setitem__("points", 4),
    "an end": lambda sheet: sheet.__delitem__("points"),
    "more": lambda sheet: sheet.update(points=4),
    "others": lambda sheet: sheet.__ior__({"points": 4}),
    "a loss": lambda sheet: sheet.pop("points"),
    "the last": lambda sheet: sheet.popitem(),
    "a blank": lambda sheet: sheet.setdefault("more", 4),
    "nothing": lambda sheet: sheet.clear(),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_nobody_writes_into_a_sheet_that_is_held(write):
    sheet = Sheet(points=3)
    with pytest.raises(TypeError):
        write(sheet)
    assert sheet == {"points": 3} and {**sheet, "points": 4} == {"points": 4}


def test_a_failed_answer_is_asked_again():
    sum_of, asked = counted()
    sheet, settings = Sheet(points=3), {}
    for _time in range(2):
        try:
            sum_of(sheet, settings, 10)
        except ValueError:
            continue
    assert asked == [10, 10]


def test_functions_of_the_same_sheet_do_not_share_their_answers():
    sheet = Sheet(points=3)
    double = memoize(lambda thing: thing["points"] * 2)
    triple = memoize(lambda thing: thing["points"] * 3)
    assert (double(sheet), triple(sheet), double(sheet)) == (6, 9, 6)


def scene():
    sheets = {"a": {"name": "A", "luck": {"current": 3}, "weapons": {"w": {"ammo": 5}}}, "b": {"name": "B"}}
    return Scene("s", "fight", {}, {"fighters": {}}, sheets)


def test_a_change_replaces_its_path_and_keeps_the_rest():
    before = scene()
    change = Change("character:a", "weapons.w.ammo", 5, 4)
    after = before.with_changes([change])
    assert after.sheets["a"]["weapons"] == {"w": {"ammo": 4}}
    assert before.sheets["a"]["weapons"] == {"w": {"ammo": 5}}
    assert after.sheets["a"] is not before.sheets["a"]
    assert after.sheets["a"]["luck"] is before.sheets["a"]["luck"]
    assert after.sheets["b"] is before.sheets["b"]


def test_the_same_changes_give_the_same_scene_and_others_another_one():
    before = scene()
    one, other = Change("character:a", "luck.current", 3, 2), Change("character:a", "luck.current", 3, 1)
    after = before.with_changes([one])
    assert before.with_changes((one,)) is after
    assert before.with_changes([other]).sheets["a"]["luck"] == {"current": 1}
    assert before.with_changes([one]) == after


def test_a_scene_keeps_its_own_mapping_of_sheets():
    given = {"a": {"luck": {"current": 3}}}
    held = Scene("s", "fight", {}, {}, given)
    given["a"] = {}
    assert held.sheets["a"] == {"luck": {"current": 3}}
