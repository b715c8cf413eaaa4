"""The number of inputs a game master needs to start a fight and to play a round of ten."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.browser.playing import DOUBLE
from tests.browser.skirmish import lay
from tests.browser.waiting import until

MOST_STEPS = 90
GONE = 5_000  # milliseconds after which a button is taken to have left the page


@dataclass
class Hands:
    """The two windows of a fight, and the presses of the game master."""

    gm: Page
    ana: Page
    inputs: list[str] = field(default_factory=list)

    def settle(self) -> None:
        """Give both pages the time to hear what was done, and the same press within half a second to be another."""
        self.gm.wait_for_timeout(2 * DOUBLE)

    def press(self, button: Locator) -> bool:
        """Press a button; false where what was done just before has taken it away meanwhile."""
        try:
            button.click(timeout=GONE)
        except TimeoutError:
            return False
        self.settle()
        return True

    def next(self) -> None:
        expect(self.gm.locator(".now-head button")).to_be_enabled()
        self.gm.keyboard.press("n")
        self.inputs.append("next")
        self.settle()

    def whole_side(self, *words: str) -> bool:
        """Press the gesture of the whole side that has one of these words, if it is offered."""
        for word in words:
            button = self.gm.locator(".requests form button").filter(has_text="Tous les miens").filter(has_text=word)
            if button.count() and button.first.is_visible() and self.press(button.first):
                self.inputs.append(word)
                return True
        return False

    def answer(self) -> bool:
        """The player throws or chooses what she is asked; her presses are her own."""
        throw, choice = self.ana.locator(".exchange-ask .throw-here"), self.ana.locator(".exchange-ask [name=values]")
        if throw.count():
            return self.press(throw.first)
        said, button = self.ana.locator(".exchange-ask button.btn-primary"), self.ana.locator("button[name=values]")
        if button.count():
            return self.press(button.first)
        return bool(choice.count()) and self.press(choice.first) and self.press(said.first)

    def decide(self) -> bool:
        """The game master takes the first answer of a choice that the books leave to her."""
        choices = self.gm.locator(".exchange-ask:not([id$=-for])").filter(has=self.gm.locator("[name=values]"))
        asked = choices.first
        if not choices.count():
            return False
        if asked.locator("button.option").count():
            self.inputs.append("decide")
            return self.press(asked.locator("button.option").first)
        asked.locator("label").filter(has=self.gm.locator("[name=values]")).first.click()
        self.inputs.append("choice")
        if not self.press(asked.locator("button.btn-primary")):
            return False
        self.inputs.append("decide")
        return True

    def act(self, *words: str) -> bool:
        """The player takes the first of these that her page offers as one button."""
        for word in words:
            button = self.ana.locator(".fight-mine form.offer button").filter(has_text=word)
            if button.count() and button.first.is_visible() and self.press(button.first):
                return True
        return False


@pytest.fixture
def sit(server, window):
    """Seat the game master and Ana at a fight of hers that has not begun."""

    def seated(game: str, hero: str, **foes: int) -> Hands:
        ground, pages = lay(server, game, hero, **foes), {}
        for name, size in (("gm", (1440, 900)), ("ana", (390, 844))):
            page = pages[name] = window(*size)
            page.context.add_cookies([{"name": "tablee_session", "value": ground.sessions[name], "url": server.url}])
            page.goto(ground.addresses[name])
            expect(page.locator("#connection")).to_have_attribute("data-state", "live")
        return Hands(**pages)

    return seated


def test_nine_fighters_come_to_the_first_blow_in_four_presses(sit):
    hands = sit("medieval", "garance_vaubelle", road_brigand=4, watch_sergeant=4)
    hands.next()
    until(hands.ana, lambda: hands.act("Faire un Jet d’Initiative"), "her choice")
    hands.next()
    until(hands.ana, hands.answer, "her throw")
    until(hands.gm, lambda: hands.whole_side("Ne rien déclarer"), "the gesture")
    hands.act("Ne rien déclarer")
    if hands.gm.locator(".now-head button:enabled").count():
        hands.next()
    expect(hands.gm.locator(".now-head-phase")).to_contain_text("il reste une action et une Manœuvre")
    assert len(hands.inputs) <= 4, hands.inputs


def test_a_round_of_ten_in_polaris_takes_at_most_twenty_five_presses(sit):
    hands = sit("polaris", "mercenary", pirate=4, station_guard=5)
    hands.next()
    pirates(hands)
    for _step in range(MOST_STEPS):
        head = hands.gm.locator(".now-head").inner_text()
        if "Tour 2" in head or hands.gm.locator(".table-last").filter(has_text="hors de combat").count():
            break
        if (
            hands.answer()
            or hands.decide()
            or hands.act("Ne rien faire ce tour")
            or hands.whole_side("Attaquer", "défendre", "Y renoncer")
        ):
            continue
        if hands.gm.locator(".now-head button:enabled").count():
            hands.next()
        else:
            hands.settle()
    expect(hands.gm.locator(".now-head")).to_contain_text("Tour 2")
    assert len(hands.inputs) <= 25, hands.inputs


def pirates(hands: Hands) -> None:
    """The pirates declare as one that they attack: form, target, the whole group, and the button."""
    form = hands.gm.locator(".selected details.offer").filter(has_text="Attaquer au contact").first
    form.locator("> summary").click()
    form.get_by_label("Élowen").first.check()
    form.locator("[name=together]").check()
    form.locator(".offer-dock button").click()
    hands.inputs += ["form", "target", "group", "declare"]
    hands.settle()


def test_a_mythras_blow_on_a_phone_takes_four_presses_and_its_repetition_two(sit):
    hands = sit("mythras", "lysandros", bandit=1)
    turn = hands.ana.locator(".turn-banner").filter(has_text="À vous de jouer")
    presses: list[str] = []

    def press(what: Locator) -> None:
        what.first.click()
        presses.append(str(what))
        hands.settle()

    await_turn(hands, turn)
    assert hands.ana.evaluate("document.documentElement.scrollHeight") <= 1700
    blow = hands.ana.locator(".fight-mine details.offer").filter(has_text="Attaquer").first
    press(blow.locator("> summary"))
    for choices in blow.locator("fieldset").filter(has=hands.ana.locator("input[required]")).all():
        if not choices.locator("input:checked").count():
            press(choices.locator("input:enabled"))
    press(blow.locator(".offer-dock button"))
    miss(hands)
    assert len(presses) <= 3, presses  # and the die
    again = hands.ana.locator(".offer-again button")
    await_turn(hands, again)
    expect(again).to_contain_text("Bandit")
    press(again)
    miss(hands)


def miss(hands: Hands) -> None:
    """The die is one press away; here it is a real one, which misses: a press for its tens and one for its units."""
    form = hands.ana.locator(".exchange-ask form")
    expect(form.locator(".throw-here")).to_be_visible()
    form.locator("details.throw-real > summary").click()
    press_faces(hands, 9, 7)


def press_faces(hands: Hands, *faces: int) -> None:
    """A press for each real die, or for each digit of one of a hundred, and nothing is left to send."""
    pad = hands.ana.locator(".exchange-ask .throw-pad")
    for face in faces:
        pad.locator(f"[value='{face}']").click()
    expect(pad).to_have_count(0)
    hands.settle()


def test_two_real_dice_of_ten_take_two_presses_where_the_table_throws_its_own(sit):
    hands = sit("medieval", "garance_vaubelle", road_brigand=1)
    hands.next()
    until(hands.ana, lambda: hands.act("Faire un Jet d’Initiative"), "her choice")
    hands.next()
    hands.ana.locator(".exchange-ask details.throw-real > summary").click()
    press_faces(hands, 7, 9)
    expect(hands.ana.locator(".fight-ladder, .ladder").first).to_contain_text("18")


def await_turn(hands: Hands, sign: Locator) -> None:
    """Let everybody else defend or pass, and answer every prompt, until the player's page shows this."""
    for _step in range(MOST_STEPS):
        if sign.count():
            return
        if hands.answer():
            continue
        ask = hands.gm.locator(".exchange-ask button.option")
        if ask.count():
            hands.press(ask.last)
        elif hands.gm.locator(".now-head button:enabled").count():
            hands.next()
        else:
            keep = hands.gm.locator(".selected form.offer button").filter(has_text="Garder tous les points")
            if not keep.count():
                hands.settle()
                continue
            for fold in keep.first.locator("xpath=ancestor::details[not(@open)]/summary").all():
                fold.click()  # what is done seldom is one press away
            hands.press(keep.first)
    raise AssertionError("the turn did not come")
