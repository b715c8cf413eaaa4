"""`manage.py duel GAME A B`: two sheets fight each other many times, automatically."""

from __future__ import annotations

import random
import secrets
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.core.management import BaseCommand, CommandError

from rules.autoplay.duel import Ending, Stalemate, duel
from rules.core.errors import BadSheet
from rules.core.game import Game
from rules.core.paths import Data
from rules.core.script import Roll
from rules.core.text import Text, _
from rules.management import asked
from rules.management.speak import decimal, percent, say

MOST_TIMES = 100_000
MOST_ROUNDS = 200


class Command(BaseCommand):
    """Play a duel many times and print how often each side won."""

    help = "Let two sheets fight each other many times, and print who won how often and in how many rounds."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("a", help="a TOML file, or the name of a ready-made sheet")
        parser.add_argument("b", help="the same, for the other side")
        parser.add_argument("--times", type=int, default=100)
        parser.add_argument("--rounds", type=int, default=40, help="after so many nobody has won")
        parser.add_argument("--seed", type=int, help="play the same duels again")

    def handle(self, *args: Any, **options: Any) -> None:
        system = asked.game(options["game"])
        first, other = both(system, options["a"], options["b"])
        for option, most in (("times", MOST_TIMES), ("rounds", MOST_ROUNDS)):
            if not 1 <= options[option] <= most:
                raise CommandError(say(_("--%(option)s: from 1 to %(most)s.", option=option, most=most)))
        seed = options["seed"] if options["seed"] is not None else secrets.randbelow(1_000_000)
        seeds = (f"{seed}/{number}" for number in range(options["times"]))
        endings = [fight(system, first, other, dice, options["rounds"]) for dice in seeds]
        names = {"a": options["a"], "b": options["b"], "": say(_("neither"))}
        self.stdout.write("\n".join([*lines(endings, names), say(_("Seed: %(seed)s", seed=seed))]))


def both(system: Game, *names: str) -> tuple[Data, ...]:
    """The two sheets. Raises ``CommandError`` with the problems of both."""
    sheets, wrong = [], list[Text]()
    for name in names:
        try:
            sheets.append(asked.sheet(system, name))
        except BadSheet as error:
            wrong += error.problems
    if wrong:
        raise CommandError("\n".join(say(problem) for problem in dict.fromkeys(wrong)))
    return tuple(sheets)


def fight(system: Game, one: Data, other: Data, seed: str, most_rounds: int) -> Ending:
    """One duel with the dice of a seed. Raises ``CommandError`` if it gets stuck."""
    source = random.Random(seed)

    def throw(roll: Roll) -> list[int]:
        return [source.randint(1, roll.dice.sides) for _die in range(roll.dice.count)]

    try:
        return duel(system, one, other, throw, most_rounds=most_rounds)
    except Stalemate as error:
        raise CommandError(say(_("The duel of seed %(seed)s is stuck: %(why)s.", seed=seed, why=str(error)))) from error


def lines(endings: list[Ending], names: Mapping[str, str]) -> list[str]:
    won = Counter(ending.winner for ending in endings)
    rounds = [ending.rounds for ending in endings]
    shares = [(names[side], Fraction(won[side], len(endings))) for side in names]
    mean = decimal(Fraction(sum(rounds), len(rounds)))
    return [
        *(f"{name:<24} {share!s:>12} {percent(share):>10}" for name, share in shares),
        say(_("Rounds: %(mean)s on average, %(least)s to %(most)s", mean=mean, least=min(rounds), most=max(rounds))),
    ]
