"""A field that names a test or a row of the sheet is chosen by its name, and kept as its key."""

import json
import re

import pytest

from tests.cast import client_of, gather
from tests.sheets.conftest import Table, join

LAST_TEST = "Ce qui était testé"


def options(text, name="skill"):
    select = re.search(rf'<select name="{name}".*?</select>', text, re.DOTALL)[0]
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
def test_a_test_that_is_not_offered_is_refused_and_nothing_changes(table, weapon, value):
    before = table.data()
    address = table.url("sheet-field", table.cast.ana, f"{weapon}.skill")
    answer = client_of(table.cast.ana).post(address, {"skill": value, "replaces": "{}"})
    assert answer.status_code == 422 and table.data() == before


def test_the_journal_tells_the_skill_by_its_name(table, weapon):
    done = table.do("edit", table.cast.ana, path=f"{weapon}.skill", value="thrown")
    assert "Thrown weapons" in table.told(table.cast.ana, done)


@pytest.mark.parametrize(("key", "name"), [("FOR", "Force"), ("rifles", "Fusils/Armes d’épaule")])
def test_the_last_test_is_shown_by_its_name(table, key, name):
    master = table.cast.gm
    table.do("edit", master, path="fate.catastrophe", value=17)
    table.do("edit", master, path="fate.test", value=key)
    page = client_of(master).get(table.url("sheet", master)).text
    assert re.search(rf"{LAST_TEST}</dt>\s*<dd[^>]*>\s*{name}\s*<", page)
    form = client_of(master).get(table.url("sheet-field", master, "fate.test")).text
    assert options(form, "test")[key] == name


@pytest.fixture
def mythras(db):
    """Somebody whose spear is of the style called Phalange."""
    cast = gather(game="mythras")
    lysandros = join(cast, "Lysandros", "pc", cast.ana, "lysandros")
    table = Table(cast, lysandros, lysandros, lysandros)
    table.do("edit", cast.ana, path="styles.phalanx.name", value="Phalange")
    return table


def test_the_style_of_a_weapon_is_one_of_the_rows_of_styles(mythras):
    ana = mythras.cast.ana
    found = options(client_of(ana).get(mythras.url("sheet-field", ana, "weapons.spear")).text, "style")
    assert found["phalanx"] == "Phalange" and {"", "outside"} < set(found)
    done = mythras.do("edit", ana, path="weapons.spear.style", value="outside")
    assert "Phalange" in mythras.told(ana, done) and "phalanx" not in mythras.told(ana, done)


def test_a_style_that_is_gone_may_stay(mythras):
    ana = mythras.cast.ana
    mythras.do("edit", ana, path="weapons.spear.style", value="lost")
    assert options(client_of(ana).get(mythras.url("sheet-field", ana, "weapons.spear")).text, "style")["lost"] == "lost"
    assert client_of(ana).get(mythras.url("sheet-field", ana, "weapons.sword")).text.count("lost") == 0
