"""Sequences over real sockets, in several worlds: a player acts, something hidden happens, the player acts again.

Each live page that a seat may open has a socket, as has the paired television. Responses and frames are recorded as
bytes in the order of arrival, and are equal whatever is hidden.
"""

import asyncio
import json
import os
from contextlib import suppress
from itertools import product, zip_longest

import pytest
from django.core.cache import cache
from django.db import connections

from campaigns.live import hub as hub_module
from campaigns.live import regions
from campaigns.models import Campaign, Event
from config.asgi import application
from encounters.dice import source
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import Moment, NotNow
from tests.secrets.sequences import ACTS, MOMENTS, NEXT, POSTS, do_next
from tests.secrets.test_playing import CANARY, worlds
from tests.secrets.test_twins import GAMES, differing
from tests.sockets import SITE, Socket

SOAK = os.environ.get("TABLEE_SOAK") == "1"
PATIENCE = 60
MOST_STEPS = 12  # until her turn comes, which it never does once she is out of the fight
# After each of these somebody is another one, or sits somewhere else: a table ends with it.
ENDING = (
    *("leaves with everything", "leaves everything", "is removed", "sits at another device", "leaves and comes again"),
    *("is removed and back", "comes by a link to her seat", "meets a second game master", "is led by another"),
)
# An act of somebody hidden on somebody seen, whom everybody would see answer it: with it a table ends as well.
LEFT_OPEN = "a hidden interruption of a hidden act"
GOING_ON = [name for name in (*NEXT, *POSTS) if name not in ENDING and name != "leave"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_hub")]


class Wired(Moment):
    """A table, played in a thread of its own, whose pages hold sockets on the loop of the site.

    After each thing that happens the hub is waited for; ``raw`` is each answer and each frame as it came.
    """

    loop = None

    def wire(self, loop):
        self.loop, self.raw, self.unseen_done = loop, [], set()
        self.lines = {}
        # A table copied from another test was laid a moment later.
        Event.objects.filter(campaign=self.gm.campaign).update(created=Event._meta.get_field("created").get_default())
        for who, client in self.clients.items():
            cookie = f"tablee_session={client.cookies['tablee_session'].value}"
            seat = self.fresh(self.seats[who])
            for name, key in self.live_pages(seat, who):
                path = "/".join(filter(None, (seat.token, name, key)))
                self.lines[who, name, key] = Socket(application, f"/ws/{path}/", cookie, SITE)
        self.wait(self.open_all())
        self.look("opens")

    def live_pages(self, seat, who):
        hero = self.heroes[who].token if who in self.heroes else ""
        pages = [name for name in regions.PAGES if name != "toys"]  # of other tests of this process
        found = [(name, key) for name in pages for key in dict.fromkeys(("", hero, self.token))]
        # A page without regions, such as the story for the shared screen, is sent nothing to wait for.
        return [one for one in found if (page := regions.find_page(seat, *one)) is not None and page.regions]

    def wait(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    async def open_all(self):
        """Each is sent all of its page, now or when the others are there."""
        for line in self.lines.values():
            assert await line.open()
            while "regions" not in json.loads(await line.text()):
                pass

    async def settled(self, pk, seq):
        """Until the hub has drawn all that was written and each line has sent what it owes."""
        while (room := hub_module.hub().rooms.get(pk)) is None or room.needs_drawing or room.seq < seq:
            await asyncio.sleep(0.002)
        while any(one.due.is_set() or one.busy for fellows in room.sockets.values() for one in fellows):
            await asyncio.sleep(0.002)

    def look(self, cause):
        if self.loop is None:
            return 0
        there = Campaign.objects.get(pk=self.gm.campaign_id)
        self.wait(self.settled(there.pk, there.seq))
        return self.wait(self.heard(cause))

    async def heard(self, cause):
        """Keep what came since, page by page; of somebody who leads by now nothing."""
        found = []
        for where, line in self.lines.items():
            while not line.wire.output_queue.empty():
                message = line.wire.output_queue.get_nowait()
                text = message.get("text", f"{message['type']} {message.get('code')}")
                if text != '{"t":"hb"}' and where[0] in self.seats:
                    found.append(f"{cause} {' '.join(where)}\n{text}")
        self.raw += found
        self.stream_of_all += found
        return len(found)

    def keep(self, who, method, address, answer):
        answer = super().keep(who, method, address, answer)
        self.raw.append(self.stream_of_all[-1])
        self.look("answered")
        return answer

    async def close(self):
        for line in self.lines.values():
            await line.close()

    # The acts.

    def chain(self, rows, ending):
        for act, hidden, following in rows:
            self.come_to_her_turn()
            with suppress(NotNow):
                ACTS[act](self)
            self.look("acts")
            if self.secret.names:
                with suppress(NotNow):
                    HIDDEN[hidden](self)
                    self.unseen_done.add(hidden)
                assert self.look("unseen") == 0, f"{hidden} sent {self.raw[-1][:2400]}"
            for name in following:
                do_next(self, name)
        if LEFT_OPEN not in {hidden for _act, hidden, _following in rows}:
            self.come_to_her_turn()
        do_next(self, ending)

    def come_to_her_turn(self):
        for _step in range(MOST_STEPS):
            for action in self.settle_hidden():
                assert self.look("hidden") == 0, f"{action} sent {self.raw[-1][:2400]}"
            if MOMENTS["her turn"](self):
                return
            self.one_step()
            self.look("goes on")


def world(game, secret, rows, ending, loop):
    cache.clear()
    try:
        table = Wired(game, secret)
        table.wire(loop)
        table.chain(rows, ending)
        table.wait(table.close())
        return table
    finally:
        connections.close_all()


# The tables: in the long form of each game one for each ending, which have every hidden thing, in the short form three.
CASES = list(product(GAMES, ENDING if SOAK else range(3)))


def planned(case):
    """The rows of a table, and its ending."""
    game, _part = case
    own = [one for one in CASES if one[0] == game] if SOAK else CASES
    at, acts = own.index(case), list(ACTS)
    rows = []
    for number, hidden in enumerate(list(HIDDEN)[at :: len(own)]):
        first = (CASES.index(case) + number * len(own)) * 2 % len(GOING_ON)
        rows.append((acts[(CASES.index(case) + number) % len(acts)], hidden, [GOING_ON[first], GOING_ON[first - 1]]))
    return sorted(rows, key=lambda row: row[1] == LEFT_OPEN), ENDING[at % len(ENDING)]


def spoken(table):
    return masked(table.raw)


@pytest.mark.slow("an evening over sockets, in two worlds")
@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
async def test_hidden_things_change_no_answer_and_no_frame(case, monkeypatch):
    (rows, ending), tables = planned(case), []
    for secret in worlds(CASES.index(case)):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        tables.append(await asyncio.to_thread(world, case[0], secret, rows, ending, asyncio.get_running_loop()))
    known, *others = tables
    for other in others:
        for before, after in zip_longest(spoken(known), spoken(other), fillvalue="nothing"):
            assert before == after, differing(before, after)
        assert list(map(len, known.raw)) == list(map(len, other.raw))
        assert not [one[:200] for one in other.raw if CANARY in one]
    assert any(other.unseen_done for other in others)


def test_the_tables_have_every_hidden_thing():
    assert {hidden for case in CASES for _act, hidden, _following in planned(case)[0]} == set(HIDDEN)
