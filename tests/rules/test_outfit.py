"""Improvised equipment: every weapon and armour fits every ready-made sheet, in every game."""

from itertools import groupby

import pytest

from rules import outfit, packs, registry
from rules.character.sheet import problems
from rules.core.errors import Unreadable
from tests.rules.examples import embers as embers

ROWS = [(game, key) for game in registry.GAMES for key in registry.samples(game)]


@pytest.mark.parametrize(("game", "sample"), ROWS)
def test_everything_of_the_game_fits_and_stands_alone(game, sample):
    system, sheet = registry.system(game), registry.samples(game)[sample]["data"]
    where = system.sheet.outfit
    for ware in (None, *outfit.weapons(game)):
        armed = outfit.armed(system, sheet, ware, "Lame")
        assert problems(system.schema, armed) == ()
        assert len(armed.get(where.weapons, {})) == (ware is not None)
        assert armed.get(where.armour) == sheet.get(where.armour)
    for ware in (None, *outfit.armours(game)):
        clad = outfit.clad(system, sheet, ware, "Cuir")
        assert problems(system.schema, clad) == ()
        assert (where.armour in clad) == (ware is not None)
        assert clad.get(where.weapons) == sheet.get(where.weapons)


@pytest.mark.parametrize("game", registry.GAMES)
def test_each_game_has_weapons_and_armour_and_refuses_others(game):
    weapon, armour = outfit.fields(game)
    for field in (weapon, armour):
        assert len(field.choices) >= 6 and len({choice.key for choice in field.choices}) == len(field.choices)
        for unfit in ("excalibur", "x" * 65_536, None):
            with pytest.raises(Unreadable):
                field.read(unfit)


@pytest.mark.parametrize("game", registry.GAMES)
def test_ready_made_rows_are_named_and_sorted_in_the_readers_language(game):
    where = registry.system(game).sheet.outfit
    for path, wares in ((where.weapons, outfit.weapons), (where.armour, outfit.armours)):
        assert {ware.key for ware in wares(game, "en")} == {ware.key for ware in wares(game)}
        if where.wares.get(path) or registry.system(game).wares(path):
            continue
        rows = [ware.row for ware in wares(game, "en") if "name" in ware.row]
        assert {row["name"] for row in rows}.isdisjoint(registry.pack(game).names["en"])
        if path == where.weapons:
            for _sort, alike in groupby(rows, key=lambda row: row.get(where.sort)):
                names = [row["name"].casefold() for row in alike]
                assert names == sorted(names)


def test_ready_made_weapons_name_their_skill_and_leave_out_natural_weapons():
    ready = {ware.label.msgid: ware for ware in outfit.ready("arpenteurs", "weapons")}
    assert {"Crocs", "Poing d’acier", "Mains nues"}.isdisjoint(ready)
    assert (str(ready["Fusil d’assaut"].group), str(ready["Fusil d’assaut"].hint)) == (
        *("Firearm", "Automatic weapons, Damage 4"),
    )
    assert "Crocs" in {ware.label.msgid for ware in outfit.weapons("arpenteurs")}, "a beast improvised has them"


TRAINED = [
    ("polaris", "pirate", "paloma", "skills.rifles.mastery", 5),  # as well as the sabre
    ("polaris", "pirate", "sword", "skills.armed_combat.mastery", 5),
    ("arpenteurs", "road_raider", "lune_orsini-pistol", "skills.armes_de_poing.level", 2),
    ("medieval", "road_brigand", "watch_sergeant-knife", "mastery.petites_lames", 2),
    ("mythras", "cutthroat", "axe", "weapons.own.style", "knives"),
]


@pytest.mark.parametrize(("game", "sample", "key", "path", "level"), TRAINED)
def test_a_new_weapon_is_used_as_well_as_the_best_of_the_old(game, sample, key, path, level):
    system, sheet = registry.system(game), registry.samples(game)[sample]["data"]
    ware = next(ware for ware in outfit.weapons(game) if ware.key == key)
    armed = outfit.armed(system, sheet, ware, "Arme")
    assert system.value(armed, path) == level
    for held in ("drawn", "in_hand"):
        if system.schema.field(f"weapons.own.{held}"):
            assert system.value(armed, f"weapons.own.{held}") is True


def test_a_game_without_weapons_on_its_sheets_asks_for_none(monkeypatch, embers):
    monkeypatch.setattr(registry, "outside_packs", lambda: packs.Packs({"embers": embers}))
    registry.forget()
    assert outfit.fields("embers") == ()
    registry.forget()
