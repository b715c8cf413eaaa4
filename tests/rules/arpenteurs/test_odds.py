"""The exact odds of what a fighter declares: equal to the procedure walked die by die, and silent on what is veiled."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.core.check import Breakdown, Check, Level, Modifier
from rules.core.errors import RulesError, Unreadable
from rules.core.paths import put
from rules.core.scene import Action
from rules.core.text import Text
from rules.games.arpenteurs import GAME, checks
from rules.games.arpenteurs import odds as odds_of
from rules.games.arpenteurs import sheet as sheets
from rules.odds.distribution import distribution
from rules.odds.for_viewer import odds
from rules.views.viewers import Viewer
from tests.rules.arpenteurs.play import ARPENTEURS, RAIDER, SCOUT, VETERAN, Table, duel

GM, PLAYER = Viewer("gm"), Viewer("seat", frozenset({"c-ada"}))
BOTH = Viewer("seat", frozenset({"c-ada", "c-orc"}))
ARMOUR = {"armour": {"torso": 1, "head": 4}, "ecg": {"max": 6, "current": 6}, "sang_froid": {"current": 0, "max": 0}}
FOE = {**RAIDER, **ARMOUR}


def table(mine=VETERAN, theirs=FOE, **more):
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), **{"metres": 2, **more})


def asked(here, kind="attack", viewer=GM, **args):
    return odds(ARPENTEURS, here.scene, viewer, Action(kind, "ada", args, gm=viewer.gm))


def blow(here, viewer=GM, weapon="axe", **args):
    return asked(here, "attack", viewer, target="orc", weapon=weapon, **args)


def shares(found):
    return {str(one.label): one.value for one in found.chances}


def walked(here, reaction, **args):
    """For every face of every die: a hit or a miss, the target's loss, and its counter-attack."""
    offer = here.offer("ada", args.pop("kind", "attack"))
    full = {field.key: {"target": "orc", **args}.get(field.key, field.blank) for field in offer.fields}
    scene, action = ARPENTEURS.ahead(here.scene, Action(offer.kind, "ada", full, gm=True))
    choices = {"reaction": reaction, "dive": "athletisme", "veto": "hit", "orc-death": "die", "death": "die"}

    def start():
        effects = yield from ARPENTEURS.script(scene, action)
        hurt = {one.target: one.value.get("damage", 0) for one in effects if one.kind in ("hurt", "absorbed")}
        return "orc" in hurt, hurt.get("orc", 0), "ada" in hurt

    return distribution(start, lambda ask: (choices[ask.key],))


def slow(found):
    return {
        "Hit": found.chance(lambda one: one[0]),
        "ECG lost": found.chance(lambda one: one[1] > 0),
        "ECG at 0": found.chance(lambda one: one[1] >= 6),
        "Struck back": found.chance(lambda one: one[2]),
    }


def answers(here, *reactions, **args):
    """The remainder of the attack after each of these reactions, from the slow walk."""
    return {one: slow(walked(here, one, **args)) for one in reactions}


def told(found):
    return {key: shares(found).get(key, 0) for key in ("Hit", "ECG lost", "ECG at 0", "Struck back")}


@pytest.mark.rules("ARP-ATK-01", "ARP-LOC-01", "ARP-DMG-01")
@pytest.mark.parametrize("args", [{}, {"modifier": -3}, {"location": "head"}, {"first": "force", "second": "force"}])
@pytest.mark.parametrize(
    "house",
    [{}, {"damage": {"per_degree": 1, "head_multiplier": 2}}, {"test": {"degrees": "margin", "formula": "best_skill"}}],
)
def test_the_odds_against_a_defenceless_target_agree_with_the_procedure(args, house):
    here = table(settings=house)
    args = {"weapon": "axe", "defenceless": True, **args}
    found = asked(here, target="orc", **args)
    assert told(found) == slow(walked(here, "nothing", **args))
    assert "Hit if nothing is done" not in shares(found)
    assert str(found.notes[0]) == "Nobody can react: a simple test."


@pytest.mark.rules("ARP-REACT-02", "ARP-REACT-03", "ARP-ATK-02", "ARP-ATK-03", "ARP-ATK-04")
@pytest.mark.slow("every pair of two throws, for each reaction, through the whole procedure")
@pytest.mark.parametrize(("blades", "dodges"), [(0, 1), (5, 1), (0, 6)])
def test_the_best_reaction_is_counted_and_named(blades, dodges):
    """An untrained fighter strikes back no better than they dodge; one trained with a blade hurts with it."""
    foe = put(put(FOE, "skills", {"armes_blanches": {"level": blades}, "esquive": {"level": dodges}}), "ecg.current", 6)
    here = table(theirs=foe)
    blades_of = (f"attack-{one.key}" for one in sheets.weapons(foe) if one.is_melee)
    reactions = ("nothing", "dodge", *blades_of)
    found, every = blow(here, location="torso"), answers(here, *reactions, weapon="axe", location="torso")
    least = min(one["Hit"] for one in every.values())
    best = max((one for one in every.values() if one["Hit"] == least), key=lambda one: one["Struck back"])
    assert told(found) == best
    assert shares(found)["Hit if nothing is done"] == every["nothing"]["Hit"]
    assert str(found.notes[0]).startswith("If the target answers: ")
    assert ("Struck back" in shares(found)) == bool(best["Struck back"])


@pytest.mark.rules("ARP-ATK-05", "ARP-MOD-01", "ARP-COVER-01", "ARP-COVER-02", "ARP-BURST-01", "ARP-BURST-02")
@pytest.mark.parametrize("mode", ["single", "short_burst", "long_burst"])
@pytest.mark.parametrize("cover", ["none", "medium"])
def test_a_shot_agrees_with_its_procedure(mode, cover):
    here = table(metres=40).do("cover", fighter="orc", level=cover)
    found = blow(here, weapon="rifle", mode=mode)
    assert told(found) == slow(walked(here, "nothing", weapon="rifle", mode=mode))
    rows = {str(label): row for label, row in found.grid.rows}
    assert all(sum(row) == Fraction(1, 6) for row in rows.values())
    assert (rows["Torso"][0] == Fraction(1, 6)) == (cover == "medium"), "the cover hides it"


@pytest.mark.rules("ARP-ATK-06")
@pytest.mark.parametrize("level", ["light", "heavy"])
def test_a_dive_to_cover_is_counted_with_its_own_test(level):
    here = table(metres=40).do("nearby", fighter="orc", level=level, actions=1)
    every = answers(here, "nothing", "dive_to_cover", weapon="rifle")
    found = blow(here, weapon="rifle")
    assert told(found) == every["dive_to_cover"]
    assert shares(found)["Hit if nothing is done"] == every["nothing"]["Hit"]


@pytest.mark.rules("ARP-ATK-05")
def test_a_dodge_of_a_shot_is_counted_where_the_game_master_allows_it():
    here = table(metres=40)
    said = {"weapon": "rifle", "dodge_allowed": True, "location": "head"}
    assert told(blow(here, **said)) == answers(here, "dodge", **said)["dodge"]


@pytest.mark.rules("ARP-RANGE-02", "ARP-ATK-05")
@pytest.mark.parametrize("dodged", [False, True])
def test_beyond_the_limit_of_range_a_double_1_alone_hits_even_a_dodging_target(dodged):
    here = table(metres=900)
    reaction = "dodge" if dodged else "nothing"
    found = blow(here, weapon="rifle", dodge_allowed=dodged)
    assert told(found) == slow(walked(here, reaction, weapon="rifle", dodge_allowed=dodged))
    assert found.success == Fraction(1, 36)
    assert shares(found)["Hit"] <= Fraction(1, 36)
    assert any(str(note).startswith("Beyond five times the range") for note in found.notes)


@pytest.mark.rules("ARP-DMG-01", "ARP-LOC-01")
def test_the_least_and_the_most_damage_of_a_hit_are_shown():
    """An axe of 4 against armour of 4 at the head, 1 at the torso, and none elsewhere."""
    notes = [str(note) for note in blow(table(), defenceless=True).notes]
    assert "A hit takes 0 to 4 ECG." in notes


@pytest.mark.rules("ARP-DIST-05")
def test_opportunity_attacks_are_left_out_and_that_is_said():
    here = table().do("measure", fighter="ada", other="orc", metres=2)
    notes = [str(note) for note in blow(here, weapon="rifle").notes]
    assert any("opportunity attacks" in note for note in notes)
    assert not any("opportunity" in str(note) for note in blow(here).notes)


@pytest.mark.rules("ARP-ASSN-02", "ARP-ASSN-03", "ARP-ASSN-04", "ARP-SF-01")
@pytest.mark.parametrize("cover", ["none", "light"])
def test_an_assassination_is_a_simple_test_that_ends_it(cover):
    here = table(theirs={**FOE, "sang_froid": {"current": 2, "max": 2}}, settings={"sang_froid": {"of": "all"}})
    here.do("unnoticed", fighter="ada", other="orc").do("between", fighter="ada", other="orc", level=cover)
    found = asked(here, "assassinate", target="orc", weapon="axe")
    score = ARPENTEURS.checks(VETERAN, {})
    blades = next(one for one in score if one.key == "armes_blanches").target.total - 4 - (2 if cover == "light" else 0)
    wins = sum((a + b <= blades or a + b == 2) and a + b < 12 for a in range(1, 7) for b in range(1, 7))
    assert found.success == shares(found)["ECG at 0"] == Fraction(wins, 36)
    assert [str(note) for note in found.notes] == ["A point of Sang-Froid may avert it."]
    assert asked(here, "assassinate", PLAYER, target="orc", weapon="axe").notes == (), "another's points are unknown"


def test_any_other_act_names_its_own_test():
    here = table()
    found = asked(here, "act", PLAYER, what="use_item", check="athletisme", against="orc")
    assert found.check.key == "athletisme" and found.chances == ()
    assert len(found.notes) == 1
    assert asked(here, "act", PLAYER, what="use_item", check="athletisme").notes == ()
    assert asked(here, "act", PLAYER, what="draw") is None


@pytest.mark.parametrize("mode", ["own", "full"])
@pytest.mark.parametrize("weapon", ["axe", "rifle"])
def test_a_player_reads_their_own_test_and_nothing_of_the_other(weapon, mode):
    here = table(settings={"odds": mode}).do("situation", fighter="orc", motion="fast")
    found, whole = blow(here, PLAYER, weapon), blow(here, weapon=weapon)
    assert found.check == whole.check and found.success == whole.success
    assert found.notes == () or weapon == "rifle"
    assert all(one.value is None for one in found.chances) and found.grid is None
    assert bool(found.chances) == (mode == "full")


def test_a_player_who_knows_both_sheets_reads_full_odds():
    here = table(settings={"odds": "full"})
    assert blow(here, BOTH) == blow(here)


def test_the_cost_of_an_attack_is_refused_with_its_sentence():
    here = table(metres=40)
    with pytest.raises(RulesError, match="aimed at a location"):
        blow(here, weapon="rifle", mode="short_burst", location="head")


@pytest.mark.rules("ARP-TEST-03", "ARP-TEST-04")
def test_every_throw_is_in_the_own_test():
    found = blow(table())
    assert found.own.total == 36
    assert found.own.chance(lambda one: one.level is Level.CRITICAL) == Fraction(1, 36)
    assert found.own.chance(lambda one: one.level is Level.FUMBLE) == Fraction(1, 36)


def test_two_scouts_with_one_out_of_actions_meet_in_a_simple_test():
    here = table(SCOUT, {**SCOUT, **ARMOUR})
    here.scene = here.scene.with_changes([here.scene.mark("orc", "ledger", [{"kind": "move"}, {"kind": "draw"}])])
    assert str(blow(here, weapon="knife").notes[0]) == "Nobody can react: a simple test."


GM = Viewer("gm")


@pytest.mark.rules("ARP-LOC-01", "ARP-DMG-01", "ARP-COVER-02")
def test_the_grid_shows_stopped_lost_and_decisive_hits():
    """An axe of 4: armour stops it at the head, takes 1 at the torso; 4 are left, so that everything else ends it."""
    foe = {**RAIDER, "armour": {"torso": 1, "head": 4}, "ecg": {"max": 8, "current": 4}}
    here = duel(theirs=foe)
    found = odds(GAME, here.scene, GM, Action("attack", "ada", {"target": "orc", "weapon": "axe"}, gm=True))
    sixth = Fraction(1, 6)
    rows = {str(label): row for label, row in found.grid.rows}
    assert [str(one) for one in found.grid.columns] == ["nothing lost", "ECG lost", "ECG at 0"]
    assert rows["Head"] == (sixth, 0, 0)
    assert rows["Torso"] == (0, sixth, 0)
    assert [rows[one] for one in ("Left leg", "Right leg", "Left arm", "Right arm")] == [(0, 0, sixth)] * 4


def test_no_odds_are_shown_against_an_unseen_ally():
    here = duel(("bob", "pc", SCOUT, {"hidden": True}))
    action = Action("attack", "ada", {"target": "bob", "weapon": "axe"}, gm=True)
    assert odds(GAME, here.scene, GM, action) is not None
    with pytest.raises(Unreadable, match="one of the choices offered"):
        odds(GAME, here.scene, Viewer("seat", frozenset({"c-ada"})), replace(action, gm=False))


@pytest.mark.rules("ARP-INIT-01", "ARP-ACT-05", "ARP-DIST-02")
def test_the_visible_state_of_a_fighter_is_in_the_odds_of_a_player():
    seen = {"motion": "fast", "invisible": True, "concealment": -2, "helpless": True}
    here = duel().do("cover", fighter="orc", level="light").do("situation", fighter="orc", **seen)
    here.attack("ada", "orc", "axe", ("attack-dice", 6, 6)).do("finish", "ada")
    shown = GAME.open_marks(here.scene, "orc")
    assert set(shown) == {"init", "cover", "motion", "invisible", "concealment", "engaged"}
    assert set(GAME.open_marks(here.scene, "ada")) == {"init", "ledger", "done", "engaged", "hands"}
    assert GAME.open_sheet(here.scene, "orc") == {"size": "normal"}


@pytest.mark.rules("ARP-DMG-01")
def test_a_single_point_lost_is_a_loss():
    here = duel(theirs={**RAIDER, "armour": dict.fromkeys(("head", "torso", "left_arm"), 3)})
    args = {"target": "orc", "weapon": "axe", "location": "head", "defenceless": True}
    found = odds(GAME, here.scene, GM, Action("attack", "ada", args, gm=True))
    told = {str(one.label): one.value for one in found.chances}
    assert told["ECG lost"] == told["Hit"] > 0 and "ECG at 0" not in told
    assert "A hit takes 1 ECG." in [str(one) for one in found.notes]


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
    here = duel(metres=20)
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


@pytest.mark.rules("ARP-REACT-01", "ARP-ASSN-02", "ARP-TEST-05")
@pytest.mark.parametrize("asked", ["reach", "watching"])
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("attack", {"target": "orc", "weapon": "axe"}),
        ("assassinate", {"target": "orc", "weapon": "axe"}),
        ("act", {"what": "use_item", "check": "observation"}),
    ],
)
def test_the_odds_of_an_act_announce_possible_thwarting(kind, args, asked):
    rows = ("ada", "pc", VETERAN), ("orc", "foe", FOE), ("bob", "foe", FOE)
    here = Table(*rows, settings={"reaction": {"asked": asked}}).do("unnoticed", fighter="ada", other="orc")
    found = odds(GAME, here.scene, GM, Action(kind, "ada", args, gm=True))
    assert ("Thwarting reactions are not counted." in map(str, found.notes)) == (asked == "reach")


@pytest.mark.rules("ARP-DIST-05", "ARP-ASSN-01")
@pytest.mark.parametrize("kind", ["attack", "assassinate"])
@pytest.mark.parametrize(("weapon", "noted"), [("rifle", True), ("axe", False)])
def test_the_odds_announce_opportunity_attacks_on_a_shot_in_melee(kind, weapon, noted):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", FOE)).do("unnoticed", fighter="ada", other="orc")
    found = odds(GAME, here.scene, GM, Action(kind, "ada", {"target": "orc", "weapon": weapon}, gm=True))
    assert ("Provoked opportunity attacks are not counted." in map(str, found.notes)) is noted
