"""Two rules of the text that meet: a strike at a shooter and the hands, two winning reactions, a dive and a ruling."""

import pytest

from rules.core.errors import Refused
from rules.core.paths import put
from rules.games.arpenteurs import places
from tests.rules.arpenteurs.play import RAIDER, VETERAN, Table, landed, lines

RIFLE = {"name": "Fusil", "category": "firearm", "skill": "fusils", "range_m": 100, "damage": 4}
KNIFE = {"name": "Couteau", "category": "melee", "damage": 2}
ARMED = {**VETERAN, "weapons": {"rifle": RIFLE, "knife": KNIFE}}
FRAIL = {**RAIDER, "ecg": {"current": 1, "max": 10}, "sang_froid": {"current": 3, "max": 3}, "armour": {}}
ALL_COOL = {"sang_froid": {"of": "all"}}


def shooting(mine=ARMED, theirs=RAIDER, **settings):
    """Ada shoots at Orc with whom she is engaged, and Orc strikes at her."""
    here = landed(Table(("ada", "pc", mine), ("orc", "foe", theirs), settings=settings), "engage", "orc", "ada")
    return here.attack("ada", "orc", "rifle", ("opportunity-orc", "attack-machete"))


@pytest.mark.rules("ARP-DIST-05", "ARP-ACT-02")
@pytest.mark.parametrize(("drawing", "why"), [(True, "Not in hand: “Do something else” draws it."), (False, None)])
def test_a_shooter_with_both_hands_on_a_rifle_parries_with_none_of_them(drawing, why):
    options = shooting(actions={"drawing": drawing}).options("opportunity-orc-reaction")
    assert options["attack-knife"] == why and options["attack-unarmed"] is None


@pytest.mark.rules("ARP-DIST-05", "ARP-REACT-04", "ARP-SF-01")
def test_a_shooter_does_not_fire_at_a_striker_who_has_died():
    here = shooting(theirs=FRAIL, **ALL_COOL)
    here.answer("opportunity-orc-reaction", "attack-unarmed")
    here.answers(("opportunity-orc-attack-dice", 6, 6), ("opportunity-orc-defence-dice", 1, 2))
    here.answers(("opportunity-orc-location", 3), ("opportunity-orc-death", "die"))
    assert here.asked == [] and here.at("orc", "dead") and here.at("orc", "ecg.current") == 0
    assert here.marks("ada")["hands"] == ["rifle"]


@pytest.mark.rules("ARP-REACT-04", "ARP-SF-01")
@pytest.mark.parametrize(("answer", "asked"), [("die", []), ("spend", [("bob", "bob-location")])])
def test_the_dead_are_not_struck_again_by_a_second_winning_reaction(answer, asked):
    rows = (("orc", "foe", FRAIL), ("ada", "pc", VETERAN), ("bob", "pc", VETERAN))
    here = Table(*rows, settings={**ALL_COOL, "reaction": {"asked": "reach"}})
    here.attack("orc", "ada", "machete", ("reaction", "attack-axe"), ("thwart-bob", "attack-axe"))
    here.answers(("attack-dice", 6, 6), ("defence-dice", 1, 2), ("thwart-bob-dice", 1, 2))
    here.answers(("location", 3), ("death", answer))
    assert here.asked == asked and here.at("orc", "dead") is (answer == "die")


@pytest.mark.rules("ARP-ATK-04", "ARP-DIST-05", "ARP-SF-01")
def test_a_target_who_dies_of_shooting_back_in_melee_is_not_killed_again():
    shooter = put(FRAIL, "weapons", {"rifle": RIFLE})
    rows = (("orc", "foe", RAIDER), ("ada", "pc", shooter), ("imp", "foe", RAIDER))
    here = landed(Table(*rows, settings=ALL_COOL), "engage", "ada", "imp")
    here.attack("orc", "ada", "machete", ("reaction", "attack-rifle"), ("opportunity-imp", "attack-machete"))
    while here.asked[0][1] != "opportunity-imp-attack-dice":
        here.answer(here.asked[0][1], "nothing")
    here.answers(("opportunity-imp-attack-dice", 1, 2), ("opportunity-imp-location", 3))
    here.answer("opportunity-imp-death", "die")
    assert here.asked == [] and here.at("ada", "dead")


@pytest.mark.rules("ARP-DMG-02", "ARP-ACT-02")
@pytest.mark.parametrize(("drawing", "kept"), [(True, False), (False, True)])
def test_an_object_falls_as_both_hands_take_a_weapon(drawing, kept):
    here = Table(("ada", "pc", ARMED), ("orc", "foe", RAIDER), settings={"actions": {"drawing": drawing}})
    here.do("object", fighter="ada", name="chair", damage=1, range_m=5)
    here = landed(here, "hands", "ada", {"weapon": "knife"})
    assert "objects" in here.marks("ada")
    here = landed(here, "hands", "ada", {"weapon": "rifle"})
    assert ("objects" in here.marks("ada")) is kept


@pytest.mark.rules("ARP-DIST-02", "ARP-COVER-01")
def test_a_fighter_who_comes_back_is_engaged_with_nobody():
    here = landed(Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)), "engage", "orc", "ada")
    here.do("cover", fighter="orc", level="heavy", places="preset").do("leave", fighter="orc")
    here.do("come_back", fighter="orc")
    assert {"engaged", "cover", "left"}.isdisjoint({**here.marks("ada"), **here.marks("orc")})


def twenty_metres_apart():
    """Ada on the quay, Orc on the deck."""
    here = Table(("ada", "pc", ARMED), ("orc", "foe", RAIDER), metres=20)
    places = {
        "level": "places",
        "places": {"a": {"name": "Quay"}, "b": {"name": "Deck"}},
        "at": {"ada": "a", "orc": "b"},
    }
    ways = {"w": {"a": "a", "b": "b", "metres": 20}}
    here.scene = here.scene.with_changes([here.scene.change("ground", {**places, "ways": ways})])
    return here


@pytest.mark.rules("ARP-ATK-06", "ARP-COVER-03")
@pytest.mark.parametrize(("ruled", "malus"), [("ground", -4), ("none", -4), ("light", -4), ("heavy", -6)])
def test_a_dive_counts_against_a_shot_whose_cover_was_ruled_before(ruled, malus):
    here = twenty_metres_apart()
    here.do("nearby", fighter="orc", level="medium", actions=1)
    here.attack("ada", "orc", "rifle", ("reaction", "dive_to_cover"), covered=ruled)
    here.answers(("dive", "athletisme"), ("dive-dice", 1, 1), ("attack-dice", 6, 6))
    (shot,) = [outcome for outcome in here.outcomes if outcome.check.actor == "ada"]
    assert sum(value for label, value in lines(shot.check).items() if label.startswith("Cover")) == malus


@pytest.mark.rules("ARP-TIME-02", "ARP-INIT-01")
def test_a_turn_goes_on_when_a_faster_fighter_comes_back():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)).do("leave", fighter="ada").do("next")
    assert here.do("act", "orc", what="use_item").do("come_back", fighter="ada").up == ["orc"]
    assert here.do("finish", "orc").up == ["ada"]


SURVIVOR = {**VETERAN, "armour": {}, "weapons": {"rifle": RIFLE, "knife": KNIFE, "axe": {**KNIFE, "name": "Hache"}}}
ANY = {"reaction": {"weapons": "any"}}


def between_two(**settings):
    """Orc attacks Ada, who shoots back in spite of Imp beside her."""
    rows = (("orc", "foe", RAIDER), ("ada", "pc", SURVIVOR), ("imp", "foe", RAIDER))
    here = landed(Table(*rows, settings={**ANY, **settings}), "engage", "ada", "imp")
    return landed(here, "aim", "ada", "orc").attack(
        "orc", "ada", "machete", ("reaction", "attack-rifle"), ("opportunity-imp", "attack-machete")
    )


@pytest.mark.rules("ARP-DIST-05", "ARP-ACT-02")
def test_a_shot_back_leaves_no_hand_for_a_parry():
    options = between_two().options("opportunity-imp-reaction")
    assert options["attack-knife"] == "Not in hand: “Do something else” draws it." and options["dodge"] is None


@pytest.mark.rules("ARP-DIST-05", "ARP-AIM-01", "ARP-ECG-01")
@pytest.mark.parametrize(("place", "worth"), [(6, 0), ("missed", 1)])
def test_a_shot_back_counts_the_wound_that_came_first(place, worth):
    here = between_two().answers(("opportunity-imp-reaction", "nothing"))
    if place == "missed":
        here.answer("opportunity-imp-attack-dice", 6, 6)
    else:
        here.answers(("opportunity-imp-attack-dice", 1, 2), ("opportunity-imp-location", place))
    here.answers(("attack-dice", 6, 6), ("defence-dice", 6, 6))
    (shot,) = [outcome for outcome in here.outcomes if outcome.check.actor == "ada"]
    assert lines(shot.check).get("Aimed for one whole round", 0) == worth


@pytest.mark.rules("ARP-DIST-05", "ARP-TEST-05")
def test_a_ruling_counts_for_the_first_of_two_tests():
    here = landed(Table(("ada", "pc", ARMED), ("orc", "foe", RAIDER)), "engage", "orc", "ada")
    here.do("ruling", fighter="ada", first="usual", second="usual", modifier=-3)
    here.attack("ada", "orc", "rifle", ("opportunity-orc", "attack-machete"), ("opportunity-orc-reaction", "dodge"))
    here.answers(("opportunity-orc-attack-dice", 6, 6), ("opportunity-orc-defence-dice", 1, 2), ("attack-dice", 6, 6))
    ruled = [lines(outcome.check).get("Ruling") for outcome in here.outcomes if outcome.check.actor == "ada"]
    assert ruled == [-3, None] and "ruling" not in here.marks("ada")


@pytest.mark.rules("ARP-ASSN-01", "ARP-DIST-02")
def test_nobody_murders_an_opponent_who_has_attacked_them():
    here = Table(("orc", "foe", RAIDER), ("ada", "pc", VETERAN))
    here.do("unnoticed", fighter="ada", other="orc")
    here.attack("orc", "ada", "machete", ("reaction", "nothing"), ("attack-dice", 6, 6)).do("finish", "orc")
    assert here.why_not("ada", "assassinate", "target", "orc") == "They have noticed you."


@pytest.mark.rules("ARP-ASSN-04", "ARP-AIM-01", "ARP-SF-01")
@pytest.mark.parametrize("lost", [True, False])
def test_a_survived_murder_loses_the_aim(lost):
    here = Table(("orc", "foe", RAIDER), ("ada", "pc", ARMED), settings={"aim": {"lost_when_wounded": lost}})
    here = landed(here, "aim", "ada", "orc").do("unnoticed", fighter="orc", other="ada", off=False)
    here.do("assassinate", "orc", target="ada", weapon="machete").answers(("attack-dice", 1, 1), ("death", "spend"))
    assert ("aimed" not in here.marks("ada")) is lost


@pytest.mark.rules("ARP-AIM-01", "ARP-ACT-03", "ARP-REACT-03")
def test_a_thwarted_move_loses_the_aim():
    rules = {"reaction": {"asked": "reach"}, "aim": {"lapses": "never"}}
    here = landed(Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), settings=rules), "aim", "ada", "orc")
    here.do("move", "ada", target="orc", metres=10, behind="none")
    here.answers(("thwart-orc", "attack-machete"), ("tested", "athletisme"))
    here.answers(("attack-dice", 6, 6), ("thwart-orc-dice", 6, 6))
    assert "aimed" not in here.marks("ada") and here.scene.marks.get("metres") is None


@pytest.mark.rules("ARP-AIM-01", "ARP-REACT-01")
def test_an_aim_ends_with_the_fighter_who_leaves():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER))
    for who, other in (("ada", "orc"), ("orc", "ada")):
        here = landed(here, "aim", who, other).do("watch", fighter=who, other=other)
    here.do("leave", fighter="ada").do("come_back", fighter="ada")
    assert {"aimed", "watch"}.isdisjoint(here.marks("ada")) and "aimed" not in here.marks("orc")
    assert here.marks("orc")["watch"] == {"ada": True}


@pytest.mark.rules("ARP-BURST-06", "ARP-ACT-02")
def test_only_a_weapon_in_hand_is_reloaded():
    empty = put(SURVIVOR, "weapons.rifle", {**RIFLE, "magazine": 6, "ammo": 1})
    here = Table(("ada", "pc", empty), ("orc", "foe", RAIDER))
    for weapon in ("knife", "axe"):
        here = landed(here, "hands", "ada", {"weapon": weapon})
    why = here.refused(Refused, "act", "ada", what="reload", loaded="rifle")
    assert why == "Not in hand: “Do something else” draws it."
    here.do("act", "ada", what="draw", loaded="rifle").do("act", "ada", what="reload", loaded="rifle")
    assert here.at("ada", "weapons.rifle.ammo") == 6 and here.marks("ada")["hands"] == ["rifle"]


@pytest.mark.rules("ARP-SF-01", "ARP-ECG-01")
@pytest.mark.parametrize(("back", "saved"), [(1, True), (5, False)])
def test_a_recovered_fighter_is_no_longer_just_saved_from_death(back, saved):
    here = Table(("ada", "pc", put(VETERAN, "ecg.current", 1)), ("orc", "foe", RAIDER))
    here.do("damage", fighter="ada", amount=5, location="none", reduced=False).answer("death", "spend")
    assert bool(here.do("heal", fighter="ada", amount=back).at("ada", "saved")) is saved


@pytest.mark.rules("ARP-DIST-03", "ARP-MOD-01")
def test_a_retreat_is_one_move_although_it_takes_every_action():
    here = landed(Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)), "engage", "ada", "orc")
    here.do("repli", "ada", metres=5)
    assert places.motion(here.scene, "ada") == "moving"


@pytest.mark.rules("ARP-SF-02", "ARP-DMG-02")
def test_the_dead_receive_neither_cool_nor_things():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", FRAIL))
    here.do("damage", fighter="orc", amount=9, location="none", reduced=False)
    for kind in ("award", "object"):
        assert [row.key for row in here.offer("gm", kind).fields[0].choices] == ["ada"]


@pytest.mark.rules("ARP-DIST-02", "ARP-ATK-06")
@pytest.mark.parametrize(("ruled", "engages"), [(2, True), (9, False)])
def test_a_distance_ruled_for_a_shot_decides_if_it_engages(ruled, engages):
    here = twenty_metres_apart().do("nearby", fighter="orc", level="medium", actions=1)
    here.attack("ada", "orc", "rifle", metres=ruled)
    assert here.asked == ([("ada", "attack-dice")] if engages else [("orc", "reaction")])
    here.answers(*(() if engages else (("reaction", "nothing"),)), ("attack-dice", 6, 6))
    assert ("engaged" in here.marks("orc")) is engages


@pytest.mark.rules("ARP-COVER-03", "ARP-ATK-04")
@pytest.mark.parametrize(("ruled", "malus"), [("ground", 0), ("heavy", -6)])
def test_a_cover_ruled_for_a_blow_counts_for_the_one_struck_back(ruled, malus):
    here = twenty_metres_apart().do("measure", fighter="ada", other="orc", metres=2, half=False)
    here.attack("ada", "orc", "knife", ("reaction", "attack-machete"), covered=ruled)
    here.answers(("attack-dice", 6, 6), ("defence-dice", 6, 6))
    cover = "Cover: heavy (bunker, casemate, loophole)"
    covers = {row.check.actor: lines(row.check).get(cover, 0) for row in here.outcomes}
    assert covers == {"ada": malus, "orc": malus}


@pytest.mark.rules("ARP-ACT-06", "ARP-DIST-05")
@pytest.mark.parametrize(("bars", "asked"), [(False, "opportunity-orc"), (True, "attack-dice")])
def test_a_dodge_bars_a_free_strike_too_if_it_bars_reactions(bars, asked):
    rules = {"opportunity": {"costs_action": False}, "actions": {"drawing": False, "dodge_bars_reaction_attack": bars}}
    here = Table(("ada", "pc", ARMED), ("orc", "foe", RAIDER), settings=rules)
    here.attack("ada", "orc", "knife", ("reaction", "dodge"), ("attack-dice", 6, 6), ("defence-dice", 6, 6))
    assert [key for _whom, key in here.attack("ada", "orc", "rifle").asked] == [asked]


@pytest.mark.rules("ARP-REACT-04/beyond", "ARP-RANGE-02", "ARP-RANGE-03")
@pytest.mark.parametrize(
    ("metres", "dice", "ruling", "degrees"),
    [
        (500, (1, 2), [], "loses by 8 degrees"),
        (501, (1, 2), [], "equal degrees: both fail"),
        (501, (1, 1), ["hit"], "loses by 8 degrees"),
        (501, (1, 1), ["veto"], "equal degrees: both fail"),
    ],
)
def test_a_thwarting_shot_beyond_the_range_takes_a_double_one(metres, dice, ruling, degrees):
    marksman = put(ARMED, "skills.fusils", {"level": 8})
    here = Table(("orc", "foe", RAIDER), ("ada", "pc", marksman), ("bob", "pc", VETERAN))
    here.do("watch", fighter="ada", other="orc")
    here.do("measure", fighter="ada", other="orc", metres=metres, half=False)
    here.attack("orc", "bob", "machete", ("reaction", "nothing"), ("thwart-ada", "attack-rifle"))
    here.answers(("attack-dice", 6, 6), ("thwart-ada-dice", *dice))
    for answer in ruling:
        here.answer("thwart-ada-veto", answer)
    if here.asked:
        here.answer("ada-location", 3)
    assert ("orc", degrees) in here.told()


@pytest.mark.rules("ARP-DIST-03/left-behind", "ARP-DIST-02", "ARP-REACT-02")
@pytest.mark.parametrize(("dice", "away"), [((1, 1), True), ((6, 6), False)])
def test_a_mover_is_not_held_by_a_strike_that_did_not_stop_them(dice, away):
    rows = (("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("imp", "foe", RAIDER))
    here = Table(*rows, settings={"reaction": {"asked": "reach"}})
    here.do("measure", fighter="ada", other="orc", metres=30, half=False)
    here.do("move", "ada", target="orc", metres=20, behind="none")
    here.answers(("thwart-imp", "attack-machete"), ("tested", "athletisme"))
    here.answers(("attack-dice", *dice), ("thwart-imp-dice", 6, 6))
    assert ("engaged" not in here.marks("ada")) is away


@pytest.mark.rules("ARP-REACT-02", "ARP-SF-01")
@pytest.mark.parametrize(("kind", "args"), [("move", {"target": "orc", "metres": 9}), ("act", {"what": "use_item"})])
def test_an_open_act_is_lost_once_its_author_has_died(kind, args):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), settings={"reaction": {"asked": "reach"}})
    assert here.do(kind, "ada", **args).asked == [("orc", "thwart-orc")]
    here.scene = here.scene.with_changes([here.scene.write("ada", "dead", True)])
    assert here.asked == []
