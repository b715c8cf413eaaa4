"""A procedure stops at every roll and choice, and is run again from its keyed answers."""

import pytest

from rules.core.dice import Dice
from rules.core.script import (
    Ask,
    Done,
    Effect,
    Option,
    Pending,
    Roll,
    ScriptError,
    choose,
    just,
    number_repeats,
    replay,
    roll,
    run_together,
    with_costs,
)
from rules.core.text import _

D6 = Dice(1, 6)
YES_NO = (Option("yes", _("Yes"), cost=(Effect("spend", "a", 1),)), Option("no", _("No")))
BROKEN = Option("broken", _("Broken"), refused=_("It is broken."))


def attack():
    (face,) = yield from roll("attack", "a", D6, _("Attack"))
    if face > 4:
        return "miss"
    reaction = yield from choose("reaction", "b", _("React"), (*YES_NO, BROKEN))
    if reaction == "yes":
        return "parried"
    (damage,) = yield from roll("damage", "a", D6, _("Damage"))
    return damage


def keys(state):
    return [request.key for request in state.requests]


def kept(state):
    return [(one.request.key, one.value) for one in state.answers]


def test_a_script_stops_at_the_first_request_without_an_answer():
    assert keys(replay(attack, {})) == ["attack"]
    assert keys(replay(attack, {"attack": (3,)})) == ["reaction"]


def test_a_script_resumes_from_its_answers_in_any_spelling_json_gives():
    state = replay(attack, {"attack": [3], "reaction": ["no"], "damage": [6]})
    assert isinstance(state, Done)
    assert state.value == 6
    assert kept(state) == [("attack", (3,)), ("reaction", ("no",)), ("damage", (6,))]


@pytest.mark.parametrize("faces", [(7,), (0,), (), (1, 2), ("3",), (True,)])
def test_a_roll_that_cannot_fall_is_asked_again(faces):
    assert keys(replay(attack, {"attack": faces})) == ["attack"]


@pytest.mark.parametrize("chosen", [(), ("yes", "no"), ("maybe",), ("broken",), ("yes", "yes"), (1,), (["yes"],)])
def test_a_choice_that_is_not_open_is_asked_again(chosen):
    assert keys(replay(attack, {"attack": (3,), "reaction": chosen})) == ["reaction"]


def test_answers_that_meet_no_request_are_not_kept():
    state = replay(attack, {"attack": (6,), "reaction": ("no",), "damage": (2,)})
    assert (state.value, kept(state)) == ("miss", [("attack", (6,))])


def test_the_cost_of_a_choice_is_pledged():
    assert replay(attack, {"attack": (3,), "reaction": ("yes",)}).pledged == (Effect("spend", "a", 1),)
    assert replay(attack, {"attack": (3,), "reaction": ("no",)}).pledged == ()


def test_a_longer_procedure_reads_the_pledges_of_its_parts():
    answers = {"attack": (3,), "reaction": ("yes",)}
    part = replay(lambda: with_costs(attack()), answers)
    assert part.value == ("parried", (Effect("spend", "a", 1),))
    assert part.pledged == (Effect("spend", "a", 1),)
    assert replay(lambda: with_costs(attack()), {"attack": (6,)}).value == ("miss", ())


def test_dice_asked_together_are_priced_together():
    pair = replay(lambda: with_costs(sealed_pair()), {"one": ("yes",), "two": (5,)})
    assert pair.value == (("yes", 5), (Effect("spend", "a", 1),))


def sealed_pair():
    first, second = yield Ask("one", "a", _("One"), YES_NO), Roll("two", "b", D6, _("Two"))
    return first + second


def test_answers_asked_together_are_sealed_until_all_are_in():
    waiting = replay(sealed_pair, {"one": ("yes",)})
    assert keys(waiting) == ["two"]
    assert [one.sealed for one in waiting.answers] == [True]
    done = replay(sealed_pair, {"two": (5,), "one": ("yes",)})
    assert done.value == ("yes", 5)
    assert [(one.sealed, one.step) for one in done.answers] == [(False, 0), (False, 0)]


def test_steps_count_prompts_asked_one_after_the_other():
    assert [one.step for one in replay(attack, {"attack": (3,), "reaction": ("no",)}).answers] == [0, 1]


def opposed(key, by, rerolls=False):
    (face,) = yield from roll(key, by, D6, _("Test"))
    if rerolls:
        (more,) = yield from roll(f"{key}_more", by, D6, _("More"))
        face += more
    return face


def test_procedures_run_together_ask_side_by_side_until_each_is_done():
    def start():
        return (yield from run_together(opposed("a", "a", rerolls=True), opposed("b", "b"), just(9)))

    assert keys(replay(start, {})) == ["a", "b"]
    assert keys(replay(start, {"b": (2,)})) == ["a"]
    assert keys(replay(start, {"a": (6,), "b": (2,)})) == ["a_more"]
    assert replay(start, {"a": (6,), "b": (2,), "a_more": (3,)}).value == (9, 2, 9)


def test_a_batch_inside_procedures_run_together_comes_back_whole():
    def start():
        return (yield from run_together(sealed_pair(), opposed("c", "c")))

    assert keys(replay(start, {})) == ["one", "two", "c"]
    assert replay(start, {"one": ("no",), "two": (1,), "c": (4,)}).value == (("no", 1), 4)


def test_nothing_run_together_is_done_at_once():
    def start():
        return (yield from run_together())

    assert replay(start, {}).value == ()


def test_a_key_asked_twice_is_a_fault_of_the_procedure():
    def twice():
        yield from roll("die", "a", D6, _("Die"))
        yield from roll("die", "a", D6, _("Die"))

    def at_once():
        yield from run_together(opposed("die", "a"), opposed("die", "b"))

    def dotted():
        yield from roll("a.b", "a", D6, _("Die"))

    for start, answers in ((twice, {"die": (1,)}), (at_once, {}), (dotted, {})):
        with pytest.raises(ScriptError):
            replay(start, answers)


def test_a_stopped_script_is_closed():
    closed = []

    def start():
        try:
            yield Roll("die", "a", D6, _("Die"))
        finally:
            closed.append(True)

    assert isinstance(replay(start, {}), Pending)
    assert closed == [True]


def test_an_ask_for_none_or_some_takes_as_many_as_it_says():
    ask = Ask("effects", "a", _("Effects"), (*YES_NO, BROKEN), least=0, most=2)
    assert ask.accepts(()) and ask.accepts(("no", "yes")) and not ask.accepts(("yes", "no", "broken"))
    assert [option.key for option in ask.chosen_options(("no", "yes"))] == ["yes", "no"]


def test_a_key_that_comes_again_is_numbered_and_nothing_else_is_renamed():
    def twice():
        first = yield from roll("die", "a", D6, _("Die"))
        sealed = yield from run_together(roll("b", "b", D6, _("B")))
        again = yield from run_together(roll("die", "a", D6, _("Die")), roll("c", "c", D6, _("C")))
        return first, sealed, again

    assert keys(replay(lambda: number_repeats(twice()), {"die": [1], "b": [2]})) == ["die-2", "c"]
    state = replay(lambda: number_repeats(twice()), {"die": [1], "b": [2], "die-2": [3], "c": [4]})
    assert state.value == ((1,), ((2,),), ((3,), (4,)))
    with pytest.raises(ScriptError):
        replay(twice, {"die": [1], "b": [2]})
