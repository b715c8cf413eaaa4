"""The laws of the ground, on every game: random fights on random grounds, with moving included."""

from functools import cache
from random import Random

import pytest

from rules.autoplay.skirmish import skirmish
from rules.core.errors import Refused
from rules.core.scene import apply, revert
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.ground import layout, moving
from rules.registry import GAMES, samples, system
from rules.views import board
from rules.views import ground as view
from rules.views.viewers import Viewer
from tests.rules.play import fillable, next_action, play

pytestmark = pytest.mark.slow("the first of the laws plays the random fights that the others read as well")
SEEDS, STEPS = 5, 70
MOVES = ("move", "movement", "go", "repli", "flee", "charge")
NEVER = ("end", "leave", "damage", "heal")
DEEDS = ("start", "new_round", "attack", "shoot")


def laid(game, seed, level=layout.PLACES):
    """A fight of four on a ground of a few places, one of them hidden with somebody hidden in it."""
    random = Random(f"ground/{game}/{seed}")
    sheets = [sample["data"] for sample in samples(game).values()]
    scene = skirmish({"pc": random.choices(sheets, k=2), "npc": random.choices(sheets, k=2)}, {"confirm": "never"})
    covers = list(system(game).ground.covers) or [layout.NONE]
    places = {
        key: {"name": key.upper(), "x": number, "size": random.randint(1, 20), "cover": random.choice(covers)}
        for number, key in enumerate("abcd")
    }
    places["d"]["hidden"] = True
    pairs = [random.sample("abcd", 2) for _ in range(random.randint(2, 6))]
    ways = {
        f"w{number}": {"a": a, "b": b, "metres": random.randint(1, 60), "hidden": random.random() < 0.2}
        for number, (a, b) in enumerate(pairs)
    }
    scene.state["fighters"]["npc2"]["hidden"] = True
    at = {who: random.choice("abc") for who in scene.fighters if who != "npc2"} | {"npc2": random.choice("ad")}
    scene.state["ground"] = {"level": level, "places": places, "ways": ways, "at": at}
    return system(game), scene, random


def on_the_move(random):
    """Picks that move and strike more often than they do anything else, and never end the fight."""

    def chosen(things):
        rows = [one for one in things if getattr(one, "kind", "") not in NEVER] or list(things)
        kinds = [one if isinstance(one, str) else getattr(one, "kind", "") for one in rows]
        for first, chance in ((("answer", "confirm"), 0.8), (MOVES, 0.7), (DEEDS, 0.6)):
            wanted = [one for one, kind in zip(rows, kinds, strict=True) if kind in first]
            if wanted and random.random() < chance:
                return random.choice(wanted)
        elsewhere = [one for one in rows if one != moving.HERE]
        return random.choice(elsewhere or rows)

    return chosen


@cache
def fought(game, seed, level=layout.PLACES):
    """A whole fight on a ground: its game, where it began, and each scene with the event that led there."""
    rules, start, random = laid(game, seed, level)
    return rules, start, tuple(play(rules, start, on_the_move(random), STEPS))


def scenes(game, seed, level=layout.PLACES):
    """A game, and every fourth scene of a fight of it."""
    rules, _start, steps = fought(game, seed, level)
    return rules, [after for _before, _event, after in steps[::4]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_fight_on_a_ground_never_sticks_and_is_undone_all_the_way_back(game, seed):
    _rules, start, steps = fought(game, seed)
    now = steps[-1][2]
    for before, event, after in reversed(steps):
        assert apply(before, event) == after
        now = revert(now, event)
        assert now == before
    assert now == start


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_distances_are_the_same_from_either_side_and_a_measure_wins(game, seed):
    (rules, rows), random = scenes(game, seed), Random(seed)
    for scene in rows:
        for one, other in [random.sample(list(scene.fighters), 2) for _ in range(3)]:
            assert rules.ground.metres(scene, one, other) == rules.ground.metres(scene, other, one)
        metres = random.randint(0, layout.FARTHEST)
        measured = scene.with_changes([layout.measure(scene, one, other, metres)])
        assert rules.ground.between(measured, one, other).metres == metres


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_hidden_parts_of_the_ground_leave_no_trace(game, seed):
    rules, rows = scenes(game, seed)
    viewers = Viewer("table"), Viewer("seat", frozenset({"pc1"}))
    for scene in rows:
        bare = without_secrets(scene)
        for viewer in viewers:
            assert view.view(rules, scene, viewer) == view.view(rules, bare, viewer)
            assert view.distances_from(rules, scene, viewer, "pc1") == view.distances_from(rules, bare, viewer, "pc1")
        mine = viewers[1]
        shown = [board.offers(rules, row, mine, "pc1") for row in (scene, bare)]
        assert [fields(menu) for menu in shown[:1]] == [fields(menu) for menu in shown[1:]]


def fields(menu):
    """The choices, order, reasons and hints of each act of a menu, as far as they depend on positions."""
    return [(offer.kind, field.key, field.choices) for offer in menu for field in offer.fields if field.key in PLACED]


PLACED = ("to", "target", "metres", "other", "contact")


def without_secrets(scene):
    """The same fight on a ground that holds nothing hidden; whoever was hidden stands nowhere."""
    ground = scene.state["ground"]
    places = {key: row for key, row in ground["places"].items() if not row.get("hidden")}
    ways = {
        key: row for key, row in ground["ways"].items() if not row.get("hidden") and {row["a"], row["b"]} <= set(places)
    }
    at = {who: place for who, place in ground["at"].items() if who != "npc2"}
    return scene.with_changes([scene.change("ground", {**ground, "places": places, "ways": ways, "at": at})])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_act_needs_a_place_and_nobody_falls_out_of_the_fight_with_one(game, seed):
    rules, rows = scenes(game, seed)
    for scene in rows:
        gone = scene.with_changes([scene.change("ground.places", {}), scene.change("ground.ways", {})])
        assert set(gone.fighters) == set(scene.fighters)
        for prompt in waiting_on(rules, gone):
            if prompt.kind == "act":
                assert any(offer.refused is None and fillable(offer) for offer in offers(rules, gone, prompt.of))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_fight_with_level_none_is_the_fight_without_a_ground(game, seed):
    """The same fight played without a ground, with level none, and on places that the game master has put away again.

    Every event is the same, its sentences among them, and so is what each viewer sees and is offered in between.
    """
    rules, there, random = laid(game, seed, layout.NONE)
    away = {key: row for key, row in there.state["ground"].items() if key != "level"}
    grounds = (None, {"level": layout.NONE}, away)
    worlds = [there.with_changes([there.change("ground", ground)]) for ground in grounds]
    pick = on_the_move(random)
    for number in range(STEPS // 2):
        action = next_action(rules, worlds[0], pick, number)
        decided = [outcome(rules, world, action) for world in worlds]
        assert decided[0] == decided[1] == decided[2], action
        for event in decided[0] if isinstance(decided[0], tuple) else ():
            worlds = [apply(world, event) for world in worlds]
        if number % 7 == 0:
            shown = [seen_of(rules, world) for world in worlds]
            assert shown[0] == shown[1] == shown[2], number
    assert worlds[0].round > 0


def outcome(rules, scene, action):
    """The events that an act comes to, or the sentence that refuses it."""
    try:
        return decide(rules, scene, action)
    except Refused as refused:
        return str(refused.text)


def seen_of(rules, scene):
    """The board and the offers of the game master, the table and a player, and no ground."""
    viewers = (Viewer("gm"), Viewer("table"), Viewer("seat", frozenset({"pc1"})))
    assert all(view.view(rules, scene, viewer) is None for viewer in viewers)
    assert not any(view.distances_from(rules, scene, viewer, "pc1") for viewer in viewers)
    menus = [offers(rules, scene, actor) for actor in ("gm", *scene.fighters)]
    return [*map(repr, menus), *(repr(board.view(rules, scene, viewer)) for viewer in viewers)]


@pytest.mark.parametrize("game", GAMES)
def test_somebody_goes_elsewhere_in_these_fights(game):
    steps = [step for seed in range(SEEDS) for step in fought(game, seed)[2]]
    assert any(before.state["ground"]["at"] != after.state["ground"]["at"] for before, _event, after in steps)


@pytest.mark.parametrize("game", GAMES)
def test_targets_stand_in_the_order_of_nearness_on_either_side(game):
    fights = [scenes(game, seed) for seed in range(2)]
    rules, rows = fights[0][0], [scene for _rules, fought_scenes in fights for scene in fought_scenes]
    master = Viewer("gm")
    seen = False
    for scene in rows:
        for actor in scene.fighters:
            for offer in board.offers(rules, scene, master, actor):
                for field in (field for field in offer.fields if field.key == "target"):
                    groups = dict.fromkeys(row.group for row in field.choices if row.key in scene.fighters)
                    for group in groups:
                        listed = [row.key for row in field.choices if row.key in scene.fighters and row.group == group]
                        ranks = [rules.ground.between(scene, actor, who).rank for who in listed]
                        assert ranks == sorted(ranks)
                        seen = seen or len(ranks) > 1
    assert seen


@pytest.mark.parametrize("game", GAMES)
def test_the_way_somebody_went_is_shown_in_the_round_they_went_it(game):
    rules, scene, _random = laid(game, 0)
    scene = scene.with_changes([scene.change("ground.at.pc1", "a")])
    gone = scene.with_changes(rules.ground.put(scene, "pc1", "b"))
    after = gone.with_changes([gone.change("round", gone.round + 1)])
    for viewer in (Viewer("gm"), Viewer("table")):
        assert view.view(rules, gone, viewer).last == view.Step("pc1", "a", "b")
        assert view.view(rules, after, viewer).last is None


@pytest.mark.parametrize("game", GAMES)
def test_the_last_way_of_visible_fighters_is_shown_whoever_moved_later(game):
    rules, scene, _random = laid(game, 0)
    for who, start, end in (("pc1", "a", "b"), ("npc1", "b", "c")):
        scene = scene.with_changes([scene.change(f"ground.at.{who}", start)])
        scene = scene.with_changes(rules.ground.put(scene, who, end))
    assert view.view(rules, scene, Viewer("table")).last == view.Step("npc1", "b", "c")
    scene = scene.with_changes([scene.change("fighters.npc1.hidden", True)])
    assert view.view(rules, scene, Viewer("table")).last == view.Step("pc1", "a", "b")
    old = {"fighter": "pc2", "from": "a", "to": "b", "round": scene.round}  # as encounters kept it before
    kept = scene.with_changes([scene.change("ground.last", old)])
    assert view.view(rules, kept, Viewer("table")).last == view.Step("pc1", "a", "b")
    kept = kept.with_changes([kept.change("ground.went", None)])
    assert view.view(rules, kept, Viewer("table")).last == view.Step("pc2", "a", "b")


@pytest.mark.parametrize("game", GAMES)
def test_contact_with_somebody_unseen_and_a_measure_of_them_show_nowhere(game):
    rules, rows = scenes(game, 0)
    mine = Viewer("seat", frozenset({"pc1"}))
    pairs = (("pc1", "npc2"), ("npc2", "pc1"))
    bare = next((row for row in rows if ways_on(board.offers(rules, row, mine, "pc1"))), rows[0])
    apart = bare.with_changes([bare.mark(who, f"engaged.{other}", None) for who, other in pairs])
    met = apart.with_changes([apart.mark(who, f"engaged.{other}", True) for who, other in pairs])
    worlds = (apart, met, met.with_changes([layout.measure(met, "pc1", "npc2", 1)]))
    for viewer in (Viewer("table"), mine):
        assert len({repr(view.view(rules, scene, viewer)) for scene in worlds}) == 1
        assert len({repr(view.distances_from(rules, scene, viewer, "pc1")) for scene in worlds}) == 1
    menus = [board.offers(rules, scene, mine, "pc1") for scene in worlds]
    assert fields(menus[0]) == fields(menus[1]) == fields(menus[2])
    assert ways_on(menus[0]) == ways_on(menus[1]) == ways_on(menus[2])


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_shown_in_contact_with_whoever_is_out_of_the_fight(game, monkeypatch):
    rules, scene, _random = laid(game, 0)
    met = [scene.mark(who, f"engaged.{other}", True) for who, other in (("pc1", "npc1"), ("npc1", "pc1"))]
    scene = scene.with_changes([*(scene.change(f"ground.at.{who}", "a") for who in ("pc1", "npc1")), *met])

    def groups():
        return view.view(rules, scene, Viewer("gm")).spots[0].groups

    assert any({"pc1", "npc1"} <= set(group) for group in groups()) == rules.ground.engaged(scene, "pc1", "npc1")
    monkeypatch.setattr(type(rules), "is_out", lambda _game, _scene, who: who == "npc1")
    assert ("npc1",) in groups()


def ways_on(menu):
    """The acts of a menu that lead elsewhere."""
    return [(offer.kind, offer.hint, offer.refused) for offer in menu if offer.kind in MOVES]
