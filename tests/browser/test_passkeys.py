"""A passkey on a virtual device: added, used in a fresh browser, and removed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.waiting import until

PASSWORD = "une-longue-phrase-42"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def device(page: Page) -> tuple[CDPSession, str]:
    """A device that this page's browser can ask, and what it is called there."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    return line, line.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]


def kept(line: CDPSession, name: str) -> list[dict]:
    """The passkeys that a device holds."""
    return line.send("WebAuthn.getCredentials", {"authenticatorId": name})["credentials"]


@pytest.fixture
def named(server) -> str:
    """The site at an address with a name, as passkeys need one."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def odile(window, named) -> Page:
    """A browser that has just made an account."""
    page = window(390, 844, base_url=named)
    page.goto("/account/new/")
    page.get_by_label("Nom d’utilisateur").fill("odile")
    for field in page.locator("input[type=password]").all():
        field.fill(PASSWORD)
    page.locator("main form button").last.click()
    page.get_by_role("link", name="Clés d’accès").click()
    expect(page.locator("main")).to_contain_text("Aucune clé")
    return page


@pytest.fixture
def look(browser, named, accessibility_faults):
    """Return what axe finds on somebody's page, opened anew: its source is no guest of the policy."""

    def find(page: Page) -> list[str]:
        size = {"width": 390, "height": 844}
        state = page.context.storage_state()
        with browser.new_context(
            viewport=size, base_url=named, storage_state=state, service_workers="block"
        ) as context:
            fresh = context.new_page()
            fresh.goto(page.url)
            return accessibility_faults(fresh)

    return find


def add(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("Votre mot de passe").fill(password)
    page.get_by_role("button", name="Ajouter cet appareil").click()


def test_a_passkey_is_added_opens_the_account_elsewhere_and_is_removed(odile, window, named, look):
    line, name = device(odile)
    add(odile, "un-autre-mot-de-passe")
    expect(odile.locator("[data-said]")).to_contain_text("mot de passe")
    assert kept(line, name) == []
    add(odile)
    expect(odile.locator("main li")).to_contain_text(re.compile(r"\d{4}.*pas encore utilisée", re.DOTALL))
    assert look(odile) == []
    odile.locator("#toasts [data-dismiss]").click()
    expect(odile.locator("#toasts [data-snack]")).to_have_count(0)
    (key,) = kept(line, name)

    other = window(390, 844, base_url=named)
    there, its_name = device(other)
    there.send("WebAuthn.addCredential", {"authenticatorId": its_name, "credential": key})
    other.goto("/account/in/")
    other.get_by_role("button", name="Se connecter avec une clé d’accès").click()
    expect(other.locator("form[action='/account/out/']")).to_be_attached()
    assert other.url == f"{named}/"
    odile.reload()
    expect(odile.locator("main li")).to_contain_text("utilisée pour la dernière fois")

    odile.get_by_role("button", name="Retirer").click()
    expect(odile.locator("main")).to_contain_text("Aucune clé")
    other.locator("form[action='/account/out/'] button").click()
    other.goto("/account/in/")
    other.get_by_role("button", name="Se connecter avec une clé d’accès").click()
    expect(other.locator("[role=alert]").first).to_contain_text("pas été acceptée")
    expect(other.get_by_label("Mot de passe")).to_be_visible()
    other.goto("/account/in/")
    assert look(other) == []


def test_a_device_that_has_no_passkey_of_ours_says_so_and_changes_nothing(window, named):
    page = window(390, 844, base_url=named)
    line, name = device(page)
    page.goto("/account/in/")
    line.send("WebAuthn.setUserVerified", {"authenticatorId": name, "isUserVerified": False})
    page.get_by_role("button", name="Se connecter avec une clé d’accès").click()
    expect(page.locator("[data-said]")).to_contain_text("n’a rien ouvert")
    until(
        page, lambda: not page.get_by_role("button", name="clé d’accès").get_attribute("aria-busy"), "the button rests"
    )


@pytest.mark.parametrize("named_host", [True, False], ids=["no passkeys in the browser", "an address of numbers"])
def test_without_passkeys_there_is_no_button_and_the_password_works(window, server, named, odile, named_host):
    page = window(390, 844, base_url=named if named_host else server.url)
    if named_host:
        page.add_init_script("delete window.PublicKeyCredential")
    page.goto("/account/in/")
    expect(page.locator("form[data-passkey]")).to_be_hidden()
    page.get_by_label("Nom d’utilisateur").fill("odile")
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.locator("main form button:visible").first.click()
    expect(page.locator("form[action='/account/out/']")).to_be_attached()
    page.goto("/account/keys/")
    expect(page.locator("[data-passkey-none]")).to_be_visible()
    expect(page.locator("form[data-passkey]")).to_be_hidden()
