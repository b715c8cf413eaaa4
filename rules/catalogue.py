"""The catalogue of a game: each of its rules in one line, and how far the engine plays it."""

from __future__ import annotations

from dataclasses import dataclass

TIERS = ("base", "optional", "advanced")
STATUSES = ("automated", "assisted", "planned")
SOURCES = ("text", "found", "assumed")


@dataclass(frozen=True)
class Clause:
    """A condition, limit or exception of a rule, by a key of its own.

    ``code`` names where it stands, the file and the class, function or table in it: ``actions:over_budget``.
    """

    key: str
    says: str
    code: str


@dataclass(frozen=True)
class Rule:
    """One rule of a game by its ID: what it says, its tier, and how far it is played.

    ``status``: ``automated`` when the engine does it alone, ``assisted`` when it asks a person or takes what they
    decided, ``planned`` when it does not know it. ``source``: decided by the rulebook's ``text``, ``found``
    elsewhere, or ``assumed``. The house settings that govern it name it themselves. ``clauses``: what of it is proved
    apart, each by the tests that name it (``CHO-ACT-06/alone``).
    """

    id: str
    says: str
    status: str = "automated"
    source: str = "text"
    tier: str = "base"
    clauses: tuple[Clause, ...] = ()

    def __post_init__(self) -> None:
        if self.tier not in TIERS or self.status not in STATUSES or self.source not in SOURCES:
            raise ValueError(f"{self.id}: an unknown tier, status or source")

    @property
    def played(self) -> bool:
        """True if the engine knows this rule, and a test must prove it."""
        return self.status != "planned"

    def named(self, clause: Clause) -> str:
        """The name by which tests prove a clause."""
        return f"{self.id}/{clause.key}"
