"""A printed sheet has all values, and a blank one the same fields."""

import pytest
from django.urls import reverse

from campaigns.web.language import say
from rules import registry
from rules.core.text import plain
from sheets.models import Character
from sheets.paper import layout
from sheets.sheet_view import Reading
from tests.cast import client_of, gather

SECRET = "Zibeline"
LONG = "mots " * 40 + "fin"


def page(seat, name, *args):
    return client_of(seat).get(reverse(name, args=[seat.token, *args]))


def test_the_content_of_the_sheet_is_on_paper(table):
    table.do("edit", table.cast.ana, path="notes", value="**Attention**")
    table.do("step", table.cast.ana, path="wounds.head.light", by=1)
    answer = page(table.cast.ana, "print-sheet", table.elowen.token)
    assert answer.status_code == 200
    assert "Élowen" in answer.text and "<strong>Attention</strong>" in answer.text
    assert answer.text.count("is-ticked") == 1


def test_the_rounds_left_in_a_weapon_are_told_by_its_name(table):
    paper = layout.build_paper(Reading(table.elowen, table.elowen.campaign, gm=True))
    labels = [one["label"] for one in paper["vitals"]]
    weapons = [label for label in labels if " · " in label]
    assert len(labels) == len(set(labels))
    assert {label.split(" · ")[0] for label in weapons} == {"Fusil d’assaut léger", "Pistolet lourd"}


def test_the_game_masters_secrets_are_on_no_paper_of_a_player(table):
    table.do("edit", table.cast.gm, path="secret_notes", value=SECRET)
    assert SECRET not in page(table.cast.ana, "print-sheet", table.elowen.token).text
    assert SECRET in page(table.cast.gm, "print-sheet", table.elowen.token).text


def test_nobody_prints_the_sheet_of_another(table):
    assert page(table.cast.leo, "print-sheet", table.elowen.token).status_code == 404
    assert page(table.cast.screen, "blank-sheet").status_code == 404


def test_a_blank_sheet_has_boxes_and_lines_but_no_number(table):
    before = Character.objects.count()
    answer = page(table.cast.ana, "blank-sheet")
    assert answer.status_code == 200 and Character.objects.count() == before
    assert "paper-box" in answer.text and "is-ticked" not in answer.text and "paper-rule" in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_every_game_has_its_paper(game):
    campaign = gather(game).campaign
    blank = layout.build_paper(layout.blank_reading(campaign), blank=True)
    lines = [*blank["attributes"], *blank["computed"], *blank["vitals"], *blank["body"]]
    lines += [row for part in (*blank["tests"], *blank["sections"]) for row in part["rows"]]
    assert lines and not any(one.get("value") or one.get("points") or one.get("armour") for one in lines)
    assert not any(any(row) for one in blank["lists"] for row in (*one["rows"], *one["empty"]))
    for row in registry.samples(game).values():
        hero = Character(campaign=campaign, name="Élowen", data=row["data"], kind=row["kind"])
        told = layout.build_paper(Reading(hero, campaign, gm=True))
        named = {one["value"] for one in (*told["attributes"], *told["computed"])}
        assert named - {""}
        assert all(
            len(cells) == len(one["columns"]) for one in told["lists"] for cells in (*one["rows"], *one["empty"])
        )


def paper_of(game, name, **changed):
    """A ready-made character of a game on paper, with some fields changed."""
    campaign = gather(game).campaign
    row = registry.samples(game)[name]
    return layout.build_paper(
        Reading(Character(campaign=campaign, name="Élowen", data={**row["data"], **changed}), campaign, gm=True)
    )


@pytest.mark.django_db
def test_a_long_text_stands_whole_on_paper():
    told = paper_of("polaris", "mercenary", debt={"note": LONG})
    assert LONG in [row["value"] for part in told["sections"] for row in part["rows"]]


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_nothing_is_printed_twice(game):
    for name in registry.samples(game):
        told = paper_of(game, name)
        lines = [*told["vitals"], *told["purse"], *told["computed"]]
        lines += [row for part in (*told["tests"], *told["sections"]) for row in part["rows"]]
        said = [(line["label"], line["value"]) for line in lines]
        assert sorted(said) == sorted(set(said)), name


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_every_test_of_a_sheet_is_on_paper_with_its_level(game):
    campaign = gather(game).campaign
    for name, row in registry.samples(game).items():
        reading = Reading(Character(campaign=campaign, name="Élowen", data=row["data"]), campaign, gm=True)
        told = layout.build_paper(reading)
        lines = [*told["vitals"], *(line for part in told["tests"] for line in part["rows"])]
        printed = {(line["label"], line["value"]) for line in lines}
        boxed = {(line["label"], line["value"]) for line in told["attributes"]}
        for check in reading.checks.values():
            said = (say(check.what), plain(reading.levels[check.key].total))
            assert said in printed | boxed, (name, said)
        assert not boxed & printed


@pytest.mark.django_db
def test_a_list_that_only_repeats_tests_is_left_out():
    told = paper_of("medieval", "garance_vaubelle")
    lists = [one["label"] for one in told["lists"] if one["columns"]]
    assert "Armes" in lists and "Autres compétences" not in lists


@pytest.mark.django_db
def test_a_row_shows_its_references_and_its_default_choice():
    mythras = {one["label"]: one for one in paper_of("mythras", "camille_dray")["lists"]}
    weapons = [row[:3] for row in mythras["Armes"]["rows"]]
    assert weapons[1] == ["Pistolet", "Pistolet", "Armes de poing"]
    assert [row[2] for row in mythras["Armure"]["rows"]] == ["", "4"]
    medieval = {one["label"]: one for one in paper_of("medieval", "garance_vaubelle")["lists"]}
    assert [row[1] for row in medieval["Armes"]["rows"]] == ["Lames", "Haches"]


@pytest.mark.django_db
def test_places_that_have_only_numbers_are_printed_with_their_names():
    lists = paper_of("mythras", "lysandros", hit_locations={"head": {"hp": 4}})["lists"]
    places = next(part for part in lists if part["rows"] == [["Tête", "4"]])
    assert places["columns"] == ["Nom", "Points de vie"]
