"""A fight of Polaris as people play it: a game master, two players and a television, each with real dice in hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import FOE, PATIENCE, Fight, begin, declare, hold, redo, riposte, strike, undo
from tests.browser.polaris_fight import CANARY, PolarisFight, lay
from tests.browser.relay import Relay
from tests.browser.test_three_windows import found
from tests.browser.waiting import until

TRANSCRIPTS = Path(__file__).parent / "transcripts"
SIZES = {"gm": (1920, 1080), "ana": (390, 844), "leo": (390, 844), "screen": (1920, 1080)}


@pytest.fixture
def seated(server, window):
    """Seat some of those who play a fight, or all of them, each in a window of their own."""
    relays = {}

    def seat(*names):
        laid, pages = lay(server), {}
        for name in names:
            pages[name] = opened(laid, name)
        return Fight(pages, relays, laid)

    def opened(laid, name):
        width, height = SIZES[name]
        relay = relays[name] = Relay(server.port)
        page = window(width=width, height=height, base_url=relay.url)
        page.set_default_timeout(PATIENCE)
        page.context.add_cookies([{"name": "tablee_session", "value": laid.sessions[name], "url": relay.url}])
        page.goto(laid.addresses[name])
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        return page

    yield seat
    for relay in relays.values():
        relay.close()


@pytest.fixture
def fight(seated):
    return seated(*SIZES)


def listened(fight: Fight, seat: str) -> bytes:
    """Everything a window was sent; nothing in it is packed."""
    heard = bytes(fight.relays[seat].heard)
    assert b"content-encoding" not in heard.lower()
    return heard


@pytest.fixture
def look(browser, server, accessibility_faults):
    """Return what axe finds on the pages of a fight, each opened anew, since its source is no guest of the policy."""

    def find(fight: Fight) -> list[str]:
        faults = []
        for seat, (width, height) in SIZES.items():
            size = {"width": width, "height": height}
            context = browser.new_context(base_url=server.url, viewport=size, service_workers="block")
            with context:
                cookie = {"name": "tablee_session", "value": fight.laid.sessions[seat], "url": server.url}
                context.add_cookies([cookie])
                page = context.new_page()
                page.goto(fight.laid.addresses[seat])
                expect(page.locator("#connection")).to_have_attribute("data-state", "live")
                faults += [f"{seat}: {one}" for one in accessibility_faults(page)]
        return faults

    return find


def test_the_journal_of_a_polaris_turn_names_nobody_hidden(fight, look):
    walls = []
    begin(fight, "Tibor")
    fight.next("Tibor")
    walls.append(fight.wall(".screen-head", "Surprise"))
    fight.say("leo", "Tibor", "Tester la Réaction")
    fight.throw("leo", "Tibor", 9)
    declare(fight)
    walls.append(fight.wall(".screen-head", "Phase"))
    assert look(fight) == [], "with what is offered"
    strike(fight)
    walls.append(fight.wall(".ladder-wall", "Touché"))
    riposte(fight)
    walls.append(fight.wall(".ladder-wall", "Grave"))
    hold(fight)
    walls.append(fight.wall(".ladder-wall .is-done", "Tibor"))
    assert look(fight) == [], "at the end of the turn"

    told = {seat: fight.journal(seat, until="Tibor · Tenir la porte") for seat in ("gm", "ana", "leo")}
    told = {seat: lines[lines.index("Le combat commence") :] for seat, lines in told.items()}
    assert {**told, "screen": walls} == {seat: (TRANSCRIPTS / f"{seat}.txt").read_text().splitlines() for seat in SIZES}

    assert fight.laid.secrets[0].encode() in listened(fight, "gm")
    for seat in ("ana", "leo", "screen"):
        heard = listened(fight, seat)
        assert b"Pirate des bas-fonds" in heard
        assert [one for one in fight.laid.secrets if one.encode() in heard] == []


def test_an_opened_section_stays_open_though_a_frame_comes_at_once(seated):
    fight = seated("gm")
    begin(fight)
    fight.next(FOE)
    fight.select(FOE)
    offer = fight.gm.locator(".selected details.offer[data-edit]").first
    expect(offer).to_be_visible()
    fight.gm.wait_for_function("() => window.tablee?.live()")
    # Both in one task: the page is not told yet that it was opened when the text of the region comes anew.
    offer.evaluate("(one) => { one.querySelector('summary').click(); window.tablee.refresh(one); }")
    expect(offer.locator("button").last).to_be_visible()


def test_redo_after_several_undos_and_a_restart_reuses_the_same_dice(fight, server):
    begin(fight)
    fight.next(FOE)
    for name in (FOE, CANARY):
        fight.say("gm", name, "Ne rien faire ce tour")
    fight.next("Élowen")
    fight.say("leo", "Tibor", "Ne rien faire ce tour")
    fight.say("ana", "Élowen", "Attaquer au contact", FOE, "Dague")
    fight.next("Élowen")
    strike(fight)
    hit = fight.journal("gm", until="blessure moyenne")[-1]

    # Meanwhile Ana notes down on her sheet that she has used luck.
    ana = fight.pages["ana"].context.new_page()
    ana.goto(fight.laid.addresses["ana"].partition("encounters")[0])
    ana.locator("[data-stepper]").first.get_by_role("button", name="un de moins").click()
    expect(ana.locator("[data-stepper] [data-value]").first).to_have_text("12")
    expect(fight.gm.locator(".group-card").filter(has_text="Élowen")).to_contain_text("12")

    undo(fight, "blessure moyenne")
    undo(fight, "Élowen attaque Pirate")
    undo(fight, "Élowen déclare")
    server.kill()
    expect(fight.gm.locator("#connection")).not_to_have_attribute("data-state", "live")
    server.start()
    for page in fight.pages.values():
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    undo(fight, "Tibor a déclaré")
    expect(fight.gm.locator(".group-card").filter(has_text="Élowen")).to_contain_text("12")

    redo(fight, "Tibor a déclaré")
    redo(fight, "Élowen déclare")
    fight.say("ana", "Élowen", "Attaquer")
    fight.choose("ana", "Distance", "Garder la distance")  # the dice around it fall by themselves, as they did
    assert fight.journal("gm", until="blessure moyenne")[-1] == hit
    expect(fight.gm.locator(".group-card").filter(has_text="Élowen")).to_contain_text("12")
    assert found(server) | {"events": 0} == {"equal": True, "gapless": True, "events": 0}


def enter(window, server, laid: PolarisFight, seat: str, **size: int) -> Page:
    """Open the page of one seat."""
    page = window(**size)
    page.set_default_timeout(PATIENCE)
    page.context.add_cookies([{"name": "tablee_session", "value": laid.sessions[seat], "url": server.url}])
    page.goto(laid.addresses[seat])
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


PANELS = ".gm-left, .gm-main, .gm-fight, .selected, .ladder-wall"
OVERFLOWING = f"""() => [document.scrollingElement, ...document.querySelectorAll("{PANELS}")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
    .map((one) => [one.className, one.scrollHeight, one.clientHeight])"""
SMALL = """() => [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility() && !one.closest(".vh"))
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((one) => [parseFloat(getComputedStyle(one).fontSize), one.className, one.innerText])"""


def test_eight_fighters_fit_the_board_and_are_legible_on_the_wall(server, window):
    laid = lay(server, foes=6)
    gm = enter(window, server, laid, "gm", width=1920, height=1080)
    wall = enter(window, server, laid, "screen", width=1920, height=1080)
    expect(gm.locator(".gm-left .rung")).to_have_count(9)
    assert gm.evaluate(OVERFLOWING) == []
    gm.locator(".request-main > details > summary").click()
    gm.locator(".request-main form .btn-primary").click()
    expect(gm.locator(".now-head")).to_contain_text("Déclarations")
    gm.keyboard.press("n")
    expect(gm.locator(".selected .offers")).to_be_visible()
    assert gm.evaluate(OVERFLOWING) == []
    expect(wall.locator(".ladder-wall .is-now").first).to_be_visible()
    expect(wall.locator(".ladder-wall .rung")).to_have_count(8)
    sizes = wall.evaluate(SMALL)
    assert [row for row in sizes if row[0] < 28] == []
    assert [row for row in sizes if "rung-who" in row[1] and row[0] < 44] == []
    assert wall.evaluate(OVERFLOWING) == []
    gm.set_viewport_size({"width": 1280, "height": 800})
    assert not gm.evaluate(
        "() => document.scrollingElement.scrollWidth > innerWidth || document.body.scrollHeight > innerHeight"
    )


def test_a_timed_condition_keeps_wall_columns_aligned_and_its_form_visible(server, window):
    laid = lay(server, foes=6)
    gm = enter(window, server, laid, "gm", width=1920, height=900)
    wall = enter(window, server, laid, "screen", width=1920, height=1080)
    gm.locator(".gm-left a.rung-body").filter(has=gm.locator(".rung-who", has_text="Tibor")).click()
    expect(gm.locator(".selected-who h2")).to_contain_text("Tibor")
    expect(gm.locator("#connection")).to_have_attribute("data-state", "live")
    gm.locator(".timer-new > summary").click()
    gm.locator(".timer-form button").wait_for()
    expect(gm.locator(".timer-form button")).to_be_in_viewport(ratio=1)
    gm.locator(".timer-form [name=label]").fill("Étourdi")
    gm.locator(".timer-form button").click()
    expect(wall.locator(".rung-timers .tag")).to_have_count(1)
    for part in ("phase", "node"):
        middles = f"""() => [...document.querySelectorAll(".ladder-wall .rung-{part}")]
            .map((one) => one.getBoundingClientRect()).map((box) => Math.round(box.left + box.width / 2))"""
        assert len(set(wall.evaluate(middles))) == 1, part
    assert wall.evaluate(OVERFLOWING) == []
    assert [row for row in wall.evaluate(SMALL) if row[0] < 28] == []


def test_the_journal_of_the_board_keeps_its_room_beside_the_last_roll(server, window):
    laid = lay(server, foes=6)
    gm = enter(window, server, laid, "gm", width=1440, height=900)
    gm.locator(".request-main > details > summary").click()
    gm.locator(".request-main form .btn-primary").click()
    expect(gm.locator(".now-head")).to_contain_text("Déclarations")
    for width, height, least in ((1440, 900, 600), (1280, 720, 450), (1500, 900, 200), (1920, 1080, 200)):
        gm.set_viewport_size({"width": width, "height": height})
        assert gm.locator(".gm-right .table-log").bounding_box()["height"] >= least, (width, height)


LONG = """(words) => {
    const rows = [...document.querySelectorAll(".ladder-wall .rung")]
    const texts = rows.map((row) => row.querySelector(".rung-state .severity"))
    const part = (name, inner) => `<span class="severity-${name}">${inner}</span>`
    const sign = part("sign", part("pattern", "") + part("letter", "G"))
    texts.forEach((one, at) => one.innerHTML = `${sign}<span>${words[at % words.length]}</span>`)
    return rows.filter((row) => {
        const box = row.querySelector(".severity").getBoundingClientRect(), room = row.getBoundingClientRect()
        const next = row.nextElementSibling?.querySelector(".severity").getBoundingClientRect()
        return box.right > room.right || box.bottom > (next?.top ?? Infinity) + 1
    }).map((row) => row.innerText) }"""


@pytest.mark.parametrize("foes", [1, 6, 10])
def test_no_word_for_a_state_is_cut_on_the_wall_however_many_stand_there(server, window, foes):
    wall = enter(window, server, lay(server, foes=foes), "screen", width=1920, height=1080)
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate(LONG, ["Gravement blessé", "Blessure majeure ×2", "À bout de forces", "Inconscient"]) == []


def test_the_keyboard_does_what_its_help_says(server, window):
    laid = lay(server)
    gm = enter(window, server, laid, "gm", width=1920, height=1080)
    selected = gm.locator(".selected-who h2")
    gm.keyboard.press("?")
    help_ = gm.locator("#keys")
    expect(help_).to_be_visible()
    listed = set(help_.locator("kbd").all_inner_texts())
    assert {key for key in listed if len(key) == 1} == {*"najkftlgdheu?/z"}
    assert "Ctrl" in listed, "with z: the browser tests of taking back press it"
    gm.keyboard.press("Escape")

    begin_here = gm.locator(".request-main > details > summary")
    begin_here.click()
    gm.locator(".request-main form .btn-primary").click()
    expect(gm.locator(".now-head")).to_contain_text("Déclarations")
    gm.keyboard.press("n")
    expect(gm.locator(".gm-left .is-now").first).to_be_visible()
    names = gm.locator(".gm-left .rung-who").all_inner_texts()
    gm.locator(".gm-left a.rung-body").first.click()
    for key, name in (("", names[0]), ("j", names[1]), ("k", names[0])):
        if key:
            gm.keyboard.press(key)
        expect(selected).to_have_text(name)
        expect(gm.locator("#connection")).to_have_attribute("data-state", "live")
    up = gm.locator(".gm-left .is-now .rung-who").first.inner_text()
    idle = gm.locator(".gm-left .rung:not(.is-now, .is-selected) a.rung-body").first
    other = idle.locator(".rung-who").inner_text()
    idle.click()
    expect(selected).to_have_text(other)
    expect(gm.locator("#connection")).to_have_attribute("data-state", "live")
    gm.keyboard.press("f")
    expect(selected).to_have_text(up)
    expect(gm).to_have_url(server.url + laid.addresses["gm"])
    expect(gm.locator("#connection")).to_have_attribute("data-state", "live")

    gm.keyboard.press("t")
    expect(gm.locator(".selected-body .wound-cell").first).to_be_focused()
    gm.keyboard.press("Enter")
    expect(gm.locator(".selected-body .wound-box.is-marked")).to_have_count(1)
    gm.keyboard.press("l")
    expect(gm.locator(".selected-body .wound-cell.is-hurt").first).to_be_focused()
    gm.keyboard.press("Enter")
    expect(gm.locator(".selected-body .wound-box.is-marked")).to_have_count(0)
    gm.keyboard.press("u")
    expect(gm.locator(".selected-body .wound-box.is-marked")).to_have_count(1)

    gm.keyboard.press("g")
    expect(gm.locator(".selected-states details button").first).to_be_focused()
    gm.keyboard.press("Enter")
    expect(gm.locator(".selected-states [aria-pressed=true]")).to_be_focused()
    expect(gm.locator(".selected-states .states-more")).to_have_attribute("open", "")
    held = []
    gm.route("**/fighters/*/", lambda route: held.append(route))
    foe = gm.locator(".gm-left .rung.is-hidden a.rung-body").first
    name = foe.locator(".rung-who").inner_text()
    foe.evaluate("(rung) => rung.click()")
    until(gm, lambda: held, "the page of the fighter on its way")
    gm.keyboard.press("h")
    held[0].continue_()
    gm.unroute("**/fighters/*/")
    expect(selected).to_have_text(name)
    expect(gm.locator(".gm-left .rung.is-selected:not(.is-hidden)")).to_have_count(1)
    gm.keyboard.press("e")
    gm.wait_for_url("**/characters/**")


def test_a_page_whose_script_of_sockets_comes_late_is_live_all_the_same(server, window):
    laid = lay(server)
    page = window()
    page.context.add_cookies([{"name": "tablee_session", "value": laid.sessions["ana"], "url": server.url}])

    def late(route):
        page.wait_for_function("() => window.htmx && document.readyState === 'interactive'")
        page.wait_for_timeout(300)
        route.continue_()

    page.route("**/hx-ws.min*.js", late)
    page.goto(laid.addresses["ana"])
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
