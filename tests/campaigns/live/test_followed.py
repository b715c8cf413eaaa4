"""A sheet that remembers what was read of it."""

import pytest

from campaigns.live import followed
from campaigns.live.followed import Followed

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
def test_another_version_is_another_sheet_where_what_was_read_differs(read):
    sheet = Followed(SHEET)
    read(sheet)
    assert not sheet.try_update({**SHEET, "luck": {"current": 2}})


def test_another_version_is_the_same_sheet_where_nobody_read_what_differs():
    sheet = Followed(SHEET)
    assert sheet["wounds"] == {"head": 1}
    assert sheet.try_update({**SHEET, "luck": {"current": 2}})
    assert sheet["luck"] == {"current": 2}
    assert not sheet.try_update(SHEET)


@pytest.mark.parametrize("read", [len, list, dict])
def test_a_section_more_is_another_sheet_for_whoever_read_which_there_are(read):
    sheet = Followed(SHEET)
    read(sheet)
    assert not sheet.try_update({**SHEET, "notes": "x"})


def test_a_section_that_came_is_another_sheet_for_whoever_missed_it():
    sheet = Followed(SHEET)
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


def test_an_answer_is_given_to_all_scenes_as_long_as_what_it_read_says_the_same():
    asked, answers = Asked(), {}
    one, other = Followed(SHEET, answers), Followed({**SHEET, "luck": {"current": 2}}, answers)
    assert [sheet.ask(asked.hurt, {"harm": 2}, ("head",)) for sheet in (one, other, one)] == [2, 2, 2]
    assert asked.times == 1
    assert Followed({**SHEET, "wounds": {"head": 3}}, answers).ask(asked.hurt, {"harm": 2}, ("head",)) == 6
    assert one.ask(asked.hurt, {"harm": 3}, ("head",)) == 3 and one.ask(asked.hurt, {"harm": 3}, ("leg",)) == 0
    assert asked.times == 4


@pytest.mark.parametrize("change", [{"wounds": {"head": 2}}, {"name": "Leo"}])
def test_what_an_answer_read_by_another_counts_as_read(change):
    asked, answers = Asked(), {}
    for sheet in (Followed(SHEET, answers), Followed(SHEET, answers)):
        assert sheet.ask(asked.about, None, ()) == "Ana: 2"
        assert not sheet.try_update({**SHEET, **change})
    assert asked.times == 2
    after = {**SHEET, **change}
    assert Followed(after, answers).ask(asked.about, None, ()) == f"{after['name']}: {after['wounds']['head'] * 2}"


def test_an_answer_that_went_through_all_names_is_another_one_where_there_is_one_more():
    asked, answers = Asked(), {}
    assert Followed(SHEET, answers).ask(asked.names, None, ()) == ["luck", "name", "wounds"]
    assert Followed({**SHEET, "notes": "x"}, answers).ask(asked.names, None, ()) == ["luck", "name", "notes", "wounds"]


def test_what_failed_is_asked_again_and_what_it_read_counts():
    asked, answers = Asked(), {}
    sheet = Followed(SHEET, answers)
    with pytest.raises(KeyError):
        sheet.ask(asked.fails, None, ())
    assert not sheet.try_update({**SHEET, "notes": "x"})
    assert Followed({**SHEET, "notes": "x"}, answers).ask(asked.fails, None, ()) == "x"


def test_one_character_keeps_only_so_many_answers(monkeypatch):
    monkeypatch.setattr(followed, "MOST", 3)
    asked, answers = Asked(), {}
    for place in "abcde":
        Followed(SHEET, answers).ask(asked.hurt, {"harm": 1}, (place,))
    assert len(answers) == 2
