"""Games that cannot be loaded, or are gone: the site starts and says so."""

import logging
from functools import cache
from pathlib import Path

import pytest
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.services import create_campaign
from config.checks import check_packs
from config.serving.games import load_outside_games
from rules import packs, registry
from rules.core.text import Text
from tests import serve
from tests.config.test_settings import bare


@pytest.fixture
def left_out(monkeypatch):
    """One game from outside that could not be loaded."""
    rows = packs.Packs({}, (packs.LeftOut("puppets", Text("It broke while it was loaded: OSError: /secret")),))
    monkeypatch.setattr(registry, "outside_packs", cache(lambda: rows))


def test_a_skipped_game_is_named_at_start_with_its_reason(left_out, caplog):
    with caplog.at_level(logging.WARNING):
        load_outside_games()
    assert caplog.messages == [
        "The site starts without the game puppets: It broke while it was loaded: OSError: /secret"
    ]
    assert [row.id for row in check_packs(None)] == ["tablee.W004"]


def test_the_page_of_a_new_table_names_it_without_its_reason(left_out, client, django_user_model):
    client.force_login(django_user_model.objects.create_user("ada", password="x"))
    page = client.get(reverse("new-campaign")).content.decode()
    assert "puppets" in page and "/secret" not in page


def test_a_table_whose_game_is_gone_says_so(client, django_user_model):
    user = django_user_model.objects.create_user("ada", password="x")
    seat = create_campaign(name="Masks", game=registry.GAMES[0], gm="Ada", language="en", user=user)
    Campaign.objects.update(game="puppets")
    client.force_login(user)
    page = client.get(reverse("seat", args=[seat.token]))
    assert page.status_code == 404 and "puppets" in page.content.decode()
    assert "puppets" in client.get("/").content.decode()


def test_the_games_of_a_folder_are_taken_and_the_others_named(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    example = Path(__file__).resolve().parents[2] / "examples/lanterns.toml"
    (folder / "a.toml").write_bytes(example.read_bytes())
    (folder / "b.toml").write_bytes(example.read_bytes())
    (folder / "c.toml").write_bytes(b"kit = 9")
    code = "import django; django.setup(); from rules import registry; print(registry.all_keys()[-1])"
    code += "; print(*registry.outside_packs().left_out, sep='\\n')"
    run = serve.run(("-c", code), bare(tmp_path, TABLEE_GAMES=str(folder))).stdout
    assert run.startswith("lanterns\n") and "b.toml" in run and "c.toml" in run
