"""A game master, a player and a television, in three windows: what reaches whom, and a press that comes twice."""

import json
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.waiting import until
from tests.forks import ForkedServer
from tests.serve import Server

PROBE = """
import json
from campaigns.journal import journal, subjects
from campaigns.models import Campaign, Event
campaign = Campaign.objects.order_by("pk").first()
folded = journal.fold(campaign)
rows = {name: subjects.kind_of(name)[0].load(campaign, name.partition(":")[2]) for name in folded}
seqs = list(Event.objects.filter(campaign=campaign).order_by("seq").values_list("seq", flat=True))
gapless = seqs == list(range(1, len(seqs) + 1))
print("FOUND", json.dumps({"equal": folded == rows, "gapless": gapless, "events": len(seqs)}))
"""


@dataclass
class Table:
    """Three windows on one table, and what came over their sockets."""

    gm: Page
    player: Page
    screen: Page
    frames: dict[str, list[str]]

    def marks(self) -> dict[str, int]:
        """The number of frames with content that each window has received so far."""
        return {name: len(frames) for name, frames in self.frames.items()}


@pytest.fixture(scope="module")
def laid(tmp_path_factory) -> tuple[Server, list[str]]:
    """A demonstration that every test starts from a copy of, and the paths of its links."""
    server = ForkedServer(tmp_path_factory.mktemp("laid"), TABLEE_DEMO="1")
    return server, re.findall(r"/j/\w+/", server.lay_demonstration())


@pytest.fixture
def server(laid, server):
    server.copy(laid[0])
    return server


@pytest.fixture
def table(laid, window) -> Table:
    _server, links = laid
    pages = {
        "gm": window(width=1280, height=800),
        "player": window(width=390, height=844),
        "screen": window(width=1920, height=1080),
    }
    frames: dict[str, list[str]] = {name: [] for name in pages}
    for (name, page), link in zip(pages.items(), (links[0], links[1], links[3]), strict=True):
        listen(page, frames[name])
        page.goto(link)
        page.locator("main form button").first.click()
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return Table(**pages, frames=frames)


def listen(page: Page, frames: list[str]) -> None:
    """Keep every frame that carries something; heartbeats do not."""

    def keep(payload: str | bytes) -> None:
        text = payload if isinstance(payload, str) else payload.decode()
        if '"hb"' not in text:
            frames.append(text)

    page.on("websocket", lambda socket: socket.on("framereceived", keep))


def found(server) -> dict[str, object]:
    out = server.manage("shell", "-c", PROBE)
    return json.loads(out.partition("FOUND")[2])


def tick(page: Page, place: str, severity: str) -> None:
    """Tick one wound from the list of places, as a thumb does."""
    page.locator(".body-list .location").filter(has_text=place).first.click()
    dialog = page.locator("#dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name=re.compile(rf"^{severity}\W+(cocher|tick)")).click()
    expect(dialog).to_be_hidden()


def roll(page: Page, skill: str, faces: str) -> None:
    """Roll a skill in two taps, with a real die in between."""
    page.locator(".skill").filter(has_text=skill).locator("visible=true").first.click()
    dialog = page.locator("#dialog")
    dialog.locator("[name=faces]").fill(faces)
    dialog.get_by_role("button", name="Lancer", exact=True).click()


def test_a_tick_a_roll_and_a_note_reach_their_circle_and_nobody_else(table, server):
    hero = "Élowen"
    tick(table.player, "Corps", "Grave")
    expect(table.player.locator("[id^=vitals], [id^=body]").filter(has_text="Grave").first).to_be_visible()
    expect(table.gm.locator(".group-card").filter(has_text=hero)).to_contain_text("Grave")
    expect(table.screen.locator(".party-row").filter(has_text=hero)).to_contain_text("Grave")

    roll(table.player, "Combat armé", "1")
    expect(table.screen.locator("footer")).to_contain_text("Combat armé")
    expect(table.gm.locator("#log")).to_contain_text("Combat armé")

    before = table.marks()
    table.gm.locator(".group-card a, a.group-card").filter(has_text=hero).first.click()
    expect(table.gm.locator("#connection")).to_have_attribute("data-state", "live")
    note = table.gm.locator(".note-secret textarea:visible, .note-secret [contenteditable]").first
    note.fill("CANARI-SECRET")
    table.gm.locator(".note-secret form:visible button.btn-primary, .note-secret form:visible button").first.click()
    expect(table.gm.locator("#toasts")).to_contain_text(re.compile(r"\w"))
    # Something the player does may see comes later than the note: whatever the note had sent would be there by then.
    table.player.locator("[data-stepper] .stepper-controls button").first.click()
    expect(table.player.locator("[data-stepper] [data-value]").first).to_have_text("12")
    expect(table.gm.locator("[data-stepper] [data-value]").first).to_have_text("12")
    after = table.marks()
    assert after["screen"] == before["screen"]
    assert not any("CANARI" in frame for name in ("player", "screen") for frame in table.frames[name])
    assert found(server) | {"events": 0} == {"equal": True, "gapless": True, "events": 0}


def test_a_game_masters_own_roll_is_no_frame_for_the_others(table, server):
    table.gm.locator(".gm-others .row-link").first.click()
    expect(table.gm.locator("#connection")).to_have_attribute("data-state", "live")
    before = table.marks()
    table.gm.locator(".skill:visible").first.click()
    table.gm.locator("#dialog").get_by_role("button", name="Lancer", exact=True).click()
    expect(table.gm.locator("#toasts")).to_contain_text(re.compile(r"\w"))
    table.player.locator("[data-stepper] .stepper-controls button").first.click()
    expect(table.gm.locator("#connection")).to_have_attribute("data-state", "live")
    expect(table.player.locator("[data-stepper] [data-value]").first).to_have_text("12")
    until(table.player, lambda: table.marks()["player"] > before["player"], "the answer to the player's own tap")
    after = table.marks()
    assert after["screen"] == before["screen"], "the wall heard of a roll that only the game master may know"
    assert after["player"] == before["player"] + 1, "the player got more than the answer to their own tap"


def test_a_double_tap_applies_once(table, server):
    before = found(server)["events"]
    table.player.locator(".skill").filter(has_text="Combat armé").locator("visible=true").first.click()
    table.player.locator("#dialog [name=faces]").fill("2")
    table.player.locator("#dialog").get_by_role("button", name="Lancer", exact=True).dblclick()
    expect(table.screen.locator("footer")).to_contain_text("Combat armé")
    once = found(server)["events"]
    table.player.locator(".skill").filter(has_text="Combat armé").locator("visible=true").first.click()
    table.player.locator("#dialog [name=faces]").fill("3")
    table.player.locator("#dialog").get_by_role("button", name="Lancer", exact=True).click()
    expect(table.screen.locator("footer")).to_contain_text("3")
    assert found(server)["events"] - once == once - before


def test_a_power_cut_keeps_unsaved_typing_and_needs_no_reload(table, server):
    table.player.locator("a[data-to=notes]").click()
    area = table.player.locator(".notes textarea:visible").first
    area.press_sequentially("Retrouver le plongeur")
    server.kill()
    expect(table.player.locator("#connection")).not_to_have_attribute("data-state", "live")
    server.start()
    for page in (table.gm, table.player, table.screen):
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    expect(area).to_have_value("Retrouver le plongeur")
    expect(area).to_be_focused()
    table.player.locator("a[data-to=state]").click()
    tick(table.player, "Tête", "Légère")
    expect(table.gm.locator(".group-card").first).to_contain_text("Légère")
    expect(table.screen.locator(".party-row").first).to_contain_text("Légère")
    table.player.locator("a[data-to=notes]").click()
    expect(table.player.locator(".notes").locator("visible=true").first).to_contain_text("Retrouver le plongeur")
    assert found(server) | {"events": 0} == {"equal": True, "gapless": True, "events": 0}


def test_a_die_that_cannot_be_is_a_sentence_and_changes_nothing(table, server):
    before = found(server)["events"]
    table.player.locator(".skill").filter(has_text="Combat armé").locator("visible=true").first.click()
    table.player.locator("#dialog [name=faces]").fill("21")
    table.player.locator("#dialog").get_by_role("button", name="Lancer", exact=True).click()
    expect(table.player.locator("#toasts, #dialog")).to_contain_text([re.compile("1d20|de 1 à 20")])
    assert found(server)["events"] == before
