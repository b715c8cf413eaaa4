"""A sheet that remembers what was read of it."""

import pytest

from campaigns.live import tracked_sheet
from campaigns.live.tracked_sheet import TrackedSheet
from rules.core import paths

SHEET = {"name": "Ana", "luck": {"current": 3}, "wounds": {"head": 1}}


@pytest.mark.parametrize(
    "read",
    [
        lambda sheet: sheet["luck"],
        lambda sheet: sheet.get("luck"),
        lambda sheet: "luck" in sheet,
        lambda sheet: dict(sheet),
        lambda sheet: list(sheet.items()),
        lambda sheet: sheet == SHEET,
    ],
)
def test_two_versions_differ_if_a_read_value_differs(read):
    sheet = TrackedSheet(SHEET)
    read(sheet)
    assert not sheet.try_update({**SHEET, "luck": {"current": 2}})


def test_two_versions_are_equal_if_no_read_value_differs():
    sheet = TrackedSheet(SHEET)
    assert sheet["wounds"] == {"head": 1}
    assert sheet.try_update({**SHEET, "luck": {"current": 2}})
    assert sheet["luck"] == {"current": 2}
    assert not sheet.try_update(SHEET)


@pytest.mark.parametrize("read", [len, list, dict])
def test_a_new_section_changes_the_sheet_for_readers_of_the_list_of_sections(read):
    sheet = TrackedSheet(SHEET)
    read(sheet)
    assert not sheet.try_update({**SHEET, "notes": "x"})


def test_a_new_section_changes_the_sheet_for_readers_that_missed_it():
    sheet = TrackedSheet(SHEET)
    assert sheet.get("notes", "") == "" and sheet.try_update({**SHEET, "fate": 1})
    assert not sheet.try_update({**SHEET, "fate": 1, "notes": "x"})


class Asked:
    """Functions of a sheet that count how often they work."""

    def __init__(self):
        self.times = 0

    def hurt(self, sheet, settings, place):
        self.times += 1
        return sheet["wounds"].get(place, 0) * settings["harm"]

    def about(self, sheet):
        self.times += 1
        return f"{sheet.get('name')}: {sheet.ask(self.hurt, {'harm': 2}, ('head',))}"

    def names(self, sheet):
        self.times += 1
        return sorted(sheet)

    def fails(self, sheet):
        return sheet["notes"]


def test_a_cached_fact_holds_for_all_scenes_while_its_inputs_are_equal():
    asked, answers = Asked(), {}
    one, other = TrackedSheet(SHEET, answers), TrackedSheet({**SHEET, "luck": {"current": 2}}, answers)
    assert [sheet.ask(asked.hurt, {"harm": 2}, ("head",)) for sheet in (one, other, one)] == [2, 2, 2]
    assert asked.times == 1
    assert TrackedSheet({**SHEET, "wounds": {"head": 3}}, answers).ask(asked.hurt, {"harm": 2}, ("head",)) == 6
    assert one.ask(asked.hurt, {"harm": 3}, ("head",)) == 3 and one.ask(asked.hurt, {"harm": 3}, ("leg",)) == 0
    assert asked.times == 4


@pytest.mark.parametrize("change", [{"wounds": {"head": 2}}, {"name": "Leo"}])
def test_reads_of_a_nested_answer_count_as_read(change):
    asked, answers = Asked(), {}
    for sheet in (TrackedSheet(SHEET, answers), TrackedSheet(SHEET, answers)):
        assert sheet.ask(asked.about, None, ()) == "Ana: 2"
    assert asked.times == 2
    assert not sheet.try_update({**SHEET, **change})
    after = {**SHEET, **change}
    assert TrackedSheet(after, answers).ask(asked.about, None, ()) == f"{after['name']}: {after['wounds']['head'] * 2}"


class Armed:
    """A question whose answer few changes of what it reads make another."""

    def bare(self, sheet):
        return not sheet.get("weapons")

    def fails(self, sheet):
        return sheet["weapons"]["knife"]


def test_a_new_version_with_the_same_facts_keeps_the_cached_sheet():
    armed, sheet = Armed(), TrackedSheet({**SHEET, "weapons": {"knife": 1}})
    assert sheet.ask(armed.bare, None, ()) is False
    assert sheet.try_update({**SHEET, "weapons": {"knife": 1, "axe": 2}})
    assert sheet["weapons"] == {"knife": 1, "axe": 2} and sheet.ask(armed.bare, None, ()) is False
    assert not sheet.try_update(SHEET)


@pytest.mark.parametrize("weapons", [{"axe": 2}, {"knife": 1, "axe": 2}])
def test_both_questions_and_reads_count(weapons):
    armed, sheet = Armed(), TrackedSheet({**SHEET, "weapons": {"knife": 1}})
    sheet.ask(armed.bare, None, ())
    assert sheet["weapons"] == {"knife": 1}
    assert not sheet.try_update({**SHEET, "weapons": weapons})


def test_an_answer_that_fails_by_now_is_another_one():
    armed, sheet = Armed(), TrackedSheet({**SHEET, "weapons": {"knife": 1}})
    assert sheet.ask(armed.fails, None, ()) == 1
    assert sheet.try_update({**SHEET, "weapons": {"knife": 1, "axe": 2}})
    assert not sheet.try_update({**SHEET, "weapons": {"axe": 2}})


def test_a_nested_fact_is_computed_again_when_its_input_changes():
    asked, sheet = Asked(), TrackedSheet({**SHEET, "weapons": {}})

    def hurt_at_all(sheet):
        return sheet.ask(asked.hurt, {"harm": 2}, ("head",)) > 0

    assert sheet.ask(hurt_at_all, None, ()) is True
    assert sheet.try_update({**SHEET, "weapons": {}, "wounds": {"head": 4}})
    assert sheet.ask(asked.hurt, {"harm": 2}, ("head",)) == 8


@pytest.mark.parametrize(
    ("after", "same"),
    [
        ({"luck": {"current": 3, "max": 5}}, True),
        ({"luck": {"current": 2}}, False),
        ({"luck": {"max": 3}}, False),
        ({"luck": 3}, False),
        ({}, False),
    ],
)
@pytest.mark.parametrize("how", ["read", "asked"])
def test_reading_a_dotted_path_reads_only_its_value(after, same, how):
    sheet = TrackedSheet(SHEET)

    def left(sheet):
        return paths.get(sheet, "luck.current")

    assert (left(sheet) if how == "read" else sheet.ask(left, None, ())) == 3
    rest = {name: value for name, value in SHEET.items() if name != "luck"}
    assert sheet.try_update({**rest, **after}) is same
    assert not same or paths.get(sheet, "luck") == after["luck"]


def test_a_fact_asked_during_a_version_change_makes_a_new_sheet():
    sheet = TrackedSheet(SHEET)
    later = {**SHEET, "wounds": {"head": 2}}
    taken = []

    def slow(sheet):
        before = sheet["name"]
        taken.append(sheet.try_update(later))  # as another thread would
        return before, sheet["wounds"]

    sheet.ask(slow, None, ())
    assert taken == [False]


def test_a_fact_that_read_all_names_changes_with_a_new_name():
    asked, answers = Asked(), {}
    assert TrackedSheet(SHEET, answers).ask(asked.names, None, ()) == ["luck", "name", "wounds"]
    assert TrackedSheet({**SHEET, "notes": "x"}, answers).ask(asked.names, None, ()) == [
        "luck",
        "name",
        "notes",
        "wounds",
    ]


def test_a_failed_question_is_asked_again_and_its_reads_count():
    asked, answers = Asked(), {}
    sheet = TrackedSheet(SHEET, answers)
    with pytest.raises(KeyError):
        sheet.ask(asked.fails, None, ())
    assert not sheet.try_update({**SHEET, "notes": "x"})
    assert TrackedSheet({**SHEET, "notes": "x"}, answers).ask(asked.fails, None, ()) == "x"


def test_one_character_keeps_only_so_many_answers(monkeypatch):
    monkeypatch.setattr(tracked_sheet, "MOST", 3)
    asked, answers = Asked(), {}
    for place in "abcde":
        TrackedSheet(SHEET, answers).ask(asked.hurt, {"harm": 1}, (place,))
    assert len(answers) == 2
