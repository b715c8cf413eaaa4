"""Attacks and reactions at the table: who is asked what, what it costs, who wins and who is hurt."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.paths import put
from rules.engine.exchanges import after_costs, waiting_on
from rules.games.arpenteurs import GAME, attacks, places, reactions, rounds
from rules.games.arpenteurs.reactions import oppose
from rules.odds.distribution import distribution
from tests.rules.arpenteurs.play import ARPENTEURS, HOUND, HUNTER, RAIDER, SCOUT, VETERAN, Table, duel, fight

NOTHING = ("reaction", "nothing")


def table(*more, mine=VETERAN, theirs=SCOUT, **kwargs):
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), *more, **kwargs)


@pytest.mark.rules("ARP-REACT-02/loser-too", "ARP-REACT-03", "ARP-ATK-02", "ARP-ATK-03", "ARP-ATK-04")
@given(st.sampled_from(["attack", "dodge", "generic"]), st.integers(0, 9), st.integers(0, 9))
def test_the_better_degrees_win_by_their_difference_and_only_a_dodge_wins_ties(mode, mine, theirs):
    found = oppose(mode, mine, theirs)
    assert found.degrees == abs(mine - theirs)
    assert found.both_fail == (mine == theirs and mode != "dodge")
    expected = "attacker" if mine > theirs else "defender" if mine < theirs or mode == "dodge" else "none"
    assert found.winner == expected


@pytest.mark.rules("ARP-REACT-01", "ARP-REACT-06")
def test_the_target_of_a_blow_is_asked_before_any_die_and_nobody_else():
    here = table(("bob", "foe", RAIDER)).attack("ada", "orc", "axe")
    assert here.asked == [("orc", "reaction")]
    arms = ("pistol", "knife", "unarmed")
    blows = {f"{how}-{weapon}": None for weapon in arms for how in ("attack", "aimed")}
    assert here.options("reaction") == {**blows, "dodge": None, "nothing": None}
    (request,) = (prompt.request for prompt in waiting_on(ARPENTEURS, here.scene))
    assert {option.key for option in request.options if option.aside} == {f"aimed-{weapon}" for weapon in arms}


@pytest.mark.rules("ARP-REACT-05/declined", "ARP-ATK-01")
def test_declining_leaves_a_simple_test():
    here = table().attack("ada", "orc", "axe", NOTHING)
    assert here.asked == [("ada", "attack-dice")]
    here.answers(("attack-dice", 3, 4), ("location", 1))
    assert here.at("orc", "ecg.current") == 10 - 4
    assert "ledger" not in here.marks("orc")


@pytest.mark.rules("ARP-REACT-02", "ARP-REACT-04/wounds", "ARP-ATK-04")
def test_a_defender_who_strikes_back_and_wins_wounds_the_attacker():
    here = table(mine={**VETERAN, "armour": {}}).attack("ada", "orc", "axe", ("reaction", "attack-knife"))
    assert sorted(here.asked) == [("ada", "attack-dice"), ("orc", "defence-dice")]
    here.answers(("attack-dice", 5, 5), ("defence-dice", 1, 2), ("location", 3))
    assert (here.at("ada", "ecg.current"), here.at("orc", "ecg.current")) == (10, 10)
    assert [one.margin for one in here.outcomes] == [2, 6]
    assert ("ada", "loses by 4 degrees") in here.told()


@pytest.mark.rules("ARP-REACT-03/both-fail", "ARP-ATK-04")
def test_with_equal_degrees_nobody_is_hit():
    here = table().attack("ada", "orc", "axe", ("reaction", "attack-knife"))
    here.answers(("attack-dice", 4, 4), ("defence-dice", 3, 2))
    assert [one.margin for one in here.outcomes] == [4, 4]
    assert (here.at("ada", "ecg.current"), here.at("orc", "ecg.current")) == (12, 10)
    assert ("ada", "equal degrees: both fail") in here.told()


@pytest.mark.rules("ARP-ATK-02/takes-off", "ARP-ATK-02/no-wound")
def test_a_dodge_that_loses_takes_its_degrees_off_and_one_that_wins_wounds_nobody():
    sturdy = {**SCOUT, "ecg": {"current": 40, "max": 40}}
    here = table(theirs=sturdy, settings={"damage": {"per_degree": 1}}).attack(
        "ada", "orc", "axe", ("reaction", "dodge")
    )
    here.answers(("attack-dice", 1, 2), ("defence-dice", 5, 4), ("location", 6))
    assert [one.margin for one in here.outcomes] == [9, 3]
    assert here.at("orc", "ecg.current") == 40 - (4 + 6)
    won = table().attack("ada", "orc", "axe", ("reaction", "dodge"), ("attack-dice", 5, 5), ("defence-dice", 1, 2))
    assert (won.at("ada", "ecg.current"), won.at("orc", "ecg.current")) == (12, 10)


@pytest.mark.rules("ARP-ATK-03/tie")
def test_a_tied_dodge_wins():
    here = table().attack("ada", "orc", "axe", ("reaction", "dodge"), ("attack-dice", 4, 5), ("defence-dice", 4, 5))
    assert [one.margin for one in here.outcomes] == [3, 3]
    assert ("ada", "equal degrees: the dodge wins") in here.told()
    assert here.at("orc", "ecg.current") == 10


@pytest.mark.rules("ARP-ACT-05/takes-one", "ARP-REACT-01", "ARP-DIST-03", "ARP-TIME-02")
def test_a_reaction_takes_an_action_of_the_round_and_is_compared_with_the_rest():
    here = table().attack("ada", "orc", "axe", ("reaction", "attack-knife"))
    assert after_costs(ARPENTEURS, here.scene).fighters["orc"].marks["ledger"][0]["as"] == "reaction"
    here.answers(("attack-dice", 6, 6), ("defence-dice", 6, 6)).do("finish", "ada")
    assert here.up == ["orc"]
    assert here.why_not("orc", "attack", "weapon", "knife") == str(rounds.SAME_ACTION)
    assert here.why_not("orc", "act", "what", "draw") is None
    here.do("act", "orc", what="draw")
    assert here.up == ["gm"]


@pytest.mark.rules("ARP-ACT-06")
def test_a_fighter_who_has_dodged_has_an_action_left_but_not_to_attack():
    here = table().attack("ada", "orc", "axe", ("reaction", "dodge"), ("attack-dice", 6, 6), ("defence-dice", 6, 6))
    here.do("finish", "ada")
    assert here.why_not("orc", "attack") == str(rounds.DODGED_NO_ATTACK)
    assert here.why_not("orc", "act", "what", "pick_up") is None


@pytest.mark.rules("ARP-REACT-01/spent")
def test_a_fighter_without_actions_left_is_not_asked():
    here = table(("bob", "pc", RAIDER)).attack("ada", "orc", "axe", ("reaction", "dodge"))
    here.answers(("attack-dice", 6, 6), ("defence-dice", 6, 6))
    here.attack("ada", "orc", "unarmed", ("reaction", "attack-knife"), ("attack-dice", 6, 6), ("defence-dice", 6, 6))
    here.do("finish", "ada")
    assert here.up == ["bob"]
    here.attack("bob", "orc", "machete")
    assert here.asked == [("bob", "attack-dice")]


@pytest.mark.rules("ARP-REACT-01/unaware", "ARP-ATK-01/unable")
@pytest.mark.parametrize("how", ["helpless", "unnoticed", "said"])
def test_a_fighter_who_cannot_see_or_act_cannot_react(how):
    here = table()
    if how == "helpless":
        here.do("situation", fighter="orc", helpless=True)
    if how == "unnoticed":
        here.do("unnoticed", fighter="ada", other="orc")
    here.attack("ada", "orc", "axe", defenceless=how == "said")
    assert here.asked == [("ada", "attack-dice")]


# From afar.


@pytest.mark.rules("ARP-ATK-01/shots", "ARP-ATK-05")
def test_a_shot_is_a_simple_test():
    here = table(metres=20).attack("ada", "orc", "rifle")
    assert here.asked == [("ada", "attack-dice")]


@pytest.mark.rules("ARP-ATK-05/unless")
def test_a_shot_is_dodged_only_where_the_game_master_allows_it():
    here = table(metres=20).do("nearby", fighter="orc", level="light", actions=1).attack("ada", "orc", "rifle")
    assert here.options("reaction")["dodge"] == str(rounds.DODGE_VS_RANGED)
    allowed = table(metres=20).attack("ada", "orc", "rifle", dodge_allowed=True)
    assert allowed.options("reaction")["dodge"] is None
    allowed.answers(("reaction", "dodge"), ("attack-dice", 5, 4), ("defence-dice", 1, 2))
    assert allowed.at("orc", "ecg.current") == 10


@pytest.mark.rules("ARP-ATK-06/one-action")
@pytest.mark.parametrize(("steps", "offered"), [(1, True), (2, False)])
def test_one_dives_only_to_a_cover_that_a_single_action_reaches(steps, offered):
    here = table(metres=20).do("nearby", fighter="orc", level="heavy", actions=steps)
    here.attack("ada", "orc", "rifle", dodge_allowed=True)
    assert here.options("reaction")["dive_to_cover"] == (None if offered else str(rounds.COVER_TOO_FAR))


@pytest.mark.rules("ARP-ATK-06/success")
@pytest.mark.parametrize(("dice", "score"), [((1, 2), 3 + 3 + 3 - 6), ((6, 6), 3 + 3 + 3)])
def test_a_dive_that_succeeds_gives_the_malus_of_that_cover_to_this_shot(dice, score):
    here = table(metres=20).do("nearby", fighter="orc", level="heavy", actions=1)
    here.attack("ada", "orc", "rifle", ("reaction", "dive_to_cover"), ("dive", "athletisme"), ("dive-dice", *dice))
    here.answer("attack-dice", 6, 6)
    assert here.outcomes[-1].check.target.total == score
    assert here.marks("orc").get("cover", {}).get("level") == ("heavy" if dice == (1, 2) else None)
    assert here.marks("orc")["ledger"] == [{"kind": "dive_to_cover", "as": "reaction"}]


@pytest.mark.rules("ARP-RANGE-02", "ARP-RANGE-03/veto")
def test_beyond_five_times_the_range_the_game_master_has_the_last_word():
    here = table(mine=SCOUT, metres=101).attack("ada", "orc", "pistol", ("attack-dice", 1, 2))
    assert str(here.outcomes[0].label) == "Beyond five times the range: automatic failure"
    assert here.at("orc", "ecg.current") == 10
    vetoed = table(mine=SCOUT, metres=101).attack("ada", "orc", "pistol", ("attack-dice", 1, 1), ("veto", "veto"))
    assert (vetoed.at("orc", "ecg.current"), vetoed.outcomes[0].margin) == (10, 0)
    hit = table(mine=SCOUT, metres=101).attack("ada", "orc", "pistol", ("attack-dice", 1, 1), ("veto", "hit"))
    assert hit.answer("location", 1).at("orc", "ecg.current") == 6


# Opportunities.


def in_melee(**kwargs):
    """Bob shoots a bow at Ada while Ada and the hound are upon Bob."""
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), ("dog", "foe", HOUND), **kwargs)
    here.scene = here.scene.with_changes([here.scene.mark("bob", "engaged.ada", True)])
    return here.do("measure", fighter="bob", other="dog", metres=1)


@pytest.mark.rules("ARP-DIST-05/blade")
def test_a_long_weapon_used_in_melee_lets_those_engaged_strike_first():
    here = in_melee().attack("bob", "ada", "bow")
    assert here.asked == [("ada", "opportunity-ada")]
    here.answers(("opportunity-ada", "attack-knife"), ("opportunity-ada-reaction", "nothing"))
    here.answers(("opportunity-ada-attack-dice", 1, 2), ("opportunity-ada-location", 1))
    assert here.asked == [("bob", "attack-dice")]
    here.answer("attack-dice", 6, 6)
    assert here.at("bob", "ecg.current") == 5
    assert here.marks("ada")["ledger"] == [{"kind": "opportunity_attack", "weapon": "knife", "as": "reaction"}]


@pytest.mark.rules("ARP-DIST-05/falls")
def test_everybody_engaged_is_asked_and_a_fallen_shooter_does_not_shoot():
    here = in_melee()
    for who in ("ada", "dog"):
        here.scene = here.scene.with_changes([here.scene.mark("bob", f"engaged.{who}", True)])
    here.do("adjust", character="c-bob", path="ecg.current", value=2)
    here.attack("bob", "dog", "bow", ("opportunity-ada", "nothing"), ("opportunity-dog", "attack-bite"))
    here.answers(
        ("opportunity-dog-reaction", "nothing"), ("opportunity-dog-attack-dice", 1, 1), ("opportunity-dog-location", 3)
    )
    assert not here.scene.exchanges
    assert here.at("bob", "dead")
    assert [one.check.actor for one in here.outcomes] == ["dog"]


@pytest.mark.rules("ARP-DIST-05/cost")
def test_an_opportunity_may_cost_nothing_and_come_after_the_shot():
    house = {"opportunity": {"costs_action": False, "before_shot": False, "opposed": False}}
    here = in_melee(settings=house).attack(
        "bob", "ada", "bow", ("attack-dice", 6, 6), ("opportunity-ada", "attack-knife")
    )
    here.answer("opportunity-ada-attack-dice", 6, 6)
    assert "ledger" not in here.marks("ada")


@pytest.mark.rules("ARP-DIST-05")
def test_a_short_weapon_in_melee_gives_no_opportunity():
    here = Table(("ada", "pc", SCOUT), ("dog", "foe", HOUND)).attack("ada", "dog", "pistol")
    assert here.asked == [("ada", "attack-dice")]
    here.answer("attack-dice", 6, 6)
    assert places.opponents(here.scene, "dog") == ("ada",)


# Anything else.


@pytest.mark.rules("ARP-REACT-01", "ARP-REACT-02", "ARP-REACT-03")
def test_any_action_can_be_thwarted_with_a_skill_that_fits():
    here = table()
    here.do("act", "ada", what="use_item", check="athletisme", against="orc")
    assert here.asked == [("orc", "thwart-orc")]
    here.answers(("thwart-orc", "observation"), ("attack-dice", 1, 2), ("thwart-orc-dice", 6, 5))
    assert ("ada", "wins with 10 degrees") in here.told()
    assert here.marks("orc")["ledger"] == [{"kind": "other", "skill": "observation", "as": "reaction"}]


@pytest.mark.rules("ARP-REACT-01/again", "ARP-ACT-02")
def test_one_thwarts_again_in_a_round_with_another_skill():
    here = table().do("act", "ada", what="use_item", check="athletisme", against="orc")
    here.answers(("thwart-orc", "observation"), ("attack-dice", 1, 2), ("thwart-orc-dice", 6, 5))
    here.do("act", "ada", what="other", note="climb", check="athletisme", against="orc")
    options = here.options("thwart-orc")
    assert (options["observation"], options["athletisme"]) == (str(rounds.SAME_ACTION), None)


@pytest.mark.rules("ARP-REACT-05")
def test_an_unopposed_act_is_a_simple_test():
    here = table().do("act", "ada", what="use_item", check="athletisme", against="orc").answer("thwart-orc", "nothing")
    here.answer("test-dice", 2, 2)
    assert here.outcomes[0].margin == 9
    alone = table().do("act", "ada", what="use_item", check="athletisme").answer("test-dice", 2, 2)
    assert alone.outcomes[0].margin == 9


# The odds.


def degrees_of(score):
    """Every throw of two dice as its degrees, one by one."""
    for a in range(1, 7):
        for b in range(1, 7):
            hit = (a, b) == (1, 1) or (a + b <= score and (a, b) != (6, 6))
            yield max(1, score - a - b + 1) if hit else 0


def brute(mine, theirs, dodging):
    """The distribution of hits, by counting every pair of throws."""
    tally = {}
    for attack in degrees_of(mine):
        for defence in degrees_of(theirs):
            hurt = "orc" if attack > defence else "ada" if defence > attack and not dodging else ""
            tally[hurt] = tally.get(hurt, 0) + 1
    return {key: Fraction(ways, 36 * 36) for key, ways in tally.items()}


@pytest.mark.slow("every pair of two throws through the whole procedure")
@settings(max_examples=6, deadline=None)
@given(st.integers(1, 6), st.integers(0, 6), st.integers(1, 6), st.integers(0, 6), st.booleans())
def test_the_odds_of_an_opposition_are_those_of_brute_force(mine, skill, theirs, other, dodging):
    weapon = {"w": {"name": "Arme", "damage": 0}}
    sheet = {"characteristics": {"adresse": mine, "force": mine}, "skills": {"armes_blanches": {"level": skill}}}
    enemy = {
        "characteristics": {"adresse": theirs, "force": theirs, "perception": theirs},
        "skills": {"armes_blanches": {"level": other}, "esquive": {"level": other}},
    }
    scene = fight(("ada", "pc", {**sheet, "weapons": weapon}), ("orc", "foe", {**enemy, "weapons": weapon}))
    args = {"target": "orc", "weapon": "w", "first": "usual", "second": "usual", "location": "none", "modifier": 0}

    def start():
        effects = yield from attacks.Attack().whole(scene, "ada", args)
        return next((effect.target for effect in effects if effect.kind == "hurt"), "")

    odds = distribution(start, lambda ask: ("dodge" if dodging else "attack-w",))
    expected = brute(2 * mine + skill, 2 * theirs + other, dodging)
    assert {key: odds.chance(lambda found, key=key: found == key) for key in expected} == expected


@pytest.mark.rules("ARP-ATK-06/engaged", "ARP-DIST-02", "ARP-DIST-03")
@pytest.mark.parametrize(("metres", "offered"), [(3, False), (4, True)])
def test_a_shot_within_melee_reach_engages_and_so_leaves_no_dive(metres, offered):
    here = table(metres=metres).do("nearby", fighter="orc", level="heavy", actions=1)
    here.attack("ada", "orc", "rifle", dodge_allowed=True)
    assert here.options("reaction")["dive_to_cover"] == (None if offered else str(rounds.ENGAGED_NEEDS_REPLI))


@pytest.mark.rules("ARP-REACT-01", "ARP-ACT-05")
@pytest.mark.parametrize(("spent", "words"), [(0, "score 6, 1 action of 2"), (1, "score 6, the last action left")])
def test_a_reaction_shows_its_score_and_its_cost(spent, words):
    sheet = put(put(RAIDER, "skills", {}), "characteristics", {"adresse": 3, "perception": 3, "force": 3})
    here = duel(theirs=sheet)
    here.scene = here.scene.with_changes([here.scene.mark("orc", "ledger", [{"kind": "move"}] * spent)])
    here.do("attack", "ada", target="orc", weapon="axe")
    start = GAME.script(here.scene, next(iter(here.scene.exchanges.values())).action)
    hints = {option.key: str(option.hint) for option in next(start)[0].options if option.hint}
    assert hints["dodge"] == words


@pytest.mark.rules("ARP-ATK-06", "ARP-ATK-05")
def test_a_shot_is_answered_by_the_cover_that_is_near():
    here = duel(metres=20).do("nearby", fighter="orc", level="medium", actions=1)
    here.do("attack", "ada", target="orc", weapon="rifle")
    start = GAME.script(here.scene, next(iter(here.scene.exchanges.values())).action)
    options = {one.key: (str(one.label), one.refused and str(one.refused)) for one in next(start)[0].options}
    assert options["dive_to_cover"] == ("Dive to cover: medium (barricade, window, low wall)", None)
    assert options["dodge"] == ("Dodge", "Ranged attacks cannot be dodged.")


def marked(here, **marks):
    """Marks of the foe, by name."""
    here.scene = here.scene.with_changes([here.scene.mark("orc", key, value) for key, value in marks.items()])
    return here


@pytest.mark.rules("ARP-REACT-01", "ARP-ACT-01")
@pytest.mark.parametrize("marks", [{"helpless": True}, {"ledger": [{"kind": "move"}, {"kind": "draw"}]}])
def test_a_fighter_who_cannot_react_thwarts_nothing(marks):
    here = marked(duel(), **marks)
    assert reactions.thwarters(duel().scene, "ada", named=("orc",)) == ("orc",)
    assert reactions.thwarters(here.scene, "ada", named=("orc",)) == ()


@pytest.mark.rules("ARP-ATK-06/engaged", "ARP-DIST-03")
@pytest.mark.parametrize("engaged", [True, False])
def test_nobody_engaged_in_melee_dives_out_of_it(engaged):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER), ("bob", "pc", SCOUT), metres=20)
    here.do("nearby", fighter="orc", level="heavy", actions=1)
    if engaged:
        here.do("measure", fighter="bob", other="orc", metres=2)
        here.scene = here.scene.with_changes([here.scene.mark("orc", "engaged.bob", True)])
    here.attack("ada", "orc", "rifle", dodge_allowed=True)
    assert here.options("reaction")["dive_to_cover"] == (str(rounds.ENGAGED_NEEDS_REPLI) if engaged else None)
