"""The defaults that the ground gives to an attack in each game, and the fields that replace them."""

import pytest

from rules.autoplay.skirmish import skirmish
from rules.character.sheet import Choice
from rules.core.errors import Refused
from rules.core.scene import Action
from rules.core.text import Text
from rules.engine.offers import without_unseen
from rules.games.arpenteurs import actions, damage
from rules.games.arpenteurs import modifiers as arpenteurs
from rules.games.arpenteurs.settings import COVERS
from rules.games.arpenteurs.sheet import Weapon
from rules.games.chroniques import attacks as chroniques
from rules.games.medieval.movement import moves as medieval
from rules.games.mythras.actions import cover as shelters
from rules.games.mythras.actions import moving
from rules.games.mythras.combat import close, situations, threat
from rules.games.mythras.rounds import ground as mythras
from rules.games.polaris.shooting import ranged as polaris
from rules.games.polaris.shooting import weapons as polaris_weapons
from rules.games.polaris.turn import declarations
from rules.games.polaris.turn.moving import paces
from rules.ground import aiming
from rules.ground import moving as walking
from rules.registry import GAMES, samples, system

FAR = 45


def apart(game, metres=FAR, level="places", hidden=False, at=("a", "b"), cover="none"):
    """Two fighters of a game in two places, one way of so many metres between them."""
    sheets = [row["data"] for row in samples(game).values()]
    scene = skirmish({"pc": sheets[:1], "npc": sheets[1:2]}, {})
    places = {"a": {"name": "Quay"}, "b": {"name": "Deck", "cover": cover, "hidden": hidden}}
    ways = {"w": {"a": "a", "b": "b", "metres": metres}} if metres else {}
    where = dict(zip(("pc1", "npc1"), at, strict=True))
    scene.state["ground"] = {"level": level, "places": places, "ways": ways, "at": where}
    return scene


def refused(call, *given):
    reason = call(*given)
    return str(reason) if reason else ""


REASONS = {
    "chroniques": lambda scene: chroniques.unreachable(
        scene, "pc1", chroniques.bare_hands(scene.settings), {"target": "npc1"}
    ),
    "medieval": lambda scene: medieval.why_too_far(scene, "pc1", "npc1"),
    "mythras": lambda scene: mythras.why_apart(scene, "pc1", "npc1"),
    "polaris": lambda scene: declarations.why_blocked(scene, "pc1", "melee", "npc1"),
}


@pytest.mark.parametrize("game", REASONS)
def test_a_blow_at_somebody_far_is_refused_with_the_metres(game):
    assert f"{200} m away" in refused(REASONS[game], apart(game, 200))
    assert refused(REASONS[game], apart(game, 0)) == "No way leads there."
    assert not refused(REASONS[game], apart(game, 200, at=("a", "a")))


@pytest.mark.parametrize("game", REASONS)
def test_without_a_ground_an_unmeasured_target_is_never_too_far(game):
    assert not refused(REASONS[game], apart(game, 200, level="none"))


@pytest.mark.parametrize("game", REASONS)
def test_a_measure_lets_anybody_be_struck(game):
    scene = apart(game, 200)
    scene.state["marks"] = {"metres": {"npc1": {"pc1": 1}}}
    assert not refused(REASONS[game], scene)


def test_a_fighter_who_comes_up_to_another_is_in_their_place():
    scene = apart("medieval", 4)
    assert [effect.place for effect in medieval.Gone.joining(scene, "pc1", "npc1")] == ["b"]
    assert medieval.Gone.joining(apart("medieval", 4, at=("a", "a")), "pc1", "npc1") == ()
    assert [effect.place for effect in mythras.Gone.joining(apart("mythras", 4), "pc1", "npc1")] == ["b"]


def test_a_visible_fighter_joins_nobody_in_a_hidden_place():
    scene = apart("medieval", 4, hidden=True)
    scene.state["fighters"]["npc1"]["hidden"] = True
    assert medieval.Gone.joining(scene, "pc1", "npc1") == ()


def test_a_charge_reaches_as_far_as_a_sprint():
    runner = close.Charge()
    reached = [runner.check_reach(apart("mythras", metres), "pc1", Choice("npc1", Text("x"))) for metres in (30, 31)]
    assert [row.refused is None for row in reached] == [True, False]


@pytest.mark.parametrize(("said", "metres"), [(0, FAR), (12, 12)])
def test_the_ground_gives_the_range_of_a_shot_in_mythras_unless_typed(said, metres):
    assert threat.distance(apart("mythras"), "pc1", "npc1", {"metres": said}) == metres
    assert threat.distance(apart("mythras", level="none"), "pc1", "npc1", {"metres": said}) == said


def test_a_shot_over_an_unknown_distance_asks_for_the_metres():
    rules, scene = system("mythras"), apart("mythras", level="pairs")
    gunner = next(row["data"] for row in samples("mythras").values() if "fusil" in str(row["data"]).lower())
    scene.sheets[scene.fighters["pc1"].character] = gunner
    offer = rules.act("shoot").offer(scene, "pc1")
    args = {field.key: field.blank for field in offer.fields} | {"target": "npc1"}
    args["weapon"] = next(
        row.key for field in offer.fields if field.key == "weapon" for row in field.choices if row.refused is None
    )
    with pytest.raises(Refused) as refusal:
        rules.act("shoot").cost(scene, Action("shoot", "pc1", args))
    assert refusal.value.field == "metres"


@pytest.mark.parametrize("kind", ["distance", "psychic"])
def test_only_the_game_master_allows_a_shot_of_chroniques_beyond_range(kind):
    scene = apart("chroniques")
    gun = chroniques.Weapon("gun", "Gun", kind, None, False, "nature", 20)
    assert str(chroniques.unreachable(scene, "pc1", gun, {"target": "npc1"})) == "Beyond its range: 20 m."
    assert chroniques.unreachable(scene, "pc1", gun, {"target": "npc1", "metres": 20}) is None
    terms = chroniques.weapon_check(scene, "pc1", gun, {"target": "npc1"}).target.modifiers
    assert [str(term.label) for term in terms][-1] == "Distance (Quay to Deck, 45 m)"


def test_arpenteurs_counts_the_segments_of_the_ground_and_explains_them():
    scene = apart("arpenteurs", cover=list(COVERS)[-1])
    gun = Weapon("gun", "Gun", "firearm", "tir", range_m=10)
    shot = arpenteurs.at(scene, "pc1", "npc1", gun, {})
    assert (shot.metres, shot.cover) == (FAR, list(COVERS)[-1])
    assert str(shot.range_label) == "Range (Quay to Deck, 45 m)"
    said = arpenteurs.at(scene, "pc1", "npc1", gun, {"metres": 8, "covered": "none"})
    assert (said.metres, said.cover) == (8, "none")
    assert str(said.range_label) == "Range (As said for this attack, 8 m)"


def _rifle(scene):
    return next(iter(polaris_weapons.carried(scene.sheet("pc1"), "ranged")))


def test_the_ground_gives_the_range_in_polaris_unless_typed():
    scene = apart("polaris")
    gunner = next(row["data"] for row in samples("polaris").values() if polaris_weapons.carried(row["data"], "ranged"))
    scene.sheets[scene.fighters["pc1"].character] = gunner
    weapon = _rifle(scene)
    laid = polaris.range_of(scene, "pc1", "npc1", weapon, aiming.AS_LAID)
    assert laid == polaris.band_at(weapon, FAR)
    assert polaris.range_of(scene, "pc1", "npc1", weapon, "extreme") == "extreme"
    scene.state["ground"]["level"] = "none"
    assert polaris.range_of(scene, "pc1", "npc1", weapon, "long") == "long"


@pytest.mark.parametrize("game", GAMES)
def test_the_reason_of_a_distance_is_not_told_of_somebody_hidden(game):
    rules, scene = system(game), apart(game)
    label = Text("Distance")
    assert str(aiming.explain(scene, rules.ground, label, "pc1", "npc1")) == "Distance (Quay to Deck, 45 m)"
    scene.state["fighters"]["npc1"]["hidden"] = True
    hidden = apart(game)
    hidden.state["fighters"]["npc1"]["hidden"] = True
    assert aiming.explain(hidden, rules.ground, label, "pc1", "npc1") == label


@pytest.mark.parametrize(("metres", "there"), [(1, "b"), (3, "b"), (4, "a")])
def test_a_fighter_who_comes_within_melee_elsewhere_is_in_that_place(metres, there):
    scene = apart("arpenteurs", 4)
    args = {"target": "npc1", "metres": metres, "to": "here", "behind": "none", "stays": False}
    done = actions.Move().done(scene, Action("move", "pc1", args))
    after = damage.after(scene, done)
    assert after.state["ground"]["at"]["pc1"] == there
    assert system("arpenteurs").ground.metres(after, "pc1", "npc1") == metres


def test_the_cover_of_a_place_is_at_hand_in_mythras_until_somebody_goes_elsewhere():
    scene = apart("mythras", 4, cover="brick_wall", at=("b", "a"))
    rules = system("mythras").ground
    assert shelters.shelter(scene, "pc1") == "brick_wall"
    assert shelters.shelter(scene, "npc1") == ""
    assert rules.between(scene, "npc1", "pc1").cover == "none"  # it protects who has taken it
    behind = scene.with_changes([scene.mark("pc1", "cover", {"of": "brick_wall", "hides": "all"})])
    gone = behind.with_changes(rules.put(behind, "pc1", "a"))
    assert not shelters.of(gone, "pc1")
    assert shelters.shelter(gone, "pc1") == ""


@pytest.mark.parametrize("game", ["polaris", "arpenteurs"])
def test_a_cover_stays_where_it_was_taken(game):
    scene = apart(game, 4)
    level = list(system(game).ground.covers)[-1]
    taken = {"level": level, "places": "preset"} if game == "arpenteurs" else level
    behind = scene.with_changes([scene.mark("pc1", "cover", taken)])
    changes = system(game).ground.put(behind, "pc1", "b")
    gone = behind.with_changes(changes)
    assert not gone.fighters["pc1"].marks.get("cover")
    assert gone.with_changes(change.inverse for change in reversed(changes)).state == behind.state


LEAVING = [  # what somebody in contact reads before they go
    ("polaris", "go", "leaves the contact with {}"),
    ("arpenteurs", "repli", "takes the whole round, reactions included"),
    ("medieval", "flee", "costs the attack of this round, even in vain; leads out of the melee, not of the fight"),
]


@pytest.mark.parametrize(("game", "kind", "hint"), LEAVING)
def test_the_price_of_leaving_a_contact_is_read_before_it_is_paid(game, kind, hint):
    here = apart(game, at=("a", "a"))
    fighters = here.state["fighters"]
    fighters["pc1"]["marks"], fighters["npc1"]["marks"] = {"engaged": {"npc1": True}}, {"engaged": {"pc1": True}}
    assert system(game).ground.engaged(here, "pc1", "npc1")
    assert str(system(game).act(kind).hint(here, "pc1")) == hint.format("npc1")


def test_nobody_leaves_the_contact_with_whoever_is_out_of_the_fight():
    here = apart("polaris", at=("a", "a"))
    fighters = here.state["fighters"]
    fighters["pc1"]["marks"], fighters["npc1"]["marks"] = {"engaged": {"npc1": True}}, {"engaged": {"pc1": True}}
    fighters["npc1"]["marks"]["out"] = True
    assert system("polaris").act("go").hint(here, "pc1") is None


@pytest.mark.parametrize(
    ("waits", "hidden", "named"), [(False, False, False), (True, False, True), (True, True, False)]
)
def test_a_fighter_waiting_in_mythras_is_named_to_those_who_pass_unless_hidden(waits, hidden, named):
    here = apart("mythras", at=("a", "a"))
    here.state["fighters"]["npc1"] |= {"hidden": hidden, "marks": {"delayed": True} if waits else {}}
    hint = system("mythras").act("move").hint(here, "pc1")
    assert (hint is not None and "npc1" in str(hint)) == named


@pytest.mark.parametrize(("metres", "gait"), [(6, "Walk"), (7, "Run"), (19, "Sprint"), (31, None)])
def test_a_way_names_its_gait_in_mythras(metres, gait):
    to = next(
        field for field in system("mythras").act("move").fields(apart("mythras", metres), "pc1") if field.key == "to"
    )
    hint = next(row.hint for row in to.choices if row.key == "b")
    words = ", ".join((gait, "there: npc1")) if gait else "there: npc1"
    assert str(hint) == words


@pytest.mark.parametrize(("metres", "how"), [(6, "walk"), (7, "run"), (19, "sprint")])
def test_a_move_in_mythras_uses_the_gait_of_its_way_unless_typed(metres, how):
    scene = apart("mythras", metres)
    gait = next(field for field in system("mythras").act("move").fields(scene, "pc1") if field.key == "how")
    assert moving.chosen_gait(scene, "pc1", {"to": "b", "how": gait.default}) == how
    assert moving.chosen_gait(scene, "pc1", {"to": "here", "how": gait.default}) == "walk"
    assert moving.chosen_gait(scene, "pc1", {"to": "b", "how": "sprint"}) == "sprint"
    none = apart("mythras", metres, level="none")
    assert next(row for row in system("mythras").act("move").fields(none, "pc1") if row.key == "how").default == "walk"


@pytest.mark.parametrize(
    ("light", "blow", "shot"),
    [
        ("bright", [], []),
        ("dim", ["formidable"], ["hard"]),
        ("dark", ["formidable"], ["formidable"]),
        ("black", ["herculean"], ["herculean"]),
    ],
)
def test_bad_light_in_a_place_penalises_blows_and_shots_there_in_mythras(light, blow, shot):
    scene = apart("mythras")
    scene.state["ground"]["places"]["b"]["light"] = light
    assert light in system("mythras").ground.lights
    assert [row.grade for row in situations.place_situations(scene, "npc1", "pc1", False)] == blow
    assert [row.grade for row in situations.place_situations(scene, "pc1", "npc1", True)] == shot
    assert [row.grade for row in situations.defence_situations(scene, "npc1", "pc1", "none")] == blow
    assert (
        situations.place_situations(scene, "pc1", "npc1", False)
        == situations.place_situations(scene, "npc1", "pc1", True)
        == ()
    )
    assert situations.place_situations(scene, "pc1", "npc1", True, frozenset({"blind_fighting"})) == ()


@pytest.mark.parametrize(("others", "words"), [(0, "there: npc1"), (2, "there: npc1, n0, n1"), (4, "1, 2")])
def test_a_way_names_the_visible_fighters_at_its_end_and_counts_the_others(others, words):
    scene = apart("polaris", 6)
    for number in range(others + 1):
        scene.state["fighters"][f"n{number}"] = {**scene.state["fighters"]["npc1"], "order": 9 + number}
        scene.state["ground"]["at"][f"n{number}"] = "b"
    scene.state["fighters"][f"n{others}"]["hidden"] = True
    to = next(iter(system("polaris").act("go").fields(scene, "pc1")))
    hint = str(next(row.hint for row in to.choices if row.key == "b"))
    assert f"n{others}" not in hint
    assert words in hint or hint.endswith(f"and {others - 2} more")


def test_a_blow_in_polaris_says_how_to_come_within_reach_before_it_is_declared():
    slow = paces(apart("polaris"), "pc1")["slow"]
    for metres, pace in ((slow, "slow"), (slow + 1, "medium")):
        field = system("polaris").act("declare_melee").fields(apart("polaris", metres), "pc1")[0]
        row = next(row for row in field.choices if row.key == "npc1")
        assert str(row.hint) == f"out of reach, go there first: pace {pace}"
    beside = system("polaris").act("declare_melee").fields(apart("polaris", at=("a", "a")), "pc1")[0]
    assert next(row for row in beside.choices if row.key == "npc1").hint is None


def test_an_attacker_too_far_away_reads_the_distance_and_the_possible_acts():
    scene = apart("polaris", 6)
    scene.state["fighters"]["pc1"]["marks"] = {"declared": {"kind": "melee", "target": "npc1", "shift": 0}}
    assert str(declarations.why_blocked(scene, "pc1", "melee", "npc1")) == (
        "6 m away, 3 m at most: move first, or let the game master measure."
    )
    del scene.state["ground"]
    scene.state["marks"] = {"metres": {"npc1": {"pc1": 6}}}
    assert str(declarations.why_blocked(scene, "pc1", "melee", "npc1")) == "6 m away: melee begins at 3 m."


STANDS = {"arpenteurs": "move", "medieval": "move", "mythras": "move", "polaris": "go"}


def standing_at(game, at, declared=""):
    """The place that the form of a move of pc1 from b stands at, between a 4 m and c 9 m away; ``at`` by fighter."""
    sheet = next(iter(samples(game).values()))["data"]
    scene = skirmish({"pc": [sheet, sheet], "npc": [sheet, sheet]}, {})
    places = {key: {"name": key.upper()} for key in "abc"}
    ways = {key: {"a": "b", "b": key, "metres": metres} for key, metres in (("c", 9), ("a", 4))}
    longer = {"x": {"a": "a", "b": "b", "metres": 11}}
    scene.state["ground"] = {"level": "places", "places": places, "ways": {**longer, **ways}, "at": {"pc1": "b", **at}}
    if declared:
        scene.state["fighters"]["pc1"]["marks"] = {"declared": {"kind": "melee", "target": declared}}
    fields = system(game).act(STANDS[game]).fields(scene, "pc1")
    to = next(field for field in fields if field.key == "to")
    assert len({row.key for row in to.choices}) == len(to.choices), "one row for each place"
    open_rows = [row for row in to.choices if row.refused is None]
    return next((row.key for row in open_rows if row.likely), open_rows[0].key)


@pytest.mark.parametrize("game", STANDS)
def test_a_move_defaults_to_the_way_to_the_nearest_foe_unless_one_is_here(game):
    here = "a" if game == "polaris" else "here"  # a game whose act leads elsewhere in any case
    assert standing_at(game, {"npc1": "c"}) == "c"
    assert standing_at(game, {"npc1": "c", "npc2": "a"}) == "a"
    assert standing_at(game, {"npc1": "c", "npc2": "b"}) == here
    assert standing_at(game, {"pc2": "c"}) == here


def test_a_move_in_polaris_defaults_to_the_way_to_the_declared_target():
    assert standing_at("polaris", {"npc1": "c", "npc2": "a"}, declared="npc1") == "c"


def test_moves_do_not_default_to_hidden_fallen_or_allied_fighters():
    scene = apart("arpenteurs")
    scene.state["fighters"] |= {who: {**scene.state["fighters"]["npc1"], "order": 9} for who in ("npc2", "npc3")}
    scene.state["fighters"]["npc2"]["hidden"] = True
    assert walking.foes(scene, "pc1", lambda _scene, who: who == "npc3") == ("npc1",)
    assert walking.foes(scene, "npc1", lambda _scene, _who: False) == ("pc1",)


@pytest.mark.parametrize(("at", "whom"), [({"npc1": "b", "npc2": "a"}, ["npc1"]), ({"npc1": "a"}, [])])
def test_a_move_within_a_place_of_arpenteurs_ends_at_the_nearest_visible_foe(at, whom):
    sheet = next(iter(samples("arpenteurs").values()))["data"]
    scene = skirmish({"pc": [sheet, sheet], "npc": [sheet, sheet]}, {})
    places = {"a": {"name": "A"}, "b": {"name": "B"}}
    ways = {"w": {"a": "a", "b": "b", "metres": 5}}
    scene.state["ground"] = {"level": "places", "places": places, "ways": ways, "at": {"pc1": "b", **at}}
    offer = system("arpenteurs").act("move").offer(scene, "pc1")
    for shown in (offer, without_unseen(scene, offer, {"pc2"})):
        towards = next(field for field in shown.fields if field.key == "target")
        assert [row.key for row in towards.choices if row.likely] == whom
