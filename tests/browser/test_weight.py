"""The weight of a first and of a second visit, measured on the wire, as `make demo` and `serve --prepare` send it."""

import re

import pytest

from tests.forks import ForkedServer

PHONE = {"width": 390, "height": 844}
MOST_BYTES, MOST_REQUESTS, MOST_AGAIN = 150_000, 12, 20_000


@pytest.fixture
def collected(tmp_path_factory):
    """The demonstration with its static files collected, and the link of a player."""
    server = ForkedServer(tmp_path_factory.mktemp("collected"), TABLEE_DEMO="1", TABLEE_COLLECTED="1")
    server.manage("prepare", "--verbosity", "0")
    player = re.findall(r"/j/\w+/", server.lay_demonstration())[1]
    server.start()
    yield server, player
    server.stop()


def weigh(context, url):
    """The bytes and the number of requests of a page that is opened, by address, and its errors."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    sent, addresses, errors = {}, {}, []
    wire.on("Network.responseReceived", lambda event: addresses.update({event["requestId"]: event["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda event: sent.update({event["requestId"]: event["encodedDataLength"]}))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.locator("#wire").wait_for(state="attached")
    page.close()
    http = {key: address for key, address in addresses.items() if address.startswith("http")}
    return {address: sent.get(key, 0) for key, address in http.items()}, errors


@pytest.mark.slow("collects the static files and starts a server of its own")
def test_a_players_sheet_is_light_on_the_first_visit_and_lighter_on_the_next(browser, collected):
    server, player = collected
    context = browser.new_context(viewport=PHONE, locale="fr-FR")
    page = context.new_page()
    page.goto(server.url + player)
    page.locator("main form button.btn-primary").click()
    page.wait_for_url("**/characters/**")
    sheet, state = page.url, context.storage_state()
    context.close()

    fresh = browser.new_context(viewport=PHONE, locale="fr-FR", storage_state=state)
    first, errors = weigh(fresh, sheet)
    assert errors == []
    assert sum(first.values()) <= MOST_BYTES, sorted(first.items(), key=lambda row: -row[1])
    assert len(first) <= MOST_REQUESTS, sorted(first)
    assert sum(1 for address in first if address.endswith(".css")) == 1
    again, _errors = weigh(fresh, sheet)
    assert sum(again.values()) <= MOST_AGAIN, sorted(again.items(), key=lambda row: -row[1])
    fresh.close()
