"""`manage.py roll GAME CHECK`: one test from a sheet, with real dice or thrown ones."""

from __future__ import annotations

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from rules.core.check import Modifier, Outcome
from rules.core.errors import Unreadable
from rules.core.script import Ask, Request, Value
from rules.core.text import _, plain, signed
from rules.management import asked
from rules.management.speak import say


class Command(BaseCommand):
    """Roll a test and explain each of its numbers."""

    help = "Roll a test of a sheet, and explain every number of it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        asked.add_test_arguments(parser)
        parser.add_argument("--die", help="the faces of real dice, in the order thrown: 12,9")
        parser.add_argument("--seed", type=int, help="throw the same dice again")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"] is None:
            self.stdout.write("\n".join(f"{key:<24} {label}" for key, label in asked.rollable(options)))
            return
        test = asked.test(options)
        hand = Hand(options["die"], options["seed"])
        try:
            effects, _kept = asked.play(test.script, hand.answer)
        except Unreadable as error:
            raise CommandError(say(error.text)) from error
        if hand.faces:
            raise CommandError(say(_("More dice were typed than this test throws.")))
        self.stdout.write(
            "\n".join(lines(str(test.scene.sheets[asked.HERO].get("name", "")), asked.outcome_of(effects)))
        )


class Hand:
    """The answers to a test at a terminal: the faces given, then dice of a seed."""

    def __init__(self, typed: str | None, seed: int | None) -> None:
        self.typed = typed is not None
        self.faces = _faces(typed) if typed is not None else []
        self.source = random.Random(seed)

    def answer(self, request: Request) -> Value:
        """The next dice, or the first open option."""
        if isinstance(request, Ask):
            return tuple(option.key for option in request.options if option.refused is None)[: request.least]
        if not self.typed:
            return tuple(self.source.randint(1, request.dice.sides) for _die in range(request.dice.count))
        if len(self.faces) < request.dice.count:
            missing = _("Another die is needed: %(dice)s, %(asked)s.", dice=str(request.dice), asked=request.label)
            raise Unreadable(missing)
        taken, self.faces = self.faces[: request.dice.count], self.faces[request.dice.count :]
        return tuple(taken)


def lines(name: str, outcome: Outcome) -> list[str]:
    """A result for a terminal: character and test, each term of the chances, the dice, the outcome."""
    target = outcome.check.target
    rows = [f"{name}\u2002—\u2002{say(outcome.check.what)}" if name else say(outcome.check.what)]
    rows += [_term(term, term is target.base) for term in target.lines]
    rows += [f"= {plain(target.total)}"]
    if outcome.faces:
        rows.append(say(_("Dice: %(faces)s", faces=", ".join(map(str, outcome.faces)))))
    return [*rows, say(outcome.label), *(say(note) for note in outcome.notes)]


def _term(term: Modifier, base: bool) -> str:
    number = plain(term.value) if base else signed(term.value)
    line = f"{number:>5}  {say(term.label)}"
    return line if term.ignored is None else f"{line} ({say(term.ignored)})"


def _faces(typed: str) -> list[int]:
    parts = [part.strip() for part in typed.split(",") if part.strip()]
    if not all(part.isascii() and part.isdigit() and len(part) <= 4 for part in parts):
        raise CommandError(say(_("“%(typed)s” is not a list of faces such as 12,9.", typed=typed[:40])))
    return [int(part) for part in parts]
