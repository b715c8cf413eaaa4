"""The site is replaced by a new version while a page is open: what was sent arrives, and the page offers to reload."""

from playwright.sync_api import expect

STEP = """() => {
    const form = document.querySelector('main form[action$="/step/"]'), data = new FormData();
    data.set("path", "luck.current");
    data.set("delta", "-1");
    window.done = tablee.send(form, data);
}"""


def test_commands_sent_during_an_upgrade_arrive_and_the_page_offers_a_reload(player, server):
    page = player()
    value = page.locator("[data-stepper] [data-value]").first
    start, offer = int(value.inner_text()), page.locator("[data-renewed]")
    server.stop()
    page.evaluate(STEP)
    expect(page.locator("#connection")).not_to_have_attribute("data-state", "live")
    server.environment["TABLEE_BUILD"] = "next"
    server.start()
    assert page.evaluate("() => window.done.then((one) => one.status)") == 200
    expect(value).to_have_text(str(start - 1))
    expect(offer).to_be_visible()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    offer.get_by_role("link").click()
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    expect(value).to_have_text(str(start - 1))
    expect(offer).to_be_hidden()
