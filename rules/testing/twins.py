"""Twin fights: a hidden fighter changes nothing of what others see and may do, at any step of a fight.

A fight is played at random. A hidden fighter acts in it, or delays, or is edited by the game master; after
each step every player's board and menu must equal those of the same fight without them, and so must the result of
each player's act. What they do unseen changes nothing of what the others were shown before it.

``held_after_contact`` lets somebody fight in sight before they are hidden, and again once they are revealed: who they
hold, are engaged with, aim at or answer then counts for nobody who may not know of it, just as if they had gone.

Some fights have a ground, with a hidden place and hidden ways, on which the hidden fighter is moved; some hidden heroes
are played from a seat of their own. In some a hero is hidden as well, whose player may not learn of the other. A
condition that everybody sees lasts for turns of the hidden fighter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from rules.character.sheet import Field
from rules.core.acts import Offer
from rules.core.errors import Refused, RulesError
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.rounds import Prompt
from rules.core.scene import Action, Change, Event, Exchange, Scene, apply
from rules.core.script import Ask, Pending, Roll
from rules.engine import decide, exchanges, timers
from rules.engine.offers import offers as menu
from rules.ground import layout
from rules.odds import for_viewer
from rules.packs import Pack
from rules.testing.play import fillable, legal_answer, legal_value
from rules.views import ground as ground_view
from rules.views.board import offers, view
from rules.views.journal import tell
from rules.views.viewers import Viewer

GHOST, SEATS = "ghost", ("ana", "leo")
VIEWERS = (Viewer("table"), *(Viewer("seat", frozenset({f"c-{who}"})) for who in SEATS))
Viewers = tuple[Viewer, ...]
PLAYER, MASTER = "seat", "gm-seat"
NO_SETTINGS: Data = {}
MEETING, PARTING = 120, 0.12  # steps in sight at most, and the chance to be hidden after each one in contact
LAIR = "lair"  # a hidden place
TIMES = 2  # that somebody is hidden
# The chances of a ground, of a seat for a hidden hero, of a move, and of a hidden act that may concern others.
GROUNDED, SEATED, MOVING, BOLD = 0.5, 0.5, 0.5, 0.3
LURKING, LED = 0.3, 0.2  # of a hero who is hidden as well, and of an act of the game master about the hidden fighter
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
    """A fight with two players, an opponent and a fighter who is hidden, at first or later."""

    def __init__(
        self, pack: Pack, random: Source, side: str, settings: Data = NO_SETTINGS, *, hidden: bool = True
    ) -> None:
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
        dazed = {"when": self.random.choice([timers.START, timers.END]), "left": 4, "whose": GHOST, "label": "Dazed"}
        rows[SEATS[0]]["timers"] = {"dazed": {**dazed, "open": True}}
        rows[GHOST] |= {"hidden": True} if hidden else {}
        rows[SEATS[1]] |= {"hidden": True} if self.random.random() < LURKING else {}
        state: dict[str, Any] = {"fighters": rows}
        if pack.game.ground is not None and self.random.random() < GROUNDED:
            state["ground"] = self.laid()
        self.scene = Scene("fight", "fight", settings, state, sheets)
        self.number, self.done = 0, list[str]()
        self.drawn: tuple[Viewers, Any] = ((), None)  # what was shown last, and to whom
        self.unnoticed = False  # the last step was told to nobody and asked nobody
        self.seated = side == "pc" and self.random.random() < SEATED

    def laid(self) -> dict[str, Any]:
        """Three places in a row, beside them a hidden one, and hidden short cuts; everybody stands somewhere."""
        places = {key: {"name": key.title(), "x": number, "order": number} for number, key in enumerate("abc")}
        places[LAIR] = {"name": "Lair", "x": 3, "y": 1, "hidden": True, "order": 1}
        ends = (("a", "b"), ("b", "c"), ("a", LAIR), (LAIR, "c"), ("a", "c"))
        ways = {
            f"w{number}": {"a": a, "b": b, "metres": self.random.randint(1, 9)} for number, (a, b) in enumerate(ends)
        }
        ways["w4"] |= {"hidden": True, "metres": 1}
        at = {who: self.random.choice("abc") for who in (*SEATS, "foe", GHOST)}
        return {"level": layout.PLACES, "places": places, "ways": ways, "at": at}

    # What comes next.

    def meet(self) -> None:
        for _step in range(MEETING):
            action = self.public()
            if action is None or (_in_contact(self.scene) and self.random.random() < PARTING):
                break
            self.move(action)
        self.move(Action("hide", "gm", {"fighter": GHOST}, MASTER, True))

    def step(self) -> None:
        """Play one act, hidden or visible; a visible one must have the same result without the hidden fighter."""
        unseen = self.unseen()
        if unseen is not None and (self.random.random() < 0.4 or self.public() is None):
            came = self.move(unseen)
            self.unnoticed = _is_quiet(unseen, came) and not (unseen.kind == "next" and SEATS[1] in self.scene.hidden)
            return
        if self.random.random() < LED:
            self.lead_unseen()
            return
        if self.random.random() < 0.2:
            self.scene = self.scene.with_changes(self.moved() or [self.written()])
            self.unnoticed = True
            self.done.append("writes")
            return
        action = self.public()
        if action is not None:
            self.take(action)

    def take(self, action: Action) -> None:
        """Play a visible act, which comes to the same without the hidden fighter, or is refused to a game master."""
        alone, viewers = without(self.system, self.scene), viewers_of(self.system, self.scene)
        came = self.move(action, viewers)
        if action.kind == "next" or action.actor in SEATS and not _is_among(action.actor, viewers):
            return
        apart = outcome(self.system, alone, replace(action, id=f"x{self.number}"), self.random, viewers)[0]
        refused = action.gm and any(len(each) > 2 for each in (came, apart))
        assert refused or came == apart, f"“{action.kind}” comes to something else where somebody hidden is there"

    def move(self, action: Action, viewers: Viewers = VIEWERS) -> Any:
        self.number, self.unnoticed = self.number + 1, False
        came, self.scene = outcome(self.system, self.scene, replace(action, id=f"x{self.number}"), self.random, viewers)
        self.done.append(f"{action.kind} {action.actor}")
        return came

    def check(self) -> None:
        """Raise ``AssertionError`` if a viewer who may not know of the hidden fighter sees more than without them."""
        (those, before), viewers = self.drawn, viewers_of(self.system, self.scene)
        self.drawn = viewers, shown(self.system, self.scene, viewers)
        alike = self.drawn[1] == shown(self.system, without(self.system, self.scene), viewers)
        assert alike, f"after {', '.join(self.done[-6:])} others notice somebody hidden"
        changed = self.unnoticed and viewers == those and self.drawn[1] != before
        assert not changed, f"others notice “{self.done[-1]}”, of which they are told nothing"

    def lead(self) -> None:
        """Try an act of the game master about those in sight, which must come to the same if it can be done."""
        alone = without(self.system, self.scene)
        rows = [row for row in menu(self.system, alone, "gm") if row.refused is None and fillable(row)]
        if rows:
            offer = self.random.choice(rows)
            args = {field.key: legal_value(field, self.random.choice) for field in offer.fields}
            action = Action(offer.kind, "gm", args, MASTER, True, "lead")
            viewers = viewers_of(self.system, self.scene)
            results = (outcome(self.system, scene, action, self.random, viewers) for scene in (self.scene, alone))
            came, apart = (result for result, _after in results)
            refused = any(len(each) > 2 for each in (came, apart))
            assert refused or came == apart, f"“{offer.kind}” shows others somebody hidden"

    def lead_unseen(self) -> None:
        """Play an act of the game master about the hidden fighter; only who is asked something in it may notice."""
        action = self.leading_unseen()
        if action is None:
            return
        before, viewers = self.scene, viewers_of(self.system, self.scene)
        came = self.move(action, viewers)
        unaware = tuple(viewer for viewer in viewers_of(self.system, self.scene) if viewer in viewers)
        alike = shown(self.system, before, unaware) == shown(self.system, self.scene, unaware)
        is_read = len(came) == 2 and came[0] and unaware == viewers
        assert alike and not is_read, f"others notice “{action.kind}” of somebody hidden"

    def leading_unseen(self) -> Action | None:
        rows = (row for row in menu(self.system, self.scene, "gm") if row.refused is None and fillable(row))
        named = [(row, field) for row in rows for field in row.fields if _offers_them(field)]
        if not named:
            return None
        offer, their = self.random.choice(named)
        args = {field.key: legal_value(field, self.random.choice) for field in offer.fields} | {their.key: GHOST}
        return Action(offer.kind, "gm", args, MASTER, True)

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

    def moved(self) -> tuple[Change, ...]:
        if self.system.ground is None or "ground" not in self.scene.state or self.random.random() < MOVING:
            return ()
        return self.system.ground.put(self.scene, GHOST, self.random.choice(["a", "b", "c", LAIR]))

    def public(self) -> Action | None:
        """The next visible action: an answer, a call, an act of a called fighter, or of the game master."""
        prompts = exchanges.waiting_on(self.system, self.scene)
        asked = [prompt for prompt in prompts if prompt.request is not None and not self.is_unseen(prompt)]
        if asked:
            return self.answer(self.random.choice(asked))
        confirm = next((prompt for prompt in prompts if prompt.kind == "confirm"), None)
        if confirm:
            return Action("confirm", "gm", {"exchange": confirm.exchange}, MASTER, True)
        if set(exchanges.find_uncalled(self.system, self.scene)) - self.gone:
            return Action("next", "gm", self.random.choice([{}, {"in_sight": True}]), MASTER, True)
        called = (who for who in self.scene.called if who not in self.gone)
        return next(filter(None, map(self.act, (*called, "gm"))), None)

    def act(self, who: str) -> Action | None:
        """An act of a visible fighter, or of the game master for the round; ``None`` without any."""
        mine = who in SEATS
        viewer = Viewer("seat", frozenset({f"c-{who}"})) if mine else Viewer("gm")
        rows = [row for row in offers(self.system, self.scene, viewer, who) if row.refused is None and fillable(row)]
        filled = (self.filled(row, gm=not mine) for row in rows if who != "gm" or row.kind in OF_ROUNDS)
        actions = self.allowed(filled)
        return self.random.choice(actions) if actions else None

    def allowed(self, actions: Iterable[Action]) -> list[Action]:
        near, others = list[Action](), list[Action]()
        for action in actions:
            (near if GHOST in exchanges.fighters_named(action) else others).append(action)
        if self.gone:
            return others
        return near if near and self.random.random() < 0.5 else [*near, *others]

    def filled(self, offer: Offer, *, gm: bool) -> Action:
        fields = [field for field in offer.fields if gm or field.key not in offer.gm_only]
        if offer.actor == "gm":
            fields = [field for field in fields if field.required or (field.kind == "choice" and field.default is None)]
        args = {field.key: legal_value(field, self.random.choice) for field in fields if not self.hides(field.key)}
        return Action(offer.kind, offer.actor, args, MASTER if gm else PLAYER, gm)

    def answer(self, prompt: Prompt) -> Action:
        assert prompt.request is not None
        gm = prompt.of not in SEATS
        values = legal_answer(prompt.request, self.random.choice)
        if isinstance(prompt.request, Ask) and self.gone:
            values = [value for value in values if value != GHOST]
        args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": values}
        return Action("answer", prompt.of, args, MASTER if gm else PLAYER, gm)

    @property
    def gone(self) -> frozenset[str]:
        return self.scene.hidden & {GHOST}

    def is_unseen(self, prompt: Prompt) -> bool:
        return prompt.of in self.gone or _is_theirs(self.scene, self.scene.exchanges[prompt.exchange])

    def hides(self, field: str) -> bool:
        return GHOST in field and bool(self.gone)

    def unseen(self) -> Action | None:
        asked = [row for row in exchanges.waiting_on(self.system, self.scene) if row.request is not None]
        if asked:
            hidden = next(filter(self.is_unseen, asked), None)
            return replace(self.answer(hidden), gm=not self.seated) if hidden else None
        uncalled = exchanges.find_uncalled(self.system, self.scene)
        if GHOST in uncalled:
            return Action("next", "gm", {"unseen": True}, MASTER, True)
        if GHOST not in {prompt.of for prompt in self.system.turn(self.scene)} - set(uncalled):
            return None
        rows = self.offered_unseen()
        if rows and self.random.random() < BOLD:
            return self.filled(rows[0], gm=not self.seated)
        return next(filter(None, map(self.harmless, rows)), None)

    def offered_unseen(self) -> list[Offer]:
        own = Viewer("seat", frozenset({f"c-{GHOST}"}))
        every = offers(self.system, self.scene, own, GHOST) if self.seated else menu(self.system, self.scene, GHOST)
        rows = [row for row in every if row.refused is None and fillable(row)]
        self.random.shuffle(rows)
        return rows

    def harmless(self, offer: Offer) -> Action | None:
        """An act of the hidden fighter that involves nobody else."""
        args = {field.key: legal_value(field, _middle) for field in offer.fields if field.default is None}
        action = Action(offer.kind, GHOST, args, PLAYER if self.seated else MASTER, not self.seated, "try")
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


def _offers_them(field: Field) -> bool:
    return any(row.key == GHOST for row in field.choices)


def _concerns_others(event: Event) -> bool:
    return event.audience != "gm" or any(map(touches_others, event.changes))


def touches_others(change: Change) -> bool:
    if change.subject.startswith("character:"):
        return change.subject != f"character:c-{GHOST}"
    if not change.path.startswith("fighters.") or GHOST in change.path.split("."):
        return False
    return GHOST not in (change.before, change.after)


def _mentions(value: Any) -> bool:
    if isinstance(value, Mapping):
        return GHOST in value or any(map(_mentions, value.values()))
    return any(map(_mentions, value)) if isinstance(value, list | tuple) else bool(value == GHOST)


def _in_contact(scene: Scene) -> bool:
    rows = {key: value for key, value in scene.state.items() if key not in ("called", "taking", "fighters")}
    return scene.round > 0 and _mentions([*rows.values(), *_but_theirs(scene.state["fighters"]).values()])


def viewers_of(system: Game, scene: Scene) -> Viewers:
    """The viewers who may not know of what is open with somebody hidden; whoever is asked something in it knows."""
    rows = [row for row in scene.exchanges.values() if _is_theirs(scene, row)]
    states = [exchanges.run(system, scene, row) for row in rows]
    asked = {answer.request.whose for state in states for answer in state.answers}
    asked |= {request.whose for state in states if isinstance(state, Pending) for request in state.requests}
    return tuple(viewer for viewer in VIEWERS if not any(_is_among(who, (viewer,)) for who in asked))


def _is_theirs(scene: Scene, exchange: Exchange) -> bool:
    return GHOST in scene.hidden and GHOST in exchanges.fighters_named(exchange.action)


def _is_among(who: str, viewers: Viewers) -> bool:
    return any(f"c-{who}" in viewer.characters for viewer in viewers)


def _is_quiet(action: Action, came: Any) -> bool:
    """True if a hidden act is told to nobody; who answers one may have to pay for it before all eyes."""
    return action.kind != "answer" and len(came) == 2 and not came[0]


def without(system: Game, scene: Scene) -> Scene:
    seen = (row for row in scene.exchanges.values() if not _is_theirs(scene, row))
    state = {
        **scene.state,
        "fighters": {who: _apart(row, system.held) for who, row in _but_theirs(scene.state["fighters"]).items()},
        "exchanges": {row.id: _shown_of(scene.state["exchanges"][row.id]) for row in seen},
        "called": _but_theirs(scene.called),
    }
    if "taking" in state:
        state["taking"] = _but_theirs(state["taking"])
    if "ground" in state:
        state["ground"] = _ground_in_sight(state["ground"])
    if "metres" in state.get("marks", {}):
        state["marks"] = {**state["marks"], "metres": _measured_in_sight(state["marks"]["metres"])}
    state = {key: value for key, value in state.items() if value not in ({}, [])}
    sheets = {token: sheet for token, sheet in scene.sheets.items() if token != f"c-{GHOST}"}
    return Scene(scene.token, scene.kind, scene.settings, state, sheets)


def _measured_in_sight(metres: Mapping[str, Any]) -> dict[str, Any]:
    rows = {who: _but_theirs(others) for who, others in _but_theirs(metres).items()}
    return {who: others for who, others in rows.items() if others}


def _ground_in_sight(ground: Mapping[str, Any]) -> dict[str, Any]:
    ways = {key: way for key, way in ground["ways"].items() if not way.get("hidden") and LAIR not in way.values()}
    return {
        **ground,
        "places": {key: row for key, row in ground["places"].items() if not row.get("hidden")},
        "ways": ways,
        "at": _but_theirs(ground.get("at", {})),
        "went": _but_theirs(ground.get("went", {})),
    }


def _but_theirs(rows: Any) -> Any:
    if isinstance(rows, Mapping):
        return {key: value for key, value in rows.items() if key != GHOST}
    return [row for row in rows if row != GHOST]


def _apart(row: Mapping[str, Any], held: frozenset[str]) -> dict[str, Any]:
    rows = {key: value for key, value in row.get("marks", {}).items() if value != GHOST}
    marks = {key: _but_theirs(value) if isinstance(value, Mapping) else value for key, value in rows.items()}
    for key in held.intersection(marks):
        marks[key] = {name: value for name, value in marks[key].items() if not _mentions(value)}
    return {**row, "marks": {key: value for key, value in marks.items() if value != {}}}


def _shown_of(exchange: Mapping[str, Any]) -> dict[str, Any]:
    def seen(rows: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in rows.items() if GHOST not in key}

    action = {**exchange["action"], "args": seen(exchange["action"].get("args", {}))}
    return {**exchange, "action": action, "answers": seen(exchange.get("answers", {}))}


def outcome(
    system: Game, scene: Scene, action: Action | None, random: Source, viewers: Viewers = VIEWERS
) -> tuple[Any, Scene]:
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
            payload = event.payload if GHOST in scene.fighters else _without_gone(event.payload)
            read = (tell(event.audience, event.kind, payload, viewer) for viewer in viewers)
            lines += [(event.kind, line) for line in read if line is not None]
        late = next((prompt for prompt in exchanges.waiting_on(system, scene) if holds_up(scene, prompt)), None)
        action = thrown(late, random) if late else None
    return (lines, shown(system, scene, viewers)), scene


def _without_gone(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    rows = payload.get("effects", ())
    return {**payload, "effects": [row for row in rows if not _mentions(row)]} if rows else payload


def holds_up(scene: Scene, prompt: Prompt) -> bool:
    roll = prompt.request
    if not isinstance(roll, Roll) or exchanges.is_unseen(scene, scene.exchanges[prompt.exchange].action):
        return False
    return not {GHOST, *scene.hidden}.isdisjoint((prompt.of, roll.by)) or (roll.secret and roll.by == "gm")


def thrown(prompt: Prompt, random: Source) -> Action:
    assert prompt.request is not None
    values = legal_answer(prompt.request, random.choice if prompt.of == GHOST else _middle)
    args = {"exchange": prompt.exchange, "key": prompt.request.key, "values": values}
    return Action("answer", prompt.of, args, MASTER, True)


def shown(system: Game, scene: Scene, viewers: Viewers = VIEWERS) -> Any:
    boards = [(view(system, scene, viewer), ground_shown(system, scene, viewer)) for viewer in viewers]
    called = [(who, viewer) for who in SEATS for viewer in viewers if who in scene.called and _is_among(who, (viewer,))]
    menus = {who: offers(system, scene, viewer, who) for who, viewer in called}
    return boards, menus, [foretold(system, scene, viewer, offer) for who, viewer in called for offer in menus[who]]


def ground_shown(system: Game, scene: Scene, viewer: Viewer) -> Any:
    far = [ground_view.distances_from(system, scene, viewer, who) for who in scene.fighters if who != GHOST]
    return ground_view.view(system, scene, viewer), far


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
    _play_on(Fight(pack, random, side, settings), steps)


def held_after_contact(pack: Pack, random: Source, side: str, steps: int) -> None:
    """Play a fight in which somebody on this side is hidden, twice, once in contact, and so many steps after that.

    Raises ``AssertionError`` if others notice anything but that they are gone.
    """
    fight = Fight(pack, random, side, hidden=False)
    for _time in range(TIMES):
        fight.meet()
        fight.check()
        _play_on(fight, steps // TIMES)
        fight.move(Action("reveal", "gm", {"fighter": GHOST}, MASTER, True))


def _play_on(fight: Fight, steps: int) -> None:
    for _step in range(steps):
        fight.step()
        fight.check()
        fight.lead()
