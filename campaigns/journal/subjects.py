"""Registry of the journal's subjects: each kind of stored thing with the functions that load and save it.

An app names its kinds in its hooks (``campaigns.hooks``)::

    subjects={"character": Kind(load_character, save_character, step_character, root="meta")}

- ``load(campaign, token) -> dict``: its whole state as plain canonical JSON (``rules.core.paths``); ``{}`` if there is
  no row, so that a creation is a change from nothing. Runs under the campaign's lock.
- ``save(campaign, token, data, paths)``: writes it back; ``paths`` are the dotted paths that changed. ``{}`` deletes
  the row, an unknown token creates one.
- ``step(campaign, data, path, by) -> value``: the value increased by ``by`` within its bounds, for undoing one of
  several additions to the same number. A kind without ``step`` has no commuting numbers.
- ``load_all(campaign, tokens) -> {token: dict}``: loads several by one query, for commands that read many.
- ``apart(campaign, path) -> bool``: True for a path that only readers of this one subject need, such as the notes of a
  sheet: a write to it counts for the subject, but not for its kind (``campaigns.journal.event_cache``).
- ``root``: a path that such a subject has from its creation to its removal. Every later write depends on the creation,
  and nothing can be written to a subject without its root.
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


class IsSeparate(Protocol):
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
    apart: IsSeparate | None = None


def check_unused(pen: Any, subject: str) -> None:
    """Ask every app to release a subject that is about to be removed. Raises ``Refused`` if one still needs it."""
    name, _colon, token = subject.partition(":")
    for app in hooks.all_hooks():
        if name in app.before_removal:
            app.before_removal[name](pen, token)


def kind_of(subject: str) -> tuple[Kind, str]:
    """The kind of a subject and its token. Raises ``LookupError`` for an unregistered kind."""
    name, _colon, token = subject.partition(":")
    for app in hooks.all_hooks():
        if name in app.subjects and token:
            return app.subjects[name], token
    raise LookupError(f"no subject like {subject!r} is registered")
