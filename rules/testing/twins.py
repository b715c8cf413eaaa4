"""Twin fights: a hidden fighter changes nothing of what others see and may do, at any step of a fight.

A fight is played at random. A hidden fighter acts in it, or delays, or is edited by the game master; after
each step every player's board and menu must equal those of the same fight without them, and so must the result of
each player's act.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

from rules.core.acts import Offer
from rules.core.errors import Refused, RulesError
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.rounds import Prompt
from rules.core.scene import Action, Change, Event, Scene, apply
from rules.core.script import Ask, Roll
from rules.engine import decide, exchanges
from rules.engine.offers import offers as menu
from rules.odds import for_viewer
from rules.packs import Pack
from rules.testing.play import fillable, legal_answer, legal_value
from rules.views.board import offers, view
from rules.views.journal import tell
from rules.views.viewers import Viewer

GHOST, SEATS = "ghost", ("ana", "leo")
VIEWERS = (Viewer("table"), *(Viewer("seat", frozenset({f"c-{who}"})) for who in SEATS))
PLAYER, MASTER = "seat", "gm-seat"
NO_SETTINGS: Data = {}
OF_ROUNDS = ("start", "new_round", "order")  # acts of the game master that are played


def _middle(rows: Any) -> Any:
    return rows[len(rows) // 2]


class Source(Protocol):
    """The source of choices, such as a seeded ``random.Random``."""

    def random(self) -> float: ...

    def choice(self, seq: Any, /) -> Any: ...

    def shuffle(self, x: list[Any], /) -> None: ...

    def randint(self, a: int, b: int, /) -> int: ...


class Fight:
    """A fight with two players, an opponent and a hidden fighter."""

    def __init__(self, pack: Pack, random: Source, side: str, settings: Data = NO_SETTINGS) -> None:
        self.random, self.system = random, pack.game
        samples = list(pack.samples.values())
        sheets = {f"c-{who}": self.random.choice(samples)["data"] for who in (*SEATS, "foe", GHOST)}
        for who, name in {"ana": "Ana", "leo": "Leo", "foe": "Foe", GHOST: "Ghost"}.items():
            sheets[f"c-{who}"] = {**sheets[f"c-{who}"], "name": name}
        sides = {"ana": "pc", "leo": "pc", "foe": "foe", GHOST: side}
        rows: dict[str, dict[str, Any]] = {
            who: {"character": f"c-{who}", "side": side, "order": number}
            for number, (who, side) in enumerate(sides.items())
        }
        rows[GHOST]["hidden"] = True
        self.scene = Scene("fight", "fight", settings, {"fighters": rows}, sheets)
        self.number, self.done = 0, list[str]()

    # What comes next.

    def step(self) -> None:
        """Play one act, hidden or visible; a visible one must have the same result without the hidden fighter."""
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

    def take(self, action: Action) -> None:
        self.number += 1
        action = replace(action, id=f"x{self.number}")
        came, after = outcome(self.system, self.scene, action, self.random)
        if not action.gm:
            alone = outcome(self.system, without(self.scene), action, self.random)[0]
            assert came == alone, f"“{action.kind}” comes to something else where somebody hidden is there"
        self.scene = after
        self.done.append(f"{action.kind} {action.actor}")

    def lead(self) -> None:
        """Try an act of the game master about those in sight, which must come to the same if it can be done."""
        alone = without(self.scene)
        rows = [row for row in menu(self.system, alone, "gm") if row.refused is None and fillable(row)]
        if rows:
            offer = self.random.choice(rows)
            args = {field.key: legal_value(field, self.random.choice) for field in offer.fields}
            action = Action(offer.kind, "gm", args, MASTER, True, "lead")
            came, apart = (outcome(self.system, scene, action, self.random)[0] for scene in (self.scene, alone))
            refused = any(len(each) > 2 for each in (came, apart))
            assert refused or came == apart, f"“{offer.kind}” shows others somebody hidden"

    def written(self) -> Change:
        """Change some number on the sheet of a hidden fighter."""
        every = [(path, field) for path, field in self.system.schema.walk() if field.kind == "number"]
        numbers = [(path, field) for path, field in every if field.least is not None]
        numbers = [row for row in numbers if "." in row[0]] or numbers
        if not numbers:
            return self.scene.write(GHOST, "name", self.random.choice(["Ghost", "Spectre"]))
        path, field = self.random.choice(numbers)
        most = field.most if field.most is not None else field.least + 20
        value = self.random.choice([field.least, most, self.random.randint(field.least, most)])
        return self.scene.write(GHOST, path, value)

    def public(self) -> Action | None:
        """The next visible action: an answer, a call, an act of a called fighter, or of the game master."""
        prompts = exchanges.waiting_on(self.system, self.scene)
        asked = [prompt for prompt in prompts if prompt.request is not None and not self.is_unseen(prompt)]
        if asked:
            return self.answer(self.random.choice(asked))
        confirm = next((prompt for prompt in prompts if prompt.kind == "confirm"), None)
        if confirm:
            return Action("confirm", "gm", {"exchange": confirm.exchange}, MASTER, True)
        if set(exchanges.find_uncalled(self.system, self.scene)) - {GHOST}:
            return Action("next", "gm", self.random.choice([{}, {"in_sight": True}]), MASTER, True)
        return next(filter(None, map(self.act, (*_but_theirs(self.scene.called), "gm"))), None)

    def act(self, who: str) -> Action | None:
        """An act of a visible fighter, or of the game master for the round; ``None`` without any."""
        mine = who in SEATS
        viewer = Viewer("seat", frozenset({f"c-{who}"})) if mine else Viewer("gm")
        rows = [row for row in offers(self.system, self.scene, viewer, who) if row.refused is None and fillable(row)]
        filled = (self.filled(row, gm=not mine) for row in rows if who != "gm" or row.kind in OF_ROUNDS)
        actions = [action for action in filled if GHOST not in exchanges.fighters_named(action)]
        return self.random.choice(actions) if actions else None

    def filled(self, offer: Offer, *, gm: bool) -> Action:
        fields = [field for field in offer.fields if gm or field.key not in offer.gm_only]
        if offer.actor == "gm":
            fields = [field for field in fields if field.required or (field.kind == "choice" and field.default is None)]
        args = {field.key: legal_value(field, self.random.choice) for field in fields if GHOST not in field.key}
        return Action(offer.kind, offer.actor, args, MASTER if gm else PLAYER, gm)

    def answer(self, prompt: Prompt) -> Action:
        assert prompt.request is not None
        gm = prompt.of not in SEATS
        values = legal_answer(prompt.request, self.random.choice)
        if isinstance(prompt.request, Ask) and GHOST in values:
            values = [value for value in values if value != GHOST]
        args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": values}
        return Action("answer", prompt.of, args, MASTER if gm else PLAYER, gm)

    def is_unseen(self, prompt: Prompt) -> bool:
        action = self.scene.exchanges[prompt.exchange].action
        return prompt.of == GHOST or exchanges.is_unseen(self.scene, action)

    def unseen(self) -> Action | None:
        asked = [row for row in exchanges.waiting_on(self.system, self.scene) if row.request is not None]
        if asked:
            hidden = next(filter(self.is_unseen, asked), None)
            return replace(self.answer(hidden), gm=True) if hidden else None
        uncalled = exchanges.find_uncalled(self.system, self.scene)
        if GHOST in uncalled:
            return Action("next", "gm", {"unseen": True}, MASTER, True)
        if GHOST not in {prompt.of for prompt in self.system.turn(self.scene)} - set(uncalled):
            return None
        rows = [row for row in menu(self.system, self.scene, GHOST) if row.refused is None and fillable(row)]
        self.random.shuffle(rows)
        return next(filter(None, map(self.harmless, rows)), None)

    def harmless(self, offer: Offer) -> Action | None:
        """An act of the hidden fighter that involves nobody else."""
        args = {field.key: legal_value(field, _middle) for field in offer.fields if field.default is None}
        action = Action(offer.kind, GHOST, args, MASTER, True, "try")
        try:
            events = decide.decide(self.system, self.scene, action)
        except Refused:
            return None
        after = self.scene
        for event in events:
            after = apply(after, event)
        prompts = exchanges.waiting_on(self.system, after)
        heard = {prompt.of for prompt in prompts if prompt.exchange == "try"} | set(exchanges.fighters_named(action))
        concerned = heard - {GHOST} or any(map(_concerns_others, events))
        return None if concerned else action


def _concerns_others(event: Event) -> bool:
    return event.audience != "gm" or any(map(touches_others, event.changes))


def touches_others(change: Change) -> bool:
    if change.subject.startswith("character:"):
        return change.subject != f"character:c-{GHOST}"
    return change.path.startswith("fighters.") and not change.path.startswith(f"fighters.{GHOST}.")


def without(scene: Scene) -> Scene:
    seen = (row for row in scene.exchanges.values() if not exchanges.is_unseen(scene, row.action))
    state = {
        **scene.state,
        "fighters": _but_theirs(scene.state["fighters"]),
        "exchanges": {row.id: _shown_of(scene.state["exchanges"][row.id]) for row in seen},
        "called": _but_theirs(scene.called),
    }
    if "taking" in state:
        state["taking"] = _but_theirs(state["taking"])
    state = {key: value for key, value in state.items() if value not in ({}, [])}
    sheets = {token: sheet for token, sheet in scene.sheets.items() if token != f"c-{GHOST}"}
    return Scene(scene.token, scene.kind, scene.settings, state, sheets)


def _but_theirs(rows: Any) -> Any:
    if isinstance(rows, Mapping):
        return {key: value for key, value in rows.items() if key != GHOST}
    return [row for row in rows if row != GHOST]


def _shown_of(exchange: Mapping[str, Any]) -> dict[str, Any]:
    def seen(rows: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in rows.items() if GHOST not in key}

    action = {**exchange["action"], "args": seen(exchange["action"].get("args", {}))}
    return {**exchange, "action": action, "answers": seen(exchange.get("answers", {}))}


def outcome(system: Game, scene: Scene, action: Action | None, random: Source) -> tuple[Any, Scene]:
    """The messages of an action and what is shown then, or its refusal in three parts, and the scene after it.

    The server throws at once for a hidden fighter if a visible exchange would otherwise wait.
    """
    lines: list[Any] = []
    while action is not None:
        try:
            events = decide.decide(system, scene, action)
        except RulesError as error:
            return (type(error).__name__, str(error.text), error.field), scene
        for event in events:
            scene = apply(scene, event)
            read = (tell(event.audience, event.kind, event.payload, viewer) for viewer in VIEWERS)
            lines += [(event.kind, line) for line in read if line is not None]
        late = next((prompt for prompt in exchanges.waiting_on(system, scene) if holds_up(scene, prompt)), None)
        action = thrown(late, random) if late else None
    return (lines, shown(system, scene)), scene


def holds_up(scene: Scene, prompt: Prompt) -> bool:
    roll = prompt.request
    if not isinstance(roll, Roll) or exchanges.is_unseen(scene, scene.exchanges[prompt.exchange].action):
        return False
    return GHOST in (prompt.of, roll.by) or (roll.secret and roll.by == "gm")


def thrown(prompt: Prompt, random: Source) -> Action:
    assert prompt.request is not None
    values = legal_answer(prompt.request, random.choice)
    args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": values}
    return Action("answer", prompt.of, args, MASTER, True)


def shown(system: Game, scene: Scene) -> Any:
    """All that players see of a fight, and the menus of the called ones."""
    boards = [view(system, scene, viewer) for viewer in VIEWERS]
    called = [(who, viewer) for who, viewer in zip(SEATS, VIEWERS[1:], strict=True) if who in scene.called]
    menus = {who: offers(system, scene, viewer, who) for who, viewer in called}
    return boards, menus, [foretold(system, scene, viewer, offer) for who, viewer in called for offer in menus[who]]


def foretold(system: Game, scene: Scene, viewer: Viewer, offer: Offer) -> Any:
    """The odds that the page of an offer asks for, even if the offer is now refused."""
    fields = [field for field in offer.fields if field.key not in offer.gm_only and GHOST not in field.key]
    fields = [field for field in fields if fillable(replace(offer, fields=(field,)))]
    args = {field.key: legal_value(field, _middle) for field in fields}
    try:
        return for_viewer.odds(system, scene, viewer, Action(offer.kind, offer.actor, args, PLAYER))
    except RulesError as error:
        return str(error.text)


def held(pack: Pack, random: Source, side: str, steps: int, settings: Data = NO_SETTINGS) -> None:
    """Play a fight with a hidden fighter on this side. Raises ``AssertionError`` if others notice."""
    fight = Fight(pack, random, side, settings)
    for _step in range(steps):
        fight.step()
        alike = shown(fight.system, fight.scene) == shown(fight.system, without(fight.scene))
        assert alike, f"after {', '.join(fight.done[-6:])} others notice somebody hidden"
        fight.lead()
