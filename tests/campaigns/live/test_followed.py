"""A sheet that remembers what was read of it."""

import pytest

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
    sheet.known["asked"] = "answered"
    assert sheet.try_update({**SHEET, "luck": {"current": 2}})
    assert sheet["luck"] == {"current": 2} and sheet.known == {"asked": "answered"}
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
