"""Presence: pages counted in each process, shared between processes, shown to game masters only."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers

from campaigns.live import hub as hub_module
from campaigns.live import presence, regions, sockets
from campaigns.live.presence import GRACE, LEASE, SAY_EVERY, Attendance, Moment, Presence, State
from campaigns.models import Campaign, Event
from tests.campaigns.toys import put_toy
from tests.cast import client_of, gather
from tests.frames import whole

TABLE, ANA, LEO = 7, 1, 2
BEGAN = 1_700_000_000.0
PATIENCE = 60  # seconds a busy machine may take for what has to happen; nothing else is timed
NEVER = 3600.0  # seconds, longer than any test


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return Moment(self.now, BEGAN + self.now)

    def on(self, seconds):
        self.now += seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def process(clock):
    """One process at a table, as if it had listened for long enough."""
    found = Attendance(clock)
    found.follow(TABLE)
    clock.on(GRACE)
    found.advance_time(up=True)
    return found


def state(process, seat):
    return process.at(TABLE).of(seat)


def deliver(*processes):
    """Let the processes read what each has to say, until nobody says anything more."""
    while said := [(one, message) for one in processes for _table, message in one.messages_due()]:
        for other in processes:
            for _sender, message in said:
                other.receive(TABLE, json.loads(json.dumps(message)))


# --- One process -------------------------------------------------------------------------------------------


def test_a_seat_with_an_open_page_is_online_and_one_never_seen_offline_without_a_time(process):
    assert process.open_page(TABLE, ANA)
    assert (state(process, ANA), state(process, LEO)) == (State(True), State(False))


@pytest.mark.parametrize(("gone", "here"), [(0.0, True), (GRACE - 0.1, True), (GRACE, False), (60.0, False)])
def test_a_page_that_went_is_missed_after_three_seconds_and_since_it_went(process, clock, gone, here):
    process.open_page(TABLE, ANA)
    clock.on(10)
    went = clock().wall
    process.close_page(TABLE, ANA)
    clock.on(gone)
    assert process.advance_time(up=True) == ([] if here else [TABLE])
    assert state(process, ANA) == (State(True) if here else State(False, went))


def test_a_page_that_comes_back_in_time_changes_nothing_and_is_not_announced(process, clock):
    process.open_page(TABLE, ANA)
    list(process.messages_due())
    process.close_page(TABLE, ANA)
    clock.on(GRACE - 0.1)
    assert process.advance_time(up=True) == [] and not process.open_page(TABLE, ANA)
    clock.on(GRACE)
    assert process.advance_time(up=True) == [] and list(process.messages_due()) == []
    assert state(process, ANA) == State(True)


def test_a_page_is_missed_from_when_it_went_however_often_that_is_said(process, clock):
    process.open_page(TABLE, ANA)
    went = clock().wall
    process.close_page(TABLE, ANA)
    clock.on(GRACE - 1)
    process.close_page(TABLE, ANA)
    clock.on(1)
    assert process.advance_time(up=True) == [TABLE] and state(process, ANA) == State(False, went)
    for table, seat in ((TABLE, LEO), (TABLE + 1, ANA)):  # whose pages were never open
        process.close_page(table, seat)
    assert state(process, LEO) == State(False)


def test_nobody_is_called_away_before_they_had_time_to_come(clock):
    process = Attendance(clock)
    process.follow(TABLE)
    process.open_page(TABLE, ANA)
    assert (state(process, ANA), state(process, LEO)) == (State(True), None)
    clock.on(GRACE)
    assert process.advance_time(up=True) == [TABLE] and state(process, LEO) == State(False)


def test_nothing_is_known_of_a_table_that_nobody_watches_here(process):
    process.open_page(TABLE, ANA)
    process.unfollow(TABLE)
    assert process.at(TABLE) == Presence() == process.at(TABLE + 1)


def test_since_when_somebody_is_away_outlives_the_last_page_of_a_process(process, clock):
    process.open_page(TABLE, ANA)
    process.close_page(TABLE, ANA)
    went = clock().wall
    clock.on(GRACE)
    process.unfollow(TABLE)
    clock.on(100)
    process.advance_time(up=True)
    process.follow(TABLE)
    process.open_page(TABLE, LEO)
    assert state(process, ANA) == State(False, went)


def test_tables_that_nobody_watches_are_not_kept_for_ever(process, monkeypatch):
    monkeypatch.setattr(presence, "MOST_TABLES", 3)
    for table in range(100, 120):
        process.follow(table)
        process.unfollow(table)
    assert len(process.tables) <= 4


# --- Several processes -------------------------------------------------------------------------------------


@pytest.fixture
def other(clock):
    found = Attendance(clock)
    found.follow(TABLE)
    return found


def test_presence_seen_by_one_process_is_known_to_the_others(process, other, clock):
    other.open_page(TABLE, ANA)
    deliver(process, other)
    assert state(process, ANA) == State(True)
    other.close_page(TABLE, ANA)
    went = clock().wall
    clock.on(GRACE)
    other.advance_time(up=True)
    deliver(process, other)
    assert state(process, ANA) == state(other, ANA) == State(False, went)


def test_a_page_that_comes_back_to_another_process_was_never_away(process, other, clock):
    other.open_page(TABLE, ANA)
    deliver(process, other)
    other.close_page(TABLE, ANA)
    clock.on(1)
    process.open_page(TABLE, ANA)
    deliver(process, other)
    clock.on(GRACE)
    assert [process.advance_time(up=True), other.advance_time(up=True)] == [
        [],
        [TABLE],
    ]  # so long has the other listened
    deliver(process, other)
    assert state(process, ANA) == state(other, ANA) == State(True)


def test_a_process_that_begins_to_listen_asks_for_the_present_state(process, clock):
    process.open_page(TABLE, ANA)
    process.open_page(TABLE, LEO)
    process.close_page(TABLE, LEO)
    went = clock().wall
    clock.on(GRACE)
    process.advance_time(up=True)
    deliver(process)
    late = Attendance(clock)
    late.follow(TABLE)
    late.ask(TABLE)
    deliver(process, late)
    assert (state(late, ANA), state(late, LEO)) == (State(True), State(False, went))


def test_a_process_that_was_killed_keeps_nobody_at_the_table(process, other, clock):
    other.open_page(TABLE, ANA)
    deliver(process, other)
    heard = clock().wall
    clock.on(LEASE - 0.1)
    assert process.advance_time(up=True) == [] and state(process, ANA) == State(True)
    clock.on(0.1)
    assert process.advance_time(up=True) == [TABLE] and state(process, ANA) == State(False, heard)


def test_a_process_repeats_its_presence_often_enough_to_be_believed(process, other, clock):
    other.open_page(TABLE, ANA)
    for _time in range(20):
        deliver(process, other)
        clock.on(SAY_EVERY)
        assert process.advance_time(up=True) in ([], [TABLE]) and state(process, ANA) == State(True)


def test_while_the_others_cannot_be_heard_nobody_is_called_away_for_it(process, other, clock):
    other.open_page(TABLE, ANA)
    deliver(process, other)
    for _time in range(20):
        clock.on(LEASE / 2)
        process.advance_time(up=False)
    assert state(process, ANA) == State(True)
    clock.on(LEASE)
    process.advance_time(up=True)
    assert not state(process, ANA).here


# --- The hubs ----------------------------------------------------------------------------------------------


class Line:
    """A page of a seat in one process, whose frames are kept."""

    def __init__(self, hub, seat, page="toys"):
        self.hub, self.campaign, self.frames = hub, seat.campaign_id, asyncio.Queue()
        self.known = {}
        self.socket = sockets.Socket(sockets.Watch(seat.pk, page, ""), self._send, self._send)
        hub.join(self.campaign, self.socket)

    async def _send(self, frame):
        new = whole(json.loads(frame), self.known)
        self.known |= new
        self.frames.put_nowait(new)

    async def frame(self):
        return await asyncio.wait_for(self.frames.get(), PATIENCE)

    async def until(self, *words):
        """The first frame that says all these words; everything before it is dropped."""
        while True:
            frame = await self.frame()
            if all(word in "".join(frame.values()) for word in words):
                return frame

    def leave(self):
        self.hub.leave(self.campaign, self.socket)


@pytest.fixture
async def hubs(channel_layer, clock, monkeypatch):
    """Two processes over one channel layer, with one clock."""
    channel_layers.backends.clear()
    monkeypatch.setattr(hub_module, "ATTEND_EVERY", 0.02)
    # A layer that answers late on a busy machine is not away, and what is shown is shown because somebody said so.
    for name in ("PROBE_EVERY", "COMPARE_EVERY", "COMPARE_OFTEN", "CHECK_EVERY", "HEARTBEAT_EVERY"):
        monkeypatch.setattr(hub_module, name, NEVER)
    found = [hub_module.Hub(), hub_module.Hub()]
    for hub in found:
        hub.attendance.clock = clock
    yield found
    for hub in found:
        await hub.shut_down()
    await channel_layers.backends["default"].flush()


@pytest.fixture
async def people(hubs):
    return await sync_to_async(gather)()


async def settled(hubs):
    """Until both processes have entered the table's group and nothing is left to be drawn."""
    async with asyncio.timeout(PATIENCE):
        while not all(room.entered and not room.needs_drawing for hub in hubs for room in hub.rooms.values()):
            await asyncio.sleep(0.01)


async def counted(hub, turns, monkeypatch):
    """Until a process has counted its pages so many times more, and has drawn what came of it."""
    count, turn = 0, hub.attendance.advance_time

    def counting(up):
        nonlocal count
        count += 1
        return turn(up)

    with monkeypatch.context() as patched:
        patched.setattr(hub.attendance, "advance_time", counting)
        async with asyncio.timeout(PATIENCE):
            while count < turns:
                await asyncio.sleep(0.01)
    await settled([hub])


transactional = pytest.mark.django_db(transaction=True)


@transactional
async def test_the_game_master_sees_arrivals_and_departures_in_another_process(hubs, people, clock):
    here, there = hubs
    master = Line(here, people.gm, "people")
    await master.frame()
    await settled([here])
    ana = Line(there, people.ana)
    frame = await master.until("Ana", "en ligne")
    assert set(frame) == {"seats"}, "no other region is drawn again"
    ana.leave()
    clock.on(GRACE)
    frame = await master.until("Ana", "hors ligne depuis", str(int(BEGAN)))
    assert set(frame) == {"seats"}
    again = Line(there, people.ana)
    await master.until("Ana", "en ligne")
    again.leave()
    master.leave()


@transactional
async def test_a_process_that_is_killed_leaves_nobody_online(hubs, people, clock):
    here, there = hubs
    master = Line(here, people.gm, "people")
    await settled([here])
    Line(there, people.ana)
    await master.until("Ana", "en ligne")
    await settled(hubs)
    await there.shut_down()
    clock.on(LEASE)
    assert "data-since" in (await master.until("Ana", "hors ligne"))["seats"]
    master.leave()


@transactional
async def test_presence_is_no_event_and_no_signal(hubs, people, clock):
    here, there = hubs
    watching = [Line(here, seat) for seat in (people.leo, people.screen, people.spectator)]
    for one in watching:
        await one.frame()
    master = Line(here, people.gm, "people")
    await master.frame()
    await settled([here])
    before = await Event.objects.acount()
    ana = Line(there, people.ana)
    await master.until("Ana", "en ligne")
    ana.leave()
    clock.on(GRACE)
    await master.until("Ana", "hors ligne")
    assert [one.frames.qsize() for one in watching] == [0, 0, 0]
    assert await Event.objects.acount() == before
    await sync_to_async(put_toy)(people.gm, "open", 1)  # they hear whatever else happens
    for one in watching:
        assert "open 1" in "".join((await one.frame()).values())


@transactional
async def test_a_reload_is_no_frame_for_the_game_master(hubs, people, clock, monkeypatch):
    here, _there = hubs
    ana, master = Line(here, people.ana), Line(here, people.gm, "people")
    await master.until("Ana", "en ligne")
    clock.on(GRACE)
    await master.until("Léo", "hors ligne")  # the last that there is to say
    for _time in range(3):
        ana.leave()
        clock.on(GRACE - 0.5)
        await counted(here, 3, monkeypatch)
        ana = Line(here, people.ana)
    await ana.frame()
    await counted(here, 3, monkeypatch)
    assert master.frames.empty()


# --- Pages -------------------------------------------------------------------------------------------------


@pytest.fixture
def watched(cast):
    """Ana is here, Léo is away, as this process knows it."""
    picture = Presence(frozenset({cast.ana.pk, cast.screen.pk}), frozenset({(cast.leo.pk, BEGAN)}), complete=True)
    presence.install(SimpleNamespace(at=lambda _campaign: picture))
    yield cast
    presence.install(None)


@pytest.mark.django_db
def test_the_page_of_people_shows_presence_in_words_that_stay_right(watched):
    page = client_of(watched.gm).get(f"/t/{watched.gm.token}/people/").content.decode()
    rows = {name: row for row in page.split('class="seat-row"')[1:] for name in ("Ana", "Léo") if name in row[:400]}
    assert "en ligne" in rows["Ana"] and "dot-off" not in rows["Ana"]
    assert "hors ligne depuis" in rows["Léo"] and f'data-since="{int(BEGAN)}"' in rows["Léo"]
    assert "dot-off" in rows["Léo"]


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["ana", "spectator", "screen"])
def test_presence_is_told_to_game_masters_alone(watched, role):
    seat = watched.seats[role]
    campaign = Campaign.objects.get(pk=watched.campaign.pk)
    assert presence.of(regions.View(campaign, seat.circle, "", "fr")) == Presence()
