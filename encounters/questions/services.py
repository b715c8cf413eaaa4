"""The writes of questions: one is asked, answered, closed and put away."""

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
from encounters.questions.questions import ANSWER, ASKED, MASTER, QUESTION, answers, is_asked
from rules.character.sheet import Field
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.json_codec import to_json
from rules.core.scene import Change, Event
from rules.core.text import Text, _

ANSWERED, CLOSED = "question_answered", "question_closed"
LEAST_OPTIONS, MOST_OPTIONS, MOST_LETTERS = 2, 10, 80
TEXT = Field("text", _("Question"), "note", required=True, most=300)
REPLY = Field("text", _("Your answer"), "note", required=True, most=300)


@journal.command
def ask(pen: Pen, *, text: str, to: Collection[str], options: str = "", reader: str = ASKED) -> None:
    """Ask several players; ``options`` are lines to choose from, none of them for an answer in words.

    Raises ``Unreadable`` for what cannot be asked, ``Refused`` for somebody who is no player here.
    """
    check_gm(pen.seat)
    items.check_room(pen, QUESTION)
    words, rows = TEXT.read(text), _options(options)
    asked = [player.token for player in players(pen.campaign) if player.token in to]
    if not asked:
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
        "asked": dict.fromkeys(asked, True),
        "reader": reader,
    }
    changes = [Change(subject, path, None, value) for path, value in question.items() if value is not None]
    _record(pen, "question_asked", changes, "gm", _("A question is asked: %(text)s", text=words))


@journal.command
def answer(pen: Pen, *, question: str, said: str) -> None:
    """Answer a question one is asked, or answer anew while it is open; the last of all answers closes it.

    Raises ``Stale`` for one that is closed or not asked of this seat, ``Unreadable`` for no answer.
    """
    subject = f"{QUESTION}:{question}"
    now = pen.read(subject)
    if not is_asked(now, pen.seat.token) or now.get("closed"):
        raise Stale(_("This question is no longer open."))
    if "options" in now and said not in now["options"]:
        raise Unreadable(_("This choice is not offered."), "said")
    words = now["options"][said] if "options" in now else REPLY.read(said)
    given = {item.data["whose"]: item for item in answers(pen.campaign) if item.data["name"] == question}
    own = given.get(pen.seat.token)
    # Without the words: they are sealed, and the journal of a game master would tell.
    sentence = _("%(player)s has answered a question", player=pen.seat.name)
    _record(pen, ANSWERED, _written(pen, own, question, words), pen.seat.circle, sentence)
    present = {player.token for player in players(pen.campaign)}
    if (present & now["asked"].keys()) <= given.keys() | {pen.seat.token}:
        _close(pen, subject, _("All answers are in: %(text)s", text=now["text"]))


def check_sealed(pen: Pen, event: Recorded) -> tuple[Change, ...]:
    """No change to the undo of an answer; raises ``Refused`` for a player once the answers are open to be read."""
    subjects = {change.subject for change in event.written if change.subject.startswith(f"{ANSWER}:")}
    asked = (f"{QUESTION}:{pen.value(subject, 'name')}" for subject in subjects)
    is_open = event.kind == CLOSED or any(pen.read(question).get("closed") for question in asked)
    if is_open and not pen.seat.is_gm:
        raise Refused(_("The answers are open now: yours stays."))
    return ()


@journal.command
def close(pen: Pen, *, question: str) -> None:
    """Open the answers that are in; whoever has not answered no longer can."""
    subject, now = _asked(pen, question)
    if now.get("closed"):
        raise Refused(_("This question is closed."))
    _close(pen, subject, _("A question is closed: %(text)s", text=now["text"]))


@journal.command
def remove(pen: Pen, *, question: str) -> None:
    """Put a question away with its answers, each of which goes in an event of its own circle."""
    subject, now = _asked(pen, question)
    _record(
        pen,
        "question_removed",
        items.removal(subject, now),
        "gm",
        _("A question is put away: %(text)s", text=now["text"]),
    )
    for item in answers(pen.campaign):
        if item.data["name"] == question:
            changes = tuple(items.removal(item.subject, pen.read(item.subject)))
            pen.record(Event("answer_removed", pen.seat.token, "", changes, f"seat:{item.data['whose']}"))


def _asked(pen: Pen, question: str) -> tuple[str, Plain]:
    check_gm(pen.seat)
    subject = f"{QUESTION}:{question}"
    return subject, items.standing(pen, subject)


def _close(pen: Pen, subject: str, sentence: Text) -> None:
    _record(pen, CLOSED, [Change(subject, "closed", None, True)], "gm", sentence)


def _written(pen: Pen, own: PartyItem | None, question: str, words: str) -> list[Change]:
    if own is not None:
        before = pen.value(own.subject, "text")
        return [Change(own.subject, "text", before, words)] if before != words else []
    subject = f"{ANSWER}:{new_token()}"
    pen.begin(subject)
    row = {"name": question, "whose": pen.seat.token, "text": words}
    return [Change(subject, path, None, value) for path, value in row.items()]


def _record(pen: Pen, kind: str, changes: Collection[Change], circle: str, sentence: Text) -> None:
    if changes:
        payload = {"told": {"gm" if circle == "gm" else "table": to_json(sentence)}}
        pen.record(Event(kind, pen.seat.token, "", tuple(changes), circle, payload))


def _options(written: str) -> dict[str, str]:
    """The lines to choose from, by keys; none where nothing is written. Raises ``Unreadable``."""
    lines = list(dict.fromkeys(line.strip() for line in written.splitlines() if line.strip()))
    if not lines:
        return {}
    if not LEAST_OPTIONS <= len(lines) <= MOST_OPTIONS:
        words = {"least": LEAST_OPTIONS, "most": MOST_OPTIONS}
        raise Unreadable(_("From %(least)s to %(most)s choices, one a line.", **words), "options")
    if any(len(line) > MOST_LETTERS for line in lines):
        raise Unreadable(_("A choice has %(most)s letters at most.", most=MOST_LETTERS), "options")
    field = Field("options", _("Choices"), "text", most=MOST_LETTERS)
    return {f"o{number}": str(field.read(line)) for number, line in enumerate(lines, 1)}
