"""On a laptop a board cuts nothing short, and neither do the head of a phone and the names on a television."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from rules import registry
from tests.browser.playing import declare_attack, send, type_dice
from tests.browser.skirmish import HERO, Crowd, begin_fight, lay
from tests.browser.waiting import settle

CUT = """() => [...document.querySelectorAll(".rung-who, .rung-intent > span, .result > *")].filter((one) =>
    one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 8))
    .map((one) => one.innerText)"""
LINES = "(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
BROKEN = """(names) => names.flatMap((name) => {
    const head = document.querySelector(".app-bar h1"), made = (word) =>
        Object.assign(document.createElement("span"), {innerText: word});
    head.replaceChildren(...name.split(/[ -]/).flatMap((word) => [made(word), " "]));
    return [...head.children].filter((word) => word.getClientRects().length > 1).map((word) => word.innerText);
})"""
TOPS = """() => [...document.querySelectorAll(".gm-left .rung")]
    .map((one) => Math.round(one.getBoundingClientRect().y))"""
# Names that reach out of their row, or into what the row says beside or beneath them.
OUT_OF_ROW = """([name, state]) => [...document.querySelectorAll(".ladder-wall .rung")].flatMap((row) => {
    row.className = `rung ${state}`;
    const who = row.querySelector(".rung-who"), words = row.querySelector(".rung-intent > span");
    who.textContent = name;
    who.classList.add("is-long");
    words.textContent = "Réfléchit…";
    const box = who.getBoundingClientRect(), around = row.getBoundingClientRect();
    const beside = [words, row.querySelector(".rung-state")].map((part) => part.getBoundingClientRect());
    const met = beside.some((part) => part.bottom > around.bottom + 3 ||
        part.left < box.right - 1 && part.right > box.left + 1 &&
        part.top < box.bottom - 1 && part.bottom > box.top + 1);
    return box.top < around.top - 1 || box.bottom > around.bottom + 1 || met ? [[around.height, box.height, met]] : [];
})"""
WITH_RESULT = """(main) => {
    const band = Object.assign(document.createElement("footer"), {className: "screen-band"});
    band.style.minHeight = "22vh";
    main.append(band);
}"""
LONG = "Embuscade : quatre contre six"
LAPTOPS = ((1280, 800), (1440, 900), (1920, 1080))


@pytest.fixture
def seated(server, window):
    """Seat somebody at a fight of a game that has not begun."""

    def seat(ground, name: str, width: int, height: int, **options: str) -> Page:
        page: Page = window(width, height, **options)
        page.context.add_cookies([{"name": "tablee_session", "value": ground.sessions[name], "url": server.url}])
        page.goto(ground.addresses[name])
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        settle(page)
        return page

    return seat


def test_a_board_shows_the_whole_result_intentions_and_the_newest_line(server, seated):
    board = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=2), "gm", 1280, 800)
    begin_fight(board)
    board.locator(".gm-left a.rung-body").filter(has_text=HERO).first.click()
    type_dice(declare_attack(board).locator("form"), 2)
    expect(board.locator(".table-last .result-verdict")).to_contain_text("manque")
    board.locator(".rung-intent > span").first.evaluate(
        "(one) => { one.textContent = 'Plus de point d’action, à terre, plaqué au sol'; }"
    )
    last, line = board.locator(".table-last"), board.locator("#log .journal-line").first
    for width, height in LAPTOPS:
        board.set_viewport_size({"width": width, "height": height})
        assert board.evaluate(CUT) == [], width
        assert last.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1, width
        log = board.locator("#log .journal-scroll").bounding_box()
        box = line.bounding_box()
        assert box["y"] + box["height"] <= log["y"] + log["height"], width


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_a_declaration_moves_nobody_in_the_order_under_the_pointer(server, seated, width, height):
    board = seated(lay(server, "polaris", "mercenary", station_guard=2), "gm", width, height)
    board.locator(".now-head button").click()
    expect(board.locator(".now-head-who")).to_contain_text("Garde de station A, Garde de station B")
    tops = (
        "() => [...document.querySelectorAll('.gm-left .rung')].map((one) => Math.round(one.getBoundingClientRect().y))"
    )
    before = board.evaluate(tops)
    board.locator(".selected").get_by_role("button", name="Ne rien faire ce tour", exact=True).click()
    expect(board.locator(".now-head-who")).not_to_contain_text("Garde de station A")
    assert board.evaluate(TOPS) == before


STATE = """(words) => document.querySelectorAll(".gm-left .rung").forEach((rung) => {
    rung.classList.add("is-now");
    rung.querySelector(".rung-state").innerHTML = '<span class="severity"><span class="severity-sign sev-4"><span '
        + 'class="severity-pattern"></span></span><span>' + words + '</span></span>';
})"""
BEYOND = """() => [...document.querySelectorAll(".gm-left .rung")].filter((rung) => {
    const frame = rung.getBoundingClientRect();
    return [...rung.querySelectorAll(".severity > span, .rung-who, .rung-intent")].some((one) => {
        const box = one.getBoundingClientRect();
        return box.top < frame.top + 3 || box.bottom > frame.bottom - 3 || box.right > frame.right - 3;
    });
}).map((rung) => rung.innerText)"""


def test_a_state_in_words_stays_within_the_frame_of_its_fighter(server, seated):
    board = seated(lay(server, "medieval", "isaure_brumepas", fair_wrestler=8), "gm", 1280, 800)
    board.evaluate(STATE, "Gravement blessé")
    for width, height in LAPTOPS:
        board.set_viewport_size({"width": width, "height": height})
        assert board.evaluate(BEYOND) == []


SPLIT = """() => {
    const roll = Object.assign(document.createElement("p"), {className: "result-roll"});
    document.querySelector("main").append(roll);
    return [...Array(60).keys()].map((step) => 200 + 2 * step).filter((width) => {
        roll.style.width = width + "px";
        roll.innerHTML = "<span>Lutteur de foire · Attaque : Pugilat <span class='outcome outcome-inline'>"
            + "<svg class='icon'></svg>Raté</span></span>";
        const words = document.createRange();
        words.selectNodeContents(roll.querySelector(".outcome").lastChild);
        const [sign, word] = [roll.querySelector("svg"), words].map((one) => one.getBoundingClientRect());
        return sign.bottom <= word.top;
    });
}"""


def test_the_sign_of_an_outcome_is_on_the_line_of_its_word(server, seated):
    board = seated(lay(server, "medieval", "isaure_brumepas", fair_wrestler=1), "gm", 1280, 800)
    assert board.evaluate(SPLIT) == []


def test_a_refused_act_stands_at_the_end_of_its_row_and_takes_no_column(server, seated):
    board = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=2), "gm", 1280, 800)
    begin_fight(board)
    board.locator(".gm-left a.rung-body").filter(has_text=HERO).first.click()
    expect(board.locator(".selected")).to_contain_text(HERO)
    settle(board)  # that was a link
    # Measured in the same breath: a frame may draw the panel anew at any moment.
    closed, last = board.locator(".selected .offer-group").first.evaluate(
        """(group) => {
            const offer = group.querySelector("details.offer"), closed = document.createElement("details");
            for (let more = 0; more < 5; more++) offer.after(offer.cloneNode(true));
            closed.className = "offers-closed";
            closed.innerHTML = "<summary>1 impossible</summary>";
            group.querySelector(".offer-list").before(closed);
            const last = [...group.querySelectorAll("details.offer")].at(-1);
            return [closed.getBoundingClientRect().bottom, last.getBoundingClientRect().top];
        }"""
    )
    assert closed > last, "it stands beside the first of them"
    board.evaluate("() => document.querySelector('[data-key=n]')?.removeAttribute('data-key')")  # nobody to call
    board.keyboard.press("n")
    expect(board.locator(".offer :focus")).to_be_visible()
    assert not board.evaluate("() => document.activeElement.closest('.offers-closed')"), "a possible act"


@pytest.mark.parametrize("kind", ["lysandros", "bandit"])  # against their like, so that the dice choose nobody else
def test_all_that_somebody_may_do_first_is_seen_at_once_on_a_laptop(server, seated, kind):
    board = seated(lay(server, "mythras", kind, **{kind: 2}), "gm", 1280, 800)
    board.locator(".request-main summary").click()
    board.locator(".request-main form").get_by_role("button", name="Commencer le combat").click()
    expect(board.locator(".exchange-ask > summary > .btn", has_text="Répondre à sa place")).to_be_visible()
    board.locator(".requests form", has_text="ceux qui restent").get_by_role("button").click()
    menu, pane = board.locator(".selected > .offers.is-grouped"), board.locator(".selected")
    expect(menu).to_be_visible()
    assert "points d’action" not in pane.inner_text(), "the order beside it says so"
    assert menu.bounding_box()["y"] + menu.bounding_box()["height"] <= (
        pane.bounding_box()["y"] + pane.bounding_box()["height"]
    )


def test_focus_is_not_lost_with_what_was_pressed_and_taken_away(server, seated):
    board = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=2), "gm", 1280, 800)
    begin_fight(board)
    place = board.locator(".selected")
    for left in (False, True):
        pressed = place.locator(".offers summary").first
        pressed.focus()
        if left:
            pressed.blur()
            settle(board)
        pressed.evaluate("(one) => one.parentElement.remove()")
        settle(board)
        assert place.evaluate("(one) => one === document.activeElement") is not left
    fold = board.locator(".timer-new")
    fold.evaluate("(one) => { one.open = true; one.querySelector('button').focus(); one.open = false; }")
    expect(fold.locator("> summary")).to_be_focused()
    hide = place.locator("[data-key=e]")
    hide.evaluate("(one) => { one.focus(); one.before(one); }")  # as an update moves it
    expect(hide).to_be_focused()


def test_an_answer_in_somebodys_place_stays_open_as_they_come_and_go(server, seated):
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=2)
    board = seated(ground, "gm", 1280, 800)
    begin_fight(board)
    board.locator(".gm-left a.rung-body").filter(has_text=HERO).first.click()
    ask = declare_attack(board)
    expect(ask).to_contain_text("hors ligne")
    board.keyboard.press("n")
    expect(ask.locator("> summary")).to_be_focused()
    ana = seated(ground, "ana", 390, 844)
    expect(ask).not_to_contain_text("hors ligne")
    assert ask.evaluate("(one) => one.open")
    ana.context.close()


def test_a_long_name_leaves_the_bar_of_a_phone_its_buttons(server, seated):
    ground = lay(server, "polaris", "mercenary", station_guard=1)
    phone = seated(ground, "ana", 390, 844)
    phone.locator(".fight-own-head > a").click()
    bar = phone.locator(".app-bar")
    expect(bar.locator(".has-portrait h1")).to_have_text(HERO)
    assert bar.bounding_box()["height"] <= 64
    phone.goto(f"{phone.url}fields/name/")
    phone.locator("main input[name=value], main input[type=text]").first.fill(
        "Maximilienne-Adélaïde de Sainte-Croix-VI"
    )
    phone.locator("main form .btn-primary").click()
    name = bar.locator(".has-portrait h1")
    expect(name).to_contain_text("Sainte-Croix-VI")
    settle(phone)
    buttons = bar.locator("> .btn-square").first.bounding_box()
    assert name.bounding_box()["y"] >= buttons["y"] + buttons["height"]
    assert name.evaluate(LINES) < 2.5 and bar.bounding_box()["height"] <= 128
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.goto(ground.addresses["ana"])
    name = phone.locator(".fight-own-head h2")
    expect(name).to_contain_text("Sainte-Croix-VI")
    assert name.evaluate(LINES) < 2.5


def test_a_phone_reads_the_whole_title_of_an_encounter(server, seated):
    phone = seated(lay(server, "polaris", "mercenary", station_guard=1), "ana", 390, 844)
    title = phone.locator(".app-bar h1")
    title.evaluate("(one, words) => { one.textContent = words; }", LONG)
    assert title.evaluate("(one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]") == [0, 0]
    assert phone.locator(".app-bar").bounding_box()["height"] <= 64


def test_your_turn_fits_one_line_of_a_phone_for_every_part_of_the_round(server, seated):
    phone = seated(lay(server, "polaris", "mercenary", station_guard=1), "ana", 390, 844)
    part = "<p class='turn-phase'><small>Cycle 1, Élowen agit, initiative</small><b>13</b></p>"
    words = f"<div class='turn-words'><svg class='icon'></svg><div><strong>À vous de jouer !</strong></div>{part}</div>"
    banner = f"<div class='turn-banner'>{words}</div>"
    phone.locator(".fight-now").evaluate("(one, banner) => { one.innerHTML = banner; }", banner)
    assert phone.locator(".turn-banner strong").evaluate(LINES) < 1.5
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


BANNER = "<div class='turn-banner'><div class='turn-words'><strong>À vous de jouer !</strong></div></div>"
OWN = (
    "<div class='fight-mine'><section class='panel fight-own'><details class='offer' open>"
    "<summary>Attaquer</summary></details></section></div>"
)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_ones_own_acts_are_on_the_first_screen_of_a_phone_after_a_tall_result(server, seated, width, height):
    phone = seated(lay(server, "polaris", "mercenary", station_guard=1), "ana", width, height)
    effects = "<p class='result-effect'><b>Élowen saigne et lâche ce qu’elle tient</b></p>" * 40
    result = f"<div class='table-last'><section class='panel result is-hit'>{effects}</section></div>"
    phone.locator(".fight-now").evaluate("(one, html) => { one.innerHTML = html; }", BANNER + result + OWN)
    settle(phone)
    phone.evaluate("scrollTo(0, 0)")
    act, card = (phone.locator(f".fight-now {name}").bounding_box() for name in ("summary", ".result"))
    assert act["y"] + act["height"] < height and card["y"] < height / 2
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    phone.locator(".result-effect").last.scroll_into_view_if_needed()
    expect(phone.locator(".result-effect").last).to_be_in_viewport()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_a_message_covers_no_banner_of_a_phone(server, seated, width, height):
    phone = seated(lay(server, "polaris", "mercenary", station_guard=1), "ana", width, height)
    phone.locator(".fight-now").evaluate("(one, html) => { one.innerHTML = html; }", BANNER + OWN)
    words = "Élowen attaque Garde de station avec un fusil d’assaut, et le manque de peu, puis recule d’un pas"
    snack = f"<div class='snack'><p>{words}</p><button class='btn'>Annuler</button></div>"
    phone.locator("#toasts").evaluate("(one, html) => { one.innerHTML = html; }", snack)
    phone.evaluate("scrollTo(0, 0)")
    settle(phone)
    message, banner = phone.locator(".snack").bounding_box(), phone.locator(".turn-banner").bounding_box()
    assert message["y"] >= 0 and message["y"] + message["height"] <= banner["y"]


def test_a_sheet_breaks_no_word_of_a_name_that_a_game_comes_with(server, seated):
    phone = seated(lay(server, "polaris", "mercenary", station_guard=1), "ana", 320, 844)
    phone.locator("main a[href*='/characters/']").first.click()
    expect(phone.locator(".app-bar h1")).to_be_visible()
    settle(phone)
    names = [row["data"]["name"] for game in registry.GAMES for row in registry.samples(game).values()]
    for width in (320, 360, 390, 412, 480):
        phone.set_viewport_size({"width": width, "height": 844})
        assert phone.evaluate(BROKEN, names) == []
        assert phone.evaluate("document.documentElement.scrollWidth") <= width


def test_the_names_of_two_duellists_are_whole_words_on_a_phone(server, seated):
    phone = seated(lay(server, "polaris", "mercenary", station_guard=1), "ana", 390, 844)
    die = '<span class="duel-dice"><i class="duel-seal"></i></span>'
    side = f'<div class="duel-side"><b class="duel-who">Plongeur de commando</b>{die}</div>'
    card = f'<div class="exchange"><div class="duel"><div class="duel-sides">{side * 2}</div></div></div>'
    phone.locator(".fight-now").evaluate("(one, card) => { one.innerHTML = card; }", card)
    who = phone.locator(".duel-who").first
    assert who.evaluate(LINES) < 1.5


def test_the_wall_cuts_no_name_even_of_whoever_is_up(server, seated):
    wall = seated(lay(server, "arpenteurs", "lune_orsini", bow_hunter=12, road_raider=8), "screen", 1920, 1080)
    names = wall.locator(".ladder-wall .rung-who")
    expect(names.first).to_be_visible()
    wall.evaluate("document.querySelectorAll('.ladder-wall .rung').forEach((one) => one.classList.add('is-now'))")
    assert max(len(name) for name in names.all_inner_texts()) > 21
    assert wall.evaluate(CUT) == []
    expect(names).to_have_count(10)
    expect(wall.locator(".rung-more")).to_have_text("11 de plus ensuite")
    boxes = [name.bounding_box() for name in names.all()]
    assert all(upper["y"] + upper["height"] <= lower["y"] + 1 for upper, lower in pairwise(boxes)), "names overlap"


def test_the_longest_names_of_a_crowded_order_stay_in_their_rows(server, seated):
    wall = seated(lay(server, "arpenteurs", "lune_orsini", bow_hunter=12, road_raider=8), "screen", 1920, 1080)
    expect(wall.locator(".ladder-wall .rung-who")).to_have_count(10)
    wall.locator("main.screen").evaluate(WITH_RESULT)
    name = "Maximilienne de Montmorency-Bouteville C"
    for width, height in ((1920, 1080), (320, 640)):
        wall.set_viewport_size({"width": width, "height": height})
        assert wall.evaluate(OUT_OF_ROW, [name, "is-next"]) == [], width
        assert wall.evaluate(OUT_OF_ROW, [name, "is-now"]) == [], width


def test_the_wall_tells_sides_apart_however_many_are_up(server, seated):
    wall = seated(lay(server, "arpenteurs", "lune_orsini", bow_hunter=3), "screen", 1920, 1080)
    foes = wall.locator(".ladder-wall .side-foe")
    expect(foes).to_have_count(3)
    shown = foes.first.evaluate("(one) => getComputedStyle(one).color")
    wall.evaluate("document.querySelectorAll('.ladder-wall .rung').forEach((one) => one.classList.add('is-now'))")
    assert foes.first.evaluate("(one) => getComputedStyle(one).color") == shown


def test_a_finished_duel_leaves_the_wall_without_animation_too(server, seated):
    wall = seated(lay(server, "chroniques", "ysaline_morvane"), "screen", 1920, 1080, reduced_motion="reduce")
    over = "<section class='wall-duel is-over'><p>contre</p></section>"
    wall.locator("main.screen").evaluate("(main, over) => main.insertAdjacentHTML('beforeend', over)", over)
    duel = wall.locator(".wall-duel")
    assert duel.evaluate("(one) => one.getAnimations().length") == 1
    duel.evaluate("(one) => one.getAnimations()[0].finish()")
    expect(duel).to_be_hidden()


def crowded(server, seated, *more, **foes):
    """The shared screen of a fight whose opponents all stand in one of its places; ``more`` places as in ``Crowd``."""
    ground = lay(server, "polaris", "mercenary", crowd=Crowd(more), **foes)
    return seated(ground, "screen", 1920, 1080)


@pytest.mark.parametrize("more", [(), (("Poste d’équipage", 4, 1),)], ids=["three columns", "four"])
def test_a_crowd_in_a_place_is_distinguished_by_whole_letters_on_the_wall(server, seated, more):
    """Nine in a place: a face with its letters each, and no name that is cut."""
    wall = crowded(server, seated, *more, pirate=6, station_guard=3)
    crowd = wall.locator(".ground-wall .is-crowd")
    expect(crowd.locator(".ground-portrait")).to_have_count(9)
    place = crowd.bounding_box()
    for face in crowd.locator(".ground-portrait").all():
        box = face.bounding_box()
        assert box["y"] + box["height"] <= place["y"] + place["height"]
        assert face.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 28
    assert wall.evaluate(CUT) == []


@pytest.mark.parametrize("more", [(), (("Poste d’équipage", 4, 1),)], ids=["three columns", "four"])
@pytest.mark.parametrize("foes", [2, 5, 9])
def test_the_wall_shows_the_active_fighters_whole_name_where_it_fits(server, seated, more, foes):
    wall = crowded(server, seated, *more, pirate=foes)
    names = wall.locator(".ground-wall .ground-place .ground-name")
    expect(names).to_have_count(foes)
    for name in names.all():
        shown, end = name.evaluate(
            """(one) => {
                one.textContent = "Zorvax de la fosse des Marquises B";
                one.closest(".ground-who").classList.add("is-now");
                const box = one.getBoundingClientRect(), cut = one.scrollHeight - one.clientHeight;
                const found = [cut <= 4 && one.scrollWidth <= one.clientWidth, box.bottom];
                one.closest(".ground-who").classList.remove("is-now");
                return found;
            }"""
        )
        assert shown
        assert end <= 1080


def test_copies_that_share_a_picture_keep_their_letters_in_a_crowd_alone(server, seated):
    wall = crowded(server, seated, pirate=7)
    wall.locator(".ground-portrait").evaluate_all(
        """(faces) => faces.forEach((face) => {
            const letters = Object.assign(document.createElement("b"), {textContent: face.textContent});
            face.replaceChildren(Object.assign(new Image(), {width: 40, height: 40}), letters);
        })"""
    )
    for face in wall.locator(".ground-wall .is-crowd .ground-portrait").all():
        letters = face.locator("b")
        expect(letters).to_be_visible()
        box, around = letters.bounding_box(), face.bounding_box()
        assert around["y"] <= box["y"] and box["y"] + box["height"] <= around["y"] + around["height"]
    expect(wall.locator(".ground-somewhere .ground-portrait > b").first).to_be_hidden()


def test_the_wall_holds_four_rows_of_places_and_an_unplaced_crowd(server, seated):
    ground = lay(server, "polaris", "mercenary", pirate=9)
    gm = seated(ground, "gm", 1440, 900)
    gm.goto(f"{ground.addresses['gm']}ground/")
    gm.get_by_role("button", name="Abordage").click()
    for name, column, line in (("Salle des machines", "4", "3"), ("Poste d’équipage", "1", "4")):
        form = gm.locator("form:has([name=column]):not(:has([name=remove]))").last
        form.locator("[name=name]").fill(name)
        form.locator("[name=column]").fill(column)
        form.locator("[name=line]").fill(line)
        form.get_by_role("button").first.click()
        expect(gm.locator(f"[name=name][value='{name}']")).to_have_count(1)
    gm.goto(ground.addresses["gm"])
    gm.locator("[data-tab='ground']").first.click()
    gm.locator("input[name=who][value=pc]").focus()
    gm.keyboard.press("Space")
    gm.locator(".panel.ground .ground-press", has_text="Coursive").click()
    wall = seated(ground, "screen", 1920, 1080)
    boxes = [box.bounding_box() for box in wall.locator(".ground-wall :is(.ground-place, .ground-somewhere)").all()]
    assert len(boxes) == 9
    assert max(box["y"] + box["height"] for box in boxes) <= 1080
    nowhere = boxes[-1]
    assert all(box["y"] + box["height"] <= nowhere["y"] for box in boxes[:-1])
    expect(wall.locator(".ground-somewhere .ground-portrait")).to_have_count(9)
    assert wall.evaluate(CUT) == []


def test_a_long_name_wraps_neither_a_message_nor_a_button(server, seated):
    board = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=2), "gm", 1280, 800)
    begin_fight(board)
    more = board.locator(".requests > .btn", has_text="Plus")
    board.locator(".now-head button", has_text="Suivant").click()
    expect(board.locator(".requests > .request")).to_be_visible()
    words = "(one, text) => { one.textContent = text; }"
    board.locator(".requests > .request b").evaluate(words, "Tireur embusqué de l’anneau extérieur " * 3)
    foot = board.locator(".requests").bounding_box()
    assert abs(more.bounding_box()["y"] + more.bounding_box()["height"] / 2 - foot["y"] - foot["height"] / 2) < 4
    put = "(one, html) => one.insertAdjacentHTML('afterbegin', html)"
    snack = f"<div class='snack'><p>{'Z' * 200}</p><button class='btn'>Annuler</button></div>"
    board.locator("#toasts").evaluate(put, snack)
    assert board.locator("#toasts > .snack > p").first.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0
    last = (
        "<div class='result-actions'><p class='label muted cluster result-private'>Seul le meneur de jeu voit ceci.</p>"
    )
    buttons = "<button class='btn'>Annuler</button><button class='btn'>Corriger</button></div>"
    board.locator(".gm-right").evaluate(put, last + buttons)
    own_line = "(one) => one.getBoundingClientRect().width === one.parentElement.getBoundingClientRect().width"
    assert board.locator(".result-private").first.evaluate(own_line)


def test_an_absent_player_and_the_button_that_answers_for_them_are_both_legible(server, seated):
    board = seated(lay(server, "medieval", "isaure_brumepas", road_brigand=1), "gm", 1280, 800)
    begin_fight(board)
    board.locator(".now-head button", has_text="Suivant").click()
    board.locator(".requests [popovertarget$=-others]").click()  # beside the throw for all
    asked = board.locator(".request").filter(has_text="Élowen")
    expect(asked.locator(".dot-off")).to_be_visible()
    room = asked.evaluate(
        """(one) => {
            const name = one.querySelector(".clip"), edge = one.getBoundingClientRect().right;
            return [name.clientWidth, edge - one.querySelector(".btn").getBoundingClientRect().right];
        }"""
    )
    assert room[0] >= 60 and room[1] >= 0, "the name is cut to nothing, or the button is"


def test_the_full_name_stands_beside_the_button_that_answers_for_somebody(server, seated):
    board = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=1), "gm", 1280, 800)
    away = "<span class='here'><span class='dot dot-off'></span><span>hors ligne</span></span>"
    asked = f"<span class='grow'><b>Lysandros</b> · Cible <b class='num'>18</b></span>{away}<span class='btn'>"
    summary = (
        f"<div class='panel asked'><details class='asked-for'><summary>{asked}Répondre à sa place</span></summary>"
    )
    board.locator(".gm-right").evaluate("(one, html) => one.insertAdjacentHTML('afterbegin', html)", summary)
    assert board.locator(".asked-for b").first.evaluate("(one) => one.getClientRects().length") == 1


def test_an_item_just_made_is_cleared_from_the_form_that_makes_another(server, seated):
    board = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=1), "gm", 1280, 800)
    board.goto(board.url.split("/encounters/")[0] + "/party/")
    expect(board.locator("#connection")).to_have_attribute("data-state", "live")
    fold = board.locator("details.clock-new", has_text="Quelque chose de trouvé")
    fold.locator("summary").click()
    fold.locator("[name=name]").fill("Anneau de cuivre")
    fold.get_by_role("button", name="Ajouter").click()
    expect(board.locator(".stash .rows")).to_contain_text("Anneau de cuivre")
    expect(fold.locator("[name=name]")).to_have_value("")


def test_the_panel_of_whoever_is_up_next_begins_at_its_top(server, seated):
    board = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=2), "gm", 1280, 800)
    begin_fight(board)
    board.keyboard.press("n")  # her turn
    end = board.locator(".selected button", has_text="Finir le tour").first
    end.wait_for()
    name = board.locator(".selected-who h2").inner_text()
    board.locator(".selected").evaluate(
        "(panel) => { panel.lastElementChild.style.paddingBottom = '2000px'; panel.scrollTo(0, 900); }"
    )
    assert board.locator(".selected").evaluate("(panel) => panel.scrollTop") > 0
    end.evaluate("(button) => button.form.requestSubmit(button)")  # not pressed: that would scroll to it
    board.keyboard.press("n")
    expect(board.locator(".selected-who h2")).not_to_have_text(name)
    board.wait_for_function("document.querySelector('.selected').scrollTop === 0")
    board.locator(".selected").evaluate(
        "(panel) => { panel.lastElementChild.style.paddingBottom = '2000px'; panel.scrollTo(0, 900); }"
    )
    board.locator(".selected [data-key=h]").evaluate("(button) => button.form.requestSubmit(button)")
    expect(board.locator(".selected")).to_have_js_property("scrollTop", 0)  # also after an act of its own


def test_a_result_with_its_undo_on_the_board_is_not_repeated_as_a_message(server, seated):
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=1)
    board, phone = (seated(ground, who, width, 800) for who, width in (("gm", 1280), ("ana", 390)))
    begin_fight(board)
    board.locator(".gm-left a.rung-body").filter(has_text=HERO).first.click()
    board.wait_for_url("**/fighters/**")
    more = board.locator(".selected .states-more").first
    more.locator("> summary").click()
    more.get_by_role("button", name="Renversé", exact=True).click()
    expect(board.locator("#undo_bar")).to_contain_text("Renversé")
    expect(board.locator("#toasts .snack")).to_have_count(0)
    board.locator("#undo_bar button").click()
    expect(board.locator("#toasts .snack form")).to_have_attribute("action", re.compile("/redo/"))
    expect(phone.locator("#toasts .snack")).to_have_count(0)


def test_a_missing_answer_is_announced_until_something_happens(server, seated):
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=1)
    board, phone = (seated(ground, who, width, 800) for who, width in (("gm", 1280), ("ana", 390)))
    begin_fight(board)
    put = """(one) => one.insertAdjacentHTML("beforeend", '<div class="snack" data-snack="brief"><p>Noté</p></div>')"""
    phone.locator("#toasts").evaluate(put)
    expect(phone.locator("#toasts .snack[data-age]")).to_have_count(1)
    board.locator(".now-head button", has_text="Suivant").click()
    expect(phone.locator("#toasts .snack")).to_have_count(0, timeout=5000)


def test_a_message_goes_once_its_undo_stands_on_the_page(server, seated):
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=1)
    board, phone = (seated(ground, who, width, 800) for who, width in (("gm", 1280), ("ana", 390)))
    begin_fight(board)
    phone.locator("#toasts").evaluate(
        """(toasts) => {
            toasts.insertAdjacentHTML("beforeend", '<div class="snack" data-snack="undo"><p>Noté</p></div>');
            document.querySelector("main").insertAdjacentHTML("beforeend", '<div class="snack is-static">Noté</div>');
        }"""
    )
    board.locator(".now-head button", has_text="Suivant").click()
    expect(phone.locator("#toasts .snack")).to_have_count(0, timeout=5000)


def test_a_long_handout_is_read_in_whole_on_the_shared_screen(server, seated):
    ground = lay(server, "chroniques", "ysaline_morvane", sentry_drone=2)
    desk, wall, phone = (
        seated(ground, name, *size) for name, *size in (("gm", 1280, 800), ("screen", 1920, 1080), ("screen", 390, 844))
    )
    phone.locator("main.screen").evaluate(
        """(main) => main.querySelector(".ladder-wall").outerHTML = "<ol class='party-wall'><li class='party-row'>" +
            "<i class='side'></i><span class='party-name'><span>Gaspard des Docks</span></span>" +
            "<span class='party-state'><span class='severity'>Inconscient</span></span></li></ol>" """
    )
    name = phone.locator(".party-name")
    assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.lastChild.getClientRects().length") == 1
    desk.goto(ground.addresses["gm"].split("/encounters/")[0] + "/handouts/")
    desk.locator("main [name=name]").fill("Une lettre du capitaine")
    desk.locator("main textarea[name=text]").fill(("La mer est plus noire que vous ne le croyez. " * 14 + "\n\n") * 3)
    send(desk, desk.locator("main form .btn-primary"))
    send(desk, desk.locator(".handout-row").get_by_role("button", name="Écran partagé"))
    words = wall.locator(".wall-handout-words")
    expect(words).to_contain_text("plus noire")
    head, group = words.locator("h2").bounding_box(), wall.locator(".wall-handout-group").bounding_box()
    last = words.locator(".prose > p").last.bounding_box()
    assert head["y"] > 0 and last["y"] + last["height"] <= group["y"] and last["x"] + last["width"] <= 1920
    expect(phone.locator(".wall-handout-words h2")).to_be_in_viewport(ratio=1)
    phone.locator(".wall-handout-words .prose > p").last.scroll_into_view_if_needed()
    expect(phone.locator(".wall-handout-words .prose > p").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (390, 844)], ids=["television", "phone"])
def test_the_longest_name_of_the_group_is_read_in_whole_on_the_wall(server, seated, width, height):
    wall = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=1), "screen", width, height)
    name = "Ysaline-Célestine de Montmorency-Laval, dite la Silencieuse des Docks"
    row = f"""<li class='party-row'><i class='side'></i><span class='party-name'><span>{name}</span></span>
        <span class='party-state'><span class='severity'>Inconscient</span></span></li>"""
    wall.locator(".ladder-wall").evaluate(
        "(ladder, rows) => ladder.outerHTML = rows", f"<ol class='party-wall'>{row * 8}</ol>"
    )
    for around in wall.locator(".party-row").all():
        box, words = around.bounding_box(), around.locator(".party-name > span").bounding_box()
        state = around.locator(".party-state").bounding_box()
        assert box["y"] <= words["y"] + 2 and words["y"] + words["height"] <= box["y"] + box["height"] + 2
        assert words["x"] + words["width"] <= state["x"]


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (390, 844)], ids=["television", "phone"])
def test_the_wall_keeps_a_long_sentence_and_a_long_state_in_its_margins(server, seated, width, height):
    wall = seated(lay(server, "chroniques", "ysaline_morvane", sentry_drone=1), "screen", width, height)
    state = """<span class='severity'><span class='severity-sign sev-5'><span class='severity-pattern'></span
        ><b class='severity-letter'>†</b></span>Unconscious</span>"""
    words = "Ysaline-Célestine de Montmorency-Laval, dite la Silencieuse, est touchée, et personne n’a vu par qui"
    phase = wall.locator(".rung-phase").first
    phase.evaluate("(place) => { place.className = 'rung-phase is-word'; place.textContent = 'plus tard'; }")
    assert phase.evaluate("(place) => place.scrollWidth <= place.clientWidth")
    wall.locator(".rung-state").first.evaluate("(place, state) => place.innerHTML = state", state)
    band = f"<footer class='screen-band'><p class='band-title'>{words}</p></footer>"
    wall.locator("main.screen").evaluate("(main, band) => main.insertAdjacentHTML('beforeend', band)", band)
    title = wall.locator(".screen-band > .band-title")
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight < one.clientHeight * 1.3")
    ends = "(parts) => parts.map((part) => part.getBoundingClientRect().left + part.scrollWidth)"
    assert (
        max(wall.locator(".screen > :is(header, ol, footer), .ladder-wall .severity").evaluate_all(ends)) <= width - 12
    )


def test_the_further_acts_of_a_game_master_are_seen_at_once_on_a_laptop(server, seated):
    board = seated(lay(server, "polaris", "mercenary", pirate=2), "gm", 1440, 900)
    board.locator(".request-main > details > summary").click()
    send(board, board.locator(".request-main form .btn-primary"))
    expect(board.locator(".now-head")).to_contain_text("Déclarations")
    board.locator(".requests").get_by_role("button", name="Plus", exact=True).click()
    menu = board.locator(".offers-menu:popover-open")
    assert menu.locator("> .offer").count() > 10
    assert menu.evaluate("(one) => one.scrollHeight <= one.clientHeight")
