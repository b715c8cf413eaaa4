"""The first page: what this is, its games by name, and a die that anybody may throw and nobody keeps."""

import re

import pytest
from django.contrib.sessions.models import Session

from campaigns import sample_fight
from campaigns.models import Campaign, Event
from campaigns.web import rate_limits
from campaigns.web.language import say
from rules import registry

WORDS = {"success": "Réussite", "critical": "Réussite critique", "failure": "Échec", "fumble": "Échec critique"}


@pytest.mark.django_db
def test_a_stranger_reads_the_games_and_one_way_to_begin(client):
    page = client.get("/", headers={"Accept-Language": "fr"}).text
    assert all(str(say(game.name)) in page for game in registry.systems())
    assert page.count("btn-primary btn-big") == 1 and 'name="code"' in page


@pytest.mark.django_db
@pytest.mark.parametrize("face", [1, 11, 12, 20])
def test_the_result_of_the_die_is_shown_on_three_screens_and_stored_nowhere(client, monkeypatch, face):
    monkeypatch.setattr(sample_fight.secrets, "randbelow", lambda sides: face - 1)
    answer = client.get("/?throw=1", headers={"Accept-Language": "fr"})
    shown = re.findall(r'class="die[^"]*">.*?<b>(\d+)</b>', answer.text)
    assert shown == [str(face)] * 3
    kind = sample_fight.outcomes_of_faces()[face - 1]
    assert answer.text.count(f"</svg>{WORDS[kind]}</span>") == 3
    assert ("est touché au corps" in answer.text) == (kind in ("success", "critical"))
    assert not answer.cookies.get("sessionid")
    assert not Campaign.objects.exists() and not Event.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "share"), [("fr", "55\N{NO-BREAK SPACE}%"), ("en", "55%")])
def test_the_odds_are_written_as_each_language_does(client, language, share):
    assert f">{share}</b>" in client.get("/", headers={"Accept-Language": language}).text


def test_the_faces_agree_with_the_rule_of_the_stage():
    faces = sample_fight.outcomes_of_faces()
    assert len(faces) == sample_fight.SIDES
    assert [faces.count(kind) for kind in ("success", "critical", "failure", "fumble")] == [10, 1, 8, 1]


@pytest.mark.django_db
def test_an_endless_thrower_is_asked_to_wait_and_nothing_grows(client, clock):
    answers = [
        client.get("/?throw=1", headers={"Accept-Language": "fr"}) for _throw in range(rate_limits.STAGE.burst + 1)
    ]
    assert [answer.status_code for answer in answers] == [200] * rate_limits.STAGE.burst + [429]
    assert "attendez un instant" in answers[-1].text and int(answers[-1]["Retry-After"]) > 0
    assert client.get("/").status_code == 200
    clock.now += 60
    assert client.get("/?throw=1").status_code == 200
    assert not Session.objects.exists()
