"""Conditions for a time, on the toy game: each moment at which one ends, who is told, and what does not end it."""

from dataclasses import replace

import pytest

from rules.core.errors import Stale, Unreadable
from rules.core.paths import get
from rules.core.rounds import is_running
from rules.core.scene import Action, apply, revert
from rules.engine import timers
from rules.engine.decide import decide
from rules.engine.timers import END, ROUND, START, Timer
from rules.engine.turn_ends import with_participants
from rules.views import board, journal
from rules.views.viewers import Viewer
from tests.rules.play import play
from tests.rules.test_random_play import GAMES, fight, going_on
from tests.rules.toy import TOY, scene

SLOW = {"orc": {"speed": 1}}


class Bout:
    """Ada (fast) against the orc (slow) and whoever else; every event that came is kept."""

    def __init__(self, *more, **sheets):
        self.scene = scene(("ada", "pc"), ("orc", "npc"), *more, **{**SLOW, **sheets})
        self.events = []

    def put(self, when, left=1, whose="ada", fighter="orc", **said):
        said = {"label": "Blessed", **said} if "path" not in said else said
        timer = Timer(fighter, "k1", when, left, whose if when != ROUND else "", **said)
        return self.add(with_participants(self.scene, timers.set_timer(TOY, self.scene, timer, "gm")))

    def add(self, *events):
        for event in events:
            self.scene = apply(self.scene, event)
            self.events.append(event)
        return self

    def do(self, kind, actor="gm", gm=False, **args):
        return self.add(*decide(TOY, self.scene, Action(kind, actor, args, by="by", gm=gm or actor == "gm", id="x1")))

    def rest(self, *fighters):
        for one in fighters:
            self.do("rest", one)
        return self

    def round(self):
        while TOY.ready(self.scene):
            self.rest(TOY.turn(self.scene)[0].of)
        return self.do("new_round")

    @property
    def left(self):
        return [one.left for one in timers.timers_of(self.scene)]

    @property
    def ends(self):
        return [event for event in self.events if event.kind == timers.OVER]


def test_rounds_are_counted_as_they_begin_and_the_end_is_one_event():
    bout = Bout().put(ROUND, 2).round()
    assert (bout.left, bout.ends) == ([1], [])
    bout.round()
    assert bout.left == [] and len(bout.ends) == 1
    assert "timers" not in bout.scene.state["fighters"]["orc"] and "taking" not in bout.scene.state


@pytest.mark.parametrize(
    ("more", "left"),
    [({}, [3]), ({"label": "Cursed"}, [2, 3]), ({"fighter": "ada"}, [3, 2])],
    ids=["the same condition is put anew", "another one stands beside it", "that of somebody else does"],
)
def test_a_condition_is_its_fighters_whatever_key_it_comes_under(more, left):
    bout = Bout().put(ROUND, 2)
    again = Timer(**{"fighter": "orc", "label": "Blessed", **more}, key="k2", when=ROUND, left=3, whose="")
    assert bout.add(with_participants(bout.scene, timers.set_timer(TOY, bout.scene, again, "gm"))).left == left


def test_a_turn_starts_when_the_fighter_is_called_and_not_when_they_are_up():
    bout = Bout().put(START, whose="orc").rest("ada")
    assert bout.left == [1], "the orc is up, and nobody has said so"
    bout.do("next")
    assert bout.left == []


def test_a_fighter_who_acts_without_being_called_has_had_their_turn():
    bout = Bout().put(START, whose="orc", fighter="ada").rest("ada", "orc")
    assert bout.left == []
    assert Bout().put(END).rest("ada").left == []


def test_a_turn_ends_when_nothing_is_open_any_more():
    bout = Bout().do("next").put(END).do("attack", "ada", target="orc")
    assert bout.left == [1]
    bout.do("answer", exchange="x1", key="attack", values=[6])
    assert bout.left == []


def test_an_answer_of_another_is_no_turn_of_ones_own():
    bout = Bout().put(END, whose="orc").do("attack", "ada", target="orc")
    bout.do("answer", exchange="x1", key="attack", values=[1]).do(
        "answer", exchange="x1", key="reaction", values=["none"]
    )
    assert bout.left == [1]
    bout.do("answer", exchange="x1", key="damage", values=[1])
    assert bout.left == [1]


def test_several_turns_are_counted_one_by_one():
    bout = Bout().put(END, 2).round()
    assert bout.left == [1]
    assert bout.round().left == []


def test_a_flag_of_the_sheet_is_put_on_and_taken_off():
    bout = Bout().put(ROUND, path="charm")
    assert bout.scene.sheet("orc")["charm"] is True
    bout.round()
    assert "charm" not in bout.scene.sheet("orc")


def test_a_timer_removed_by_hand_ends_without_a_word():
    bout = Bout().put(ROUND, 2, path="charm")
    bout.scene = bout.scene.with_changes((bout.scene.write("orc", "charm", None),))
    bout.rest("ada")
    assert (bout.left, bout.ends) == ([], [])


@pytest.mark.parametrize("said", [{"path": "charm"}, {"label": "Blessed"}])
def test_an_end_removes_its_own_condition_and_nothing_else(said):
    bout = Bout().put(ROUND, **said).round()
    (end,) = bout.ends
    written = [(change.path, change.after) for change in end.changes if change.subject != bout.scene.subject]
    assert written == ([("charm", None)] if "path" in said else [])
    assert end.payload["who"].keys() == {"ada", "orc"}


def test_an_event_that_tells_nothing_needs_no_names():
    bout = Bout().put(ROUND).round()
    (end,) = bout.ends
    bare = replace(end, payload={})
    assert with_participants(bout.scene, bare) is bare


def test_the_same_condition_again_takes_its_place():
    bout = Bout().put(ROUND, 5).put(ROUND, 2)
    assert bout.left == [2]


@pytest.mark.parametrize("gone", ["left", "hidden"])
def test_a_timer_counts_rounds_once_its_fighters_turns_are_hidden(gone):
    bout = Bout(("imp", "npc")).put(START, 2, whose="imp", open=True)
    row = {**bout.scene.state["fighters"]["imp"], "hidden": True}
    change = bout.scene.change("fighters.imp", row if gone == "hidden" else None)
    bout.scene = bout.scene.with_changes((change,))
    assert str(timers.until_text(TOY, bout.scene, timers.timers_of(bout.scene)[0])) == "2 rounds"
    assert bout.round().left == [1]


def test_a_timer_is_lifted_before_its_time_and_only_once():
    bout = Bout().put(ROUND, 3, path="charm")
    bout.add(timers.lift_timer(TOY, bout.scene, "orc", "k1", "gm"))
    assert (bout.left, bout.events[-1].kind, "charm" in bout.scene.sheet("orc")) == ([], timers.LIFTED, False)
    with pytest.raises(Stale):
        timers.lift_timer(TOY, bout.scene, "orc", "k1", "gm")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ({"fighter": "nobody"}, Stale),
        ({"whose": "nobody"}, Stale),
        ({"path": "life"}, Unreadable),
        ({"path": "charm", "label": "Blessed"}, Unreadable),
        ({"label": ""}, Unreadable),
        ({"label": "x" * 61}, Unreadable),
        ({"when": "never"}, Unreadable),
        ({"left": 0}, Unreadable),
        ({"left": 100}, Unreadable),
    ],
)
def test_an_invalid_timer_is_refused(said, error):
    fine = {"fighter": "orc", "key": "k1", "when": START, "left": 1, "whose": "ada"}
    timer = Timer(**{**fine, "label": "" if "path" in said else "Blessed", **said})
    with pytest.raises(error):
        timers.set_timer(TOY, Bout().scene, timer, "gm")


def test_the_longest_name_and_time_are_taken():
    assert Bout().put(ROUND, 99, label="x" * 60).left == [99]


@pytest.mark.parametrize(
    ("when", "left", "whose", "words"),
    [
        (ROUND, 1, "", "1 round"),
        (ROUND, 3, "", "3 rounds"),
        (START, 1, "orc", "until the next turn"),
        (END, 1, "orc", "until the end of the turn"),
        (END, 2, "orc", "2 turns"),
        (START, 1, "ada", "until the turn of ada"),
        (END, 1, "ada", "until the end of the turn of ada"),
        (START, 2, "ada", "2 turns of ada"),
    ],
)
def test_the_duration_is_shown(when, left, whose, words):
    bout = Bout().put(when, left, whose=whose)
    assert str(timers.until_text(TOY, bout.scene, timers.timers_of(bout.scene)[0])) == words


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("is_open", [True, False])
def test_a_timer_is_read_and_told_to_its_audience(hidden, is_open):
    bout = Bout(("imp", "npc", {"hidden": True} if hidden else {})).put(ROUND, 2, fighter="imp", open=is_open)
    known = is_open and not hidden
    rows = {who: board.view(TOY, bout.scene, Viewer(who)).rows for who in ("gm", "table")}
    seen = {who: [one for row in rows[who] for one in row.timers] for who in rows}
    assert (len(seen["gm"]), len(seen["table"])) == (1, int(known))
    bout.round().round()
    assert {event.audience for event in (bout.events[0], *bout.ends)} == {"table" if known else "gm"}
    told = bout.ends[0]
    line = journal.tell(told.audience, told.kind, told.payload, Viewer("table"))
    assert (line is not None) is known
    assert journal.tell(told.audience, told.kind, told.payload, Viewer("gm")) is not None


def test_every_step_is_reverted_to_the_very_state():
    bout = Bout().put(END, 2, path="charm")
    scenes = [bout.scene]
    for _time in range(3):
        bout.round()
    for event in reversed(bout.events[1:]):
        bout.scene = revert(bout.scene, event)
    assert bout.scene == scenes[0]


def test_a_fight_without_timers_has_no_event_more():
    assert [event.kind for event in Bout().rest("ada").events] == ["rest"]


# In every game.


def conditions(rules, start):
    """Put each fighter under one condition of each length, counted in own and others' turns; (scene, events)."""
    ids, flags = list(start.fighters), [path for path, field in rules.schema.walk() if field.kind == "flag"]
    events = []
    for number, one in enumerate(ids):
        for when in timers.WHEN:
            path = flags[-1] if flags and when == ROUND and "dead" not in flags[-1] else ""
            said = {"path": path} if path else {"label": f"{when}{number}"}
            whose = "" if when == ROUND else ids[(number + 1) % len(ids)]
            timer = Timer(one, f"k{when}{number}", when, 1 + number % 2, whose, open=True, **said)
            events.append(timers.set_timer(rules, start, timer, "gm"))
            start = apply(start, events[-1])
    return start, events


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_in_every_game_ends_its_conditions_and_is_undone_completely(game):
    over = set()
    for seed in range(6):
        rules, start, random = fight(game, seed)
        now, events = conditions(rules, start)
        for _before, event, after in play(rules, now, going_on(random), 100):
            events.append(event)
            now = after
            if event.kind == timers.OVER:
                over.add(event.changes[0].before["when"])
        for event in reversed(events):
            now = revert(now, event)
        assert now == start
        if over == set(timers.WHEN):
            break
    assert over == set(timers.WHEN), "no condition of one length has ended"


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_fight_ends_timers_that_nothing_counts_any_more(game):
    rules, start, random = fight(game, 1)
    scenes = (after for _before, _event, after in play(rules, start, going_on(random), 20))
    running = next(after for after in scenes if is_running(after) and not after.exchanges)
    one = next(iter(running.fighters))
    flags = (path for path, field in rules.schema.walk() if field.kind == "flag" and "dead" not in path)
    state = next(({"path": path} for path in flags), {"label": "Cursed"})
    for number, said in enumerate((state, {"label": "Blessed"})):
        running = apply(running, timers.set_timer(rules, running, Timer(one, f"k{number}", ROUND, 30, **said), "gm"))
    events = decide(rules, running, Action("end", "gm", {}, "gm", True, "x1"))
    after = running
    for event in events:
        after = apply(after, event)
    assert [event.kind for event in events[1:]] == [timers.OVER] * 2
    assert not timers.timers_of(after) and "taking" not in after.state
    assert not get(after.sheet(one), state.get("path", "label"))
    for event in reversed(events):
        after = revert(after, event)
    assert after == running
