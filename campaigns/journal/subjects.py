"""The subjects of the journal: each kind with its functions to load and save it.

An app names its kinds in its hooks (``campaigns.hooks``)::

    subjects={"character": Kind(load_character, save_character, step_character, root="meta")}

- ``load(campaign, token) -> dict``: its whole state as plain canonical JSON (``rules.core.paths``); ``{}`` when there
  is no row, so that a creation is a change from nothing. Runs under the campaign's lock.
- ``save(campaign, token, data, paths)``: writes it back; ``paths`` are the dotted paths that changed. ``{}`` removes
  the row, an unknown token makes one.
- ``step(campaign, data, path, by) -> value``: the value ``by`` more, inside its bounds, for undoing one of several
  additions to the same number. A kind without ``step`` has no commuting numbers.
- ``load_all(campaign, tokens) -> {token: dict}``: several of them by one statement, where a command reads many.
- ``apart(campaign, path) -> bool``: nobody reads this path but who reads that very subject, such as the notes of a
  sheet: written alone, it is news of the subject and none of its kind (``campaigns.journal.event_cache``).
- ``root``: the path that such a subject has from its making to its end. Whatever is written on it hangs on its making,
  and nothing is written on one that has none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from campaigns import hooks
from campaigns.models import Campaign

Plain = dict[str, Any]


class Load(Protocol):
    def __call__(self, campaign: Campaign, token: str) -> Plain: ...


class LoadAll(Protocol):
    def __call__(self, campaign: Campaign, tokens: Collection[str]) -> Mapping[str, Plain]: ...


class Save(Protocol):
    def __call__(self, campaign: Campaign, token: str, data: Plain, paths: Collection[str]) -> None: ...


class Apart(Protocol):
    def __call__(self, campaign: Campaign, path: str) -> bool: ...


class Step(Protocol):
    def __call__(self, campaign: Campaign, data: Plain, path: str, by: int) -> Any: ...


@dataclass(frozen=True)
class Kind:
    """The functions that read and write one kind of subject."""

    load: Load
    save: Save
    step: Step | None = None
    root: str = ""
    load_all: LoadAll | None = None
    apart: Apart | None = None


def check_unused(pen: Any, subject: str) -> None:
    """Let go of a subject that is going, by whatever command. Raises ``Refused`` when it is still needed."""
    name, _colon, token = subject.partition(":")
    for app in hooks.registered():
        if name in app.before_removal:
            app.before_removal[name](pen, token)


def kind_of(subject: str) -> tuple[Kind, str]:
    """The kind of a subject and its token. Raises ``LookupError`` for a kind nobody registered."""
    name, _colon, token = subject.partition(":")
    for app in hooks.registered():
        if name in app.subjects and token:
            return app.subjects[name], token
    raise LookupError(f"no subject like {subject!r} is registered")
