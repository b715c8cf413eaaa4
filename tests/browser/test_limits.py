"""The limits as a person meets them: no typed text is lost, and a paused page says so."""

import json

from playwright.sync_api import expect

COUNT = """
from sheets.models import Character
print("FOUND", Character.objects.get(token="{token}").data["creation_points"]["other"])
"""
STEPS = """(path) => Promise.all([..."12345"].map(() => {
    const form = document.querySelector('main form[action$="/step/"]'), data = new FormData();
    data.set("path", path);
    data.set("delta", "1");
    return tablee.send(form, data);
}))"""
LATE = """<hx-partial hx-target="#toasts" hx-swap="innerHTML"><div class="snack is-refused" data-snack data-refused>
<p>Too many actions at once.</p></div></hx-partial>"""


def test_commands_over_the_rate_limit_are_shown_as_late_and_all_done(player, server):
    page, statuses = player(), [200, 429, 429, 200, 429]

    def slow_down(route):
        if statuses and statuses.pop() == 429:
            route.fulfill(status=429, headers={"Retry-After": "1", "Content-Type": "text/html"}, body=LATE)
        else:
            route.continue_()

    page.route("**/step/", slow_down)
    answers = page.evaluate(STEPS, "creation_points.other")
    assert [one["status"] for one in answers] == [200] * 5 and not statuses
    expect(page.locator("#alerts")).to_contain_text("Too many actions")
    assert json.loads(server.manage("shell", "-c", COUNT.format(token=player.character)).split("FOUND")[1]) == 505
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")


def test_the_ninth_page_lets_the_first_rest_until_it_is_loaded_again(player):
    first, *others = [player() for _page in range(8)]
    ninth = player()
    banner = first.locator("[data-ended='4429']")
    expect(banner).to_be_visible()
    for page in (*others, ninth):
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        expect(page.locator("[data-ended]:visible")).to_have_count(0)
    ninth.close()
    banner.get_by_role("link").click()
    expect(first.locator("#connection")).to_have_attribute("data-state", "live")
