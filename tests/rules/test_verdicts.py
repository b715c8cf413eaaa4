"""The end of an attack is a verdict in every game: who hits or wins, by how much, and only as far as one may know."""

from random import Random

import pytest

from rules.autoplay.skirmish import skirmish
from rules.core.json_codec import from_json
from rules.registry import GAMES, samples, system
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.play import play_blows

pytestmark = pytest.mark.fights

SEEDS, STEPS = range(4), 60
SUMS = ("chroniques", "medieval")  # a total is compared with a number: the attack hits or misses by so much
OPPOSED = ("arpenteurs", "mythras", "polaris")


def blows(game):
    """The ends of attacks in fights of two against two."""
    rules = system(game)
    for seed in SEEDS:
        random = Random(f"{game}/{seed}")
        sheets = [sample["data"] for sample in samples(game).values()]
        scene = skirmish({side: random.choices(sheets, k=2) for side in ("pc", "npc")})
        for _before, event, _after in play_blows(rules, scene, random.choice, STEPS):
            if "verdict" in event.payload:
                yield event


def won(event, role):
    return tell(event.audience, event.kind, event.payload, Viewer(role)).won


@pytest.mark.slow("four random fights of sixty steps")
@pytest.mark.parametrize("game", GAMES)
def test_an_attack_that_nobody_throws_against_hits_or_misses_its_target(game):
    ends = [event for event in blows(game) if "hit" in event.payload["verdict"]]
    assert ends
    for event in ends:
        attacker, target = event.payload["verdict"]["sides"]
        outcome = next(from_json(row) for row in event.payload["outcomes"])
        verdict = won(event, "table")
        names = {key: row["name"] for key, row in event.payload["who"].items()}
        assert (str(verdict.winner), str(verdict.target)) == (names[attacker], names[target])
        assert verdict.hit is outcome.level.succeeded
        assert verdict.by is None  # it would give away what was faced
        by_so_much = game in SUMS and outcome.margin != 0 and (outcome.margin > 0) is verdict.hit
        assert (won(event, "gm").by is not None) is by_so_much


@pytest.mark.slow("four random fights of sixty steps")
@pytest.mark.parametrize("game", SUMS)
def test_a_viewer_who_may_not_know_the_damage_is_not_told_of_the_hit_twice(game):
    """A counter-blow at the attacker is told: the verdict is about the target."""
    told = [tell(event.audience, event.kind, event.payload, Viewer("table")) for event in blows(game)]
    bare = [(line, whom, what) for line in told for whom, what in line.effects if str(what) == "is hit"]
    assert any(whom == line.won.target for line, whom, _what in bare)
    for line, whom, what in bare:
        assert ((whom, what) in line.repeats) == (whom == line.won.target)


@pytest.mark.slow("four random fights of sixty steps")
@pytest.mark.parametrize("game", OPPOSED)
def test_at_most_one_of_two_throwers_wins(game):
    ends = [event for event in blows(game) if "hit" not in event.payload["verdict"]]
    assert ends
    for event in ends:
        winner = event.payload["verdict"]["winner"]
        assert winner in ("", *event.payload["verdict"]["sides"])
        levels = {row.check.actor: row.level for row in map(from_json, event.payload["outcomes"])}
        assert not winner or game == "polaris" or levels[winner].succeeded


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_blow_involving_somebody_hidden_is_told_to_nobody(game):
    event = next(blows(game))
    for side in event.payload["verdict"]["sides"]:
        event.payload["who"][side]["hidden"] = True
        assert won(event, "gm") is not None
        assert won(event, "table") is None
        event.payload["who"][side]["hidden"] = False
