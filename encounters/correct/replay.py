"""Replay of a stretch of a fight with one act changed: the same dice, the same answers, today's rules.

The journal holds every act and every answer, so the acts after a mistake are decided again, one by one, on the fight as
it would have been. Acts that are impossible now are left out and listed. A request that did not come up the first time
becomes a ``Question`` to the game master. A roll that was made before keeps its faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import prefetch_related_objects

from campaigns.journal import inversion
from campaigns.journal.journal import Pen, as_stored
from campaigns.models import Event
from encounters import scenes
from encounters.correct import overrides
from encounters.log import unseen_hits
from encounters.playing import settling
from encounters.prepare import timers as prepare_timers
from rules.core.errors import Refused, RulesError, Stale
from rules.core.json_codec import to_json
from rules.core.scene import Action, Change, Scene
from rules.core.scene import Event as SceneEvent
from rules.core.script import Request, Roll
from rules.core.text import Text, _
from rules.engine import decide, exchanges, spare_dice, timers

Address = tuple[str, str]  # an exchange and the key of a request in it
RETHROWN, KEPT, CORRECTED = "rethrown", "kept", "corrected"
INSTEAD = "instead"  # in the payload of an unseen correction: the corrected act, and how it was corrected
_NOTES = {RETHROWN, CORRECTED, "taken_back", timers.TICKED, unseen_hits.KIND, settling.KIND}  # these events are no acts
ENGINE = ("next", "reveal", "hide", "adjust")
ANSWERS = ("answered", "confirmed")
FOLLOWING = (timers.OVER, timers.TICKED)
DECIDED = (*ENGINE, *ANSWERS, *prepare_timers.KINDS)
_READ = ("told", "outcomes", "effects")  # the parts of an event that readers see
_UNREPEATED = ("drawn", "replays", "corrects")  # the parts in which a replayed event may differ


@dataclass(frozen=True)
class Correction:
    """A wanted correction: another act in place of ``event``, other answers, or both.

    ``kept`` says by exchange whether a later roll stays as it was played, and ``reason`` gives the game master's
    reason.
    """

    event: str = ""
    kind: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    answers: Mapping[Address, tuple[Any, ...]] = field(default_factory=dict)
    kept: Mapping[str, bool] = field(default_factory=dict)
    reason: str = ""


def correction_to_plain(correction: Correction) -> dict[str, Any]:
    answers = [[*address, list(values)] for address, values in correction.answers.items()]
    return {"event": correction.event, "kind": correction.kind, "args": correction.args, "answers": answers}


def _unseen_corrections(events: Iterable[Event]) -> dict[str, Correction]:
    """Corrections that only game masters saw, by the act they corrected."""
    rows = (event.payload[INSTEAD] for event in events if INSTEAD in event.payload)
    return {
        row["event"]: Correction(
            row["event"],
            row["kind"],
            row["args"],
            {(exchange, key): tuple(values) for exchange, key, values in row["answers"]},
        )
        for row in rows
    }


def _merge_corrections(earlier: Correction | None, wanted: Correction) -> Correction:
    """A correction on top of an earlier one of the same act: the later one wins, the rest of the earlier one stays."""
    if earlier is None or wanted.kind:
        return wanted
    return replace(wanted, kind=earlier.kind, args=earlier.args, answers={**earlier.answers, **wanted.answers})


@dataclass(frozen=True)
class ReplayedStep:
    """An event before and after the correction: ``old`` alone if it is lost (``why``), ``new`` alone if it is added."""

    old: Event | None
    new: SceneEvent | None
    why: Text | None = None

    @property
    def is_same(self) -> bool:
        if self.old is None or self.new is None:
            return False
        old, new = self.old.payload, as_stored(self.new.payload)
        return self.old.audience == self.new.audience and all(old.get(key) == new.get(key) for key in _READ)


@dataclass(frozen=True)
class Question:
    """A request that no recorded answer fits; the replay stops until somebody answers it."""

    exchange: str
    request: Request


class Replay:
    """The later acts of one encounter, decided again with one of them corrected.

    ``corrected_answers`` are the requests of the corrected act with their answers, ``corrected_scene`` is the scene it
    was decided on, and ``opened_scenes`` are those in which each exchange was opened again. ``overrides`` are of later
    rolls, and ``replaced_results`` the results that they replace.
    """

    def __init__(
        self, pen: Pen, encounter: str, events: Iterable[Event], correction: Correction, present: Scene
    ) -> None:
        self.pen, self.encounter = pen, encounter
        self.system = pen.campaign.system
        self.decided: list[ReplayedStep] = []
        self.questions: list[Question] = []
        self.corrected_answers: list[tuple[Request, tuple[Any, ...]]] = []
        self.corrected_scene: Scene | None = None
        self.exchange = ""
        self.closings: dict[str, Event] = {}
        self.opened_scenes: dict[str, Scene] = {}
        self.overrides: dict[str, overrides.Override] = {}
        self.earlier_overrides: dict[str, Event] = {}
        self.timer_ends: dict[str, list[Event]] = {}
        self.replaced_results: dict[str, SceneEvent] = {}
        played = list(events)
        prefetch_related_objects(played, "by")
        self.corrections = _unseen_corrections(played)
        self.correction = _merge_corrections(self.corrections.get(correction.event), correction)
        self.corrections[correction.event] = self.correction
        self.new_answers: dict[Address, tuple[Any, ...]] = {}
        for correction_made in self.corrections.values():
            self.new_answers |= correction_made.answers
        self.steps = self._find_steps(played)
        self.played, self.present = played, present
        read = (event.payload.get("who", {}) for event in played if event.audience != "gm")
        self.names_read = {key: row["name"] for who in read for key, row in who.items()}
        self.scene = self._as_read(scenes.under_lock(pen, encounter))

    def play(self) -> None:
        for number, step in enumerate(self.steps):
            self._settle({_address(event) for event in self.steps[number:]}, step)
            if self.questions:
                return
            self._do(step)
        self._settle(set(), None)

    @property
    def lost_steps(self) -> list[ReplayedStep]:
        return [redone for redone in self.decided if redone.new is None]

    @property
    def is_unseen(self) -> bool:
        """True if a replay changes nothing that anybody but game masters has seen or read."""
        originals = _events_for_others(self.played)
        recorded = (event for event in self.pen.events if event.undoes is None)
        return bool(originals) and not self.overrides and originals == _events_for_others(recorded)

    def _find_steps(self, events: Iterable[Event]) -> list[Event]:
        steps: list[Event] = []
        for event in events:
            if event.kind == "taken_back":
                steps = [step for step in steps if _address(step) != _address(event)]
            elif event.encounter == self.encounter and "faces" in event.payload:
                self.closings[event.payload["exchange"]] = event
            elif event.kind == timers.OVER and event.encounter == self.encounter:
                self.timer_ends.setdefault(event.changes[0][1], []).append(event)
            elif event.kind == KEPT and event.encounter == self.encounter:
                self.earlier_overrides.setdefault(event.payload["exchange"], event)
            elif event.kind not in _NOTES:
                steps.append(event)
        return steps

    @cached_property
    def pool(self) -> dict[Address, Event]:
        """All recorded answers of the encounter, by exchange and request."""
        recorded = Event.objects.filter(campaign=self.pen.campaign, encounter=self.encounter)
        events = recorded.filter(kind__in=("answered", RETHROWN)).select_related("by").order_by("seq")
        return {_address(event): event for event in events}

    def _do(self, step: Event) -> None:
        is_corrected = step.token == self.correction.event
        if is_corrected:
            self.corrected_scene = self.scene
            self.exchange = str(step.payload.get("exchange", step.token))
        try:
            if step.encounter != self.encounter or not (is_act(step) or step.kind in DECIDED):
                self._write(step)
            elif step.kind == "answered":
                self._answer_again(step)
            elif step.kind in prepare_timers.KINDS and step.encounter == self.encounter:
                self._apply((prepare_timers.set_again(self.system, self.scene, step),), step)
            elif step.kind == "confirmed":
                self._confirm_again(step)
            else:
                correction = self.corrections.get(step.token)
                self._decide(_correct_action(step, correction) if correction else _rebuild_action(step), step)
        except RulesError as error:
            self.decided.append(ReplayedStep(step, None, error.text))

    def _settle(self, upcoming: set[Address], step: Event | None) -> None:
        """Answer every open request whose answer is recorded, unless a later event of the replay answers it.

        Requests that were left open at this point the first time stay open.
        """
        while True:
            pair = self._next_answer(upcoming, step)
            if pair is not None:
                self._decide(*pair)
            elif not self._end_by_override():
                return

    def _end_by_override(self) -> bool:
        question = next((question for question in self.questions if question.exchange in self.overrides), None)
        if question is None or not self._apply_override(self.overrides[question.exchange], over=True):
            return False
        self.questions.remove(question)
        return True

    def _apply_override(self, override: overrides.Override, *, over: bool = False) -> bool:
        """Keep a roll as it was played; if that is impossible, the new result stands, and the page says why."""
        exchange = self.scene.exchanges[override.exchange]
        try:
            events = overrides.override_events(self.system, self.scene, exchange, override, over=over)
        except RulesError:
            return False
        self.overrides[override.exchange] = override
        self._apply(events, None if over else override.step)
        return True

    def _next_answer(self, upcoming: set[Address], step: Event | None) -> tuple[Action, Event | None] | None:
        scene_then = self.present if step is None else self.scenes.get(step.pk, self.present)
        if scene_then.state == self.scene.state and scene_then.sheets == self.scene.sheets:
            return None  # this request also came up then, and was left open
        for prompt in exchanges.waiting_on(self.system, self.scene):
            key = prompt.request.key if prompt.request else prompt.kind
            address = (prompt.exchange, key)
            if not prompt.exchange or address in upcoming or address in self._open_addresses(scene_then):
                continue
            if prompt.request is None:
                return Action("confirm", "gm", {"exchange": prompt.exchange}, self.pen.seat.token, gm=True), None
            pair = self._known_answer(prompt.exchange, prompt.request)
            if pair is not None:
                return pair
            self.questions.append(Question(prompt.exchange, prompt.request))
            return None
        return None

    def _open_addresses(self, scene: Scene) -> set[Address]:
        prompts = exchanges.waiting_on(self.system, scene)
        return {
            (prompt.exchange, prompt.request.key if prompt.request else prompt.kind)
            for prompt in prompts
            if prompt.exchange
        }

    @cached_property
    def scenes(self) -> dict[int, Scene]:
        """The scene before each event, as far back as the recorded changes can be reverted."""
        result: dict[int, Scene] = {}
        scene = self.present
        for event in reversed(self.played):
            with suppress(Stale):
                scene = scene.with_changes(change.inverse for change in reversed(event.written))
            result[event.pk] = scene
        return result

    def _known_answer(self, exchange: str, request: Request) -> tuple[Action, Event | None] | None:
        address = (exchange, request.key)
        values = self.new_answers.get(address)
        if values is not None and request.accepts(values):
            return self._answer(request, exchange, values, self.pen.seat.token, real=isinstance(request, Roll)), None
        if isinstance(request, Roll):
            faces = spare_dice.spare_faces(self.scene, self.scene.exchanges[exchange], request)
            if faces is not None:
                return self._answer(request, exchange, faces, ""), None
        event = self.pool.get(address)
        if event is None or not request.accepts(event.payload["values"]):
            return None
        real = event.payload.get("real")
        return self._answer(request, exchange, event.payload["values"], real or _seat_of(event), real=bool(real)), event

    def _answer_again(self, step: Event) -> None:
        exchange, key = _address(step)
        prompts = exchanges.waiting_on(self.system, self.scene)
        requests = (
            prompt.request
            for prompt in prompts
            if prompt.exchange == exchange and prompt.request and prompt.request.key == key
        )
        request = next(requests, None)
        if request is None:
            return  # not requested any more, or not yet: if it is later, its answer is recorded
        values, real = step.payload["values"], step.payload.get("real")
        corrected = self.new_answers.get((exchange, key))
        if corrected is not None and list(corrected) != list(values):
            values, real = list(corrected), self.pen.seat.token if isinstance(request, Roll) else None
        if request.accepts(values):
            self._decide(self._answer(request, exchange, values, real or _seat_of(step), real=bool(real)), step)

    def _answer(self, request: Request, exchange: str, values: Iterable[Any], by: str, *, real: bool = False) -> Action:
        args = {"exchange": exchange, "key": request.key, "values": list(values), "real": real}
        return Action("answer", request.whose, args, by, gm=True)

    def _confirm_again(self, step: Event) -> None:
        """Repeat a confirmation: the game master's edits apply only if the effects are still those they saw."""
        exchange = step.payload["exchange"]
        confirmed = step.changes[0][3]
        args: dict[str, Any] = {"exchange": exchange}
        result = self.scene.exchanges.get(exchange)
        if result and to_json(exchanges.proposal(self.system, self.scene, result)) == step.payload["proposed"]:
            args["effects"] = confirmed["effects"]
        self._decide(Action("confirm", "gm", args, confirmed["by"], gm=True), step)

    def _decide(self, action: Action, step: Event | None) -> None:
        if action.kind == "answer" and action.args["exchange"] == self.exchange:
            self._remember(action)
        events = decide.decide(self.system, self.scene, action)
        self.replaced_results |= overrides.outcomes_without(self.system, self.scene, action, events)
        self._apply(events, step)
        if action.id in self.scene.exchanges and action.id not in self.opened_scenes:
            self.opened_scenes[action.id] = self.scene
            if override := overrides.find_override(self, action.id):
                self._apply_override(override)

    def _apply(self, events: Iterable[SceneEvent], step: Event | None) -> None:
        first, *closings = events
        self._record(first, step if step is not None and step.kind != RETHROWN else None)
        for event in closings:
            self._record(event, self._find_original(event))
        self.pen.record(*unseen_hits.public_events(self.system, (first, *closings)), encounter=self.encounter)
        self.pen.record(
            *unseen_hits.own_events(self.pen, self.system, self.scene, (first, *closings)), encounter=self.encounter
        )
        self.scene = self._as_read(scenes.after_events(self.pen, self.scene, (first, *closings)))

    def _remember(self, action: Action) -> None:
        prompts = exchanges.waiting_on(self.system, self.scene)
        requests = (prompt.request for prompt in prompts if prompt.exchange == self.exchange and prompt.request)
        request = next((roll for roll in requests if roll.key == action.args["key"]), None)
        if request is not None:
            self.corrected_answers.append((request, tuple(action.args["values"])))

    def _find_original(self, event: SceneEvent) -> Event | None:
        if event.kind == timers.OVER:
            return next(iter(self.timer_ends.pop(event.changes[0].path, ())), None)
        return self.closings.get(str(event.payload.get("exchange", "")))

    def _record(self, event: SceneEvent, old: Event | None) -> None:
        if old is not None and "kept_by" in event.payload:
            # A kept roll happened to its original target, so its title names that one.
            event = replace(event, payload={**event.payload, "told": old.payload.get("told", {})})
        redone = ReplayedStep(old, event)
        self.decided.append(redone)
        if old is not None:
            payload = {**event.payload, ("replays" if redone.is_same else "corrects"): old.token}
            event = replace(event, payload=payload)
        self.pen.record(event, encounter=self.encounter, again=old)

    def _write(self, step: Event) -> None:
        """Repeat a change that no rule decided, such as an edit of a sheet. Raises ``Stale``."""
        written: dict[str, Any] = {}
        changes = []
        for row in step.changes:
            change = self._rebase(step, Change(*row), written)
            written[change.subject] = change.on(written.get(change.subject, self.pen.read(change.subject)))
            changes.append(change)
        payload = {**step.payload, "replays": step.token}
        by = step.by.token if step.by else ""
        event = SceneEvent(step.kind, by, step.for_fighter, tuple(changes), step.audience, payload)
        self.decided.append(ReplayedStep(step, event))
        self.pen.record(event, encounter=step.encounter, again=step)
        self.scene = self._as_read(scenes.under_lock(self.pen, self.encounter))

    def _as_read(self, scene: Scene) -> Scene:
        """The scene in which fighters hidden at present have the names that the table has read."""
        names = {key: name for key, name in self.names_read.items() if key in self.present.hidden}
        changed = [key for key, row in scene.fighters.items() if row.shown_name != names.get(key, row.shown_name)]
        return scene.with_changes(scene.change(f"fighters.{key}.public_name", names[key]) for key in changed)

    def _rebase(self, step: Event, change: Change, written: Mapping[str, Any]) -> Change:
        """Rebase a change: a step applies to the present value; anything else must replace what it replaced."""
        by = step.delta.get(f"{change.subject} {change.path}")
        if by is None or change.subject in written or self.pen.value(change.subject, change.path) == change.before:
            return change
        return inversion.add_to_number(self.pen, change.subject, change.path, by)


def _events_for_others(events: Iterable[Event]) -> list[tuple[Any, ...]]:
    """The events that anybody but game masters reads, with all their sentences and their author."""
    return [
        (event.kind, event.audience, event.encounter, event.for_fighter, event.by_id, _lasting_payload(event))
        for event in events
        if event.audience != "gm"
    ]


def _lasting_payload(event: Event) -> dict[str, Any]:
    return {key: value for key, value in event.payload.items() if key not in _UNREPEATED}


def _address(event: Event) -> Address:
    return str(event.payload.get("exchange", "")), str(event.payload.get("key", event.kind))


def is_act(event: Event) -> bool:
    """True if an event is an act decided by the rules, so that a correction may change it."""
    return bool(event.encounter) and "action" in event.payload and "faces" not in event.payload


def _seat_of(event: Event) -> str:
    return event.by.token if event.by else ""


def _is_gm(event: Event) -> bool:
    return event.by is None or event.by.is_gm


def _rebuild_action(event: Event) -> Action:
    by, gm, token = _seat_of(event), _is_gm(event), str(event.payload.get("exchange", event.token))
    if event.kind == "adjust":
        subject, path, _before, after = event.changes[0]
        given = {"character": subject.partition(":")[2], "path": path, "value": after}
        return Action("adjust", "gm", {**given, "reason": event.payload["reason"]}, by, gm, token)
    if event.kind == "next":  # an unseen call is repeated unseen
        unseen = {"unseen": True} if event.audience == "gm" else {}
        joining = {"joining": event.payload["called"]} if "joining" in event.payload else {}
        in_sight = {"in_sight": True} if "in_sight" in event.payload else {}
        return Action("next", "gm", {**unseen, **joining, **in_sight}, by, gm, token)
    if event.kind in ENGINE:
        args = {"fighter": event.for_fighter} if event.for_fighter else {}
        return Action(event.kind, "gm", args, by, gm, token)
    action = event.payload["action"]
    return Action(action["kind"], action["actor"], action["args"], by, gm, token)


def _correct_action(event: Event, correction: Correction) -> Action:
    """The corrected act. Raises ``Refused`` for a kind that answers a prompt or steers a fight."""
    action = _rebuild_action(event)
    if correction.kind in decide.ENGINE_ACTIONS:
        raise Refused(_("This cannot be done now."), "kind")
    return replace(action, kind=correction.kind, args=dict(correction.args), gm=True) if correction.kind else action


def action_of(event: Event) -> Action | None:
    """The action behind an event, ready to be decided again; ``None`` if no rule decided it."""
    if event.kind == "answered":
        args = {key: event.payload[key] for key in ("exchange", "key", "values")}
        real = event.payload.get("real")
        return Action("answer", event.for_fighter, {**args, "real": bool(real)}, real or _seat_of(event), True)
    if event.kind == "confirmed":
        confirmed = event.changes[0][3]
        args = {"exchange": event.payload["exchange"], "effects": confirmed["effects"]}
        return Action("confirm", "gm", args, confirmed["by"], gm=True)
    return _rebuild_action(event) if is_act(event) or event.kind in ENGINE else None
