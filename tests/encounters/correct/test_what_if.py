"""A what-if, a copy of a fight, is noticed by nobody at the table."""

import hashlib
import json
import re
from random import Random

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import journal
from campaigns.journal.journal import Sent
from campaigns.models import Campaign, Command, Event
from encounters.correct import what_if
from encounters.models import Branch, DiceStream, Encounter
from encounters.prepare import participants, services, simulation
from rules import registry
from rules.autoplay.simulation import Bout
from rules.core.errors import Refused, Stale
from rules.engine import exchanges
from sheets.models import Character
from tests.cast import client_of, gather
from tests.encounters.conftest import join
from tests.hostile.harvest import forms
from tests.rules.play import next_action
from tests.rules.test_random_play import going_on

GAMES = [key for key in registry.GAMES if registry.samples(key)]
COUNT = iter(range(10_000))
EVERYTHING = (Campaign, Command, Event, Encounter, Character, DiceStream)


@pytest.fixture
def told(monkeypatch):
    """A list of every announcement that the table has changed."""
    found = []
    monkeypatch.setattr(journal, "announce", lambda *one: found.append(one))
    return found


def fingerprint():
    """Everything that stands at the table, with its journal, as one number."""
    rows = [list(model.objects.order_by("pk").values()) for model in EVERYTHING]
    return hashlib.sha256(json.dumps(rows, sort_keys=True, default=str).encode()).hexdigest()


def sent():
    return Sent.of("", next(COUNT))


def begun(game):
    cache.clear()
    cast = gather(game)
    first, *_rest = registry.samples(game)
    join(cast, "Élowen", "pc", cast.ana, first)
    token = services.prepare(seat=cast.gm, sent=sent(), name="Quai 7").value
    said = {"what": "", "pick": f"2x sample:{first}", "hidden": False, "joins": "start"}
    participants.add_participants(seat=cast.gm, sent=sent(), encounter=token, **said)
    services.turn_to(seat=cast.gm, sent=sent(), encounter=token, status="running")
    return cast, Encounter.objects.select_related("campaign").get(token=token)


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_what_if_copy_is_played_undone_simulated_and_dropped_without_a_trace(game, told):
    cast, encounter = begun(game)
    before, frames = fingerprint(), len(told)
    row = what_if.begin(cast.gm, encounter)
    start, random, tried = row.scene, Random(game), 0
    for number in range(25):
        row.refresh_from_db()
        action = next_action(cast.campaign.system, what_if.scene_of(row), going_on(random), number)
        try:
            what_if.try_action(cast.gm, row, action)
            tried += 1
        except Refused:
            continue
    row.refresh_from_db()
    assert tried > 5 and row.scene != start and row.told
    assert not exchanges.rolls_due(cast.campaign.system, what_if.scene_of(row)), "its dice fall by themselves"
    page = client_of(cast.gm).get(reverse("branch", args=[cast.gm.token, row.token]))
    assert page.status_code == 200 and "Élowen" in page.content.decode()
    plan = simulation.Plan(what_if.scene_of(row), {}, game)
    assert simulation.run_simulation(plan, seconds=1, times=3) is not None
    for _one in range(tried):
        what_if.take_back(cast.gm, row)
    row.refresh_from_db()
    assert row.scene == start and row.told == []
    with pytest.raises(Refused):
        what_if.take_back(cast.gm, row)
    what_if.drop(cast.gm, row)
    assert not Branch.objects.exists()
    assert (fingerprint(), len(told)) == (before, frames)


def asked_in_a_copy(cast, encounter, *kinds):
    """Play copies at random until somebody is asked for one of these in one; that copy, and what is asked."""
    system, random = cast.campaign.system, Random(cast.campaign.game)
    for number in range(1_000):
        if number % 50 == 0:  # a fight that is over asks nobody anything any more
            row = what_if.begin(cast.gm, encounter)
        row.refresh_from_db()
        scene = what_if.scene_of(row)
        questions = [one for one in exchanges.waiting_on(system, scene) if one.kind in kinds]
        if questions:
            return row, questions
        try:
            what_if.try_action(cast.gm, row, next_action(system, scene, going_on(random), number))
        except Refused:
            continue
    raise AssertionError("nobody was asked anything")


@pytest.mark.slow("random play until somebody is asked something")
@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_prompt_of_a_copy_is_answered_on_its_page_once(game, told, monkeypatch):
    monkeypatch.setattr(what_if.secrets, "randbelow", Random(game).randrange)
    cast, encounter = begun(game)
    before, frames = fingerprint(), len(told)
    row, (asked, *_more) = asked_in_a_copy(cast, encounter, "answer")
    tried = len(row.past)
    address, browser = reverse("branch", args=[cast.gm.token, row.token]), client_of(cast.gm)
    drawn = [one for one in forms("gm", address, browser.get(address).text) if ("do", "answer") in one.fields]
    form, *_others = (one for one in drawn if any(asked.request.key in name for name, _value in one.fields))
    said = dict(form.fields)
    assert browser.post(form.action, {**said, "command": "aaaaaaaaaaaaaaaa-1"}).url == address
    row.refresh_from_db()
    left = [
        (one.exchange, one.request.key)
        for one in exchanges.waiting_on(cast.campaign.system, what_if.scene_of(row))
        if one.request is not None
    ]
    assert (asked.exchange, asked.request.key) not in left and len(row.past) == tried + 1
    assert browser.post(form.action, {**said, "command": "aaaaaaaaaaaaaaaa-2"}).status_code == 409
    assert browser.post(form.action, {"do": "answer", "command": "aaaaaaaaaaaaaaaa-3"}).status_code == 409
    row.refresh_from_db()
    assert len(row.past) == tried + 1
    assert (fingerprint(), len(told)) == (before, frames)


@pytest.mark.slow("random play until something waits for the game master's word")
@pytest.mark.django_db
def test_effects_awaiting_confirmation_in_a_copy_are_accepted_on_its_page(told, monkeypatch):
    monkeypatch.setattr(what_if.secrets, "randbelow", Random(1).randrange)
    cast, encounter = begun("polaris")

    def waiting(row):
        address = reverse("branch", args=[cast.gm.token, row.token])
        drawn = forms("gm", address, client_of(cast.gm).get(address).text)
        return [form for form in drawn if ("do", "confirm") in form.fields]

    row, _asked = asked_in_a_copy(cast, encounter, "answer")
    assert waiting(row) == [], "nobody is asked to confirm what is still thrown"
    Campaign.objects.update(settings={"confirm": "always"})
    encounter = Encounter.objects.select_related("campaign").get(pk=encounter.pk)
    row, asked = asked_in_a_copy(cast, encounter, "confirm")
    (form, *_others), tried = waiting(row), len(row.past)
    assert {dict(form.fields)["exchange"] for form in waiting(row)} == {need.exchange for need in asked}
    answer = client_of(cast.gm).post(form.action, {**dict(form.fields), "command": "aaaaaaaaaaaaaaaa-1"})
    row.refresh_from_db()
    assert answer.status_code == 302 and len(row.past) == tried + 1
    left = {need.exchange for need in exchanges.waiting_on(cast.campaign.system, what_if.scene_of(row))}
    assert dict(form.fields)["exchange"] not in left


@pytest.fixture
def polaris(db):
    return begun("polaris")


def post(seat, name, *args, **said):
    return client_of(seat).post(reverse(name, args=[seat.token, *args]), said)


def test_an_act_is_tried_on_its_page(polaris, told):
    cast, encounter = polaris
    before, frames = fingerprint(), len(told)
    address = post(cast.gm, "fork", encounter.token).url
    token = Branch.objects.get().token
    assert token in address
    assert post(cast.gm, "branch", token, kind="start", actor="gm").url == address
    assert post(cast.gm, "branch", token, kind="next", actor="gm").url == address
    assert Branch.objects.get().past
    assert post(cast.gm, "branch", token, do="back").url == address
    assert post(cast.gm, "branch", token, kind="nonsense", actor="gm").status_code == 422
    assert post(cast.gm, "branch", token, do="drop").url == reverse("fight", args=[cast.gm.token, encounter.token])
    assert post(cast.gm, "branch", token, do="back").status_code == 404
    assert (fingerprint(), len(told)) == (before, frames)


def test_a_copy_that_plays_itself_tells_its_shares_on_its_page_alone(polaris, monkeypatch):
    cast, encounter = polaris
    monkeypatch.setattr(simulation, "play_bouts", lambda *_plan: iter([Bout("pc", 3, ()), Bout("foe", 7, ())]))
    address = reverse("branch", args=[cast.gm.token, what_if.begin(cast.gm, encounter).token])
    browser = client_of(cast.gm)
    assert 'id="played"' not in browser.get(address).text
    played = browser.get(address, {"play": "1"}).text.partition('id="played"')[2]
    assert "50" in played.partition("</section>")[0]


@pytest.mark.parametrize("part", ["ana", "leo", "spectator", "screen"])
def test_nobody_else_finds_a_copy_or_makes_one(polaris, part):
    cast, encounter = polaris
    row = what_if.begin(cast.gm, encounter)
    seat = cast.seats[part]
    assert post(seat, "fork", encounter.token).status_code == 404
    assert client_of(seat).get(reverse("branch", args=[seat.token, row.token])).status_code == 404
    assert post(seat, "branch", row.token, do="drop").status_code == 404
    with pytest.raises(Refused):
        what_if.begin(seat, encounter)


def test_a_discarded_copy_accepts_no_act(polaris):
    cast, encounter = polaris
    row = what_if.begin(cast.gm, encounter)
    kept = Branch.objects.get()
    what_if.drop(cast.gm, row)
    with pytest.raises(Stale):
        what_if.try_action(cast.gm, kept, what_if.new_action("start", "gm", {}, cast.gm))


def test_the_oldest_of_too_many_copies_is_dropped(polaris):
    cast, encounter = polaris
    rows = [what_if.begin(cast.gm, encounter) for _one in range(what_if.MOST_BRANCHES + 2)]
    assert list(Branch.objects.order_by("pk")) == rows[2:]


def test_a_what_if_copy_with_too_many_acts_refuses_more_until_an_undo(polaris, monkeypatch):
    cast, encounter = polaris
    monkeypatch.setattr(what_if, "MOST_TRIED", 1)
    monkeypatch.setattr(what_if, "MOST_MARKS", 2)
    row = what_if.begin(cast.gm, encounter, sent())

    def tries():
        what_if.try_action(cast.gm, row, what_if.new_action("start", "gm", {}, cast.gm), sent())

    tries()
    with pytest.raises(Refused, match="too many acts"):
        tries()
    what_if.take_back(cast.gm, row, sent())
    tries()
    kept = Branch.objects.get()
    assert len(kept.past) == 1 and len(kept.marks) == 2, "of the forms that may come again only the newest are known"


def test_its_page_tells_the_newest_first_and_why_something_cannot_be_done(polaris, told):
    cast, encounter = polaris
    row = what_if.begin(cast.gm, encounter)
    random, before, lines = Random(1), [], []
    while not before or lines == before:
        row.refresh_from_db()
        what_if.try_action(
            cast.gm, row, next_action(cast.campaign.system, what_if.scene_of(row), going_on(random), len(lines))
        )
        page = client_of(cast.gm).get(reverse("branch", args=[cast.gm.token, row.token])).text
        before, lines = lines, re.findall(r"<li>(.*?)</li>", page.partition('id="branch-log"')[2])
    assert lines[0] != before[0] and lines[-len(before) :] == before
    assert 'class="chip is-dashed" title="' in " ".join(page.split())
