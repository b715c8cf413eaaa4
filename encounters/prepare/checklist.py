"""The checklist of an encounter: each missing thing as a sentence, with a link to where it is fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from campaigns.models import Campaign, Seat
from encounters import roster
from encounters.models import Encounter
from encounters.prepare import palette
from encounters.subjects import RESERVES, all_fighters
from rules.character.sheet_checks import find_missing
from rules.core.scene import Scene
from rules.core.text import Text, _
from sheets.models import Character

OUT = 5  # the rank of health from which a character is out of action
PARTY = ("pc", "ally")
MOST_PROBLEMS = 3  # problems listed for one sheet


@dataclass(frozen=True)
class Item:
    """One line of the checklist: ``href`` leads to the remedy, ``pick`` is the palette's key of somebody missing."""

    text: Text
    ready: bool = False
    href: str = ""
    pick: str = ""


def checklist_items(encounter: Encounter, whole: Scene, seat: str) -> list[Item]:
    """Everything that is missing, then everything that is in order; ``seat`` is the token used in the links."""
    groups = (
        (_check_sides(encounter, whole), _("There is somebody on both sides.")),
        (_check_busy(encounter, whole, seat), _("Nobody takes part in another encounter.")),
        (_check_sheets(encounter, whole, seat), _("Every sheet can be played.")),
        (_check_players(encounter, whole, seat), _("Every player character has a player.")),
        (_check_names(encounter, whole), _("Players read a different name for each.")),
        (_check_screen(encounter, seat), _("There is a shared screen.")),
    )
    pairs = [(list(missing), fine) for missing, fine in groups]
    return [
        *(item for missing, _fine in pairs for item in missing),
        *(Item(fine, ready=True) for missing, fine in pairs if not missing),
    ]


def _check_sides(encounter: Encounter, whole: Scene) -> Iterator[Item]:
    waiting = encounter.state.get(RESERVES, {})
    for is_party, nobody, late in (
        (True, _("Nobody in the party takes part."), _("The whole party is in reserve.")),
        (False, _("Nobody stands against the party."), _("All opponents are in reserve.")),
    ):
        side = [fighter.id for fighter in whole.fighters.values() if (fighter.side in PARTY) == is_party]
        if not side:
            yield Item(nobody)
        elif all(name in waiting for name in side):
            yield Item(late)
        elif not is_party and all(whole.fighters[name].hidden for name in side if name not in waiting):
            yield Item(_("All opponents are hidden: players see none until you reveal one."))


def _check_busy(encounter: Encounter, whole: Scene, seat: str) -> Iterator[Item]:
    open_states = (Encounter.Status.RUNNING, Encounter.Status.PAUSED)
    fights = Encounter.objects.filter(campaign=encounter.campaign, kind=Encounter.Kind.FIGHT, status__in=open_states)
    for other in fights.exclude(pk=encounter.pk):
        taking_part = {row["character"] for row in all_fighters(other.state).values()}
        for fighter in whole.fighters.values():
            if fighter.character in taking_part:
                text = _("%(who)s takes part in %(other)s: end it first.", who=fighter.name, other=other.name)
                yield Item(text, href=reverse("fight", args=[seat, other.token]))


def _check_sheets(encounter: Encounter, whole: Scene, seat: str) -> Iterator[Item]:
    system = encounter.campaign.system
    for fighter in whole.fighters.values():
        sheet, href = whole.sheets[fighter.character], reverse("sheet", args=[seat, fighter.character])
        if system.health(sheet, whole.settings).rank >= OUT:
            yield Item(_("%(who)s is out of action already.", who=fighter.name), href=href)
            continue
        for missing in find_missing(system, sheet, whole.settings)[:MOST_PROBLEMS]:
            yield Item(_("%(who)s: %(problem)s", who=fighter.name, problem=missing.text), href=href)


def _check_players(encounter: Encounter, whole: Scene, seat: str) -> Iterator[Item]:
    tokens = [fighter.character for fighter in whole.fighters.values() if fighter.side == "pc"]
    heroes = Character.objects.select_related("owner").filter(campaign=encounter.campaign, token__in=tokens)
    for character in heroes.filter(kind=Character.Kind.PC).order_by("pk"):
        if character.owner is None or character.owner.left_at is not None:
            yield Item(_("Nobody plays %(who)s.", who=character.name), href=reverse("people", args=[seat]))
    yield from _check_absent(encounter, whole)


def absent_heroes(campaign: Campaign, present: Iterable[str]) -> Iterator[Character]:
    """The characters whose players are at the table, without those that are ``present``."""
    seated = Character.objects.select_related("owner", "campaign").filter(
        campaign=campaign, kind=Character.Kind.PC, owner__isnull=False, owner__left_at=None
    )
    yield from seated.exclude(token__in=list(present)).order_by("pk")


def _check_absent(encounter: Encounter, whole: Scene) -> Iterator[Item]:
    taking_part = {fighter.character for fighter in whole.fighters.values()}
    for character in absent_heroes(encounter.campaign, taking_part):
        who, player = character.name, character.owner.shown_name if character.owner else ""
        pick = f"{palette.CHARACTER}:{character.token}"
        if roster.final_state(character):
            state = character.system.health(character.data, whole.settings).label
            yield Item(_("%(state)s: %(who)s does not take part.", who=who, state=state), ready=True, pick=pick)
        else:
            yield Item(_("%(who)s (%(player)s) does not take part.", who=who, player=player), pick=pick)


def _check_names(encounter: Encounter, whole: Scene) -> Iterator[Item]:
    waiting = encounter.state.get(RESERVES, {})
    seen = Counter(
        fighter.shown_name for fighter in whole.fighters.values() if not fighter.hidden and fighter.id not in waiting
    )
    for name, times in seen.items():
        if times > 1:
            yield Item(_("Players read “%(name)s” more than once.", name=name))


def _check_screen(encounter: Encounter, seat: str) -> Iterator[Item]:
    screens = Seat.objects.filter(campaign=encounter.campaign, role=Seat.Role.SCREEN, left_at=None)
    if not screens.exists():
        yield Item(_("No screen shows the table yet."), href=reverse("people", args=[seat]))
