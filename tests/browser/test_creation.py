"""A character is made on a telephone: with a script, which counts the points at once, and without any."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.faces import drawn
from tests.faults.inside import lay

NARROW = {"width": 390, "height": 844}


@pytest.fixture
def table(server):
    return lay(server, players=1)


def open_page(table, server, window, **options) -> Page:
    """The page of the first player's characters, in a browser of its own."""
    seat = table["players"][0]
    page = window(**NARROW, **options)
    page.context.add_cookies([{"name": table["cookie"], "value": seat["session"], "url": server.url}])
    page.goto(f"/t/{seat['token']}/characters/")
    return page


def field(page: Page, path: str):
    return page.locator(f'[name="{path}"]')


def onward(page: Page, to: str) -> None:
    page.locator(".create-dock .btn-primary").click()
    page.wait_for_url(re.compile(f"/create/{to}/"))


def left(page: Page) -> str:
    """The points left of what is spread on this page."""
    return re.search(r"\d+", page.locator(".create-budget.is-here b").inner_text())[0]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_character_is_made_step_by_step_on_a_telephone(table, server, window, script):
    page = open_page(table, server, window, java_script_enabled=script)
    page.locator("a[href$='/characters/create/']").click()
    page.wait_for_url(re.compile("/characters/create/$"))
    page.locator("main form button.btn-primary").click()
    page.wait_for_url(re.compile("/create/concept/"))
    field(page, "name").fill("Nérée")
    onward(page, "attributes")
    assert left(page) == "27"
    place = field(page, "attributes.FOR").bounding_box()
    field(page, "attributes.FOR").fill("39")
    if script:
        field(page, "attributes.FOR").blur()
        expect(page.locator(".create-budget.is-over")).to_be_visible()
        expect(page.locator("#over")).to_contain_text("2")
        assert field(page, "attributes.FOR").bounding_box() == place, "so that the next tap hits what it is meant for"
    onward(page, "skills")
    expect(page.locator("#over")).to_contain_text("2")
    page.locator(".create-dock button[value=back]").click()
    page.wait_for_url(re.compile("/create/attributes/"))
    if script:
        for _tap in range(2):
            page.locator(".make-number", has=field(page, "attributes.FOR")).locator("[data-bump='-1']").click()
        expect(page.locator(".create-budget.is-here b")).to_contain_text(re.compile(r"\b0\b"))
    else:
        field(page, "attributes.FOR").fill("37")
    onward(page, "skills")
    field(page, "skills.rifles.mastery").fill("5")
    if script:
        field(page, "skills.rifles.mastery").blur()
        expect(page.locator("#note-skills-rifles-mastery")).to_have_text("= 7")
        expect(page.locator(".create-budget.is-here b")).to_contain_text(re.compile(r"\b120\b"))
    onward(page, "specialties")
    assert left(page) == "120"
    page.locator("#list-skills .create-new > summary").click()
    field(page, "new.skills.name").fill("Latin")
    onward(page, "arms")
    page.locator(".create-dock button[value=back]").click()
    expect(page.locator("#list-skills .create-row")).to_contain_text("Latin")
    onward(page, "arms")
    page.locator("[name='ware.weapons']").select_option(index=1)
    page.locator("button[name=ware][value=weapons]").click()
    expect(page.locator("#list-weapons .create-row")).to_have_count(1)
    onward(page, "portrait")
    face = {"name": "face.png", "mimeType": "image/png", "buffer": drawn()}
    page.locator("#portrait-file").set_input_files(face)
    page.locator(".portrait-form button").click()
    expect(page.locator("img.portrait-large")).to_be_visible()
    onward(page, "finish")
    expect(page.locator("main h1")).to_have_text("Nérée")
    expect(page.locator(".create-head img.portrait")).to_be_visible()
    page.locator(".create-dock .btn-primary").click()
    page.wait_for_url(re.compile("/characters/[a-z2-7]{16}/$"))
    expect(page.locator("h1").first).to_have_text("Nérée")
    expect(page.locator("main")).to_contain_text("37")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_refusal_leads_to_the_field_at_fault_however_far_down_it_is(table, server, window, script):
    page = open_page(table, server, window, java_script_enabled=script)
    page.locator("a[href$='/characters/create/']").click()
    page.wait_for_url(re.compile("/characters/create/$"))
    page.locator("main form button.btn-primary").click()
    page.locator(".create-steps button[value=skills]").click(no_wait_after=True)
    expect(page.locator("main [role=alert] a")).to_have_attribute("href", "#make-name")
    field(page, "name").fill("Nérée")
    if script:  # while the field has the focus: later, the chips below would move from under a press
        expect(page.locator("#make-name_error")).to_have_count(0)
    page.locator(".create-steps button[value=skills]").click()
    page.wait_for_url(re.compile("/create/skills/"))
    if script:
        learnt = page.locator(".make-number", has=field(page, "skills.hacking.mastery"))
        for button, value in (("1", "−3"), ("1", "−2"), ("-1", "−3"), ("-1", "X"), ("-1", "X")):
            learnt.locator(f"[data-bump='{button}']").click()
            expect(learnt.locator("input")).to_have_value(value)
    wrong, right = field(page, "skills.hacking.mastery"), field(page, "skills.rifles.mastery")
    right.fill("5")
    wrong.fill("abc")
    if script:
        wrong.blur()
        expect(page.locator(".create-uncounted")).to_be_visible()
        expect(page.locator(".create-budget.is-here b")).to_contain_text(re.compile(r"\b120\b"))
    page.locator(".create-dock .btn-primary").click()
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    if script:
        expect(wrong).to_have_attribute("inputmode", "numeric")
    expect(page.locator(".create-uncounted")).to_be_visible()
    expect(page.locator("#note-skills-rifles-mastery")).to_have_text("= 7")
    page.locator("main [role=alert] a").click()
    expect(wrong).to_be_in_viewport()
    wrong.fill("-3")
    if script:
        wrong.blur()
        expect(page.locator("[aria-invalid], .create-group .invalid-feedback, .create-uncounted")).to_have_count(0)
    onward(page, "specialties")


def test_the_wizard_resumes_on_another_device_and_enter_leads_on(table, server, window):
    page = open_page(table, server, window)
    page.locator("a[href$='/characters/create/']").click()
    page.wait_for_url(re.compile("/characters/create/$"))
    page.keyboard.press("Tab")
    page.locator("main form button.btn-primary").press("Enter")
    page.wait_for_url(re.compile("/create/concept/"))
    field(page, "name").fill("Nérée")
    field(page, "name").press("Enter")
    page.wait_for_url(re.compile("/create/attributes/"))
    other = open_page(table, server, window)
    other.locator("a[href$='/characters/create/']").click()
    other.locator("main a.btn-primary").click()
    other.wait_for_url(re.compile("/create/attributes/"))
    other.locator(".create-steps button").first.press("Enter")
    other.wait_for_url(re.compile("/create/concept/"))
    expect(field(other, "name")).to_have_value("Nérée")


def test_a_suggestion_is_accepted_in_one_press(demonstration, window):
    page = window(**NARROW)
    site, links = demonstration
    page.goto(site.url + links["Chroniques Oubliées"][0])
    page.locator("main form button").first.click()
    page.goto(re.sub(r"/table/.*", "/characters/create/", page.url))
    page.locator("main form button.btn-primary").click()
    page.wait_for_url(re.compile("/create/concept/"))
    page.locator("[data-fill]", has_text="Pilote").click()
    expect(field(page, "profile")).to_have_value("Pilote")
    expect(field(page, "people")).to_have_value("")
    field(page, "name").fill("Nérée")
    onward(page, "abilities")
    page.locator(".create-dock button[value=back]").click()
    expect(field(page, "profile")).to_have_value("Pilote")


def test_fields_stand_one_step_apart_on_a_telephone(table, server, window):
    page = open_page(table, server, window)
    page.goto(page.url + "create/")
    page.locator("main form button.btn-primary").click()
    page.wait_for_url(re.compile("/create/concept/"))
    edges = page.locator(".create-fields").first.evaluate(
        "all => [...all.children].map(one => one.getBoundingClientRect()).map(box => [box.top, box.bottom])"
    )
    gaps = [after[0] - before[1] for before, after in zip(edges, edges[1:], strict=False)]
    assert gaps and set(map(round, gaps)) == {12}


def test_a_narrow_phone_breaks_no_skill_within_a_word(table, server, window):
    page = open_page(table, server, window)
    page.set_viewport_size({"width": 320, "height": 640})
    page.locator("a[href$='/characters/create/']").click()
    page.wait_for_url(re.compile("/characters/create/$"))
    page.locator("main form button.btn-primary").click()
    field(page, "name").fill("Nérée")
    onward(page, "attributes")
    onward(page, "skills")
    label = page.locator(".make-number > label").filter(has_text="Respiration")
    wide = "(one, word) => { one.textContent = word; return one.getBoundingClientRect().height; }"
    assert label.evaluate(wide, "Respiration") == label.evaluate(wide, "Nage")
