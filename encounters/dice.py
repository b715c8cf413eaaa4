"""Where the server's dice come from: one source for the whole process, which tests replace."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from django.conf import settings
from django.utils.module_loading import import_string

from rules.dice import Dice

Source = Callable[[Dice], tuple[int, ...]]


def throw(dice: Dice) -> tuple[int, ...]:
    """A throw of the source named by ``settings.TABLEE_DICE``."""
    source: Source = import_string(settings.TABLEE_DICE)
    return source(dice)


def system_source(dice: Dice) -> tuple[int, ...]:
    """Fair and unpredictable dice, from the operating system's generator."""
    return tuple(secrets.randbelow(dice.sides) + 1 for _die in range(dice.count))
