"""The exact odds of an attack: equal to the procedure walked face by face, quick, and silent on what is not known."""

import sys
from fractions import Fraction

import pytest

import rules.odds.distribution
from rules.core.errors import Refused, Unreadable
from rules.core.scene import Action
from rules.games.polaris.harm import attack_odds, damage
from rules.games.polaris.tables import PLACES, SEVERITY_NAMES
from rules.odds.distribution import distribution
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, PISTOL, Table, fight, sheet

GM = Viewer("gm")
FULL = {"odds": "full"}


def seat(found, *fighters):
    return Viewer("seat", frozenset(found.scene.fighters[one].character for one in fighters))


def said(found, kind, viewer=GM, actor="a", **args):
    return odds(POLARIS, found.scene, viewer, Action(kind, actor, args, gm=viewer.gm))


def chances(found):
    return {str(one.label): one.value for one in found.chances}


def cells(found):
    """The grid as place, severity and share, empty shares left out."""
    return {
        (str(place), str(column)): share
        for place, shares in found.grid.rows
        for column, share in zip(found.grid.columns, shares, strict=True)
        if share
    }


# The slow way: every face of every die of the procedure itself.


def walked(found, kind, **args):
    """The result of an attack's procedure: a hit or a miss, its place, its severity, and the effect of shock."""
    scene, deed = POLARIS.ahead(found.scene, Action(kind, "a", args))

    def start():
        effects = yield from POLARIS.script(scene, deed)
        harm = next((one for one in effects if one.kind in ("wound", "unhurt")), None)
        if harm is None:
            return ("miss", "", "", "", "")
        place, severity = harm.value["place"], harm.value.get("severity", "")
        marked = damage.mark(scene, harm.target, place, severity) if severity else None
        end = "death" if marked and marked.death else "destroyed" if marked and marked.destroyed else ""
        state = next((one.value["key"] for one in effects if one.kind == "condition"), "")
        return ("hit", place, severity, state, end)

    return distribution(start, lambda ask: (ask.options[0].key,))


def agrees(found, kind, **args):
    slow, quick = walked(found, kind, **args), said(found, kind, **args)
    told = chances(quick)
    assert told["Hit"] == slow.chance(lambda one: one[0] == "hit")
    assert told["Wound"] == slow.chance(lambda one: bool(one[2]))
    for key, label in attack_odds.ENDS.items():
        assert told.get(str(label), 0) == slow.chance(lambda one, key=key: key in one[3:])
    for (place, severity), share in cells(quick).items():
        both = slow.chance(lambda one, p=place, s=severity: one[0] == "hit" and _named(one) == (p, s))
        assert share * told["Hit"] == both
    assert sum(cells(quick).values()) == 1
    return quick


def _named(one):
    return str(PLACES[one[1]]), str(SEVERITY_NAMES[one[2]]) if one[2] else "no wound"


GUN = {**PISTOL, "damage": "1d2+14"}
BLADE = {**DAGGER, "damage": "1d2+4"}
HURT = {"body": {"serious": 2}, "head": {"critical": 2, "mortal": 1}, "left_arm": {"serious": 2, "critical": 2}}


@pytest.mark.parametrize("skill", [2, 3])
def test_a_shot_agrees_with_its_procedure_walked_face_by_face(skill):
    table = Table(a=sheet(reaction=14, shot=skill, weapons__pistol=GUN), b=sheet(wounds=HURT)).start().declare("b")
    agrees(table, "declare_shoot", target="b", weapon="pistol")


@pytest.mark.parametrize(
    "more",
    [
        {"protections": {"vest": {"name": "Vest", "body": True, "value": 6, "equipped": True}}},
        {"attributes__CON": 25, "attributes__FOR": 20},
        {"wounds": {"body": {"critical": 2, "mortal": 2}}},
    ],
)
def test_armour_resistance_and_old_wounds_are_in_it(more):
    table = Table(a=sheet(reaction=14, shot=8, weapons__pistol=GUN), b=sheet(**more)).start().declare("b")
    agrees(table, "declare_shoot", target="b", weapon="pistol", aim="body")


@pytest.mark.parametrize("aim", ["head", "body"])
@pytest.mark.parametrize("blunt", [{"damage": "1d2+3", "shock": "1d4+6"}, {"damage": "", "shock": "2d4+10"}])
def test_shock_dice_are_in_it(blunt, aim):
    table = Table(a=sheet(reaction=14, shot=9, weapons__pistol={**PISTOL, **blunt}), b=sheet()).start().declare("b")
    agrees(table, "declare_shoot", target="b", weapon="pistol", aim=aim)


@pytest.mark.parametrize(("mine", "theirs"), [(3, 3), (4, 2), (20, 5)])
def test_a_contest_agrees_with_its_procedure_walked_face_by_face(mine, theirs):
    settings = {"shock_rules": False}
    table = Table(settings, a=sheet(reaction=14, melee=mine + 3, weapons__dagger=BLADE), b=sheet(melee=theirs))
    agrees(table.start().declare("b"), "declare_melee", target="b", weapon="dagger", aim="body")


def test_a_contest_with_its_shock_agrees_by_arithmetic():
    """POL-OPP-01, POL-DMG-05, POL-SHOCK-01 counted by hand, die by die, without any of the procedures."""
    strong = {**DAGGER, "damage": "1d10+9"}
    table = Table(a=sheet(reaction=14, melee=9, weapons__dagger=strong), b=sheet(melee=6)).start().declare("b")
    found = said(table, "declare_melee", target="b", weapon="dagger")

    def faces(level):
        for die in range(1, 21):
            if die == 20 and level < 20:
                yield from ((False, 20 - level + more, 1) for more in range(1, 21))
            else:
                yield die <= level, die if die <= level else die - level, 20

    worth = ((1, 0), (3, 1), (5, 2), (7, 3), (10, 4), (13, 5), (15, 6), (20, 7))
    worlds = hits = wounds = stunned = out = 0
    by_worth = {}
    for good, margin, ways in faces(9):
        for better, other, more in faces(6):
            worlds += ways * more
            if good and (not better or margin > other):
                add = [plus for start, plus in worth if start <= margin][-1]
                by_worth[add] = by_worth.get(add, 0) + ways * more
    places = {"head": 4, "body": 6, "arm": 6, "leg": 4}
    for add, ways in by_worth.items():
        for place, dice in places.items():
            for face in range(1, 11):
                taken = face + 9 + add
                for shock in range(1, 21):
                    here = ways * dice
                    hits += here
                    wounds += here if taken >= 5 else 0
                    malus = {"head": -5 if taken >= 15 else None, "body": 0 if taken >= 15 else None}.get(place)
                    if taken >= 20:
                        malus = {"head": -10, "body": -5}.get(place, 0)
                    if malus is not None:
                        stunned += here if 10 + malus < shock <= 20 + malus else 0
                        out += here if shock > 20 + malus else 0
    whole = worlds * 20 * 10 * 20
    told = chances(found)
    assert told["Hit"] == Fraction(hits, whole)
    assert told["Wound"] == Fraction(wounds, whole)
    assert told["Stunned"] == Fraction(stunned, whole)
    assert told.get("Unconscious", 0) == Fraction(out, whole)


@pytest.mark.rules("POL-LUCK-02/no-margin")
@pytest.mark.parametrize(("who", "mine", "theirs"), [("a", 4, 8), ("b", 8, 4)])
def test_a_point_of_luck_leaves_no_margin_in_the_odds_either(who, mine, theirs):
    blade = {**DAGGER, "damage": "1d2+4"}
    people = {"a": sheet(reaction=14, melee=mine, weapons__dagger=blade), "b": sheet(melee=theirs)}
    table = Table({"shock_rules": False}, **people).start()
    table.do("boost", who).declare("b")
    found = agrees(table, "declare_melee", target="b", weapon="dagger", aim="body")
    assert ("A success adds 0 to the damage." in [str(note) for note in found.notes]) == (who == "a")


# Grips: the first test alone is foretold, and of somebody held already the whole grip.


WRESTLER = {"skills__martial_wrestling": {"mastery": "Spé", "level": 14}, "attributes__FOR": 10}


def grips(settings=None, melee=(9, 6), strength=10, held=False):
    people = {"a": sheet(reaction=14, melee=melee[0], **WRESTLER), "b": sheet(melee=melee[1], attributes__FOR=strength)}
    table = Table(settings, **people).start().declare("b")
    if not held:
        return table
    table.do("declare_melee", "a", target="b", weapon="bare_hands", technique="seize", mode="normal")
    table.do("attack", "a", result="hit").answers(attack_die=1, defence_die=19)
    table.do("act", "b", check="none").do("new_round")
    return table.declare("b")


@pytest.mark.rules("POL-MARTIAL-20/margin")
@pytest.mark.parametrize("strength", [10, 13])
def test_the_odds_of_a_grip_are_those_of_a_grip(strength):
    table = grips(strength=strength, held=True)
    found = said(table, "declare_melee", target="b", weapon="bare_hands", technique="lock")
    scene, deed = POLARIS.ahead(
        table.scene, Action("declare_melee", "a", {"target": "b", "weapon": "bare_hands", "technique": "lock"})
    )

    def start():
        effects = yield from POLARIS.script(scene, deed)
        return any(one.kind == "hold" for one in effects)

    walked = distribution(start, lambda ask: (ask.options[0].key,))
    assert chances(found) == {"Lock": walked.chance(bool)}
    assert chances(found)["Lock"] < chances(said(table, "declare_melee", target="b", weapon="dagger"))["Hit"]
    assert not found.notes


@pytest.mark.rules("POL-MARTIAL-19/first")
@pytest.mark.parametrize(("technique", "notes"), [("seize", 0), ("lock", 1), ("throw", 1), ("untrained_choke", 1)])
def test_the_odds_of_seizing_say_that_the_grip_takes_a_second_test(technique, notes):
    table = grips(FULL)
    for viewer in (GM, seat(table, "a")):
        found = said(table, "declare_melee", viewer, target="b", weapon="bare_hands", technique=technique)
        assert list(chances(found)) == ["Seize"]
        assert [str(note)[:24] for note in found.notes] == ["To seize comes first: a "] * notes


@pytest.mark.rules("POL-MARTIAL-10")
def test_the_odds_of_a_sweep_tell_of_no_damage():
    table = grips(FULL)
    for viewer in (GM, seat(table, "a")):
        found = said(table, "declare_melee", viewer, target="b", weapon="bare_hands", technique="untrained_sweep")
        assert (list(chances(found)), found.grid) == (["Hit"], None)
        assert not [note for note in found.notes if "damage" in str(note)]


@pytest.mark.parametrize(("whose", "luck"), [("target", 7), ("shooter", 7)])
def test_blind_fire_agrees_with_its_three_tests_by_arithmetic(whose, luck):
    """POL-RANGED-15 counted by hand: Observation at −5, the shot at −15 and its modifier, then a test of luck."""
    skills = {"observation": {"mastery": "Spé", "level": 11}, "handguns": {"mastery": "Spé", "level": 16}}
    people = {"a": sheet(reaction=14, luck__current=luck, skills=skills), "b": sheet(luck__current=luck)}
    table = Table({"blind_fire": True, "blind_fire_luck": whose}, **people).start().declare("b")
    good, bad = (1, 3, 5, 7, 10, 13, 15, 20), (1, 3, 5, 7, 10, 13, 15, 20)

    def worth(level):
        """Each die with its weight: whether it succeeds, and what its margin is worth."""
        if level < 1:
            return [(False, 0, 400)]
        dice = [(die <= level, die if die <= level else die - level, 20) for die in range(1, 20)]
        dice += [(False, 20 - level + again, 1) for again in range(1, 21)]
        rows = ((won, sum(margin >= start for start in (good if won else bad)[1:]), ways) for won, margin, ways in dice)
        return [(won, plus if won else -plus, ways) for won, plus, ways in rows]

    spared = Fraction(luck, 20)
    hit = sum(
        Fraction(seen * ways, 400 * 400) for _won, by, seen in worth(6) for won, _plus, ways in worth(1 + by) if won
    )
    told = said(table, "declare_shoot", target="b", weapon="pistol", fire="blind")
    assert told.check.target.total == 1
    assert chances(told)["Hit"] == hit * (1 - spared if whose == "target" else spared)


def test_a_blind_fighter_has_to_see_first():
    skills = {"observation": {"mastery": "Spé", "level": 5}, "armed_combat": {"mastery": "Spé", "level": 17}}
    people = {"a": sheet(reaction=14, skills=skills), "b": sheet(conditions__unconscious=True)}
    table = Table({"blind_fighting": True}, **people).start().do("light", light="none")
    found = said(table, "declare_melee", target="b", weapon="dagger")
    assert chances(found)["Hit"] == Fraction(5, 20) * found.success
    assert "Observation has to succeed first." in [str(note) for note in found.notes]


def test_a_player_reads_the_shot_of_blind_fire_without_the_luck_of_their_foe():
    table = Table({"blind_fire": True, "odds": "full"}, a=sheet(reaction=14, shot=18), b=sheet()).start().declare("b")
    mine = said(table, "declare_shoot", seat(table, "a"), target="b", weapon="pistol", fire="blind")
    assert (mine.check.target.total, chances(mine)) == (3, {"Hit": None, "Wound": None})


def test_fire_at_a_zone_tells_the_own_test_alone():
    burst = {**PISTOL, "modes": "RL", "magazine": 30, "ammo": 30}
    table = Table(a=sheet(reaction=14, weapons__pistol=burst), b=sheet()).start().declare("b")
    found = said(table, "declare_shoot", target="b", weapon="pistol", fire="suppress")
    assert (chances(found), found.grid) == ({}, None)
    assert found.success == Fraction(1, 10), "automatic fire limits it"


def test_the_example_of_the_rulebook_hits_as_often_as_it_should():
    """Ex. 6: chances of 5 against 9; the better margin of two successes wins, and a 5 is critical."""
    table = Table(a=sheet(reaction=14, melee=5), b=sheet(melee=9)).start().declare("b")
    won = [(mine, theirs) for mine in range(1, 6) for theirs in range(1, 21) if theirs > 9 or mine > theirs]
    assert chances(said(table, "declare_melee", target="b", weapon="dagger"))["Hit"] == Fraction(len(won), 400)


def test_bursts_aims_and_modes_are_in_the_odds_of_a_declaration():
    table = fight(a=14, b=10).declare("b")
    assert said(table, "declare_shoot", target="b", weapon="pistol", range="medium").check.target.total == 5
    assert said(table, "declare_shoot", target="b", weapon="pistol", fire="aimed", points=3).check.target.total == 13
    assert said(table, "declare_melee", target="b", weapon="dagger", mode="offensive").check.target.total == 13
    assert said(table, "declare_melee", target="b", weapon="dagger", aim="head").check.target.total == 3


def test_the_odds_of_an_act_follow_the_game_masters_ruling():
    table = fight(a=14, b=10).declare("b").declare("a", "b", "pistol")
    assert said(table, "shoot", modifier=-4).check.target.total == 6
    assert chances(said(table, "shoot", result="hit"))["Hit"] == 1
    assert chances(said(table, "shoot", result="miss")) == {"Hit": 0}
    assert {place for place, _severity in cells(said(table, "shoot", place="head"))} == {"Head"}


def test_the_margin_of_a_success_is_shown_as_its_bonus():
    table = fight(a=14, b=10).declare("b")
    found = said(table, "declare_shoot", target="b", weapon="pistol")
    assert [str(note) for note in found.notes] == ["A success adds 0 to +4 to the damage."]


# Quick: counted in runs of procedures, not in seconds.


@pytest.fixture
def runs(monkeypatch):
    """The number of times a procedure is run to its end."""
    count = []
    real = rules.odds.distribution.certain
    monkeypatch.setattr(rules.odds.distribution, "certain", lambda result: (count.append(1), real(result))[1])
    for module in [value for name, value in sys.modules.items() if name.startswith("rules.games.polaris")]:
        for value in vars(module).values():
            getattr(value, "cache_clear", lambda: None)()
    return count


def test_a_contested_attack_runs_one_test_for_each_side_and_none_when_asked_again(runs):
    table = Table(a=sheet(reaction=14, melee=9), b=sheet(melee=6)).start().declare("b")
    said(table, "declare_melee", target="b", weapon="dagger")
    assert len(runs) <= 2 * (1 + 20 + 20)
    runs.clear()
    said(table, "declare_melee", target="b", weapon="dagger")
    said(table, "declare_melee", target="b", weapon="dagger", aim="body")
    assert len(runs) <= 1 + 20 + 20


def test_the_damage_is_worked_out_once_for_each_place(monkeypatch):
    worked = []
    real = damage.damage
    monkeypatch.setattr(damage, "damage", lambda *args: (worked.append(1), real(*args))[1])
    said(fight(a=14, b=10).declare("b"), "declare_shoot", target="b", weapon="pistol")
    assert len(worked) == 6


# Odds as a player may know them.


def test_a_player_sees_their_own_roll_and_nothing_that_follows():
    table = fight(a=14, b=10).declare("b")
    found = said(table, "declare_shoot", seat(table, "a"), target="b", weapon="pistol")
    assert (found.success, found.chances, found.grid) == (Fraction(1, 2), (), None)


def test_full_odds_show_a_player_nothing_of_a_foes_sheet():
    table = fight(a=14, b=10, settings=FULL).declare("b")
    shot = said(table, "declare_shoot", seat(table, "a"), target="b", weapon="pistol")
    assert (chances(shot), shot.grid) == ({"Hit": Fraction(1, 2), "Wound": None}, None)
    blow = said(table, "declare_melee", seat(table, "a"), target="b", weapon="dagger")
    assert (chances(blow), blow.grid) == ({"Hit": None, "Wound": None}, None)
    assert blow.check.target.total == 10


def test_a_player_of_both_sees_both():
    table = fight(a=14, b=10, settings=FULL).declare("b")
    found = said(table, "declare_melee", seat(table, "a", "b"), target="b", weapon="dagger")
    assert found == said(table, "declare_melee", target="b", weapon="dagger")


def test_a_house_setting_hides_all_odds():
    table = fight(a=14, b=10, settings={"odds": "off"}).declare("b")
    assert said(table, "declare_shoot", target="b", weapon="pistol") is None
    assert said(fight(a=14, b=10).declare("b"), "declare_nothing") is None


def test_odds_are_refused_in_the_words_in_which_the_act_would_be():
    table = fight(a=14, b=10).declare("b")
    with pytest.raises(Refused, match="Say how many points"):
        said(table, "declare_shoot", target="b", weapon="pistol", fire="aimed")
    with pytest.raises(Unreadable):
        said(table, "declare_shoot", weapon="pistol")
    with pytest.raises(Refused):
        said(table, "shoot")
    with pytest.raises(Refused, match="Only the game master"):
        table.declare("a", "b", "pistol")
        said(table, "shoot", seat(table, "a"), modifier=3)


SECRETS = {
    "skill": {"melee": 17, "shot": 17},
    "strength": {"attributes__FOR": 25, "attributes__CON": 3},
    "armour": {"protections": {"suit": {"name": "Suit", "body": True, "head": True, "value": 15, "equipped": True}}},
    "wounds": {"wounds": {"body": {"critical": 1}}},
    "weapon": {"weapons__dagger": {**DAGGER, "reach": 3, "damage": "5d10"}},
    "luck": {"luck__current": 3},
}


@pytest.mark.parametrize("mode", ["own", "full"])
@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("declare_shoot", {"weapon": "pistol", "aim": "head"}),
        ("declare_melee", {"weapon": "dagger"}),
        ("declare_melee", {"weapon": "dagger", "technique": "powerful_strike"}),
        ("declare_melee", {"weapon": "spear"}),
    ],
)
def test_unknown_facts_of_a_foe_change_nothing_a_player_reads(kind, args, secret, mode):
    mine = sheet(reaction=14, weapons__spear={**DAGGER, "reach": 3})
    plain, other = (
        Table({"odds": mode}, a=mine, b=sheet("foe", **more)).start().declare("b") for more in ({}, SECRETS[secret])
    )
    first, second = (said(one, kind, seat(one, "a"), target="b", **args) for one in (plain, other))
    assert first is not None
    assert repr(first) == repr(second)


def test_a_hidden_fighter_changes_nothing_that_a_player_reads():
    shown = []
    for hidden in (False, True):
        table = fight(a=14, b=10, c=9)
        changes = [table.scene.change("fighters.c.hidden", True)] if hidden else []
        engaged = [table.scene.mark("a", "engaged.b", "even"), table.scene.mark("b", "engaged.a", "even")]
        engaged += [table.scene.mark("a", "engaged.c", "even")] if hidden else []
        table.scene = table.scene.with_changes([*changes, *engaged])
        table.declare("c").declare("b")
        shown.append(repr(said(table, "declare_melee", seat(table, "a"), target="b", weapon="dagger")))
    assert shown[0] == shown[1]


def test_a_declaration_in_secret_does_not_show_in_the_odds_of_another_player():
    shown = []
    for pace in ("still", "fast"):
        table = fight("a", "b", settings={"sealed_declarations": "always"})
        table.do("declare_other", "b", pace=pace)
        shown.append(said(table, "declare_shoot", seat(table, "a"), target="b", weapon="pistol").check.target.total)
    assert shown == [10, 10]


def test_a_condition_everybody_sees_counts_for_a_player_too():
    table = Table(a=sheet(reaction=14), b=sheet(conditions__exposed=True)).start().declare("b")
    for viewer in (GM, seat(table, "a")):
        assert said(table, "declare_shoot", viewer, target="b", weapon="pistol").check.target.total == 15
