"""Two rules that meet: a hold and a pace, a stupor and a release, a threat and its weapon, a death and its days."""

import pytest

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.engine.exchanges import waiting_on
from rules.games.polaris.character.schema import MOST_MASTERY
from rules.games.polaris.close_combat import holds, techniques
from rules.games.polaris.close_combat.balance import Unbalanced
from rules.games.polaris.harm.conditions import Condition
from rules.games.polaris.harm.damage import Wound
from rules.games.polaris.trials import resolution
from rules.games.polaris.trials.boost import BOOSTED
from rules.games.polaris.turn import initiative
from tests.rules.polaris.bedside import Bedside, patient
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import DAGGER, PISTOL, Table, sheet
from tests.rules.polaris.test_fire import gunner

BARE = {"weapons": {}}
FISTS = {"name": "Fists", "kind": "melee", "skill": "unarmed_combat", "damage": "1d6", "drawn": True}
ART = {"skills__martial_defense": {"mastery": "Spé", "level": 12}}


def seized(grip="seize", a=None, b=None, **more):
    """``a``, the faster one, has hold of ``b``, who declares first."""
    table = Table(a=sheet("a", 14, **(a or {})), b=sheet("b", 8, **(b or {})), **more).start()
    row = {"grip": grip, "trained": True, "turns": 1, "wins": 0}
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    return table


def refusals(table, kind, actor, field):
    """The sentences against the choices of a field that are refused."""
    (found,) = [one for one in table.offer(kind, actor).fields if one.key == field]
    return {one.key: str(one.refused) for one in found.choices if one.refused is not None}


HELD = "In a hold one goes nowhere: break free first."


@pytest.mark.rules("POL-MARTIAL-17", "POL-MARTIAL-19", "POL-MELEE-10", "POL-INIT-18")
@pytest.mark.parametrize(
    ("kind", "field", "keys"),
    [
        ("declare_other", "pace", {"slow", "medium", "fast", "maximum"}),
        ("declare_shoot", "pace", {"slow", "medium", "fast", "maximum"}),
        ("declare_defend", "mode", {"retreat"}),
        ("prepare", "preparation", {"grab_far", "close_in", "short_move", "dive", "cover"}),
        ("declare_melee", "preparation", {"grab_far", "close_in", "short_move", "dive", "cover"}),
    ],
)
def test_a_held_fighter_declares_no_step(kind, field, keys):
    found = refusals(seized(), kind, "b", field)
    assert {key for key, why in found.items() if why == HELD} == keys


@pytest.mark.rules("POL-MARTIAL-19", "POL-TURN-06", "POL-RANGED-04")
def test_a_runner_who_is_seized_runs_no_farther():
    table = Table(a=sheet("a", 14, **BARE), b=sheet("b", 8)).start()
    table.do("declare_other", "b", what="the door", pace="fast").do(
        "declare_melee", "a", target="b", weapon="bare_hands", technique="seize"
    )
    table.do("attack", "a").answers(attack_die=9, defence_die=19)
    assert table.mark("a", "holds") and holds.pace(table.scene, "b") == "still"
    assert str(table.offer("act", "b").refused) == HELD


@pytest.mark.rules("POL-MARTIAL-19", "POL-MELEE-10")
@pytest.mark.parametrize(("seizes", "mode"), [(9, "Mode: defensive"), (19, "Mode: retreat")])
def test_a_retreat_gives_no_ground_in_a_hold(seizes, mode):
    table = Table(a=sheet("a", 18, **BARE), b=sheet("b", 8), c=sheet("c", 12)).start()
    table.do("declare_defend", "b", mode="retreat").declare("c", "b")
    table.do("declare_melee", "a", target="b", weapon="bare_hands", technique="seize").do("attack", "a")
    table.answers(attack_die=seizes, defence_die=18)
    table.do("attack", "c").answers(attack_die=19, defence_die=19)
    assert mode in [str(term.label) for term in table.outcome("b").check.target.modifiers]


@pytest.mark.rules("POL-SHOCK-03", "POL-MARTIAL-17", "POL-TURN-06")
@pytest.mark.parametrize(("stunned", "asked"), [(None, [("b", "answer")]), (True, [])])
def test_the_stunned_break_free_and_strike_nothing_back(stunned, asked):
    table = seized("lock", a=BARE, b={**BARE, **ART, **({"conditions__stunned": True} if stunned else {})})
    table.do("declare_break", "b", holder="a", how="art").do("declare_hold", "a", target="b", delayed=True)
    table.do("break", "b", holder="a", how="art").answers(release_first_die=4, release_second_die=19)
    assert [one for one in table.asked() if one[1] == "answer"] == asked


@pytest.mark.rules("POL-MARTIAL-18", "POL-CRIT-10")
@pytest.mark.parametrize(("drawn", "kind"), [(True, PISTOL), (False, PISTOL), (True, DAGGER)])
def test_nobody_is_threatened_with_a_weapon_that_is_gone(drawn, kind):
    gun = {"weapons": {"fists": FISTS, "weapon": {**kind, "drawn": drawn}}}
    table = Table(a=sheet("a", 14, **gun), b=sheet("b", 8)).start()
    table.do("threat", fighter="a", other="b", state="held")
    assert (table.offer("declare_melee", "b").refused is not None) is drawn


@pytest.mark.rules("POL-RANGED-04", "POL-MELEE-15")
@pytest.mark.parametrize(
    ("light", "sight", "malus"), [("dark", "usual", -5), ("dark", "night", 0), ("none", "night", 0)]
)
def test_a_fighter_with_night_sight_shoots_in_the_dark(light, sight, malus):
    table = lit(light, sight).declare("b").declare("a", "b", weapon="pistol").do("shoot", "a").answers(attack_die=19)
    terms = [term for term in table.outcome("a").check.target.modifiers if str(term.label).startswith("Light")]
    assert sum(term.value for term in terms) == malus


@pytest.mark.rules("POL-RANGED-04", "POL-MELEE-15")
@pytest.mark.parametrize(
    ("light", "sight", "why"),
    [
        ("none", "usual", "In total darkness nothing can be aimed at."),
        ("bright", "blind", "Whoever sees nothing can aim at nothing."),
        ("none", "night", "None"),
    ],
)
def test_a_blind_fighter_aims_at_nothing(light, sight, why):
    table = lit(light, sight, {"blind_fire": False}).declare("b")
    assert str(table.offer("declare_shoot", "a").refused) == why


def lit(light, sight, settings=None):
    table = Table(settings, a=sheet("a", 14), b=sheet("b", 8)).start().do("light", light=light)
    return table.do("footing", fighter="a", position="even", unstable=False, confined=False, sight=sight)


@pytest.mark.rules("POL-INIT-25", "POL-WOUND-05")
@pytest.mark.parametrize(("dead", "initiative"), [(None, 14), (True, 8)])
def test_sharing_the_marker_of_the_dead_restores_the_own_one(dead, initiative):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 10)).start()
    table.do("share", fighter="b", other="a", state="shared")
    while "gm" not in table.up:
        table.do("declare_nothing", table.up[0])
    table.scene = table.scene.with_changes([table.scene.write("a", "conditions.dead", dead)])
    assert table.do("new_round").initiative("b") == initiative


@pytest.mark.rules("POL-WOUND-16", "POL-WOUND-05")
@pytest.mark.parametrize("kind", ["stabilise", "minutes"])
def test_the_dead_need_no_stabilising(kind):
    wounds = {"body": {"mortal": 1}}
    dead, dying = (Bedside(ada=sheet("ada", wounds=wounds, conditions__dead=gone)) for gone in (True, None))
    assert dead.offer(kind) is None and dying.offer(kind) is not None


@pytest.mark.rules("POL-WOUND-17", "POL-WOUND-05")
def test_no_day_passes_for_whoever_an_infection_has_killed():
    held = {"w1": {"place": "head", "severity": "mortal", "stabilized": True}}
    bed = Bedside(ada=sheet("ada", wounds={"head": {"mortal": 1}, "left_leg": {"moderate": 1}}, wound_details=held))
    bed.do("days", days=4)  # with a mortal wound no test can succeed
    assert bed.wounds() == {"head": {"fatal": 1}, "left_leg": {"moderate": 1}} and bed.sheet()["hurt_days"] == 2


def burst(settings=None, **people):
    """A sweeping burst or another shot of ``a``, a gunner of reaction 20, whose targets look on."""
    table = Table(settings, a=gunner(), **people).start()
    for who in people:
        table.declare(who)
    return table


@pytest.mark.rules("POL-RANGED-11", "POL-RANGED-16", "POL-WOUND-03")
def test_a_stray_bullet_hits_whom_the_same_burst_has_wounded_already():
    table = burst({"stray_bullets": True}, b=sheet("b", wounds={"right_arm": {"serious": 1}}), c=sheet("c"))
    table.declare("a", "b", "rifle", fire="sweep", rounds=10).do("shoot", "a").answer("swept", "c")
    table.answers(attack_die=2, location=9, damage=[8, 8])
    table.answers(target2_attack_die=19).answer("target2-stray", "b").answer("target2-b-luck-die", 20)
    table.answer("target2-b-luck-reroll", 1).answer("target2-b-location", 9).answer("target2-b-damage", 8, 8)
    assert table.asked() == [("gm", "target2-b-bleeding")], "two serious wounds and one more are a critical one"


@pytest.mark.rules("POL-RANGED-11", "POL-SURP-11", "POL-RANGED-04")
def test_a_sweeping_burst_takes_no_further_target_that_could_not_be_the_first():
    table = burst(b=sheet("b"), c=sheet("c"), d=sheet("d"), e=sheet("e"))
    table.scene = table.scene.with_changes([table.scene.write("c", "conditions.dead", True)])
    table.do("newcomer", fighter="a", other="d", undetected=False, modifier=-9).answers(newcomer_die=19)
    table.declare("a", "b", "rifle", fire="sweep", rounds=20).do("shoot", "a")
    (asked,) = [prompt.request for prompt in waiting_on(POLARIS, table.scene) if prompt.request]
    assert [option.key for option in asked.options if option.refused is None] == ["e"]


@pytest.mark.rules("POL-RANGED-13", "POL-TURN-06")
@pytest.mark.parametrize(("dead", "asked", "left"), [(True, [], 8), (None, [("a", "second-attack-die")], 7)])
def test_no_second_weapon_is_fired_at_the_dead(dead, asked, left):
    two = {"weapons__two": {**PISTOL, "name": "Second"}}
    table = Table(a=sheet("a", 14, **two), b=sheet("b", 8), c=sheet("c", 6)).start().declare("c").declare("b")
    table.declare("a", "b", "pistol", second="two", second_target="c")
    table.scene = table.scene.with_changes([table.scene.write("c", "conditions.dead", dead)])
    table.do("shoot", "a").answers(attack_die=19)
    assert [one for one in table.asked() if "attack" in one[1]] == asked
    assert table.scene.sheet("a")["weapons"]["two"]["ammo"] == left


@pytest.mark.rules("POL-TEST-22", "POL-RANGED-12", "POL-RANGED-15")
@pytest.mark.parametrize(("fire", "light"), [("suppress", "bright"), ("blind", "none")])
def test_a_wish_makes_every_manner_of_fire_harder(fire, light):
    table = burst({"blind_fire": True}, b=sheet("b"))
    table.do("light", light=light)
    table.declare("a", "b", "rifle", fire=fire).do("shoot", "a", effect="the lamp too")
    assert table.asked() == [("gm", "harder")]


@pytest.mark.rules("POL-INIT-18", "POL-CRIT-10")
def test_a_weapon_that_is_reloaded_is_in_hand_for_what_that_costs():
    table = Table(a=sheet("a", 14, weapons__pistol={**PISTOL, "drawn": False, "ammo": 1}), b=sheet("b", 8)).start()
    table.declare("b").do("declare_reload", "a", weapon="pistol")
    assert table.initiative("a") == 14 - 5 and table.scene.sheet("a")["weapons"]["pistol"]["drawn"]
    assert table.offer("reload", "a").refused is None
    table.scene = table.scene.with_changes([table.scene.write("a", "weapons.pistol.drawn", None)])
    assert str(table.offer("reload", "a").refused) == "This weapon is no longer in hand."


LINES = {f"skills__martial_{art}": {"mastery": "Spé", "level": 12} for art in ("offense", "defense", "wrestling")}


@pytest.mark.rules("POL-TURN-09", "POL-INIT-21")
def test_a_later_attack_cuts_in_without_losing_its_place():
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 12)).start().declare("b").declare("c")
    table.declare("a", "b", attacks="2").do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.up == ["c"]
    table.do("cut_in", fighter="a")
    assert (table.up, table.initiative("a")) == (["a"], 14)
    table.do("attack", "a").answers(attack_die_2=19, defence_die_2=19)
    assert table.up == ["c"] and table.undone() == table.first


@pytest.mark.rules("POL-SURP-03", "POL-TURN-05")
def test_a_fighter_at_risk_who_is_passed_over_stops_nobody():
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start(b=0).do("skip", fighter="b")
    assert table.up == ["a"] and table.undone() == table.first


def carried(**more):
    """``a`` has kept a delayed attack on ``b`` for this turn, in which nobody has declared yet."""
    table = Table(a=sheet("a", 10, attributes__ADA=19, attributes__PER=1, **more), b=sheet("b", 14)).start()
    table.declare("a", "b", delayed=True).declare("b").do("act", "b").do("carry", "a")
    return table.do("new_round")


@pytest.mark.rules("POL-TURN-05/no-surprise", "POL-INIT-17/next-turn", "POL-SURP-09/until")
def test_an_action_carried_over_is_no_declaration_of_the_turn():
    table = carried()
    assert [table.offer(kind).refused for kind in ("surprise", "hidden")] == [None, None]
    table.do("surprise", fighter="b", modifier=0)
    assert table.up == ["b"]
    table.do("react", "b").answers(surprise_die=9).declare("b")
    assert str(table.offer("surprise").refused) == "Somebody has declared already."


@pytest.mark.rules("POL-INIT-17/next-turn", "POL-INIT-23")
def test_only_the_action_that_was_carried_over_comes_first():
    table = carried().declare("b")
    assert table.up == ["a"]
    table.do("change", "a").answers(change_die=3, allowed="yes").declare("a", "b", preparation="grab_far")
    assert (table.up, table.initiative("a")) == (["b"], 5)


@pytest.mark.rules("POL-INIT-19/prepared-only", "POL-INIT-23")
def test_preparations_of_a_changed_declaration_count_for_the_floor():
    blades = {f"weapons__{key}": {**DAGGER, "drawn": False} for key in ("knife", "axe")}
    table = Table(a=sheet("a", 10, attributes__ADA=19, attributes__PER=1, **blades), b=sheet("b", 8)).start()
    table.declare("b").declare("a", "b", "knife", rushed=True)
    table.do("change", "a").answers(change_die=3, allowed="yes").declare("a", "b", "axe", preparation="grab")
    assert table.initiative("a") == 10 - 5 - 5 - 3
    assert initiative.carried_over(table.scene) == ("a",)


@pytest.mark.rules("POL-MARTIAL-04", "POL-INIT-17", "POL-INIT-21")
@pytest.mark.parametrize(("attacks", "bonus"), [("2", 0), ("1", 3)])
def test_a_waiting_fighter_has_no_initiative_over_one_who_has_struck(attacks, bonus):
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 12), c=sheet("c", 6)).start().declare("c")
    table.declare("b", "c", attacks=attacks)
    table.declare("a", "b", technique="powerful_strike", delayed=True)
    if attacks == "2":
        table.do("attack", "b").answers(defence_die=19)
    table.do("attack", "a")
    assert bool(initiative.has_initiative(table.scene, "a", "b")) is bool(bonus)


@pytest.mark.rules("POL-MARTIAL-10", "POL-INIT-21")
def test_a_sweep_takes_no_more_from_a_later_attack_than_its_phase_has():
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 12), c=sheet("c", 6)).start().declare("c")
    table.declare("b", "c", attacks="2").declare("a", "b", technique="sweep", delayed=True)
    table.do("attack", "b").answers(defence_die=19)  # its chances are gone
    table.scene = table.scene.with_changes(Unbalanced("b", by=-8).land(table.scene))
    assert initiative.phase(table.scene, "b") == 1 and table.mark("b", "owed") == 2


@pytest.mark.rules("POL-LUCK-02")
def test_a_point_of_luck_waits_for_a_test_that_takes_a_die():
    table = Table(a=sheet("a", 14, melee=1), b=sheet("b", 8)).start().declare("b").declare("a", "b", attacks="2")
    table.do("boost", "a").do("attack", "a", modifier=-20).answers(defence_die=19)
    assert table.mark("a", "boost") == "yes"
    table.do("attack", "a", modifier=9).answers(attack_die_2=20, defence_die_2=19)
    assert table.mark("a", "boost") is None


@pytest.mark.rules("POL-MELEE-12", "POL-MARTIAL-15", "POL-CRIT-10")
@pytest.mark.parametrize(("lost", "bonus"), [("dagger", 0), ("knife", 0), (None, 3)])
def test_one_weapon_left_of_two_parries_like_one(lost, bonus):
    pair = {**LINES, "weapons__knife": {**DAGGER, "name": "Knife"}}
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **pair)).start()
    table.do("declare_defend", "b", mode="defensive", technique="two_weapon_defense", other_hand="knife")
    table.declare("a", "b")
    if lost:
        table.scene = table.scene.with_changes([table.scene.write("b", f"weapons.{lost}.drawn", None)])
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    terms = table.outcome("b").check.target.modifiers
    assert sum(term.value for term in terms if term.rule == "POL-MARTIAL-15") == bonus


@pytest.mark.rules("POL-MELEE-12", "POL-MARTIAL-09", "POL-CRIT-10")
def test_the_second_weapon_alone_keeps_its_malus_and_loses_the_bonus_of_two():
    pair = {**LINES, "weapons__knife": {**DAGGER, "name": "Knife"}}
    table = Table(a=sheet("a", 14, **pair), b=sheet("b", 8)).start().declare("b")
    table.declare("a", "b", other_hand="knife", technique="two_weapon_combat").do("attack", "a")
    table.answers(attack_die=19, defence_die=19)
    table.scene = table.scene.with_changes([table.scene.write("a", "weapons.dagger.drawn", None)])
    table.do("attack", "a").answers(attack_die_2=19, defence_die_2=19)
    terms = table.outcome("a").check.target.modifiers
    assert [term.value for term in terms if term.rule in ("POL-MELEE-12", "POL-MARTIAL-09")] == [-5]


def holding(grip, a=None, b=None, **row):
    table = seized(grip, a={**BARE, **(a or {})}, b=b)
    held = {"grip": grip, "trained": False, "turns": 1, "wins": 0, **row}
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": held})])
    return table


@pytest.mark.rules("POL-MARTIAL-20", "POL-MARTIAL-21", "POL-SHOCK-04")
def test_the_unconscious_resist_no_hold():
    table = holding("choke", b={"conditions__unconscious": True}, turns=2)
    table.do("declare_hold", "a", target="b").do("hold", "a")
    assert not table.scene.exchanges and table.mark("a", "holds")["b"]["turns"] == 3


@pytest.mark.rules("POL-MARTIAL-20", "POL-INIT-17")
def test_a_hold_that_is_not_kept_is_over():
    table = holding("lock").do("declare_nothing", "b").do("declare_hold", "a", target="b").do("pass", "a")
    assert not table.mark("a", "holds")


@pytest.mark.rules("POL-MARTIAL-20")
def test_a_fighter_under_control_uses_no_hold_of_their_own():
    table = Table(a=sheet("a", 14, **BARE), b=sheet("b", 8), c=sheet("c", 6)).start()
    row = {"grip": "lock", "trained": True, "turns": 1, "wins": 0}
    grips = [table.scene.mark("b", "holds", {"c": row})]
    table.scene = table.scene.with_changes(grips)
    table.do("declare_nothing", "c").do("declare_hold", "b", target="c").do("declare_nothing", "a")
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    assert "has them in a hold" in str(table.offer("hold", "b").refused)
    table.do("break", "b", holder="a", how="force").answers(break_first_die=19, break_second_die=3)
    table.do("new_round").do("declare_nothing", "c")
    assert "has them in a hold" in str(table.offer("declare_hold", "b").refused)


@pytest.mark.rules("POL-MELEE-15", "POL-MARTIAL-19")
@pytest.mark.parametrize(("holds", "first"), [(False, "observation"), (True, "unarmed_combat")])
def test_a_blinded_fighter_has_to_find_whom_they_do_not_hold_yet(holds, first):
    table = seized(a=BARE, b=BARE)
    table.scene = table.scene.with_changes([table.scene.mark("a", "holds", None)] * (not holds))
    table.do("footing", fighter="a", position="even", unstable=False, confined=False, sight="blind")
    table.declare("b").do("declare_melee", "a", target="b", weapon="bare_hands", technique="untrained_lock")
    table.do("attack", "a").answers(**({"defence_die_grip": 3} if holds else {"blind_die": 19}))
    assert table.outcome("a").check.key == first and bool(table.mark("a", "holds")) is holds


@pytest.mark.rules("POL-SURP-11/barred", "POL-MARTIAL-13")
@pytest.mark.parametrize(("margin", "asked"), [(19, []), (2, [("b", "counter")])])
def test_nobody_strikes_back_at_a_foe_who_came_as_a_surprise(margin, asked):
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **LINES)).start()
    table.do("declare_defend", "b", mode="defensive", technique="simultaneous_counter").declare("a", "b")
    table.do("newcomer", fighter="b", other="a", undetected=False).answers(newcomer_die=margin)
    if table.asked() == [("b", "turns")]:
        table.answers(turns="keep")
    table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert [one for one in table.asked() if one[1] == "counter"] == asked


@pytest.mark.rules("POL-MARTIAL-02/one", "POL-SURP-09")
def test_a_free_attack_uses_the_technique_of_the_turn():
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 8)).start().do("hidden", fighter="a", how="unseen")
    table.declare("a", "b", technique="powerful_strike").do("attack", "a").answers(attack_die=19)
    table.do("react", "b").answers(surprise_die=3).declare("b")
    with pytest.raises(Refused, match="One technique a turn: Powerful strike is used"):
        table.declare("a", "b", technique="incapacitating_strike")
    table.declare("a", "b", technique="powerful_strike")


@pytest.mark.rules("POL-INIT-13", "POL-SHOCK-03", "POL-TURN-06")
@pytest.mark.parametrize(("drawn", "asked"), [(None, [("b", "defence-die")]), (True, [])])
def test_a_fighter_who_cannot_strike_at_the_same_moment_defends(drawn, asked):
    table = Table(a=sheet("a", 10), b=sheet("b", 10)).start().declare("a", "b").declare("b", "a")
    table.scene = table.scene.with_changes([table.scene.write("b", "weapons.dagger.drawn", drawn)])
    table.do("attack", "a")
    assert [one for one in table.asked() if one == ("b", "defence-die")] == asked


@pytest.mark.rules("POL-OPP-04", "POL-SHOCK-04")
@pytest.mark.parametrize(("out", "opposes"), [(True, False), (None, True)])
def test_the_unconscious_oppose_nothing(out, opposes):
    table = Table(sides={"a": "pc", "b": "npc"}, a=sheet("a", 10), b=sheet("b", 10), c=sheet("c", 10)).start()
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.unconscious", out)])
    table.do("oppose", fighter="a", check="reaction", against="all", opposing="reaction")
    assert (("b", "resists-b-die") in table.asked()) is opposes and ("c", "resists-c-die") in table.asked()


@pytest.mark.rules("POL-WOUND-17/untended", "POL-WOUND-02")
def test_a_new_wound_is_not_tended_by_the_care_of_an_old_one():
    tended = {"w1": {"place": "left_arm", "severity": "moderate", "treated": True, "days": 2}}
    hurt = {"wounds": {"left_arm": {"moderate": 1}}, "wound_details": tended}
    bed = Bedside(ada=sheet("ada", hurt_days=1, **hurt))
    bed.scene = bed.scene.with_changes(Wound("ada", "left_arm", "moderate").land(bed.scene))
    bed.do("days", 3, days=1)  # a test against infection
    assert bed.asked == [("ada", "infection-2-left_arm-die")]


@pytest.mark.rules("POL-RANGED-13", "POL-CRIT-10")
@pytest.mark.parametrize(("drawn", "bonus", "left"), [(True, 3, 7), (None, 0, 8)])
def test_two_pistols_are_two_that_are_in_hand(drawn, bonus, left):
    two = {"weapons__two": {**PISTOL, "name": "Second"}}
    table = Table(a=sheet("a", 14, **two), b=sheet("b", 8)).start().declare("b")
    table.declare("a", "b", "pistol", second="two")
    table.scene = table.scene.with_changes([table.scene.write("a", "weapons.two.drawn", drawn)])
    table.do("shoot", "a").answers(attack_die=19)
    terms = table.outcome("a").check.target.modifiers
    assert sum(term.value for term in terms if term.rule == "POL-RANGED-13") == bonus
    assert table.scene.sheet("a")["weapons"]["two"]["ammo"] == left


@pytest.mark.rules("POL-MARTIAL-10", "POL-SHOCK-04")
def test_the_unconscious_keep_no_balance():
    table = Table(a=sheet("a", 14, **LINES), b=sheet("b", 8, conditions__unconscious=True)).start()
    table.declare("a", "b", technique="sweep").do("attack", "a").answers(attack_die=9)
    assert table.scene.sheet("b")["conditions"]["prone"] and not table.scene.exchanges


@pytest.mark.rules("POL-MARTIAL-19", "POL-TURN-08")
@pytest.mark.parametrize(("condition", "held"), [("gone", {}), ("unconscious", {"b"})])
def test_a_hold_ends_with_the_flight_of_its_victim(condition, held):
    table = seized(a=BARE).do("declare_nothing", "b").do("declare_hold", "a", target="b")
    table.scene = table.scene.with_changes([table.scene.write("b", f"conditions.{condition}", True)])
    table.do("hold", "a").do("new_round")
    assert set(table.mark("a", "holds") or {}) == set(held)


@pytest.mark.rules("POL-LUCK-04", "POL-WOUND-16")
@pytest.mark.parametrize(("severity", "offered"), [("fatal", True), ("mortal", False)])
def test_luck_undoes_the_wound_that_has_killed_and_no_other_death(severity, offered):
    bed = patient(wounds={"body": {severity: 1}}, conditions__dead=True, luck__current=10)
    assert (bed.offer("lessen") is not None) is offered


@pytest.mark.rules("POL-LUCK-02", "POL-RANGED-11")
def test_a_point_of_luck_is_for_one_test_of_a_burst():
    table = burst(b=sheet("b"), c=sheet("c")).do("boost", "a")
    table.declare("a", "b", "rifle", fire="sweep", rounds=10).do("shoot", "a").answer("swept", "c")
    table.answers(attack_die=20, target2_attack_die=19)
    tests = [from_json(one) for event in table.events for one in event.payload.get("outcomes", ())]
    assert [BOOSTED in test.check.flags for test in tests if test.check.key == "rifles"] == [True, False]
    assert table.mark("a", "boost") is None


@pytest.mark.rules("POL-LUCK-02", "POL-MARTIAL-13")
def test_a_point_of_luck_on_a_defence_does_not_help_the_counter_attack():
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **LINES)).start()
    table.do("declare_defend", "b", mode="defensive", technique="simultaneous_counter").declare("a", "b")
    table.do("boost", "b").do("attack", "a").answers(attack_die=19, defence_die=9, counter="strike")
    table.answers(attack_die_counter=19, defence_die_counter=19)
    assert BOOSTED not in table.outcome("b").check.flags


@pytest.mark.rules("POL-INIT-23/failed", "POL-INIT-23/unless", "POL-MARTIAL-20", "POL-MARTIAL-17")
@pytest.mark.parametrize("possible", [True, False])
@pytest.mark.parametrize("kind", ["hold", "break"])
def test_a_failed_change_of_mind_binds_to_an_act_about_a_hold(kind, possible):
    table = holding("lock")
    who = "a" if kind == "hold" else "b"
    said = {"hold": {"target": "b"}, "break": {"holder": "a", "how": "force"}}[kind]
    for fighter in ("b", "a"):
        table.do(
            f"declare_{kind}" if fighter == who else "declare_nothing", fighter, **(said if fighter == who else {})
        )
    table.scene = table.scene.with_changes([table.scene.mark(who, "bound", True)])
    if not possible:
        table.scene = table.scene.with_changes([table.scene.mark("a", "holds", None)])
    elif kind == "break":  # doing nothing has let go of them
        row = {"grip": "lock", "trained": False, "turns": 1, "wins": 0}
        table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    assert (table.offer("pass", who).refused is not None) is possible


@pytest.mark.rules("POL-WOUND-16", "POL-SHOCK-04")
def test_the_unconscious_tend_nobody():
    bed = patient(wounds={"body": {"mortal": 1}}, conditions__unconscious=True)
    healers = {one.key: one.refused is None for one in bed.field("stabilise", "healer").choices}
    assert healers == {"ada": False, "tom": True, "other": True}


@pytest.mark.rules("POL-INIT-23/failed", "POL-SURP-11")
def test_a_new_declaration_is_not_bound_by_the_one_before():
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start().declare("b").declare("a", "b")
    table.do("change", "a").answers(change_die=19)
    assert table.mark("a", "bound")
    table.do("redeclare", fighter="a").declare("a")
    assert table.offer("pass", "a").refused is None and table.undone() == table.first


@pytest.mark.rules("POL-SHEET-13/at-most")
def test_a_year_lived_teaches_nothing_at_the_highest_mastery():
    tongue = {"of": "foreign_language", "specialty": "Océane", "mastery": MOST_MASTERY}
    bed = Bedside(ada=sheet("ada", skills__tongue=tongue))
    choices = {one.key: str(one.refused) for one in bed.field("year", "skill").choices}
    assert choices["tongue"] == "The mastery is as high as it can be."


def state(table, fighter, key, turns=0):
    table.scene = table.scene.with_changes(Condition(fighter, key, turns).land(table.scene))
    return table


@pytest.mark.rules("POL-TURN-08", "POL-INIT-12", "POL-SHOCK-04")
@pytest.mark.parametrize(("key", "then"), [("stunned", [9, 14]), ("unconscious", [14, 9])])
def test_a_turn_begins_from_the_states_it_begins_with(key, then):
    table = state(Table(a=sheet("a", 14), b=sheet("b", 8)).start(), "a", key, 1)
    found = []
    for _turn in then:
        while "gm" not in table.up:
            table.do("declare_nothing", table.up[0])
        found.append(table.do("new_round").initiative("a"))
    assert found == then and table.undone() != table.scene


@pytest.mark.rules("POL-SURP-09", "POL-SURP-10")
@pytest.mark.parametrize(("noticed", "up"), [(2, ["b"]), (None, ["b"])])
def test_a_fighter_who_has_noticed_the_danger_is_not_surprised_by_its_first_blow(noticed, up):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start(b=0).do("hidden", fighter="a", how="unseen")
    if noticed:
        table.do("notice", fighter="b", skill="observation", against="none", modifier=10).answers(notice_die=noticed)
    table.declare("a", "b").do("attack", "a").answers(attack_die=19)
    assert table.up == up and (table.offer("react", "b") is None) is bool(noticed)


@pytest.mark.rules("POL-TURN-09", "POL-MARTIAL-04")
@pytest.mark.parametrize(("cuts", "technique"), [(True, "powerful_strike"), (False, "")])
def test_a_fighter_who_cuts_in_has_the_initiative(cuts, technique):
    table = Table(a=sheet("a", 10, **LINES), b=sheet("b", 14)).start()
    table.declare("a", "b", technique="powerful_strike").declare("b", "a")
    if cuts:
        table.do("cut_in", fighter="a")
    assert techniques.attack_technique(table.scene, "a", "b") == technique
    assert initiative.has_initiative(table.scene, "b", "a") is not cuts


@pytest.mark.rules("POL-RANGED-08/once", "POL-INIT-18")
@pytest.mark.parametrize(
    ("declared", "cost"),
    [
        ({"kind": "declare_reload", "weapon": "rifle"}, 0),
        ({"kind": "declare_shoot", "weapon": "rifle", "target": "b"}, -3),
    ],
)
def test_a_reload_changes_no_fire_mode(declared, cost):
    table = burst(b=sheet("b"))
    for path, value in (("fire_mode", "RC"), ("ammo", 5)):
        table.scene = table.scene.with_changes([table.scene.write("a", f"weapons.rifle.{path}", value)])
    args = {key: value for key, value in declared.items() if key != "kind"}
    assert table.do(declared["kind"], "a", **args).initiative("a") == 20 + cost


@pytest.mark.rules("POL-RANGED-13", "POL-INIT-18/in-hand")
@pytest.mark.parametrize(("drawn", "cost"), [(True, 0), (False, -5)])
def test_a_second_pistol_is_drawn_at_the_price_of_the_first(drawn, cost):
    two = {"weapons__two": {**PISTOL, "name": "Second", "drawn": drawn}}
    table = Table(a=sheet("a", 14, **two), b=sheet("b", 8)).start().declare("b")
    assert table.declare("a", "b", "pistol", second="two").initiative("a") == 14 + cost


@pytest.mark.rules("POL-CRIT-10", "POL-INIT-22/outside")
@pytest.mark.parametrize(("lost", "mode"), [(True, None), (None, "offensive")])
def test_a_lost_turn_ends_a_mode_like_one_passed_over(lost, mode):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start().declare("b").declare("a", "b", mode="offensive")
    table.do("attack", "a").answers(attack_die=19, defence_die=19).do("act", "b")
    table.scene = table.scene.with_changes([table.scene.mark("a", "lost", lost)])
    assert table.do("new_round").mark("a", "mode") == mode


@pytest.mark.rules("POL-SURP-03", "POL-INIT-22/outside")
@pytest.mark.parametrize(("die", "mode"), [(19, None), (2, "offensive")])
def test_a_turn_lost_to_surprise_ends_a_mode_too(die, mode):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start()
    table.scene = table.scene.with_changes([table.scene.mark("a", "mode", "offensive")])
    table.do("surprise", fighter="a", modifier=0).do("react", "a").answers(surprise_die=die)
    assert table.mark("a", "mode") == mode


ONE_BLOW = "A fighter who cannot see has one attack alone."


@pytest.mark.rules("POL-MELEE-15/one", "POL-INIT-21", "POL-MARTIAL-09")
def test_the_blinded_strike_once_however_many_blows_were_declared():
    two = {"weapons__knife": {**DAGGER, "name": "Knife"}}
    table = Table(a=sheet("a", 14, **LINES, **two), b=sheet("b", 8)).start().declare("b")
    blind = state(Table(a=table.scene.sheet("a"), b=sheet("b", 8)).start().declare("b"), "a", "blinded")
    assert str(blind.choice("declare_melee", "a", "technique", "two_weapon_combat").refused) == ONE_BLOW
    said = {"technique": "two_weapon_combat", "other_hand": "knife"}
    table.declare("a", "b", **said).do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.up == ["a"] and table.offer("attack", "a").refused is None
    assert str(state(table, "a", "blinded", 1).offer("attack", "a").refused) == ONE_BLOW
    assert table.offer("pass", "a").refused is None


@pytest.mark.rules("POL-DMG-06", "POL-INIT-20")
@pytest.mark.parametrize("weapon", ["dagger", "pistol"])
def test_each_of_several_attacks_aims_as_declared(weapon):
    table = Table(a=sheet("a", 14, 18, 18), b=sheet("b", 8), c=sheet("c", 7)).start().declare("c").declare("b")
    table.declare("a", "b", weapon, aim="head", attacks="2", then="c")
    kind = "shoot" if weapon == "pistol" else "attack"
    table.do(kind, "a").answers(attack_die=19, **({} if weapon == "pistol" else {"defence_die": 19}))
    table.do(kind, "a")
    (aimed,) = [term.value for term in _open_check(table).target.modifiers if term.rule == "POL-DMG-06"]
    assert aimed == -7


def _open_check(table):
    return next(p.request.check for p in waiting_on(POLARIS, table.scene) if p.of == "a" and p.request)


@pytest.mark.rules("POL-WOUND-21/alone")
def test_a_wound_that_cannot_heal_alone_keeps_its_days():
    held = {"w1": {"place": "body", "severity": "critical", "stabilized": True, "days": 21}}
    bed = patient(wounds={"body": {"critical": 1}}, wound_details=held)
    bed.do("heal", wound="body-critical", skill="alone")
    assert bed.line("body", "critical")["days"] == 21 and bed.told() == ["Body: critical needs: Medicine, Surgery"]


@pytest.mark.rules("POL-OPP-04/best", "POL-WOUND-12")
def test_the_best_opponent_is_one_who_can_test():
    dying = sheet("b", skills__observation={"mastery": 20}, wounds={"body": {"mortal": 1}})
    table = Table({"group_opposition": "best"}, sides={"a": "pc"}, a=sheet("a"), b=dying, c=sheet("c")).start()
    table.do("oppose", fighter="a", check="stealth", against="all", opposing="observation")
    assert ("c", "resists-c-die") in table.asked()


@pytest.mark.rules("POL-TEST-07", "POL-SHEET-04")
def test_a_bonus_is_part_of_the_level_that_is_halved():
    skilled = {"bonuses": {"reaction": 6}}
    assert [
        resolution.prepare(skilled, {}, "a", {"check": "reaction", "halved": on}).target.total for on in (0, 1)
    ] == [16, 8]


@pytest.mark.rules("POL-SHOCK-04", "POL-WOUND-12")
@pytest.mark.parametrize("state", ["unconscious", "light_coma", "deep_coma", "dead"])
def test_the_senseless_test_nothing_but_what_they_bear(state):
    tests = POLARIS.checks(sheet("a", conditions={state: True}), {})
    able = [one.key for one in tests if str(one.refused) != "The unconscious act and perceive nothing."]
    skilled = [one.key for one in POLARIS.checks(sheet("a"), {}) if one.refused is not None]
    assert able == ["CON", "VOL", "luck", *skilled]


@pytest.mark.rules("POL-INIT-20", "POL-TURN-06")
@pytest.mark.parametrize(("then", "up"), [("c", "a"), ("same", "c")])
def test_an_attack_on_the_dead_is_given_up_alone_where_another_target_waits(then, up):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 13)).start().declare("b").declare("c")
    table.declare("a", "b", attacks="2", then=then)
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.dead", True)])
    assert table.do("pass", "a").up == ["c"]
    assert table.do("act", "c").up == (["a"] if up == "a" else ["gm"])
    assert up != "a" or table.offer("attack", "a").refused is None


@pytest.mark.rules("POL-MELEE-10/contact", "POL-WOUND-05", "POL-SHOCK-04")
@pytest.mark.parametrize(
    ("state", "why"),
    [("dead", None), ("unconscious", None), ("gone", None), ("prone", "Nobody charges who is in contact already.")],
)
def test_a_foe_who_is_out_of_the_fight_stops_no_charge(state, why):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 10)).start()
    table.do("contact", fighter="a", other="b", state="engaged")
    table.scene = table.scene.with_changes([table.scene.write("b", f"conditions.{state}", True)])
    while table.up != ["a"]:
        table.declare(table.up[0])
    assert refusals(table, "declare_melee", "a", "mode").get("charge") == why


def gripping(technique, held, **args):
    """``a``, a wrestler, is about to grip ``b``, whom they hold already or not, with what is said of the attack."""
    table = Table(a=sheet("a", 14, 16, **BARE, **LINES), b=sheet("b", 8)).start()
    if held:
        row = {"grip": "seize", "trained": True, "turns": 1, "wins": 0}
        table.scene = table.scene.with_changes([table.scene.mark("a", "holds", {"b": row})])
    table.declare("b").do("declare_melee", "a", target="b", weapon="bare_hands", technique=technique)
    return table.do("attack", "a", **args)


@pytest.mark.rules("POL-TEST-22", "POL-MARTIAL-19")
@pytest.mark.parametrize(("held", "key"), [(True, "attack-die-grip"), (False, "attack-die")])
def test_a_wish_makes_the_first_test_of_a_grip_harder(held, key):
    table = gripping("lock", held, effect="the keys too").answers(harder="1")
    (request,) = [one.request for one in waiting_on(POLARIS, table.scene) if one.of == "a"]
    assert request.key == key
    assert [term.value for term in request.check.target.modifiers if term.rule == "POL-TEST-22"] == [-3]


@pytest.mark.rules("POL-TEST-24", "POL-MARTIAL-20")
@pytest.mark.parametrize(("result", "die", "grip"), [("hit", 19, "lock"), ("miss", 9, "seize"), ("dice", 9, "lock")])
def test_a_ruling_decides_the_grip_on_somebody_held_already(result, die, grip):
    table = gripping("lock", held=True, result=result)
    table.answers(attack_die_grip=die, defence_die_grip=19)
    if grip == "lock":
        table.answers(twist="keep")
    assert table.mark("a", "holds")["b"]["grip"] == grip


@pytest.mark.rules("POL-MARTIAL-19", "POL-MARTIAL-03")
@pytest.mark.parametrize(("held", "chances"), [(False, 16), (True, 11)])
def test_an_untrained_grip_is_foretold_by_its_first_test(held, chances):
    table = gripping("untrained_lock", held)
    (request,) = [one.request for one in waiting_on(POLARIS, table.scene) if one.of == "a"]
    attack = next(iter(table.scene.exchanges.values())).action
    shown = POLARIS.odds(table.scene, attack)
    assert request.check.target.total == shown.check.target.total == chances


@pytest.mark.rules("POL-MARTIAL-01/armed", "POL-MARTIAL-11")
@pytest.mark.parametrize("technique", ["combat_guard", "dodge", "release"])
@pytest.mark.parametrize("skill", ["heavy_melee", "armed_combat"])
def test_a_heavy_weapon_leaves_no_technique_but_that_of_bare_hands(skill, technique):
    axe = {"weapons": {"axe": {**DAGGER, "skill": skill}}, f"skills__{skill}": {"mastery": "Spé", "level": 10}}
    table = Table(a=sheet("a", 14), b=sheet("b", 8, **axe, **LINES)).start()
    said = {"mode": "retreat" if technique == "dodge" else "defensive", "technique": technique}
    if skill == "heavy_melee" and technique != "release":
        with pytest.raises(Refused, match="The martial arts go with armed or unarmed combat alone."):
            table.do("declare_defend", "b", **said)
    else:
        table.do("declare_defend", "b", **said)


@pytest.mark.rules("POL-MARTIAL-20", "POL-MARTIAL-21", "POL-WOUND-05")
def test_a_hold_ends_with_the_death_of_its_victim():
    table = seized("choke", a=BARE).do("declare_nothing", "b").do("declare_hold", "a", target="b")
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.dead", True)])
    assert str(table.offer("hold", "a").refused) == "This hold is over."
    assert not table.do("pass", "a").do("new_round").mark("a", "holds")
    assert table.offer("declare_hold", "a") is None


def _pass_over(table):
    return table.do("declare_nothing", "b").do("skip", fighter="a")


def _surprise(table):
    return table.do("surprise", fighter="a", modifier=0).do("react", "a").answers(surprise_die=19)


def _confuse(table):
    table.do("declare_nothing", "b").do("declare_hold", "a", target="b").do("change", "a", modifier=-12)
    return table.answers(change_die=20, change_reroll=15, confused="yes")


def _lose(table):
    table.do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a")
    table.scene = table.scene.with_changes([table.scene.mark("a", "lost", True)])
    return table.do("new_round")


@pytest.mark.rules("POL-MARTIAL-20/kept", "POL-SURP-03", "POL-CRIT-10", "POL-INIT-23/catastrophe")
@pytest.mark.parametrize("lose", [_pass_over, _surprise, _confuse, _lose])
def test_a_turn_that_is_lost_keeps_no_hold(lose):
    table = lose(seized(a=BARE))
    assert not table.mark("a", "holds") and table.told("b")[-1].startswith("is free of")


@pytest.mark.rules("POL-MARTIAL-20", "POL-FAT-01")
def test_a_hold_that_was_kept_is_no_longer_lost_by_being_passed_over():
    table = seized(a=BARE, settings={"fatigue_rules": True, "fatigue_every_turns": 1})
    table.do("declare_nothing", "b").do("declare_hold", "a", target="b").do("hold", "a").do("skip", fighter="a")
    assert table.mark("a", "holds")


@pytest.mark.rules("POL-INIT-20/rounds", "POL-RANGED-06")
@pytest.mark.parametrize(
    ("left", "said", "why"),
    [
        (2, {"attacks": "3"}, "One shot: 3 rounds are needed, 2 are left."),
        (3, {"attacks": "3"}, None),
        (7, {"attacks": "2", "fire": "repeated", "rounds": 4}, "Repeated shots: 8 rounds are needed, 7 are left."),
        (1, {}, None),
    ],
)
def test_several_shots_are_announced_with_the_rounds_for_all_of_them(left, said, why):
    table = Table(a=sheet("a", 14, weapons__pistol={**PISTOL, "ammo": left}), b=sheet("b", 8)).start().declare("b")
    if why is None:
        table.declare("a", "b", "pistol", **said)
        return
    with pytest.raises(Refused) as refused:
        table.declare("a", "b", "pistol", **said)
    assert (refused.value.field, str(refused.value)) == ("attacks", why)


@pytest.mark.rules("POL-SURP-11/free", "POL-SURP-09", "POL-INIT-07")
@pytest.mark.parametrize(("acts", "initiative", "up"), [(False, 10, ["c"]), (True, 17, ["a"])])
def test_a_foe_who_cannot_be_detected_declares_the_free_attack_anew(acts, initiative, up):
    table = Table(a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 20 if acts else 10)).start().declare("b")
    for who in ("a", "c") if acts else ("c", "a"):
        table.declare(who, *(("b", "dagger") if who == "c" else ()), preparation="orders")
    if acts:
        table.do("attack", "c").answers(attack_die=19, defence_die=19)
    table.do("newcomer", fighter="a", other="c", undetected=True, modifier=-9).answers(newcomer_die=19)
    assert table.up == ["c"] and table.offer("attack", "c") is None
    table.declare("c", "a").do("attack", "c").answers(**{"attack_die_2" if acts else "attack_die": 19})
    assert (table.up, table.initiative("c")) == (up, initiative) and table.undone() == table.first


@pytest.mark.rules("POL-LUCK-02/unused", "POL-TURN-01")
@pytest.mark.parametrize(("tested", "left"), [(True, 12), (False, 13)])
def test_a_point_of_luck_that_no_test_has_used_comes_back_at_the_end(tested, left):
    table = Table(a=sheet("a", 14), b=sheet("b", 8)).start().do("boost", "a").declare("b").declare("a", "b")
    if tested:
        table.do("attack", "a").answers(attack_die=19, defence_die=19)
    assert table.do("end").scene.sheet("a")["luck"]["current"] == left


@pytest.mark.rules("POL-RANGED-02/contact", "POL-MELEE-14")
@pytest.mark.parametrize(
    ("state", "near", "metres", "bonus"),
    [("engaged", 3, None, 5), ("engaged", 2, None, 0), ("apart", 3, None, -10), ("engaged", 2, 1, 5)],
)
def test_fighters_in_contact_shoot_at_each_other_from_near(state, near, metres, bonus):
    gun = {**PISTOL, "point_blank": near}
    table = Table(a=sheet("a", 14, shot=16, weapons__pistol=gun), b=sheet("b", 8)).start().declare("b")
    if metres is not None:
        table.do("measure", fighter="a", other="b", metres=metres)
    table.do("contact", fighter="a", other="b", state=state).declare("a", "b", "pistol", range="long")
    table.do("shoot", "a")
    assert sum(term.value for term in _open_check(table).target.modifiers) == bonus


@pytest.mark.rules("POL-MARTIAL-10/prone", "POL-INIT-18")
def test_a_prone_fighter_is_not_swept_off_their_feet():
    art = {"skills__martial_offense": {"mastery": "Spé", "level": 12}}
    down = Table(a=sheet("a", 14, **art), b=sheet("b", 8, conditions__prone=True)).start().declare("b")
    with pytest.raises(Refused, match="b lies on the ground already"):
        down.declare("a", "b", technique="sweep")
    table = Table(a=sheet("a", 14, **art), b=sheet("b", 8)).start().declare("b").declare("a", "b", technique="sweep")
    table.scene = table.scene.with_changes([table.scene.write("b", "conditions.prone", True)])
    table.do("attack", "a").answers(attack_die=9, defence_die=19)
    assert not table.scene.exchanges and table.initiative("b") == 8


@pytest.mark.rules("POL-RANGED-16/living", "POL-WOUND-05")
def test_a_stray_bullet_seeks_the_living_alone():
    table = Table({"stray_bullets": True}, a=sheet("a", 14), b=sheet("b", 8), c=sheet("c", 8), d=sheet("d", 8))
    table.scene = table.scene.with_changes([table.scene.write("d", "conditions.dead", True)])
    table.start().declare("b").declare("c").declare("a", "b", "pistol").do("shoot", "a").answers(attack_die=19)
    (asked,) = [prompt.request for prompt in waiting_on(POLARIS, table.scene) if prompt.request]
    assert [option.key for option in asked.options] == ["c"]
