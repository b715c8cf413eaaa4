"""Trying again: stress, wary people, countdowns, and what the players may know of them."""

from fractions import Fraction

import pytest

from rules.character.sheet import Field
from rules.core import retries
from rules.core.errors import Refused
from rules.core.paths import put
from rules.core.scene import Action, Scene, apply, revert
from rules.engine import exchanges, spare_dice
from rules.engine.decide import decide
from rules.games.polaris.trials import retries as game_retries
from rules.odds import retry as retry_odds
from tests.rules.polaris.play import MERCENARY, POLARIS, at

HARD = {"check": "rifles", "difficulty": "hard"}  # 15 − 5: 10 chances in 20
SOCIAL = {"check": "intimidation"}


class Asked:
    """A test that a game master has asked of the mercenary; each attempt is opened and thrown."""

    def __init__(self, args=None, settings=None, secret=False, **said):
        row = {"character": "c", "side": "pc", "marks": {"asked": args or HARD}}
        retry = {"said": said, **({"secret": True} if secret else {})}
        state = {"fighters": {"f": row}, **({"marks": {"retry": retry}} if said else {})}
        self.scene = Scene("t", "test", settings or {}, state, {"c": MERCENARY})
        self.events = []

    def do(self, kind, **args):
        for event in decide(POLARIS, self.scene, Action(kind, "f", args, by="s", id=f"x{len(self.events)}")):
            self.scene = apply(self.scene, event)
            self.events.append(event)
        return self

    def attempt(self, *faces):
        """One attempt; the outcome it came to."""
        self.do("test")
        for face in faces:
            ((exchange, roll),) = exchanges.rolls_due(POLARIS, self.scene)
            self.do("answer", exchange=exchange, key=roll.key, values=[face])
        return self.events[-1].payload["outcomes"][0]


def target(outcome):
    rows = [outcome["check"]["target"]["base"], *outcome["check"]["target"]["modifiers"]]
    return sum(row["value"] for row in rows)


@pytest.mark.rules("POL-RETRY-01")
def test_one_test_is_one_attempt_and_another_may_follow_a_failure():
    once = Asked()
    once.attempt(19)
    assert not retries.stays_open(once.scene)
    again = Asked(stress="none")
    again.attempt(19)
    assert retries.stays_open(again.scene)
    again.attempt(3)
    assert retries.is_won(again.scene) and not retries.stays_open(again.scene)


@pytest.mark.rules("POL-RETRY-02")
def test_the_harm_of_a_failure_makes_the_next_attempt_harder():
    asked = Asked(stress="none")
    assert target(asked.attempt(19)) == 10
    asked.scene = Scene("t", "test", {}, asked.scene.state, {"c": put(MERCENARY, "wounds.body.serious", 1)})
    assert target(asked.attempt(19)) == 5


@pytest.mark.rules("POL-RETRY-03/each")
@pytest.mark.parametrize(
    ("said", "settings", "chances"),
    [
        ({"stress": "none"}, {}, [10, 10, 10]),
        ({"stress": "one"}, {}, [10, 9, 8]),
        ({"stress": "three"}, {}, [10, 7, 4]),
        ({"stress": "custom", "strain": -2}, {}, [10, 8, 6]),
        ({"stress": "custom"}, {}, [10, 10, 10]),
        ({"stress": "usual"}, {}, [10, 10, 10]),
        ({"stress": "usual"}, {"retry_step_default": "three"}, [10, 7, 4]),
        ({"stress": "none"}, {"retry_step_default": "three"}, [10, 10, 10]),
    ],
)
def test_each_new_attempt_under_stress_costs_more(said, settings, chances):
    asked = Asked(settings=settings, **said)
    assert [target(asked.attempt(19)) for _number in range(3)] == chances


def standing(difficulty):
    """A check at this row of the scale."""
    return POLARIS.adjusted(at(10), {"difficulty": difficulty}, {})


@pytest.mark.rules("POL-RETRY-04/instead", "POL-TEST-06/row")
@pytest.mark.parametrize(
    ("difficulty", "tries", "by"),
    [
        *(("average", tries, by) for tries, by in ((1, -3), (2, -5), (3, -7))),
        *(("hard", tries, by) for tries, by in ((1, -2), (2, -5))),
        ("extremely_easy", 1, -3),
        ("superhuman", 1, -5),
        ("superhuman", 4, -12),
        ("heroic", 1, -3),
        ("heroic", 6, -15),
    ],
)
def test_or_each_new_attempt_is_one_row_of_difficulty_harder(difficulty, tries, by):
    assert game_retries.rows_down(standing(difficulty), tries)[1] == by


@pytest.mark.rules("POL-RETRY-04")
@pytest.mark.parametrize(
    ("difficulty", "tries", "told"),
    [("average", 1, "1 degree harder"), ("average", 2, "2 degrees harder"), ("superhuman", 4, "4 degrees harder")],
)
def test_a_retry_names_its_degrees_of_malus(difficulty, tries, told):
    assert str(game_retries.rows_down(standing(difficulty), tries)[0]) == told


@pytest.mark.rules("POL-RETRY-04", "POL-TEST-22")
def test_a_second_attempt_and_a_wish_are_two_rows_of_the_scale():
    asked = Asked({"check": "rifles", "effect": "in silence", "harder": "1"}, stress="row")
    assert [target(asked.attempt(19)) for _number in range(3)] == [15 - 3, 15 - 5, 15 - 7]


@pytest.mark.rules("POL-TEST-22", "POL-RETRY-09")
@pytest.mark.parametrize(
    ("args", "settings", "chances"),
    [
        ({"difficulty": "fairly_hard"}, {}, 12),
        ({"difficulty": "fairly_hard", "effect": "in silence", "harder": "2"}, {}, 8),
        ({"limited_by": "automatic_fire"}, {}, 11),
        ({"boost": "yes"}, {}, 20),
        ({"no_die": True}, {"use_non_random_tests": True}, 20),
        ({"no_die": True}, {}, 15),
    ],
)
def test_the_game_master_reads_the_chance_of_the_requested_test(args, settings, chances):
    found = retry_odds.chance(POLARIS, MERCENARY, settings, {"check": "rifles", **args}, {})
    assert found == Fraction(chances, 20)


@pytest.mark.rules("POL-RETRY-04")
def test_a_retry_may_be_a_row_harder():
    asked = Asked(stress="row")
    assert [target(asked.attempt(19)) for _number in range(3)] == [10, 8, 5]
    last = asked.events[-1].payload["outcomes"][0]["check"]["target"]["modifiers"][-1]
    assert last["rule"] == "POL-RETRY-04"


@pytest.mark.rules("POL-RETRY-05")
@pytest.mark.parametrize(("face", "carried"), [(9, 0), (11, -1), (13, -2), (19, -4)])
def test_wary_people_take_the_modifier_of_the_last_failure_into_the_next_attempt(face, carried):
    asked = Asked(SOCIAL, stress="usual")
    assert target(asked.attempt(face)) == 8
    assert target(asked.attempt(20, 1)) == 8 + carried


@pytest.mark.rules("POL-RETRY-05/last")
def test_only_the_last_failure_counts_for_wary_people():
    asked = Asked(SOCIAL, stress="usual")
    assert [target(asked.attempt(face)) for face in (19, 5, 8)] == [8, 4, 8]


@pytest.mark.rules("POL-RETRY-05")
@pytest.mark.parametrize(("mode", "second"), [("failure", 4), ("usual", 5), ("never", None)])
def test_the_wariness_of_people_is_a_house_setting(mode, second):
    settings = {"social_retry_mode": mode, "retry_step_default": "three"}
    asked = Asked(SOCIAL, settings, stress="usual")
    asked.attempt(19)
    found = asked.attempt(*([] if second is None else [18]))
    assert ("refused" in found["check"]) == (second is None)
    assert second is None or target(found) == second


@pytest.mark.rules("POL-RETRY-06", "POL-RETRY-08")
def test_each_attempt_consumes_one_and_none_is_made_without_one():
    asked = Asked(stress="none", attempts=2, event="The lock jams")
    assert retries.attempts_left(asked.scene) == 2
    asked.attempt(19)
    assert retries.attempts_left(asked.scene) == 1
    asked.attempt(18)
    assert retries.attempts_left(asked.scene) == 0 and not retries.is_won(asked.scene)
    assert retries.stays_open(asked.scene)  # until the game master has told what happens
    with pytest.raises(Refused, match="No attempt is left"):
        asked.do("test")


@pytest.mark.rules("POL-RETRY-08")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_success_at_any_time_ends_the_countdown(before):
    asked = Asked(stress="none", attempts=3, event="The lock jams")
    for _number in range(before):
        asked.attempt(19)
    asked.attempt(2)
    assert retries.is_won(asked.scene) and not retries.stays_open(asked.scene)


@pytest.mark.rules("POL-RETRY-08")
def test_a_secret_success_does_not_end_a_countdown_before_the_eyes_of_the_player():
    asked = Asked({**HARD, "secret": True}, secret=True, stress="none", attempts=3)
    asked.attempt(2)
    assert retries.is_won(asked.scene) and retries.stays_open(asked.scene)


@pytest.mark.rules("POL-RETRY-07")
@pytest.mark.parametrize(("more", "left"), [(0, 4), (1, 3), (2, 2), (9, 0), (-9, 5)])
def test_after_a_catastrophe_the_game_master_removes_any_number_of_attempts(more, left):
    asked = Asked(stress="none", attempts=5)
    outcome = asked.attempt(20, 9)
    assert outcome["flags"] == ["catastrophe"]
    after = asked.scene.with_changes(retries.spend_attempts(asked.scene, more))
    assert retries.attempts_left(after) == left


@pytest.mark.rules("POL-RETRY-09")
@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, Fraction(10, 20)),
        ({"attempts": 1}, Fraction(10, 20)),
        ({"stress": "none", "attempts": 3}, 1 - Fraction(10, 20) ** 3),
        ({"stress": "one", "attempts": 3}, 1 - Fraction(10 * 11 * 12, 20**3)),
        ({"stress": "row", "attempts": 2}, 1 - Fraction(10 * 12, 20**2)),
    ],
)
def test_the_chance_of_a_success_within_the_countdown_is_exact(said, expected):
    assert retry_odds.chance(POLARIS, MERCENARY, {}, HARD, said) == expected


@pytest.mark.rules("POL-RETRY-09")
def test_the_chance_on_wary_people_follows_every_failure():
    """By hand: 8 chances in 20, and each failure leaves its own modifier to the second attempt."""
    left = {9: 0, 10: 0, 11: -1, 12: -1, 13: -2, 14: -2, 15: -3, 16: -3, 17: -3, 18: -4, 19: -4}
    second = sum(Fraction(8 + modifier, 20) for modifier in left.values()) / 20
    # A 20 is a critical failure of 12, and as much more as its second die shows: 13 to 32.
    reroll = [-5] * 2 + [-6] * 5 + [-7] * 5 + [-8] * 8
    second += sum(Fraction(8 + modifier, 20) for modifier in reroll) / 400
    assert retry_odds.chance(POLARIS, MERCENARY, {}, SOCIAL, {"attempts": 2}) == Fraction(8, 20) + second


def test_a_skill_missing_on_the_sheet_has_no_chance_to_be_told():
    assert retry_odds.chance(POLARIS, MERCENARY, {}, {"check": "nothing"}, {}) is None


@pytest.mark.rules("POL-RETRY-10")
@pytest.mark.parametrize(("setting", "shown"), [("pips", True), ("hidden", False)])
def test_a_countdown_is_shown_as_marks_or_hidden_by_the_house(setting, shown):
    fields = {one.key: one for one in POLARIS.retry_fields({"countdown_visibility": setting})}
    assert fields["shown"].default is shown
    assert all(isinstance(one, Field) and one.gm_only for one in fields.values())


def test_a_requested_test_is_in_the_words_of_the_game_master_in_any_case():
    asked = Asked({**HARD, "secret": True}, stress="none")
    asked.do("test", check="athletics", difficulty="easy")
    args = asked.scene.exchanges["x0"].action.args
    assert (args["check"], args["difficulty"], args["secret"]) == ("rifles", "hard", True)


def test_an_undone_attempt_leaves_no_trace():
    asked = Asked(stress="one", attempts=3)
    asked.attempt(19)
    before = asked.scene
    asked.attempt(18)
    for event in reversed(asked.events[len(asked.events) - 2 :]):
        asked.scene = revert(asked.scene, event)
    start = asked.scene.exchanges
    assert retries.attempts_left(asked.scene) == retries.attempts_left(before) == 2
    assert retries.tries(asked.scene, "f") == 1 and len(start) == 1


def test_the_dice_of_each_attempt_are_kept_apart():
    asked = Asked(stress="one")
    asked.do("test")
    first = spare_dice.spare_place(asked.scene, asked.scene.exchanges["x0"], "die")
    ((exchange, roll),) = exchanges.rolls_due(POLARIS, asked.scene)
    asked.do("answer", exchange=exchange, key=roll.key, values=[19]).do("test")
    (second,) = asked.scene.exchanges.values()
    assert spare_dice.spare_place(asked.scene, second, "die") != first


@pytest.mark.rules("POL-CRIT-09/again", "POL-RETRY-07")
@pytest.mark.parametrize(("said", "kept"), [({}, "rifles"), ({"attempts": 3}, None)])
def test_a_test_among_counted_attempts_is_done_again_as_the_next_one(said, kept):
    asked = Asked(**said)
    asked.attempt(20, 9)
    assert (asked.scene.sheet("f")["fate"]["catastrophe"], asked.scene.sheet("f")["fate"].get("test")) == (19, kept)
