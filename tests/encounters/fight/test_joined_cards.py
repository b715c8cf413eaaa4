"""Equal prompts to several fighters share a card."""

from encounters.fight import exchange_cards


def card(number, label, kind="others", answered=()):
    empty = {"forms": [], "others": [], "waiting": []}
    asked = {"id": f"{number}", "who": f"Fighter {number}", "label": label}
    whole = {"id": f"card-{number}", "title": f"{number}", "hidden": False, "answered": list(answered), "many": False}
    return {**whole, **empty, kind: [asked]}


def test_the_same_request_to_several_is_one_card():
    found = exchange_cards.merge_cards(
        [card(1, "Initiative"), card(2, "Initiative", "forms"), card(3, "Initiative", "forms")]
    )
    assert [one["title"] for one in found] == ["Initiative"]
    assert [one["who"] for one in found[0]["others"]] == ["Fighter 1"]
    assert found[0]["many"] and len(found[0]["forms"]) == 2


def test_a_joined_card_shows_each_answer_too():
    done = {**card(1, "Initiative"), "others": [], "answered": [{"who": "Fighter 1", "label": "Initiative"}]}
    found = exchange_cards.merge_cards([done, card(2, "Initiative"), card(3, "Initiative")])
    assert [one["title"] for one in found] == ["Initiative"]
    assert [one["who"] for one in found[0]["answered"]] == ["Fighter 1"]


def test_a_differing_or_started_exchange_keeps_its_own_card():
    cards = [card(1, "Defence"), card(2, "Shock"), card(3, "Defence", answered=[{"label": "Attack"}])]
    assert exchange_cards.merge_cards(cards) == cards
