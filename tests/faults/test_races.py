"""Simultaneous commands on two workers over PostgreSQL: one is first, and each response says so."""

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx
import pytest

from tests.faults.inside import ask
from tests.faults.writers import AGAIN, TOAST, Writer

MOST_AT_ONCE = 5
STEP = {"path": "luck.current", "delta": "-1"}
FOE = "Pirate des bas-fonds"
START = {"kind": "start", "actor": "gm"}
HTMX = {"HX-Request": "true", "X-Live": "1", "X-CSRFToken": "x" * 32}


@pytest.fixture
def site(cluster, redis, database):
    """Two workers, and an idle table."""
    found = cluster(workers=2, DATABASE_URL=database, CHANNELS_URL=redis.url)
    for server in found.servers:
        server.start()
    return found


@pytest.fixture
def pool():
    with ThreadPoolExecutor(MOST_AT_ONCE) as threads:
        yield threads


class Tab:
    """A page of a seat, on one of the workers."""

    def __init__(self, site, seat, worker=0):
        self.token, table = seat["token"], site.table
        cookies = {table["cookie"]: seat["session"], table["csrf"]: "x" * 32}
        url = site.servers[worker].url
        self.client = httpx.Client(base_url=url, cookies=cookies, headers=HTMX, timeout=60, verify=False)

    def press(self, path, key, said=()):
        """Post a form until it is accepted, waiting when told to."""
        while True:
            answer = self.client.post(f"/t/{self.token}/{path}", data={**dict(said), "command": key})
            if answer.status_code not in AGAIN:
                return answer
            time.sleep(0.1)

    def read(self, path):
        return self.client.get(f"/t/{self.token}/{path}").text


def at_once(pool, *works):
    """The results of calls begun at the same moment."""
    barrier = Barrier(len(works))

    def begin(work):
        barrier.wait()
        return work()

    return [one.result() for one in [pool.submit(begin, work) for work in works]]


def key_of(chance):
    return f"{chance.getrandbits(96):024x}"


def said(answer):
    """The sentence of a response."""
    toast = TOAST.search(answer.text)
    return re.search(r"<p>(.*?)</p>", toast[1], re.DOTALL)[1] if toast else ""


def test_a_command_sent_several_times_at_once_runs_once(site, pool, trials, seed):
    chance = random.Random(seed)
    seats = [site.table["gm"], *site.table["players"]]
    tabs = [[Tab(site, seat, worker) for worker in (0, 1)] for seat in seats]
    urls = [server.url for server in site.servers]
    site.writers = [Writer(n, seat, site.table, urls, chance) for n, seat in enumerate(seats)]
    for number in range(trials):
        writer, pages = site.writers[number % len(seats)], tabs[number % len(seats)]
        act, key = writer.choose(), key_of(chance)
        path = act.url.removeprefix(writer.home)

        def press(path=path, key=key, body=act.body, pages=pages):
            return chance.choice(pages).press(path, key, body)

        answers = at_once(pool, *[press] * chance.randrange(2, MOST_AT_ONCE + 1))
        assert len({one.status_code for one in answers}) == 1, [one.status_code for one in answers]
        told = max(answers, key=lambda one: len(one.text))  # who was first is offered its undo
        done = writer.note(act, key, told)
        assert {said(one) for one in answers} <= {"", said(told)}
        if done:
            other = pages[0].press(path, key, {**act.body, "more": "x"})
            assert other.status_code == 422, other.text
    assert sum(len(one.acked) for one in site.writers) > trials / 2
    assert [fault for one in site.writers for fault in one.strange] == []
    assert ask("oracle", site.question(), site.environment)["faults"] == []


def test_a_removed_person_does_nothing_afterwards(site, pool, trials, seed):
    chance = random.Random(seed)
    site.table = ask("table", {"players": trials}, site.environment)
    master, pairs = Tab(site, site.table["gm"]), []
    for number, seat in enumerate(site.table["players"]):
        player = Tab(site, seat, number % 2)
        acted, removed = key_of(chance), key_of(chance)
        sheet = f"characters/{seat['characters'][0]}/step/"
        act, gone = at_once(
            pool,
            lambda player=player, sheet=sheet, acted=acted: player.press(sheet, acted, STEP),
            lambda seat=seat, removed=removed: master.press(f"people/{seat['token']}/remove/", removed),
        )
        assert gone.status_code == 200
        pairs.append((acted, removed, act.status_code))
        assert player.press(sheet, key_of(chance), STEP).status_code == 404
        player.client.close()
    order = ask("order", site.table["campaign"], site.environment)
    for acted, removed, status in pairs:
        assert status in (200, 404, 422)
        assert (acted in order) == (status == 200)
        assert status != 200 or order[acted] < order[removed]


@pytest.fixture
def fight(site):
    """A fight that goes on, with an opponent whom everybody sees: the game master's page of it, and the opponent."""
    master = Tab(site, site.table["gm"])
    master.press("encounters/", "made-for-the-race", {"name": "Quai 7"})
    (draft,) = re.findall(rf"/t/{master.token}/(encounters/\w+/)prepare/", master.read("table/"))[:1]
    master.press(f"{draft}participants/", "somebody-comes", {"pick": "sample:pirate"})
    master.press(f"{draft}status/", "let-it-begin", {"status": "running"})
    rungs = re.findall(
        r'fighters/(\w+)(?:-turn)?/"[^>]*><span class="rung-name">(.*?)</li>', master.read(draft), re.DOTALL
    )
    (foe,) = (fighter for fighter, rung in rungs if FOE in rung)
    return draft, foe


def test_a_hidden_fighter_is_read_by_nobody_afterwards(site, pool, fight, trials, seed):
    chance, (where, foe) = random.Random(seed), fight
    master = Tab(site, site.table["gm"])
    screens = [Tab(site, site.table["screen"], worker) for worker in (0, 1)]

    def turn(kind):
        answer = master.press(f"{where}actions/", key_of(chance), {"kind": kind, "actor": "gm", "arg-fighter": foe})
        assert answer.status_code == 200, answer.text
        return [screen.read("screen/") for screen in screens]

    turn("hide")
    for _trial in range(trials):
        for kind, there in (("reveal", True), ("hide", False)):
            _early, after = at_once(pool, lambda: chance.choice(screens).read("screen/"), lambda kind=kind: turn(kind))
            assert [FOE in page for page in after] == [there, there], kind


def test_only_one_of_two_equal_beginnings_succeeds(site, pool, fight, trials, seed):
    chance, (where, _foe) = random.Random(seed), fight
    tabs = [Tab(site, site.table["gm"], worker) for worker in (0, 1)]
    for _trial in range(trials):
        keys = [key_of(chance) for _tab in tabs]
        presses = [
            lambda tab=tab, key=key: tab.press(f"{where}actions/", key, START)
            for tab, key in zip(tabs, keys, strict=True)
        ]
        answers = at_once(pool, *presses)
        assert sorted(one.status_code for one in answers) in ([200, 409], [200, 422]), [one.text for one in answers]
        back = tabs[0].press("undo/", key_of(chance))
        assert back.status_code == 200, back.text
