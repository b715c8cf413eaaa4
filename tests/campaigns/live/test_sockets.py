"""The sockets: recipients, order, and silence about hidden things."""

import asyncio
import json
import threading

import pytest
from asgiref.sync import sync_to_async
from channels.layers import InMemoryChannelLayer, channel_layers, get_channel_layer
from django.contrib.auth import get_user_model

from campaigns import services
from campaigns.accounts import deletion
from campaigns.journal.journal import Sent
from campaigns.live import hub as hub_module
from campaigns.live import notify, regions, sockets
from campaigns.live.build import build
from campaigns.live.hub import hub
from campaigns.live.presence import moment
from campaigns.live.site import Holder
from campaigns.models import Campaign, Seat
from campaigns.seats.session_watch import holders_lost
from config.asgi import application
from tests.campaigns.toys import put_toy
from tests.cast import client_of, gather
from tests.frames import whole
from tests.sockets import PATIENCE, SITE, Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("channel_layer")]
SILENCE = 0.4  # longer than any frame takes here
NEVER = 3600.0  # seconds, longer than any test
CLOSED_WITHIN = 5.0  # seconds, as docs/threats.md says
A_LOOK = 2.0  # seconds that a busy server may take to look up who still holds a seat


@pytest.fixture(autouse=True)
async def one_hub():
    """A hub of this test's own loop, ended with it."""
    channel_layers.backends.clear()
    await hub_module.end_hub()  # a line that ends with the loop of its test calls up one more
    yield
    await hub_module.end_hub()
    layer = channel_layers.backends.get("default")
    if layer is not None:
        await layer.flush()


@pytest.fixture
async def people(one_hub):
    return await sync_to_async(gather)()


class Ear:
    """A page that listens, with the seats its browser holds."""

    def __init__(self, seat, page="toys", held=None, origin=SITE):
        cookie = client_of(*([seat] if held is None else held)).cookies.get("tablee_session")
        cookies = f"tablee_session={cookie.value}" if cookie else ""
        self.line = Socket(application, f"/ws/{seat.token}/{page}/", cookies, origin)
        self.known = {}

    async def frame(self):
        """The present text of each region in the next frame with content."""
        while True:
            found = await self.line.frame()
            if "regions" in found:
                new = whole(found, self.known)
                self.known |= new
                return texts(new)

    async def silent(self):
        assert await self.line.silent(SILENCE)

    async def leave(self):
        await self.line.close()


def kept(sent):
    """A line that puts into a queue what each frame says is shown now."""
    known = {}

    async def send(frame):
        new = whole(json.loads(frame), known)
        known.update(new)
        sent.put_nowait(texts(new))

    return send


def texts(regions):
    return {name: html.split(">", 1)[1].split("<")[0] or html for name, html in regions.items()}


@pytest.fixture
async def news_alone(one_hub, monkeypatch):
    """Nothing is drawn because time goes by: what is shown is shown because somebody was told of it."""
    monkeypatch.setattr(hub_module, "COMPARE_EVERY", NEVER)
    monkeypatch.setattr(hub_module, "COMPARE_OFTEN", NEVER)
    monkeypatch.setattr(hub_module, "PROBE_EVERY", NEVER)
    began = moment()
    hub().attendance.clock = lambda: began


@pytest.fixture
def unchecked(monkeypatch):
    """Nobody looks up who holds a seat: a socket of our own making has no session."""
    monkeypatch.setattr(hub_module, "CHECK_EVERY", NEVER)


@pytest.fixture
def soon_checked(monkeypatch):
    """Shorten the interval at which the holder of a seat is checked again."""
    monkeypatch.setattr(hub_module, "CHECK_EVERY", 0.1)


async def until(true, what):
    """Wait for something that has to happen."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"not within {PATIENCE} s: {what}") from None


async def entered(seat):
    """Until this process hears what the others say of a table, and has drawn all that it knows of."""

    def settled():
        room = hub().rooms.get(seat.campaign_id)
        return room is not None and room.entered and not room.needs_drawing

    await until(settled, "this process has entered the group of the table")


async def arrive(seat, **options):
    ear = await sync_to_async(Ear)(seat, **options)
    assert await ear.line.open()
    return ear


async def listen(*seats):
    ears = [await arrive(seat) for seat in seats]
    for ear in ears:
        await ear.frame()
    return ears


put = sync_to_async(put_toy)


def toys(frame):
    """The regions of the page itself, without those that other apps have on every page of a player."""
    return {region: text for region, text in frame.items() if region.startswith("toys-")}


async def test_a_new_socket_gets_every_region_of_its_page(people):
    await put(people.gm, "open", 4)
    ear = await arrive(people.ana)
    assert toys(await ear.frame()) == {"toys-open": "open 4", "toys-own": "own 0"}
    await ear.leave()


async def test_a_change_reaches_its_whole_circle_and_sends_only_differences(people):
    ears = await listen(people.gm, people.ana, people.screen)
    await put(people.ana, "open", 1)
    assert [await ear.frame() for ear in ears] == [{"toys-open": "open 1"}] * 3
    for ear in ears:
        await ear.leave()


async def test_a_hidden_event_makes_no_sound_for_the_others(people):
    gm, ana, leo, screen = await listen(people.gm, people.ana, people.leo, people.screen)
    await put(people.gm, "own.gm", 7, audience="gm")
    await put(people.gm, f"own.{people.ana.token}", 8, audience=people.ana.circle)
    assert await ana.frame() == {"toys-own": "own 8"}
    for other in (leo, screen, ana):
        await other.silent()
    for ear in (gm, ana, leo, screen):
        await ear.leave()


async def test_a_change_sends_the_same_bytes_with_and_without_a_hidden_one_before(people):
    (ana,) = await listen(people.ana)
    await put(people.gm, "open", 1)
    plain = await ana.line.text()
    await put(people.gm, "own.gm", 7, audience="gm")
    await put(people.gm, "open", 2)
    assert await ana.line.text() == plain.replace("open 1", "open 2")
    await ana.leave()


async def test_a_post_reaches_a_silent_socket_at_once(people, news_alone):
    (screen,) = await listen(people.screen)
    await entered(people.screen)
    await put(people.ana, "open", 1)
    assert await screen.frame() == {"toys-open": "open 1"}
    await screen.leave()


async def test_frames_come_in_order_and_the_last_is_the_present(people):
    (screen,) = await listen(people.screen)
    for number in range(1, 16):
        await put(people.gm, "open", number)
    seen = [0]
    while seen[-1] < 15:
        seen.append(int((await screen.frame())["toys-open"].split()[1]))
    assert seen == sorted(set(seen))
    await screen.leave()


@pytest.mark.parametrize("case", ["stranger", "another seat", "no such seat", "no such page", "no address"])
async def test_a_socket_for_a_page_the_seat_lacks_is_refused_with_the_reason(people, case):
    ana, code = [people.ana], {"stranger": 4401, "no such page": 4404}.get(case, 4403)
    seat, page, held = {
        "stranger": (people.ana, "toys", []),
        "another seat": (people.gm, "toys", ana),
        "no such seat": (Seat(token="a" * 16), "toys", ana),
        "no such page": (people.ana, "elsewhere", ana),
        "no address": (people.ana, "toys/x/y/z", ana),
    }[case]
    ear = await arrive(seat, page=page, held=held)
    assert await ear.line.closed() == code
    await put(people.gm, "open", 1)
    await ear.silent()


@pytest.mark.parametrize(("said", "told"), [("?build={}", False), ("?build=of-yesterday", True), ("", False)])
async def test_a_page_of_another_build_is_told_that_there_is_a_new_one(people, said, told):
    client = await sync_to_async(client_of)(people.ana)
    where = f"/ws/{people.ana.token}/toys/{said.format(build())}"
    line = Socket(application, where, f"tablee_session={client.cookies['tablee_session'].value}", SITE)
    assert await line.open()
    first = await line.frame()
    assert (first == {"t": "new"}) is told
    assert "regions" in (await line.frame() if told else first)
    await line.close()


async def test_a_foreign_origin_is_refused_before_the_handshake_ends(people):
    ear = await sync_to_async(Ear)(people.ana, origin="http://elsewhere.example")
    assert not await ear.line.open()


async def test_a_page_that_speaks_is_closed(people):
    (ana,) = await listen(people.ana)
    await ana.line.send("hello")
    assert await ana.line.closed() == 1008


def test_a_lost_seat_closes_its_socket_within_five_seconds():
    assert hub_module.CHECK_EVERY + A_LOOK <= CLOSED_WITHIN


@pytest.mark.parametrize("by_link", [False, True], ids=["by an account", "by a link, too"])
@pytest.mark.parametrize("how", ["signed out", "password", "disabled", "lost session"])
async def test_a_lost_seat_closes_its_socket_and_nobody_elses(people, soon_checked, how, by_link):
    user = await sync_to_async(get_user_model().objects.create_user)("Odile", password="une-longue-phrase-42")
    await Seat.objects.filter(pk=people.gm.pk).aupdate(user=user)
    ear = await sync_to_async(Signed)(user, people.gm, by_link)
    assert await ear.line.open()
    (ana,) = await listen(people.ana)
    await ear.frame()
    await sync_to_async(ear.end)(how)
    assert await ear.line.closed() == 1012
    again = Socket(application, f"/ws/{people.gm.token}/toys/", ear.cookies, SITE)
    assert await again.open() and await again.closed() in (4401, 4403)
    await ana.silent()
    await put(people.ana, "open", 1)
    assert await ana.frame() == {"toys-open": "open 1"}
    await ana.leave()


class Signed(Ear):
    """A page of somebody who holds the seat by an account, and may have joined by a link in the same browser before."""

    def __init__(self, user, seat, by_link):
        self.user, self.client = user, client_of(*[seat] * by_link)
        self.client.force_login(user)
        self.cookies = f"tablee_session={self.client.cookies['tablee_session'].value}"
        self.line = Socket(application, f"/ws/{seat.token}/toys/", self.cookies, SITE)
        self.known = {}

    def end(self, how):
        if how == "signed out":
            assert self.client.post("/account/out/").status_code == 302
        elif how == "password":
            self.user.set_password("une-autre-phrase-43")
            self.user.save()
        elif how == "disabled":
            type(self.user).objects.filter(pk=self.user.pk).update(is_active=False)
        else:
            self.client.session.flush()


async def test_a_browser_with_a_new_session_key_reconnects(people, soon_checked):
    client = await sync_to_async(client_of)(people.ana)
    where = f"/ws/{people.ana.token}/toys/"
    line = Socket(application, where, f"tablee_session={client.cookies['tablee_session'].value}", SITE)
    assert await line.open()
    await line.frame()
    key = await sync_to_async(cycled)(client)
    assert await line.closed() == 1012
    again = Socket(application, where, f"tablee_session={key}", SITE)
    assert await again.open() and "regions" in await again.frame()
    await again.close()


def cycled(client):
    """The new key of a session, as when its browser joins another table."""
    session = client.session
    session.cycle_key()
    session.save()
    return session.session_key


async def test_nobody_holds_a_seat_by_a_session_that_is_not(people):
    strangers = {Holder("no-such-key", people.ana.pk, 0), Holder("", people.gm.pk, 0)}
    assert await sync_to_async(holders_lost)(strangers) == strangers


async def test_the_ninth_page_of_a_seat_lets_its_oldest_rest_and_nobody_elses(people):
    others = await listen(people.leo, people.screen)
    own = await listen(*[people.ana] * 8)
    await put(people.gm, "open", 1)
    assert [await ear.frame() for ear in (*own, *others)] == [{"toys-open": "open 1"}] * 10
    (ninth,) = await listen(people.ana)
    assert await own[0].line.closed() == 4429
    await put(people.gm, "open", 2)
    assert [await ear.frame() for ear in (*own[1:], ninth, *others)] == [{"toys-open": "open 2"}] * 10
    for ear in (*own, ninth, *others):
        await ear.leave()


async def test_a_full_table_accepts_a_connection_only_from_a_connected_seat(people, settings):
    settings.TABLEE_PAGES_PER_TABLE = 3
    first, leo, _screen = there = await listen(people.ana, people.leo, people.screen)
    late = await arrive(people.spectator)
    assert await late.line.closed() == 4429
    (again,) = await listen(people.ana)
    assert await first.line.closed() == 4429
    await put(people.gm, "open", 1)
    assert [await ear.frame() for ear in (again, *there[1:])] == [{"toys-open": "open 1"}] * 3
    await leo.leave()
    (late,) = await listen(people.spectator)
    for ear in (first, again, late, *there[2:]):
        await ear.leave()


async def test_a_table_takes_sixty_pages_as_promised(settings):
    assert (settings.TABLEE_PAGES_PER_SEAT, settings.TABLEE_PAGES_PER_TABLE) == (8, 60)


async def test_a_removed_seat_is_closed_at_once_and_the_others_stay(people):
    ana, leo = await listen(people.ana, people.leo)
    await sync_to_async(services.remove_seat)(seat=people.gm, sent=Sent.of("", ""), leaving=people.ana)
    assert await ana.line.closed() == 4403
    await put(people.gm, "open", 1)
    assert await leo.frame() == {"toys-open": "open 1"}
    await leo.leave()


async def test_leaving_for_good_closes_the_persons_sockets_alone(people, soon_checked):
    ana, leo = await listen(people.ana, people.leo)
    await sync_to_async(deletion.leave_for_good)([deletion.Farewell(people.ana)])
    assert await ana.line.closed() == 4403
    await put(people.gm, "open", 1)
    assert await leo.frame() == {"toys-open": "open 1"}
    await leo.leave()


@pytest.mark.parametrize(("ends", "code"), [(False, 4403), (True, 4410)], ids=["a seat", "a table"])
async def test_the_check_of_seats_closes_a_deleted_one_with_its_reason(people, soon_checked, monkeypatch, ends, code):
    """Nobody is asked to come back who cannot."""
    (gm,) = await listen(people.gm)
    monkeypatch.setattr(hub_module, "draw_pages", lambda *_asked: asyncio.Event().wait())
    farewell = deletion.Farewell(people.gm, ends=ends, heir=people.leo.token)
    await sync_to_async(deletion.leave_for_good)([farewell])
    assert await gm.line.closed() == code


async def test_a_table_that_is_deleted_ends_every_page_of_it_and_says_so(people, monkeypatch):
    monkeypatch.setattr(hub_module, "CHECK_EVERY", 60)
    ears = await listen(people.gm, people.leo)
    await sync_to_async(deletion.leave_for_good)([deletion.Farewell(people.gm, ends=True)])
    for ear in ears:
        assert await ear.line.closed() == 4410


async def test_a_seat_without_this_page_any_more_is_sent_to_its_start_page(people, monkeypatch):
    (ana,) = await listen(people.ana)
    monkeypatch.setitem(
        regions.PAGES, "toys", regions.PageKind("toys", lambda seat, key: None, address=lambda seat, key: "")
    )
    await put(people.gm, "open", 1)
    assert await ana.line.closed() == 4404


async def test_a_slow_socket_gets_the_latest_and_holds_up_nobody(people, unchecked, monkeypatch):
    monkeypatch.setattr(sockets, "BLOCKED_AFTER", NEVER)
    (screen,) = await listen(people.screen)
    gate, sent = asyncio.Event(), asyncio.Queue()
    keep = kept(sent)

    async def send(frame):
        await gate.wait()
        await keep(frame)

    slow = await attach(people.ana, send)
    for number in (1, 2, 3):
        await put(people.gm, "open", number)
        assert await screen.frame() == {"toys-open": f"open {number}"}
    await until(lambda: "open 3" in slow.owed.get("toys-open", ""), "the last of them is owed")
    gate.set()
    first, second = [await asyncio.wait_for(sent.get(), PATIENCE) for _time in range(2)]
    assert first["toys-open"] == "open 0" and second == {"toys-open": "open 3"}
    await put(people.gm, "open", 4)
    assert await asyncio.wait_for(sent.get(), PATIENCE) == {"toys-open": "open 4"}, "something came in between"
    hub().leave(people.campaign.pk, slow)
    await screen.leave()


async def test_a_page_that_connects_while_the_others_are_drawn_gets_everything_first(people, unchecked, monkeypatch):
    (ana,) = await listen(people.ana)
    plain, came, sent = hub_module.draw_pages, [], asyncio.Queue()
    send = kept(sent)

    async def draw(*asked):
        drawn = await plain(*asked)
        if not came:
            came.append(sockets.Socket(sockets.Watch(people.ana.pk, "toys", ""), send, lambda code: None))
            hub().join(people.campaign.pk, came[0])
        return drawn

    monkeypatch.setattr(hub_module, "draw_pages", draw)
    await put(people.gm, "open", 1)
    assert await ana.frame() == {"toys-open": "open 1"}
    assert toys(await asyncio.wait_for(sent.get(), PATIENCE)) == {"toys-open": "open 1", "toys-own": "own 0"}
    await put(people.gm, "open", 2)
    assert await asyncio.wait_for(sent.get(), PATIENCE) == {"toys-open": "open 2"}, "something came in between"
    hub().leave(people.campaign.pk, came[0])
    await ana.leave()


async def test_a_page_is_sent_before_the_next_one_is_drawn(people, monkeypatch):
    ears, sent, pages, plain = await listen(people.gm, people.ana), threading.Event(), [], regions.find_page

    def find(seat, *rest):
        pages.append(seat)
        assert len(pages) == 1 or sent.wait(PATIENCE), "a page that was drawn is not sent"
        return plain(seat, *rest)

    monkeypatch.setattr(regions, "find_page", find)
    await put(people.gm, "open", 1)
    frames = [asyncio.ensure_future(ear.frame()) for ear in ears]
    await asyncio.wait(frames, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    assert [frame.done() for frame in frames].count(True) == 1
    sent.set()
    assert await asyncio.gather(*frames) == [{"toys-open": "open 1"}] * 2
    for ear in ears:
        await ear.leave()


async def test_a_blocked_socket_is_closed(people, unchecked, monkeypatch):
    monkeypatch.setattr(sockets, "BLOCKED_AFTER", 0.2)
    codes = asyncio.Queue()
    slow = await attach(people.ana, lambda frame: asyncio.Event().wait(), codes.put)
    assert await asyncio.wait_for(codes.get(), PATIENCE) == 1013
    hub().leave(people.campaign.pk, slow)


async def test_a_line_that_was_closed_is_forgotten_before_its_page_goes(people):
    (ana,) = await listen(people.ana)
    await sync_to_async(services.remove_seat)(seat=people.gm, sent=Sent.of("", ""), leaving=people.ana)
    assert await ana.line.closed() == 4403
    await until(lambda: hub().rooms == {}, "the line is forgotten")


async def attach(seat, send, close=None):
    """A socket of our own making, so that we decide when it drains; its first send has been begun."""
    begun = asyncio.Event()

    async def ignore(code):
        pass

    def begin(frame):
        begun.set()
        return send(frame)

    socket = sockets.Socket(sockets.Watch(seat.pk, "toys", ""), begin, close or ignore)
    hub().join(seat.campaign_id, socket)
    socket.writer = asyncio.create_task(socket.write())
    await asyncio.wait_for(begun.wait(), PATIENCE)
    return socket


async def test_a_heartbeat_tells_nothing(people, monkeypatch):
    monkeypatch.setattr(hub_module, "HEARTBEAT_EVERY", 0.1)
    (ana,) = await listen(people.ana)
    await put(people.gm, "own.gm", 7, audience="gm")
    assert {await ana.line.text() for _beat in range(3)} == {'{"t":"hb"}'}
    await ana.leave()


async def test_a_lost_message_heals_at_the_next_comparison(people, monkeypatch):
    monkeypatch.setattr(hub_module, "COMPARE_OFTEN", 0.1)
    monkeypatch.setattr(hub_module, "COMPARE_EVERY", 0.1)
    (screen,) = await listen(people.screen)
    monkeypatch.setattr("campaigns.journal.journal.announce", lambda campaign, seq: None)
    await put(people.gm, "open", 5)
    assert await screen.frame() == {"toys-open": "open 5"}
    await screen.leave()


async def test_news_of_another_process_come_by_the_layer(people, news_alone, monkeypatch):
    (screen,) = await listen(people.screen)
    await entered(people.screen)
    loop = asyncio.get_running_loop()

    def elsewhere(campaign, seq):
        asyncio.run_coroutine_threadsafe(notify.broadcast(campaign, seq), loop)

    monkeypatch.setattr("campaigns.journal.journal.announce", elsewhere)
    await put(people.gm, "open", 5)
    assert await screen.frame() == {"toys-open": "open 5"}
    await screen.leave()


async def test_the_other_processes_are_told_numbers_and_nothing_else(people):
    (screen,) = await listen(people.screen)
    layer = get_channel_layer()
    other = await layer.new_channel("other.")
    await layer.group_add(notify.group(people.campaign.pk), other)
    await put(people.gm, "own.gm", "a secret", audience="gm")
    while (news := await asyncio.wait_for(layer.receive(other), PATIENCE))["type"] != "news":
        assert news["type"] in ("here", "who") and set(news) <= {"type", "campaign", "process", "seats", "away"}
        assert news.get("seats", []) in ([], [people.screen.pk]) and news.get("away", []) == []
    seq = await sync_to_async(Campaign.objects.values_list("seq", flat=True).get)(pk=people.campaign.pk)
    assert news == {"type": "news", "campaign": people.campaign.pk, "seq": seq}
    await screen.leave()


class Deaf(InMemoryChannelLayer):
    """A layer that takes everything and lets nobody hear of it, as when Redis has come back and nobody listens yet."""

    async def receive(self, channel):
        await asyncio.Event().wait()


async def test_a_layer_without_an_echo_is_away_though_it_accepts_messages(people, monkeypatch):
    deaf = Deaf()
    monkeypatch.setattr(hub_module, "get_channel_layer", lambda: deaf)
    monkeypatch.setattr(hub_module, "COMPARE_EVERY", NEVER)
    monkeypatch.setattr(hub_module, "COMPARE_OFTEN", 0.1)
    monkeypatch.setattr(hub_module, "PROBE_EVERY", 0.1)
    (screen,) = await listen(people.screen)
    monkeypatch.setattr("campaigns.journal.journal.announce", lambda campaign, seq: None)
    await put(people.gm, "open", 3)
    assert await screen.frame() == {"toys-open": "open 3"}
    await screen.leave()


class Away:
    """A layer nobody reaches."""

    async def new_channel(self, *args):
        raise ConnectionError("away")

    send = group_send = group_add = group_discard = receive = new_channel


@pytest.fixture
def no_layer(monkeypatch):
    monkeypatch.setattr(hub_module, "get_channel_layer", Away)
    monkeypatch.setattr("campaigns.live.notify.get_channel_layer", Away)


async def test_without_a_layer_changes_of_this_process_are_shown_at_once(people, no_layer, news_alone):
    (screen,) = await listen(people.screen)
    await put(people.gm, "open", 1)
    assert await screen.frame() == {"toys-open": "open 1"}
    await screen.leave()


async def test_without_a_layer_changes_of_others_are_shown_later_and_not_wrong(people, no_layer, monkeypatch):
    monkeypatch.setattr(hub_module, "COMPARE_OFTEN", 0.1)
    (screen,) = await listen(people.screen)
    monkeypatch.setattr("campaigns.journal.journal.announce", lambda campaign, seq: None)
    await put(people.gm, "open", 2)
    assert await screen.frame() == {"toys-open": "open 2"}
    await screen.leave()


async def test_a_region_is_drawn_once_for_its_whole_circle(people, news_alone, monkeypatch):
    drawn = []
    original = regions.draw_anew
    monkeypatch.setattr(regions, "draw", regions.draw.__wrapped__)  # nothing is drawn a second time to be compared

    def seen(placed, view):
        drawn.append((view.campaign.seq, placed.id))
        return original(placed, view)

    monkeypatch.setattr(regions, "draw_anew", seen)
    ears = await listen(people.screen, people.screen, people.spectator, people.ana, people.leo)
    await put(people.gm, "open", 1)
    for ear in ears:
        await ear.frame()
    # One drawing for the table, and one each for two players and for spectators.
    newest = max(seq for seq, _region in drawn)
    assert sorted(region for seq, region in drawn if seq == newest) == ["toys-open", *["toys-own"] * 3]
    for ear in ears:
        await ear.leave()


async def test_the_hub_forgets_departed_seats(people):
    ears = await listen(people.ana, people.screen)
    for ear in ears:
        await ear.leave()
    assert hub().rooms == {}
