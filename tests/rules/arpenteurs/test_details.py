"""Details of Arpenteurs that a table would notice: what is said, what stays, and what the smallest numbers do."""

from fractions import Fraction

import pytest

from rules.core.check import Breakdown, Check, Level, Modifier
from rules.core.paths import put
from rules.core.scene import Action
from rules.core.script import Effect
from rules.core.text import Text
from rules.games.arpenteurs import GAME, checks, damage, initiative, modifiers, places
from rules.games.arpenteurs import odds as odds_of
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.modifiers import Blow
from rules.games.arpenteurs.settings import HOUSE
from rules.views.act_odds import odds
from rules.views.viewers import Viewer
from tests.rules.arpenteurs.play import RAIDER, SCOUT, VETERAN, Table, throw

GM = Viewer("gm")


def table(*more, mine=VETERAN, theirs=RAIDER, **options):
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), *more, **options)


def landed(here, kind, target, value=None):
    here.scene = here.scene.with_changes(GAME.land(here.scene, Effect(kind, target, value)))
    return here


@pytest.mark.rules("ARP-ACT-02")
@pytest.mark.parametrize(
    ("what", "note", "kind"),
    [("draw", "the axe", "draw"), ("other", "", "other"), ("other", "climb", "other:climb"), ("other", "  ", "other")],
)
def test_only_something_else_is_named_by_its_words(what, note, kind):
    here = table().do("act", "ada", what=what, note=note)
    assert [entry["kind"] for entry in initiative.ledger(here.scene, "ada")] == [kind]


@pytest.mark.rules("ARP-COVER-02")
def test_each_cover_hides_more_than_the_one_before():
    legs = ("left_leg", "right_leg")
    assert [places.behind(level, {}) for level in ("none", "light", "medium", "heavy")] == [
        (), legs, (*legs, "torso"), (*legs, "torso", "left_arm", "right_arm")
    ]  # fmt: skip
    assert len(places.behind("light", {}, "everything")) == 6
    labels = [str(field.label) for section in HOUSE for field in section.fields if field.rule == "ARP-COVER-02"]
    assert labels[0] == "What a cover hides: light (mound, trunk)"


@pytest.mark.rules("ARP-TIME-02", "ARP-INIT-01", "ARP-INIT-05")
def test_nobody_acts_before_the_fight_while_initiative_is_rolled_or_after_its_end():
    assert initiative.acting(Table(("ada", "pc", VETERAN), started=False).scene) == ()
    rolling = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), started=False).do("start", metres=2)
    assert initiative.acting(rolling.scene) == ()
    here = table()
    assert initiative.acting(here.scene) == ("ada",)
    assert initiative.acting(here.do("end").scene) == ()


@pytest.mark.rules("ARP-RANGE-02", "ARP-TEST-02")
@pytest.mark.parametrize(("skill", "degrees"), [(0, 1), (6, 10)])
def test_a_double_1_beyond_the_range_is_worth_one_degree_at_least(skill, degrees):
    """The margin where degrees are the margin alone is nothing for who could not have hit anyway."""
    house = {"test": {"degrees": "margin"}}
    sheet = {"characteristics": {"adresse": skill or 1, "perception": skill or 1}}
    check = checks.skill(sheet, house, sheets.line(sheet, "fusils"))
    found = modifiers.far(checks.judged(check, (1, 1), house))
    assert (found.level, found.margin) == (Level.CRITICAL, degrees)
    for faces, level in (((6, 6), Level.FUMBLE), ((1, 2), Level.FAILURE)):
        missed = modifiers.far(checks.judged(check, faces, house))
        assert (missed.level, missed.margin) == (level, 0)


@pytest.mark.rules("ARP-TEST-05")
@pytest.mark.parametrize(
    ("pair", "total"),
    [(("", ""), 1 + 2 + 6), (("volonte", ""), 5 + 2 + 6), (("", "volonte"), 1 + 5 + 6), (("force", "volonte"), 13)],
)
def test_either_characteristic_of_a_pair_may_be_asked_for_alone(pair, total):
    sheet = {
        "characteristics": {"adresse": 1, "force": 2, "volonte": 5},
        "skills": {"armes_blanches": {"level": 6}},
    }
    assert checks.find(sheet, {}, "armes_blanches", pair).target.total == total
    assert checks.find(sheet, {}, "volonte").target.total == 10


@pytest.mark.rules("ARP-ATK-01", "ARP-TEST-05")
@pytest.mark.parametrize(
    ("category", "skill"),
    [
        ("melee", "armes_blanches"),
        ("unarmed", "arts_martiaux"),
        ("firearm", "armes_de_poing"),
        ("bow", "fusils"),
        ("thrown", "athletisme"),
    ],
)
def test_a_weapon_of_which_no_skill_is_said_uses_that_of_its_category(category, skill):
    found = sheets.weapon({"weapons": {"one": {"name": "One", "category": category}}}, "one")
    assert (found.skill, found.damage, found.range_m) == (skill, 1, 0)


@pytest.mark.rules("ARP-DIST-02")
def test_the_dead_and_the_gone_are_nobodys_opponents():
    here, engaged = table(("bob", "foe", RAIDER)), dict.fromkeys(("orc", "bob", "ghost"), True)
    fallen = here.scene.write("bob", "dead", True)
    here.scene = here.scene.with_changes([here.scene.mark("ada", "engaged", engaged), fallen])
    assert places.opponents(here.scene, "ada") == ("orc",)


@pytest.mark.rules("ARP-DIST-01", "ARP-DIST-02")
@pytest.mark.parametrize(("metres", "engaged"), [(3, True), (4, False)])
def test_three_metres_are_still_melee_for_who_is_engaged(metres, engaged):
    here = landed(table(), "engage", "orc", "ada")
    landed(here, "metres", "ada", {"other": "orc", "metres": metres})
    assert bool(places.opponents(here.scene, "ada")) == engaged


@pytest.mark.rules("ARP-ECG-01", "ARP-AIM-01")
@pytest.mark.parametrize(("lost", "left", "aims"), [(0, 8, True), (1, 7, False), (8, 0, False), (30, 0, False)])
def test_a_wound_takes_the_ecg_to_nothing_at_most_and_spoils_the_aim(lost, left, aims):
    here = table().do("skip", fighter="ada").do("aim", "orc", target_of_aim="ada")
    landed(here, "hurt", "orc", {"damage": lost, "location": "torso"})
    assert here.at("orc", "ecg.current") == left
    assert bool(here.marks("orc").get("aim")) == aims


@pytest.mark.rules("ARP-BURST-06")
@pytest.mark.parametrize(("fired", "left"), [(3, 27), (40, 0)])
def test_no_magazine_holds_less_than_nothing_and_that_is_what_is_told(fired, left):
    here, effect = table(), Effect("ammo", "ada", {"weapon": "rifle", "fired": fired})
    assert str(GAME.describe(here.scene, effect)) == f"{left} cartridges left"
    landed(here, "ammo", "ada", effect.value)
    assert sheets.weapon(here.scene.sheet("ada"), "rifle").ammo == left
    told = GAME.describe(here.scene, Effect("ammo", "ada", {"weapon": "rifle", "reload": True}))
    assert str(told) == "30 cartridges left"
    assert GAME.describe(here.scene, Effect("ammo", "ada", {"weapon": "axe", "fired": 1})) is None


@pytest.mark.rules("ARP-BURST-01", "ARP-BURST-03")
@pytest.mark.parametrize("counted", [True, False])
def test_a_blow_that_is_no_burst_hurts_once_however_good_it_is(counted):
    here = table(settings={"burst": {"cap_counts_first": counted}})
    axe = sheets.weapon(VETERAN, "axe")
    assert damage.toll(here.scene, Blow("ada", "orc", axe), 9, "left_leg")[1] == 1
    assert damage.toll(here.scene, Blow("ada", "orc", axe, mode="long_burst", rounds=3), 9, "left_leg")[1] == (
        3 if counted else 4
    )


OPEN = {
    "absorbed": {"location": "head"},
    "hurt": {"location": "head", "damage": 3},
    "death": None,
    "slain": None,
    "saved": None,
    "initiative": {"total": 7, "die": 3},
    "opposed": {"winner": "none", "degrees": 0},
    "metres": {"other": "orc", "metres": 9},
    "cover": {"level": "light"},
    "disengage": None,
    "object": {"name": "Chair", "damage": 1, "range_m": 5},
    "spend": {"kind": "draw"},
}
SECRET = {"ammo": {"weapon": "rifle", "fired": 3}, "award": 1}


@pytest.mark.rules("ARP-ECG-01", "ARP-SF-01", "ARP-BURST-06")
def test_everybody_reads_what_can_be_seen_and_nothing_of_points_and_magazines():
    here = table()
    seen = {kind: GAME.public(here.scene, Effect(kind, "ada", value)) for kind, value in OPEN.items()}
    assert all(seen.values())
    assert (str(seen["hurt"]), str(seen["saved"])) == ("is hit: Head", "escapes death")
    assert str(seen["metres"]) == "is at 9 m of orc"
    for kind, value in SECRET.items():
        assert GAME.describe(here.scene, Effect(kind, "ada", value)) is not None
        assert GAME.public(here.scene, Effect(kind, "ada", value)) is None


@pytest.mark.rules("ARP-ACT-01")
def test_who_has_finished_is_no_longer_called_and_the_others_are():
    here = table()
    here.scene = here.scene.with_changes([here.scene.change("called", ["ada", "orc"])])
    landed(here, "done", "ada")
    assert here.scene.called == ("orc",)


@pytest.mark.rules("ARP-TIME-02")
def test_the_headline_stays_with_whose_attack_is_open():
    here = table(mine=SCOUT)
    here.scene = here.scene.with_changes([here.scene.mark("ada", "ledger", [{"kind": "move"}])])
    here.do("attack", "ada", target="orc", weapon="knife")
    assert initiative.acting(here.scene) == ("orc",), "nothing is left to her but what is open"
    assert str(GAME.headline(here.scene).part) == "Turn of ada: 0 actions left"


@pytest.mark.rules("ARP-LOC-01", "ARP-DMG-01", "ARP-COVER-02")
def test_the_grid_tells_what_is_stopped_what_is_lost_and_what_ends_it():
    """An axe of 4: armour stops it at the head, takes 1 at the torso; 4 are left, so that everything else ends it."""
    foe = {**RAIDER, "armour": {"torso": 1, "head": 4}, "ecg": {"max": 8, "current": 4}}
    here = table(theirs=foe)
    found = odds(GAME, here.scene, GM, Action("attack", "ada", {"target": "orc", "weapon": "axe"}, gm=True))
    sixth = Fraction(1, 6)
    rows = {str(label): row for label, row in found.grid.rows}
    assert [str(one) for one in found.grid.columns] == ["nothing lost", "ECG lost", "ECG at 0"]
    assert rows["Head"] == (sixth, 0, 0)
    assert rows["Torso"] == (0, sixth, 0)
    assert [rows[one] for one in ("Left leg", "Right leg", "Left arm", "Right arm")] == [(0, 0, sixth)] * 4


def test_nobody_asks_for_the_odds_against_somebody_of_his_side_whom_he_does_not_see():
    here = table(("bob", "pc", SCOUT, {"hidden": True}))
    mine = Viewer("seat", frozenset({"c-ada"}))
    for viewer, told in ((GM, True), (mine, False)):
        args = {"target": "bob", "weapon": "axe"}
        assert (odds(GAME, here.scene, viewer, Action("attack", "ada", args, gm=viewer.gm)) is not None) == told


@pytest.mark.rules("ARP-INIT-01", "ARP-ACT-05", "ARP-DIST-02")
def test_what_everybody_sees_of_a_fighter_is_in_the_odds_of_a_player():
    seen = {"motion": "fast", "invisible": True, "concealment": -2, "helpless": True}
    here = table().do("cover", fighter="orc", level="light").do("situation", fighter="orc", **seen)
    here.attack("ada", "orc", "axe", ("attack-dice", 6, 6)).do("finish", "ada")
    shown = GAME.open_marks(here.scene, "orc")
    assert set(shown) == {"init", "cover", "motion", "invisible", "concealment", "engaged"}
    assert set(GAME.open_marks(here.scene, "ada")) == {"init", "ledger", "done", "engaged", "hands"}
    assert GAME.open_sheet(here.scene, "orc") == {"size": "normal"}


@pytest.mark.rules("ARP-REACT-01", "ARP-ACT-05")
@pytest.mark.parametrize(("spent", "words"), [(0, "score 6, 1 action of 2"), (1, "score 6, the last action left")])
def test_a_reaction_says_its_score_and_what_it_takes(spent, words):
    sheet = put(put(RAIDER, "skills", {}), "characteristics", {"adresse": 3, "perception": 3, "force": 3})
    here = table(theirs=sheet)
    here.scene = here.scene.with_changes([here.scene.mark("orc", "ledger", [{"kind": "move"}] * spent)])
    here.do("attack", "ada", target="orc", weapon="axe")
    start = GAME.script(here.scene, next(iter(here.scene.exchanges.values())).action)
    hints = {option.key: str(option.hint) for option in next(start)[0].options if option.hint}
    assert hints["dodge"] == words


def test_the_dice_of_a_location_are_read_in_the_order_of_the_body():
    assert throw(lambda: damage.location_rolled(Blow("ada", "orc", sheets.weapon(VETERAN, "axe")), ""), (6,)) == "head"


@pytest.mark.rules("ARP-DIST-03", "ARP-ACT-01")
def test_a_retreat_takes_everything_that_is_left_and_leads_away_from_everybody():
    here = landed(landed(table(("bob", "foe", RAIDER)), "engage", "ada", "orc"), "engage", "ada", "bob")
    here.do("repli", "ada", metres=7)
    assert initiative.left(here.scene, "ada") == 0
    assert [entry["kind"] for entry in initiative.ledger(here.scene, "ada")] == ["repli"] * 3
    assert not here.marks("ada").get("engaged") and not here.marks("orc").get("engaged")
    assert [places.metres(here.scene, "ada", one) for one in ("orc", "bob")] == [7, 7]


@pytest.mark.rules("ARP-ECG-01")
@pytest.mark.parametrize(("left", "saved", "malus"), [(10, False, 0), (5, False, -1), (2, False, -2), (2, True, -2)])
def test_wounds_hamper_by_their_status_where_the_house_plays_so(left, saved, malus):
    sheet = {"ecg": {"max": 10, "current": left}, "saved": saved}
    assert sheets.wound_malus(sheet, {"ecg": {"wound_malus": "by_status"}}).value == malus
    assert sheets.wound_malus(sheet, {}).value == 0


@pytest.mark.rules("ARP-ACT-05")
@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"kind": "draw"}, "draw"),
        ({"kind": "other:climb"}, "climb"),
        ({"kind": "other"}, "something else"),
        ({"kind": "dodge", "as": "reaction"}, "dodge as a reaction"),
        ({"kind": "attack", "as": "action"}, "attack"),
    ],
)
def test_an_action_is_told_by_its_name_or_by_the_words_of_who_does_it(entry, words):
    assert str(GAME.describe(table().scene, Effect("spend", "ada", entry))) == words


@pytest.mark.rules("ARP-ATK-06", "ARP-ATK-05")
def test_a_shot_is_answered_by_the_cover_that_is_near():
    here = table(metres=20).do("nearby", fighter="orc", level="medium", actions=1)
    here.do("attack", "ada", target="orc", weapon="rifle")
    start = GAME.script(here.scene, next(iter(here.scene.exchanges.values())).action)
    options = {one.key: (str(one.label), one.refused and str(one.refused)) for one in next(start)[0].options}
    assert options["dive_to_cover"] == ("Dive to cover: medium (barricade, window, low wall)", None)
    assert options["dodge"] == ("Dodge", "Nobody dodges what is shot or thrown.")


@pytest.mark.rules("ARP-DMG-01")
def test_a_single_point_lost_is_a_loss():
    here = table(theirs={**RAIDER, "armour": dict.fromkeys(("head", "torso", "left_arm"), 3)})
    args = {"target": "orc", "weapon": "axe", "location": "head", "defenceless": True}
    found = odds(GAME, here.scene, GM, Action("attack", "ada", args, gm=True))
    told = {str(one.label): one.value for one in found.chances}
    assert told["ECG lost"] == told["Hit"] > 0 and "ECG at 0" not in told
    assert "A hit takes 1 to 1 ECG." in [str(one) for one in found.notes]


@pytest.mark.rules("ARP-ATK-01")
def test_an_attack_is_aimed_at_whom_one_sees_the_other_sides_first():
    here = table(
        ("bob", "pc", SCOUT, {"hidden": True}), ("imp", "foe", RAIDER, {"hidden": True}), ("elf", "ally", SCOUT)
    )
    (field,) = [one for one in here.offer("ada", "attack").fields if one.key == "target"]
    assert [(one.key, "Own side" in str(one.hint)) for one in field.choices] == [
        ("orc", False), ("elf", False), ("bob", True)
    ]  # fmt: skip


def degrees_of(score, faces):
    """ARP-TEST-01 to 04, as simply as it can be said."""
    if faces == (6, 6) or (sum(faces) > score and faces != (1, 1)):
        return 0
    return max(1, score - sum(faces) + 1)


PAIRS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


@pytest.mark.rules("ARP-REACT-02", "ARP-REACT-03", "ARP-ATK-02", "ARP-ATK-03", "ARP-ATK-04")
@pytest.mark.parametrize("mode", ["attack", "dodge"])
@pytest.mark.parametrize(("mine", "theirs"), [(9, 9), (11, 5), (1, 12), (2, 1)])
def test_an_opposition_is_every_throw_against_every_throw(mine, theirs, mode):
    ours, others = (
        odds_of.degrees_of(Check("", "", Text(""), Breakdown(Modifier(Text(""), score))), {})
        for score in (mine, theirs)
    )
    hits, back = odds_of.opposed(mode, ours, others)
    every = [(degrees_of(mine, one), degrees_of(theirs, other)) for one in PAIRS for other in PAIRS]
    for net in range(-1, 13):
        wins = sum(one - other == net and one > other for one, other in every)
        assert hits.chance(lambda found, net=net: found == net) == Fraction(wins, 1296)
    lost = sum(other > one or (mode == "dodge" and other == one) for one, other in every)
    assert back == Fraction(lost, 1296)


@pytest.mark.rules("ARP-ATK-05", "ARP-ATK-06")
@pytest.mark.parametrize(
    ("near", "dodged", "answer"), [(0, False, None), (1, False, "Dive to cover"), (2, False, None), (0, True, "Dodge")]
)
def test_a_shot_is_met_by_the_answers_that_there_are(near, dodged, answer):
    here = table(metres=20)
    here = here.do("nearby", fighter="orc", level="heavy", actions=near) if near else here
    args = {"target": "orc", "weapon": "rifle", "dodge_allowed": dodged}
    found = odds(GAME, here.scene, GM, Action("attack", "ada", args, gm=True))
    told = {str(one.label): one.value for one in found.chances}
    note = str(found.notes[0])
    assert note.startswith(f"If the target answers: {answer}") if answer else note.startswith("Nobody can react")
    alone = sum(degrees_of(found.check.target.total, one) > 0 for one in PAIRS)
    assert told.get("Hit if nothing is done", told["Hit"]) == Fraction(alone, 36)
    assert (told["Hit"] < Fraction(alone, 36)) == bool(answer)
    if near == 1:
        skill = checks.skill(RAIDER, {}, sheets.line(RAIDER, "athletisme")).target.total
        dives = Fraction(sum(degrees_of(skill, one) > 0 for one in PAIRS), 36)
        behind = Fraction(sum(degrees_of(found.check.target.total - 6, one) > 0 for one in PAIRS), 36)
        assert told["Hit"] == dives * behind + (1 - dives) * Fraction(alone, 36)
