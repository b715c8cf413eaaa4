"""The fifteen manoeuvres: what speaks against them, what they cost and give back, and what each is worth."""

import pytest

from rules.core.check import Level
from rules.core.errors import Refused
from rules.core.scene import Action, Scene, apply
from rules.engine.decide import decide
from rules.engine.offers import offers
from rules.games.medieval import damage, manoeuvres, weapons
from rules.games.medieval.damage import Manner
from rules.games.medieval.tables import AFTER_ROLL, AT_START, BEFORE_ROLL, MANOEUVRES, OWN, REFUSALS, START
from tests.rules.medieval.play import ALL, MEDIEVAL, Table, sheet


def table(mine=(), theirs=(), settings=None, first="ada", traits=None, **more):
    """Ada and an orc in the order given, in melee or not, the manoeuvres each has bought."""
    rows = {"ada": ("ada", "pc", sheet(traits, mine, **more)), "orc": ("orc", "npc", sheet(None, theirs))}
    order = [first, *(who for who in rows if who != first)]
    return Table(*(rows[who] for who in order), settings=settings)


def points(found, who="ada"):
    return found.at(who, "pc.current")


# In general.


@pytest.mark.rules("MED-MAN-01", "MED-MAN-02", "MED-MAN-04", "MED-MAN-06")
def test_the_table_of_manoeuvres_is_that_of_the_rulebook():
    rows = {key: (row.pp, row.pc, row.failed) for key, row in MANOEUVRES.items()}
    assert rows == {
        "feinte": (2, 1, None),
        "esquive": (3, 1, None),
        "rage": (4, 1, None),
        "attaque_force": (5, 1, None),
        "attaque_habile": (5, 1, None),
        "blocage_force": (5, 1, None),
        "defense_habile": (5, 1, None),
        "enchainement": (5, 1, None),
        "attaque_construite": (5, 2, None),
        "oeil": (5, 2, 1),
        "feinte_desesperee": (5, 2, None),
        "contre_attaque": (5, 2, 1),
        "destabilisation": (6, 2, None),
        "coup_fatal": (7, 3, 1),
        "assaut": (10, 1, None),
    }
    assert (
        *("feinte", "esquive", "rage", "blocage_force", "defense_habile"),
        *("oeil", "feinte_desesperee", "contre_attaque", "destabilisation"),
    ) == AT_START
    assert [key for key, row in MANOEUVRES.items() if row.answers] == [
        *("feinte", "oeil", "feinte_desesperee", "contre_attaque")
    ]


@pytest.mark.rules("MED-MAN-01", "MED-MAN-02", "MED-MAN-03", "MED-MAN-04", "MED-MAN-05")
@pytest.mark.parametrize(
    ("key", "moment", "how", "code"),
    [
        ("rage", START, {}, ""),
        ("rage", OWN, {}, "TOO_LATE"),
        ("attaque_force", START, {}, ""),
        ("coup_fatal", BEFORE_ROLL, {}, ""),
        ("coup_fatal", AFTER_ROLL, {}, "TOO_LATE"),
        ("attaque_force", OWN, {"engagement": "thrown"}, ""),
        ("attaque_force", OWN, {"engagement": "ranged"}, "WRONG_ENGAGEMENT"),
        ("attaque_habile", OWN, {"engagement": "melee"}, ""),
        ("attaque_habile", OWN, {"engagement": "thrown"}, "WRONG_ENGAGEMENT"),
        ("feinte", START, {"target": "orc"}, "ORDER"),
        ("oeil", START, {"target": "orc"}, "ORDER"),
        ("contre_attaque", START, {"target": "elf"}, ""),
        ("destabilisation", START, {"target": "orc"}, ""),
        ("enchainement", OWN, {}, "CHAIN_NOT_READY"),
        ("assaut", OWN, {"times": 4}, "MAX_RANK"),
        ("assaut", OWN, {"times": 3}, "NOT_ENOUGH_RANKS"),
        ("assaut", OWN, {"times": 2}, ""),
    ],
)
def test_the_reason_against_a_manoeuvre(key, moment, how, code):
    data = sheet(manoeuvres={**ALL, "assaut": 2})
    scene = Table(("elf", "npc", sheet()), ("ada", "pc", data), ("orc", "npc", sheet())).scene
    assert manoeuvres.refusal(scene, "ada", key, moment, **how) == code


@pytest.mark.rules("MED-MAN-01", "MED-MAN-02", "MED-MAN-03")
def test_the_first_reason_in_the_order_of_the_rules_is_given():
    poor = Table(("ada", "pc", sheet(pc={"max": 0})), ("orc", "npc", sheet())).scene
    assert manoeuvres.refusal(poor, "ada", "feinte", OWN, target="orc") == "NOT_OWNED"
    owned = Table(("ada", "pc", sheet(manoeuvres=ALL, pc={"max": 1})), ("orc", "npc", sheet()))
    assert manoeuvres.refusal(owned.scene, "ada", "feinte", OWN, target="orc") == "TOO_LATE"
    assert manoeuvres.refusal(owned.scene, "ada", "feinte", START, target="orc") == "ORDER"
    assert manoeuvres.refusal(owned.scene, "ada", "destabilisation", START, target="orc") == "NOT_ENOUGH_PC"
    used = owned.do("declare_rage", "ada")
    assert manoeuvres.refusal(used.scene, "ada", "feinte", OWN, target="orc") == "ONE_PER_ROUND"
    assert manoeuvres.refusal(used.scene, "ada", "assaut", OWN, times=9) == "ONE_PER_ROUND"
    assert set(REFUSALS) >= {"NOT_OWNED", "TOO_LATE", "ORDER", "NOT_ENOUGH_PC", "ONE_PER_ROUND"}


@pytest.mark.rules("MED-MAN-03/one", "MED-MAN-04")
def test_one_manoeuvre_a_round_and_a_refused_one_takes_nothing():
    found = table({"rage": 1, "attaque_force": 1}).do("declare_rage", "ada")
    assert points(found) == 8
    why = found.why_not("ada", "attack", "manoeuvre", "attaque_force")
    assert why == "One manoeuvre per round: it has been used."
    found.refused(Exception, "attack", "ada", target="orc", weapon="sword", manoeuvre="attaque_force")
    assert points(found.round()) == 8
    assert found.why_not("ada", "declare_rage") is None


@pytest.mark.rules("MED-MAN-01/whole-price")
def test_the_whole_price_must_be_there_even_if_part_may_come_back():
    found = table(["coup_fatal"], pc={"max": 9, "current": 2})
    assert found.why_not("ada", "attack", "manoeuvre", "coup_fatal") == (
        "Not enough combat points (PC): 3 needed, 2 left."
    )
    assert table(["rage", "oeil"], first="orc", pc={"max": 9, "current": 1}).why_not("ada", "declare_oeil") == (
        "Not enough combat points (PC): 2 needed, 1 left."
    )


@pytest.mark.rules("MED-MAN-05/order")
def test_answering_an_attack_needs_an_opponent_who_acts_first():
    found = table(["feinte"])
    assert found.why_not("ada", "declare_feinte", "target", "orc") == "This opponent does not act before you."
    assert found.why_not("ada", "declare_feinte") == "This opponent does not act before you."
    loose = table(["feinte"], settings={"manoeuvre": {"order_strict": False}})
    assert loose.why_not("ada", "declare_feinte") is None


@pytest.mark.rules("MED-MAN-06/never-came")
@pytest.mark.parametrize(("key", "left"), [("oeil", 8), ("contre_attaque", 8), ("feinte_desesperee", 7), ("feinte", 8)])
def test_a_counter_to_an_attack_that_never_comes_is_settled_with_the_round(key, left):
    found = table([key], first="orc").do(f"declare_{key}", "ada", target="orc")
    assert points(found) == 9 - MANOEUVRES[key].pc
    found.do("finish", "orc").do("finish", "ada").do("new_round")
    assert points(found) == left


# One by one.


@pytest.mark.rules("MED-MANOEUVRE-FEINTE/alone")
def test_a_feint_raises_attack_and_lowers_defence_of_the_opponent_against_its_user():
    rows = [("orc", "npc", sheet()), ("ada", "pc", sheet(manoeuvres=["feinte"])), ("bob", "pc", sheet())]
    found = Table(*rows).do("declare_feinte", "ada", target="orc")
    found.attack("orc", "ada", attack=(1, 2))
    assert found.terms("MED-MANOEUVRE-FEINTE") == 5
    found.attack("ada", "orc", attack=(1, 1))
    assert found.outcomes[0].check.extra == 5
    found.attack("bob", "orc", attack=(1, 1))
    assert found.outcomes[0].check.extra == 10
    found.round()
    found.do("declare_feinte", "ada", target="orc").attack("orc", "bob", attack=(1, 1))
    assert found.terms("MED-MANOEUVRE-FEINTE") == 0


@pytest.mark.rules("MED-MANOEUVRE-ESQUIVE", "MED-MANOEUVRE-RAGE")
@pytest.mark.parametrize(("key", "attack", "defence"), [("esquive", -5, 15), ("rage", 5, 5)])
def test_dodge_and_rage_weigh_attack_against_defence_for_the_round(key, attack, defence):
    found = table([key]).do(f"declare_{key}", "ada").attack("ada", "orc", attack=(1, 2))
    assert found.terms(f"MED-MANOEUVRE-{key.upper()}") == attack
    assert found.attack("orc", "ada", "bow", attack=(1, 1)).outcomes[0].check.extra == defence
    assert points(found) == 8
    found.round().do("declare_nothing", "ada").attack("ada", "orc", attack=(1, 2))
    assert found.outcomes[0].check.target.total == 0


@pytest.mark.rules("MED-MANOEUVRE-ATTAQUE-FORCE/not-shot", "MED-MANOEUVRE-ATTAQUE-HABILE")
@pytest.mark.parametrize(
    ("key", "weapon", "adds"),
    [("attaque_force", "sword", 3), ("attaque_force", "javelin", 3), ("attaque_habile", "sword", 2)],
)
def test_a_trait_is_added_to_the_attack(key, weapon, adds):
    found = table([key], traits={"force": 3, "intelligence": 2}).attack(
        "ada", "orc", weapon, manoeuvre=key, attack=(1, 2)
    )
    assert (found.outcomes[0].check.target.total, points(found)) == (adds, 8)


@pytest.mark.rules("MED-MANOEUVRE-ATTAQUE-FORCE/refused", "MED-MANOEUVRE-ATTAQUE-HABILE")
def test_a_shot_takes_neither_strength_nor_intelligence():
    found = table(["attaque_force", "attaque_habile"])
    words = "This manoeuvre does not go with this kind of attack."
    args = {"target": "orc", "weapon": "bow", "manoeuvre": "attaque_force"}
    assert found.refused(Refused, "shoot", "ada", **args) == words
    assert found.why_not("ada", "shoot", "manoeuvre", "attaque_habile") == words


@pytest.mark.rules("MED-MANOEUVRE-BLOCAGE-FORCE/melee-only", "MED-MANOEUVRE-DEFENSE-HABILE")
@pytest.mark.parametrize(("key", "defence"), [("blocage_force", 13), ("defense_habile", 12)])
@pytest.mark.parametrize(("weapon", "melee"), [("sword", True), ("bow", False), ("javelin", False)])
def test_a_trait_is_added_to_the_defence_against_melee_alone(key, defence, weapon, melee):
    found = table([key], traits={"force": 3, "intelligence": 2}, first="orc").do(f"declare_{key}", "ada")
    assert found.attack("orc", "ada", weapon, attack=(1, 1)).outcomes[0].check.extra == (defence if melee else 10)


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT/grows")
def test_a_chain_grows_each_round_and_a_blow_ends_it():
    found = table(["enchainement"])
    why = found.why_not("ada", "attack", "manoeuvre", "enchainement")
    assert why == "No chain: it takes a hit in the previous round, and none taken since."
    found.attack("ada", "orc", attack=(9, 9), damage=(1,)).round()
    for bonus in (3, 6, 9):
        found.attack("ada", "orc", manoeuvre="enchainement", defence_modifier=10, attack=(1, 1))
        assert found.terms("MED-MANOEUVRE-ENCHAINEMENT") == bonus
        assert str(MEDIEVAL.order(found.scene)[0].note) == f"chain: {bonus // 3}"
        if bonus < 9:
            found.round()
    found.attack("orc", "ada", attack=(9, 9), damage=(1,))
    assert ("ada", "loses the chain of attacks") in found.told()
    found.round()
    assert found.why_not("ada", "attack", "manoeuvre", "enchainement") == why
    assert points(found) == 6


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT/shots")
@pytest.mark.parametrize(("breaks", "ready"), [(True, False), (False, True)])
def test_a_setting_decides_if_shots_break_a_chain(breaks, ready):
    found = table(["enchainement"], settings={"chain": {"ranged_breaks": breaks}})
    found.attack("ada", "orc", attack=(9, 9), damage=(1,)).attack("orc", "ada", "bow", attack=(9, 9), damage=(1, 1))
    found.round()
    assert (found.why_not("ada", "attack", "manoeuvre", "enchainement") is None) is ready


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT/own-miss")
@pytest.mark.parametrize(
    ("setting", "value", "bonus"),
    [("own_miss_breaks", False, 6), ("own_miss_breaks", True, 0), ("must_be_continuous", True, 6)],
)
def test_a_setting_decides_if_a_miss_breaks_a_chain(setting, value, bonus):
    found = table(["enchainement"], settings={"chain": {setting: value}})
    found.attack("ada", "orc", attack=(9, 9), damage=(1,)).round()
    found.attack("ada", "orc", manoeuvre="enchainement", attack=(1, 1)).round()
    ready = found.why_not("ada", "attack", "manoeuvre", "enchainement") is None
    assert (manoeuvres.chain(found.scene, "ada").bonus if ready else 0) == bonus


@pytest.mark.rules("MED-MANOEUVRE-ENCHAINEMENT/without-it")
@pytest.mark.parametrize(("continuous", "ready"), [(True, False), (False, True)])
def test_a_setting_decides_if_a_round_without_it_ends_a_chain(continuous, ready):
    found = table(["enchainement"], settings={"chain": {"must_be_continuous": continuous}})
    found.attack("ada", "orc", attack=(9, 9), damage=(1,)).round()
    found.attack("ada", "orc", manoeuvre="enchainement", attack=(1, 1)).round().round()
    assert (found.why_not("ada", "attack", "manoeuvre", "enchainement") is None) is ready


@pytest.mark.rules("MED-MANOEUVRE-ATTAQUE-CONSTRUITE/better")
@pytest.mark.parametrize(("one", "two", "kept"), [((1, 2), (5, 4), 9), ((5, 4), (1, 2), 9), ((10, 10), (1, 1), 20)])
def test_a_built_attack_throws_twice_and_keeps_the_better(one, two, kept):
    found = table(["attaque_construite"])
    found.do("attack", "ada", target="orc", weapon="sword", manoeuvre="attaque_construite", critical="no")
    assert (found.open, points(found)) == (["attack", "attack-again"], 7)
    found.answer(attack=one, attack_again=two)
    if kept > 10:
        found.answer(damage=(1,))
    assert sum(found.outcomes[0].faces) == kept


def answered(key, faces, damage=None, settings=None, **more):
    """The orc attacks Ada, who has declared that she answers; the dice of its attack, then its damage."""
    found = table([key], first="orc", settings=settings, **more).do(f"declare_{key}", "ada", target="orc")
    found.do("attack", "orc", target="ada", weapon="sword")
    if faces:
        found.answer(attack=faces)
    return found.answer(damage=damage) if damage else found


@pytest.mark.rules("MED-MANOEUVRE-OEIL/hit", "MED-MANOEUVRE-OEIL/sure", "MED-MAN-06")
def test_an_eye_for_an_eye_hits_back_whoever_hits():
    found = answered("oeil", (9, 9), (3,)).answer(return_damage=(6,))
    assert (found.at("ada", "hp.current"), found.at("orc", "hp.current"), points(found)) == (16, 13, 7)
    assert [(one.faces, one.level) for one in found.outcomes] == [((9, 9), Level.SUCCESS), ((), Level.SUCCESS)]
    assert found.why_not("ada", "attack") == "The attack of this round is made, or given up."


@pytest.mark.rules("MED-MANOEUVRE-OEIL/missed", "MED-MANOEUVRE-OEIL/hit", "MED-MAN-06")
@pytest.mark.parametrize(("keeps", "why"), [(True, None), (False, "The attack of this round is made, or given up.")])
def test_an_eye_for_an_eye_costs_one_point_when_the_opponent_misses(keeps, why):
    found = answered("oeil", (1, 1), settings={"oeil": {"keeps_attack_on_miss": keeps}})
    assert (found.at("orc", "hp.current"), points(found)) == (20, 8)
    assert found.why_not("ada", "attack") == why
    assert points(found.round()) == 8


@pytest.mark.rules("MED-MANOEUVRE-CONTRE-ATTAQUE/missed", "MED-MAN-06")
def test_a_counter_attack_hits_whoever_misses_and_costs_one_point_otherwise():
    found = answered("contre_attaque", (1, 1)).answer(return_damage=(6,))
    assert (found.at("orc", "hp.current"), points(found)) == (13, 7)
    found = answered("contre_attaque", (9, 9), (3,))
    assert (found.at("orc", "hp.current"), points(found), found.why_not("ada", "attack")) == (20, 8, None)


@pytest.mark.rules("MED-MANOEUVRE-FEINTE-DESESPEREE/full")
def test_a_desperate_feint_is_hit_without_a_roll_and_does_the_maximum():
    found = answered("feinte_desesperee", (), (3,), traits={"force": 2})
    assert (found.at("ada", "hp.current"), found.at("orc", "hp.current"), points(found)) == (16, 7, 7)
    found = answered("feinte_desesperee", (), (3,), settings={"feinte_desesperee": {"damage": "normal"}})
    assert found.open == ["return-damage"]


@pytest.mark.rules("MED-MANOEUVRE-OEIL/one-attack")
def test_an_answer_waits_for_the_opponent_it_names_and_for_one_attack():
    rows = [("orc", "npc", sheet()), ("elf", "npc", sheet()), ("ada", "pc", sheet(manoeuvres=["oeil"]))]
    found = Table(*rows).do("declare_oeil", "ada", target="elf")
    found.attack("orc", "ada", attack=(9, 9), damage=(1,))
    assert (found.scene.exchanges, found.at("orc", "hp.current")) == ({}, 20)
    found.attack("elf", "ada", attack=(9, 9), damage=(1,)).answer(return_damage=(1,))
    assert found.at("elf", "hp.current") == 18


@pytest.mark.rules("MED-MANOEUVRE-OEIL/unable", "MED-LUTTE-PROJ-01")
def test_a_fighter_who_cannot_attack_cannot_hit_back():
    found = table(["oeil"], first="orc").do("declare_oeil", "ada", target="orc")
    found.do("posture", fighter="ada", posture="prone").attack("orc", "ada", attack=(9, 9), damage=(1,))
    assert (found.scene.exchanges, found.at("orc", "hp.current"), points(found)) == ({}, 20, 8)


@pytest.mark.rules("MED-MANOEUVRE-DESTABILISATION/everybody", "MED-MANOEUVRE-DESTABILISATION/once")
@pytest.mark.parametrize(("duration", "later"), [("round", 10), ("fight", 4)])
def test_destabilising_lowers_a_defence_for_everybody_once_a_fight(duration, later):
    rows = [("ada", "pc", sheet(manoeuvres=["destabilisation"])), ("bob", "pc", sheet(manoeuvres=["destabilisation"]))]
    found = Table(*rows, ("orc", "npc", sheet()), settings={"destabilisation": {"duration": duration}})
    found.do("declare_destabilisation", "ada", target="orc").answer(die=(6,))
    assert (points(found), found.told()) == (7, [("orc", "Defence −6 against everybody")])
    why = found.why_not("bob", "declare_destabilisation", "target", "orc")
    assert why == "This opponent has been destabilised already in this fight."
    found.do("declare_nothing", "bob")
    for who in ("ada", "bob"):
        assert found.attack(who, "orc", attack=(1, 1)).outcomes[0].check.extra == 4
    found.round()
    assert found.why_not("ada", "declare_destabilisation", "target", "orc") == why
    found.do("close").attack("ada", "orc", attack=(1, 1))
    assert found.outcomes[0].check.extra == later


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL/missed", "MED-MAN-06")
def test_a_fatal_blow_that_misses_costs_one_point():
    found = table(["coup_fatal"]).do("attack", "ada", target="orc", weapon="sword", manoeuvre="coup_fatal")
    assert points(found) == 6
    assert points(found.answer(attack=(1, 1))) == 8


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL/choice")
@pytest.mark.parametrize(
    ("chosen", "dice", "lost"),
    [
        ("fatal-plus_2d6", {"damage": (4,), "fatal_dice": (2, 5)}, 14),
        ("fatal-max", {}, 13),
        ("fatal-double", {"damage": (4,)}, 12),
    ],
)
def test_a_fatal_blow_does_more_as_its_player_chooses(chosen, dice, lost):
    found = table(["coup_fatal"], traits={"force": 2}).attack(
        "ada", "orc", manoeuvre="coup_fatal", attack=(9, 9), fatal=chosen, **dice
    )
    assert (found.at("orc", "hp.current"), points(found)) == (20 - lost, 6)


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL/critical")
def test_a_critical_fatal_blow_doubles_everything_and_asks_nothing():
    found = table(["coup_fatal"], traits={"force": 2}).attack(
        "ada", "orc", manoeuvre="coup_fatal", attack=(10, 10), damage=(1,)
    )
    assert found.at("orc", "hp.current") == 20 - 2 * (3 * 2 + 2)


@pytest.mark.rules("MED-MANOEUVRE-COUP-FATAL/force")
def test_doubling_may_count_strength_too():
    data = sheet({"force": 2})
    blow = (weapons.find(data, "sword"), 4, Manner(fatal="double"))
    assert damage.blow_damage(data, {}, *blow).total == 12
    assert damage.blow_damage(data, {"coup_fatal": {"double_whole_total": True}}, *blow).total == 14


@pytest.mark.rules("MED-MANOEUVRE-ASSAUT")
def test_an_assault_gives_as_many_attacks_as_were_paid():
    found = table({"assaut": 3}).attack("ada", "orc", manoeuvre="assaut", extra=3, attack=(1, 1))
    assert points(found) == 6
    assert str(MEDIEVAL.headline(found.scene).part) == "ada’s turn: Assault, 3 attacks left"
    for _more in range(3):
        assert found.up == ["ada"]
        found.attack("ada", "orc", attack=(1, 1))
    assert (found.up, points(found)) == (["orc"], 6)


@pytest.mark.rules("MED-MANOEUVRE-ASSAUT/unused", "MED-MAN-06")
@pytest.mark.parametrize("early", [True, False])
def test_attacks_of_an_assault_that_are_not_made_cost_nothing(early):
    found = table({"assaut": 2}).attack("ada", "orc", manoeuvre="assaut", extra=2, attack=(1, 1))
    kinds = {one.kind for one in MEDIEVAL.offers(found.scene, "ada")}
    assert kinds == {"attack", "shoot", "wrestle", "finish", "immediate"}
    if early:
        assert points(found.do("finish", "ada")) == 9
    assert points(found.round()) == 9


@pytest.mark.rules("MED-MOVEACT-06/in-assault", "MED-MANOEUVRE-ASSAUT", "MED-LUTTE-CLE-01")
@pytest.mark.parametrize(("kind", "args"), [("immediate", {"what": "shout"}), ("let_go", {"target": "orc"})])
def test_an_immediate_action_between_the_attacks_of_an_assault_leaves_them(kind, args):
    found = table({"assaut": 2})
    found.do("contact", fighter="ada", other="orc", state="engaged")
    found.scene = found.scene.with_changes([found.scene.mark("orc", "held.ada", "cle")])
    found.attack("ada", "orc", manoeuvre="assaut", extra=2, attack=(1, 1)).do(kind, "ada", **args)
    assert (found.up, found.mark("ada", "turn.assault")) == (["ada"], 2)


@pytest.mark.rules("MED-MANOEUVRE-ASSAUT/at-most")
def test_more_attacks_than_ranks_are_refused_by_name():
    found = table({"assaut": 1})
    args = {"target": "orc", "weapon": "sword", "manoeuvre": "assaut", "extra": 2}
    why = "Not enough ranks of Assault: 2 needed, 1 bought."
    assert found.refused(Refused, "attack", "ada", **args) == why
    assert points(found) == 9


@pytest.mark.rules("MED-MANOEUVRE-FEINTE/then")
@pytest.mark.parametrize(("after_attack", "defence"), [(True, 10), (False, 5)])
def test_a_feint_lowers_the_defence_of_a_fighter_who_has_attacked(after_attack, defence):
    found = table(["feinte"], first="orc", settings={"feinte": {"after_attack": after_attack}})
    found.do("declare_feinte", "ada", target="orc").do("finish", "orc").attack("ada", "orc", attack=(1, 1))
    assert found.outcomes[0].check.extra == defence


def assaulted(key, several, *throws):
    """An Assault of two attacks against who has declared an answer."""
    found = table([key], {"assaut": 1}, first="orc", settings={"manoeuvre": {"several_attacks": several}})
    found.do(f"declare_{key}", "ada", target="orc")
    for number, faces in enumerate(throws):
        found.attack("orc", "ada", **({} if number else {"manoeuvre": "assaut"}), attack=faces)
        if sum(faces) > 10:
            found.answer(damage=(1,))
        if found.open:
            found.answer(return_damage=(1,))
    return found.at("orc", "hp.current") < 20, points(found)


@pytest.mark.rules("MED-MANOEUVRE-OEIL", "MED-MANOEUVRE-CONTRE-ATTAQUE", "MED-MANOEUVRE-ASSAUT", "MED-MAN-06")
@pytest.mark.parametrize(
    ("key", "several", "throws", "struck"),
    [
        ("oeil", "any", [(1, 1), (9, 9)], True),
        ("oeil", "any", [(1, 1), (1, 2)], False),
        ("oeil", "first", [(1, 1), (9, 9)], False),
        ("contre_attaque", "any", [(9, 9), (1, 1)], True),
        ("contre_attaque", "any", [(9, 9), (9, 8)], False),
        ("contre_attaque", "first", [(9, 9), (1, 1)], False),
    ],
)
def test_any_attack_of_an_assault_may_be_answered(key, several, throws, struck):
    assert assaulted(key, several, *throws) == (struck, 7 if struck else 8)


@pytest.mark.rules("MED-MANOEUVRE-OEIL", "MED-MANOEUVRE-ASSAUT", "MED-MAN-06")
@pytest.mark.parametrize(("keeps", "why"), [(True, None), (False, "The attack of this round is made, or given up.")])
def test_an_assault_broken_off_settles_the_manoeuvres_waiting_for_it(keeps, why):
    found = table(["oeil"], {"assaut": 1}, first="orc", settings={"oeil": {"keeps_attack_on_miss": keeps}})
    found.do("declare_oeil", "ada", target="orc").attack("orc", "ada", manoeuvre="assaut", attack=(1, 1))
    assert points(found) == 7
    assert points(found.do("finish", "orc")) == 8
    assert found.why_not("ada", "attack") == why
    assert points(found.do("finish", "ada").do("new_round")) == 8


@pytest.mark.rules("MED-MANOEUVRE-FEINTE-DESESPEREE/normal", "MED-MANOEUVRE-COUP-FATAL")
@pytest.mark.parametrize(("taken", "asked", "left"), [("normal", "damage", 8), ("declared", "fatal", 6)])
def test_a_fighter_who_accepts_the_hit_takes_normal_damage(taken, asked, left):
    found = table(["feinte_desesperee"], ["coup_fatal"], {"feinte_desesperee": {"taken": taken}}, first="orc")
    found.do("declare_feinte_desesperee", "ada", target="orc")
    found.do("attack", "orc", target="ada", weapon="sword", manoeuvre="coup_fatal")
    assert found.open == [asked]
    found.answer(**({"damage": (3,)} if taken == "normal" else {"fatal": "fatal-max"}))
    assert points(found, "orc") == left


def struck_back(found, *answers):
    for answer in answers:
        found.answer(**answer)
    return found.at("orc", "hp.current") < 20


@pytest.mark.rules("MED-MANOEUVRE-OEIL/felled")
@pytest.mark.parametrize(
    ("house", "answers", "back"),
    [
        ("strikes", [{"return_damage": (1,)}], True),
        ("not", [], False),
        ("gm", [{"strikes_back": "yes", "return_damage": (1,)}], True),
        ("gm", [{"strikes_back": "no"}], False),
    ],
)
@pytest.mark.parametrize("doubt", ["felled", "out_of_reach"])
def test_a_setting_decides_if_the_felled_and_the_shot_strike_back(doubt, house, answers, back):
    hp = {"max": 20, "current": 2 if doubt == "felled" else 20}
    found = table(["oeil"], first="orc", settings={"manoeuvre": {doubt: house}}, hp=hp)
    found.do("declare_oeil", "ada", target="orc")
    weapon, damage = ("sword", (9,)) if doubt == "felled" else ("bow", (1, 1))
    found.attack("orc", "ada", weapon, attack=(9, 9), damage=damage)
    assert struck_back(found, *answers) is back
    assert (found.scene.exchanges, points(found)) == ({}, 7 if back else 8)


@pytest.mark.rules("MED-MAN-07/idle")
@pytest.mark.parametrize(("per", "left"), [(0, 5), (2, 7), (5, 9)])
def test_a_round_of_inaction_may_give_points_back(per, left):
    found = table(settings={"pc": {"per_idle_round": per}}, pc={"max": 9, "current": 5})
    assert points(found.do("finish", "ada")) == left
    found = table(settings={"pc": {"per_idle_round": per}}, pc={"max": 9, "current": 5})
    assert points(found.do("move", "ada", more=True).do("finish", "ada")) == 5


@pytest.mark.rules("MED-MAN-07")
def test_everybody_may_rest_at_once():
    tired = sheet(pc={"max": 9, "current": 5})
    found = Table(("ada", "pc", tired), ("bob", "pc", tired), placed=False).do("rest", hours=3)
    assert [points(found, who) for who in ("ada", "bob")] == [8, 8]
    assert str(MEDIEVAL.title(found.scene, Action("rest", "gm", {"fighter": "all"}))) == "Everybody rests"


@pytest.mark.rules("MED-MAN-07")
@pytest.mark.parametrize(("night", "nights", "left"), [("half", 1, 6), ("half", 2, 9), ("half", 30, 9), ("all", 1, 9)])
def test_nights_outside_a_fight_give_combat_points_back(night, nights, left):
    tired = sheet(pc={"max": 9, "current": 2})
    rows = {"ada": {"character": "ada", "side": "pc"}}
    scene = Scene("t", "test", {"pc": {"night": night}}, {"fighters": rows}, {"ada": tired})
    offer = next(one for one in offers(MEDIEVAL, scene, "ada") if one.kind == "nights")
    assert offer.master and not any(one.kind == "nights" for one in offers(MEDIEVAL, table().scene, "ada"))
    for event in decide(MEDIEVAL, scene, Action("nights", "ada", {"days": nights}, "gm", True, "x")):
        scene = apply(scene, event)
    assert scene.sheet("ada")["pc"]["current"] == left


@pytest.mark.rules("MED-ATT-04")
@pytest.mark.parametrize(("lasts", "later"), [("round", 0), ("fight", -3)])
def test_a_lasting_modifier_of_the_game_master_precedes_a_players_dice(lasts, later):
    found = table().do("attack", "ada", target="orc", weapon="sword")
    found.do("modifier", fighter="ada", attack=-3, why="Cheval au galop", lasts=lasts)
    found.do("modifier", fighter="orc", defence=4)
    found.answer(attack=(1, 2))
    assert (found.terms("MED-ATT-04"), found.outcomes[0].check.extra) == (-3, 14)
    found.round().attack("ada", "orc", attack=(1, 2))
    assert (found.terms("MED-ATT-04"), found.outcomes[0].check.extra) == (later, 10)
    found.round().do("modifier", fighter="ada").attack("ada", "orc", attack=(1, 2))
    assert found.terms("MED-ATT-04") == 0


@pytest.mark.rules("MED-MANOEUVRE-ASSAUT", "MED-MAN-06", "MED-MAN-07")
def test_a_fighter_passed_over_in_an_assault_is_settled_like_one_who_finishes():
    found = table({"assaut": 2}, ["contre_attaque"], settings={"manoeuvre": {"order_strict": False}})
    found.do("declare_contre_attaque", "orc", target="ada")
    found.attack("ada", "orc", manoeuvre="assaut", extra=2, attack=(9, 9), damage=(1,)).do("skip", fighter="ada")
    assert (points(found), points(found, "orc"), found.mark("ada", "turn.assault")) == (9, 8, None)
