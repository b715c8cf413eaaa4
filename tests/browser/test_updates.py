"""A page after fifty updates equals a freshly loaded one, without leaking nodes."""

import json
import re
import time
from urllib.parse import urlencode

import httpx
from playwright.sync_api import expect

from tests.browser.waiting import PATIENCE

LINES = 50  # the journal of a page
NODES = """() => {
    const walk = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    let count = 0;
    while (walk.nextNode()) count++;
    return count;
}"""
WORDS = "() => document.querySelector('main').innerText"
SWAPS = """() => {
    window.swaps = [];
    const id = ({ target }) => target.id ?? target.slice(1);
    document.addEventListener("htmx:before:swap", ({ detail }) => detail.tasks.forEach((task) => swaps.push(id(task))));
}"""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def step(server, table, seat, character, path, delta):
    """Step a number of a sheet, as soon as that may be done."""
    cookies = f"{table['cookie']}={seat['session']}; {table['csrf']}={'x' * 32}"
    headers = {"Cookie": cookies, "X-CSRFToken": "x" * 32, "HX-Request": "true", "X-Live": "1"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    said = urlencode({"path": path, "delta": delta})
    url = f"{server.url}/t/{seat['token']}/characters/{character}/step/"
    while (answer := httpx.post(url, content=said, headers=headers, timeout=PATIENCE / 1000)).status_code == 429:
        time.sleep(0.2)
    assert answer.status_code == 200


def steps(server, table, character, count):
    """Step a number up and down, by the game master and by its player in turns, as fast as they may."""
    for number in range(count):
        seat = (table["gm"], table["players"][0])[number % 2]
        step(server, table, seat, character, "luck.current", "-1" if number % 4 < 2 else "1")


def newest(server, table, character):
    """The line that a journal loaded anew begins with."""
    seat = table["players"][0]
    url = f"{server.url}/t/{seat['token']}/characters/{character}/journal/"
    text = httpx.get(url, headers={"Cookie": f"{table['cookie']}={seat['session']}"}, timeout=PATIENCE / 1000).text
    return re.search(r'id="(line-\w+)"', text)[1]


def test_a_line_that_is_there_stays_where_it_is_when_another_comes(player, server):
    page = player()
    page.goto(page.url.rstrip("/") + "/journal/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    lines = page.locator(".journal .journal-line")
    count = lines.count()
    steps(server, player.table, player.character, 3)
    expect(lines).to_have_count(count + 3)
    known = lines.first.evaluate("(line) => { line.known = true; return line.id; }")
    steps(server, player.table, player.character, 1)
    expect(lines).to_have_count(count + 4)
    assert page.evaluate("(id) => document.getElementById(id).known", known)
    page.evaluate(SWAPS)
    steps(server, player.table, player.character, 1)
    expect(lines).to_have_count(count + 5)
    # The new line is put before the newest of before, which may have lost its button; the list is not gone over.
    swapped = set(page.evaluate("() => swaps"))
    assert lines.nth(1).get_attribute("id") in swapped and not [one for one in swapped if one.startswith("log")]
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))


def test_fifty_updates_leak_no_nodes_and_show_the_present_state(player, server):
    page, frames = player(), []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(json.loads(frame))))
    page.goto(page.url.rstrip("/") + "/journal/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    lines = page.locator(".journal .journal-line")
    steps(server, player.table, player.character, LINES + 4)
    expect(lines).to_have_count(LINES)
    expect(page.locator(".journal-older")).to_be_visible()
    expect(lines.first).to_have_id(newest(server, player.table, player.character))
    page.evaluate(DRAWN)
    before = page.evaluate(NODES)
    frames.clear()
    steps(server, player.table, player.character, 52)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    expect(lines.first).to_have_id(newest(server, player.table, player.character))
    page.evaluate(DRAWN)
    assert page.evaluate(NODES) == before
    shown = page.evaluate(WORDS)
    told = [frame for frame in frames if "parts" in frame]
    assert told and max(len(json.dumps(frame)) for frame in told) < 16_000, "a line is sent, and not the list"
    page.reload()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    assert page.evaluate(WORDS) == shown


def test_totals_that_a_wound_changes_are_written_where_they_stand(player, server):
    page = player()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    total = page.locator('.skill-groups [id$="-armed_combat"] .skill-total')
    before = total.text_content()
    around = total.evaluate("(total) => [total.closest('li').id, total.closest('.skill-groups').id]")
    page.evaluate(SWAPS)
    step(server, player.table, player.table["gm"], player.character, "wounds.head.light", "1")
    expect(total).not_to_have_text(before)
    swapped = page.evaluate("() => swaps")
    assert swapped and set(around).isdisjoint(swapped)


def test_an_act_on_a_sheet_updates_the_form_it_came_from(player, server):
    for place in ("head", "left_arm"):
        step(server, player.table, player.table["gm"], player.character, f"wounds.{place}.mortal", "1")
    page = player()
    form = page.locator(".downtime-due details.offer", has=page.locator("[value=stabilise]"))
    form.locator("summary").first.click()
    wounds = form.locator("[name=arg-wound]")
    expect(wounds).to_have_count(2)
    wounds.first.check(force=True)
    form.locator("[name=arg-healer]").select_option("other")
    form.locator("[name=arg-level]").fill("40")  # so well that no die fails
    form.locator("button.btn-primary").click()
    expect(wounds).to_have_count(1)
