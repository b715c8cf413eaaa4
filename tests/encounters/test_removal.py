"""A character that a scene still needs cannot be removed by any command."""

from types import SimpleNamespace

import pytest

from campaigns.journal import journal, undo
from campaigns.journal.journal import Sent
from campaigns.models import Command, Event
from encounters import removal
from encounters.models import Encounter
from encounters.prepare import services as prepare_services
from rules.core.errors import Refused, Stale
from rules.core.scene import Change
from rules.core.scene import Event as SceneEvent
from sheets import services
from sheets.models import Character


def sent():
    return Sent.of("", "")


def unmake(table, character):
    making = Event.objects.get(kind="create_character", changes__icontains=character.token)
    return undo.undo(seat=table.cast.gm, sent=sent(), command=making.command)


def test_the_creation_of_a_character_with_an_open_roll_is_not_undone(table):
    done = table.roll(table.cast.gm, table.pirate, check="COO", faces=[20])
    assert Encounter.objects.filter(token=done.value).exists(), "the second die is waited for"
    with pytest.raises(Refused, match="not finished yet"):
        unmake(table, table.pirate)
    assert Character.objects.filter(pk=table.pirate.pk).exists()
    assert 'id="group"' in table.region(table.cast.gm, "table", "group")


def test_the_creation_of_a_fighting_character_is_not_undone(table):
    fight = prepare_services.prepare(seat=table.cast.gm, sent=sent(), name="L’embuscade").value
    prepare_services.turn_to(seat=table.cast.gm, sent=sent(), encounter=fight, status="running")
    with pytest.raises(Refused, match="takes part in L’embuscade"):
        unmake(table, table.elowen)
    unmake(table, table.pirate)
    assert not Character.objects.filter(pk=table.pirate.pk).exists()


def test_a_copy_that_was_rolled_for_stays_until_its_roll_is_over(table):
    fight = prepare_services.prepare(seat=table.cast.gm, sent=sent(), name="L’embuscade").value
    prepare_services.recruit(seat=table.cast.gm, sent=sent(), encounter=fight, sample="pirate", count=1, hidden=False)
    copy = Character.objects.latest("pk")
    table.roll(table.cast.gm, copy, check="COO", faces=[20])
    fighters = Encounter.objects.get(token=fight).state["fighters"]
    fighter = next(key for key, row in fighters.items() if row["character"] == copy.token)
    with pytest.raises(Refused, match="not finished yet"):
        prepare_services.dismiss(seat=table.cast.gm, sent=sent(), encounter=fight, fighter=fighter)
    assert Command.objects.latest("pk").events.filter(kind="dismiss").count() == 0


def test_all_edits_of_a_character_depend_on_its_creation(table):
    sheet = {"seat": table.cast.gm, "character": table.pirate}
    tick = services.step(**sheet, sent=sent(), path="wounds.left_leg.light", by=1)
    with pytest.raises(undo.BlockedByLaterActs) as hanging:
        unmake(table, table.pirate)
    assert hanging.value.commands == (tick.command,)
    making = Event.objects.get(kind="create_character", changes__icontains=table.pirate.token)
    undo.rewind(seat=table.cast.gm, sent=sent(), command=making.command)
    assert not Character.objects.filter(token=table.pirate.token).exists()
    assert journal.fold(table.cast.campaign).get(table.pirate.subject) == {}


def test_an_undone_roll_leaves_nothing_on_a_character_that_is_gone(table, lay):
    lay(7)
    rolled = table.roll(table.cast.gm, table.pirate, check="COO")
    unmake(table, table.pirate)
    undo.undo(seat=table.cast.gm, sent=sent(), command=rolled.command)
    assert journal.fold(table.cast.campaign).get(table.pirate.subject) == {}


def test_a_character_with_dice_kept_from_an_undone_roll_can_still_be_unmade(table, lay):
    lay(7)
    rolled = table.roll(table.cast.gm, table.pirate, check="COO")
    undo.undo(seat=table.cast.gm, sent=sent(), command=rolled.command)
    unmake(table, table.pirate)
    assert not Character.objects.filter(token=table.pirate.token).exists()


def test_nothing_is_written_on_a_character_that_is_not_there(table):
    change = Change("character:aaaaaaaaaaaaaaaa", "luck.current", None, 3)
    event = SceneEvent("edit", table.cast.gm.token, "", (change,), "table")
    with pytest.raises(Stale, match="no longer at the table"):
        journal.run(seat=table.cast.gm, sent=sent(), work=lambda pen: pen.record(event))


OWN, OTHER, UNSEEN = {"character": "own"}, {"character": "other"}, {"character": "own", "hidden": True}


@pytest.mark.parametrize(
    ("kind", "status", "rows", "seen"),
    [
        ("fight", "running", [OWN], True),
        ("fight", "paused", [OWN, OTHER], True),
        ("fight", "running", [OTHER], False),
        ("fight", "running", [UNSEEN, OTHER], True),
        ("fight", "draft", [OWN], False),
        ("fight", "ended", [OWN], True),
        ("fight", "ended", [UNSEEN], False),
        ("fight", "ended", [UNSEEN, OTHER], False),
        ("fight", "ended", [UNSEEN, OWN], True),
        ("test", "running", [OWN], True),
        ("test", "running", [UNSEEN], False),
        ("test", "running", [OTHER], False),
        ("test", "draft", [OWN], True),
    ],
)
def test_a_place_is_seen_in_an_open_fight_an_open_roll_and_a_past_fight_unless_hidden(kind, status, rows, seen):
    state = {
        "meta": {"kind": kind, "status": status},
        "fighters": {str(number): row for number, row in enumerate(rows)},
    }
    assert removal.is_seen(state, "own") == seen


def lost(path, before):
    return Change("encounter:quai", path, before, None)


@pytest.mark.parametrize(
    ("is_back", "status", "changes", "returns"),
    [
        (False, "draft", [lost("fighters.a", OWN)], False),
        (True, "draft", [lost("fighters.a", OWN)], True),
        (True, "running", [lost("fighters.a", UNSEEN)], True),
        (True, "running", [lost("fighters.a", OWN)], False),
        (True, "running", [lost("fighters.a", UNSEEN), lost("fighters.b", OWN)], False),
        (True, "running", [lost("reserves.a", OWN)], True),
        (True, None, [lost("meta", {}), lost("fighters.a", OWN)], True),
        (True, None, [lost("fighters.a", UNSEEN)], False),
    ],
)
def test_a_restored_character_returns_only_where_nobody_sees_it(is_back, status, changes, returns):
    states = {"character:own": {"name": "Zorvax"}} if is_back else {}
    if status:
        states["encounter:quai"] = {"meta": {"status": status}}
    pen = SimpleNamespace(read=lambda subject: states.get(subject, {}))
    event = SimpleNamespace(written=tuple(changes), payload={"character": "own"})
    assert removal.may_return(pen, event) == returns
