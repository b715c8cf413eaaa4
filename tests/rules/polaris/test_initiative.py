"""The order of declarations and of acts, simultaneous ones among them."""

import pytest
from hypothesis import given
from hypothesis import settings as law
from hypothesis import strategies as st

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.core.scene import Action
from rules.games.polaris.harm import wounds
from rules.games.polaris.turn import initiative
from rules.games.polaris.turn.ladder import headline, order
from rules.views.board import view
from rules.views.viewers import Viewer
from tests.rules.polaris.table import PISTOL, POLARIS, Table, fight, sheet

GROUP = st.lists(st.tuples(st.integers(3, 18), st.integers(-6, 6)), min_size=1, max_size=6)


def slowly(rows, fastest):
    """The obvious way: look for the slowest (or fastest) again and again, and for everybody equal to them."""
    left, found = dict(rows), []
    while left:
        best = None
        for key in left.values():
            if best is None or (key > best if fastest else key < best):
                best = key
        equal = [name for name, key in left.items() if key == best]
        found.append(equal)
        for name in equal:
            del left[name]
    return found


def people(group):
    reactions = {f"f{number}": reaction for number, (reaction, _by) in enumerate(group)}
    table = fight(settings={"initiative_floor_rule": "postpone_any"}, **reactions)
    for number, (_reaction, by) in enumerate(group):
        if by:
            table.do("initiative", fighter=f"f{number}", by=by)
    keys = {name: (table.initiative(name), initiative.reaction(table.scene, name)) for name in table.scene.fighters}
    return table, keys


@pytest.mark.rules("POL-INIT-06/slowest", "POL-INIT-15")
@law(max_examples=40, deadline=None)
@given(GROUP)
def test_the_slowest_declares_first_as_a_slow_obvious_sort_has_it(group):
    table, keys = people(group)
    for together in slowly(keys, fastest=False):
        for name in together:
            assert name in table.up
            assert set(table.up) <= set(together)
            table.declare(name)
    assert not initiative.undeclared(table.scene)


@pytest.mark.rules("POL-INIT-11", "POL-INIT-12", "POL-TURN-04")
@law(max_examples=40, deadline=None)
@given(GROUP)
def test_the_fastest_acts_first_as_a_slow_obvious_sort_has_it(group):
    table, keys = people(group)
    while initiative.undeclared(table.scene):
        table.declare(table.up[0])
    ready = {name: key for name, key in keys.items() if key[0] > 0}
    for together in slowly(ready, fastest=True):
        assert set(table.up) == set(together)
        for name in together:
            table.do("act", name, check="none")
    assert table.up == ["gm"]


@pytest.mark.rules("POL-INIT-01", "POL-INIT-04")
def test_a_turn_begins_with_reaction_and_the_bonus_of_the_sheet():
    table = Table(a=sheet(reaction=12), b=sheet(reaction=12, bonuses__base_initiative=2)).start()
    assert (table.initiative("a"), table.initiative("b")) == (12, 14)
    table.do("initiative", fighter="a", by=-4, why="slips")
    assert (initiative.base(table.scene, "a"), table.initiative("a")) == (12, 8)


@pytest.mark.rules("POL-INIT-02")
def test_wounds_lower_the_initiative_of_the_next_turn():
    table = Table(a=sheet(reaction=12, wounds__body__moderate=1), b=sheet()).start()
    assert table.initiative("a") == 9


@pytest.mark.rules("POL-INIT-02/mid-turn")
@pytest.mark.parametrize(("shifts", "now"), [(False, 10), (True, 7)])
def test_a_wound_in_the_turn_moves_the_marker_by_house_setting_only(shifts, now):
    table = fight(a=14, b=10, settings={"mid_turn_wound_shifts_initiative": shifts})
    table.declare("b", "a").declare("a", "b").do("attack", "a", result="hit", place="body")
    table.answers(attack_die=1, defence_die=20, defence_reroll=1, damage=10)
    assert table.wounds("b") == {"body": {"moderate": 1}}
    assert table.initiative("b") == now
    assert initiative.reaction(table.scene, "b") == 7
    table.do("pass", "b").do("new_round")
    assert table.initiative("b") == 7


@pytest.mark.rules("POL-INIT-05", "POL-INIT-08", "POL-INIT-16", "POL-INIT-18")
def test_a_declaration_moves_the_marker_at_once():
    table = fight(a=10, b=12)
    table.declare("a", rushed=True)
    assert [(slot.fighter, slot.at) for slot in order(table.scene)] == [("a", "13"), ("b", "12")]
    table.declare("b", preparation="observe", slower=2)
    assert [(slot.fighter, slot.at) for slot in order(table.scene)] == [("a", "13"), ("b", "5")]
    assert table.up == ["a"]


@pytest.mark.rules("POL-INIT-07")
def test_an_open_declaration_names_action_target_and_manner():
    table = fight(a=10, b=12)
    table.declare("a", "b", rushed=True)
    said = POLARIS.intent(table.scene, "a")
    assert str(said) == "attacks b: Dagger (rushed)"
    assert POLARIS.intent(table.scene, "b") is None


@pytest.mark.rules("POL-INIT-10/two-or-three")
@pytest.mark.parametrize("points", [2, 3])
def test_a_hesitating_fighter_loses_two_or_three_points(points):
    table = fight(a=10, b=12)
    table.do("hesitate", fighter="a", points=str(points))
    assert table.initiative("a") == 10 - points
    with pytest.raises(Refused):
        table.do("hesitate", gm=True, actor="a", fighter="a", points="2")


@pytest.mark.rules("POL-INIT-24")
def test_an_event_moves_an_initiative_with_its_reason():
    table = fight(a=10, b=12)
    table.do("initiative", fighter="b", by=-5, why="the floor gives way")
    assert table.initiative("b") == 7
    assert table.told("b") == ["initiative −5: the floor gives way"]
    assert table.up == ["b"]


@pytest.mark.rules("POL-INIT-09/completed")
def test_a_preparation_alone_passes_the_floor_and_is_completed_later():
    table = fight(a=9, b=12, c=14)
    table.do("prepare", "a", preparation="observe")
    assert table.initiative("a") == 4
    assert table.up == ["b", "a"], "b has the floor, and a may complete their declaration"
    table.declare("b")
    assert table.up == ["c", "a"]
    table.declare("c")
    assert table.up == ["a"], "nobody acts before everybody has declared"
    table.declare("a")
    assert table.up == ["c"]


@pytest.mark.rules("POL-INIT-09/once")
def test_a_preparation_is_announced_once_and_by_house_setting_only():
    table = fight(a=9, b=12)
    table.do("prepare", "a", preparation="observe")
    assert str(table.choice("prepare", "a", "preparation", "observe").refused) == "Done already."
    strict = fight(a=9, b=12, settings={"declaration_reorder": "off"})
    with pytest.raises(Refused, match="made at once"):
        strict.do("prepare", "a", preparation="observe")


@pytest.mark.rules("POL-INIT-18")
def test_a_weapon_that_is_not_in_hand_is_drawn_first():
    sheathed = sheet(weapons__dagger__drawn=False)
    table = Table(a=sheathed, b=sheet(reaction=14)).start()
    assert str(table.choice("declare_melee", "a", "weapon", "dagger").label) == "Dagger (−5)"
    table.declare("a", "b")
    assert table.initiative("a") == 5
    assert table.scene.sheet("a")["weapons"]["dagger"]["drawn"]
    ready = Table(a=sheathed, b=sheet(reaction=14)).start().declare("a", "b", hand_on_it=True)
    assert ready.initiative("a") == 7
    early = Table(a=sheathed, b=sheet(reaction=14)).start().do("prepare", "a", preparation="draw-dagger")
    assert early.initiative("a") == 5
    assert str(early.choice("declare_melee", "a", "weapon", "dagger").label) == "Dagger"


@pytest.mark.rules("POL-INIT-18")
def test_a_fighter_who_stands_up_is_no_longer_on_the_ground():
    table = Table(a=sheet(reaction=14, conditions__prone=True), b=sheet()).start()
    table.declare("b").declare("a", preparation="stand_up")
    assert table.initiative("a") == 4
    assert "prone" not in table.scene.sheet("a").get("conditions", {})


@pytest.mark.rules("POL-INIT-16/not-delayed")
def test_a_rushed_action_gains_three_costs_five_and_cannot_be_delayed():
    table = fight(a=10, b=9)
    with pytest.raises(Refused) as refusal:
        table.declare("b", "a", rushed=True, delayed=True)
    assert refusal.value.field == "delayed"
    table.declare("b", "a", rushed=True).declare("a")
    assert (table.up, table.initiative("b")) == (["b"], 12)
    assert "cannot be delayed" in str(table.offer("delay", "b").refused)
    table.do("attack", "b").answers(attack_die=6, defence_die=20, defence_reroll=1)
    assert table.outcome("b").check.target.total == 5


@pytest.mark.rules("POL-INIT-16")
def test_rushing_is_not_offered_where_the_rule_is_off():
    table = fight(a=10, b=9, settings={"rushing": False})
    assert "rushed" not in {field.key for field in table.offer("declare_other", "b").fields}


@pytest.mark.rules("POL-INIT-12/resolved")
def test_the_higher_reaction_at_one_phase_is_resolved_completely_first():
    table = fight(a=12, b=9)
    table.declare("b", "a").do("initiative", fighter="a", by=-3).declare("a", "b")
    assert (table.initiative("a"), table.initiative("b")) == (9, 9)
    assert table.up == ["a"]
    table.do("attack", "a").answers(attack_die=10, defence_die=20, defence_reroll=1)
    assert table.up == [], "b waits until the blow has landed"
    table.answers(location=7, damage=10)
    assert table.wounds("b") == {"body": {"moderate": 1}}
    table.do("attack", "b").answers(attack_die=8, defence_die=20, defence_reroll=1)
    assert not table.outcome("b").level.succeeded, "the wound of this turn counts already"


@pytest.mark.rules("POL-INIT-13/together", "POL-TURN-06")
def test_complete_equals_strike_at_once_with_simple_tests_and_may_both_be_hurt():
    table = fight("a", "b").declare("a", "b").declare("b", "a")
    assert table.up == ["a", "b"]
    table.do("attack", "a").answers(of="a", attack_die=9, location=7, damage=10)
    assert table.wounds("b") == {}, "nothing lands before both have struck"
    assert table.up == ["b"]
    table.do("attack", "b").answers(of="b", attack_die=9, location=7, damage=10)
    assert table.outcome("b").check.target.total == 10, "the wound that lands with this blow does not hamper it"
    assert table.wounds("a") == table.wounds("b") == {"body": {"moderate": 1}}
    assert table.undone() == table.first


@pytest.mark.rules("POL-INIT-13")
def test_one_of_two_equals_who_gives_up_lets_the_other_be_opposed_again():
    table = fight("a", "b").declare("a", "b").declare("b", "a").do("attack", "a").answers(attack_die=9)
    table.do("pass", "b")
    assert table.asked() == [("b", "defence-die")]


@pytest.mark.rules("POL-INIT-14")
def test_equals_declare_in_secret_and_are_revealed_together():
    table = fight("a", "b", c=14)
    table.declare("a", "b", rushed=True)
    assert POLARIS.intent(table.scene, "a") is None
    assert str(POLARIS.title(table.scene, _declaration("b", "a"))).startswith("b declares")
    assert str(_told(table)) == "a has declared in secret"
    assert {slot.fighter: slot.at for slot in order(table.scene)}["a"] == "10", "the marker does not tell either"
    table.declare("b", "a")
    assert str(POLARIS.intent(table.scene, "a")) == "attacks b: Dagger (rushed)"
    assert {slot.fighter: slot.at for slot in order(table.scene)}["a"] == "13"


@pytest.mark.rules("POL-INIT-14")
def test_only_the_author_of_a_secret_declaration_reads_it():
    table = fight("a", "b", c=14).declare("a", "b")
    owned = {who: frozenset({table.scene.fighters[who].character}) for who in ("a", "b")}
    seen = {
        "own": Viewer("seat", owned["a"]),
        "other": Viewer("seat", owned["b"]),
        "table": Viewer("table"),
        "who plays another": Viewer("gm", owned["b"]),
        "who plays them": Viewer("gm", owned["a"]),
    }
    rows = {who: next(row for row in view(POLARIS, table.scene, seen[who]).rows if row.fighter == "a") for who in seen}
    told = "attacks B: Dagger"
    assert {who: str(row.intent) for who, row in rows.items() if row.intent} == {"own": told, "who plays them": told}


@pytest.mark.rules("POL-INIT-14")
@pytest.mark.parametrize("always", [False, True])
def test_the_ladder_hides_secret_declarations(always):
    said = [
        ("melee", {"target": "b", "weapon": "dagger", "rushed": True}),
        ("defend", {"mode": "defensive", "slower": 3}),
        ("other", {"what": "looks around", "whole": True}),
        ("nothing", {}),
        ("defend", {"mode": "defensive", "preparation": "dive"}),
    ]

    def seen(kind, args):
        table = fight("a", "b", c=14, settings={"sealed_declarations": "always" if always else "ties"})
        table.do(f"declare_{kind}", "a", **args)
        assert POLARIS.intent(table.scene, "a") is None
        return view(POLARIS, table.scene, Viewer("table"))

    first, *others = (seen(kind, args) for kind, args in said)
    assert all(other == first for other in others)


@pytest.mark.rules("POL-INIT-14", "POL-INIT-18")
@pytest.mark.parametrize("passed", [False, True])
def test_a_secret_dive_shows_the_fighter_prone_once_revealed(passed):
    table = fight("a", "b", c=14).do("declare_defend", "a", mode="defensive", preparation="dive")
    assert not wounds.is_prone(table.scene.sheet("a"))
    assert "done" not in POLARIS.open_marks(table.scene, "a")
    if passed:
        table.do("skip", fighter="b")
    else:
        table.do("declare_nothing", "b")
    assert wounds.is_prone(table.scene.sheet("a"))
    assert not wounds.is_prone(table.scene.sheet("b"))


@pytest.mark.rules("POL-INIT-14/sealed")
@pytest.mark.parametrize("how", ["hide", "adjust"])
def test_a_secret_dive_lands_once_the_last_equal_is_hidden_or_put_out_by_hand(how):
    table = fight("a", "b", c=14).do("declare_defend", "a", mode="defensive", preparation="dive")
    out = {"character": table.scene.fighters["b"].character, "path": "conditions.cannot_act", "value": True}
    table.do(how, **(out if how == "adjust" else {"fighter": "b"}))
    assert wounds.is_prone(table.scene.sheet("a"))
    if how == "hide":
        table.do("reveal", fighter="b")
    assert POLARIS.intent(table.scene, "a") is not None, "what everybody has read is not secret again"


@pytest.mark.rules("POL-INIT-14/sealed")
def test_everybody_declares_in_secret_or_nobody_by_the_setting():
    always = fight(a=9, b=12, c=14, settings={"sealed_declarations": "always"})
    assert always.up == ["a", "b", "c"]
    always.declare("c").declare("a")
    assert POLARIS.intent(always.scene, "c") is None
    before = always.scene
    assert POLARIS.opened(before, before) == ()
    always.declare("b")
    assert POLARIS.intent(always.scene, "c") is not None
    opened = POLARIS.opened(before, always.scene)
    assert [one for one, _text in opened] == ["a", "c"], "from the slowest on"
    assert all(text == POLARIS.intent(always.scene, one) for one, text in opened)
    equal = fight(z=9, a=9, c=14, settings={"sealed_declarations": "always"}).declare("a").declare("z")
    opened = POLARIS.opened(equal.scene, equal.declare("c").scene)
    assert [one for one, _text in opened] == ["z", "a"], "equals as they stand in the fight, not by a chance name"
    never = fight("a", "b", settings={"sealed_declarations": "never"}).declare("a")
    assert POLARIS.intent(never.scene, "a") is not None


@pytest.mark.rules("POL-INIT-14/hidden")
def test_a_hidden_equal_does_not_make_a_declaration_secret():
    table = fight("a", "b")
    table.scene = table.scene.with_changes((table.scene.change("fighters.b.hidden", True),))
    table.declare("a")
    assert POLARIS.intent(table.scene, "a") is not None


@pytest.mark.rules("POL-INIT-14/hidden")
def test_an_equal_hidden_since_keeps_no_declaration_secret():
    table = fight("a", "b").declare("a")
    assert POLARIS.intent(table.scene, "a") is None
    table.do("hide", fighter="b")
    assert POLARIS.intent(table.scene, "a") is not None


def test_a_hidden_leader_gives_nobody_in_sight_their_place():
    table = fight(a=10, b=14)
    table.scene = table.scene.with_changes((table.scene.mark("a", "leader", "b"),))
    led = initiative.next_initiative(table.scene, "a")
    table.do("hide", fighter="b")
    assert initiative.next_initiative(table.scene, "a") < led


def test_a_marker_shared_with_somebody_hidden_moves_nobody_in_sight():
    table = fight(a=10, b=14).do("hide", fighter="b")
    before = view(POLARIS, table.scene, Viewer("table"))
    table.do("share", fighter="a", other="b", state="shared")
    assert view(POLARIS, table.scene, Viewer("table")) == before


def test_a_hidden_hero_waits_for_nobody_hidden_from_their_player():
    """Both are up together; the player of the one may not learn of the other."""
    table = fight("a", "b").do("hide", fighter="a").do("hide", fighter="b")
    for who in table.scene.fighters:
        table.do("declare_other", who, what="looks")
    table.do("next").do("act", "a", gm=False, check="reaction").answer("test-die", 9)
    assert (table.scene.exchanges, table.up) == ({}, ["b"])


@pytest.mark.rules("POL-INIT-17/before")
def test_a_delayed_fighter_acts_when_they_say_so_before_those_of_that_phase():
    table = fight(settings={"delaying": "any"}, a=14, b=12, c=9)
    for name in ("c", "b", "a"):
        table.declare(name)
    assert table.up == ["a"]
    table.do("delay", "a")
    assert table.up == ["b"]
    table.do("act", "b", check="none")
    assert table.up == ["c"]
    table.do("act", "a", check="none")
    table.do("act", "c", check="none")
    assert table.up == ["gm"]


@pytest.mark.rules("POL-INIT-17/next-turn")
def test_a_delayed_action_may_be_carried_to_the_first_phase_of_the_next_turn():
    table = fight(a=9, b=14)
    table.declare("a", "b", delayed=True).declare("b")
    table.do("act", "b", check="none")
    assert table.up == ["a"], "nobody else is left: now or next turn"
    table.do("carry", "a")
    assert table.up == ["gm"]
    table.do("new_round")
    assert table.up == ["b"], "a has declared already"
    table.declare("b", "a")
    assert table.up == ["a"], "the carried action comes before everybody"
    assert headline(table.scene).figure == "14"
    table.do("attack", "a")


@pytest.mark.rules("POL-INIT-17")
def test_two_fighters_delayed_to_the_end_act_by_reaction_and_equals_together():
    table = fight("a", "b", c=12).declare("a", delayed=True).declare("b", delayed=True).declare("c", delayed=True)
    assert table.up == ["c"]
    table.do("act", "c", check="none")
    assert table.up == ["a", "b"]


@pytest.mark.rules("POL-INIT-19/postponed")
def test_initiative_at_nothing_puts_the_action_off_to_the_start_of_the_next_turn():
    table = fight(a=8, b=12)
    table.declare("a", "b", preparation="orders", slower=7).declare("b")
    assert table.initiative("a") == -2
    assert [(slot.fighter, str(slot.at)) for slot in order(table.scene)] == [("b", "12"), ("a", "turn +1")]
    table.do("act", "b", check="none")
    assert table.up == ["gm"]
    table.do("new_round").declare("b")
    assert (table.up, table.initiative("a")) == (["a"], 8)


@pytest.mark.rules("POL-INIT-19/postponed")
def test_zero_initiative_acts_in_the_last_phase_by_house_setting():
    table = fight(a=8, b=12, settings={"initiative_floor_rule": "last"})
    table.declare("a", preparation="orders", slower=7).declare("b").do("act", "b", check="none")
    assert (table.up, headline(table.scene).figure) == (["a"], "1")


def test_a_fighter_who_begins_below_one_acts_in_the_last_phase_instead_of_never():
    hurt = Table(a=sheet(reaction=4, wounds__body__critical=1), b=sheet()).start()
    hurt.declare("a").declare("b").do("act", "b", check="none")
    assert (hurt.initiative("a"), hurt.up) == (-6, ["a"])


def test_the_game_master_allows_a_new_declaration_from_the_same_position():
    table = fight(a=10, b=12).declare("a", rushed=True).declare("b")
    table.do("redeclare", fighter="a")
    assert (table.up, table.initiative("a")) == (["a"], 10)


@pytest.mark.rules("POL-INIT-08/readied", "POL-INIT-18")
@pytest.mark.parametrize(
    ("said", "first", "again"),
    [
        ({}, 15, 15),
        ({"preparation": "stand_up"}, 15, 5),
        ({"weapon": "pistol"}, 15, 10),
        ({"weapon": "pistol", "hand_on_it": True, "preparation": "orders", "rushed": True}, 15, 12),
        ({"weapon": "gun", "fire": "short_burst"}, 15, 12),
        ({"weapon": "gun", "fire": "aimed", "points": 3}, 15, 15),
    ],
)
def test_a_new_declaration_gives_back_no_price_of_what_stays_ready(said, first, again):
    gun = {**PISTOL, "modes": "CC/RC"}
    arms = {"weapons": {"pistol": {**PISTOL, "drawn": False}, "gun": gun}, "conditions__prone": True}
    table = Table({"fire_manners": True}, a=sheet("a", first, **arms), b=sheet("b", 8)).start().declare("b")
    table.declare("a", *(("b",) if "weapon" in said else ()), **said).do("redeclare", fighter="a")
    assert table.initiative("a") == again and table.undone() == table.first


def test_a_fighter_passed_over_does_nothing_more_in_the_turn():
    table = fight(a=10, b=12).do("skip", fighter="a").declare("b").do("act", "b", check="none")
    assert table.up == ["gm"]


def _declaration(actor, target):

    return Action("declare_melee", actor, {"target": target, "weapon": "dagger"})


def _told(table):
    return from_json(table.events[-1].payload["told"]["table"])


def _beside(hidden, **of_a):
    """Three people who have declared, ``a`` the slowest of them, and perhaps somebody hidden who is the fastest."""
    table = fight(a=10, b=12, c=14, **({"ghost": 30} if hidden else {}))
    if hidden:
        table.scene = table.scene.with_changes((table.scene.change("fighters.ghost.hidden", True),))
    table.declare("a", "c", **of_a)
    for who in list(table.scene.fighters)[1:]:
        table.declare(who)
    return table


@pytest.mark.parametrize(
    "act",
    [
        lambda hidden: _beside(hidden).do("cut_in", fighter="a"),
        lambda hidden: _beside(hidden, delayed=True).do("attack", "a"),
    ],
    ids=["cuts in", "strikes at last"],
)
def test_the_phase_of_a_hidden_fighter_moves_no_marker_that_is_seen(act):
    quiet, other = act(False), act(True)
    assert other.initiative("a") == quiet.initiative("a")
    known, seen = (view(POLARIS, table.scene, Viewer("table")) for table in (quiet, other))
    assert (known.rungs, known.headline) == (seen.rungs, seen.headline)


def test_an_action_carried_over_comes_before_a_hidden_fighter_of_a_later_phase():
    table = _beside(True, delayed=True)
    for who in ("ghost", "c", "b"):
        table.do("act", who, check="none")
    table.do("carry", "a").do("new_round")
    for who in ("b", "c", "ghost"):
        table.declare(who)
    assert table.up == ["a"]
    assert initiative.at(table.scene, "a", 0) == 14, "the phases that everybody sees"
