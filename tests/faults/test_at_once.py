"""The same form from two tabs at the same moment, on PostgreSQL: one table, one seat, one copy of a fight."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from threading import Barrier
from urllib.parse import urljoin

import httpx

FORM = re.compile(r'<form\b(?=[^>]*method="post")([^>]*)>(.*?)</form>', re.DOTALL)
INPUT = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
PASSWORD = "une-longue-phrase-42"
TIMES = 4


def browser(url):
    return httpx.Client(base_url=url, timeout=60)


def form(client, address, marker):
    """The action and the hidden fields of the form of a page that contains a text."""
    page = client.get(address)
    assert page.status_code == 200, (address, page.status_code, page.headers)
    head, body = next((head, body) for head, body in FORM.findall(page.text) if marker in head + body)
    action = re.search(r'action="([^"]*)"', head)
    found = {unescape(name): unescape(value) for name, value in INPUT.findall(body)}
    assert found["command"]
    return urljoin(address, action[1] if action else ""), found


def at_once(clients, address, said):
    """Send the same form from each of these browsers at the same moment; return their statuses and redirects."""
    barrier = Barrier(len(clients))

    def send(client):
        barrier.wait()
        answer = client.post(address, data=said)
        return answer.status_code, answer.headers.get("Location", answer.text[:2000])

    with ThreadPoolExecutor(len(clients)) as pool:
        return list(pool.map(send, clients))


def twins(client, url):
    """Tabs of one browser, each with its own connection."""
    return [httpx.Client(base_url=url, cookies=dict(client.cookies), timeout=60) for _tab in range(TIMES)]


def test_two_at_once_make_one_table_one_seat_and_one_copy(cluster, database):
    site = cluster(DATABASE_URL=database)
    site.servers[0].start()
    url = site.servers[0].url

    master = browser(url)
    where, said = form(master, "/account/new/", 'name="username"')
    master.post(where, data={**said, "username": "Odile", "password1": PASSWORD})
    where, said = form(master, "/campaigns/new/", 'name="gm"')
    made = at_once(twins(master, url), where, {**said, "name": "Rade", "game": "polaris", "gm": "Odile"})
    assert len(set(made)) == 1 and made[0][0] == 302, made
    tables = master.get("/")
    assert len(re.findall(r'href="/t/[a-z2-7]{16}/"', tables.text)) == 1, (made, tables.headers, tables.text)
    seat = made[0][1].split("/")[2]

    where, said = form(master, f"/t/{seat}/people/", 'name="uses"')
    link = master.post(where, data={**said, "role": "player", "uses": "8", "hours": "4"}).headers["Location"]
    code = re.search(r"/j/([a-z2-7]{16})/", master.get(link).text)[1]
    guest = browser(url)
    where, said = form(guest, f"/j/{code}/", 'class="enter"')
    sat = at_once(twins(guest, url), where, {**said, "name": "Nadia", "character": "new"})
    assert len(set(sat)) == 1 and sat[0][0] == 302, sat
    assert re.findall(r"<b class=\"clip\">([^<]+)</b>", master.get(f"/t/{seat}/people/").text).count("Nadia") == 1, sat

    where, said = form(master, f"/t/{seat}/table/", "encounter-new")
    draft = master.post(where, data={**said, "name": "Quai 7"}).headers["Location"]
    fight = draft.removesuffix("prepare/")
    _where, said = form(master, draft, "prepare-name")
    master.post(f"{fight}participants/", data={**said, "pick": "sample:pirate"})
    status = f"{fight}status/"
    master.post(status, data={**said, "command": "begin-the-fight", "status": "running"})
    where, said = form(master, fight, "what-if")
    copied = at_once(twins(master, url), where, said)
    assert len(set(copied)) == 1 and copied[0][0] == 302, copied
