"""Letters of several characters of one name: Bandit A, Bandit B."""

from __future__ import annotations

from collections.abc import Collection, Iterable

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
FIRST = LETTERS[0]


def next_names(base: str, taken: Collection[str], count: int) -> list[str]:
    """The next names for a group: a single one has no letter, several or later ones get the next free letters."""
    alone, *with_letters = possible_names(base)
    if count == 1 and not {alone, *with_letters} & set(taken):
        return [base]
    free = [name for name in with_letters if name not in taken]
    first = 1 if base in taken else 0
    return free[first : first + count]


def without_letter(name: str, base: str) -> str:
    """A shown name without its letter as one of several: ``base`` if it is one of that group."""
    if name in possible_names(base):
        return base
    words, _space, letter = name.rpartition(" ")
    return words if words and letter in _letters() else name


def possible_names(base: str) -> list[str]:
    return [base, *(f"{base} {letter}" for letter in _letters())]


def _letters() -> Iterable[str]:
    return (*LETTERS, *(f"{name}{two}" for name in LETTERS for two in LETTERS))
