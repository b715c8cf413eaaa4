"""`manage.py checkgame KEY`: what a game still lacks, and the level it has reached."""

from __future__ import annotations

import gettext
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from rules import registry
from rules.core.errors import Unreadable
from rules.core.text import Text, _
from rules.management.levels import LEVELS, write
from rules.management.places import places_in, sentences_in
from rules.management.proofs import proofs
from rules.management.speak import say
from rules.packs import Pack
from rules.testing import golden, laws, twins
from rules.testing.play import Pick

STEPS, FIGHTS, MOST_FIGHTS, MOST_RATTLED = 40, 20, 1000, 5
TWINS, TWIN_STEPS = 1, 40


class Command(BaseCommand):
    """Run the laws of every game on one of them."""

    help = "Play a game at random, look for what it lacks, and say its level: plays, explained, proved, hardened."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("--golden", type=Path, help="a folder of fights that were kept; of a package tests/fights")
        parser.add_argument("--fights", type=int, default=FIGHTS, help=f"so many are played at random ({FIGHTS})")

    def handle(self, *args: Any, **options: Any) -> None:
        pack = _pack(options["game"])
        fights = max(1, min(MOST_FIGHTS, options["fights"]))
        reached = 0
        proved = chain(_proved(pack), _golden(pack, options["golden"]))
        rows = (_plays(pack, fights), _explained(pack), proved, _hardened(pack, fights))
        for level, lacks in enumerate(rows if pack.samples else rows[:1], 1):
            missing = list(dict.fromkeys(say(text) for text in lacks))
            self.stdout.write("\n".join(f"- {line}" for line in missing) if missing else say(LEVELS[level]))
            if not missing and reached == level - 1:
                reached = level
        self.stdout.write(say(_("Level: %(level)s", level=LEVELS[reached])))
        if options["game"] not in registry.GAMES and fights >= FIGHTS:
            self._keep(pack, reached)
        if not reached:
            raise CommandError(say(_("This game does not play yet.")))

    def _keep(self, pack: Pack, level: int) -> None:
        try:
            write(settings.VAR, pack, level)
        except OSError as error:
            self.stderr.write(say(_("The level could not be kept for the site: %(why)s", why=str(error.strerror))))


def _pack(key: str) -> Pack:
    try:
        return registry.pack(key)
    except Unreadable as error:
        why = next(
            (row.why for row in registry.outside_packs().left_out if row.name in (key, f"{key}.toml")), error.text
        )
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
    pick = _chance(pack, seed)
    laws.held(pack.game, laws.fight(pack, pick), pick, STEPS)


def _chance(pack: Pack, seed: object) -> Pick:
    random = Random(f"{pack.game.key}/{seed}")
    return lambda rows: random.choice(list(rows))


def _explained(pack: Pack) -> Iterator[Text]:
    if pack.game.about is None:
        yield _("A few words about the game are missing (about).")
    if not pack.game.version and pack.game.kit:
        yield _("It has no version, so nothing open is closed when its rules change (version).")
    french = _french(pack)
    texts = [*laws.sentences(pack), *(sentences_in(pack.folder, pack.game.key) if pack.folder else ())]
    bare = [text for text in texts if text.context and not french(text)]
    if bare:
        first = ", ".join(dict.fromkeys(str(text) for text in bare[:5]))
        yield _("Without French words: %(words)s", words=first)


class _Missing(gettext.NullTranslations):
    """A catalogue without sentences, so that a missing translation is empty."""

    def gettext(self, message: str) -> str:
        return ""

    def pgettext(self, context: str, message: str) -> str:
        return ""


def _french(pack: Pack) -> Callable[[Text], str]:
    if pack.folder is None or pack.words:
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


def _golden(pack: Pack, folder: Path | None) -> Iterator[Text]:
    """The problems of recorded fights that end differently under the present rules."""
    if folder is None and pack.folder is not None:
        folder = pack.folder.parent / "tests/fights"
    for path in sorted(folder.glob("*.json"))[:MOST_FIGHTS] if folder is not None else ():
        if wrong := laws.broken(partial(golden.replayed, pack.game, path.read_text("utf-8"))):
            yield _("%(file)s: %(problem)s", file=path.name, problem=wrong)


def _hardened(pack: Pack, fights: int) -> Iterator[Text]:
    yield from filter(None, (laws.broken(partial(laws.names_exist, pack.game, row["data"])) for row in _sheets(pack)))
    for side in ("foe", "pc"):
        for seed in range(TWINS):
            random = Random(f"{pack.game.key}/{side}/{seed}")
            if wrong := laws.broken(partial(twins.held, pack, random, side, TWIN_STEPS)):
                yield _("Somebody hidden: %(wrong)s", wrong=wrong)
    wrongs = (laws.broken(partial(_rattled, pack, seed)) for seed in range(min(fights, MOST_RATTLED)))
    yield from dict.fromkeys(_("Anything sent: %(wrong)s", wrong=wrong) for wrong in wrongs if wrong)
    yield from _unproved(pack)


def _sheets(pack: Pack) -> list[Any]:
    return list(pack.samples.values())


def _rattled(pack: Pack, seed: int) -> None:
    """At some moment of a fight, try acts that are not offered, and arguments that fit no form."""
    pick = _chance(pack, f"rattled {seed}")
    scene = laws.last(pack.game, laws.fight(pack, pick), pick, pick(range(STEPS)))
    laws.refused_unless_offered(pack.game, scene)
    for junk in laws.JUNK:
        laws.done_or_refused(pack.game, scene, partial(_always, junk))


def _always(value: Any, _rows: Any) -> Any:
    return value


def _unproved(pack: Pack) -> Iterator[Text]:
    """The rules of a package that its code does not name, or that none of its tests proves."""
    if pack.folder is None:
        return  # the engine of written games is tested once for all of them, in tests/rules/written
    rules = registry.catalogue(pack.game.key)
    if not rules:
        yield _("No list of its rules (catalogue.toml), so none of them is proved.")
    tests = pack.folder.parent / "tests" if pack.game.key not in registry.GAMES else Path(settings.BASE_DIR) / "tests"
    if not tests.is_dir():
        yield _("Its tests are not beside it: install it where it is written (pip install -e).")
        return
    where, proven = places_in(pack.folder), proofs(tests)
    if pack.game.key not in registry.GAMES:
        yield from _unlisted(where, {rule.id for rule in rules})
    for rule in rules:
        if rule.status == "automated" and rule.id not in where:
            yield _("No code names %(rules)s.", rules=rule.id)
        if rule.played and rule.id not in proven:
            yield _("No test proves %(rule)s: mark it @pytest.mark.rules.", rule=rule.id)


def _unlisted(named: Iterable[str], listed: Collection[str]) -> Iterator[Text]:
    unlisted = [rule for rule in named if rule not in listed]
    if listed and unlisted:
        yield _("Not in the list of its rules (catalogue.toml): %(rules)s.", rules=", ".join(unlisted[:5]))
