"""Assumptions on which the test runs rely."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from campaigns.models import Campaign
from rules import registry
from tests import __main__ as runs
from tests import services
from tests.conftest import SELDOM, one_game_each, with_fights_of
from tests.serve import ROOT


def test_a_test_that_does_not_ask_for_the_database_is_refused_it():
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        Campaign.objects.count()


def test_a_test_waits_for_no_fixture_that_does_nothing_for_it(request):
    assert SELDOM.keys().isdisjoint(request.fixturenames)


@pytest.mark.urls("tests.campaigns.urls")
async def test_a_test_has_the_fixtures_of_its_kind_and_of_its_markers(request):
    assert SELDOM.keys() & set(request.fixturenames) == {"nothing_left_open", "_django_set_urlconf"}


def test_a_check_runs_one_game_and_a_whole_run_all_folders():
    assert sorted(registry.GAMES) == runs.GAMES
    assert runs._smallest() in runs.GAMES
    assert {"ground", "importing", *runs.GAMES} <= set(runs.FOLDERS)


def test_ci_ends_at_once_and_names_each_service_that_is_missing():
    bare = {name: value for name, value in os.environ.items() if not name.startswith("TABLEE_TEST_")}
    environment = {**bare, "CI": "true", "TABLEE_TEST_REDIS": "redis://127.0.0.1:1/0"}
    command = [sys.executable, "-m", "tests"]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert "NOT TESTED: PostgreSQL (set TABLEE_TEST_POSTGRES=postgres://" in run.stdout
    assert "CI=true wants every service: PostgreSQL (set TABLEE_TEST_POSTGRES=" in run.stderr
    assert "Redis (" in run.stderr and "===" not in run.stdout, "nothing was run"


def test_a_program_that_is_missing_is_named_with_the_package_that_brings_it(monkeypatch):
    monkeypatch.setattr(services, "PROGRAMS", {"no-such-program": "a-package", "sh": "dash"})
    assert [line for line in services.missing() if "package" in line or "dash" in line] == [
        "no-such-program (apt-get install a-package)"
    ]


def test_another_database_is_tried_with_one_game_of_each_test():
    def item(function, *values):
        return SimpleNamespace(function=function, callspec=SimpleNamespace(params=dict(enumerate(values))))

    plain, other_words = SimpleNamespace(function=1), item(2, "gm", 7)
    games = [item(3, "mythras", 0), item(3, "mythras", 1), item(3, "polaris", 0), item(4, ("polaris", 5))]
    kept = one_game_each([plain, other_words, *games])
    assert kept == [plain, other_words, games[0], games[1], games[3]]


def test_a_check_plays_the_fights_of_one_game_and_all_else():
    def item(fights, *values):
        marked = {"fights": fights}.get
        return SimpleNamespace(get_closest_marker=marked, callspec=SimpleNamespace(params=dict(enumerate(values))))

    plain, fight, all_games = item(None, "mythras"), item("marked", "polaris", 3), item("marked", 7)
    others = [item("marked", "mythras", 3), item("marked", ("mythras", 5))]
    assert with_fights_of("polaris", [plain, *others, fight, all_games]) == [plain, fight, all_games]


@pytest.mark.slow("a run of pytest in a process of its own")
def test_a_failure_is_named_before_the_run_has_ended(tmp_path):
    bad = "def test_bad():\n    assert 1 == 2\n\n\ndef test_good():\n    pass\n"
    (tmp_path / "test_it.py").write_text(bad)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.early", "-p", "no:django", "-p", "no:randomly"]
    command += ["-c", os.devnull, "--rootdir", str(tmp_path), str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    named = run.stdout.partition("FAILED NOW: test_it.py::test_bad: call: assert 1 == 2")
    assert named[1] and "= FAILURES =" in named[2]
