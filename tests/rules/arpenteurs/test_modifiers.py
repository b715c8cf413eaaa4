"""Shots: range, every row of the table of modifiers, the overlap at close quarters, bursts and rounds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.check import Level
from rules.core.errors import Refused
from rules.games.arpenteurs import checks, modifiers
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.modifiers import Shot
from tests.rules.arpenteurs.play import HUNTER, RAIDER, SCOUT, VETERAN, Table, duel, lines

PISTOL, RIFLE, BOW = (
    sheets.weapon(sheet, key) for sheet, key in ((SCOUT, "pistol"), (VETERAN, "rifle"), (HUNTER, "bow"))
)
ROCK = replace(BOW, category="thrown", range_m=5)
FAR = 20


def found(weapon=RIFLE, metres=FAR, house=None, engaged=False, **said):
    """The lines of a shot by label."""
    shown = modifiers.modifiers(Shot(weapon, metres, engaged, **said), house or {})
    return {str(line.label): line.value for line in shown if line.ignored is None}


@pytest.mark.rules("ARP-RANGE-01/bound")
@pytest.mark.parametrize(
    ("metres", "malus"),
    [(0, 0), (20, 0), (20.5, -1), (21, -1), (40, -1), (41, -2), (60, -2), (80, -3), (81, -4), (100, -4), (101, -5)],
)
def test_each_segment_after_the_first_costs_one_its_bound_included(metres, malus):
    assert modifiers.range_malus(metres, 20) == malus


@pytest.mark.rules("ARP-RANGE-01", "ARP-RANGE-02/exactly-five")
@given(st.integers(0, 700), st.integers(1, 120))
def test_the_malus_of_range_is_that_of_counting_segments(metres, reach):
    steps, far = 0, reach
    while far < metres:
        steps, far = steps + 1, far + reach
    assert modifiers.range_malus(metres, reach) == -steps
    assert modifiers.is_beyond(replace(RIFLE, range_m=reach), metres) == (steps > 4)


def test_a_weapon_without_a_range_has_no_malus_of_range():
    assert modifiers.range_malus(5000, 0) == 0


@pytest.mark.rules("ARP-RANGE-02/every-modifier")
def test_beyond_the_limit_every_modifier_counts_still():
    heavy = {"Cover: heavy (bunker, casemate, loophole)": -6, "Target moving fast": -2, "Game master": 5}
    assert found(PISTOL, 101, cover="heavy", motion="fast", modifier=5) == {**heavy, "Range": -5}
    assert found(PISTOL, 100) == {"Range": -4}


@pytest.mark.rules("ARP-RANGE-02", "ARP-BURST-02")
@pytest.mark.parametrize(("metres", "times"), [(500, 6), (501, 5)])
def test_a_burst_that_hits_beyond_the_limit_does_no_more_than_one_within(metres, times):
    here = table().do("measure", fighter="ada", other="orc", metres=metres)
    veto = (("veto", "hit"),) if metres > 500 else ()
    here.attack("ada", "orc", "rifle", ("attack-dice", 1, 1), *veto, ("location", 6), mode="long_burst", modifier=-1)
    assert here.at("orc", "ecg.current") == 60 - 4 * times


ROWS = [
    ({"mode": "short_burst"}, {"Short burst": 1}),
    ({"mode": "long_burst"}, {"Long burst": 2}),
    ({"aimed_rounds": 1}, {"Aimed for one whole round": 1}),
    ({"aimed_rounds": 2}, {"Aimed for two whole rounds": 2}),
    ({"aimed_rounds": 3}, {"Aimed for two whole rounds": 2}),
    ({"location": "head"}, {"Aimed at: head": -1}),
    ({"motion": "moving"}, {"Target moving": -1}),
    ({"motion": "fast"}, {"Target moving fast": -2}),
    ({"size": "small"}, {"Small target": -1}),
    ({"size": "tiny"}, {"Tiny target": -2}),
    ({"invisible": True}, {"Blind fire": -4}),
    ({"cover": "light"}, {"Cover: light (mound, trunk)": -2}),
    ({"cover": "medium"}, {"Cover: medium (barricade, window, low wall)": -4}),
    ({"cover": "heavy"}, {"Cover: heavy (bunker, casemate, loophole)": -6}),
    ({"concealment": -3}, {"Concealed": -3}),
    ({"modifier": 2}, {"Game master": 2}),
    ({}, {}),
]


@pytest.mark.rules("ARP-MOD-01", "ARP-AIM-01", "ARP-AIM-02")
@pytest.mark.parametrize(("said", "expected"), ROWS)
def test_each_row_of_the_table(said, expected):
    assert found(**said) == expected


@pytest.mark.rules("ARP-MOD-02")
@given(st.lists(st.sampled_from(ROWS), max_size=4))
def test_everything_that_applies_is_added(rows):
    said = {key: value for row, _expected in rows for key, value in row.items()}
    expected = [dict(ROWS_BY_CONDITION[key, value]) for key, value in said.items()]
    if said.get("mode", "single") != "single":
        expected = [row for row in expected if not any(label.startswith("Aimed for") for label in row)]
    assert found(**said) == {label: value for row in expected for label, value in row.items()}


ROWS_BY_CONDITION = {item: expected for said, expected in ROWS for item in said.items()}


@pytest.mark.rules("ARP-DIST-04", "ARP-DIST-06/instead", "ARP-DIST-07/firearms")
@pytest.mark.parametrize(
    ("weapon", "metres", "expected"),
    [
        (PISTOL, 0, {"Short weapon in melee": 2}),
        (RIFLE, 0, {"Long weapon in melee": -2}),
        (BOW, 2, {"Long weapon in melee": -2}),
        (ROCK, 2, {}),
        (PISTOL, 4, {}),
        (RIFLE, 4, {}),
    ],
)
def test_close_quarters_help_short_weapons_and_hinder_long_ones(weapon, metres, expected):
    assert found(weapon, metres) == expected


@pytest.mark.rules("ARP-DIST-07", "ARP-DIST-08/overlap")
@pytest.mark.parametrize(
    ("how", "engaged", "pistol", "rifle"),
    [
        ("cumulative", True, 3, -1),
        ("cumulative", False, 3, -1),
        ("melee_only", True, 2, -2),
        ("engaged_split", True, 2, -2),
        ("engaged_split", False, 1, 1),
    ],
)
def test_from_one_to_three_metres_both_modifiers_count_unless_set_otherwise(how, engaged, pistol, rifle):
    house = {"range": {"overlap": how}}
    for metres in (1, 3):
        assert sum(found(PISTOL, metres, house, engaged=engaged).values()) == pistol
        assert sum(found(RIFLE, metres, house, engaged=engaged).values()) == rifle


@pytest.mark.rules("ARP-DIST-05/short")
@pytest.mark.parametrize(
    ("weapon", "metres", "short_too", "expected"),
    [
        (RIFLE, 3, False, True),
        (RIFLE, 4, False, False),
        (BOW, 0, False, True),
        (PISTOL, 2, False, False),
        (PISTOL, 2, True, True),
        (ROCK, 2, True, False),
    ],
)
def test_which_weapons_provoke_an_opportunity_attack(weapon, metres, short_too, expected):
    house = {"opportunity": {"short_weapons_provoke": short_too}}
    assert modifiers.provokes(weapon, metres, house) == expected


# Bursts.


@pytest.mark.rules("ARP-BURST-01", "ARP-BURST-02", "ARP-BURST-03/cap")
@pytest.mark.parametrize(
    ("mode", "degrees", "rounds", "first", "all_more"),
    [
        ("single", 9, 1, 1, 1),
        ("short_burst", 1, 3, 1, 1),
        ("short_burst", 2, 3, 2, 2),
        ("short_burst", 3, 3, 2, 2),
        ("short_burst", 5, 3, 3, 3),
        ("short_burst", 6, 3, 3, 4),
        ("short_burst", 9, 3, 3, 4),
        ("long_burst", 1, 8, 2, 2),
        ("long_burst", 7, 8, 8, 8),
        ("long_burst", 8, 8, 8, 9),
        ("long_burst", 12, 8, 8, 9),
    ],
)
def test_a_burst_repeats_its_damage_by_its_degrees_up_to_its_rounds(mode, degrees, rounds, first, all_more):
    assert modifiers.applications(mode, degrees, rounds, {}) == first
    assert modifiers.applications(mode, degrees, rounds, {"burst": {"cap_counts_first": False}}) == all_more


@pytest.mark.rules("ARP-BURST-05/no-aim")
def test_a_burst_wastes_the_bonus_of_aiming_and_says_so():
    assert found(mode="short_burst", aimed_rounds=2) == {"Short burst": 1}
    shown = modifiers.modifiers(Shot(RIFLE, FAR, engaged=False, mode="long_burst", aimed_rounds=1), {})
    assert [str(line.ignored) for line in shown if line.ignored] == ["The recoil of a burst wastes it."]


def table(mine=VETERAN, **kwargs):
    return Table(
        ("ada", "pc", mine), ("orc", "foe", {**RAIDER, "ecg": {"current": 60, "max": 60}}), metres=FAR, **kwargs
    )


@pytest.mark.rules("ARP-BURST-04/no-location")
def test_a_burst_cannot_be_aimed_at_a_location():
    here = table()
    told = here.refused(Refused, "attack", "ada", target="orc", weapon="rifle", mode="long_burst", location="head")
    assert told == str(modifiers.BURST_NO_LOCATION)


@pytest.mark.rules("ARP-BURST-06/no-mode")
def test_a_mode_is_offered_if_a_weapon_has_it_and_refused_to_the_others():
    modes = next(field for field in table(SCOUT).offer("ada", "attack").fields if field.key == "mode")
    assert [choice.key for choice in modes.choices] == ["single"]
    mixed = {**VETERAN, "weapons": {**VETERAN["weapons"], "pistol": SCOUT["weapons"]["pistol"]}}
    here = table(mixed)
    told = here.refused(Refused, "attack", "ada", target="orc", weapon="pistol", mode="short_burst")
    assert told == str(modifiers.NO_SUCH_MODE)


@pytest.mark.rules("ARP-BURST-01", "ARP-BURST-06", "ARP-LOC-01/one")
def test_a_burst_spends_its_rounds_and_hits_one_location_as_often_as_it_does():
    here = table().attack("ada", "orc", "rifle", ("attack-dice", 2, 3), ("location", 6), mode="short_burst")
    assert here.at("ada", "weapons.rifle.ammo") == 27
    assert here.outcomes[0].margin == 6
    assert here.at("orc", "ecg.current") == 60 - 3 * 4
    assert ("orc", "loses 12 ECG in the head (Fusil d’assaut 4), 3 times") in here.told()


@pytest.mark.rules("ARP-BURST-06/fewer-left")
def test_with_fewer_rounds_left_the_burst_is_as_long_as_they_last():
    mine = {**VETERAN, "weapons": {"rifle": {**VETERAN["weapons"]["rifle"], "ammo": 2}}}
    here = table(mine).attack("ada", "orc", "rifle", ("attack-dice", 1, 1), ("location", 6), mode="long_burst")
    assert (here.at("ada", "weapons.rifle.ammo"), here.at("orc", "ecg.current")) == (0, 60 - 2 * 4)
    here.do("finish", "ada").do("finish", "orc").do("new_round")
    assert here.why_not("ada", "attack", "weapon", "rifle") == str(modifiers.NO_AMMUNITION)


@pytest.mark.rules("ARP-BURST-06/not-counted")
@pytest.mark.parametrize("left", [0, 2])
def test_rounds_that_nobody_counts_neither_run_out_nor_become_fewer(left):
    mine = {**VETERAN, "weapons": {"rifle": {**VETERAN["weapons"]["rifle"], "ammo": left}}}
    here = table(mine, settings={"ammo": {"track": False}})
    assert "cartridge" not in str(here.offer("ada", "attack").fields[1].choices[0].hint)
    here.attack("ada", "orc", "rifle", ("attack-dice", 1, 1), ("location", 6), mode="long_burst")
    assert (here.at("orc", "ecg.current"), here.at("ada", "weapons.rifle.ammo")) == (60 - 8 * 4, left)


@pytest.mark.rules("ARP-AIM-01/two-at-most")
def test_one_round_of_aiming_gives_one_two_give_two_and_a_shot_spends_them():
    here = table()
    for rounds in (1, 2, 2):
        here.do("aim", "ada", target_of_aim="orc").do("finish", "orc").do("new_round")
        assert (here.marks("ada")["aimed"]["target"], here.marks("ada")["aimed"]["rounds"]) == ("orc", rounds)
    here.attack("ada", "orc", "rifle", ("attack-dice", 6, 6))
    assert lines(here.outcomes[0].check)["Aimed for two whole rounds"] == 2
    assert "aimed" not in here.marks("ada")


@pytest.mark.rules("ARP-AIM-01/whole-round")
def test_aiming_uses_every_action_and_moving_or_a_wound_spoils_it():
    here = table().do("aim", "ada", target_of_aim="orc")
    assert here.up == ["orc"]
    here.do("finish", "orc").do("new_round").do("move", "ada", target="orc", metres=12)
    assert "aimed" not in here.marks("ada")
    for house, kept in (({}, False), ({"aim": {"lost_when_wounded": False}}, True)):
        here = table(settings=house).do("aim", "ada", target_of_aim="orc")
        here.attack("orc", "ada", "shotgun", ("attack-dice", 1, 2), ("location", 4))
        assert ("aimed" in here.marks("ada")) == kept


@pytest.mark.rules("ARP-AIM-01/whole-round")
def test_an_aiming_fighter_keeps_no_reaction():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)).do("aim", "ada", target_of_aim="orc")
    here.attack("orc", "ada", "machete")
    assert here.asked == [("orc", "attack-dice")]


def chance(score, needed):
    """The probability that two dice leave this many degrees, counted one by one."""
    ways = 0
    for a in range(1, 7):
        for b in range(1, 7):
            hit = (a, b) == (1, 1) or (a + b <= score and (a, b) != (6, 6))
            degrees = max(1, score - a - b + 1) if hit else 0
            ways += degrees >= needed
    return Fraction(ways, 36)


def test_the_chance_of_every_number_of_hits_follows_from_the_degrees():
    for score in range(2, 14):
        for hits in range(1, 9):
            exact = sum(
                modifiers.applications("long_burst", degrees, 8, {}) >= hits
                for a in range(1, 7)
                for b in range(1, 7)
                for degrees in [max(1, score - a - b + 1)]
                if (a, b) == (1, 1) or (a + b <= score and (a, b) != (6, 6))
            )
            assert Fraction(exact, 36) == chance(score, max(1, hits - 1))


@pytest.mark.rules("ARP-MOD-01", "ARP-MOD-02", "ARP-RANGE-02")
def test_each_target_shows_the_score_of_a_plain_shot_with_its_terms():
    def said(metres, **marks):
        here = Table(("ada", "pc", SCOUT), ("orc", "foe", RAIDER), metres=metres)
        here.scene = here.scene.with_changes([here.scene.mark("orc", key, value) for key, value in marks.items()])
        (choice,) = next(one for one in here.offer("ada", "attack").fields if one.key == "target").choices
        (shot,) = [one for one in choice.hint.params[0][1] if one.msgid.startswith("%(weapon)s")]
        params = dict(shot.params)
        return params.get("total"), [str(one) for one in params.get("terms", ())]

    assert said(2) == ("+3", ["Short weapon in melee +2", "Point-blank +1"])
    assert said(35, motion="moving") == ("−2", ["Target moving −1", "Range −1"])
    assert said(20) == ("0", [])
    assert said(101) == (None, [])


RIFLE = sheets.weapon(VETERAN, "rifle")


@pytest.mark.rules("ARP-AIM-01/one-target")
def test_rounds_of_aiming_count_for_the_one_aimed_at_alone():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "foe", RAIDER), metres=20)
    here.do("aim", "ada", target_of_aim="orc")
    rounds = [modifiers.at(here.scene, "ada", one, RIFLE, {}).aimed_rounds for one in ("orc", "bob")]
    assert rounds == [1, 0]


@pytest.mark.rules("ARP-COVER-04/malus")
@pytest.mark.parametrize(("location", "lifted"), [("", False), ("head", True), ("torso", False)])
def test_only_aiming_past_the_cover_lifts_its_malus_by_house_setting(location, lifted):
    shot = Shot(RIFLE, 20, engaged=False, location=location, cover="medium", hidden=("torso",))
    (line,) = [one for one in modifiers.modifiers(shot, {"cover": {"aim_lifts_malus": True}}) if one.value == -4]
    assert (line.ignored is not None) == lifted


@pytest.mark.rules("ARP-RANGE-02/double-one", "ARP-TEST-02")
@pytest.mark.parametrize(("skill", "degrees"), [(0, 1), (6, 10)])
def test_a_double_1_beyond_the_range_is_worth_one_degree_at_least(skill, degrees):
    """The margin where degrees are the margin alone is nothing for who could not have hit anyway."""
    house = {"test": {"degrees": "margin"}}
    sheet = {"characteristics": {"adresse": skill or 1, "perception": skill or 1}}
    check = checks.skill(sheet, house, sheets.line(sheet, "fusils"))
    found = modifiers.far(checks.read_outcome(check, (1, 1), house))
    assert (found.level, found.margin) == (Level.CRITICAL, degrees)
    for faces, level in (((6, 6), Level.FUMBLE), ((1, 2), Level.FAILURE)):
        missed = modifiers.far(checks.read_outcome(check, faces, house))
        assert (missed.level, missed.margin) == (level, 0)


MISS = (("reaction", "nothing"), ("attack-dice", 6, 6))


def aims(*deeds, house):
    """The rounds of aim left after a round of aiming, then these deeds."""
    here = duel(metres=20, settings={"aim": {"lapses": house}}).do("aim", "ada", target_of_aim="orc")
    here.do("finish", "orc").do("new_round")
    for kind, args in deeds:
        here.do(kind, "ada" if kind not in ("new_round",) else "gm", **args)
    return modifiers.aimed_rounds(here.scene, "ada", "orc")


DRAW, FINISH = ("act", {"what": "pick_up"}), ("finish", {})


@pytest.mark.rules("ARP-AIM-01/spoilt")
@pytest.mark.parametrize(
    ("deeds", "soon", "never"),
    [((), 1, 1), ((DRAW,), 0, 1), ((FINISH,), 1, 1), ((("aim", {"target_of_aim": "orc"}),), 2, 2)],
)
def test_anything_else_spoils_an_aim_unless_the_house_keeps_it(deeds, soon, never):
    assert aims(*deeds, house="soon") == soon
    assert aims(*deeds, house="never") == never


@pytest.mark.rules("ARP-AIM-01/lapses")
@pytest.mark.parametrize(("house", "left"), [("soon", 0), ("never", 1)])
def test_an_aim_lapses_after_the_next_round(house, left):
    here = duel(metres=20, settings={"aim": {"lapses": house}}).do("aim", "ada", target_of_aim="orc")
    for _round in range(2):
        here.do("finish", "orc").do("new_round")
        assert modifiers.aimed_rounds(here.scene, "ada", "orc") in (left, 1)
        here.do("finish", "ada")
    assert modifiers.aimed_rounds(here.scene, "ada", "orc") == left


@pytest.mark.rules("ARP-AIM-01")
@pytest.mark.parametrize("weapon", ["axe", "unarmed"])
def test_a_blow_of_ones_own_spoils_the_aim(weapon):
    here = duel().do("aim", "ada", target_of_aim="orc").do("finish", "orc").do("new_round")
    here.attack("ada", "orc", weapon, *MISS)
    assert "aimed" not in here.marks("ada")


@pytest.mark.rules("ARP-RANGE-01/needs-range")
def test_a_weapon_whose_range_nobody_knows_does_not_shoot():
    bow = {"name": "Arc", "category": "bow", "damage": 3}
    here = duel(mine={**VETERAN, "weapons": {"bow": bow}}, metres=20)
    assert here.why_not("ada", "attack", "weapon", "bow") == str(modifiers.NO_RANGE)


@pytest.mark.rules("ARP-DIST-08", "ARP-DIST-02")
@pytest.mark.parametrize(("engaged", "bonus"), [(False, 1), (True, 2)])
def test_only_an_engagement_before_the_shot_counts(engaged, bonus):
    here = duel(mine=SCOUT, settings={"range": {"overlap": "engaged_split"}})
    if engaged:
        here.attack("ada", "orc", "knife", *MISS)
    here.attack("ada", "orc", "pistol", ("attack-dice", 6, 6))
    assert sum(lines(here.outcomes[0].check).values()) == 3 + bonus


@pytest.mark.rules("ARP-AIM-01")
def test_a_fight_with_an_aim_of_an_older_version_goes_on():
    here = duel(metres=20)
    here.scene = here.scene.with_changes([here.scene.mark("ada", "aim", {"target": "orc", "rounds": 1})])
    here.do("finish", "ada").do("finish", "orc").do("new_round")
    assert modifiers.aimed_rounds(here.scene, "ada", "orc") == 0
