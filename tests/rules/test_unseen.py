"""Somebody hidden changes nothing of what the others see and may do, at any step of a fight, in every game.

A fight is played by chance. Somebody hidden acts in it, or is slow to, or is written upon by the game master; after
each step every player's board and menu are those of the same fight without them, and what a player does comes to the
same.
"""

from dataclasses import replace
from random import Random

import pytest

from rules import registry
from rules.core.errors import Refused, RulesError
from rules.core.scene import Action, Scene, apply
from rules.core.script import Ask, Roll
from rules.engine import decide, exchanges
from rules.engine.offers import offers as menu
from rules.odds import for_viewer
from rules.views.board import offers, view
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.play import fillable, legal_answer, legal_value

GHOST, SEATS = "ghost", ("ana", "leo")
VIEWERS = (Viewer("table"), *(Viewer("seat", frozenset({f"c-{who}"})) for who in SEATS))
STEPS, FIGHTS = 60, 2
PLAYER, MASTER = "seat", "gm-seat"


class Fight:
    """A fight with two players, an opponent and somebody hidden."""

    def __init__(self, game, seed, side):
        self.random, self.system = Random(f"{game} {seed} {side}"), registry.system(game)
        samples = list(registry.samples(game).values())
        sheets = {f"c-{who}": self.random.choice(samples)["data"] for who in (*SEATS, "foe", GHOST)}
        for who, name in {"ana": "Ana", "leo": "Leo", "foe": "Foe", GHOST: "Ghost"}.items():
            sheets[f"c-{who}"] = {**sheets[f"c-{who}"], "name": name}
        sides = {"ana": "pc", "leo": "pc", "foe": "foe", GHOST: side}
        rows = {
            who: {"character": f"c-{who}", "side": side, "order": number}
            for number, (who, side) in enumerate(sides.items())
        }
        rows[GHOST]["hidden"] = True
        self.scene = Scene("fight", "fight", {}, {"fighters": rows}, sheets)
        self.number, self.done = 0, []

    # What comes next.

    def step(self):
        """One thing, unseen or seen; what a player does has to come to the same without whoever is hidden."""
        unseen = self.unseen()
        if unseen is not None and (self.random.random() < 0.4 or self.public() is None):
            self.take(unseen)
            return
        if self.random.random() < 0.2:
            self.scene = self.scene.with_changes([self.written()])
            self.done.append("writes")
            return
        action = self.public()
        if action is not None:
            self.take(action)

    def take(self, action):
        self.number += 1
        action = replace(action, id=f"x{self.number}")
        came, after = outcome(self.system, self.scene, action, self.random)
        if not action.gm:
            assert came == outcome(self.system, without(self.scene), action, self.random)[0], action
        self.scene = after
        self.done.append(f"{action.kind} {action.actor}")

    def written(self):
        """Some number of the sheet of who is hidden becomes another one."""
        numbers = [
            (path, field)
            for path, field in self.system.schema.walk()
            if field.kind == "number" and "." in path and field.least is not None
        ]
        path, field = self.random.choice(numbers)
        most = field.most if field.most is not None else field.least + 20
        value = self.random.choice([field.least, most, self.random.randint(field.least, most)])
        return self.scene.write(GHOST, path, value)

    def public(self):
        """What everybody may know next: an answer, a call, an act of who is called, or of the game master."""
        scene, choice = self.scene, self.random.choice
        prompts = exchanges.waiting_on(self.system, scene)
        asked = [one for one in prompts if one.request is not None and not self.is_unseen(one)]
        if asked:
            return self.answer(choice(asked))
        if any(prompt.kind == "confirm" for prompt in prompts):
            exchange = next(prompt.exchange for prompt in prompts if prompt.kind == "confirm")
            return Action("confirm", "gm", {"exchange": exchange}, MASTER, True)
        if any(who != GHOST for who in exchanges.uncalled(self.system, scene)):
            return Action("next", "gm", {}, MASTER, True)
        called = [who for who in scene.called if who != GHOST]
        for who in (*called, "gm"):
            mine = who in SEATS
            viewer = Viewer("seat", frozenset({f"c-{who}"})) if mine else Viewer("gm")
            rows = [one for one in offers(self.system, scene, viewer, who) if one.refused is None and fillable(one)]
            rows = [self.filled(one, gm=not mine) for one in rows]
            rows = [one for one in rows if one and GHOST not in exchanges.named(one)]
            if who == "gm":
                rows = [one for one in rows if one.kind in ("start", "new_round", "order")]
            if rows:
                return choice(rows)
        return None

    def filled(self, offer, *, gm):
        fields = [field for field in offer.fields if gm or field.key not in offer.gm_only]
        if offer.actor == "gm":
            fields = [field for field in fields if field.required or (field.kind == "choice" and field.default is None)]
        args = {field.key: legal_value(field, self.random.choice) for field in fields if GHOST not in field.key}
        return Action(offer.kind, offer.actor, args, MASTER if gm else PLAYER, gm)

    def answer(self, prompt):
        gm = prompt.of not in SEATS
        values = legal_answer(prompt.request, self.random.choice)
        if isinstance(prompt.request, Ask) and GHOST in values:
            values = [one for one in values if one != GHOST]
        args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": values}
        return Action("answer", prompt.of, args, MASTER if gm else PLAYER, gm)

    def is_unseen(self, prompt):
        action = self.scene.exchanges[prompt.exchange].action
        return prompt.of == GHOST or exchanges.is_unseen(self.scene, action)

    def unseen(self):
        """What who is hidden may do that concerns nobody else."""
        scene = self.scene
        prompts = exchanges.waiting_on(self.system, scene)
        for prompt in prompts:
            if prompt.request is not None and self.is_unseen(prompt):
                return replace(self.answer(prompt), gm=True)
        if any(prompt.request is not None for prompt in prompts):
            return None
        uncalled = exchanges.uncalled(self.system, scene)
        if uncalled == (GHOST,):
            return Action("next", "gm", {}, MASTER, True)
        if GHOST not in {prompt.of for prompt in self.system.turn(scene)} or GHOST in uncalled:
            return None
        rows = [one for one in menu(self.system, scene, GHOST) if one.refused is None and fillable(one)]
        self.random.shuffle(rows)
        return next(filter(None, map(self.harmless, rows)), None)

    def harmless(self, offer):
        """An act of theirs that names, asks and tells nobody else."""
        args = {field.key: legal_value(field, Random(1).choice) for field in offer.fields if field.default is None}
        action = Action(offer.kind, GHOST, args, MASTER, True, "try")
        try:
            events = decide.decide(self.system, self.scene, action)
        except Refused:
            return None
        after = self.scene
        for event in events:
            after = apply(after, event)
        if set(exchanges.named(action)) & {*SEATS, "foe"}:
            return None
        asked = {one.of for one in exchanges.waiting_on(self.system, after) if one.exchange == "try"}
        others = [change for event in events for change in event.changes if touches_others(change)]
        return action if asked <= {GHOST} and not others and {event.audience for event in events} == {"gm"} else None


def touches_others(change):
    if change.subject.startswith("character:"):
        return change.subject != f"character:c-{GHOST}"
    return change.path.startswith("fighters.") and not change.path.startswith(f"fighters.{GHOST}.")


def without(scene):
    """The same fight as if whoever is hidden were not there."""
    state = {**scene.state, "fighters": {key: row for key, row in scene.state["fighters"].items() if key != GHOST}}
    rows = {}
    for exchange in scene.exchanges.values():
        if exchanges.is_unseen(scene, exchange.action):
            continue
        row = scene.state["exchanges"][exchange.id]
        args = {key: value for key, value in row["action"].get("args", {}).items() if GHOST not in key}
        answers = {key: value for key, value in row.get("answers", {}).items() if GHOST not in key}
        rows[exchange.id] = {**row, "action": {**row["action"], "args": args}, "answers": answers}
    state = {**state, "exchanges": rows, "called": [who for who in scene.called if who != GHOST]}
    taking = state.get("taking")
    if taking is not None:
        state["taking"] = (
            [who for who in taking if who != GHOST]
            if isinstance(taking, list)
            else {who: row for who, row in taking.items() if who != GHOST}
        )
    state = {key: value for key, value in state.items() if value not in ({}, [])}
    sheets = {token: sheet for token, sheet in scene.sheets.items() if token != f"c-{GHOST}"}
    return Scene(scene.token, scene.kind, scene.settings, state, sheets)


def outcome(system, scene, action, random):
    """What everybody is told of an action, or why it is refused, and the scene after it.

    The server throws at once for who is hidden what everybody would otherwise wait for.
    """
    lines = []
    while action is not None:
        try:
            events = decide.decide(system, scene, action)
        except RulesError as error:
            return (type(error).__name__, str(error.text), error.field), scene
        for event in events:
            scene = apply(scene, event)
            told = (tell(event.audience, event.kind, event.payload, viewer) for viewer in VIEWERS)
            lines += [(event.kind, line) for line in told if line is not None]
        late = next((one for one in exchanges.waiting_on(system, scene) if holds_up(scene, one)), None)
        action = late and thrown(late, random)
    return (lines, shown(system, scene)), scene


def holds_up(scene, prompt):
    roll = prompt.request
    if not isinstance(roll, Roll) or exchanges.is_unseen(scene, scene.exchanges[prompt.exchange].action):
        return False
    return GHOST in (prompt.of, roll.by) or (roll.secret and roll.by == "gm")


def thrown(prompt, random):
    values = legal_answer(prompt.request, random.choice)
    args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": values}
    return Action("answer", prompt.of, args, MASTER, True)


def shown(system, scene):
    """All that players see of a fight, and what those who are called may do."""
    boards = [view(system, scene, viewer) for viewer in VIEWERS]
    called = [(who, viewer) for who, viewer in zip(SEATS, VIEWERS[1:], strict=True) if who in scene.called]
    menus = {who: offers(system, scene, viewer, who) for who, viewer in called}
    return boards, menus, [foretold(system, scene, viewer, offer) for who, viewer in called for offer in menus[who]]


def foretold(system, scene, viewer, offer):
    """The odds that the page of an offer asks for, though it be refused by now."""
    fields = [field for field in offer.fields if field.key not in offer.gm_only and GHOST not in field.key]
    fields = [field for field in fields if fillable(replace(offer, fields=(field,)))]
    args = {field.key: legal_value(field, Random(1).choice) for field in fields}
    try:
        return for_viewer.odds(system, scene, viewer, Action(offer.kind, offer.actor, args, PLAYER))
    except RulesError as error:
        return str(error.text)


@pytest.mark.slow("a fight in which every board and menu is drawn twice after each step")
@pytest.mark.parametrize("side", ["foe", "pc"])
@pytest.mark.parametrize("game", registry.GAMES)
def test_somebody_hidden_changes_nothing_of_what_others_see_and_may_do(game, side):
    for seed in range(FIGHTS):
        fight = Fight(game, seed, side)
        for _step in range(STEPS):
            fight.step()
            assert shown(fight.system, fight.scene) == shown(fight.system, without(fight.scene)), fight.done[-6:]
