"""The bench measures a realistic table, and judges by the written goals."""

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from bench import baselines, run, secrecy, table
from bench.result import Result
from campaigns.journal import journal, subjects
from campaigns.live import regions
from campaigns.models import Campaign, Event, Seat

GOALS = tomllib.loads((Path(run.__file__).parent / "goals.toml").read_text())["goal"]
HISTORY = "action after a long history / after a short one"


@pytest.mark.django_db
def test_a_long_past_is_a_valid_journal(lay):
    lay(7)
    (laid,) = table.lay(1)
    events = table.lengthen(laid["campaign"], 3_000)
    campaign = Campaign.objects.get(pk=laid["campaign"])
    seqs = list(Event.objects.filter(campaign=campaign).order_by("seq").values_list("seq", flat=True))
    assert events >= 3_000 and seqs == list(range(1, events + 1)) and campaign.seq == events
    folded = journal.fold(campaign)
    rows = {name: subjects.kind_of(name)[0].load(campaign, name.partition(":")[2]) for name in folded}
    assert folded == rows


@pytest.mark.django_db
def test_the_baseline_design_draws_the_same_pages():
    (laid,) = table.lay(1)
    token, path = laid["screen"][:2]
    name, _slash, key = path.partition("/")
    page = regions.find_page(Seat.objects.select_related("campaign").get(token=token), name, key)
    drawn = json.loads(baselines.board(token, name, key))["regions"]
    assert drawn == {placed.id: page.draw(placed) for placed in page.regions}


@pytest.mark.parametrize(
    ("figure", "noise", "status", "word"),
    [(1.0, 1.0, 0, "met"), (1.2, 1.0, 1, "MISSED"), (1.2, 1.5, 0, "NOISY"), (1.0, 1.5, 0, "met")],
)
def test_a_goal_is_not_judged_if_its_reference_varies_too_much(capsys, figure, noise, status, word):
    assert run.report({"history": Result({HISTORY: figure}, noise=noise)}, None) == status
    said = capsys.readouterr().out
    assert word in next(line for line in said.splitlines() if HISTORY in line)
    assert "Not measured" in said and "R12" in said


def test_every_goal_is_bounded_once():
    assert all(("most" in goal) != ("least" in goal) for goal in GOALS)
    assert len({goal["name"] for goal in GOALS}) == len(GOALS)


def measured(seed, slower=0.0):
    """Times as a machine gives them: mostly alike, drifting, some of them much too long."""
    random = Random(seed)
    return [10 + slower + number / 500 + random.expovariate(2) + 40 * (random.random() < 0.02) for number in range(600)]


def test_a_time_that_tells_is_told_from_one_that_does_not():
    quiet = measured(1)
    assert not secrecy.compare(quiet, measured(2), times=200).differs
    assert secrecy.compare(quiet, measured(2, slower=0.2), times=200).differs


def test_the_report_says_whether_time_tells(capsys):
    samples = {secrecy.QUIET: measured(1), secrecy.AGAIN: measured(2), secrecy.HIDDEN: measured(3)}
    assert secrecy.report({"requests": samples})
    assert not secrecy.report({"requests": samples, "frames": samples | {secrecy.HIDDEN: measured(3, slower=1)}})
    assert capsys.readouterr().out.count("after a hidden act") == 3


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_no_response_time_reveals_hidden_things():
    assert secrecy.report(secrecy.measure())
