"""The three shapes of a house setting, each with its rule and what it is for."""

from __future__ import annotations

from rules.character.sheet import Choice, Field
from rules.core.text import Text


def flag(key: str, label: Text, default: bool, rule: str, help: Text) -> Field:
    return Field(key, label, "flag", default=default, help=help, rule=rule)


def choice(key: str, label: Text, rule: str, help: Text, *choices: Choice) -> Field:
    """A choice whose first value is the default."""
    return Field(key, label, "choice", default=choices[0].key, choices=choices, help=help, rule=rule)


def number(key: str, label: Text, default: int, least: int, most: int, rule: str, help: Text) -> Field:
    return Field(key, label, default=default, least=least, most=most, help=help, rule=rule)
