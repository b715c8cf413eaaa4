"""Commands of questions: ask, answer, close and remove."""

from __future__ import annotations

from collections.abc import Collection

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.journal.subjects import Plain
from campaigns.models import Event as Recorded
from campaigns.models import new_token
from campaigns.seats.access import check_gm
from campaigns.seats.players import check_players, players
from encounters.models import PartyItem
from encounters.party import items
from encounters.questions.questions import ANSWER, ASKED, MASTER, QUESTION, is_asked, list_answers
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.scene import Change, Event
from rules.core.text import Text, _

ANSWERED, CLOSED = "question_answered", "question_closed"
LEAST_OPTIONS, MOST_OPTIONS, MOST_LETTERS = 2, 10, 80
TEXT = Field("text", _("Question"), "note", required=True, most=300)
REPLY = Field("text", _("Your answer"), "note", required=True, most=300)


@journal.command
def ask(pen: Pen, *, text: str, to: Collection[str], options: str = "", reader: str = ASKED) -> None:
    """Ask several players; ``options`` has an option on each line, or is empty for a free text.

    Raises ``Unreadable`` for an invalid question, ``Refused`` for a seat that is not a player's.
    """
    check_gm(pen.seat)
    items.check_room(pen, QUESTION)
    words, rows = TEXT.read(text), _read_options(options)
    receivers = [player.token for player in players(pen.campaign) if player.token in to]
    if not receivers:
        raise Unreadable(_("Say who is asked."), "to")
    check_players(pen.campaign, to)
    if reader not in (ASKED, MASTER):
        raise Unreadable(_("This choice is not offered."), "reader")
    subject = f"{QUESTION}:{new_token()}"
    pen.begin(subject)
    question = {
        "name": QUESTION,
        "text": words,
        "options": rows or None,
        "asked": dict.fromkeys(receivers, True),
        "reader": reader,
    }
    changes = [Change(subject, path, None, value) for path, value in question.items() if value is not None]
    _record(pen, "question_asked", changes, "gm", _("A question is asked: %(text)s", text=words))


@journal.command
def answer(pen: Pen, *, question: str, reply: str) -> None:
    """Answer an open question, or replace the answer given; the last missing answer closes the question.

    Raises ``Stale`` if it is closed or was not asked of this seat, ``Unreadable`` for an invalid answer.
    """
    subject = f"{QUESTION}:{question}"
    state = pen.read(subject)
    if not is_asked(state, pen.seat.token) or state.get("closed"):
        raise Stale(_("This question is no longer open."))
    if "options" in state and reply not in state["options"]:
        raise Unreadable(_("This choice is not offered."), "said")
    words = state["options"][reply] if "options" in state else REPLY.read(reply)
    answered = {item.data["whose"]: item for item in list_answers(pen.campaign) if item.data["name"] == question}
    own = answered.get(pen.seat.token)
    # Without the text: it is sealed, and the game master's journal would reveal it.
    sentence = _("%(player)s has answered a question", player=pen.seat.name)
    _record(pen, ANSWERED, _write_answer(pen, own, question, words), pen.seat.circle, sentence)
    present = {player.token for player in players(pen.campaign)}
    if (present & state["asked"].keys()) <= answered.keys() | {pen.seat.token}:
        _close(pen, subject, _("All answers are in: %(text)s", text=state["text"]))


def check_sealed(pen: Pen, event: Recorded) -> tuple[Change, ...]:
    """Let an answer be undone with no further changes. Raises ``Refused`` for a player once the answers are open."""
    subjects = {change.subject for change in event.written if change.subject.startswith(f"{ANSWER}:")}
    asked = (f"{QUESTION}:{pen.value(subject, 'name')}" for subject in subjects)
    is_open = event.kind == CLOSED or any(pen.read(question).get("closed") for question in asked)
    if is_open and not pen.seat.is_gm:
        raise Refused(_("The answers are open now: yours stays."))
    return ()


@journal.command
def close(pen: Pen, *, question: str) -> None:
    """Close a question: the answers given are opened, and nobody can answer any more."""
    subject, state = _find_question(pen, question)
    if state.get("closed"):
        raise Refused(_("This question is closed."))
    _close(pen, subject, _("A question is closed: %(text)s", text=state["text"]))


@journal.command
def remove(pen: Pen, *, question: str) -> None:
    """Remove a question and its answers, each answer by an event for its own circle."""
    subject, state = _find_question(pen, question)
    _record(
        pen,
        "question_removed",
        items.removal_changes(subject, state),
        "gm",
        _("A question is put away: %(text)s", text=state["text"]),
    )
    for item in list_answers(pen.campaign):
        if item.data["name"] == question:
            changes = tuple(items.removal_changes(item.subject, pen.read(item.subject)))
            pen.record(Event("answer_removed", pen.seat.token, "", changes, f"seat:{item.data['whose']}"))


def _find_question(pen: Pen, question: str) -> tuple[str, Plain]:
    check_gm(pen.seat)
    subject = f"{QUESTION}:{question}"
    return subject, items.find(pen, subject)


def _close(pen: Pen, subject: str, sentence: Text) -> None:
    _record(pen, CLOSED, [Change(subject, "closed", None, True)], "gm", sentence)


def _write_answer(pen: Pen, own: PartyItem | None, question: str, words: str) -> list[Change]:
    if own is not None:
        before = pen.value(own.subject, "text")
        return [Change(own.subject, "text", before, words)] if before != words else []
    subject = f"{ANSWER}:{new_token()}"
    pen.begin(subject)
    row = {"name": question, "whose": pen.seat.token, "text": words}
    return [Change(subject, path, None, value) for path, value in row.items()]


def _record(pen: Pen, kind: str, changes: Collection[Change], circle: str, sentence: Text) -> None:
    if changes:
        pen.tell(kind, changes, circle, sentence)


def _read_options(written: str) -> dict[str, str]:
    """The options written on separate lines, by key; empty for an empty text. Raises ``Unreadable``."""
    lines = list(dict.fromkeys(line.strip() for line in written.splitlines() if line.strip()))
    if not lines:
        return {}
    if not LEAST_OPTIONS <= len(lines) <= MOST_OPTIONS:
        words = {"least": LEAST_OPTIONS, "most": MOST_OPTIONS}
        raise Unreadable(_("From %(least)s to %(most)s choices, one per line.", **words), "options")
    if any(len(line) > MOST_LETTERS for line in lines):
        raise Unreadable(_("A choice has %(most)s letters at most.", most=MOST_LETTERS), "options")
    field = Field("options", _("Choices"), "text", most=MOST_LETTERS)
    return {f"o{number}": str(field.read(line)) for number, line in enumerate(lines, 1)}
