"""The pages of an evening are those of the golden files, for each reader."""

import os
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from tests.encounters.test_every_game import GAMES
from tests.evenings import evening, preparing, second_looks, visits


@pytest.fixture
def dice(settings, db):
    settings.TABLEE_DICE = f"{evening.__name__}.thrown"


@pytest.fixture
def noon(monkeypatch):
    """The clock stands still at noon, so that a link is open until an hour of today."""
    now = datetime(2026, 3, 4, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)


def kept(name, pages):
    """The pages as they were kept, those of today if they are to be kept."""
    path = evening.HERE / f"{name}.txt"
    if os.environ.get("TABLEE_REWRITE"):
        path.write_text("\n".join(pages[1:]) + "\n", encoding="utf-8")
    return ["", *path.read_text(encoding="utf-8").splitlines()]  # where it differs on purpose: TABLEE_REWRITE=1


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_of_each_game_and_its_story_read_as_they_were_kept(dice, game):
    pages = evening.fight(game)
    assert pages == kept(game, pages)


def test_the_pages_between_fights_read_as_they_were_kept(dice):
    pages = evening.between_fights("polaris")
    assert pages == kept("between", pages)


@pytest.mark.parametrize("game", GAMES)
def test_the_sheets_of_each_game_read_as_they_were_kept(dice, game):
    pages = evening.sheets(game)
    assert pages == kept(f"{game}-sheets", pages)


@pytest.mark.parametrize("game", ["chroniques", "mythras"])
def test_a_second_look_at_what_was_done_reads_as_it_was_kept(dice, game):
    pages = second_looks.look_again(game)
    assert pages == kept(f"{game}-corrected", pages)


def test_a_fight_that_is_prepared_reads_as_it_was_kept(dice):
    pages = preparing.make_ready("chroniques")
    assert pages == kept("ready", pages)


def test_things_handed_round_read_as_they_were_kept(dice):
    pages = preparing.hand_round("polaris")
    assert pages == kept("handed-round", pages)


@pytest.mark.parametrize("chapter", visits.CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_forms_are_answered_as_they_were_kept(dice, noon, chapter):
    sent = visits.Visits(visits.CHAPTERS[chapter])
    chapter(sent)
    assert sent.pages == kept(f"forms-{chapter.__name__}", sent.pages)
