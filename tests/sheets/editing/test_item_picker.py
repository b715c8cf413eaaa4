"""Rows that a game has ready: chosen from a list, put on the sheet under their name."""

from tests.cast import client_of

LIVE = {"HX-Request": "true", "X-Live": "1"}


def add(table, path, ware):
    address = table.url("sheet-rows", table.cast.ana, path)
    return client_of(table.cast.ana).post(address, {"ware": ware}, headers=LIVE)


def test_the_form_of_a_new_weapon_offers_the_games_list(table):
    page = client_of(table.cast.ana).get(table.url("sheet-rows", table.cast.ana, "weapons")).content.decode()
    assert page.count("<optgroup") == 2 and 'value="spear"' in page
    other = client_of(table.cast.ana).get(table.url("sheet-rows", table.cast.ana, "gear")).content.decode()
    assert "<optgroup" not in other


def test_a_choice_puts_the_whole_row_on_the_sheet(table):
    before = set(table.data()["weapons"])
    assert add(table, "weapons", "spear").status_code == 200
    (key,) = set(table.data()["weapons"]) - before
    row = table.data()["weapons"][key]
    assert row["name"] and (row["damage"], row["reach"], row["cause"]) == ("3d10", 3, "perforation")
    assert "kind" not in row  # melee is what a weapon is unless said otherwise


def test_a_protection_is_worn_at_once(table):
    before = set(table.data()["protections"])
    add(table, "protections", "soles")
    (key,) = set(table.data()["protections"]) - before
    assert {**table.data()["protections"][key], "name": ""} == {"name": "", "body": True, "value": 14, "equipped": True}


def test_an_item_not_in_the_list_is_refused_with_a_sentence(table):
    before = table.data()
    assert add(table, "weapons", "death_ray").status_code == 422
    assert add(table, "gear", "spear").status_code == 422
    assert table.data() == before
