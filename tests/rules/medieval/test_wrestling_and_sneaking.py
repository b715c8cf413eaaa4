"""Sneak attacks, fists, and wrestling with helpers, breaking free and pressure."""

import pytest

from rules.core.check import Level
from rules.core.errors import Refused, Unreadable
from rules.engine.exchanges import waiting_on
from rules.games.medieval import damage, weapons, wrestling
from rules.games.medieval.attacks import throws
from rules.games.medieval.attacks.spotting import lurks
from rules.games.medieval.damage import Manner
from tests.rules.medieval.play import ALL, MEDIEVAL, Table, sheet


def sneaking(mine=None, theirs=None, settings=None, **row):
    return Table(("ada", "pc", mine or sheet(), row), ("orc", "npc", theirs or sheet()), settings=settings).do(
        "unseen", fighter="ada"
    )


def sneak(found, stealth=(9, 9), acuity=(1, 1), **more):
    args = {key: more.pop(key) for key in ("weapon", "sprint", "manoeuvre") if key in more}
    found.do("sneak", "ada", target="orc", **{"weapon": "sword", **args})
    return found.answer(stealth=stealth, acuity=acuity, **more)


@pytest.mark.rules("MED-SNEAK-01")
def test_only_an_unspotted_fighter_attacks_by_surprise():
    found = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()))
    assert found.why_not("ada", "sneak") == "The target has spotted the attacker: no sneak attack."
    found.do("unseen", fighter="ada")
    assert found.why_not("ada", "sneak") is None
    assert found.do("unseen", fighter="ada", off=True).why_not("ada", "sneak") is not None


@pytest.mark.rules("MED-SNEAK-01")
def test_a_hidden_fighter_needs_no_word_of_the_game_master():
    rows = [("orc", "npc", sheet(), {"hidden": True, "marks": {"init": {"roll": 40}}}), ("ada", "pc", sheet())]
    assert Table(*rows).why_not("orc", "sneak") is None


def test_nobody_hidden_has_failed_to_spot_who_is_in_full_view():
    """An attack tells that its fighter is in full view, if somebody in sight had not spotted them."""
    rows = [("ada", "pc", sheet()), ("orc", "npc", sheet()), ("elf", "npc", sheet(), {"hidden": True})]
    found = Table(*rows).do("unseen", fighter="ada")
    assert lurks(found.scene, "ada")
    found.do("unseen", fighter="ada", by="orc", off=True)
    assert not lurks(found.scene, "ada")


@pytest.mark.rules("MED-SNEAK-01", "MED-TEST-03")
@pytest.mark.parametrize(("acuity", "noticed"), [((5, 5), False), ((5, 7), True), ((5, 6), True)])
def test_the_approach_is_stealth_against_acuity(acuity, noticed):
    found = sneaking(sheet({}, skills={"furtivite": 2}), sheet({"acuite": 1}))
    sneak(found, (5, 5), acuity)
    assert (found.scene.exchanges == {}) is noticed
    if noticed:
        assert ("ada", "is spotted by orc") in found.told()
        assert found.outcomes[0].margin == 5 + 5 + 2 - sum(acuity) - 1
        assert found.round().why_not("ada", "sneak") is not None


@pytest.mark.rules("MED-SNEAK-01")
def test_the_dice_of_the_target_are_in_the_game_masters_hand():
    found = sneaking().do("sneak", "ada", target="orc", weapon="sword")
    assert (found.open, found.up) == (["stealth", "acuity"], ["ada", "gm"])
    asked = [prompt.request for prompt in waiting_on(MEDIEVAL, found.scene)]
    assert [(one.key, one.secret) for one in asked] == [("stealth", False), ("acuity", True)]


@pytest.mark.rules("MED-SPRINT-02/approach", "MED-SPRINT-01")
def test_stealth_at_a_sprint_is_rolled_at_minus_eight():
    found = sneaking(sheet({}, skills={"furtivite": 3}))
    sneak(found, (3, 3), (1, 1), sprint=True)
    assert (found.outcomes[0].check.target.total, found.outcomes[0].level) == (-5, Level.FAILURE)
    assert found.mark("ada", "sprint") == 1


@pytest.mark.rules("MED-SPRINT-02", "MED-MOVEACT-01/no-sprint")
def test_nobody_shoots_out_of_a_sprint():
    found = sneaking()
    args = {"target": "orc", "weapon": "bow", "sprint": True}
    assert found.refused(Refused, "sneak", "ada", **args) == "No sprint together with this action."


@pytest.mark.rules("MED-SNEAK-02/natural")
def test_a_sneak_attack_meets_the_natural_defence():
    found = sneaking(theirs=sheet({"reflexes": 2}, mastery={"lames": 6}))
    assert sneak(found, attack=(1, 1)).outcomes[1].check.extra == 12


@pytest.mark.rules("MED-SNEAK-03/or-maximum")
@pytest.mark.parametrize(("chosen", "dice", "lost"), [("sneak-double", {"damage": (3,)}, 12), ("sneak-max", {}, 13)])
def test_a_surprise_attack_does_twice_its_total_or_the_maximum(chosen, dice, lost):
    found = sneaking(sheet({"force": 2}))
    sneak(found, attack=(9, 9), sneak=chosen, **dice)
    assert found.at("orc", "hp.current") == 20 - lost


@pytest.mark.rules("MED-SNEAK-03/before-armour")
def test_armour_is_subtracted_after_the_doubling():
    found = sneaking(theirs=sheet(armour={"rd": 3}))
    assert sneak(found, attack=(9, 9), sneak="sneak-double", damage=(3,)).at("orc", "hp.current") == 15


@pytest.mark.rules("MED-SNEAK-04")
def test_a_critical_sneak_attack_doubles_the_critical_damage():
    found = sneaking(sheet({"force": 1}), sheet(hp={"max": 90}))
    assert sneak(found, attack=(10, 10), damage=(4,)).at("orc", "hp.current") == 90 - 2 * (15 + 1)


@pytest.mark.rules("MED-SNEAK-05/better")
@pytest.mark.parametrize(
    ("stacks", "manner", "total"),
    [
        (False, Manner(True, "double", "double"), 2 * (15 + 1)),
        (True, Manner(True, "double", "double"), 4 * (15 + 1)),
        (True, Manner(False, "double", "double"), 2 * (10 + 1)),
        (True, Manner(False, "plus_2d6", "double"), 2 * (5 + 7 + 1)),
        (True, Manner(False, "max", "double"), 2 * (11 + 1)),
    ],
)
def test_with_a_fatal_blow_only_one_of_the_two_counts_by_default(stacks, manner, total):
    data = sheet({"force": 1})
    faces, more = 10 if manner.is_maximal else 4, 7 if manner.fatal == "plus_2d6" else 0
    settings = {"sneak": {"stacks_with_coup_fatal": stacks}}
    assert damage.blow_damage(data, settings, weapons.find(data, "sword"), faces, manner, more).total == total


@pytest.mark.rules("MED-SNEAK-05")
@pytest.mark.parametrize(("stacks", "asked"), [(False, ["manner"]), (True, ["fatal"])])
def test_the_attacker_chooses_one_of_the_two_or_each(stacks, asked):
    found = sneaking(sheet(manoeuvres=["coup_fatal"]), settings={"sneak": {"stacks_with_coup_fatal": stacks}})
    sneak(found, manoeuvre="coup_fatal", attack=(9, 9))
    assert found.open == asked
    if stacks:
        found.answer(fatal="fatal-double", sneak="sneak-double", damage=(1,))
        assert found.at("orc", "hp.current") == 20 - 8
    else:
        assert found.answer(manner="fatal-double", damage=(1,)).at("orc", "hp.current") == 16
        assert found.at("ada", "pc.current") == 6


# Wrestling.


def ring(*names, settings=None, **sheets):
    """Wrestlers in the order named, each of height 180 and with the mastery given."""
    rows = [(name, "npc" if name == "orc" else "pc", sheet(**sheets.get(name, {}))) for name in names]
    return Table(*rows, settings=settings)


def wrestle(found, actor, technique, *faces, target="orc", **more):
    found.do("wrestle", actor, target=target, technique=technique, **more)
    return found.answer(attack=faces) if faces else found


@pytest.mark.rules("MED-LUTTE-01/exactly")
@pytest.mark.parametrize(
    ("mine", "theirs", "too_big"), [(180, 270, False), (180, 271, True), (140, 210, False), (141, 211, False)]
)
def test_nobody_wrestles_with_somebody_more_than_half_as_tall_again(mine, theirs, too_big):
    assert wrestling.too_big({"height_cm": mine}, {"height_cm": theirs}) is too_big
    found = ring("ada", "orc", ada={"height_cm": mine}, orc={"height_cm": theirs})
    words = "This opponent is more than one and a half times as tall."
    assert found.why_not("ada", "wrestle", "target", "orc") == (words if too_big else None)


@pytest.mark.rules("MED-LUTTE-02", "MED-FAM-03")
def test_wrestling_is_an_attack_of_its_family_against_the_defence_in_melee():
    ada = {"traits": {"combativite": 2, "vitesse": 1}, "mastery": {"lutte": 4, "lames": 9}}
    found = wrestle(ring("ada", "orc", ada=ada, orc={"mastery": {"lames": 3}}), "ada", "cle", 1, 1)
    assert (found.outcomes[0].check.target.total, found.outcomes[0].check.extra) == (7, 13)
    assert found.mark("orc", "held") is None


@pytest.mark.rules("MED-LUTTE-PROJ-01/no-harm")
def test_a_throw_brings_down_without_harm():
    found = wrestle(ring("ada", "orc"), "ada", "projection", 9, 9)
    assert (found.at("orc", "hp.current"), found.told()[0]) == (20, ("orc", "is on the ground"))
    assert found.why_not("orc", "attack") == "On the ground: no attack."
    assert throws.defence(found.scene, throws.Blow("ada", "orc", weapons.bare({}, "lutte"))).total == 3
    assert [str(slot.note) for slot in MEDIEVAL.order(found.scene) if slot.note] == ["on the ground"]


@pytest.mark.rules("MED-LUTTE-PROJ-02/in-melee")
@pytest.mark.parametrize(("faces", "up"), [((5, 5), True), ((5, 4), False)])
def test_getting_up_in_melee_is_acrobatics_against_ten(faces, up):
    found = wrestle(ring("ada", "orc", orc={"skills": {"acrobatie": 1}}), "ada", "projection", 9, 9)
    assert found.why_not("orc", "get_up") == "Caught in melee: no normal movement."
    found.do("extra", "orc", what="stand_up").answer(allow="0", extra=faces)
    assert (found.mark("orc", "prone") is None) is up
    assert (found.why_not("orc", "attack") is None) is up


@pytest.mark.rules("MED-LUTTE-PROJ-02/outside")
def test_out_of_melee_one_simply_gets_up():
    found = ring("ada", "orc").do("posture", fighter="ada", posture="prone")
    assert found.why_not("ada", "move") == "On the ground."
    assert found.do("get_up", "ada").mark("ada", "prone") is None


@pytest.mark.rules("MED-LUTTE-CLE-01/neither")
@pytest.mark.parametrize(("settings", "defence"), [({}, 10), ({"hold": {"defence": 7}}, 7)])
def test_a_held_fighter_neither_attacks_nor_defends(settings, defence):
    strong = {"traits": {"reflexes": 3}, "mastery": {"lames": 5}}
    found = wrestle(ring("ada", "bob", "orc", settings=settings, orc=strong), "ada", "cle", 10, 10)
    found.attack("bob", "orc", attack=(1, 1))
    assert found.outcomes[0].check.extra == defence
    assert found.why_not("orc", "attack") == "Held: neither attack nor defence."
    assert found.why_not("orc", "wrestle") == "Held: neither attack nor defence."
    assert str(MEDIEVAL.order(found.scene)[2].note) == "held by ada"


@pytest.mark.rules("MED-LUTTE-CLE-02/second", "MED-LUTTE-CLE-02/without", "MED-LUTTE-CLE-02/four")
@pytest.mark.parametrize(("settings", "against"), [({}, 11), ({"hold": {"join_against": "held"}}, 7)])
def test_a_second_wrestler_joins_with_a_roll_and_others_without(settings, against):
    names = ("ada", "bob", "cat", "dan", "eve", "orc")
    found = wrestle(ring(*names, settings=settings, orc={"mastery": {"lames": 4}}), "ada", "cle", 9, 9)
    wrestle(found, "bob", "cle", 9, 9)
    assert found.outcomes[0].check.extra == against
    for who in ("cat", "dan"):
        wrestle(found, who, "cle")
        assert found.scene.exchanges == {}
    assert list(found.mark("orc", "held")) == ["ada", "bob", "cat", "dan"]
    args = {"target": "orc", "technique": "cle"}
    assert found.refused(Refused, "wrestle", "eve", **args) == "Four wrestlers hold this victim already."
    assert found.do("wrestle", "eve", **{**args, "technique": "projection"}).open == ["attack"], "a throw holds nobody"


@pytest.mark.rules("MED-LUTTE-CLE-02")
def test_a_helper_who_misses_does_not_hold():
    found = wrestle(wrestle(ring("ada", "bob", "orc"), "ada", "cle", 9, 9), "bob", "cle", 3, 4)
    assert list(found.mark("orc", "held")) == ["ada"]


@pytest.mark.rules("MED-LUTTE-DEGAG-01/all", "MED-TEST-03")
@pytest.mark.parametrize(
    ("victim", "holders", "tie", "freed"),
    [
        ((6, 6), [(5, 5), (5, 6)], "resister_wins", True),
        ((6, 6), [(5, 5), (6, 6)], "resister_wins", False),
        ((6, 6), [(5, 5), (6, 6)], "initiator_wins", True),
        ((6, 6), [(9, 9), (1, 1)], "resister_wins", False),
    ],
)
def test_one_roll_must_beat_every_holder(victim, holders, tie, freed):
    found = ring("ada", "bob", "orc", settings={"opposed": {"tie": tie}})
    wrestle(wrestle(found, "ada", "cle", 9, 9), "bob", "cle", 9, 9)
    found.do("break_free", "orc")
    assert found.open == ["free-orc", "free-ada", "free-bob"]
    found.answer(free_orc=victim, free_ada=holders[0], free_bob=holders[1])
    assert (found.mark("orc", "held") is None) is freed
    assert ("orc", "is free" if freed else "stays held") in found.told()
    assert [one.level.succeeded for one in found.outcomes][-len(holders) - 1] is freed


def fell(found, fighter):
    hurt = (found.scene.write(fighter, f"hp.{key}", value) for key, value in (("max", 20), ("current", 0)))
    found.scene = found.scene.with_changes(hurt)


@pytest.mark.rules("MED-LUTTE-DEGAG-01")
def test_a_holder_who_falls_holds_no_more_and_one_may_let_go():
    found = wrestle(wrestle(ring("ada", "bob", "orc"), "ada", "cle", 9, 9), "bob", "cle", 9, 9)
    found.round().do("let_go", "ada", target="orc")
    assert found.told() == [("orc", "is held by ada no longer")]
    found.do("finish", "ada")
    fell(found, "bob")
    assert found.why_not("orc", "attack") is None
    assert found.round().mark("orc", "held") is None


@pytest.mark.rules("MED-LUTTE-PRESS-01/one", "MED-PUG-02")
@pytest.mark.parametrize(
    ("settings", "lost"), [({}, 4), ({"pressure": {"rd_applies": False}}, 5), ({"half_formula": "half_of_sum"}, 3)]
)
def test_pressure_hurts_each_round_it_is_kept_by_one_wrestler_alone(settings, lost):
    strong = {"traits": {"force": 3}, "mastery": {"lutte": 5}}
    found = ring("ada", "bob", "orc", settings=settings, ada=strong, bob=strong, orc={"armour": {"rd": 1}})
    wrestle(wrestle(found, "ada", "pression", 9, 9), "bob", "pression", 9, 9)
    assert found.at("orc", "hp.current") == 20
    found.round().do("press", "ada", target="orc")
    assert found.at("orc", "hp.current") == 20 - lost
    assert found.why_not("bob", "press") == "One wrestler alone inflicts pressure in a round."
    found.round()
    assert found.why_not("ada", "press") is None


@pytest.mark.rules("MED-LUTTE-PRESS-01/at-once")
def test_pressure_may_hurt_at_once_and_a_hold_never_does():
    strong = {"traits": {"force": 3}}
    found = ring("ada", "orc", settings={"pressure": {"at_once": True}}, ada=strong)
    assert wrestle(found, "ada", "pression", 9, 9).at("orc", "hp.current") == 17
    found = wrestle(ring("ada", "orc", ada=strong), "ada", "cle", 9, 9)
    assert found.round().why_not("ada", "press") == "This is a hold, no pressure."


@pytest.mark.rules("MED-SNEAK-01")
@pytest.mark.parametrize("noticed", [True, False])
def test_a_sneak_attack_in_melee_is_contact_unless_noticed(noticed):
    orc = ("orc", "npc", sheet(), {"hidden": True, "marks": {"init": {"roll": 40}}})
    found = Table(orc, ("ada", "pc", sheet()))
    found.do("sneak", "orc", target="ada", weapon="sword")
    found.answer(stealth=(1, 1) if noticed else (9, 9), acuity=(5, 5), **({} if noticed else {"attack": (1, 1)}))
    assert found.scene.fighters["orc"].hidden, "only a game master shows whom they hide"
    assert bool(found.mark("ada", "engaged.orc")) is not noticed


def crept(metres):
    found = sneaking()
    found.scene.state["ground"] = {
        "level": "places",
        "places": {"quay": {"name": "Quay"}, "deck": {"name": "Deck"}},
        "ways": {"w": {"a": "quay", "b": "deck", "metres": metres}},
        "at": {"ada": "quay", "orc": "deck"},
    }
    return found


@pytest.mark.rules("MED-SNEAK-01/in-reach", "MED-SPRINT-02")
@pytest.mark.parametrize(
    ("metres", "weapon", "sprint", "refused"),
    [
        (5, "sword", False, None),
        (6, "sword", False, "6 m away, 5 m at most: move first, or let the game master measure."),
        (6, "grip:cle", False, "6 m away, 5 m at most: move first, or let the game master measure."),
        (20, "sword", True, None),
        (21, "sword", True, "21 m away, 20 m at most: move first, or let the game master measure."),
        (200, "bow", False, None),
    ],
)
def test_a_target_too_far_away_cannot_be_crept_up_to(metres, weapon, sprint, refused):
    weapon = weapons.grip("cle") if weapon.startswith("grip") else weapon
    asked = {"target": "orc", "weapon": weapon, "sprint": sprint}
    found = crept(metres)
    if refused:
        assert found.refused(Refused, "sneak", "ada", **asked) == refused
        return
    found.do("sneak", "ada", **asked).answer(stealth=(9, 9), acuity=(1, 1))
    found.answer(attack=(1, 1))
    assert found.scene.state["ground"]["at"]["ada"] == ("quay" if weapon == "bow" else "deck")
    failed = crept(metres).do("sneak", "ada", **asked).answer(stealth=(1, 1), acuity=(9, 9))
    assert failed.scene.state["ground"]["at"]["ada"] == "quay"


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL", "MED-MAN-06")
def test_a_fatal_blow_whose_approach_fails_costs_one_point():
    found = sneak(sneaking(sheet(manoeuvres=["coup_fatal"])), (1, 1), (9, 9), manoeuvre="coup_fatal")
    assert found.at("ada", "pc.current") == 9 - 1


@pytest.mark.rules("MED-SNEAK-02/natural", "MED-MANOEUVRE-BLOCAGE-FORCE")
def test_a_block_of_melee_does_not_raise_the_natural_defence():
    found = sneaking(theirs=sheet({"force": 4}, ["blocage_force"])).do("declare_blocage_force", "orc")
    assert sneak(found, attack=(1, 1)).outcomes[1].check.extra == 10


@pytest.mark.rules("MED-LUTTE-CLE-02", "MED-MANOEUVRE-RAGE")
def test_a_second_wrestler_meets_the_defence_as_manoeuvres_left_it():
    found = ring("ada", "bob", "orc", orc={"manoeuvres": ["rage"]}).do("declare_rage", "orc")
    wrestle(wrestle(found, "ada", "cle", 9, 9), "bob", "cle", 1, 1)
    assert found.outcomes[0].check.extra == 10 - 5 - 3


# Spotting.


@pytest.mark.rules("MED-SNEAK-01/unspotted")
def test_only_the_adversary_in_question_must_not_have_spotted_the_attacker():
    found = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()), ("elf", "npc", sheet()))
    found.do("unseen", fighter="ada", by="orc")
    assert found.why_not("ada", "sneak", "target", "orc") is None
    assert found.why_not("ada", "sneak", "target", "elf") == "The target has spotted the attacker: no sneak attack."
    found.do("unseen", fighter="ada").do("unseen", fighter="ada", by="elf", off=True)
    assert found.why_not("ada", "sneak", "target", "orc") is None
    assert found.why_not("ada", "sneak", "target", "elf") is not None
    found.round()
    assert found.why_not("ada", "sneak", "target", "elf") is not None, "it is remembered"


@pytest.mark.rules("MED-SNEAK-01/unspotted")
@pytest.mark.parametrize("off", [False, True])
def test_nobody_is_unseen_by_themselves(off):
    found = Table(("ada", "pc", sheet()), ("orc", "npc", sheet()))
    with pytest.raises(Refused, match="Two different fighters"):
        found.do("unseen", fighter="ada", by="ada", off=off)


@pytest.mark.rules("MED-SNEAK-01/failed")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_failed_approach_is_known_to_its_target_and_a_blow_to_everybody(hidden):
    row = {"hidden": hidden, "marks": {"init": {"roll": 50}, "unseen": True}}
    found = Table(("orc", "npc", sheet(), row), ("ada", "pc", sheet()), ("bob", "pc", sheet()))
    found.do("sneak", "orc", target="ada", weapon="sword").answer(stealth=(1, 1), acuity=(5, 5))
    found.do("finish", "orc").round()
    spotted = "The target has spotted the attacker: no sneak attack."
    assert [found.why_not("orc", "sneak", "target", one) for one in ("ada", "bob")] == [spotted, None]
    found.do("sneak", "orc", target="bob", weapon="sword").answer(stealth=(9, 9), acuity=(5, 5), attack=(1, 1))
    found.round().do("contact", fighter="orc", other="bob", state="apart")
    assert found.why_not("orc", "sneak") == spotted


@pytest.mark.rules("MED-SNEAK-01")
def test_an_open_attack_reveals_a_hidden_attacker():
    found = sneaking().attack("ada", "orc", "bow", attack=(1, 1))
    assert ("ada", "is in full view") in found.told()
    assert found.round().why_not("ada", "sneak") is not None


@pytest.mark.rules("MED-SNEAK-01/failed")
@pytest.mark.parametrize(("left", "up"), [("open_attack", "ada"), ("no_attack", "orc")])
def test_the_result_of_a_failed_approach_is_a_setting(left, up):
    found = sneak(sneaking(settings={"sneak": {"failed": left}}), (1, 1), (9, 9))
    assert found.up == [up]
    if left == "open_attack":
        assert found.why_not("ada", "sneak") is not None
        assert found.attack("ada", "orc", attack=(1, 2)).up == ["orc"]


@pytest.mark.rules("MED-SNEAK-01", "MED-MANOEUVRE-ASSAUT")
@pytest.mark.parametrize(("stealth", "attacks"), [((9, 9), 2), ((1, 1), 3)])
def test_an_assault_may_begin_with_a_sneak_attack(stealth, attacks):
    found = sneaking(sheet(manoeuvres={"assaut": 2}))
    found.do("sneak", "ada", target="orc", weapon="sword", manoeuvre="assaut", extra=2)
    found.answer(stealth=stealth, acuity=(5, 5), **({"attack": (1, 1)} if stealth == (9, 9) else {}))
    for _each in range(attacks):
        assert found.up == ["ada"]
        found.attack("ada", "orc", attack=(1, 1))
    assert (found.up, found.at("ada", "pc.current")) == (["orc"], 9 - 2)


@pytest.mark.rules("MED-SNEAK-01", "MED-MANOEUVRE-ASSAUT")
def test_the_result_of_a_failed_approach_in_an_assault_is_paid_once():
    found = sneaking(sheet(manoeuvres={"assaut": 2}))
    found.do("sneak", "ada", target="orc", weapon="sword", manoeuvre="assaut", extra=2)
    found.answer(stealth=(1, 1), acuity=(5, 5)).do("finish", "ada")
    assert found.at("ada", "pc.current") == 9


@pytest.mark.rules("MED-SNEAK-02", "MED-LUTTE-02", "MED-LUTTE-PRESS-01")
def test_a_sentry_can_be_throttled_from_behind():
    found = sneaking(theirs=sheet(mastery={"lames": 6}))
    sneak(found, weapon="lutte-pression", attack=(6, 5))
    assert str(found.events[-1].payload["action"]["kind"]) == "sneak"
    assert (found.outcomes[1].check.extra, found.mark("orc", "held")) == (10, {"ada": "pression"})
    big = sneaking(theirs=sheet(height_cm=400))
    args = {"target": "orc", "weapon": "lutte-cle"}
    assert big.refused(Refused, "sneak", "ada", **args) == "This opponent is more than one and a half times as tall."


# Wrestling as any other attack.


@pytest.mark.rules("MED-LUTTE-02", "MED-MANOEUVRE-ATTAQUE-FORCE", "MED-MANOEUVRE-ATTAQUE-CONSTRUITE")
def test_manoeuvres_of_an_attack_go_with_wrestling():
    ada = {"traits": {"force": 3}, "manoeuvres": ["attaque_force", "attaque_construite", "coup_fatal"]}
    found = wrestle(ring("ada", "orc", ada=ada), "ada", "cle", 1, 1, manoeuvre="attaque_force")
    assert (found.terms("MED-MANOEUVRE-ATTAQUE-FORCE"), found.at("ada", "pc.current")) == (3, 8)
    found.round().do("wrestle", "ada", target="orc", technique="cle", manoeuvre="attaque_construite")
    assert found.open == ["attack", "attack-again"]
    choices = [one.key for one in ring("ada", "orc").offer("ada", "wrestle").fields[2].choices]
    assert "assaut" in choices and "coup_fatal" not in choices


@pytest.mark.rules("MED-LUTTE-CLE-02", "MED-MANOEUVRE-ENCHAINEMENT")
def test_the_hit_of_a_helper_ends_the_chain_of_the_victim():
    found = ring("ada", "bob", "orc")
    found.scene = found.scene.with_changes([found.scene.mark("orc", "chain", {"count": 2})])
    wrestle(wrestle(found, "ada", "cle", 9, 9), "bob", "cle", 9, 9)
    assert found.mark("orc", "chain") in (None, {})


@pytest.mark.rules("MED-LUTTE-CLE-02", "MED-MANOEUVRE-DESTABILISATION", "MED-LUTTE-PROJ-01")
def test_a_second_wrestler_meets_a_destabilised_defence():
    found = ring("ada", "bob", "orc", ada={"manoeuvres": ["destabilisation"]})
    found.do("declare_destabilisation", "ada", target="orc").answer(die=(8,))
    wrestle(wrestle(found, "ada", "cle", 9, 9), "bob", "cle", 1, 1)
    assert found.outcomes[0].check.extra == 10 - 8 - 3


@pytest.mark.rules("MED-LUTTE-DEGAG-01", "MED-ATT-04", "MED-MANOEUVRE-RAGE")
def test_breaking_free_counts_every_modifier_of_an_attack():
    rows = [("ada", "npc", sheet(manoeuvres=["esquive"])), ("orc", "pc", sheet(manoeuvres=["rage"]))]
    found = wrestle(Table(*rows).do("close"), "ada", "cle", 9, 9).round()
    found.do("declare_rage", "orc").do("declare_esquive", "ada").do("finish", "ada")
    found.do("modifier", fighter="orc", attack=-1, why="Venin")
    found.do("break_free", "orc", modifier=2, defence_modifier=3).answer(free_orc=(5, 5), free_ada=(5, 5))
    assert [one.check.target.total for one in found.outcomes] == [5 - 1 + 2, -5 + 3]


@pytest.mark.rules("MED-LUTTE-CLE-01/declares", "MED-MAN-04")
def test_a_held_fighter_declares_nothing_that_takes_a_defence():
    found = wrestle(ring("ada", "orc", orc={"manoeuvres": ALL}).do("close"), "ada", "cle", 9, 9).round()
    held = {key: found.why_not("orc", f"declare_{key}") for key in ("esquive", "blocage_force", "oeil", "rage")}
    refused = "Held: neither attack nor defence."
    assert held == {"esquive": refused, "blocage_force": refused, "oeil": refused, "rage": None}


@pytest.mark.rules("MED-LUTTE-PRESS-01/unable")
@pytest.mark.parametrize("how", ["prone", "held"])
def test_a_fighter_down_or_held_presses_nobody(how):
    found = wrestle(ring("ada", "orc", "bob"), "ada", "pression", 9, 9).round()
    assert found.why_not("ada", "press") is None
    mark = found.scene.mark("ada", how, True if how == "prone" else {"bob": "cle"})
    found.scene = found.scene.with_changes([mark])
    assert found.why_not("ada", "press") == "Held or on the ground: no pressure."


@pytest.mark.rules("MED-LUTTE-PRESS-01", "MED-LUTTE-CLE-02")
def test_a_failed_roll_for_pressure_keeps_the_hold():
    found = wrestle(ring("ada", "orc"), "ada", "cle", 9, 9).round()
    wrestle(found, "ada", "pression", 1, 1)
    assert found.mark("orc", "held") == {"ada": "cle"}
    assert found.outcomes[0].check.extra == 10
    wrestle(found.round(), "ada", "pression", 9, 9)
    assert found.mark("orc", "held") == {"ada": "pression"}
    args = {"target": "orc", "technique": "pression"}
    assert found.round().refused(Unreadable, "wrestle", "ada", **args) == "You hold this victim already."


@pytest.mark.rules("MED-LUTTE-PRESS-01")
@pytest.mark.parametrize(("rolls", "asked"), [(False, []), (True, ["attack"])])
def test_a_setting_decides_if_a_third_wrestler_rolls_for_pressure(rolls, asked):
    found = ring("ada", "bob", "cat", "orc", settings={"pressure": {"third_rolls": rolls}})
    wrestle(wrestle(found, "ada", "cle", 9, 9), "bob", "cle", 9, 9).do(
        "wrestle", "cat", target="orc", technique="pression"
    )
    assert list(found.open) == asked


@pytest.mark.rules("MED-LUTTE-CLE-01", "MED-MOVEACT-03")
def test_walking_away_from_a_felled_victim_ends_the_hold():
    found = wrestle(ring("ada", "orc"), "ada", "cle", 9, 9).round()
    fell(found, "orc")
    found.do("move", "ada")
    assert ("orc", "is held by ada no longer") in found.told() and found.mark("orc", "held") is None


@pytest.mark.rules("MED-MANOEUVRE-OEIL/felled", "MED-LUTTE-PROJ-01", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize("technique", ["projection", "cle"])
@pytest.mark.parametrize(("house", "back"), [("not", []), ("strikes", ["return-damage"]), ("gm", ["strikes-back"])])
def test_a_setting_decides_if_whoever_is_thrown_or_held_strikes_back(technique, house, back):
    rows = [("orc", "npc", sheet()), ("ada", "pc", sheet(manoeuvres=["oeil"]))]
    found = Table(*rows, settings={"manoeuvre": {"felled": house}}).do("declare_oeil", "ada", target="orc")
    assert wrestle(found, "orc", technique, 9, 9, target="ada").open == back
