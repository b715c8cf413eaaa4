"""The exact odds of what a fighter declares: equal to the procedure walked die by die, and silent on what is veiled."""

from fractions import Fraction

import pytest

from rules.character.sheet import SheetSchema
from rules.core.check import Level
from rules.core.errors import RulesError
from rules.core.paths import put
from rules.core.scene import Action
from rules.engine.exchanges import after_costs
from rules.games.medieval import sheet as sheets
from rules.games.medieval import weapons
from rules.games.medieval.attacks import blows, chances, throws
from rules.odds.act import Veil
from rules.odds.distribution import distribution
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.medieval.play import ALL, MEDIEVAL, Table, sheet

GM, PLAYER = Viewer("gm"), Viewer("seat", frozenset({"c-ada"}))
SMALL = {"sword": {"name": "Épée", "family": "lames", "dice": "1d6+1", "in_hand": True, "special_bonus": 1},
         "bow": {"name": "Arc", "family": "arcs", "dice": "2d4"}}  # fmt: skip
STRONG = sheet({"combativite": 4, "force": 3, "intelligence": 2}, ALL, mastery={"lames": 3}, weapons=SMALL)
FOE = sheet({"vitesse": 2, "acuite": 1}, ALL, hp={"max": 30, "current": 9}, armour={"rd": 2}, niveau=1)
SAME = {"vitesse": 2, "acuite": 1}


def table(mine=STRONG, theirs=FOE, declared=True, **more):
    """A fight in which Ada is up, or in which the manoeuvres of the start of the round are still to be declared."""
    found = Table(("ada", "pc", mine), ("orc", "foe", theirs), ("bob", "pc", mine), **more)
    return found.do("close") if declared and found.up != ["ada"] else found


def marked(here, fighter, key, value):
    here.scene = here.scene.with_changes([here.scene.mark(fighter, key, value)])


def asked(here, kind="attack", viewer=GM, actor="ada", **args):
    return odds(MEDIEVAL, here.scene, viewer, Action(kind, actor, args, gm=viewer.gm))


def blow(here, kind="attack", viewer=GM, **args):
    return asked(here, kind, viewer, target="orc", **{"weapon": "sword", **args})


def shares(found):
    return {str(one.label): one.value for one in found.chances}


def walked(here, kind, args, manner="damage"):
    """For every face of every die: a hit or a miss, its degree, and the losses of target and attacker."""
    scene = after_costs(MEDIEVAL, here.scene)
    offer = here.offer("ada", kind)
    full = {field.key: args.get(field.key, field.blank) for field in offer.fields}
    scene, action = MEDIEVAL.ahead(scene, Action(kind, "ada", full, gm=True))

    def start():
        effects = yield from MEDIEVAL.script(scene, action)
        thrown = (one.value for one in effects if one.kind == "outcome" and one.target == "ada")
        hurt = {one.target: one.value["damage"] for one in effects if one.kind == "damage"}
        return next(thrown).level, hurt.get("orc", 0), hurt.get("ada", 0)

    return distribution(start, lambda ask: (next(one.key for one in ask.options if manner in one.key),))


def ends(found, left, threshold):
    """The chances as the pages say them, from the slow walk."""
    return {
        "Hit": found.chance(lambda one: one[0].succeeded),
        "Critical hit": found.chance(lambda one: one[0] is Level.CRITICAL),
        "Coma or death": found.chance(lambda one: left - one[1] <= 0),
        "Death": found.chance(lambda one: left - one[1] < threshold),
    }


HOUSES = [
    {},
    {"critical": {"definition": "margin", "number": 8}},
    {"critical": {"definition": "total", "number": 20}, "fumble": "double_one"},
    {"coup_fatal": {"double_whole_total": True}},
]


@pytest.mark.rules("MED-ATT-01", "MED-ATT-05", "MED-DMG-04", "MED-DEATH-01", "MED-DEATH-02")
@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(
    "args", [{}, {"modifier": 4}, {"defence_modifier": -6}, {"critical": "yes"}, {"critical": "no"}]
)
@pytest.mark.parametrize("weapon", ["sword", "pugilat"])
def test_an_attack_agrees_with_its_procedure_walked_die_by_die(weapon, args, house):
    here = table(settings=house)
    slow = ends(walked(here, "attack", {"target": "orc", "weapon": weapon, **args}), 9, -12)
    quick = shares(blow(here, weapon=weapon, **args))
    assert {key: quick.get(key, 0) for key in slow} == slow


@pytest.mark.rules("MED-DMG-04", "MED-ATT-05/gm")
@pytest.mark.parametrize(
    ("args", "points"), [({}, "4 to 9"), ({"critical": "yes"}, "8 to 23"), ({"defence_modifier": 30}, "8 to 23")]
)
def test_where_every_hit_is_critical_the_damage_shown_is_that_of_criticals(args, points):
    assert str(blow(table(), **args).notes[1]) == f"A hit takes {points} HP."


@pytest.mark.rules("MED-MANOEUVRE-ATTAQUE-CONSTRUITE", "MED-MANOEUVRE-ATTAQUE-FORCE", "MED-MANOEUVRE-ATTAQUE-HABILE")
@pytest.mark.parametrize("key", ["attaque_construite", "attaque_force", "attaque_habile", "assaut"])
def test_the_manoeuvre_of_an_attack_is_in_its_odds(key):
    here = table()
    # Four dice with their order are ten thousand throws: the damage, which nothing changes here, is left out.
    dull = {**STRONG, "weapons": {"sword": {**SMALL["sword"], "dice": "1d1"}}}
    here = table(dull)
    slow = ends(walked(here, "attack", {"target": "orc", "weapon": "sword", "manoeuvre": key}), 9, -12)
    quick = shares(blow(here, manoeuvre=key))
    assert {name: quick.get(name, 0) for name in slow} == slow


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT")
def test_a_chain_counts_the_blow_for_which_it_is_declared():
    here = table()
    marked(here, "ada", "chain", {"primed": True})
    plain, chained = blow(here), blow(here, manoeuvre="enchainement")
    assert chained.check.target.total == plain.check.target.total + 3
    assert shares(chained)["Hit"] > shares(plain)["Hit"]


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL", "MED-SNEAK-03", "MED-SNEAK-05")
@pytest.mark.parametrize("stacks", [False, True])
@pytest.mark.parametrize("rd", [0, 4])
def test_a_fatal_blow_is_counted_in_the_manner_that_takes_most(rd, stacks):
    """Every manner there is, each walked; what is told is that of the highest mean."""
    foe = {**FOE, "armour": {"rd": rd}}
    house = {"sneak": {"stacks_with_coup_fatal": stacks}}
    here = table({**STRONG, "weapons": {"sword": {**SMALL["sword"], "dice": "1d4"}}}, foe, settings=house)
    scene, action = MEDIEVAL.ahead(here.scene, Action("attack", "ada", _full(here, manoeuvre="coup_fatal"), gm=True))
    found = throws.declared_blow(scene, "ada", action.args)
    means = {}
    for one in chances.manners(scene, found, critical=False):
        slow = distribution(lambda one=one: _lost(scene, found, one))
        quick = chances.losses(scene, found, one)
        assert {lost: slow.chance(lambda x, lost=lost: x == lost) for lost in slow.weights} == {
            lost: Fraction(ways, quick.total) for lost, ways in quick.weights.items()
        }
        means[one.fatal] = sum(lost * ways for lost, ways in slow.weights.items()) / slow.total
    assert set(means) == {"plus_2d6", "max", "double"}
    best = chances.hardest(scene, found, critical=False)
    assert sum(lost * ways for lost, ways in best.weights.items()) / best.total == max(means.values())


def _full(here, **said):
    return {field.key: {"target": "orc", "weapon": "sword", **said}.get(field.key, field.blank)
            for field in here.offer("ada", "attack").fields}  # fmt: skip


def _lost(scene, blow, manner):
    effects = yield from blows.harm(scene, blow, manner)
    return effects[0].value["damage"]


@pytest.mark.rules("MED-SNEAK-05", "MED-SNEAK-03")
@pytest.mark.parametrize(("stacks", "count"), [(False, 5), (True, 6)])
def test_the_manners_of_a_fatal_sneak_attack_are_all_there(stacks, count):
    here = table(settings={"sneak": {"stacks_with_coup_fatal": stacks}})
    found = throws.Blow("ada", "orc", weapons.find(STRONG, "sword"), "coup_fatal", sneak=True)
    assert len(set(chances.manners(here.scene, found, critical=False))) == count
    assert len(list(chances.manners(here.scene, found, critical=True))) == 1


@pytest.mark.rules("MED-MANOEUVRE-OEIL", "MED-MANOEUVRE-CONTRE-ATTAQUE", "MED-MANOEUVRE-FEINTE-DESESPEREE")
@pytest.mark.parametrize("key", ["oeil", "contre_attaque", "feinte_desesperee"])
def test_a_manoeuvre_that_waits_for_this_attack_strikes_back_as_often_as_it_does(key):
    here = table(declared=False, settings={"manoeuvre": {"order_strict": False}})
    here.do(f"declare_{key}", "orc", target="ada").do("close")
    slow = walked(here, "attack", {"target": "orc", "weapon": "sword"})
    quick = shares(blow(here))
    assert quick["Struck back"] == slow.chance(lambda one: one[2] > 0)
    assert quick["Hit"] == slow.chance(lambda one: one[0].succeeded)
    assert "Struck back" not in shares(asked(here, actor="ada", target="bob", weapon="sword"))


@pytest.mark.rules("MED-MANOEUVRE-OEIL", "MED-LUTTE-PROJ-01")
def test_a_fighter_on_the_ground_does_not_strike_back():
    here = table(declared=False, settings={"manoeuvre": {"order_strict": False}})
    here.do("declare_oeil", "orc", target="ada").do("close").do("posture", fighter="orc", posture="prone")
    assert shares(blow(here))["Struck back"] == 0


@pytest.mark.rules("MED-SNEAK-01", "MED-SNEAK-02", "MED-SPRINT-02")
@pytest.mark.parametrize("tie", ["resister_wins", "initiator_wins"])
@pytest.mark.parametrize("sprint", [False, True])
def test_a_sneak_attack_counts_its_approach_first(sprint, tie):
    here = table(settings={"opposed": {"tie": tie}}).do("unseen", fighter="ada")
    quick = shares(blow(here, "sneak", sprint=sprint))
    mine, theirs = (0 - 8 if sprint else 0), 1
    faces = [(a + b, c + d) for a in range(1, 11) for b in range(1, 11) for c in range(1, 11) for d in range(1, 11)]
    wins = sum(a + mine > b + theirs or (a + mine == b + theirs and tie == "initiator_wins") for a, b in faces)
    assert quick["Comes close unseen"] == Fraction(wins, 10_000)
    natural = Fraction(sum(a + b + 7 > 13 or a == b == 10 for a in range(1, 11) for b in range(1, 11)), 100)
    assert quick["Hit"] == quick["Comes close unseen"] * natural


@pytest.mark.rules("MED-LUTTE-02", "MED-LUTTE-CLE-02")
def test_wrestling_shows_odds_only_for_techniques_that_roll():
    here = table()
    lone = asked(here, "wrestle", target="orc", technique="cle")
    assert list(shares(lone)) == ["Hold"]
    assert shares(lone)["Hold"] == lone.success
    marked(here, "orc", "held", {"bob": "cle"})
    helper = asked(here, "wrestle", target="orc", technique="cle")
    assert helper.success > lone.success, "the second of them meets a lower Defence"
    assert asked(here, "wrestle", target="orc", technique="projection").success > lone.success, "who is held is easy"


@pytest.mark.rules("MED-LUTTE-CLE-02")
def test_a_third_wrestler_needs_no_roll_and_has_no_odds():
    here = Table(*((name, "pc", STRONG) for name in ("ada", "bob", "cleo")), ("orc", "foe", FOE)).do("close")
    marked(here, "orc", "held", {"bob": "cle", "cleo": "cle"})
    assert asked(here, "wrestle", target="orc", technique="cle") is None


@pytest.mark.rules("MED-LUTTE-DEGAG-01", "MED-TEST-03")
@pytest.mark.parametrize("tie", ["resister_wins", "initiator_wins"])
def test_breaking_free_beats_everybody_who_holds(tie):
    here = Table(("ada", "pc", STRONG), ("orc", "foe", FOE), ("ogre", "foe", FOE), settings={"opposed": {"tie": tie}})
    here.do("close")
    marked(here, "ada", "held", {"orc": "cle", "ogre": "cle"})
    two = [a + b for a in range(1, 11) for b in range(1, 11)]
    one = [sum(a + 4 > b + 2 or (a + 4 == b + 2 and tie == "initiator_wins") for b in two) for a in two]
    found = asked(here, "break_free")
    assert found.success is None
    assert shares(found) == {"Breaks free": Fraction(sum(ways**2 for ways in one), 100**3)}
    assert shares(asked(here, "break_free", PLAYER)) == {}, "by default a player reads their own roll alone"
    assert asked(here, "break_free", PLAYER).reach


@pytest.mark.rules("MED-MOVEACT-05", "MED-MOVEACT-04", "MED-LUTTE-PROJ-02", "MED-SPRINT-01", "MED-DEATH-04")
def test_tests_of_ones_own_are_read_by_their_player():
    here = table().do("contact", fighter="ada", other="orc", state="engaged")
    exceeds = {number: Fraction(sum(a + b > number for a in range(1, 11) for b in range(1, 11)), 100)
               for number in (10, 15)}  # fmt: skip
    assert asked(here, "flee", PLAYER, check="vitesse").success == exceeds[10]
    assert asked(here, "extra", PLAYER, what="move", check="vitesse").success == exceeds[15]
    assert asked(here, "extra", what="move", check="vitesse", modifier=5).success == exceeds[10], "as it is thrown"
    assert asked(here, "extra", PLAYER, what="other", check="vitesse") is None
    here.do("posture", fighter="ada", posture="prone")
    assert asked(here, "extra", PLAYER, what="stand_up", check="vitesse").success == exceeds[10]


@pytest.mark.rules("MED-SPRINT-01")
@pytest.mark.parametrize(("so_far", "told"), [(0, False), (1, True)])
def test_a_sprint_has_odds_from_its_second_round_on(so_far, told):
    here = table()
    marked(here, "ada", "sprint", so_far)
    assert (asked(here, "move", sprint=True, contact="none") is not None) == told
    assert asked(here, "move", sprint=False, contact="none") is None


@pytest.mark.rules("MED-DEATH-04")
def test_the_roll_against_death_has_odds():
    here = table({**STRONG, "hp": {"max": 20, "current": -2}})
    marked(here, "ada", "turn", {"dying": True})
    assert asked(here, "death_roll", PLAYER).success == Fraction(55, 100)


def test_a_player_who_does_not_know_the_defence_reads_the_chance_of_each_total():
    for mode in ("own", "full"):
        here = table(settings={"odds": mode})
        found = blow(here, viewer=PLAYER)
        assert found.success is None
        assert {str(one.label): one.value for one in found.reach} == {
            f"Defence {number}": Fraction(
                sum(a + b + 7 > number or a == b == 10 for a in range(1, 11) for b in range(1, 11)), 100
            )
            for number in (9, 12, 15, 18, 21, 24, 27)
        }
        assert all(one.value is None for one in found.chances) and not found.grid


@pytest.mark.parametrize("kind", ["attack", "sneak", "wrestle"])
def test_a_player_who_knows_both_sheets_reads_full_odds(kind):
    here = table(settings={"odds": "full"}).do("unseen", fighter="ada")
    both = Viewer("seat", frozenset({"c-ada", "c-orc"}))
    more = {"technique": "cle"} if kind == "wrestle" else {"weapon": "sword"}
    found = asked(here, kind, both, target="orc", **more)
    assert found.success is not None and all(one.value is not None for one in found.chances)


def test_a_manoeuvre_declared_in_secret_is_in_no_odds_until_everybody_has():
    here = table(declared=False, settings={"manoeuvre": {"sealed": True}})
    here.do("declare_rage", "orc")
    assert "turn" not in MEDIEVAL.open_marks(here.scene, "orc")
    here.do("close")
    assert MEDIEVAL.open_marks(here.scene, "orc")["turn"]["manoeuvre"] == "rage"


def test_an_attack_that_cannot_be_paid_is_refused_with_its_sentence():
    here = table(sheet(manoeuvres=("coup_fatal",), pc={"max": 1}))
    with pytest.raises(RulesError, match="Not enough combat points"):
        blow(here, manoeuvre="coup_fatal")
    here = table(sheet(manoeuvres={"assaut": 1}))
    with pytest.raises(RulesError, match="Not enough ranks of Assault"):
        blow(here, manoeuvre="assaut", extra=2)


def test_nothing_of_a_veiled_sheet_is_in_the_odds():
    here = table()
    before = blow(here, viewer=PLAYER)
    here.scene.sheets["c-orc"] = Veil("Orc")
    assert blow(table(), viewer=PLAYER) == before
    assert sheets.hp(FOE) == 9


def away(schema):
    """Every house setting away from its default, one at a time."""
    for path, field in schema.walk():
        if field.kind == "flag":
            yield path, not field.default
        elif field.kind == "choice":
            yield from ((path, row.key) for row in field.choices if row.key != field.default)


AWAY = [row for row in away(SheetSchema(MEDIEVAL.house)) if not row[0].startswith(("cost", "creation"))]


@pytest.mark.parametrize(("path", "value"), AWAY, ids=[f"{path}={value}" for path, value in AWAY])
@pytest.mark.parametrize("key", ["none", "oeil"])
def test_odds_match_the_rolls_with_each_setting_off_its_default(key, path, value):
    """The foe of 9 hit points, tired, lies in wait with a manoeuvre that answers; the blow is walked die by die."""
    settings = put({"manoeuvre": {"order_strict": False}}, path, value)
    blunt = {"sword": {**SMALL["sword"], "dice": "1d2"}}
    mine, theirs = {**STRONG, "fatigue": 2, "weapons": blunt}, {**FOE, "fatigue": 1, "weapons": blunt}
    here = table(mine, theirs, declared=False, settings=settings)
    if key != "none":
        here.do(f"declare_{key}", "orc", target="ada")
    here.do("close")
    slow = walked(here, "attack", {"target": "orc", "weapon": "sword"}, manner="yes")
    quick = shares(blow(here))
    assert {name: quick.get(name, 0) for name in ends(slow, 9, -12)} == ends(slow, 9, -12)
    assert quick.get("Struck back", 0) == slow.chance(lambda one: one[2] > 0)
