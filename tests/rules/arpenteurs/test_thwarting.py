"""Thwarting: who may answer what an adversary undertakes, in what way, and what is left of it (ARP-REACT-01 to 06)."""

import pytest

from rules.core.errors import Refused
from rules.games.arpenteurs import places
from rules.views.board import view
from rules.views.viewers import Viewer
from tests.rules.arpenteurs.play import ARPENTEURS, HUNTER, RAIDER, SCOUT, VETERAN, Table, lines

REACH, ALL = {"reaction": {"asked": "reach"}}, {"reaction": {"asked": "all"}}
BARE = {**VETERAN, "armour": {}}
WATCHED = "They are watched already."


def table(*more, mine=VETERAN, theirs=SCOUT, settings=REACH, **kwargs):
    return Table(("ada", "pc", mine), ("orc", "foe", theirs), *more, settings=settings, **kwargs)


UNDERTAKINGS = [
    ("move", {"target": "orc", "metres": 1}),
    ("aim", {"target_of_aim": "orc"}),
    ("act", {"what": "reload", "loaded": "rifle"}),
    ("act", {"what": "use_item", "check": "athletisme"}),
]


@pytest.mark.rules("ARP-REACT-01/any-action")
@pytest.mark.parametrize(("kind", "args"), UNDERTAKINGS)
def test_whatever_an_adversary_in_reach_undertakes_may_be_thwarted(kind, args):
    here = table().do(kind, "ada", **args)
    assert here.asked == [("orc", "thwart-orc")]


@pytest.mark.rules("ARP-REACT-01", "ARP-DIST-03")
def test_a_retreat_may_be_thwarted_and_then_leads_nowhere():
    here = table()
    here.scene = here.scene.with_changes([here.scene.mark("ada", "engaged.orc", True)])
    here.do("repli", "ada", metres=6).answers(("thwart-orc", "athletisme"), ("tested", "athletisme"))
    here.answers(("attack-dice", 6, 6), ("thwart-orc-dice", 1, 1))
    assert places.opponents(here.scene, "ada") == ("orc",)
    assert len(here.marks("ada")["ledger"]) == 3, "the round is spent all the same"


@pytest.mark.rules("ARP-REACT-01/in-reach")
@pytest.mark.parametrize(
    ("settings", "metres", "watching", "asked"),
    [
        (REACH, 3, False, True),
        (REACH, 4, False, False),
        (REACH, 40, True, True),
        (ALL, 40, False, True),
        ({"reaction": {"asked": "watching"}}, 2, False, False),
        ({"reaction": {"asked": "watching"}}, 2, True, True),
    ],
)
def test_those_asked_are_in_reach_or_watching_by_house_setting(settings, metres, watching, asked):
    here = table(settings=settings, metres=metres)
    if watching:
        here.do("watch", fighter="orc", other="ada")
    here.do("act", "ada", what="reload", loaded="rifle")
    assert bool(here.asked) == asked


@pytest.mark.rules("ARP-REACT-01")
def test_watching_is_free_and_ends_at_will():
    here = table(settings={"reaction": {"asked": "watching"}}).do("watch", "ada", other="orc")
    assert "ledger" not in here.marks("ada")
    assert here.marks("ada")["watch"] == {"orc": True}
    assert here.why_not("ada", "watch", "other", "orc") == WATCHED
    here.do("watch_no_more", "ada", other="ada/orc")
    assert "watch" not in here.marks("ada") and here.offer("ada", "watch_no_more") is None


@pytest.mark.rules("ARP-REACT-01")
def test_the_game_master_sets_who_watches_whom():
    here = table().do("watch", fighter="orc", other="ada")
    assert here.refused(Refused, "watch", fighter="orc", other="ada") == WATCHED
    assert here.offer("orc", "watch_no_more") is None  # it is not their turn
    (field,) = here.offer("gm", "watch_no_more").fields
    assert [(row.key, str(row.label)) for row in field.choices] == [("orc/ada", "orc: ada")]
    assert "watch" not in here.do("watch_no_more", other="orc/ada").marks("orc")


@pytest.mark.rules("ARP-REACT-01/own-side")
def test_neither_the_own_side_nor_the_unaware_nor_the_spent_are_asked():
    here = table(("elf", "pc", SCOUT), ("bob", "foe", RAIDER), ("imp", "foe", RAIDER))
    here.do("unnoticed", fighter="ada", other="bob").do("situation", fighter="imp", helpless=True)
    here.do("act", "ada", what="draw")
    assert here.asked == [("orc", "thwart-orc")]
    spent = table()
    spent.scene = spent.scene.with_changes([spent.scene.mark("orc", "ledger", [{"kind": "move"}, {"kind": "draw"}])])
    assert spent.do("act", "ada", what="draw").asked == []


@pytest.mark.rules("ARP-REACT-01", "ARP-REACT-05")
def test_an_act_nobody_thwarts_needs_no_die():
    here = table().do("move", "ada", target="orc", metres=1).answer("thwart-orc", "nothing")
    assert not here.scene.exchanges
    assert ("ada", "is at 1 m of Orc") in [(who, str(text).replace("orc", "Orc")) for who, text in here.told()]


@pytest.mark.rules("ARP-REACT-02", "ARP-REACT-03", "ARP-TEST-05")
@pytest.mark.parametrize(
    ("mine", "theirs", "done"),
    [((1, 2), (6, 5), True), ((6, 5), (1, 2), False), ((5, 6), (6, 5), False), ((6, 6), (6, 6), False)],
)
def test_a_thwarted_action_is_done_only_with_more_degrees(mine, theirs, done):
    """Both have 9: athletics 3 and twice 3; with equal degrees both fail."""
    even = {"skills": {"athletisme": {"level": 3}}}
    here = table(mine={**VETERAN, "characteristics": {}, **even}, theirs={**SCOUT, "characteristics": {}, **even})
    here.do("move", "ada", target="orc", metres=1).answers(("thwart-orc", "athletisme"), ("tested", "athletisme"))
    here.answers(("attack-dice", *mine), ("thwart-orc-dice", *theirs))
    assert (here.scene.marks.get("metres", {}) != {}) == done
    assert here.marks("ada")["ledger"] == [{"kind": "move", "as": "action"}]


@pytest.mark.rules("ARP-REACT-01", "ARP-REACT-02")
def test_an_attack_on_somebody_else_may_be_thwarted_by_several():
    here = table(("bob", "foe", SCOUT)).attack("ada", "orc", "axe")
    assert here.asked == [("orc", "reaction"), ("bob", "thwart-bob")]
    here.answers(("reaction", "nothing"), ("thwart-bob", "athletisme"))
    here.answers(("attack-dice", 5, 4), ("thwart-bob-dice", 1, 2))
    assert here.at("orc", "ecg.current") == 10
    won = table(("bob", "foe", SCOUT)).attack("ada", "orc", "axe", ("reaction", "dodge"), ("thwart-bob", "athletisme"))
    won.answers(("attack-dice", 1, 2), ("defence-dice", 6, 6), ("thwart-bob-dice", 6, 6), ("location", 1))
    assert won.at("orc", "ecg.current") == 6


@pytest.mark.rules("ARP-REACT-02/several")
def test_the_best_of_several_takes_its_degrees_off():
    sturdy = {**SCOUT, "ecg": {"current": 40, "max": 40}}
    here = table(("bob", "foe", SCOUT), theirs=sturdy, settings={**REACH, "damage": {"per_degree": 1}})
    here.attack("ada", "orc", "axe", ("reaction", "dodge"), ("thwart-bob", "observation"))
    here.answers(("attack-dice", 1, 2), ("defence-dice", 5, 4), ("thwart-bob-dice", 5, 3), ("location", 6))
    mine, dodge, seen = (one.margin for one in here.outcomes)
    assert here.at("orc", "ecg.current") == 40 - (4 + mine - max(dodge, seen))


@pytest.mark.rules("ARP-REACT-04/wounds", "ARP-REACT-06/only-it")
def test_thwarting_by_an_attack_wounds_like_any_attack():
    here = table(("bob", "foe", RAIDER), mine=BARE).attack("ada", "orc", "axe", ("reaction", "nothing"))
    here.answers(("thwart-bob", "attack-machete"), ("attack-dice", 6, 5), ("thwart-bob-dice", 1, 2))
    here.answer("bob-location", 3)
    assert (here.at("ada", "ecg.current"), here.at("orc", "ecg.current")) == (12 - 3, 10)
    assert here.marks("bob")["ledger"] == [{"kind": "attack", "weapon": "machete", "as": "reaction"}]
    assert places.opponents(here.scene, "ada") == ("orc", "bob")


@pytest.mark.rules("ARP-REACT-04/spends", "ARP-BURST-06")
def test_a_shot_that_thwarts_takes_its_cartridge_and_its_modifiers():
    here = table(settings=ALL, metres=30).do("act", "ada", what="reload", loaded="rifle")
    here.answers(("thwart-orc", "attack-pistol"), ("tested", "armes_automatiques"))
    here.answers(("attack-dice", 1, 1), ("thwart-orc-dice", 6, 6))
    assert here.at("orc", "weapons.pistol.ammo") == 11
    assert lines(here.outcomes[1].check)["Range"] == -1


@pytest.mark.rules("ARP-ATK-04/skill", "ARP-DIST-06")
@pytest.mark.parametrize(
    ("which", "pistol", "bow"), [("any", True, True), ("short", True, False), ("melee", False, False)]
)
def test_a_blow_is_answered_with_any_combat_skill_unless_restricted_by_house_setting(which, pistol, bow):
    arms = {**SCOUT["weapons"], "bow": HUNTER["weapons"]["bow"]}
    here = table(theirs={**SCOUT, "weapons": arms}, settings={"reaction": {"weapons": which, "asked": "watching"}})
    options = here.attack("ada", "orc", "axe").options("reaction")
    assert ("attack-pistol" in options, "attack-bow" in options) == (pistol, bow)


@pytest.mark.rules("ARP-ATK-04", "ARP-REACT-04", "ARP-BURST-06")
def test_a_pistol_that_answers_a_blow_shoots_like_any_other():
    here = table(mine=BARE).attack("ada", "orc", "axe", ("reaction", "attack-pistol"))
    here.answers(("attack-dice", 6, 6), ("defence-dice", 1, 2), ("location", 3))
    assert lines(here.outcomes[1].check)["Short weapon in melee"] == 2
    assert (here.at("ada", "ecg.current"), here.at("orc", "weapons.pistol.ammo")) == (12 - 4, 11)


@pytest.mark.rules("ARP-REACT-04/aimed", "ARP-LOC-02", "ARP-AIM-02")
def test_a_reaction_is_aimed_at_a_location_like_an_action():
    here = table(mine=BARE).attack("ada", "orc", "axe", ("reaction", "aimed-knife"), ("place", "head"))
    here.answers(("attack-dice", 6, 6), ("defence-dice", 1, 2))
    assert lines(here.outcomes[1].check)["Aimed at: head"] == -1
    assert ("ada", "loses 2 ECG in the head (Couteau 2)") in here.told()


@pytest.mark.rules("ARP-REACT-04", "ARP-LOC-02", "ARP-DIST-05")
def test_an_opportunity_attack_is_aimed_at_a_location_like_an_action():
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT))
    here.scene = here.scene.with_changes([here.scene.mark("bob", "engaged.ada", True)])
    here.attack("bob", "ada", "bow", ("opportunity-ada", "aimed-knife"), ("opportunity-ada-aim", "head"))
    here.answers(("opportunity-ada-reaction", "nothing"), ("opportunity-ada-attack-dice", 1, 2))
    assert here.asked == [("bob", "attack-dice")], "no die for the location"
    here.answer("attack-dice", 6, 6)
    assert lines(here.outcomes[0].check)["Aimed at: head"] == -1


@pytest.mark.rules("ARP-REACT-01", "ARP-LOC-02", "ARP-DIST-05")
def test_a_shooter_may_aim_at_a_location_in_answer_to_an_aimed_strike():
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT))
    here.scene = here.scene.with_changes([here.scene.mark("bob", "engaged.ada", True)])
    here.attack("bob", "ada", "bow", ("opportunity-ada", "aimed-knife"), ("opportunity-ada-aim", "head"))
    ways = here.options("opportunity-ada-reaction").items()
    aimed = next(key for key, refused in ways if key.startswith("aimed-") and refused is None)
    here.answer("opportunity-ada-reaction", aimed)
    assert here.asked == [("bob", "opportunity-ada-place")]


@pytest.mark.rules("ARP-DIST-05/opposed", "ARP-REACT-01")
@pytest.mark.parametrize("opposed", [True, False])
def test_the_shooters_reaction_to_an_opportunity_attack_is_a_house_setting(opposed):
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), settings={"opportunity": {"opposed": opposed}})
    here.scene = here.scene.with_changes([here.scene.mark("bob", "engaged.ada", True)])
    here.attack("bob", "ada", "bow", ("opportunity-ada", "attack-knife"))
    assert here.asked == [("bob", "opportunity-ada-reaction") if opposed else ("ada", "opportunity-ada-attack-dice")]


@pytest.mark.rules("ARP-DIST-02", "ARP-DIST-05/engaged-before")
@pytest.mark.parametrize(("who", "asked"), [("engaged", False), ("target_too", True)])
def test_engagement_by_the_shot_itself_is_a_house_setting(who, asked):
    here = Table(("bob", "pc", HUNTER), ("ada", "foe", SCOUT), settings={"opportunity": {"who": who}})
    here.attack("bob", "ada", "bow")
    assert here.asked == [("ada", "opportunity-ada") if asked else ("bob", "attack-dice")]


@pytest.mark.rules("ARP-DIST-04/whose", "ARP-DIST-05")
@pytest.mark.parametrize(("how", "provokes"), [("target", False), ("engaged", True)])
def test_the_malus_of_a_distant_shot_from_melee_is_a_house_setting(how, provokes):
    here = Table(
        ("bob", "pc", HUNTER), ("ada", "foe", SCOUT), ("orc", "foe", RAIDER), settings={"range": {"melee_counts": how}}
    )
    here.do("measure", fighter="bob", other="orc", metres=30)
    here.scene = here.scene.with_changes([here.scene.mark("bob", "engaged.ada", True)])
    here.attack("bob", "orc", "bow")
    assert here.asked == [("ada", "opportunity-ada") if provokes else ("bob", "attack-dice")]
    if provokes:
        here.answer("opportunity-ada", "nothing")
    here.answer("attack-dice", 6, 6)
    assert ("Long weapon in melee" in lines(here.outcomes[0].check)) == provokes


@pytest.mark.rules("ARP-TEST-05/ruling", "ARP-COVER-05", "ARP-ATK-06")
def test_the_game_master_rules_on_the_pair_and_the_modifier_of_a_reaction():
    here = table(theirs={**SCOUT, "characteristics": {"intellect": 6, "perception": 4, "adresse": 4}})
    here.attack("ada", "orc", "axe", ("reaction", "dodge"))
    here.do("ruling", fighter="orc", first="intellect", modifier=-2)
    here.answers(("attack-dice", 6, 6), ("defence-dice", 1, 2))
    dodge = here.outcomes[1].check
    assert (dodge.target.base.value, lines(dodge)["Ruling"]) == (6 + 4, -2)
    assert "ruling" not in here.marks("orc"), "it holds for one test"


@pytest.mark.rules("ARP-TEST-05/ruling", "ARP-ATK-06")
def test_a_ruling_holds_for_a_dive_and_for_an_attack_too():
    here = table(metres=20).do("nearby", fighter="orc", level="heavy", actions=1)
    here.do("ruling", fighter="orc", modifier=3).do("ruling", fighter="ada", second="force", modifier=-1)
    here.attack("ada", "orc", "rifle", ("reaction", "dive_to_cover"), ("dive", "athletisme"), ("dive-dice", 6, 6))
    here.answer("attack-dice", 6, 6)
    assert [lines(one.check)["Ruling"] for one in here.outcomes] == [3, -1]
    assert here.outcomes[1].check.target.base.value == 3 + 5


@pytest.mark.rules("ARP-DIST-05", "ARP-REACT-04")
@pytest.mark.parametrize("kind", ["act", "attack"])
def test_a_shot_fired_as_a_reaction_in_melee_gives_opportunities_too(kind):
    """Orc shoots a bow at Ada, with Bob at their throat."""
    here = table(("bob", "pc", VETERAN), theirs=HUNTER, settings=ALL)
    here.scene = here.scene.with_changes([here.scene.mark("orc", "engaged.bob", True)])
    if kind == "act":
        here.do("act", "ada", what="pick_up").answer("thwart-orc", "attack-bow")
    else:
        here.attack("ada", "orc", "axe", ("reaction", "attack-bow"))
    assert here.asked == [("bob", "opportunity-bob")]
    here.answers(("opportunity-bob", "attack-axe"), ("opportunity-bob-reaction", "nothing"))
    here.answers(("opportunity-bob-attack-dice", 1, 1), ("opportunity-bob-location", 1))
    rest = (("tested", "athletisme"), ("thwart-orc-dice", 6, 6)) if kind == "act" else (("defence-dice", 6, 6),)
    here.answers(*rest[:-1], ("attack-dice", 6, 6), rest[-1])
    assert here.at("orc", "ecg.current") == 7 - 4


@pytest.mark.rules("ARP-REACT-04/burst", "ARP-BURST-01", "ARP-BURST-06")
def test_a_reaction_is_fired_in_a_burst_like_an_action():
    here = table(mine={**BARE, "ecg": {"current": 40, "max": 40}}, theirs=VETERAN)
    here.attack("ada", "orc", "axe", ("reaction", "short_burst-rifle"))
    here.answers(("attack-dice", 6, 6), ("defence-dice", 1, 2), ("location", 3))
    assert lines(here.outcomes[1].check)["Short burst"] == 1
    assert (here.at("ada", "ecg.current"), here.at("orc", "weapons.rifle.ammo")) == (40 - 3 * 4, 27)


@pytest.mark.rules("ARP-REACT-01/unaware")
def test_a_fighter_who_has_not_noticed_the_actor_thwarts_nothing():
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", RAIDER)).do("unnoticed", fighter="ada", other="orc")
    here.do("act", "ada", what="use_item", check="athletisme", against="orc")
    assert here.asked == [("ada", "test-dice")]


@pytest.mark.rules("ARP-REACT-01")
@pytest.mark.parametrize("watching", [False, True])
def test_a_hidden_watcher_is_not_given_away_by_waiting(watching):
    here = Table(("ada", "pc", VETERAN), ("orc", "foe", SCOUT, {"hidden": True}), settings=ALL)
    if watching:
        here.do("watch", fighter="orc", other="ada")
    assert not here.do("act", "ada", what="draw").asked, "the table would wait for somebody it does not see"


@pytest.mark.rules("ARP-REACT-01/hidden")
def test_nobody_thwarts_whoever_hides_from_them():
    here = Table(("ada", "pc", VETERAN, {"hidden": True}), ("orc", "foe", SCOUT), settings=ALL)
    assert here.do("act", "ada", what="draw").asked == []


@pytest.mark.rules("ARP-DIST-05", "ARP-REACT-06")
def test_a_shot_that_answers_a_blow_gives_its_attacker_no_opportunity():
    here = table(theirs=HUNTER)
    here.scene = here.scene.with_changes([here.scene.mark("orc", "engaged.ada", True)])
    here.attack("ada", "orc", "axe", ("reaction", "attack-bow"))
    assert sorted(here.asked) == [("ada", "attack-dice"), ("orc", "defence-dice")]


@pytest.mark.rules("ARP-REACT-01")
def test_a_reaction_is_read_by_nobody_else_until_the_others_have_chosen_too():
    def seen(chosen):
        here = table(("bob", "foe", SCOUT)).do("act", "ada", what="reload", loaded="rifle")
        here.answer("thwart-orc", chosen)
        viewers = {"table": Viewer("table"), "own": Viewer("gm", frozenset({"c-orc", "c-bob"}))}
        return {who: view(ARPENTEURS, here.scene, viewer) for who, viewer in viewers.items()}

    skill, attack, nothing = (seen(chosen) for chosen in ("athletisme", "attack-unarmed", "nothing"))
    assert skill["table"] == attack["table"] == nothing["table"]
    assert skill["own"] != attack["own"] != nothing["own"]


def test_only_the_target_of_a_blow_is_told_as_unharmed():
    here = Table(("orc", "foe", RAIDER), ("ada", "pc", VETERAN), ("bob", "pc", VETERAN), settings=REACH)
    here.attack("orc", "ada", "machete", ("reaction", "nothing"), ("thwart-bob", "attack-axe"))
    here.answers(("attack-dice", 6, 6), ("thwart-bob-dice", 6, 6))
    assert here.asked == [] and not any(event.payload.get("unharmed") for event in here.events)
