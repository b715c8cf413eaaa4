"""The story of trust: a fight with somebody hidden in it, told, explained, corrected, tried out and proved."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.playing import FOE
from tests.pictures.stories.blow import FRIEND, QUAY, declared, riposte, strike
from tests.pictures.studio import DESKTOP, Stage, Studio

PAGE, LONG = (1100, 900), (1100, 1500)


def play(studio: Studio) -> None:
    """Play two blows, and look at them in every way."""
    stage = studio.stage(QUAY)
    fight = stage.fight("gm", "ana", "screen")
    declared(stage, fight)
    strike(fight)
    stage.later()
    fight.next(FOE)
    expect(fight.pages["screen"].locator(".ladder-wall .is-now")).to_contain_text(FOE)
    studio.keep("trust-screen", fight.pages["screen"])
    blow = fight.gm.locator("#log .journal-line").filter(has=fight.gm.locator("a[href$='/why/']")).first
    why = blow.locator("a[href$='/why/']").get_attribute("href")
    riposte(fight)
    stage.later()
    expect(fight.pages["screen"].locator("main")).to_contain_text("Grave")
    studio.keep("trust-recap", stage.window("leo", stage.table.address("leo", "recap"), PAGE))
    page = stage.window("gm", why, PAGE)
    studio.keep("trust-why", page)
    page = stage.window("gm", why.removesuffix("why/"), LONG)
    _correct(page)
    studio.keep("trust-mend", page)
    fight.gm.locator("form[action$='/what-if/'] button").click()
    fight.gm.wait_for_url("**/what-if/**")
    fight.gm.set_viewport_size({"width": PAGE[0], "height": PAGE[1]})
    studio.keep("trust-if", fight.gm)
    studio.keep("trust-dice", _published(stage))


def _correct(page: Page) -> None:
    """Lower the damage of a blow, and look at what that would change."""
    page.locator("#correction-form input:visible").last.fill("4")
    page.locator("#correction-form button.btn-primary").click()
    page.locator("#correction-outcome").wait_for()
    page.wait_for_load_state()  # which leads to the outcome, below what was changed
    page.locator("main > p").first.scroll_into_view_if_needed()


def _published(stage: Stage) -> Page:
    """Three tests thrown by the server, then their seed published."""
    sheet = stage.window("leo", stage.table.sheet("leo", FRIEND, "skills"), DESKTOP)
    for skill in ("Athlétisme", "Endurance", "Escalade"):
        sheet.get_by_role("link", name=skill).first.click()
        sheet.locator("#dialog").get_by_role("button", name="Lancer", exact=True).click()
        expect(sheet.locator("#dialog")).to_be_hidden()
    page = stage.window("gm", stage.table.address("gm", "dice"), PAGE)
    page.get_by_role("button", name="Publier").first.click()
    page.get_by_role("heading", name="Publi").first.wait_for()
    return page
