"""Push notifications: their choice, and a message shown by the service worker."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.encounters.push.browser import PHONE
from tests.faults.inside import lay
from tests.forks import ForkedServer

SERVICE = """
  const phone = %s;
  const keys = { p256dh: phone.point, auth: phone.secret };
  const subscription = { endpoint: phone.endpoint, toJSON: () => ({ endpoint: phone.endpoint, keys }) };
  window.asked = [];
  PushManager.prototype.subscribe = async (said) => { asked.push(said); return subscription; };
  PushManager.prototype.getSubscription = async () => subscription;
  Notification.requestPermission = async () => window.refuses ? "denied" : "granted";
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
"""


@pytest.fixture
def phone(window, tmp_path):
    """The sheet of a player, on a phone whose push service is a stand-in."""
    server = ForkedServer(tmp_path, TABLEE_PUSH="1")
    server.migrate()
    server.start()
    table = lay(server, players=1)
    seat = table["players"][0]
    page = window(width=390, height=844, service_workers="allow", base_url=server.url)
    page.context.add_cookies([{"name": table["cookie"], "value": seat["session"], "url": server.url}])
    page.add_init_script(SERVICE % PHONE)
    page.goto(f"/t/{seat['token']}/characters/{seat['characters'][0]}/")
    page.locator("[popovertarget=display]").first.click()
    yield page, server
    server.kill()


def kept(server):
    """The choices that lie in the database."""
    with closing(sqlite3.connect(server.log.parent / "tablee.sqlite3")) as line:
        return [row[0] for row in line.execute("select wants from encounters_pushsubscription")]


def test_a_phone_chooses_its_notifications_and_cancels_them(phone):
    page, server = phone
    chips = page.locator("form[data-push] [data-kind]")
    assert chips.evaluate_all("all => all.map((one) => one.ariaPressed)") == ["false"] * 5
    for kind in ("turn", "message"):
        page.locator(f"[data-kind={kind}]").click()
        expect(page.locator(f"[data-kind={kind}]")).to_have_attribute("aria-pressed", "true")
    assert kept(server) == ['["message", "turn"]']
    [first, *_more] = page.evaluate("asked")
    assert first["userVisibleOnly"] and len(first["applicationServerKey"]) == 87
    page.reload()
    page.locator("[popovertarget=display]").first.click()
    expect(page.locator("[data-kind=turn]")).to_have_attribute("aria-pressed", "true")
    for kind in ("turn", "message"):
        page.locator(f"[data-kind={kind}]").click()
        expect(page.locator(f"[data-kind={kind}]")).to_have_attribute("aria-pressed", "false")
    assert kept(server) == []


def test_a_browser_that_forbids_notifications_is_told_so_and_nothing_is_kept(phone):
    page, server = phone
    page.evaluate("window.refuses = true")
    page.locator("[data-kind=turn]").click()
    expect(page.locator("form[data-push] [data-said]")).to_contain_text("bloque")
    expect(page.locator("[data-kind=turn]")).to_have_attribute("aria-pressed", "false")
    assert kept(server) == []


def test_the_service_worker_shows_a_message_in_the_words_it_came_with(phone):
    page, server = phone
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    [worker] = page.context.service_workers
    worker.evaluate("self.registration.showNotification = async (...said) => { self.said = said; }")
    said = {"title": "Équinoxe", "body": "À vous", "tag": "turn", "to": "/t/abc/"}
    worker.evaluate("(said) => self.dispatchEvent(new PushEvent('push', { data: JSON.stringify(said) }))", said)
    title, shown = worker.evaluate("self.said")
    assert (title, shown["body"], shown["tag"], shown["data"]) == ("Équinoxe", "À vous", "turn", "/t/abc/")
    assert page.request.get(shown["icon"]).ok
