"""Three worlds for each thing that a ground may hide: one without it, and two that hide different things.

Whoever watches, and each player before each act, reads the same in all three: how far others are and why, what a
form offers in which order, what it refuses with which words, and the odds.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from rules.core.errors import RulesError
from rules.core.scene import Action
from rules.engine.decide import decide
from rules.ground import layout
from rules.odds.for_viewer import odds
from rules.registry import GAMES, system
from rules.testing.play import fillable, legal_value
from rules.views import board
from rules.views import ground as view
from rules.views.viewers import Viewer
from tests.rules.ground.test_laws import MOVES, SEEDS, fought, without_secrets

pytestmark = pytest.mark.slow("the first test plays the random fights that the others read as well")
HIDDEN = "npc2"
PEOPLE = ("pc1", "pc2", "npc1")
SEATS = (Viewer("table"), *(Viewer("seat", frozenset({who})) for who in PEOPLE))
OUT_OF_SIGHT = "lair", "bilge"  # keys that only hidden places bear


@cache
def moments(game):
    """A game, scenes of its fights in which somebody of three is offered a way, a target, or both, and those acts."""
    rules, found, kinds = system(game), [], set()
    for seed in range(SEEDS):
        for _before, _event, scene in fought(game, seed)[2]:
            bare = unseen_nowhere(rules, without_secrets(scene))
            offered = {
                offer.kind
                for who in PEOPLE
                for offer in board.offers(rules, bare, seat_of(who), who)
                if any(field.key in ("to", "target") for field in offer.fields)
            }
            if not offered <= kinds:
                kinds |= offered
                found.append(bare)
        if kinds & set(MOVES) and kinds - set(MOVES):
            break
    return rules, found, kinds


def seat_of(who):
    return SEATS[1 + PEOPLE.index(who)]


def unseen_nowhere(rules, scene):
    """The scene in which whoever is hidden stands nowhere, is measured of nobody and in contact with nobody."""
    parted = [change for who in PEOPLE for change in rules.ground.parted(scene, HIDDEN, who)]
    place = scene.change(f"ground.at.{HIDDEN}", None)
    return scene.with_changes([*parted, *layout.clear_measures(scene, HIDDEN), place])


def with_place(scene, random, key="lair"):
    """A hidden place, in a cell that makes the board larger, with cover and light of its own."""
    row = {"name": key.title(), "x": 3, "y": random.choice([2, 3]), "size": random.randint(1, 9), "hidden": True}
    more = {"cover": random.choice(["none", "half"]), "order": random.choice([-1, 9]), "left": 100, "top": 0}
    return scene.with_changes([scene.change(f"ground.places.{key}", {**row, **more})])


def with_way(scene, random, ends, **more):
    row = {"a": ends[0], "b": ends[1], "metres": random.randint(1, 3), "order": random.choice([-1, 9]), **more}
    return scene.with_changes([scene.change(f"ground.ways.secret{random.random()}".replace("0.", ""), row)])


def stood_among(_rules, scene, random):
    """Somebody hidden in a place where others may stand."""
    return scene.with_changes([scene.change(f"ground.at.{HIDDEN}", random.choice("abc"))])


def hidden_place(_rules, scene, random):
    """A hidden place with somebody in it, beyond the edge of the board."""
    laid = with_place(scene, random)
    return laid.with_changes([laid.change(f"ground.at.{HIDDEN}", "lair")])


def through_hidden(_rules, scene, random):
    """A short cut of two ways through a hidden place."""
    first, second = random.sample("abc", 2)
    laid = with_way(with_place(scene, random), random, (first, "lair"))
    return with_way(laid, random, ("lair", second), hidden=random.choice([True, False]))


def hidden_way(_rules, scene, random):
    """A hidden way between two places that everybody sees."""
    return with_way(scene, random, random.sample("abc", 2), hidden=True)


def contact_unseen(_rules, scene, random):
    """Contact between somebody hidden and somebody seen of the other side, from both sides."""
    who = random.choice(PEOPLE[:2])
    pairs = ((who, HIDDEN), (HIDDEN, who))
    return scene.with_changes([scene.mark(fighter, f"engaged.{other}", True) for fighter, other in pairs])


def measured_unseen(_rules, scene, random):
    """Let the game master measure a distance to somebody hidden."""
    return scene.with_changes([layout.measure(scene, random.choice(PEOPLE), HIDDEN, random.randint(0, 50))])


def moved_unseen(rules, scene, random):
    """Somebody hidden goes from a place to another one, perhaps out of the hidden one."""
    laid = with_place(with_place(scene, random), random, "bilge")
    start = random.choice(["a", "b", "c", "lair"])
    there = laid.with_changes([laid.change(f"ground.at.{HIDDEN}", start)])
    return there.with_changes(rules.ground.put(there, HIDDEN, random.choice(["bilge", "a" if start != "a" else "b"])))


def everything(rules, scene, random):
    for secret in (stood_among, through_hidden, hidden_way, contact_unseen, measured_unseen, moved_unseen):
        scene = secret(rules, scene, random)
    return scene


SECRETS = (
    *(stood_among, hidden_place, through_hidden, hidden_way),
    *(contact_unseen, measured_unseen, moved_unseen, everything),
)
each_secret = pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.__name__)


def worlds(rules, scene, secret):
    """The scene without the secret, and with it in two ways."""
    return scene, *(secret(rules, scene, Random(f"{secret.__name__} {number}")) for number in (1, 2))


def alike(found):
    return found[0] == found[1] == found[2]


@pytest.mark.parametrize("game", GAMES)
@each_secret
def test_spectators_and_each_seat_read_the_same_ground_and_the_same_offers(game, secret):
    rules, scenes, _kinds = moments(game)
    for scene in scenes:
        three = worlds(rules, scene, secret)
        assert three[0] != three[1]
        for viewer in SEATS:
            assert alike([repr(view.view(rules, world, viewer)) for world in three])
            for who in PEOPLE:
                assert alike([repr(view.distances_from(rules, world, viewer, who)) for world in three])
        for who in PEOPLE:
            assert alike([board.offers(rules, world, seat_of(who), who) for world in three]), who


@pytest.mark.parametrize("game", GAMES)
@each_secret
def test_an_act_at_hidden_things_is_refused_in_the_words_for_missing_ones(game, secret):
    """Each act at whoever is hidden, or to a hidden place: as at somebody, or to a place, that there is not."""
    rules, scenes, _kinds = moments(game)
    for scene in scenes:
        three = worlds(rules, scene, secret)
        for who in PEOPLE:
            for offer in board.offers(rules, three[0], seat_of(who), who):
                for field in offer.fields:
                    wrong = {"to": OUT_OF_SIGHT, "target": (HIDDEN, *OUT_OF_SIGHT)}.get(field.key, ())
                    for value in wrong:
                        args = {**{row.key: row.blank for row in offer.fields}, field.key: value}
                        said = [refusal(rules, world, Action(offer.kind, who, args)) for world in three]
                        nobody = refusal(rules, three[1], Action(offer.kind, who, {**args, field.key: "nowhere"}))
                        assert alike(said), (offer.kind, value)
                        assert said[0] == nobody, (offer.kind, value)


def refusal(rules, scene, action):
    """The refusal of an impossible act: its kind and its words, without the value that was sent."""
    try:
        decide(rules, scene, action)
    except RulesError as error:
        words = str(error.text)
        for value in action.args.values():
            words = words.replace(f"“{value}”", "“…”") if isinstance(value, str) and value else words
        return type(error), words, error.field
    return "done"


@pytest.mark.parametrize("game", GAMES)
def test_odds_are_the_same_whatever_is_hidden(game):
    rules, scenes, _kinds = moments(game)
    asked = 0
    for scene in scenes:
        three = worlds(rules, scene, everything)
        for who in PEOPLE[:2]:
            for action in foretold(rules, scene, who):
                told = [foretold_to(rules, world, seat_of(who), action) for world in three]
                assert alike(told)
                asked += told[0].startswith("Odds")
        if asked > 3:
            break
    assert asked


def foretold(rules, scene, who):
    """An act at somebody whose odds a player may ask for, filled in as its form allows."""
    for offer in board.offers(rules, scene, seat_of(who), who):
        aimed = any(field.key == "target" for field in offer.fields)
        if aimed and offer.refused is None and offer.kind in rules.kinds_with_odds and fillable(offer):
            pick = Random(offer.kind).choice
            free = [field for field in offer.fields if field.key not in offer.gm_only]
            said = {field.key: field.default for field in free if field.default is not None}
            yield Action(
                offer.kind, who, {field.key: said.get(field.key) or legal_value(field, pick) for field in free}
            )


def foretold_to(rules, scene, viewer, action):
    """The odds of an act as a seat reads them, or why there are none."""
    try:
        return repr(odds(rules, scene, viewer, action))
    except RulesError as error:
        return str(error.text)


@pytest.mark.parametrize("game", GAMES)
def test_these_moments_offer_a_way_and_a_target(game):
    _rules, scenes, kinds = moments(game)
    assert scenes
    assert kinds & set(MOVES), kinds
    assert kinds - set(MOVES), kinds
