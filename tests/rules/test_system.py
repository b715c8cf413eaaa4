"""Defaults of every game: its settings, steps within bounds, a test from the sheet."""

from fractions import Fraction

import pytest

from rules.autoplay.skirmish import skirmish
from rules.character.character import Character
from rules.character.sheet import problems
from rules.core.check import Level
from rules.core.errors import Refused
from rules.core.game import Game
from rules.core.game import Tests as Checks
from rules.core.paths import get, put
from rules.core.scene import Action, Scene
from rules.core.text import _
from rules.engine.decide import advance, check_odds, finish
from rules.registry import samples, system, systems
from tests.rules.toy import PARTS, SCHEMA, TOY, Toy, health, resolve


def test_a_test_may_be_offered_alone_or_among_all():
    game = system("chroniques")
    sheet = next(iter(samples("chroniques").values()))["data"]
    keys = [check.key for check in game.checks(sheet, {})]
    among = [
        [row.key for row in game.test_offer(sheet, {}, "a", only).fields[0].choices] for only in (None, keys[1], "no")
    ]
    assert len(keys) > 2 and among == [keys, [keys[1]], []]


def test_settings_have_their_defaults_until_a_table_changes_them():
    assert TOY.setting({}, "confirm") == "never"
    assert TOY.setting({"confirm": "always"}, "confirm") == "always"
    with pytest.raises(KeyError):
        TOY.setting({}, "weather")


@pytest.mark.parametrize("game", systems(), ids=lambda game: game.key)
def test_the_defaults_of_every_game_are_settings_themselves(game):
    schema = game.settings()
    assert problems(schema, {path: field.read(field.blank) for path, field in schema.walk()}) == ()
    paths = [path for path, _field in schema.walk()]
    assert len(set(paths)) == len(paths)


@pytest.mark.parametrize("game", systems(), ids=lambda game: game.key)
def test_a_new_sheet_of_every_game_has_at_most_its_name_to_fill_in(game):
    assert {problem.path for problem in problems(game.schema, game.blank({}))} <= {"name"}


def worst(field):
    """The value of a field for a character in the worst condition."""
    if field.kind == "grid":
        return {column: dict.fromkeys(rows, 1) for column, rows in field.grid.items()}
    if field.kind == "choice":
        return field.choices[-1].key
    return True if field.kind == "flag" else field.least if "current" in field.key or field.key == "hp" else field.most


def badly_hurt(game, sheet):
    """A sheet on which everything stands that a fight can leave."""
    for path in game.harm_paths:
        before, star, after = path.partition(".*.")
        paths = [f"{before}.{key}.{after}" for key in get(sheet, before) or {}] if star else [path]
        below = [one for one, _field in game.schema.walk() if one.startswith(f"{path}.")]
        for one in below or paths:
            sheet = put(sheet, one, worst(game.schema.field(one)))
    return sheet


@pytest.mark.parametrize(("game", "key"), [(game, key) for game in systems() for key in samples(game.key)])
def test_healing_makes_whole_and_changes_nothing_else(game, key):
    sheet = samples(game.key)[key]["data"]
    hurt = badly_hurt(game, sheet)
    whole = game.healed(hurt, {})
    assert hurt != whole == game.healed(sheet, {}) == game.healed(whole, {})
    assert game.health(hurt, {}).rank > game.health(whole, {}).rank == 0
    assert problems(game.schema, whole) == ()
    kept = [path for path, _field in game.schema.walk() if not path.startswith((*game.state_paths, "hit_locations"))]
    assert [get(whole, path) for path in kept] == [get(sheet, path) for path in kept]


@pytest.mark.parametrize(("life", "by", "after"), [(5, 1, 6), (5, -1, 4), (5, -9, 0), (8, 9, 9), (0, -1, 0)])
def test_a_step_stays_within_the_bounds_of_its_field(life, by, after):
    assert TOY.step({"life": life}, {}, "life", by).writes == {"life": after}


def test_a_step_starts_from_the_value_not_yet_filled_in():
    assert TOY.step({}, {}, "life", 1).writes == {"life": 6}


class Frail(Toy):
    """A toy whose sheet says how much life it can have."""

    def most(self, sheet, settings, path):
        return 7 if path == "life" else super().most(sheet, settings, path)


@pytest.mark.parametrize(("life", "by", "after"), [(5, 9, 7), (8, 1, 8), (8, -1, 7), (5, -9, 0)])
def test_a_step_stops_at_the_maximum_and_never_lowers_a_higher_value(life, by, after):
    assert Frail(**PARTS).step({"life": life}, {}, "life", by).writes == {"life": after}


def test_a_number_is_limited_by_its_field_if_the_sheet_gives_no_maximum():
    assert TOY.most({}, {}, "life") == 9
    assert TOY.most({}, {}, "wings") is None


@pytest.mark.parametrize("path", ["name", "charm", "wings", ""])
def test_a_value_that_is_no_number_is_not_stepped(path):
    with pytest.raises(Refused) as refusal:
        TOY.step({}, {}, path, 1)
    assert refusal.value.field == path


def test_the_odds_of_a_check_are_those_of_its_procedure():
    (check,) = TOY.checks({"skill": 4}, {})
    odds = check_odds(TOY, check, {})
    assert odds.chance(lambda outcome: outcome.level is Level.SUCCESS) == Fraction(2, 3)


SILENT = Game("silent", _("Silent"), Character(SCHEMA, health), Checks(lambda sheet, settings: (), resolve))


def test_a_minimal_game_has_no_places_orders_numbers_or_acts():
    scene = Scene("t", "fight", {}, {"round": 1, "fighters": {"ada": {"character": "ada"}}}, {"ada": {"name": "Ada"}})
    answers = (SILENT.derive({}, {}), SILENT.checks({}, {}), SILENT.vitals({}, {}), SILENT.body({}, {}))
    assert answers == ((), (), (), ())
    assert SILENT.blank({}) == SILENT.open_marks(scene, "ada") == SILENT.open_sheet(scene, "ada") == {}
    assert (SILENT.turn(scene), SILENT.order(scene), SILENT.offers(scene, "ada"), SILENT.downtime(scene, "ada")) == (
        (),
    ) * 4
    assert not SILENT.is_out(scene, "ada") and not SILENT.is_beaten(scene, "ada")
    assert str(SILENT.headline(scene).round) == "Round 1"


def test_no_game_goes_without_a_sheet_and_tests():
    with pytest.raises(TypeError, match="'key', 'name', 'sheet', and 'tests'"):
        Game()


@pytest.mark.parametrize("game", systems(), ids=lambda game: game.key)
def test_an_ended_fight_is_marked_as_ended(game):
    def head(scene):
        return str(game.headline(scene).round)

    sheet = next(iter(samples(game.key).values()))["data"]
    scene = skirmish({"pc": (sheet,), "foe": (sheet,)})
    before = head(scene)
    scene = advance(game, scene, Action("start", "gm", gm=True, id="x"))
    assert before == "Before the fight" and head(scene) != before
    scene = (
        finish(game, scene, *scene.exchanges.values(), lambda roll: [1] * roll.dice.count) if scene.exchanges else scene
    )
    assert head(advance(game, scene, Action(game.ending, "gm", gm=True))) == "The fight is over"


@pytest.mark.parametrize("key", [one.key for one in systems()])
def test_transferable_things_are_on_the_sheet_and_counted_there(key):
    game = system(key)
    belongings, numbers = game.belongings, [game.schema.field(path) for path in game.belongings.coins]
    assert all(field.kind == "number" for field in numbers)
    for path in belongings.lists:
        leaves = {leaf.key: leaf.kind for leaf in game.schema.field(path).row}
        assert leaves["name"] == "text" and leaves.get(belongings.count, "number") == "number"
        assert {leaves.get(flag, "flag") for flag in belongings.worn} <= {"flag"}
    gear = game.schema.field("gear")
    if gear is not None and gear.kind == "list":  # what has but a name has a place
        assert belongings.plain in belongings.lists
        assert belongings.count in {leaf.key for leaf in game.schema.field(belongings.plain).row}
