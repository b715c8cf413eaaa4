"""A face given on a telephone is seen at once on the game master's page and on the shared screen."""

from playwright.sync_api import expect

from tests.browser.playing import send
from tests.faces import halves

SEEN = "(image) => image.complete && image.naturalWidth"


def opened(window, server, table, seat, address, **options):
    page = window(**options)
    page.context.add_cookies([{"name": table["cookie"], "value": seat["session"], "url": server.url}])
    page.goto(f"/t/{seat['token']}/{address}/")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


def test_a_portrait_given_on_a_phone_is_seen_everywhere_at_once_and_undone(player, window, server):
    phone, table = player(), player.table
    board = opened(window, server, table, table["gm"], "table")
    wall = opened(window, server, table, table["screen"], "screen", width=1920, height=1080)
    expect(board.locator(".group-card img.portrait")).to_have_count(0)
    phone.locator(".portrait-link").click()
    face = {"name": "visage.jpg", "mimeType": "image/jpeg", "buffer": halves()}
    phone.get_by_label("Choisir une image").set_input_files([face])
    phone.get_by_role("dialog").get_by_role("button", name="Ajouter").click()
    for page, place in ((phone, ".portrait-link"), (board, ".group-card"), (wall, ".party-name")):
        image = page.locator(f"{place} img.portrait")
        expect(image).to_be_visible()
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate(SEEN) in (96, 512), page.url
    phone.locator(".portrait-link").click()
    phone.get_by_role("dialog").get_by_role("button", name="Retirer").click()
    for page in (phone, board, wall):
        expect(page.locator("main img.portrait, header img.portrait")).to_have_count(0)
    phone.locator("#toasts").get_by_role("button", name="Annuler").click()
    for page in (phone, board, wall):
        expect(page.locator("img.portrait").first).to_be_visible()


def test_without_a_script_a_picture_is_given_as_well(player, window, server):
    page = window(java_script_enabled=False)
    table, seat = player.table, player.table["players"][0]
    page.context.add_cookies([{"name": table["cookie"], "value": seat["session"], "url": server.url}])
    page.goto(f"/t/{seat['token']}/characters/{player.character}/portrait/")
    face = {"name": "visage.jpg", "mimeType": "image/jpeg", "buffer": halves()}
    page.get_by_label("Choisir une image").set_input_files([face])
    page.get_by_role("button", name="Ajouter").click()
    expect(page.locator(".portrait-link img.portrait")).to_be_visible()


def test_a_refused_picture_leaves_a_character_in_creation_on_its_page(player, window, server):
    page = window(390, 844)
    table, seat = player.table, player.table["players"][0]
    page.context.add_cookies([{"name": table["cookie"], "value": seat["session"], "url": server.url}])
    page.goto(f"/t/{seat['token']}/characters/create/")
    send(page, page.locator("main form .btn-primary"))
    page.wait_for_url("**/create/concept/")
    page.goto(f"/t/{seat['token']}/characters/create/portrait/")
    page.get_by_label("Choisir une image").set_input_files(
        [{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no"}]
    )
    send(page, page.get_by_role("button", name="Ajouter"))
    expect(page.locator("#toasts")).to_contain_text("illisible")
    expect(page.get_by_role("link", name="Sans portrait")).to_be_visible()
