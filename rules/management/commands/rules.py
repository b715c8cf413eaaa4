"""`manage.py rules GAME [RULE-ID]`: the rules of a game, how far each is played, and the tests that prove it."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from rules.catalogue import Rule
from rules.character.sheet import Field
from rules.core.game import Game
from rules.core.text import Text, _
from rules.management import asked
from rules.management.places import Places, Span, places, symbols
from rules.management.proofs import Proofs, passed_tests, proofs
from rules.management.speak import say
from rules.registry import catalogue

STATUSES = {"automated": _("automated"), "assisted": _("assisted"), "planned": _("planned")}
TIERS = {"base": _("base"), "optional": _("optional"), "advanced": _("advanced")}
SOURCES = {
    "text": _("decided by the rulebook"),
    "found": _("taken from a public source"),
    "assumed": _("a choice of ours"),
}
UNPROVED = _("No test proves it.")
AWAY = _("The tests that prove the rules come with a checkout.")


class Command(BaseCommand):
    """Print the rules of a game with their proofs."""

    help = "Print every rule of a game, how far it is played, by which tests, and the house settings."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game")
        parser.add_argument("rule", nargs="?")

    def handle(self, *args: Any, **options: Any) -> None:
        system = asked.game(options["game"])
        tests = Path(settings.BASE_DIR) / "tests"
        here = (tests / "rules").is_dir()
        rules, named, unnoticed, where = catalogue(system.key), proofs(tests), passed_tests(tests), places(system.key)
        if options["rule"] is None:
            proven = {rule: names for rule, names in named.items() if rule not in unnoticed}
            rows = table(rules, proven, where, symbols(system.key))
            self.stdout.write("\n".join([*rows, "", *house(system), "", *ending(rules, proven, here)]))
            if nowhere := [rule.id for rule in rules if rule.status == "automated" and rule.id not in where]:
                raise CommandError(say(_("No code names %(rules)s.", rules=", ".join(nowhere))))
            return
        wanted = options["rule"].upper()
        rule = next((rule for rule in rules if rule.id == wanted), None)
        if rule is None:
            raise CommandError(say(_("“%(rule)s” is not a rule of this game.", rule=options["rule"][:40])))
        unproved = (AWAY, UNPROVED)[here]
        self.stdout.write("\n".join(describe_rule(rule, system, named, where, unnoticed.get(wanted, ()), unproved)))


def table(rules: tuple[Rule, ...], proven: Proofs, where: Places, lines: Mapping[str, Span]) -> Iterator[str]:
    """One line per rule: its ID, its status, the number of its proofs, its sentence and its files.

    Below it one line per clause: its key, the number of its proofs, its sentence and its place in the code.
    """
    for rule in rules:
        tier = "" if rule.tier == "base" else f" ({say(TIERS[rule.tier])})"
        start = f"{rule.id:<16} {say(STATUSES[rule.status]):<12} {len(proven.get(rule.id, ())):>3}"
        yield f"{start}  {rule.says}{tier}  [{', '.join(where.get(rule.id, ()))}]"
        for clause in rule.clauses:
            count = len(proven.get(rule.named(clause), ()))
            yield f"    /{clause.key:<24} {count:>3}  {clause.says}  [{lines.get(clause.code, '–')}]"


def house(system: Game) -> Iterator[str]:
    yield say(_("House settings"))
    for path, field in system.settings().walk():
        yield f"{path:<44} {say(shown(field)):<32} {field.rule:<14} {say(field.label)}"


def shown(field: Field) -> Text | str:
    """The default of a setting, in words if it is a choice."""
    if field.kind == "flag":
        return _("yes") if field.blank else _("no")
    return next((choice.label for choice in field.choices if choice.key == field.blank), str(field.blank))


def describe_rule(
    rule: Rule,
    system: Game,
    proven: Proofs,
    where: Places,
    unnoticed: tuple[str, ...] = (),
    unproved: Text | str = UNPROVED,
) -> Iterator[str]:
    """Everything about one rule, with the mutations of its code that its proofs did not notice."""
    yield f"{rule.id}: {rule.says}"
    yield f"{say(STATUSES[rule.status])}, {say(TIERS[rule.tier])}, {say(SOURCES[rule.source])}"
    governing = [(path, field) for path, field in system.settings().walk() if field.rule == rule.id]
    for path, field in governing:
        yield f"{path} = {say(shown(field))}: {say(field.label)}"
    yield from (f"rules/games/{system.key}/{path}" for path in where.get(rule.id, ()))
    yield from clauses(rule, proven, system.key, unproved)
    yield from (proven.get(rule.id) or (say(unproved),))
    yield from (say(_("Unproved: its tests also pass with %(change)s", change=change)) for change in unnoticed)


def clauses(rule: Rule, proven: Proofs, game: str, unproved: Text | str = UNPROVED) -> Iterator[str]:
    """Each clause of a rule with its place in the code and the tests that prove it."""
    lines = symbols(game)
    for clause in rule.clauses:
        yield f"{rule.named(clause)}: {clause.says}"
        yield f"    rules/games/{game}/{lines.get(clause.code, clause.code)}"
        yield from (f"    {test}" for test in proven.get(rule.named(clause)) or (say(unproved),))


def ending(rules: tuple[Rule, ...], proven: Proofs, here: bool) -> tuple[str, ...]:
    return (clause_line(rules, proven), last_line(rules, proven)) if here else (say(AWAY),)


def clause_line(rules: tuple[Rule, ...], proven: Proofs) -> str:
    names = [rule.named(clause) for rule in rules for clause in rule.clauses]
    return say(_("%(count)s of %(all)s clauses with proof", count=sum(map(proven.__contains__, names)), all=len(names)))


def last_line(rules: tuple[Rule, ...], proven: Proofs) -> str:
    count = sum(rule.id in proven and all(rule.named(each) in proven for each in rule.clauses) for rule in rules)
    return say(_("%(count)s of %(all)s rules with proof", count=count, all=len(rules)))
