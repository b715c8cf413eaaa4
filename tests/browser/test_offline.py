"""The offline page: it keeps the theme, and reloads as the page it replaced."""

from playwright.sync_api import expect


def test_a_page_that_cannot_be_reached_says_so_and_comes_back(window, server):
    page = window(390, 844, service_workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    server.kill()
    page.goto("/account/in/")
    expect(page.locator("main")).to_contain_text("Hors ligne")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)"), "the stylesheet is kept as well"
    server.start()
    expect(page.locator("input[type=password]").first).to_be_visible(timeout=30_000)
    assert page.url.endswith("/account/in/")
