"""`manage.py checkgame KEY`: what a game still lacks, in sentences, and the level it has reached."""

from __future__ import annotations

import gettext
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from django.core.management import BaseCommand, CommandError

from rules import registry
from rules.core.errors import Unreadable
from rules.core.text import Text, _
from rules.management.speak import say
from rules.packs import Pack
from rules.testing import laws

STEPS, MOST_FIGHTS = 40, 1000
LEVELS = (_("loads"), _("plays"), _("explained"), _("proved"))


class Command(BaseCommand):
    """Run the laws of every game on one of them."""

    help = "Play a game at random, look for what it lacks, and say its level: plays, explained, proved."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--fights", type=int, default=20, help="so many are played at random (20)")

    def handle(self, *args: Any, **options: Any) -> None:
        pack = _pack(options["game"])
        fights = max(1, min(MOST_FIGHTS, options["fights"]))
        reached = 0
        for level, lacks in enumerate((_plays(pack, fights), _explained(pack), _proved(pack)), 1):
            missing = list(dict.fromkeys(say(text) for text in lacks))
            self.stdout.write("\n".join(f"- {line}" for line in missing) if missing else say(LEVELS[level]))
            if not missing and reached == level - 1:
                reached = level
        self.stdout.write(say(_("Level: %(level)s", level=LEVELS[reached])))
        if not reached:
            raise CommandError(say(_("This game does not play yet.")))


def _pack(key: str) -> Pack:
    try:
        return registry.pack(key)
    except Unreadable as error:
        why = next((row.why for row in registry.outside().left_out if row.name in (key, f"{key}.toml")), error.text)
        raise CommandError(say(why)) from error


def _plays(pack: Pack, fights: int) -> Iterator[Text]:
    kinds = {row["kind"] for row in pack.samples.values()}
    if kinds != {"pc", "npc"}:
        yield _("A ready-made character and a ready-made opponent are needed to play.")
        return
    if pack.game.ending not in {act.kind for act in pack.game.acts}:
        yield _("No act ends a fight.")
    wrong = ((seed, laws.broken(partial(_fought, pack, seed))) for seed in range(fights))
    number, first = next(((seed, text) for seed, text in wrong if text is not None), (0, None))
    if first is not None:
        yield _("Fight %(number)s: %(wrong)s", number=number, wrong=first)


def _fought(pack: Pack, seed: int) -> None:
    random = Random(f"{pack.game.key}/{seed}")
    laws.held(pack.game, laws.fight(pack, random.choice), lambda rows: random.choice(list(rows)), STEPS)


def _explained(pack: Pack) -> Iterator[Text]:
    if pack.game.about is None:
        yield _("A few words about the game are missing (about).")
    french = _french(pack)
    bare = [text for text in laws.sentences(pack) if text.context and not french(text)]
    if bare:
        first = ", ".join(dict.fromkeys(str(text) for text in bare[:5]))
        yield _("Without French words: %(words)s", words=first)


class _Missing(gettext.NullTranslations):
    """Says nothing of a sentence that no catalogue has."""

    def gettext(self, message: str) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


def _french(pack: Pack) -> Callable[[Text], str]:
    """The French of a sentence of a game, empty where it has none."""
    if pack.folder is None:
        return lambda text: pack.words.get("fr", {}).get(text.msgid, "")
    catalogue = gettext.translation("django", pack.folder / "locale", ["fr"], fallback=True)
    catalogue.add_fallback(_Missing())

    def spoken(text: Text) -> str:
        context = text.context.partition(" ")[2]
        return catalogue.pgettext(context, text.msgid) if context else catalogue.gettext(text.msgid)

    return spoken


def _proved(pack: Pack) -> Iterator[Text]:
    compared = 0
    for check in laws.checks(pack):
        try:
            compared += laws.priced(pack.game, check)
        except laws.Broken as error:
            yield error.text
    if not compared:
        yield _("No test has odds that could be compared with its throws.")
