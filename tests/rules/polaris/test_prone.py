"""On the ground: acts on foot take standing up first, and a dive ends there (POL-INIT-18, POL-MELEE-10)."""

import pytest

from rules.core.errors import Refused
from rules.core.script import Effect
from rules.games.polaris.close_combat import holds
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import Table, fight, sheet

PRONE = {"conditions": {"prone": True}}
FEET = "On the ground nobody runs, charges or gives ground: stand up first."


def down(settings=None):
    """``a`` lies on the ground and is to declare."""
    return Table(settings, a=sheet(reaction=20, **PRONE), b=sheet()).start().declare("b", "a")


def thrown(table, fighter):
    """The table after somebody has been thrown to the ground."""
    fall = POLARIS.land(table.scene, Effect("condition", fighter, {"key": "prone"}))
    table.scene = table.scene.with_changes(fall)
    return table


RUNS = [
    ("declare_other", {"pace": "medium"}),
    ("declare_other", {"pace": "maximum"}),
    ("declare_shoot", {"target": "b", "weapon": "pistol", "pace": "medium"}),
    ("declare_melee", {"target": "b", "weapon": "dagger", "mode": "charge"}),
    ("declare_defend", {"mode": "retreat"}),
]


@pytest.mark.rules("POL-INIT-18/ground", "POL-MELEE-10")
@pytest.mark.parametrize(("kind", "args"), RUNS)
@pytest.mark.parametrize("reorder", ["off", "deferred_completion"])
def test_a_prone_fighter_stands_up_before_acts_on_foot(kind, args, reorder):
    settings = {"declaration_reorder": reorder}
    with pytest.raises(Refused, match="On the ground nobody runs"):
        down(settings).do(kind, "a", **args)
    table = down(settings).do(kind, "a", **args, preparation="stand_up")
    assert table.initiative("a") == 10 and "conditions" not in table.scene.sheet("a")


@pytest.mark.rules("POL-INIT-18")
@pytest.mark.parametrize(("kind", "args"), [row for row in RUNS if "pace" not in row[1]])
def test_an_act_on_foot_follows_no_dive(kind, args):
    with pytest.raises(Refused, match="On the ground nobody runs"):
        fight("b", a=20).declare("b").do(kind, "a", **args, preparation="dive")


@pytest.mark.rules("POL-INIT-18/end-of-move", "POL-RANGED-04")
@pytest.mark.parametrize(
    ("how", "pace", "initiative", "own", "lies"),
    [
        ("dive", "medium", 20, -5, (False, True)),
        ("dive", "still", 15, 0, (True, True)),
        ("crouch", "slow", 20, -3, (False, False)),
        ("crouch", "still", 17, 0, (False, False)),
    ],
)
def test_a_dive_at_the_end_of_a_move_costs_nothing_and_comes_last(how, pace, initiative, own, lies):
    table = fight("b", a=20).declare("b").declare("a", "b", "pistol", preparation=how, pace=pace)
    before = bool(table.scene.sheet("a").get("conditions"))
    assert table.initiative("a") == initiative
    table.do("shoot", "a").answers(attack_die=19)
    terms = (term for term in table.outcome("a").check.target.modifiers if str(term.label).startswith("Own pace"))
    assert sum(term.value for term in terms) == own
    assert (before, bool(table.scene.sheet("a").get("conditions"))) == lies


@pytest.mark.rules("POL-INIT-18/end-of-move")
def test_a_run_may_end_on_the_ground():
    table = fight("b", a=20).declare("b").declare("a", preparation="dive", pace="fast")
    assert "conditions" not in table.do("act", "a", check="none").scene.sheet("b")
    assert table.scene.sheet("a")["conditions"] == {"prone": True} and table.undone() == table.first


@pytest.mark.rules("POL-INIT-18")
@pytest.mark.parametrize("args", [{}, {"pace": "slow"}, {"preparation": "short_move"}])
def test_a_prone_fighter_may_crawl(args):
    assert down().declare("a", **args).mark("a", "declared")["kind"] == "other"


@pytest.mark.rules("POL-INIT-18", "POL-MELEE-11")
@pytest.mark.parametrize("alone", [False, True])
def test_a_dive_ends_on_the_ground(alone):
    table = fight("b", a=20).declare("b")
    table.do("prepare", "a", preparation="dive") if alone else table.declare("a", preparation="dive")
    assert table.scene.sheet("a")["conditions"] == {"prone": True}


@pytest.mark.rules("POL-INIT-18")
@pytest.mark.parametrize("offer", ["declare_other", "declare_melee", "declare_defend", "prepare"])
def test_only_the_prone_stand_up_and_only_the_standing_dive(offer):
    def refused(table, key):
        return (why := table.choice(offer, "a", "preparation", key).refused) and str(why)

    standing = fight("b", a=20).declare("b")
    assert (refused(standing, "stand_up"), refused(standing, "dive")) == ("Stands already.", None)
    assert (refused(down(), "stand_up"), refused(down(), "dive")) == (None, "On the ground already.")


@pytest.mark.rules("POL-TURN-06", "POL-MELEE-10")
def test_a_fighter_thrown_down_neither_runs_on_nor_charges():
    table = fight("b", a=20).declare("b").declare("a", pace="maximum")
    assert holds.pace(thrown(table, "a").scene, "a") == "slow"
    table = fight("b", a=20).declare("b").declare("a", "b", mode="charge")
    assert str(thrown(table, "a").offer("attack", "a").refused) == FEET


@pytest.mark.rules("POL-MELEE-10", "POL-MELEE-11")
def test_a_retreat_on_the_ground_is_a_defence():
    def chances(falls):
        table = fight("b", a=20).do("declare_defend", "b", mode="retreat").declare("a", "b")
        (thrown(table, "b") if falls else table).do("attack", "a").answers(attack_die=19, defence_die=19)
        return table.outcome("b").check.target.total

    assert (chances(falls=False), chances(falls=True)) == (10 + 5, 10 + 3 - 5)


@pytest.mark.rules("POL-INIT-18/ground")
@pytest.mark.parametrize(("start", "step"), [({}, "dive"), (PRONE, "stand_up")])
def test_lying_down_or_standing_up_is_no_harm(start, step):
    table = Table({"confirm": "always"}, a=sheet(reaction=20, **start), b=sheet()).start().declare("b")
    table.declare("a", preparation=step)
    kinds = [row["kind"] for row in table.events[-1].payload["effects"]]
    assert kinds and not any(POLARIS.hurts(Effect(kind, "a")) for kind in kinds)
