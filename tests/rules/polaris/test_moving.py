"""Going from place to place in Polaris: paces, range, cover and contact follow from where people stand."""

from __future__ import annotations

import pytest

from rules.character.sheet import Choice, Field
from rules.core.errors import Refused, Unreadable
from rules.core.scene import Action, Scene
from rules.core.text import Text
from rules.engine import sides
from rules.engine.decide import decide
from rules.engine.offers import offer_of
from rules.games.polaris.close_combat import situation
from rules.games.polaris.shooting import ranged, weapons
from rules.games.polaris.shooting.distance import GROUND, TOO_DARK, light
from rules.ground import layout
from rules.ground.aiming import AS_LAID
from tests.rules.polaris.play import MERCENARY, POLARIS

LAID = {
    "level": "places",
    "places": {
        "deck": {"name": "Deck", "size": 6},
        "bridge": {"name": "Bridge", "cover": "half"},
        "stern": {"name": "Stern"},
    },
    "ways": {"stairs": {"a": "deck", "b": "bridge", "metres": 12}, "rail": {"a": "deck", "b": "stern", "metres": 300}},
    "at": {"ada": "deck", "ben": "bridge"},
}


def scene(plan=None, **marks):
    plan = {"kind": "other", "what": "run", **(plan or {})}
    rows = {
        "ada": {"character": "a", "side": "pc", "marks": {"declared": plan, "base": 12, "initiative": 12, **marks}},
        "ben": {"character": "b", "side": "foe", "order": 1, "marks": {"declared": {"kind": "nothing"}, "done": True}},
    }
    sheets = {"a": {**MERCENARY, "name": "Ada"}, "b": {**MERCENARY, "name": "Ben"}}
    state = {"fighters": rows, "round": 1, "ground": LAID, "called": ["ada"]}
    return Scene("t", "fight", {}, state, sheets)


def gone(before, to):
    for event in decide(POLARIS, before, Action("go", "ada", {"to": to}, "seat", True, "x1")):
        before = before.with_changes(event.changes)
    return before


@pytest.mark.rules("POL-SHEET-19", "POL-RANGED-04")
def test_a_way_costs_the_slowest_pace_that_leads_so_far():
    rows = {row.key: row for row in offer_of(POLARIS, scene(), "ada", "go").fields[0].choices}
    assert rows["bridge"].refused is None
    assert rows["stern"].refused is not None
    with pytest.raises((Refused, Unreadable)):
        gone(scene(), "stern")
    after = gone(scene(), "bridge")
    assert layout.layout(after).of("ada").key == "bridge"
    assert after.fighters["ada"].marks["went"] == 12
    assert after.fighters["ada"].marks["declared"]["pace"] in ("medium", "fast")


@pytest.mark.rules("POL-SHEET-19")
def test_metres_of_one_turn_add_up():
    once = gone(scene(), "bridge")
    again = gone(once, "deck")
    assert again.fighters["ada"].marks["went"] == 24
    paces = ("slow", "medium", "fast", "maximum")
    order = [paces.index(step.fighters["ada"].marks["declared"]["pace"]) for step in (once, again)]
    assert order == sorted(order)


@pytest.mark.rules("POL-RANGED-02", "POL-RANGED-04")
def test_range_and_cover_of_a_shot_follow_from_the_places():
    here = scene()
    weapon = next(iter(weapons.carried(here.sheet("ada"), "ranged")))
    assert ranged.range_of(here, "ada", "ben", weapon, AS_LAID) == ranged.band_at(weapon, 12)
    assert ranged.range_of(here, "ada", "ben", weapon, "extreme") == "extreme"  # as somebody says in its place
    assert ranged.cover_of(here, "ada", "ben") == "half"
    assert ranged.cover_of(here, "ben", "ada") == "none"
    assert not GROUND.near(here, "ada", "ben")
    assert GROUND.near(gone(here, "bridge"), "ada", "ben")


@pytest.mark.rules("POL-MELEE-14")
def test_contact_ends_when_one_goes_elsewhere():
    here = scene(engaged={"ben": "even"})
    here = here.with_changes([here.change("ground.at.ben", "deck"), here.mark("ben", "engaged", {"ada": "even"})])
    after = gone(here, "bridge")
    assert not after.fighters["ada"].marks.get("engaged")
    assert not after.fighters["ben"].marks.get("engaged")


def test_fighters_of_a_form_are_in_the_order_of_nearness():
    here = scene()
    cleo = {"character": "b", "side": "foe", "order": 2}
    here = here.with_changes([here.change("fighters.cleo", cleo), here.change("ground.at.cleo", "deck")])
    targets = Field(
        "target", Text("Target"), "choice", choices=tuple(Choice(who, Text(who)) for who in ("ben", "cleo"))
    )
    rows = sides.sort_by_distance(here, "ada", targets, GROUND).choices
    assert [row.key for row in rows] == ["cleo", "ben"]
    assert [str(row.hint) for row in rows] == ["6 m, Point-blank", "12 m, Short range"]  # of what would be drawn
    bare = here.with_changes([here.change("ground", None)])
    assert sides.sort_by_distance(bare, "ada", targets, GROUND) == targets


def test_without_places_nobody_is_offered_to_go():
    bare = scene().with_changes([scene().change("ground", None)])
    assert offer_of(POLARIS, bare, "ada", "go") is None


@pytest.mark.rules("POL-RANGED-04", "POL-MELEE-11")
def test_a_place_has_a_light_of_its_own_for_shots_and_blows():
    here = scene()
    here = here.with_changes([here.change("marks.light", "dim")])
    dark = here.with_changes([here.change(f"ground.places.{layout.layout(here).at['ben']}.light", "none")])
    weapon = next(iter(weapons.carried(here.sheet("ada"), "ranged")))
    assert ranged.why_impossible(here, "ada", "ben", weapon) is None
    assert ranged.why_impossible(dark, "ada", "ben", weapon) == TOO_DARK
    lights = [next(t.value for t in situation.terms(row, "ben") if "Light" in str(t.label)) for row in (here, dark)]
    assert lights == [-3, -5]
    assert light(dark, "ada") == "dim"


@pytest.mark.rules("POL-MELEE-14")
@pytest.mark.parametrize("grip", ["grab", "lock"])
def test_a_fighter_who_goes_elsewhere_holds_nobody_and_undo_restores_the_hold(grip):
    before = scene(engaged={"ben": "even"}, holds={"ben": {"grip": grip, "trained": True}})
    before = before.with_changes([before.change("ground.at.ben", "deck"), before.mark("ben", "threat", "ada")])
    changes = GROUND.put(before, "ada", "bridge")
    after = before.with_changes(changes)
    assert not after.fighters["ada"].marks.get("holds") and not after.fighters["ben"].marks.get("threat")
    assert not after.fighters["ada"].marks.get("engaged")
    assert after.with_changes(change.inverse for change in reversed(changes)).state == before.state


@pytest.mark.rules("POL-MARTIAL-17", "POL-MARTIAL-19")
@pytest.mark.parametrize("grip", ["seize", "lock", "choke"])
def test_nobody_walks_out_of_a_hold(grip):
    before = scene()
    held = before.with_changes([before.mark("ben", "holds.ada", {"grip": grip, "trained": True})])
    assert "break free first" in str(offer_of(POLARIS, held, "ada", "go").refused)
    assert offer_of(POLARIS, held, "ada", "break").refused is None


@pytest.mark.rules("POL-RANGED-07")
def test_nobody_goes_elsewhere_before_an_aimed_shot():
    shot = {"kind": "shoot", "target": "ben", "weapon": "heavy_pistol", "fire": "aimed", "points": 2}
    assert str(offer_of(POLARIS, scene(shot), "ada", "go").refused) == "An aimed shot is fired standing still."
    assert offer_of(POLARIS, scene({**shot, "fire": "single"}), "ada", "go").refused is None


@pytest.mark.rules("POL-RANGED-04", "POL-INIT-23")
@pytest.mark.parametrize(
    ("metres", "shot", "refused"),
    [
        (0, {"fire": "aimed", "points": 1}, None),
        (24, {}, None),
        (24, {"fire": "aimed", "points": 1}, "An aimed shot is fired standing still."),
        (30, {}, "Nobody shoots running flat out."),
    ],
)
def test_a_new_declaration_does_not_undo_the_way_that_was_run(metres, shot, refused):
    now = scene(went=metres, declared=None)
    weapon = next(arm.key for arm in weapons.carried(now.sheet("ada"), "ranged"))
    said = Action("declare_shoot", "ada", {"target": "ben", "weapon": weapon, **shot}, "seat", True, "x2")
    if refused is None:
        (event,) = decide(POLARIS, now, said)
        stated = now.with_changes(event.changes).fighters["ada"].marks["declared"]
        assert stated["pace"] == ("fast" if metres else "still")
    else:
        with pytest.raises(Refused, match=refused):
            decide(POLARIS, now, said)
