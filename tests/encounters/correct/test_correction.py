"""A correction equals the fight played right from the start."""

import json
from dataclasses import replace
from random import Random

import pytest
from django.core.cache import cache

from campaigns.journal import journal, standing, undo
from campaigns.journal.journal import Sent
from campaigns.models import Event, Seat
from encounters import scenes, services
from encounters.correct import correction, overrides
from encounters.correct import replay as correct_replay
from encounters.correct.replay import Correction
from encounters.models import Encounter
from rules import registry
from rules.core.errors import Refused, RulesError, Stale
from rules.core.scene import Action, apply, scene_to_json
from rules.engine import decide
from tests.cast import gather, latest
from tests.encounters.conftest import begun
from tests.laid import laid
from tests.rules.play import next_action
from tests.rules.test_random_play import going_on

GAMES = [key for key in registry.GAMES if registry.samples(key)]
COUNT = iter(range(100_000))
STEPS = 45


def sent():
    return Sent.of("", next(COUNT))


def scene_of(token):
    return scenes.scene_of(Encounter.objects.select_related("campaign").get(token=token))


def plain(scene):
    return json.loads(json.dumps(scene_to_json(scene), default=dict, sort_keys=True))


def same(one, other):
    """True if two scenes are equal but for the dice kept for rolls that were undone."""
    found = [plain(scene) for scene in (one, other)]
    for scene in found:
        scene["state"].pop("spare", None)
    return found[0] == found[1]


@pytest.fixture
def played(db, request):
    """A random fight of a game, every die of which a game master typed, and the chance that goes on after it."""
    cache.clear()
    game, seed = request.param
    laid((__name__, game, seed), lambda: play(game, seed))
    random = Random()
    random.setstate(CHANCES[game, seed])
    yield latest().gm, Encounter.objects.filter(kind="fight").earliest("pk").token, random
    cache.clear()


CHANCES = {}  # after each fight that was played in this process


def play(game, seed):
    cast, random = gather(game), Random(f"{game}{seed}")
    gm, token = begun(cast, Seat.Dice.TYPED)
    for number in range(STEPS):
        action = next_action(gm.campaign.system, scene_of(token), going_on(random), number)
        args = dict(action.args)
        try:
            services.act(seat=gm, sent=sent(), encounter=token, kind=action.kind, actor=action.actor, args=args)
        except Refused:
            continue
    CHANCES[game, seed] = random.getstate()


EVERY_GAME = [pytest.param((game, seed), id=f"{game}-{seed}") for game in GAMES for seed in range(2)]


KEEPING = [pytest.param((game, 0), id=game) for game in GAMES]


def events_standing(gm, token):
    gone = standing.undone_ids(gm.campaign)
    known = Event.objects.filter(campaign=gm.campaign, encounter=token, undoes=None).select_related("command")
    return [event for event in known if event.pk not in gone]


def acts(gm, token):
    return [event for event in events_standing(gm, token) if correct_replay.is_act(event)]


def fresh(gm):
    return Seat.objects.select_related("campaign").get(pk=gm.pk)


@pytest.mark.parametrize("played", EVERY_GAME, indirect=True)
def test_a_correction_without_a_change_has_the_same_result_and_a_preview_writes_nothing(played):
    gm, token, random = played
    before, count = scene_of(token), Event.objects.count()
    for event in random.sample(acts(gm, token), 3):
        found = correction.preview(seat=fresh(gm), event=event, wanted=Correction())
        assert found.ready and not found.replay.lost_steps
        assert same(found.replay.scene, before)
        assert all(one.is_same for one in found.replay.decided)
    assert (plain(scene_of(token)), Event.objects.count()) == (plain(before), count)


def other_die(gm, token, random):
    """A die of the fight that a game master mistyped, with what the rest of the fight becomes: (act, what is said)."""
    rolls = [one for one in events_standing(gm, token) if one.kind == "answered" and one.payload["spare"]]
    random.shuffle(rolls)
    for roll in rolls:
        exchange, key = roll.payload["exchange"], roll.payload["key"]
        event = next(one for one in acts(gm, token) if one.payload.get("exchange") == exchange)
        for face in (1, 2, 3, 5, 8, 12, 19, 45, 90):
            said = Correction(answers={(exchange, key): (face,) * len(roll.payload["values"])})
            found = correction.preview(seat=fresh(gm), event=event, wanted=said)
            if (
                found.ready
                and not same(found.replay.scene, found.now)
                and any(one.payload.get("exchange") != exchange for one in found.replay.steps)
            ):
                return event, said, found
    raise AssertionError("no die of this fight makes a difference")


def right_from_the_start(gm, token, event, said):
    """The scene that the fight comes to where the right die is typed the first time: by the rules alone."""
    system, scene = gm.campaign.system, scene_of(token)
    events = [one for one in events_standing(gm, token) if one.seq >= event.command.first_seq]
    for one in reversed(events):
        scene = scene.with_changes(change.inverse for change in reversed(one.written))
    for one in events:
        payload = one.payload
        if one.kind == correct_replay.KEPT:
            for happening in decide.fix_ending(
                system, scene, scene.exchanges[payload["exchange"]], payload["kept"], gm.token
            ):
                scene = apply(scene, happening)
            continue
        if not (correct_replay.is_act(one) or one.kind in (*correct_replay.ENGINE, *correct_replay.ANSWERS)):
            continue
        if one.kind == "answered":
            values = said.answers.get((payload["exchange"], payload["key"]), payload["values"])
            real = "gm-seat" if payload["real"] else None
            args = {"exchange": payload["exchange"], "key": payload["key"], "values": list(values), "real": real}
            action = Action("answer", one.for_fighter, args, gm.token, True)
        elif one.kind == "confirmed":
            action = Action("confirm", "gm", {"exchange": payload["exchange"]}, gm.token, True)
        elif one.kind in correct_replay.ENGINE:
            action = Action(one.kind, "gm", {}, gm.token, True)
        else:
            did = payload["action"]
            action = Action(did["kind"], did["actor"], did["args"], gm.token, True, payload.get("exchange", "x"))
        try:
            for happening in decide.decide(system, scene, action):
                scene = apply(scene, happening)
        except RulesError:
            continue
    return scene


@pytest.mark.slow("a fight played twice, and corrected")
@pytest.mark.parametrize("played", EVERY_GAME, indirect=True)
def test_a_corrected_fight_equals_one_played_right_and_its_undo_the_original(played):
    gm, token, random = played
    wrong = scene_of(token)
    event, said, found = other_die(gm, token, random)
    expected = right_from_the_start(gm, token, event, said)
    done = correction.correct(seat=fresh(gm), sent=sent(), event=event, wanted=said, seen=found.digest)
    right = scene_of(token)
    assert same(right, expected) and not same(right, wrong)
    assert journal.fold(gm.campaign)[f"encounter:{token}"] == right.state
    undo.undo(seat=fresh(gm), sent=sent(), command=done.command)
    assert plain(scene_of(token)) == plain(wrong)
    undo.redo(seat=fresh(gm), sent=sent(), command=done.command)
    assert plain(scene_of(token)) == plain(right)


def other_roll(gm, token, random):
    """A roll after the first act that falls otherwise, and may stay as played: (act, what is said, its exchange)."""
    event = acts(gm, token)[0]
    rolls = [one for one in events_standing(gm, token) if one.kind == "answered" and one.payload["spare"]]
    for roll in random.sample(rolls, len(rolls)):
        exchange, key = roll.payload["exchange"], roll.payload["key"]
        for face in (1, 2, 3, 5, 8, 12, 19, 45, 90):
            said = Correction(answers={(exchange, key): (face,) * len(roll.payload["values"])})
            replay = correction.preview(seat=fresh(gm), event=event, wanted=said).replay
            changed = {
                one.new.payload.get("exchange") for one in replay.decided if one.old and one.new and not one.is_same
            }
            changed |= {one.exchange for one in replay.questions}
            if (
                exchange in changed
                and overrides.is_roll(replay, exchange)
                and not overrides.reason_against(replay, exchange)
            ):
                said = replace(said, kept={exchange: True}, reason="agreed")
                if correction.preview(seat=fresh(gm), event=event, wanted=said).ready:
                    return event, said, exchange
    raise AssertionError("no roll of this fight can be kept")


def ending(token, exchange):
    """The payload of the newest roll of an exchange."""
    event = Event.objects.filter(encounter=token, payload__exchange=exchange, payload__has_key="faces").last()
    return event.payload


@pytest.mark.slow("a fight played, and corrected")
@pytest.mark.parametrize("played", KEEPING, indirect=True)
def test_an_override_survives_the_next_correction(played):
    gm, token, random = played
    event, said, exchange = other_roll(gm, token, random)
    wrong, as_played = scene_of(token), ending(token, exchange)
    look = correction.preview(seat=fresh(gm), event=event, wanted=said)
    done = correction.correct(seat=fresh(gm), sent=sent(), event=event, wanted=said, seen=look.digest)
    now, right = ending(token, exchange), scene_of(token)
    assert (now["outcomes"], now["effects"]) == (as_played["outcomes"], as_played["effects"])
    kept = Event.objects.filter(kind="kept", payload__exchange=exchange).first()
    assert (now["kept_by"], kept.by, kept.payload["reason"]) == (gm.token, gm, "agreed")
    assert "agreed" in str(kept.payload["told"]["gm"]) and "agreed" not in str(kept.payload["told"]["table"])
    earlier = acts(gm, token)[0]
    assert same(right_from_the_start(gm, token, earlier, Correction()), right)
    assert same(correction.preview(seat=fresh(gm), event=earlier, wanted=Correction()).replay.scene, right)
    applied = correction.preview(seat=fresh(gm), event=earlier, wanted=Correction(kept={exchange: False})).replay
    assert exchange not in applied.overrides
    undo.undo(seat=fresh(gm), sent=sent(), command=done.command)
    assert plain(scene_of(token)) == plain(wrong)
    undo.redo(seat=fresh(gm), sent=sent(), command=done.command)
    assert plain(scene_of(token)) == plain(right)


@pytest.mark.slow("a fight played, and corrected")
@pytest.mark.parametrize("played", EVERY_GAME[:1], indirect=True)
def test_a_correction_of_an_outdated_preview_is_refused(played):
    gm, token, random = played
    event, said, _found = other_die(gm, token, random)
    with pytest.raises(Stale):
        correction.correct(seat=fresh(gm), sent=sent(), event=event, wanted=said, seen="another")


@pytest.mark.parametrize("played", EVERY_GAME[:1], indirect=True)
def test_only_a_game_master_corrects(played):
    gm, token, _random = played
    ana = Seat.objects.select_related("campaign").get(campaign=gm.campaign, name="Ana")
    with pytest.raises(Refused):
        correction.preview(seat=ana, event=acts(gm, token)[1], wanted=Correction())


@pytest.mark.parametrize("kind", ["answer", "next", "confirm", "reveal", "no_such_act"])
@pytest.mark.parametrize("played", EVERY_GAME[:1], indirect=True)
def test_an_act_is_corrected_to_another_act_and_to_nothing_else(played, kind):
    gm, token, _random = played
    event = acts(gm, token)[1]
    found = correction.preview(seat=fresh(gm), event=event, wanted=Correction(kind=kind))
    lost = next(one for one in found.replay.decided if one.old == event)
    assert lost.new is None and lost.why is not None


@pytest.mark.slow("a fight played, and corrected")
@pytest.mark.parametrize("played", EVERY_GAME[:1], indirect=True)
def test_correcting_an_earlier_act_takes_a_later_correction_along(played):
    gm, token, random = played
    event, said, found = other_die(gm, token, random)
    correction.correct(seat=fresh(gm), sent=sent(), event=event, wanted=said, seen=found.digest)
    right = scene_of(token)
    for earlier in acts(gm, token)[:3]:
        again = correction.preview(seat=fresh(gm), event=earlier, wanted=Correction())
        assert again.ready and not again.replay.lost_steps and same(again.replay.scene, right)
        undo_all = acts(gm, token)[0].command
    undo.rewind(seat=fresh(gm), sent=sent(), command=undo_all)
    assert not acts(gm, token)
