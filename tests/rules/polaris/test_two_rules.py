"""Two rules that meet: a hold and a pace, a stupor and a release, a threat and its weapon, a death and its days."""

import pytest

from rules.engine.exchanges import waiting_on
from tests.rules.polaris.bedside import Bedside
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
    assert table.mark("a", "holds") and table.mark("b", "declared")["pace"] == "still"
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
