"""An administrator loads a written game on a page: looked at first, kept whole, the same in every process."""

import os
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from campaigns import backup
from campaigns.games import services, watch
from campaigns.models import Campaign
from campaigns.services import create_campaign
from campaigns.unpacking import Unfit
from config.serving.games import load_outside_games
from rules import registry
from rules.core.errors import Refused
from tests.campaigns.test_archive import forget

TEXT = (Path(__file__).resolve().parents[3] / "examples/lanterns.toml").read_text("utf-8")


@pytest.fixture
def site(tmp_path, settings, db):
    """A site with a data folder of its own."""
    before, settings.VAR = settings.VAR, tmp_path
    load_outside_games()
    yield tmp_path
    settings.VAR, settings.GAMES_FOLDER = before, ""
    load_outside_games()


@pytest.fixture
def ada(site, django_user_model, client):
    """A browser of an administrator, in English."""
    django_user_model.objects.create_user("ada", password="x")
    call_command("administrator", "ada")
    client.force_login(django_user_model.objects.get(username="ada"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def sends(client, text, do="preview", **more):
    return client.post(reverse("games"), {"text": text, "do": do, **more})


def page(response):
    return response.content.decode()


def test_a_written_game_is_previewed_first_and_nothing_is_kept(ada, site):
    response = sends(ada, TEXT)
    assert response.status_code == 200
    for word in (
        "Lanterns of the Low Road",
        "lanterns 1.0+",
        "Craft",
        "Pace 7",
        "Hilde Marne",
        "Nothing is loaded yet.",
    ):
        assert word in page(response)
    assert not (site / "games").exists() and "lanterns" not in registry.all_keys()


def test_a_written_game_is_loaded_and_there_for_new_tables(ada, site):
    assert sends(ada, TEXT, "load").status_code == 302
    assert "lanterns" in registry.all_keys()
    assert "Lanterns of the Low Road" in page(ada.get(reverse("new-campaign")))
    assert (site / "games/lanterns.toml").read_text("utf-8") == TEXT
    assert (site / "games/lanterns.toml").stat().st_mode & 0o077 == 0
    assert create_campaign(name="Road", game="lanterns", gm="Ada", language="en").campaign.edition


def test_a_file_is_read_as_its_text_is(ada, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    with path.open("rb") as file:
        assert "Hilde Marne" in page(ada.post(reverse("games"), {"file": file, "do": "preview"}))


@pytest.mark.parametrize("do", ["preview", "load"])
@pytest.mark.parametrize(
    ("old", "new", "sentences"),
    [
        ("6 + 2 * might", "6 // might", ["Line 31", "derived.vigour: it divides by something that may be 0."]),
        ("nerve + 2 * lit", "pace + courage", ["Line 32", "courage → courage"]),
        ("6 + 2 * might", "9999999 * might", ["Line 31", "it can grow to"]),
        ('score = "pace"', "score = pace", ["Line 44", "It is not a TOML file"]),
        ('key = "lanterns"', 'key = "polaris"', ["Line 3", "Another game has this key already."]),
        ("kit = 1", "kit = 9", ["Line 2", "It needs kit 9"]),
        ("kit = 1", "#" * 60_001, ["A game is a file of at most 60000 bytes."]),
    ],
)
def test_a_problem_is_a_sentence_with_its_line_and_nothing_is_kept(ada, site, do, old, new, sentences):
    response = sends(ada, TEXT.replace(old, new, 1), do)
    assert response.status_code == 422
    assert all(sentence in page(response) for sentence in sentences)
    assert not (site / "games").exists()


def test_all_problems_are_told_at_once(ada):
    spoilt = TEXT.replace("6 + 2 * might", "6 // might").replace('of = ["might"', 'of = ["magic"')
    assert page(sends(ada, spoilt)).count("<b>Line ") == 2


def test_nobody_else_finds_the_page(site, client, django_user_model):
    assert client.get(reverse("games")).status_code == 302
    client.force_login(django_user_model.objects.create_user("bob", password="x"))
    assert client.get(reverse("games")).status_code == 404
    assert sends(client, TEXT, "load").status_code == 404
    assert client.post(reverse("remove-game", args=["lanterns"])).status_code == 404
    assert "lanterns" not in registry.all_keys() and reverse("games") not in page(client.get("/"))


def test_an_administrator_is_named_and_no_longer_one(ada):
    assert reverse("games") in page(ada.get("/"))
    call_command("administrator", "ada", no_longer=True)
    assert ada.get(reverse("games")).status_code == 404
    with pytest.raises(CommandError, match="eve"):
        call_command("administrator", "eve")


def test_another_version_takes_its_place(ada):
    sends(ada, TEXT, "load")
    before = registry.system("lanterns")
    create_campaign(name="Road", game="lanterns", gm="Ada", language="en")
    newer = TEXT.replace('version = "1.0"', 'version = "1.1"')
    looked = page(sends(ada, newer))
    assert before.edition in looked and "1 table plays it" in looked
    sends(ada, newer, "load")
    assert registry.system("lanterns").version.startswith("1.1+")


def test_a_game_in_use_is_not_removed(ada, site):
    sends(ada, TEXT, "load")
    create_campaign(name="Road", game="lanterns", gm="Ada", language="en")
    response = ada.post(reverse("remove-game", args=["lanterns"]))
    assert response.status_code == 422 and "1 table plays it." in page(response)
    with pytest.raises(Refused):
        services.remove("../lanterns")


def test_an_unused_game_is_removed(ada, site):
    sends(ada, TEXT, "load")
    assert ada.post(reverse("remove-game", args=["lanterns"])).status_code == 302
    assert "lanterns" not in registry.all_keys() and not list((site / "games").iterdir())
    assert ada.post(reverse("remove-game", args=["lanterns"])).status_code == 422


def test_a_game_written_by_another_process_is_there_at_the_next_page(ada, site):
    (site / "games").mkdir()
    (site / "games/lanterns.toml").write_text(TEXT)
    assert "Lanterns of the Low Road" in page(ada.get(reverse("new-campaign")))
    (site / "games/lanterns.toml").write_text(TEXT.replace("6 + 2 * might", "6 // might"))
    shown = page(ada.get(reverse("games")))
    assert "Line 31" in shown and "lanterns.toml" in shown and "lanterns" not in registry.all_keys()


def test_the_site_starts_without_a_file_that_was_spoilt(site, caplog):
    (site / "games").mkdir()
    (site / "games/lanterns.toml").write_bytes(b"\xff")
    load_outside_games()
    assert "lanterns.toml" in caplog.text and "lanterns" not in registry.all_keys()


def test_the_author_of_a_game_reads_that_it_was_reloaded(ada, site, settings):
    settings.GAMES_FOLDER, settings.DEBUG = str(site), True
    load_outside_games()
    assert "Rules loaded again" not in page(ada.get("/"))
    (site / "mine.toml").write_text(TEXT.replace("6 + 2 * might", "6 // might"))
    shown = page(ada.get("/"))
    assert "Rules loaded again" in shown and "1 problem" in shown and "Line 31" in shown
    (site / "mine.toml").write_text(TEXT)
    assert "0 problems" in page(ada.get("/")) and "lanterns" in registry.all_keys()
    settings.DEBUG = False
    assert "Rules loaded again" not in page(ada.get("/"))


def test_a_folder_of_the_host_is_read_at_start_alone(site, settings):
    folder = site / "given"
    folder.mkdir()
    settings.GAMES_FOLDER = str(folder)
    load_outside_games()
    (folder / "lanterns.toml").write_text(TEXT)
    assert not watch.refresh() and "lanterns" not in registry.all_keys()
    settings.GAMES_FOLDER = ""


def test_nothing_is_kept_of_a_game_that_could_not_be_written(ada, site):
    (site / "games").write_text("in the way")
    response = sends(ada, TEXT, "load")
    assert response.status_code == 422 and "It cannot be kept" in page(response)
    os.unlink(site / "games")
    assert "lanterns" not in registry.all_keys() and not Campaign.objects.exists()


def test_only_an_own_form_is_taken(ada):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = ada.cookies
    assert sends(strict, TEXT, "load").status_code == 403


def test_a_backup_brings_it_along(ada, site, settings, tmp_path_factory):
    sends(ada, TEXT, "load")
    campaign = create_campaign(name="Road", game="lanterns", gm="Ada", language="en").campaign
    kept = tmp_path_factory.mktemp("kept") / "all.zip"
    assert backup.write(kept) == 1
    forget(campaign)
    get_user_model().objects.all().delete()
    settings.VAR = tmp_path_factory.mktemp("elsewhere")
    load_outside_games()
    assert "lanterns" not in registry.all_keys()
    assert backup.restore(kept) == 1
    assert Campaign.objects.get().system.edition == campaign.edition
    settings.VAR = site


def test_a_backup_with_a_spoilt_game_restores_nothing(site, tmp_path):
    kept = tmp_path / "all.zip"
    with zipfile.ZipFile(kept, "w") as into:
        into.writestr("games/lanterns.toml", TEXT.replace("6 + 2 * might", "6 // might"))
        into.writestr(backup.ACCOUNTS, "[]")
    with pytest.raises(Unfit, match="no game that can be loaded"):
        backup.restore(kept)
    assert "lanterns" not in registry.all_keys()
