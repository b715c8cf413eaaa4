"""A field that names a test of the sheet is chosen by its name, and kept as its key."""

import json
import re

import pytest

from tests.cast import client_of


def options(text):
    select = re.search(r'<select name="skill".*?</select>', text, re.DOTALL)[0]
    return dict(re.findall(r'<option value="([^"]*)"[^>]*>\s*(.*?)\s*</option>', select, re.DOTALL))


@pytest.fixture
def weapon(table):
    return next(f"weapons.{key}" for key, row in table.data()["weapons"].items() if row.get("skill"))


def test_the_skill_of_a_weapon_is_offered_by_name(table, weapon):
    text = client_of(table.cast.ana).get(table.url("sheet-field", table.cast.ana, weapon)).text
    found = options(text)
    assert found["rifles"] == "Fusils/Armes d’épaule" and "" in found
    assert "FOR" not in found and len(found) > 40


def test_a_skill_chosen_is_kept_as_its_key(table, weapon):
    address = table.url("sheet-field", table.cast.ana, f"{weapon}.skill")
    before = table.data()["weapons"][weapon.split(".")[1]]["skill"]
    said = {"skill": "thrown", "replaces": json.dumps({"skill": before})}
    assert client_of(table.cast.ana).post(address, said).status_code == 302
    assert table.data()["weapons"][weapon.split(".")[1]]["skill"] == "thrown"


def test_a_key_that_no_skill_has_is_kept_until_another_is_chosen(table, weapon):
    table.do("edit", table.cast.ana, path=f"{weapon}.skill", value="forgotten")
    text = client_of(table.cast.ana).get(table.url("sheet-field", table.cast.ana, weapon)).text
    assert options(text)["forgotten"] == "forgotten"


@pytest.mark.parametrize("value", ["nothing", "x" * 41, "FOR"])
def test_what_is_not_offered_is_refused_and_nothing_changes(table, weapon, value):
    before = table.data()
    address = table.url("sheet-field", table.cast.ana, f"{weapon}.skill")
    answer = client_of(table.cast.ana).post(address, {"skill": value, "replaces": "{}"})
    assert answer.status_code == 422 and table.data() == before


def test_the_journal_tells_the_skill_by_its_name(table, weapon):
    done = table.do("edit", table.cast.ana, path=f"{weapon}.skill", value="thrown")
    assert "Thrown weapons" in table.told(table.cast.ana, done)
