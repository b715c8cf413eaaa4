"""The one clock: each mark ends at its moment, whatever the way a turn passes."""

from dataclasses import replace

import pytest

from rules.character.character import Character
from rules.character.sheet import Field, Section, SheetSchema
from rules.core.acts import Act
from rules.core.effects import Effect
from rules.core.game import Game
from rules.core.game import Tests as Checks
from rules.core.marks import Mark, Until
from rules.core.rounds import AboutFighter, GmAct, RoundBegins, Rounds, StartFight, is_running, prompts_in_turn
from rules.core.scene import Action, Health, Scene, apply, revert
from rules.core.script import Option, choose, just
from rules.core.text import _
from rules.engine.decide import decide

LASTING = {until: Mark(f"until_{until.name.lower()}", until) for until in Until}
COUNTED = Mark("rounds_left", Until.TURN_END, counted=True)
KEYED = Mark("places", Until.TURN_END, counted=True, keyed=True)
ROWS = Mark("blind", Until.TURN_END, counted=True, count="turns")
DONE = Mark("done", Until.ROUND)
LATER = Mark("later", Until.ROUND)
MARKS = (*LASTING.values(), COUNTED, KEYED, ROWS, DONE, LATER)


def acting(scene):
    able = [who for who in scene.fighters if not DONE.of(scene, who) and not is_out(scene, who)]
    return tuple(sorted(able, key=lambda who: bool(LATER.of(scene, who))))[:1] if is_running(scene) else ()


def is_out(scene, fighter):
    return not scene.sheet(fighter).get("life", 1)


class Set(Effect):
    """Sets a mark to a value."""

    kind = "set"
    mark: str
    value_of: object = True

    def land(self, scene):
        return (scene.mark(self.target, self.mark, self.value_of),)


class Round(RoundBegins):
    marks = MARKS


class Felled(Effect):
    """Nobody acts at no life."""

    kind = "felled"

    def land(self, scene):
        return (scene.write(self.target, "life", 0),)


class Turn(Act):
    """A turn, at the end of which a mark may be set on oneself."""

    kind = "turn"
    label = _("Turn")

    def is_open(self, scene, actor):
        return not scene.exchanges and actor in acting(scene)

    def fields(self, scene, actor):
        return (Field("mark", _("Mark"), "text"),)

    def cost(self, scene, action):
        own = action.args["mark"]
        return (*((Set(action.actor, own),) if own else ()), Set(action.actor, "done"))


class Duel(Turn):
    """A turn with a choice in it, which an exchange holds open."""

    kind = "duel"

    def cost(self, scene, action):
        return ()

    def script(self, scene, action):
        yield from choose("how", "gm", _("How"), (Option("well", _("Well")),))
        return super().cost(scene, action)


class Ambush(Duel):
    """An act that can be begun at any time."""

    kind = "ambush"

    def is_open(self, scene, actor):
        return True


class Hold(Turn):
    """Nothing is done, and the turn is over."""

    kind = "hold"


class Wait(Turn):
    """The turn is put off."""

    kind = "wait"

    def cost(self, scene, action):
        return (Set(action.actor, "later"),)


class PassOver(AboutFighter):
    kind = "pass_over"
    label = _("Pass over")

    def candidates(self, scene):
        return acting(scene)

    def cost(self, scene, action):
        return (Set(action.args["fighter"], "done"),)


class Fell(AboutFighter):
    kind = "fell"
    label = _("Fell")

    def cost(self, scene, action):
        return (Felled(action.args["fighter"]),)


class Start(StartFight):
    first = Round


class Next(GmAct):
    kind = "next_round"
    label = _("Next round")

    def cost(self, scene, action):
        return (Round("gm", scene.round + 1),)


SCHEMA = SheetSchema((Section("", _("All"), (Field("name", _("Name"), "text"), Field("life", _("Life"), default=1))),))
GAME = Game(
    key="clock",
    name=_("Clock"),
    sheet=Character(SCHEMA, lambda sheet, settings: Health(0, _("Well"))),
    tests=Checks(lambda sheet, settings: (), lambda check, settings: just(None)),
    rounds=Rounds(
        turn=lambda scene: prompts_in_turn(acting(scene), scene),
        is_out=is_out,
        has_acted=lambda scene, who: bool(DONE.of(scene, who)) or is_out(scene, who),
    ),
    acts=(Turn, Duel, Ambush, Hold, Wait, PassOver, Fell, Start, Next),
    effects=(Set, Round, Felled),
    marks=MARKS,
)


class Table:
    """A fight of Ada, then Bob, after the first round has begun; Cal is hidden where there is such a one."""

    def __init__(self, game=GAME, order=("ada", "bob")):
        rows = {name: {"character": name, "side": name, "order": at} for at, name in enumerate(order)}
        for row in (rows[name] for name in order if name == "cal"):
            row["hidden"] = True
        sheets = {name: {"name": name} for name in rows}
        self.scene = Scene("t", "fight", {}, {"fighters": rows}, sheets)
        self.game = game
        self.do("start")

    def do(self, kind, actor="gm", **args):
        number = sum(1 for _exchange in self.scene.exchanges) + self.scene.round * 100
        for event in decide(self.game, self.scene, Action(kind, actor, args, gm=True, by="gm", id=f"x{number}")):
            after = apply(self.scene, event)
            assert revert(after, event) == self.scene
            self.scene = after
        return self

    def set(self, fighter, mark, value=True):
        self.scene = self.scene.with_changes([mark.set(self.scene, fighter, value)])
        return self

    def has(self, fighter, mark):
        return mark.of(self.scene, fighter)


def acted(table, who, **args):
    table.do("turn", who, mark="", **args)


def dueled(table, who):
    table.do("duel", who, mark="")
    (exchange,) = table.scene.exchanges
    table.do("answer", exchange=exchange, key="how", values=["well"])


WAYS = {
    "acted": acted,
    "an exchange": dueled,
    "held": lambda table, who: table.do("hold", who, mark=""),
    "passed over": lambda table, who: table.do("pass_over", fighter=who),
    "out of action": lambda table, who: table.do("fell", fighter=who),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("until", [Until.TURN_END, Until.NEXT_TURN_END])
def test_a_turn_that_ends_ends_its_marks_whatever_the_way(way, until):
    table = Table().set("ada", LASTING[until]).set("bob", LASTING[until])
    WAYS[way](table, "ada")
    assert (table.has("ada", LASTING[until]), table.has("bob", LASTING[until])) == (None, True)
    WAYS[way](table, "bob")
    assert table.has("bob", LASTING[until]) is None


@pytest.mark.parametrize("way", WAYS)
def test_counted_marks_run_down_by_one_a_turn_whatever_the_way(way):
    table = Table().set("ada", COUNTED, 2).set("ada", KEYED, {"arm": 1, "leg": 3})
    table.set("ada", ROWS, {"turns": 2, "how": "dust"})
    WAYS[way](table, "ada")
    assert [table.has("ada", mark) for mark in (COUNTED, KEYED, ROWS)] == [1, {"leg": 2}, {"turns": 1, "how": "dust"}]


@pytest.mark.parametrize("way", [way for way in WAYS if way != "out of action"])
def test_a_mark_of_three_turns_is_gone_after_three(way):
    table = Table().set("ada", COUNTED, 3)
    for left in (2, 1, None):
        WAYS[way](table, "ada")
        assert table.has("ada", COUNTED) == left
        WAYS[way](table, "bob")
        table.do("next_round")


def test_a_turn_put_off_is_no_turn_that_ends():
    table = Table().set("ada", LASTING[Until.TURN_END]).do("wait", "ada", mark="")
    assert table.has("ada", LASTING[Until.TURN_END]) is True
    acted(table, "bob")
    acted(table, "ada")
    assert table.has("ada", LASTING[Until.TURN_END]) is None


def test_a_mark_set_in_its_own_turn_lasts_until_the_end_of_the_next():
    key = LASTING[Until.NEXT_TURN_END].key
    table = Table().do("turn", "ada", mark=key)
    acted(table, "bob")
    table.do("next_round")
    assert table.has("ada", LASTING[Until.NEXT_TURN_END]) is True
    acted(table, "ada")
    assert table.has("ada", LASTING[Until.NEXT_TURN_END]) is None


@pytest.mark.parametrize("how", ["acted", "called"])
def test_a_turn_that_starts_ends_its_marks_once_it_is_seen_to(how):
    """Nobody's mark tells that they are up before they are called or act."""
    mark = LASTING[Until.TURN_START]
    table = Table().set("bob", mark)
    acted(table, "ada")
    assert table.has("bob", mark) is True
    if how == "called":
        table.do("next")
    else:
        acted(table, "bob")
    assert table.has("bob", mark) is None


def test_a_turn_ended_by_a_sheet_is_over_with_the_next_visible_event():
    mark = LASTING[Until.TURN_END]
    table = Table(order=("ada", "cal", "bob")).set("ada", mark).do("next")
    table.scene = table.scene.with_changes([table.scene.write("ada", "life", 0)])
    acted(table, "cal")
    assert table.has("ada", mark) is True
    acted(table, "bob")
    assert table.has("ada", mark) is None


def test_an_open_unseen_exchange_keeps_no_turn_from_its_end():
    mark = LASTING[Until.TURN_END]
    table = Table(order=("ada", "bob", "cal")).set("ada", mark).do("duel", "ada", mark="").do("ambush", "cal", mark="")
    seen, unseen = table.scene.exchanges
    table.do("answer", exchange=seen, key="how", values=["well"])
    assert list(table.scene.exchanges) == [unseen] and table.has("ada", mark) is None


def test_a_round_ends_its_marks_and_no_other():
    table = Table().set("ada", LASTING[Until.ROUND]).set("ada", LASTING[Until.FIGHT])
    acted(table, "ada")
    assert table.has("ada", LASTING[Until.ROUND]) is True
    acted(table, "bob")
    table.do("next_round")
    assert (table.has("ada", LASTING[Until.ROUND]), table.has("ada", LASTING[Until.FIGHT])) == (None, True)


def test_nothing_of_the_clock_is_kept_while_nothing_hangs_on_turns():
    table = Table()
    acted(table, "ada")
    assert "taking" not in table.scene.state


def test_two_turns_running_are_two_turns():
    """The only fighter with turns left is up before and after, and the first turn has ended all the same."""
    taken = Mark("turns")

    def up(scene):
        left = [who for who in ("ada", "bob") if taken.number(scene, who) < (3 if who == "ada" else 1)]
        return tuple(sorted(left, key=lambda who: taken.number(scene, who)))[:1] if is_running(scene) else ()

    class Turned(Effect):
        """One turn more."""

        kind = "turned"

        def land(self, scene):
            return (taken.set(scene, self.target, taken.number(scene, self.target) + 1),)

    class Go(Act):
        """A turn, with a choice that holds it open."""

        kind = "go"
        label = _("Go")

        def cost(self, scene, action):
            return (Turned(action.actor),)

        def script(self, scene, action):
            yield from choose("how", "gm", _("How"), (Option("well", _("Well")),))
            return ()

    game = replace(
        GAME,
        acts=(Go, Start),
        effects=(Turned, Round),
        marks=(*MARKS, taken),
        rounds=Rounds(turn=lambda scene: prompts_in_turn(up(scene), scene), turns_taken=taken.number),
    )
    table = Table(game=game).set("ada", COUNTED, 3)
    for who, left in (("ada", 2), ("bob", 2), ("ada", 1), ("ada", None)):
        table.do("go", who)
        (exchange,) = table.scene.exchanges
        table.do("answer", exchange=exchange, key="how", values=["well"])
        assert table.has("ada", COUNTED) == left, who
