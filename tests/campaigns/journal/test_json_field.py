"""The data of a sheet is decoded once, shared by all who read the same, and never written into."""

import gc
import json

import pytest

from campaigns.journal import json_field
from campaigns.journal.json_field import SheetField, share_sections
from rules.core.memo import memoize
from rules.core.scene import Sheet
from sheets.models import Character
from sheets.subjects import plain_of


@pytest.fixture
def character(cast):
    made = Character.objects.create(campaign=cast.campaign, name="A", data={"name": "A", "luck": {"current": 3}})
    return lambda: Character.objects.select_related("owner", "campaign").get(pk=made.pk)


def test_two_reads_of_the_same_text_give_the_same_object(character):
    first, again = character(), character()
    assert first.data is again.data and type(first.data) is Sheet
    assert first.campaign.settings is again.campaign.settings
    assert plain_of(first) is plain_of(again)
    assert plain_of(first) == {**first.data, "meta": {"kind": "pc"}}


def test_a_written_row_keeps_the_objects_of_unchanged_sections(character):
    before = character()
    Character.objects.filter(pk=before.pk).update(data={**before.data, "states": {"stunned": True}})
    after = character()
    assert after.data is not before.data and after.data["states"] == {"stunned": True}
    assert after.data["luck"] is before.data["luck"]


def test_values_computed_from_a_sheet_are_known_to_its_next_reader(character):
    asked = []
    total = memoize(lambda sheet: asked.append(1) or sheet["luck"]["current"])
    held = character()
    assert [total(one.data) for one in (held, character(), character())] == [3, 3, 3]
    assert asked == [1]


def test_another_owner_kind_or_portrait_is_another_state(character):
    held = character()
    before = plain_of(held)
    held.portrait = "f" * 64
    assert plain_of(held)["meta"] == {"kind": "pc", "portrait": "f" * 64}
    assert before["meta"] == {"kind": "pc"}


def test_nothing_is_kept_that_nobody_holds(character):
    text = json.dumps({"name": "Only here", "luck": {"current": 41}})
    read = SheetField().from_db_value(text, None, None)
    assert json_field.READ[text] is read
    assert [one for one in json_field.SECTIONS.values() if one == {"current": 41}] == [read["luck"]]
    del read
    gc.collect()
    assert text not in json_field.READ
    assert not [one for one in json_field.SECTIONS.values() if one == {"current": 41}]


@pytest.mark.parametrize("text", ["[1, 2]", '"a"', "3", "null"])
def test_a_value_that_is_no_object_is_returned_as_it_is(text):
    assert SheetField().from_db_value(text, None, None) == json.loads(text)


def test_the_rows_of_a_list_keep_their_order_on_every_database(character):
    rows = {key: {"label": key} for key in ("zeta", "b", "alpha", "a")}
    held = character()
    Character.objects.filter(pk=held.pk).update(data={**held.data, "weapons": rows})
    assert list(character().data["weapons"]) == list(rows)


def test_sections_are_shared_among_whoever_they_are_of():
    assert share_sections({"a": {"b": {"c": 1}}})["a"] is not share_sections({"a": {"b": {"c": 2}}})["a"]
    one = share_sections({"a": {"b": {"c": 1}}})
    assert share_sections({"z": {"b": {"c": 1}}})["z"] is one["a"]
