"""A bad connection: an answer overtaken by newer frames, and a connection that is open but silent."""

from urllib.parse import parse_qs, urlencode

import httpx
from playwright.sync_api import expect

from tests.browser.waiting import PATIENCE, until

PATH = "luck.current"
STEP = """(path) => {
    const form = document.querySelector('main form[action$="/step/"]'), data = new FormData();
    data.set("path", path);
    data.set("delta", "-1");
    window.answered = 0;
    tablee.send(form, data).then((one) => (window.answered = one.status));
}"""


def answered(page):
    """Wait for the answer to the last step that was sent; a promise would be awaited for ever."""
    page.wait_for_function("() => window.answered")
    assert page.evaluate("() => window.answered") == 200


def master_steps(server, player, by):
    """The game master changes the same number from elsewhere."""
    table = player.table
    cookies = {table["cookie"]: table["gm"]["session"], table["csrf"]: "x" * 32}
    body = urlencode({"path": PATH, "delta": by, "command": "the-game-masters-own-key"})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": "x" * 32, "HX-Request": "true"}
    url = f"{server.url}/t/{table['gm']['token']}/characters/{player.character}/step/"
    assert httpx.post(url, content=body, headers=headers, cookies=cookies, timeout=PATIENCE / 1000).status_code == 200


def test_an_answer_that_is_overtaken_by_newer_frames_does_not_bring_back_the_past(player, server):
    page, held = player(), []
    value = page.locator("[data-stepper] [data-value]").first
    start = int(value.inner_text())

    def hold(route):
        # As it is sent while the line is down: the answer brings the regions of the page with it.
        headers = {name: text for name, text in route.request.headers.items() if name != "x-live"}
        held.append((route, route.fetch(headers=headers)))

    page.route("**/step/", hold)
    page.evaluate(STEP, PATH)
    expect(value).to_have_text(str(start - 1))
    master_steps(server, player, 3)
    expect(value).to_have_text(str(start + 2))
    ((route, response),) = held
    assert "outerMorph" in response.text(), "the answer brings no region"
    route.fulfill(response=response)
    answered(page)
    expect(page.locator("#toasts")).not_to_be_empty()
    expect(value).to_have_text(str(start + 2))


def test_a_silent_connection_is_dropped_within_forty_seconds(player, server):
    page, lines = player(), []
    page.clock.install()
    page.route_web_socket("**/ws/**", lambda line: lines.append((line, line.connect_to_server())))
    page.reload()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    ((_near, far),) = lines
    far.on_message(lambda _frame: None)  # from now on nothing arrives, and nobody is told
    value = page.locator("[data-stepper] [data-value]").first
    start = int(value.inner_text())
    master_steps(server, player, 3)
    page.clock.run_for(20_000)
    expect(value).to_have_text(str(start))
    page.clock.run_for(20_000)
    expect(value).to_have_text(str(start + 3))
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    assert len(lines) == 2


def test_an_unanswered_command_reports_a_silent_line_before_the_socket_does(player):
    page, held = player(), []
    page.set_viewport_size({"width": 390, "height": 844})
    lookup = page.locator(".app-bar [data-lookup]")
    page.clock.install()
    page.reload()
    badge, banner = page.locator("#connection"), page.locator("#offline")
    expect(badge).to_have_attribute("data-state", "live")
    page.route("**/step/", lambda route: held.append(route))
    page.evaluate(STEP, PATH)
    expect(badge).to_have_attribute("data-state", "sending")
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))
    page.clock.run_for(3_000)
    expect(badge).to_have_attribute("data-state", "sending")
    expect(lookup).to_be_visible()
    page.clock.run_for(2_500)
    expect(badge).to_have_attribute("data-state", "reconnecting")
    expect(badge.locator("[data-since]:visible")).to_contain_text("depuis")
    expect(badge.locator("[data-waiting]")).to_have_text("1")
    expect(banner).to_be_hidden()
    page.clock.run_for(15_000)
    expect(badge).to_have_attribute("data-state", "offline")
    expect(banner.locator("[data-waiting]")).to_have_text("1")
    expect(lookup).to_be_hidden()  # it opens nothing now, and the title has its place
    page.clock.resume()
    for route in held:
        route.continue_()
    answered(page)
    expect(badge).to_have_attribute("data-state", "live")
    expect(banner).to_be_hidden()


def test_the_first_tap_is_sent_at_once_and_those_before_its_answer_as_one(player):
    page, held, steps = player(), [], []
    value = page.locator("[data-stepper] [data-value]").first
    minus = page.locator("[data-stepper]").first.locator(".stepper-controls button[value='-1']")
    start = int(value.inner_text())

    def hold(route):
        steps.append(parse_qs(route.request.post_data)["delta"])
        held.append(route)

    page.route("**/step/", hold)
    page.clock.install()
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))  # no timer of the page runs
    for tap in range(1, 5):
        minus.evaluate("(button) => button.click()")
        assert value.inner_text() == str(start - tap)
        page.wait_for_function("() => window.tablee.waiting === 1")
    assert steps == [["-1"]]
    page.clock.resume()
    held.pop().continue_()
    expect(page.locator("[data-stepper]").first).to_have_attribute("aria-busy", "true")
    until(page, lambda: held, "the next step on its way")
    held.pop().continue_()
    expect(page.locator("[data-stepper]").first).not_to_have_attribute("aria-busy", "true")
    expect(value).to_have_text(str(start - 4))
    assert steps == [["-1"], ["-3"]]


def test_a_frame_keeps_a_waiting_form_busy(player, server):
    page, held = player(), []
    value = page.locator("[data-stepper] [data-value]").first
    form = page.locator('main form[action$="/step/"]').first
    start = int(value.inner_text())
    page.route("**/step/", lambda route: held.append(route))
    page.evaluate(STEP, PATH)
    until(page, lambda: held, "the step on its way")
    master_steps(server, player, -1)
    expect(value).to_have_text(str(start - 1))
    expect(form).to_have_attribute("aria-busy", "true")
    held.pop().continue_()
    answered(page)
    expect(value).to_have_text(str(start - 2))
    expect(form).not_to_have_attribute("aria-busy", "true")


def test_a_slow_line_is_no_silent_one(player):
    page, held, seen = player(), [], "() => window.seen.push(document.getElementById('connection').dataset.state)"
    page.clock.install()
    page.reload()
    badge = page.locator("#connection")
    expect(badge).to_have_attribute("data-state", "live")
    page.evaluate(f"() => {{ window.seen = []; window.see = {seen}; }}")
    page.evaluate(
        "() => new MutationObserver(window.see).observe(document.getElementById('connection'), {attributes: true})"
    )
    page.route("**/step/", lambda route: held.append(route))
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000 + 1"))
    for _tap in range(20):  # twenty answers, each of which takes 300 ms
        page.evaluate(STEP, PATH)
        expect(badge).to_have_attribute("data-state", "sending")
        page.clock.run_for(300)
        until(page, lambda: held, "the answer on its way")
        held.pop().continue_()
        answered(page)
    expect(badge).to_have_attribute("data-state", "live")
    assert set(page.evaluate("() => window.seen")) == {"sending", "live"}


def test_a_phone_that_knows_it_is_offline_says_so_at_once(player):
    page = player()
    badge, banner = page.locator("#connection"), page.locator("#offline")
    page.context.set_offline(True)
    expect(badge).to_have_attribute("data-state", "offline", timeout=1_000)
    expect(badge.locator("[data-since]:visible")).to_contain_text("depuis")
    expect(banner).to_be_visible()
    page.context.set_offline(False)
    expect(badge).to_have_attribute("data-state", "live")
    expect(banner).to_be_hidden()
