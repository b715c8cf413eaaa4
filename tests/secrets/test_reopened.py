"""Pages that reconnect after hidden acts are sent the same frames as if nothing had been hidden.

Each page is open in two windows, one of which is disconnected during the hidden acts; there are also a seat on two
devices and a browser with two seats. The frames sent to each window are recorded.
"""

import asyncio
import json
from contextlib import suppress
from itertools import zip_longest

import pytest
from django.core.cache import cache
from django.db import connections

from config.asgi import application
from encounters.dice import source
from tests.cast import client_of
from tests.secrets.evening import Dice, masked
from tests.secrets.hidden_acts import HIDDEN
from tests.secrets.moment import NotNow
from tests.secrets.sequences import ACTS
from tests.secrets.test_playing import CANARY, NOTHING, ONE, OTHER
from tests.secrets.test_twins import GAMES, differing
from tests.secrets.test_wire import LEFT_OPEN, SOAK, Wired
from tests.sockets import SITE, Socket

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("one_hub")]
SLEEPS = 3  # each while a share of the hidden things happens
SLEEPERS = ("ana", "leo", "spectator", "screen") if SOAK else ("ana", "screen")


class Sleepy(Wired):
    """A table whose every page is open in two windows, of which the second one falls asleep and wakes."""

    def wire(self, loop):
        super().wire(loop)
        devices = {who: client_of(self.seats[who]) for who in ("leo", "spectator")}
        both = client_of(self.seats["ana"], self.seats["spectator"])
        self.asleep = {}
        for who, name, key in [line for line in self.lines if line[0] in SLEEPERS]:
            client = {**self.clients, **devices, "ana": both}[who]
            path = "/".join(filter(None, (self.seats[who].token, name, key)))
            cookie = f"tablee_session={client.cookies['tablee_session'].value}"
            self.asleep[who, name, f"{key} again"] = (f"/ws/{path}/", cookie)
        self.windows = {}
        self.wake("opens again")

    def wake(self, cause):
        for where, (path, cookie) in self.asleep.items():
            self.windows[where] = self.lines[where] = Socket(application, path, cookie, SITE)
        self.wait(self.opened())
        self.look(cause)

    async def opened(self):
        """Each window is sent its whole page when it wakes."""
        for line in self.windows.values():
            assert await line.open()
        for where, line in self.windows.items():
            while True:
                text = await line.text()
                self.raw.append(f"wakes {' '.join(where)}\n{text}")
                if "regions" in json.loads(text):
                    break

    def sleep(self):
        self.wait(self.shut())
        for where in self.windows:
            del self.lines[where]
        self.windows = {}
        self.look("sleeps")

    async def shut(self):
        for line in self.windows.values():
            await line.close()

    def nights(self):
        hidden = [name for name in HIDDEN if name != LEFT_OPEN]
        for night in range(SLEEPS if SOAK else 2):
            self.sleep()
            self.hide(hidden[night::SLEEPS])
            if night == 1:  # and something that everybody sees
                with suppress(NotNow):
                    ACTS["acts"](self)
                self.look("acts")
            self.wake("wakes")
            with suppress(NotNow):
                ACTS["edits"](self)
            self.look("edits")

    def hide(self, names):
        for name in names if self.secret.names else ():
            with suppress(NotNow):
                HIDDEN[name](self)
                self.unseen_done.add(name)
            assert self.look("unseen") == 0, f"{name} sent {self.raw[-1][:2400]}"


def world(game, secret, loop):
    cache.clear()
    try:
        table = Sleepy(game, secret)
        table.come_to_her_turn()
        table.wire(loop)
        table.nights()
        table.wait(table.close())
        return table
    finally:
        connections.close_all()


@pytest.mark.parametrize("game", GAMES if SOAK else ["chroniques"])
async def test_a_page_that_slept_is_sent_the_same_whatever_was_hidden(game, monkeypatch):
    worlds = []
    for secret in (NOTHING, ONE, OTHER) if SOAK else (NOTHING, ONE):
        monkeypatch.setattr(source, "throw", Dice(secret.seed).throw)
        worlds.append(await asyncio.to_thread(world, game, secret, asyncio.get_running_loop()))
    known, *others = worlds
    for other in others:
        for before, after in zip_longest(masked(known.raw), masked(other.raw), fillvalue="nothing"):
            assert before == after, differing(before, after)
        assert list(map(len, known.raw)) == list(map(len, other.raw))
        assert not [text[:200] for text in other.raw if CANARY in text]
