"""The write of a copy: what was chosen at one table is made anew at another, by one act that one undo takes back there.

Nothing is written at the table it comes from, and nothing that is written says where it came from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from campaigns.journal import journal
from campaigns.journal.journal import Pen
from campaigns.models import Campaign, Seat, new_token
from campaigns.seats.access import check_gm, may
from encounters import pictures
from encounters.copying import offered
from encounters.handouts.services import check_room as check_handouts
from encounters.models import Encounter, Handout, ShownPicture
from encounters.prepare.draft import MOST_FIGHTERS, record, row_of
from encounters.subjects import RESERVES, gathered
from rules.core.errors import Refused, Stale
from rules.core.scene import Change
from rules.core.text import _
from rules.ground import layout
from sheets.creation.create import create, made
from sheets.models import Character, Picture
from sheets.ownership.services import check_room
from sheets.portraits import store
from sheets.portraits.upload import Portrait

MOST = 60  # things at once
_ABOUT = ("side", "hidden", "public_name", "health_shown", "group", "copy", "joins")
Rows = dict[str, dict[str, Any]]


@journal.command
def copy(pen: Pen, *, source: Seat, picks: Collection[str]) -> None:
    """Make what was picked at the table of ``source`` anew at that of ``seat``; both are seats of its game master.

    Raises ``Stale`` for a thing that is gone, and ``Refused`` where there is no room, or the games are not the same.
    """
    check_gm(pen.seat)
    known = Seat.objects.select_related("campaign").filter(pk=source.pk).first()
    if known is None or not may(known, "run") or known.campaign_id == pen.campaign.pk:
        raise Refused(_("Only the game master of both tables copies from one to the other."))
    if not picks:
        raise Refused(_("Nothing was chosen."), "pick")
    if len(picks) > MOST:
        raise Refused(_("%(most)s things at once at most.", most=MOST), "pick")
    crossing = _Crossing(pen, known.campaign)
    for kind, bring in crossing.kinds.items():
        for token in sorted({token for name, _colon, token in map(_parted, picks) if name == kind}):
            bring(token)


def _parted(pick: str) -> tuple[str, str, str]:
    return pick.partition(":")


class _Crossing:
    """One copy under the lock of the table it goes to: what came so far, by what it was copied from."""

    def __init__(self, pen: Pen, origin: Campaign) -> None:
        self.pen, self.origin, self.came = pen, origin, dict[str, str]()
        self.coming, self.handouts = {True: 0, False: 0}, 0
        self.kinds = {
            "character": self.character,
            "encounter": self.encounter,
            "ground": self.ground,
            "handout": self.handout,
        }

    def character(self, token: str) -> None:
        row = self._sheet(token)
        self._check_game()
        self._check_room(row.kind)
        self.came[token] = create(self.pen, data=_bare(row), kind=row.kind, portrait=self._portrait(row))

    def encounter(self, token: str) -> None:
        fight = self._fight(token)
        self._check_game()
        if fight.status != Encounter.Status.DRAFT:
            raise Refused(_("%(name)s has begun: only what is still prepared is copied.", name=fight.name))
        changes, rows, new = list[Change](), self._heroes(), dict[str, str]()
        for key, row in sorted(gathered(fight.state).items(), key=lambda item: int(item[1].get("order", 0))):
            known = Character.objects.filter(campaign=self.origin, token=row["character"]).first()
            if known is None or known.kind == Character.Kind.PC:
                continue
            if len(rows) >= MOST_FIGHTERS:
                raise Refused(_("%(most)s fighters at most.", most=MOST_FIGHTERS))
            about = {name: row[name] for name in _ABOUT if name in row}
            new[key] = new_token()
            rows[new[key]] = {**about, "character": self._opponent(known, row, changes), "order": len(rows) + 1}
        state = {
            "fighters": {key: row for key, row in rows.items() if "joins" not in row},
            RESERVES: {key: row for key, row in rows.items() if "joins" in row},
            "notes": fight.state.get("notes"),
            "ground": self._ground(fight, new),
            "marks": _measures(fight, new),
        }
        self._prepare(fight.name, state, changes)

    def ground(self, token: str) -> None:
        """An encounter of the players at the other table on the ground of this one."""
        fight = self._fight(token)
        if self.pen.campaign.system.ground is None:
            raise Refused(_("This game knows no ground."))
        self._prepare(fight.name, {"fighters": self._heroes(), "ground": self._ground(fight, {})}, [])

    def handout(self, token: str) -> None:
        row = Handout.objects.filter(campaign=self.origin, token=token).first()
        if row is None:
            raise self._gone()
        check_handouts(self.pen, self.handouts)
        self.handouts += 1
        kept = {key: row.data[key] for key in ("text", "notes") if key in row.data}
        picture = {"picture": self._picture(row.data["picture"])} if row.data.get("picture") else {}
        subject = f"handout:{new_token()}"
        self.pen.begin(subject)
        values = {"meta": {"name": row.name}, **kept, **picture}
        changes = [Change(subject, path, None, value) for path, value in values.items()]
        record(self.pen, "handout_kept", changes, _("The handout is kept: %(name)s", name=row.name))

    def _opponent(self, known: Character, row: Mapping[str, Any], changes: list[Change]) -> str:
        """The sheet of a fighter at the other table: its own for a copy, the same for one who takes part in several."""
        if known.token not in self.came or row.get("copy"):
            self._check_room(Character.Kind.NPC)
            self.came[known.token] = new_token()
            portrait = self._portrait(known)
            changes += made(self.came[known.token], _bare(known), Character.Kind.NPC, portrait=portrait)
        return self.came[known.token]

    def _heroes(self) -> Rows:
        known = Character.objects.filter(campaign=self.pen.campaign, kind=Character.Kind.PC).order_by("pk")
        return {new_token(): row_of(character, number) for number, character in enumerate(known, 1)}

    def _prepare(self, name: str, state: Mapping[str, Any], made_first: list[Change]) -> None:
        subject = f"encounter:{new_token()}"
        self.pen.begin(subject)
        meta = {"name": name, "kind": Encounter.Kind.FIGHT, "status": Encounter.Status.DRAFT}
        laid = [Change(subject, key, None, value) for key, value in state.items() if value]
        changes = (Change(subject, "meta", None, meta), *made_first, *laid)
        record(self.pen, "prepare", changes, _("Encounter prepared: %(name)s", name=name))

    def _ground(self, fight: Encounter, new: Mapping[str, str]) -> dict[str, Any]:
        ground, rules = fight.state.get("ground", {}), self.pen.campaign.system.ground
        if rules is None or not ground:
            return {}
        known = {"cover": rules.covers, "light": rules.lights}
        laid: dict[str, Any] = {
            "level": ground.get("level"),
            "places": _fitting(ground.get("places", {}), known),
            "ways": _fitting(ground.get("ways", {}), known),
            "at": {new[key]: place for key, place in ground.get("at", {}).items() if key in new},
            "picture": self._picture(ground.get("picture", "")),
        }
        return {key: value for key, value in laid.items() if value}

    def _portrait(self, row: Character) -> str:
        picture = Picture.objects.filter(campaign=self.origin, digest=row.portrait).first() if row.portrait else None
        return store.keep(self.pen, Portrait(bytes(picture.large), bytes(picture.small))) if picture else ""

    def _picture(self, digest: str) -> str:
        row = ShownPicture.objects.filter(campaign=self.origin, digest=digest).first()
        return pictures.keep(self.pen, bytes(row.picture)) if row else ""

    def _check_room(self, kind: str) -> None:
        hero = kind == Character.Kind.PC
        check_room(self.pen, kind, self.coming[hero])
        self.coming[hero] += 1

    def _check_game(self) -> None:
        if self.origin.game != self.pen.campaign.game:
            raise Refused(_("Characters and encounters go to a table of the same game alone."))

    def _sheet(self, token: str) -> Character:
        row = Character.objects.filter(campaign=self.origin, token=token).first()
        if row is None:
            raise self._gone()
        return row

    def _fight(self, token: str) -> Encounter:
        fight = next((row for row in offered.fights(self.origin) if row.token == token), None)
        if fight is None:
            raise self._gone()
        return fight

    def _gone(self) -> Stale:
        return Stale(_("What was chosen is no longer at the other table."), "pick")


def _bare(row: Character) -> dict[str, Any]:
    """A sheet without whose it is, and without the dice that are kept for it."""
    return {key: value for key, value in row.data.items() if key != "meta"}


def _fitting(rows: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> Rows:
    """Places or ways without what the game they go to does not know."""
    return {
        key: {name: value for name, value in row.items() if name not in known or value in known[name]}
        for key, row in rows.items()
    }


def _measures(fight: Encounter, new: Mapping[str, str]) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = {}
    for first, others in fight.state.get("marks", {}).get("metres", {}).items():
        for second, metres in others.items():
            if first in new and second in new:
                left, _dot, right = layout.pair(new[first], new[second]).partition(".")
                rows.setdefault(left, {})[right] = metres
    return {"metres": rows} if rows else {}
