"""The wound counter: its cascade against a slow obvious one, exact undo, and what wounds bring."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Refused
from rules.core.paths import canonical, get, put
from rules.core.scene import Change
from rules.games.polaris.harm import wounds
from rules.games.polaris.tables import CAPACITY, LIMBS, PACES, PLACES, SEVERITY_THRESHOLDS, WOUND_PENALTY
from tests.rules.polaris.play import MERCENARY, POLARIS, examples

ORDER = tuple(SEVERITY_THRESHOLDS)
places = st.sampled_from(tuple(PLACES))
severities = st.sampled_from(ORDER)
grids = st.fixed_dictionaries(
    {
        place: st.fixed_dictionaries({s: st.integers(0, most) for s, most in rows.items()})
        for place, rows in CAPACITY.items()
    }
).map(lambda grid: canonical({place: {s: n or None for s, n in rows.items()} for place, rows in grid.items()}))


def slow_tick(grid, place, severity):
    """The counter as paper: a list of boxes for each row, ticked and rubbed out by hand."""
    paper = {
        row: [number < wounds.boxes(grid, place, row) for number in range(most)]
        for row, most in CAPACITY[place].items()
    }
    if place in LIMBS and paper["fatal"] == [True]:
        return grid
    for row in ORDER[ORDER.index(severity) :]:
        if False in paper[row]:
            paper[row][paper[row].index(False)] = True
            break
        if row != "fatal":
            paper[row] = [False] * len(paper[row])
    after = {row: sum(boxes) or None for row, boxes in paper.items()}
    return canonical({**grid, place: after})


@pytest.mark.rules("POL-WOUND-02", "POL-WOUND-03", "POL-WOUND-04/crossed", "POL-WOUND-05", "POL-WOUND-06")
@given(grids, places, severities)
def test_the_cascade_is_that_of_pencil_and_paper(grid, place, severity):
    assert wounds.tick(grid, place, severity).grid == slow_tick(grid, place, severity)


@pytest.mark.rules("POL-WOUND-02/there")
@given(grids, places, severities)
def test_a_wound_leaves_every_other_place_alone(grid, place, severity):
    after = wounds.tick(grid, place, severity).grid
    assert {key: row for key, row in after.items() if key != place} == {k: r for k, r in grid.items() if k != place}


@pytest.mark.rules("POL-WOUND-04/crossed")
@given(grids, places, severities)
def test_rows_that_are_not_crossed_stay(grid, place, severity):
    marked = wounds.tick(grid, place, severity)
    for row in set(ORDER) - {marked.ticked, *marked.erased}:
        assert wounds.boxes(marked.grid, place, row) == wounds.boxes(grid, place, row)


@pytest.mark.rules("POL-WOUND-03/next-one")
def test_filling_a_row_does_nothing_and_the_wound_after_it_erases_the_row():
    grid = {}
    for _wound in range(4):
        marked = wounds.tick(grid, "body", "light")
        grid = marked.grid
    assert (grid, marked.erased) == ({"body": {"light": 4}}, ())
    marked = wounds.tick(grid, "body", "light")
    assert (marked.grid, marked.erased, marked.ticked) == ({"body": {"moderate": 1}}, ("light",), "moderate")


@pytest.mark.rules("POL-WOUND-04/climbs")
def test_a_cascade_climbs_through_every_full_row():
    full = {"head": {"light": 3, "moderate": 3, "serious": 2, "critical": 2}}
    marked = wounds.tick(full, "head", "light")
    assert (marked.grid, marked.ticked) == ({"head": {"mortal": 1}}, "mortal")
    assert marked.erased == ("light", "moderate", "serious", "critical")


@pytest.mark.rules("POL-WOUND-05/head-body")
@pytest.mark.parametrize("place", ["head", "body"])
def test_a_fatal_wound_to_head_or_body_is_death(place):
    marked = wounds.tick({}, place, "fatal")
    sheet = {"wounds": marked.grid}
    assert (marked.death, marked.destroyed, str(marked.text)) == (True, False, f"{PLACES[place]}: death")
    assert (wounds.is_dead(sheet), str(POLARIS.health(sheet, {}).label)) == (True, "Dead")


@pytest.mark.rules("POL-WOUND-06/limb")
@pytest.mark.parametrize("place", LIMBS)
def test_a_fatal_wound_to_a_limb_destroys_it_and_kills_nobody(place):
    marked = wounds.tick({place: {"mortal": 1}}, place, "mortal")
    sheet = {"wounds": marked.grid}
    assert (marked.death, marked.destroyed, wounds.is_dead(sheet)) == (False, True, False)
    assert str(marked.text) == f"{PLACES[place]}: mortal: 1 box erased, limb destroyed"


@pytest.mark.rules("POL-WOUND-06/further")
def test_a_wound_on_a_destroyed_limb_is_ignored_with_a_warning_unless_set_otherwise():
    grid = {"left_arm": {"fatal": 1}}
    marked = wounds.tick(grid, "left_arm", "light")
    assert (marked.grid, marked.ignored) == (grid, True)
    assert str(marked.text) == "Left arm: already destroyed, this wound is ignored"
    assert wounds.tick(grid, "left_arm", "light", "mark").grid == {"left_arm": {"fatal": 1, "light": 1}}


@pytest.mark.rules("POL-WOUND-05")
def test_the_dead_do_not_die_twice():
    grid = {"head": {"fatal": 1}}
    marked = wounds.tick(grid, "head", "fatal")
    assert (marked.grid, marked.ticked, marked.death) == (grid, "", False)


# Steps on the sheet.


def stepped(sheet, path, by):
    changes = [
        Change("character:k", key, get(sheet, key), value)
        for key, value in POLARIS.step(sheet, {}, path, by).writes.items()
    ]
    for change in changes:
        sheet = change.on(sheet)
    return sheet, changes


@pytest.mark.rules("POL-WOUND-23", "POL-WOUND-03")
@given(grids, places, severities)
def test_a_step_writes_a_wounds_effects_and_its_undo_restores_the_exact_counter(grid, place, severity):
    sheet = canonical({"name": "x", "wounds": grid})
    after, changes = stepped(sheet, f"wounds.{place}.{severity}", 1)
    assert after.get("wounds", {}) == wounds.tick(grid, place, severity).grid
    for change in reversed(changes):
        after = change.inverse.on(after)
    assert after == sheet


@pytest.mark.rules("POL-WOUND-23")
@given(grids, places, severities)
def test_unticking_undoes_a_tick_that_did_not_cascade(grid, place, severity):
    marked = wounds.tick(grid, place, severity)
    if marked.ticked == severity and not marked.erased:
        assert wounds.untick(marked.grid, place, severity) == grid


@pytest.mark.rules("POL-WOUND-23")
def test_an_empty_row_cannot_be_unticked():
    with pytest.raises(Refused, match="No box is ticked here"):
        POLARIS.step({}, {}, "wounds.body.light", -1)


@pytest.mark.rules("POL-WOUND-23")
@pytest.mark.parametrize(("by", "left", "erased"), [(-1, 2, "1 box"), (-2, 1, "2 boxes"), (-3, None, "3 boxes")])
def test_unticking_names_the_erased_boxes(by, left, erased):
    step = POLARIS.step({"wounds": {"body": {"light": 3}}}, {}, "wounds.body.light", by)
    assert (step.writes, str(step.text)) == ({"wounds.body.light": left}, f"Body: light: {erased} erased")


@pytest.mark.rules("POL-WOUND-03", "POL-WOUND-07")
def test_a_step_previews_the_cascade_and_the_acts_due_at_once():
    sheet = {"wounds": {"head": {"moderate": 3}}}
    step = POLARIS.step(sheet, {}, "wounds.head.moderate", 1)
    assert step.writes == {"wounds.head.moderate": None, "wounds.head.serious": 1}
    assert str(step.text) == (
        "Head: moderate: 3 boxes erased, serious: 1 box ticked, shock test, penalty −5, sequelae to be decided"
    )
    assert "shock" not in str(POLARIS.step(sheet, {"shock_rules": False}, "wounds.head.moderate", 1).text)


def test_a_step_of_zero_writes_and_announces_nothing():
    step = POLARIS.step({"wounds": {"body": {"light": 3}}}, {}, "wounds.body.light", 0)
    assert (step.writes, step.text) == ({}, None)


def test_several_wounds_at_once_are_one_after_the_other():
    step = POLARIS.step({"wounds": {"body": {"light": 3}}}, {}, "wounds.body.light", 2)
    assert step.writes == {"wounds.body.light": None, "wounds.body.moderate": 1}


@pytest.mark.rules("POL-WOUND-03", "POL-WOUND-04", "POL-WOUND-10")
@pytest.mark.parametrize("one", examples("wounds"))
def test_worked_example(one):
    sheet = MERCENARY | {"wounds": one["given"]["wounds"]}
    for place, severity, expect in one["expect"]:
        sheet = stepped(sheet, f"wounds.{place}.{severity}", 1)[0]
        assert sheet["wounds"] == expect["wounds"]
        assert sum(term.value for term in wounds.penalty(sheet, {}) if term.ignored is None) == expect["penalty"]
        assert wounds.pace_limit(sheet) == expect["pace"]


# Effects of wounds.


@pytest.mark.rules("POL-WOUND-08", "POL-WOUND-09", "POL-WOUND-10", "POL-WOUND-11")
@pytest.mark.parametrize(
    ("severity", "penalty"),
    [("light", -1), ("moderate", -3), ("serious", -5), ("critical", -10), ("mortal", -10), ("fatal", -10)],
)
def test_each_severity_has_its_printed_penalty(severity, penalty):
    assert [term.value for term in wounds.penalty({"wounds": {"body": {severity: 1}}}, {})] == [penalty]


@pytest.mark.rules("POL-WOUND-10", "POL-WOUND-11", "POL-WOUND-12", "POL-WOUND-13", "POL-WOUND-18")
@pytest.mark.parametrize(
    ("severity", "place", "pace", "shock", "sequelae"),
    [
        ("light", "head", "none", None, False),
        ("moderate", "body", "none", None, False),
        ("serious", "right_arm", "none", None, False),
        ("serious", "left_leg", "medium", None, False),
        ("serious", "body", "medium", 0, False),
        ("serious", "head", "medium", -5, True),
        ("critical", "left_arm", "medium", 0, True),
        ("critical", "right_leg", "immobile", 0, True),
        ("critical", "body", "slow", -5, True),
        ("critical", "head", "slow", -10, True),
        ("mortal", "right_arm", "slow", -5, True),
        ("mortal", "right_leg", "immobile", -5, True),
        ("mortal", "body", "slow", -10, True),
        ("mortal", "head", "slow", -15, True),
        ("fatal", "left_arm", "slow", -10, True),
        ("fatal", "left_leg", "immobile", -10, True),
        ("fatal", "body", "immobile", None, False),
        ("fatal", "head", "immobile", None, False),
    ],
)
def test_each_wound_has_the_effects_of_its_table(severity, place, pace, shock, sequelae):
    found = wounds.effect(place, severity)
    assert (found.pace, wounds.shock_malus(place, severity), found.sequelae) == (pace, shock, sequelae)


@pytest.mark.rules("POL-WOUND-14/worst")
@pytest.mark.parametrize(
    ("stacking", "total"),
    [("worst_only", -5), ("worst_plus_one_per_extra_serious_location", -6), ("sum", -1 - 1 - 5 - 5 - 5)],
)
def test_penalties_of_several_wounds_count_as_set(stacking, total):
    sheet = {"wounds": {"body": {"light": 2}, "left_arm": {"serious": 2}, "head": {"serious": 1}}}
    terms = wounds.penalty(sheet, {"wound_penalty_stacking": stacking})
    assert sum(term.value for term in terms if term.ignored is None) == total


@pytest.mark.rules("POL-WOUND-14")
@pytest.mark.parametrize(
    ("hurt", "values"),
    [
        ({"body": {"serious": 2}}, [-5]),
        ({"body": {"serious": 1}, "head": {"moderate": 1}}, [-5, -3]),
        ({"body": {"serious": 1}, "head": {"serious": 1}}, [-5, -5, -1]),
        ({"body": {"critical": 1}, "head": {"serious": 1}, "left_leg": {"serious": 1}}, [-10, -5, -5, -2]),
    ],
)
def test_only_further_places_that_are_badly_hurt_take_one_more_each(hurt, values):
    terms = wounds.penalty({"wounds": hurt}, {"wound_penalty_stacking": "worst_plus_one_per_extra_serious_location"})
    assert [term.value for term in terms] == values


@pytest.mark.rules("POL-WOUND-22/minor")
@pytest.mark.parametrize(
    ("sheet", "rule", "kept"),
    [({"minor": True}, True, True), ({"minor": True}, False, False), ({}, True, False), ({}, False, False)],
)
def test_only_the_worst_wound_of_a_minor_opponent_is_kept_by_house_setting(sheet, rule, kept):
    assert wounds.is_simplified(sheet, {"simplified_npc_wounds": rule}) == kept


@pytest.mark.rules("POL-WOUND-22")
@pytest.mark.parametrize(
    ("grid", "kept"),
    [
        ({}, {}),
        ({"body": {"light": 3}}, {"body": {"light": 1}}),
        ({"head": {"moderate": 1}, "body": {"light": 3, "serious": 2}}, {"body": {"serious": 1}}),
    ],
)
def test_the_worst_wound_is_kept_as_one_box(grid, kept):
    assert wounds.worst_alone(grid) == kept


@pytest.mark.rules("POL-WOUND-14", "POL-WOUND-20")
@given(grids, places, severities, st.sampled_from(["worst_only", "worst_plus_one_per_extra_serious_location"]))
def test_another_box_never_makes_the_penalty_lighter(grid, place, severity, stacking):
    if wounds.boxes(grid, place, severity) == CAPACITY[place][severity]:
        return
    settings = {"wound_penalty_stacking": stacking}

    def total(boxes):
        return sum(term.value for term in wounds.penalty({"wounds": boxes}, settings) if term.ignored is None)

    more = put(grid, f"{place}.{severity}", wounds.boxes(grid, place, severity) + 1)
    assert total(more) <= total(grid)


@pytest.mark.rules("POL-WOUND-14")
@given(grids)
def test_the_worst_wound_alone_counts_and_all_are_listed(grid):
    terms = wounds.penalty({"wounds": grid}, {})
    counted = [term for term in terms if term.ignored is None]
    cells = [(place, s) for place in CAPACITY for s in CAPACITY[place] if wounds.boxes(grid, place, s)]
    assert len(terms) == len(cells)
    assert [term.value for term in counted] == ([min(WOUND_PENALTY[s] for _place, s in cells)] if cells else [])


@pytest.mark.rules("POL-WOUND-14")
def test_the_penalty_is_derived_with_a_line_for_each_row_of_wounds():
    def lines(sheet):
        (row,) = [row for row in POLARIS.derive(sheet, {}) if row.key == "wound_penalty"]
        return row.value.total, [str(line.label) for line in row.value.modifiers]

    assert lines({}) == (0, [])
    hurt = {"wounds": {"body": {"light": 1}, "head": {"moderate": 2}}}
    assert lines(hurt) == (-3, ["Wounds: 2 moderate, head", "Wound: light, body"])


@pytest.mark.rules("POL-WOUND-19/most")
@given(grids)
def test_the_limit_of_pace_is_the_most_restrictive_of_all_wounds(grid):
    ranks = list(PACES)
    cells = [(place, s) for place in CAPACITY for s in CAPACITY[place] if wounds.boxes(grid, place, s)]
    slowest = max((ranks.index(wounds.effect(*cell).pace) for cell in cells), default=0)
    assert wounds.pace_limit({"wounds": grid}) == ranks[slowest]


@pytest.mark.rules("POL-WOUND-19")
def test_the_limit_of_pace_is_shown_as_a_word():
    rows = {row.key: row for row in POLARIS.derive({"wounds": {"left_leg": {"critical": 1}}}, {})}
    assert str(rows["pace_limit"].shown) == "cannot move"


@pytest.mark.rules("POL-WOUND-15")
@pytest.mark.parametrize(
    ("cause", "bleeding"),
    [("bullet", True), ("blade", True), ("cut", True), ("perforation", True), ("blow", False), ("burn", False)],
)
def test_bleeding_is_preset_by_the_cause(cause, bleeding):
    assert wounds.bleeds(cause, {}) is bleeding
    assert wounds.bleeds(cause, {"bleeding_default_by_cause": "always"}) is True
    assert wounds.bleeds(cause, {"bleeding_default_by_cause": "never"}) is False


@pytest.mark.rules("POL-WOUND-15/cause", "POL-WOUND-11")
@pytest.mark.parametrize(
    ("detail", "needed"),
    [
        ({"cause": "blade"}, True),
        ({"cause": "blow"}, False),
        ({"cause": "blow", "bleeding": True}, True),
        ({"cause": "blade", "bleeding": False}, False),
        ({"cause": "blade", "stabilized": True}, False),
    ],
)
def test_a_critical_wound_is_stabilised_when_it_bleeds_and_the_game_master_decides(detail, needed):
    row = {"place": "body", "severity": "critical", **detail}
    sheet = {"wounds": {"body": {"critical": 1}}, "wound_details": {"d": row}}
    assert wounds.unstabilized_cells(sheet, {}) == ((("body", "critical"),) if needed else ())


@pytest.mark.rules("POL-WOUND-12", "POL-WOUND-13")
def test_mortal_wounds_and_lost_limbs_always_need_it():
    sheet = {"wounds": {"head": {"mortal": 1}, "left_leg": {"fatal": 1}, "body": {"fatal": 1}}}
    assert wounds.unstabilized_cells(sheet, {}) == (("left_leg", "fatal"), ("head", "mortal"))
    rows = {row.key: row for row in POLARIS.derive(sheet, {})}
    assert str(rows["stabilization"].shown) == "needed (Left leg: fatal, Head: mortal)"
    treated = {"d": {"place": "head", "severity": "mortal", "stabilized": True}}
    assert wounds.unstabilized_cells(sheet | {"wound_details": treated}, {}) == (("left_leg", "fatal"),)


@pytest.mark.rules("POL-WOUND-18")
def test_sequelae_are_written_beside_the_wound():
    assert POLARIS.schema.field("wound_details.d.sequelae").kind == "text"


# In words.


@pytest.mark.parametrize(
    ("severity", "rank", "word"),
    [
        ("light", 1, "Lightly wounded"),
        ("moderate", 2, "Wounded"),
        ("serious", 3, "Seriously wounded"),
        ("critical", 4, "Critically wounded"),
        ("mortal", 5, "Mortally wounded"),
    ],
)
def test_the_state_of_health_is_the_worst_wound_in_a_word(severity, rank, word):
    found = POLARIS.health({"wounds": {"head": {"light": 1}, "left_arm": {severity: 1}}}, {})
    assert (found.rank, str(found.label)) == (rank, word)


def test_the_unhurt_the_unconscious_and_the_one_armed():
    assert POLARIS.health({}, {}).rank == 0
    unconscious = POLARIS.health({"conditions": {"unconscious": True}}, {})
    assert (unconscious.rank, str(unconscious.label)) == (5, "Unconscious")
    assert str(POLARIS.health({"wounds": {"left_arm": {"fatal": 1}}}, {}).label) == "Limb destroyed"
    assert wounds.is_dead({"conditions": {"dead": True}})


@pytest.mark.rules("POL-SHEET-16")
def test_each_place_of_the_body_shows_its_worst_wound_and_all_its_boxes():
    sheet = {"wounds": {"body": {"light": 2, "serious": 1}, "left_arm": {"fatal": 1}}}
    places_found = {place.key: place for place in POLARIS.body(sheet, {})}
    body = places_found["body"]
    assert (body.rank, str(body.word), body.count, str(body.detail)) == (3, "serious", 1, "serious 1/3, light 2/4")
    assert (places_found["left_arm"].rank, str(places_found["left_arm"].word)) == (5, "limb destroyed")
    head = places_found["head"]
    assert (head.rank, str(head.word), head.detail) == (0, "Unhurt", None)
