"""Timed conditions: set on a page, seen by those who may, ended by the right command."""

import json
import re
from random import Random

import pytest
from django.core.cache import cache
from django.urls import reverse

from campaigns.journal import journal, undo
from campaigns.models import Command, Event, Seat
from encounters import services
from encounters.correct import correction
from encounters.correct.replay import Correction
from encounters.models import Encounter
from encounters.prepare import timers as prepare_timers
from rules.core.errors import Refused, Stale
from rules.engine import timers
from rules.engine.timers import Timer
from sheets.models import Character
from tests.cast import client_of, gather
from tests.encounters.conftest import begun
from tests.encounters.correct.test_correction import GAMES, acts, fresh, plain, same, scene_of, sent
from tests.encounters.fight.test_bad_input import come_up, melee, open_declarations
from tests.encounters.fight.test_pages import Fight
from tests.rules.play import next_action
from tests.rules.test_random_play import going_on

GUARD = "Garde de station"


@pytest.fixture
def fight(table):
    return Fight(table)


def address(fight, name, part="gm"):
    return reverse("time", args=[fight.table.cast.seats[part].token, fight.token, fight.id(name)])


def put(fight, name, **said):
    said = {"when": "round", "left": "2", **said}
    return client_of(fight.gm).post(address(fight, name), said, headers={"HX-Request": "true", "X-Live": "1"})


def on(fight, name):
    scene = scene_of(fight.token)
    return [one.path or one.label for one in timers.timers_of(scene) if one.fighter == fight.id(name)]


def region(fight, seat, name, key=""):
    """A region of the fight's page, in one line."""
    page = fight.shown(seat, "fight", f"{fight.token}{key and '-'}{key}")
    return re.sub(r"\s+", " ", next(html for placed, html in page.items() if placed.partition("-")[0] == name))


def test_a_timer_is_set_on_the_board_and_read_on_sheet_ladder_and_screen(fight):
    assert f'action="{address(fight, "Élowen")}"' in region(fight, fight.gm, "selected", fight.id("Élowen"))
    assert put(fight, "Élowen", path="conditions.stunned", left="3", open="1").status_code == 200
    assert Character.objects.get(name="Élowen").data["conditions"]["stunned"] is True
    ana, screen = fight.table.cast.ana, fight.table.cast.screen
    shown = [
        region(fight, fight.gm, "selected", fight.id("Élowen")),
        region(fight, fight.gm, "ladder"),
        region(fight, ana, "ladder"),
        fight.table.region(ana, "sheet", "states", fight.table.elowen.token),
        fight.table.region(screen, "screen", "party"),
    ]
    assert all(re.search(r"lasting.*?3 (rounds|tours)", one, re.DOTALL) for one in shown)


def test_a_custom_name_is_read_too_and_only_by_its_circle(fight):
    put(fight, GUARD, label="Sous le charme", left="2")
    ladder = [region(fight, seat, "ladder") for seat in (fight.gm, fight.table.cast.ana)]
    assert ["Sous le charme" in one for one in ladder] == [True, False]
    put(fight, GUARD, label="Sous le charme", left="2", open="1")
    assert "Sous le charme" in region(fight, fight.table.cast.ana, "ladder")
    client_of(fight.gm).post(address(fight, GUARD), {"lift": timers.timers_of(scene_of(fight.token))[0].key})
    assert on(fight, GUARD) == []


@pytest.mark.parametrize(
    "said", [{}, {"label": "x", "left": "0"}, {"label": "x", "left": "²"}, {"label": "x", "when": "y"}]
)
def test_an_invalid_timer_is_refused_with_a_sentence_and_changes_nothing(fight, said):
    before = Event.objects.count()
    answer = put(fight, GUARD, **said)
    assert answer.status_code == 422 and "is-refused" in answer.content.decode()
    assert Event.objects.count() == before


@pytest.mark.parametrize("part", ["ana", "leo", "screen"])
def test_only_a_game_master_puts_one(fight, part):
    answer = client_of(fight.table.cast.seats[part]).post(address(fight, "Élowen", part), {"label": "x", "left": "1"})
    assert answer.status_code == 422 and on(fight, "Élowen") == []


def test_the_command_that_brings_its_moment_ends_it_and_its_undo_brings_it_back(fight):
    open_declarations(fight, "Élowen")
    melee(fight, "Élowen", GUARD)
    put(fight, "Tibor", path="conditions.prone", left="1", when="start", whose=fight.id("Élowen"), open="1")
    come_up(fight, "Élowen")
    assert on(fight, "Tibor") == ["conditions.prone"], "she is up, and not called yet"
    fight.act("next")
    assert on(fight, "Tibor") == [] and "prone" not in Character.objects.get(name="Tibor").data.get("conditions", {})
    last = Command.objects.order_by("-pk").first()
    assert [one.kind for one in last.events.all()] == ["next", timers.OVER]
    assert "Tibor" in fight.shown(fight.table.cast.leo, "fight", fight.token)["log"].split("journal-line")[1]
    undo.undo(seat=fresh(fight.gm), sent=sent(), command=last)
    assert (
        on(fight, "Tibor") == ["conditions.prone"] and Character.objects.get(name="Tibor").data["conditions"]["prone"]
    )
    undo.redo(seat=fresh(fight.gm), sent=sent(), command=last)
    assert on(fight, "Tibor") == []


@pytest.fixture(params=GAMES)
def played(db, request):
    """A random fight of a game under conditions, every die of which a game master typed; its first condition."""
    cache.clear()
    cast, random = gather(request.param), Random(request.param)
    gm, token = begun(cast, Seat.Dice.TYPED)
    ids = list(scene_of(token).fighters)
    first = None
    for number, when in enumerate((*timers.WHEN, timers.ROUND)):
        whose = "" if when == timers.ROUND else ids[number % len(ids)]
        timer = Timer(ids[0], f"k{number}", when, 1 + number, whose, label=f"{when}{number}", open=True)
        done = prepare_timers.set_timer(seat=gm, sent=sent(), encounter=token, timer=timer)
        first = first or done.command
    for number in range(50):
        action = next_action(gm.campaign.system, scene_of(token), going_on(random), number)
        try:
            services.act(
                seat=gm, sent=sent(), encounter=token, kind=action.kind, actor=action.actor, args=dict(action.args)
            )
        except Refused:
            continue
    yield gm, token, first
    cache.clear()


def test_a_whole_fight_is_undone_exactly_and_corrected_to_itself(played):
    gm, token, first = played
    now = scene_of(token)
    assert journal.fold(gm.campaign)[f"encounter:{token}"] == now.state
    event = acts(gm, token)[0]
    found = correction.preview(seat=fresh(gm), event=event, wanted=Correction())
    assert found.ready and not found.replay.lost_steps and same(found.replay.scene, now)
    kept = [one for one in found.replay.decided if one.new.kind in (timers.OVER, timers.SET)]
    assert all(one.is_same for one in kept)
    undo.rewind(seat=fresh(gm), sent=sent(), command=first)
    now = plain(scene_of(token))["state"]
    now.pop("spare", None)
    assert now == stood_before(gm, token, first.first_seq)


def stood_before(gm, token, seq):
    """The encounter as it stood before an event, from the journal alone; dice kept from the undo are left out."""
    state = {}
    for event in Event.objects.filter(campaign=gm.campaign, seq__lt=seq).order_by("seq"):
        for change in event.written:
            if change.subject == f"encounter:{token}":
                state = change.on(state)
    return json.loads(json.dumps(state, sort_keys=True))


@pytest.mark.parametrize(("there", "error"), [(True, Refused), (False, Stale)])
def test_a_fight_that_is_over_takes_no_more(fight, there, error):
    Encounter.objects.filter(token=fight.token).update(status=Encounter.Status.ENDED)
    timer = Timer(fight.id("Élowen"), "k", timers.ROUND, 1, label="x")
    with pytest.raises(error):
        prepare_timers.set_timer(
            seat=fresh(fight.gm), sent=sent(), encounter=fight.token if there else "nothere", timer=timer
        )
