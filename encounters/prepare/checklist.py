"""The checklist of an encounter: each missing thing in a sentence, with the page where it is fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaigns.models import Seat
from encounters.models import Encounter
from encounters.subjects import RESERVES, gathered
from rules.character.sheet_checks import find_missing
from rules.core.scene import Scene
from rules.core.text import Text, _
from sheets.models import Character

OUT = 5  # the rank of health of who can do nothing any more
PARTY = ("pc", "ally")
MOST_LACKS = 3  # told of one sheet


@dataclass(frozen=True)
class Item:
    """One line: whether it is in order, and if not, where to mend it."""

    text: Text
    ready: bool = False
    href: str = ""


def items(encounter: Encounter, whole: Scene, seat: str) -> list[Item]:
    """Everything that is missing, then what has been looked at and is in order. ``seat``: whose addresses."""
    groups = (
        (_sides(encounter, whole), _("There is somebody on both sides.")),
        (_busy(encounter, whole, seat), _("Nobody takes part in another encounter.")),
        (_sheets(encounter, whole, seat), _("Every sheet can be played.")),
        (_players(encounter, whole, seat), _("Every player character has a player.")),
        (_names(encounter, whole), _("Players read a different name for each.")),
        (_screen(encounter, seat), _("There is a shared screen.")),
    )
    pairs = [(list(missing), fine) for missing, fine in groups]
    return [
        *(item for missing, _fine in pairs for item in missing),
        *(Item(fine, ready=True) for missing, fine in pairs if not missing),
    ]


def _sides(encounter: Encounter, whole: Scene) -> Iterator[Item]:
    waiting = encounter.state.get(RESERVES, {})
    for ours, nobody, late in (
        (True, _("Nobody of the party takes part."), _("The whole party is in reserve.")),
        (False, _("Nobody stands against the party."), _("All opponents are in reserve.")),
    ):
        side = [fighter.id for fighter in whole.fighters.values() if (fighter.side in PARTY) == ours]
        if not side:
            yield Item(nobody)
        elif all(name in waiting for name in side):
            yield Item(late)


def _busy(encounter: Encounter, whole: Scene, seat: str) -> Iterator[Item]:
    begun = (Encounter.Status.RUNNING, Encounter.Status.PAUSED)
    known = Encounter.objects.filter(campaign=encounter.campaign, kind=Encounter.Kind.FIGHT, status__in=begun)
    for other in known.exclude(pk=encounter.pk):
        there = {row["character"] for row in gathered(other.state).values()}
        for fighter in whole.fighters.values():
            if fighter.character in there:
                text = _("%(who)s takes part in %(other)s: end it first.", who=fighter.name, other=other.name)
                yield Item(text, href=reverse("fight", args=[seat, other.token]))


def _sheets(encounter: Encounter, whole: Scene, seat: str) -> Iterator[Item]:
    system = encounter.campaign.system
    for fighter in whole.fighters.values():
        sheet, href = whole.sheets[fighter.character], reverse("sheet", args=[seat, fighter.character])
        if system.health(sheet, whole.settings).rank >= OUT:
            yield Item(_("%(who)s is out of action already.", who=fighter.name), href=href)
            continue
        for lack in find_missing(system, sheet, whole.settings)[:MOST_LACKS]:
            yield Item(_("%(who)s: %(problem)s", who=fighter.name, problem=lack.text), href=href)


def _players(encounter: Encounter, whole: Scene, seat: str) -> Iterator[Item]:
    tokens = [fighter.character for fighter in whole.fighters.values() if fighter.side == "pc"]
    heroes = Character.objects.select_related("owner").filter(campaign=encounter.campaign, token__in=tokens)
    for character in heroes.filter(kind=Character.Kind.PC).order_by("pk"):
        if character.owner is None or character.owner.left_at is not None:
            yield Item(_("Nobody plays %(who)s.", who=character.name), href=reverse("people", args=[seat]))
    yield from _absent(encounter, whole)


def _absent(encounter: Encounter, whole: Scene) -> Iterator[Item]:
    there = {fighter.character for fighter in whole.fighters.values()}
    seated = Character.objects.select_related("owner").filter(
        campaign=encounter.campaign, kind=Character.Kind.PC, owner__isnull=False, owner__left_at=None
    )
    for character in seated.exclude(token__in=there).order_by("pk"):
        who, player = character.name, character.owner.shown_name if character.owner else ""
        yield Item(_("%(who)s (%(player)s) does not take part.", who=who, player=player))


def _names(encounter: Encounter, whole: Scene) -> Iterator[Item]:
    waiting = encounter.state.get(RESERVES, {})
    seen = Counter(
        fighter.shown_name for fighter in whole.fighters.values() if not fighter.hidden and fighter.id not in waiting
    )
    for name, times in seen.items():
        if times > 1:
            yield Item(_("Players read “%(name)s” more than once.", name=name))


def _screen(encounter: Encounter, seat: str) -> Iterator[Item]:
    there = Seat.objects.filter(campaign=encounter.campaign, role=Seat.Role.SCREEN, left_at=None)
    if not there.exists():
        yield Item(_("No screen shows the table yet."), href=reverse("people", args=[seat]))
