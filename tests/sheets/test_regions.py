import re

import pytest

from campaigns.models import Campaign, Seat
from rules import registry
from sheets.models import Character
from sheets.regions import SHEET
from sheets.sheet_view import Reading
from tests.cast import client_of, gather
from tests.sheets.conftest import Table, join


@pytest.fixture
def reading(table):
    return Reading(Character.objects.get(pk=table.elowen.pk), Campaign.objects.get(pk=table.cast.campaign.pk), gm=False)


NAMES = [region.name for region in SHEET]


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_the_sheet_is_drawn_with_its_id(table, name):
    for seat in (table.cast.ana, table.cast.gm):
        assert f'id="{name}-{table.elowen.token}"' in table.region(seat, name)


@pytest.mark.parametrize("name", NAMES)
def test_every_part_of_an_empty_sheet_is_drawn(table, name):
    Character.objects.filter(pk=table.elowen.pk).update(data={"name": "Nobody"})
    assert table.region(table.cast.ana, name)


def test_an_attribute_shows_its_level_and_its_natural_aptitude(table):
    tile = table.region(table.cast.ana, "attributes").split("checks/FOR/")[1].split("</li>")[0]
    assert "<b>14</b>" in tile
    assert "+2" in tile


def test_a_skill_shows_base_mastery_level_and_the_malus_of_wounds(table):
    def rifles():
        row = table.region(table.cast.ana, "skills").split("checks/rifles/")[1].split("</a>")[0]
        return row

    assert "4 + 11 = 15" in rifles()
    assert ">15<" in rifles()
    table.do("step", table.cast.gm, path="wounds.body.serious", by=1)
    assert "4 + 11 = 15, −5" in rifles()
    assert ">10<" in rifles()


def test_a_reserved_skill_is_greyed_with_its_sentence(table):
    row = table.region(table.cast.ana, "skills").split("checks/surgery/")[0].rsplit("<a", 1)[1]
    rest = table.region(table.cast.ana, "skills").split("checks/surgery/")[1].split("</a>")[0]
    assert "is-locked" in row
    assert ">X<" in rest
    assert "réservée" in rest


def test_favourites_are_the_starred_tests(table):
    html = table.region(table.cast.ana, "favourites")
    assert "checks/rifles/" in html
    assert "checks/athletics/" not in html
    table.do("edit", table.cast.ana, path="skills.athletics.favourite", value=True)
    assert "checks/athletics/" in table.region(table.cast.ana, "favourites")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "sample", "label", "key"),
    [
        ("chroniques", "gaspard_tulane", "Attaques", "attack_"),
        ("medieval", "garance_vaubelle", "Attaques", "attack_"),
        ("mythras", "camille_dray", "Armes", "weapon_"),
    ],
)
def test_without_favourites_attacks_are_listed_in_their_place_and_only_there(game, sample, label, key):
    cast = gather(game)
    hero = join(cast, "Élowen", Character.Kind.PC, cast.ana, sample)
    table = Table(cast, hero, hero, hero)
    high, low = (table.region(table.cast.ana, name) for name in ("favourites", "skills"))
    assert f"<h2>{label}</h2>" in high and f"checks/{key}" in high and f"checks/{key}" not in low
    assert 'class="star"' not in low and "with-star" not in low
    assert "Attaque\u00a0:" not in re.sub(r"aria-label=\"[^\"]*\"", "", high), "the heading says it"


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_numbers_shown_with_the_vitals_are_marked_among_the_computed_ones(game):
    cast = gather(game)
    hero = join(cast, "Élowen", Character.Kind.PC, cast.ana, next(iter(registry.samples(game))))
    table = Table(cast, hero, hero, hero)
    near = re.findall(r'class="is-near"><dt>([^<]+)', table.region(cast.ana, "stats"))
    assert near == re.findall(r"<dt>([^<]+)", table.region(cast.ana, "vitals").partition("vitals-at-hand")[2])


def test_buttons_of_a_sheet_are_verbs(table):
    page = client_of(table.cast.ana).get(f"/t/{table.cast.ana.token}/characters/{table.elowen.token}/").text
    for words in ("Exporter la fiche", "Exporter en texte", "Exporter pour un tableur", "Imprimer la fiche"):
        assert re.search(rf">\s*{words}\s*</a", page), words


def test_nothing_of_the_sheet_is_left_out(reading):
    placed = {path for path, _field, _check in reading.attributes} | set(reading.skill_lists)
    placed |= {path for path, _field in (*reading.gear_lists, *reading.grids, *reading.notes)}
    placed |= {*(path for path, _field in reading.states), *reading.purse}
    placed |= {path for _number, _section, rows in reading.details for path, _field in rows}
    vitals = set(reading.system.vitals(reading.sheet, reading.settings))
    assert all(reading.schema.field(path) is not None for path in vitals)
    placed |= {path for path in vitals if path.count(".") < 2}  # those in a row stand in its list as well
    assert placed == {path for path, field in reading.schema.walk() if not field.gm_only}


@pytest.mark.django_db
@pytest.mark.parametrize("game", registry.GAMES)
def test_each_field_of_every_game_is_placed_and_money_beside_gear(game):
    cast = gather(game)
    sample, row = next(iter(registry.samples(game).items()))
    hero = join(cast, "Élowen", row["kind"], cast.ana, sample)
    read = Reading(Character.objects.get(pk=hero.pk), Campaign.objects.get(pk=cast.campaign.pk), gm=False)
    details = [path for _number, _section, rows in read.details for path, _field in rows]
    attributes = [path for path, _field, _check in read.attributes]
    lists = {*read.skill_lists, *(path for path, _field in read.gear_lists)}
    others = [path for path, _field in (*read.grids, *read.notes, *read.states)]
    vitals = {path for path in read.system.vitals(read.sheet, read.settings) if path.count(".") < 2}
    places = [*details, *attributes, *lists, *others, *read.purse]
    assert len(places) == len(set(places)), "nothing stands in two places"
    assert {*places, *vitals} >= {path for path, field in read.schema.walk() if not field.gm_only}
    assert read.purse == (("money_sols",) if game == "polaris" else ())


def test_the_levels_are_those_of_perfect_health(table, reading):
    table.do("step", table.cast.gm, path="wounds.body.serious", by=1)
    hurt = Reading(Character.objects.get(pk=table.elowen.pk), reading.campaign, gm=False)
    assert hurt.levels["rifles"].total == reading.checks["rifles"].target.total
    assert hurt.checks["rifles"].target.total == hurt.levels["rifles"].total - 5


def test_one_tap_sets_or_clears_a_state_and_can_be_undone(table):
    client, address = client_of(table.cast.ana), table.url("sheet-star", table.cast.ana)
    assert 'aria-pressed="true"' not in table.region(table.cast.ana, "states")
    answer = client.post(address, {"path": "conditions.prone"}, headers={"HX-Request": "true", "X-Live": "1"})
    assert answer.status_code == 200 and "/undo/" in answer.text
    assert table.data()["conditions"] == {"prone": True}
    assert re.search(r'value="conditions.prone"\s+aria-pressed="true"', table.region(table.cast.ana, "states"))
    client.post(address, {"path": "conditions.prone"})
    assert "conditions" not in table.data()


def test_money_is_counted_beside_the_things_it_buys(table):
    client, address = client_of(table.cast.ana), table.url("sheet-step", table.cast.ana)
    assert 'value="money_sols"' in table.region(table.cast.ana, "gear")
    assert "money_sols" not in table.region(table.cast.ana, "details")
    client.post(address, {"path": "money_sols", "delta": "typed", "typed": "−250"})
    assert table.data()["money_sols"] == 6550


def test_a_ready_made_name_that_nobody_edited_reads_in_the_language_of_its_viewer(table):
    gm, ana = table.cast.gm, table.cast.ana
    Seat.objects.filter(pk=ana.pk).update(language="en")
    key = next(key for key, row in table.data()["weapons"].items() if row["name"] == "Dague")
    assert "<b>Dague</b>" in table.region(gm, "gear") and "<b>Dagger</b>" in table.region(ana, "gear")
    table.do("edit", ana, path=f"weapons.{key}.name", value="Dagger")
    assert "<b>Dague</b>" in table.region(gm, "gear") and "<b>Dagger</b>" in table.region(ana, "gear")
    table.do("edit", ana, path=f"weapons.{key}.name", value="Dague de Mira")
    assert all("<b>Dague de Mira</b>" in table.region(seat, "gear") for seat in (gm, ana))


@pytest.mark.django_db
def test_a_number_that_stands_where_everybody_begins_is_said():
    cast = gather("mythras")
    hero = join(cast, "Élowen", Character.Kind.PC, cast.ana, "camille_dray")
    html = Table(cast, hero, hero, hero).region(cast.ana, "details")
    for label in ("Force", "Constitution", "Taille", "Dextérité", "Intelligence", "Pouvoir", "Charisme"):
        assert f"<dt>{label}</dt>" in html


@pytest.mark.parametrize("game", registry.GAMES)
def test_transferable_things_are_gear_and_tested_lines_are_not(game, db):
    cast = gather(game)
    character = join(cast, "Nora", "pc", cast.ana, next(iter(registry.samples(game))))
    text = Table(cast, character, character, character).region(cast.ana, "gear")
    offered = set(re.findall(rf"/{character.token}/rows/([\w.]+)/", text))
    system = registry.system(game)
    tested = {check.path.split(".")[0] for check in system.checks(character.data, {})}
    assert set(system.sheet.belongings.lists) <= offered and not offered & tested


def test_a_location_is_called_by_its_place_on_the_body(db):
    cast = gather("mythras")
    lysandros = join(cast, "Lysandros", "pc", cast.ana, "lysandros")
    table = Table(cast, lysandros, lysandros, lysandros)
    done = table.do("step", cast.ana, path="hit_locations.left_arm.hp", by=-1)
    assert "Left arm" in table.told(cast.ana, done) and "Hit locations" not in table.told(cast.ana, done)


def test_a_hindrance_to_most_tests_is_told_once_above_them(table):
    reason = "Une blessure mortelle ou un membre détruit interdit toute action qui demande un test."
    assert reason not in table.region(table.cast.ana, "skills")
    table.do("step", table.cast.gm, path="wounds.left_arm.mortal", by=1)
    skills = table.region(table.cast.ana, "skills")
    assert skills.count(reason) == 1 and skills.index(reason) < skills.index("checks/")
    assert "is-locked" in skills.split("checks/rifles/")[0].rsplit("<a", 1)[1]
    assert "Compétence réservée" in skills, "what keeps from one alone stands there"


def test_a_wound_that_has_to_be_stabilised_is_told_beside_the_wounds(table):
    for seat in (table.cast.ana, table.cast.gm):
        assert "Stabilisation" not in table.region(seat, "body")
    table.do("step", table.cast.gm, path="wounds.left_arm.mortal", by=1)
    for seat in (table.cast.ana, table.cast.gm):
        assert re.search(r"Stabilisation</b> nécessaire \(bras gauche\s*: mortelle\)", table.region(seat, "body"), re.I)
    table.do("edit", table.cast.gm, path="conditions.dead", value=True)
    assert "Stabilisation" not in table.region(table.cast.ana, "body")


def test_a_sheet_says_whose_it_is_to_everybody_else(table):
    heads = {who: table.region(getattr(table.cast, who), "sheet_head") for who in ("ana", "gm")}
    assert {who: " · Ana" in head for who, head in heads.items()} == {"ana": False, "gm": True}
