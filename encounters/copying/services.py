"""The command that copies: it creates everything at the target table, and one undo there removes it.

Nothing is written at the source table, and nothing written at the target names the source.
"""

from __future__ import annotations

from collections import Counter
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
from encounters.subjects import RESERVES, all_fighters
from rules.core.errors import Refused, Stale
from rules.core.scene import Change
from rules.core.text import _
from rules.ground import layout
from sheets.creation.create import create, creation_changes
from sheets.models import Character, Picture
from sheets.ownership.services import check_room
from sheets.portraits import store
from sheets.portraits.upload import Portrait

MOST = 60  # things copied by one command
GONE = _("What was chosen is no longer at the other table.")
_ABOUT = ("side", "hidden", "public_name", "health_shown", "group", "copy", "joins")
Rows = dict[str, dict[str, Any]]


@journal.command
def copy(pen: Pen, *, source: Seat, picks: Collection[str]) -> None:
    """Create copies of ``picks`` from the table of ``source`` at the table of ``pen``; one game master leads both.

    Raises ``Stale`` for a thing that is gone, and ``Refused`` without room, or if the games differ.
    """
    check_gm(pen.seat)
    origin = Seat.objects.select_related("campaign").filter(pk=source.pk).first()
    if origin is None or not may(origin, "run") or origin.campaign_id == pen.campaign.pk:
        raise Refused(_("Only the game master of both tables copies from one to the other."))
    if not picks:
        raise Refused(_("Nothing was chosen."), "pick")
    if len(picks) > MOST:
        raise Refused(_("%(most)s at once at most.", most=MOST), "pick")
    transfer = _Transfer(pen, origin.campaign)
    pairs = {tuple(pick.split(":", 1)) for pick in picks}
    for kind, copy_one in transfer.kinds.items():
        for token in sorted(pair[-1] for pair in pairs if pair[0] == kind):
            copy_one(token)


class _Transfer:
    """One copying, under the lock of the target table; ``copies`` maps tokens at the source to those of the copies."""

    def __init__(self, pen: Pen, origin: Campaign) -> None:
        self.pen, self.origin, self.copies = pen, origin, dict[str, str]()
        self.created: Counter[bool] = Counter()  # player characters, and others
        self.handouts = 0
        self.kinds = {
            "character": self.copy_character,
            "encounter": self.copy_encounter,
            "ground": self.copy_ground,
            "handout": self.copy_handout,
        }

    def copy_character(self, token: str) -> None:
        row = self._find_sheet(token)
        self._check_game()
        self._check_room(row.kind)
        self.copies[token] = create(self.pen, data=_sheet_alone(row), kind=row.kind, portrait=self._copy_portrait(row))

    def copy_encounter(self, token: str) -> None:
        fight = self._find_fight(token)
        self._check_game()
        if fight.status != Encounter.Status.DRAFT:
            raise Refused(_("%(name)s has begun: only encounters still in preparation are copied.", name=fight.name))
        opponents, rows, changes = self._find_opponents(fight), self._hero_rows(), list[Change]()
        if len(rows) + len(opponents) > MOST_FIGHTERS:
            raise Refused(_("%(most)s fighters at most.", most=MOST_FIGHTERS))
        new = {key: new_token() for key in opponents}
        for key, character in opponents.items():
            row = all_fighters(fight.state)[key]
            about = {name: row[name] for name in _ABOUT if name in row}
            sheet = self._copy_opponent(character, row, changes)
            rows[new[key]] = {**about, "character": sheet, "order": len(rows) + 1}
        state = {
            "fighters": {key: row for key, row in rows.items() if "joins" not in row},
            RESERVES: {key: row for key, row in rows.items() if "joins" in row},
            "notes": fight.state.get("notes"),
            "ground": self._copy_ground(fight, new),
            "marks": _copy_measures(fight, new),
        }
        self._prepare(fight.name, state, changes)

    def _find_opponents(self, fight: Encounter) -> dict[str, Character]:
        rows = sorted(all_fighters(fight.state).items(), key=lambda item: int(item[1]["order"]))
        sheets = Character.objects.filter(campaign=self.origin, token__in=[row["character"] for _key, row in rows])
        by_token = {sheet.token: sheet for sheet in sheets.exclude(kind=Character.Kind.PC)}
        return {key: by_token[row["character"]] for key, row in rows if row["character"] in by_token}

    def copy_ground(self, token: str) -> None:
        """Create an encounter of the target's player characters on the ground of a fight. Raises ``Refused``."""
        fight = self._find_fight(token)
        if self.pen.campaign.system.ground is None:
            raise Refused(_("This game has no ground."))
        self._prepare(fight.name, {"fighters": self._hero_rows(), "ground": self._copy_ground(fight, {})}, [])

    def copy_handout(self, token: str) -> None:
        row = Handout.objects.filter(campaign=self.origin, token=token).first()
        if row is None:
            raise Stale(GONE, "pick")
        check_handouts(self.pen, self.handouts)
        self.handouts += 1
        texts = {key: row.data[key] for key in ("text", "notes") if key in row.data}
        picture = {"picture": self._copy_picture(row.data["picture"])} if row.data.get("picture") else {}
        subject = f"handout:{new_token()}"
        self.pen.begin(subject)
        values = {"meta": {"name": row.name}, **texts, **picture}
        changes = [Change(subject, path, None, value) for path, value in values.items()]
        record(self.pen, "handout_kept", changes, _("The handout is kept: %(name)s", name=row.name))

    def _copy_opponent(self, character: Character, row: Mapping[str, Any], changes: list[Change]) -> str:
        """The token of the target's sheet for a fighter: the same one in all encounters, unless its row is a copy."""
        if character.token not in self.copies or row.get("copy"):
            self._check_room(Character.Kind.NPC)
            self.copies[character.token] = new_token()
            portrait = self._copy_portrait(character)
            changes += creation_changes(
                self.copies[character.token], _sheet_alone(character), Character.Kind.NPC, portrait=portrait
            )
        return self.copies[character.token]

    def _hero_rows(self) -> Rows:
        heroes = Character.objects.filter(campaign=self.pen.campaign, kind=Character.Kind.PC).order_by("pk")
        return {new_token(): row_of(character, number) for number, character in enumerate(heroes, 1)}

    def _prepare(self, name: str, state: Mapping[str, Any], created: list[Change]) -> None:
        subject = f"encounter:{new_token()}"
        self.pen.begin(subject)
        meta = {"name": name, "kind": Encounter.Kind.FIGHT, "status": Encounter.Status.DRAFT}
        values = [Change(subject, key, None, value) for key, value in state.items() if value]
        changes = (Change(subject, "meta", None, meta), *created, *values)
        record(self.pen, "prepare", changes, _("Encounter prepared: %(name)s", name=name))

    def _copy_ground(self, fight: Encounter, new: Mapping[str, str]) -> dict[str, Any]:
        ground, rules = fight.state.get("ground", {}), self.pen.campaign.system.ground
        if rules is None or not ground:
            return {}
        choices = {"cover": rules.covers, "light": rules.lights}
        values: dict[str, Any] = {
            "level": ground.get("level"),
            "places": _known_rows(ground.get("places", {}), choices),
            "ways": _known_rows(ground.get("ways", {}), choices),
            "at": {new[key]: place for key, place in ground.get("at", {}).items() if key in new},
            "picture": self._copy_picture(ground.get("picture", "")),
        }
        return {key: value for key, value in values.items() if value}

    def _copy_portrait(self, row: Character) -> str:
        picture = Picture.objects.filter(campaign=self.origin, digest=row.portrait).first() if row.portrait else None
        return store.save(self.pen, Portrait(bytes(picture.large), bytes(picture.small))) if picture else ""

    def _copy_picture(self, digest: str) -> str:
        row = ShownPicture.objects.filter(campaign=self.origin, digest=digest).first()
        return pictures.save(self.pen, bytes(row.picture)) if row else ""

    def _check_room(self, kind: str) -> None:
        hero = kind == Character.Kind.PC
        check_room(self.pen, kind, self.created[hero])
        self.created[hero] += 1

    def _check_game(self) -> None:
        if self.origin.game != self.pen.campaign.game:
            raise Refused(_("Characters and encounters are copied only to a table of the same game."))

    def _find_sheet(self, token: str) -> Character:
        row = Character.objects.filter(campaign=self.origin, token=token).first()
        if row is None:
            raise Stale(GONE, "pick")
        return row

    def _find_fight(self, token: str) -> Encounter:
        fight = next((row for row in offered.list_fights(self.origin) if row.token == token), None)
        if fight is None:
            raise Stale(GONE, "pick")
        return fight


def _sheet_alone(row: Character) -> dict[str, Any]:
    """The data of a sheet without ``meta``, which has its owner and spare dice."""
    return {key: value for key, value in row.data.items() if key != "meta"}


def _known_rows(rows: Mapping[str, Any], choices: Mapping[str, Collection[str]]) -> Rows:
    """Rows of places or ways without the values that the target's game lacks."""
    return {
        key: {name: value for name, value in row.items() if name not in choices or value in choices[name]}
        for key, row in rows.items()
    }


def _copy_measures(fight: Encounter, new: Mapping[str, str]) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = {}
    for first, others in fight.state.get("marks", {}).get("metres", {}).items():
        for second, metres in others.items():
            if first in new and second in new:
                left, _dot, right = layout.pair(new[first], new[second]).partition(".")
                rows.setdefault(left, {})[right] = metres
    return {"metres": rows} if rows else {}
