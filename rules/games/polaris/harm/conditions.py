"""Conditions: how one begins, lasts so many turns and ends (POL-SHOCK-03 to 05)."""

from __future__ import annotations

import re

from rules.core.acts import Effects
from rules.core.effects import Effect
from rules.core.paths import Data, get
from rules.core.scene import Change, Scene
from rules.core.text import Text
from rules.games.polaris.character.schema import CONDITIONS
from rules.games.polaris.harm import wounds
from rules.games.polaris.marks import UNTIL
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _, ngettext

Changes = tuple[Change, ...]
TIMED = ("stunned", "unconscious")  # the conditions whose time the sheet can keep, under ``<condition>_until``
COMAS = ("light_coma", "deep_coma")
STUPOR, LONGEST_STUPOR = "1d6 min", 6 * 60  # POL-SHOCK-04, the second in seconds
DAY = 24 * 60  # in minutes
_SPAN = re.compile(r"(\d+) (s|min)")


class Condition(Effect):
    """A condition begins, for a number of turns or until somebody ends it, or is over."""

    kind = "condition"
    harmful = True
    key: str
    turns: int = 0
    off: bool = False

    def land(self, scene: Scene) -> Changes:
        """An endless condition is not shortened by a limited one; of two limits the longer one counts."""
        if self.key not in CONDITIONS:
            raise KeyError(self.key)
        if self.off:
            return (*_end(scene, self.target, self.key), UNTIL.clear(scene, self.target, self.key))
        is_on, last = _is_on(scene, self.target, self.key), _last_turns(scene, self.target)
        endless = not self.turns or (is_on and self.key not in last)
        until = None if endless else max(last.get(self.key, 0), scene.round + int(self.turns))
        written = scene.write(self.target, f"conditions.{self.key}", True)
        return (written, *self._timed(scene, until))

    def _timed(self, scene: Scene, until: int | None) -> Changes:
        """The clock of a fight has the time; outside of one the sheet keeps it for the fight it may belong to."""
        on_sheet = scene.kind == "test" and self.key in TIMED
        span = _span((until - scene.round) * _seconds(scene)) if on_sheet and until else None
        stale = not _is_on(scene, self.target, self.key) or self.key in _kept_turns(scene, self.target)
        writes = self.key in TIMED and (span or stale)
        text = (scene.write(self.target, f"conditions.{self.key}_until", span),) if writes else ()
        return text if on_sheet else (*text, UNTIL.set(scene, self.target, until, self.key))

    def told(self, scene: Scene) -> Text | None:
        """In turns, and in minutes where it outlasts any fight."""
        name = CONDITIONS[self.key]
        if self.off:
            return _("no longer: %(condition)s", condition=name)
        if not self.turns:
            return name
        lasts = ngettext(
            "%(condition)s for %(count)s turn", "%(condition)s for %(count)s turns", self.turns, condition=name
        )
        minutes = self.turns * _seconds(scene) // 60
        return _("%(lasts)s (%(minutes)s min)", lasts=lasts, minutes=minutes) if minutes > 1 else lasts

    def public(self, scene: Scene) -> Text | None:
        return self.told(scene) if self.off else CONDITIONS[self.key]


class Posture(Condition):
    """POL-INIT-18: somebody lies down or stands up of their own will, which is no harm."""

    kind = "posture"
    harmful = False
    key: str = "prone"


class Waking(Condition):
    """POL-SHOCK-04: those who wake are stunned for some minutes, rolled when needed."""

    kind = "waking"
    harmful = False
    key: str = "stunned"

    def land(self, scene: Scene) -> Changes:
        written = scene.write(self.target, "conditions.stunned", True)
        until = scene.write(self.target, "conditions.stunned_until", STUPOR)
        return (written, until, UNTIL.clear(scene, self.target, "stunned"))

    def told(self, scene: Scene) -> Text | None:
        return _("wakes up, and is stunned")


class TimeLeft(Effect):
    """POL-SHOCK-05: what is left of the time that a sheet keeps."""

    kind = "time_left"
    key: str
    span: str

    def land(self, scene: Scene) -> Changes:
        return (scene.write(self.target, f"conditions.{self.key}_until", str(self.span)),)


def elapse(scene: Scene, fighter: str, minutes: int) -> Effects:
    """POL-SHOCK-04, 05: minutes outside of a fight end the times that the sheet keeps, or leave less of them."""
    sheet = scene.sheet(fighter)
    if not _may_wake(sheet):
        return ()
    left = {key: seconds - 60 * minutes for key, seconds in _kept_seconds(sheet).items()}
    rest = {key: seconds for key, seconds in left.items() if seconds > 0}
    wakes = -LONGEST_STUPOR < left.get("unconscious", 1) <= 0 and "stunned" not in rest
    return (
        *(Condition(fighter, key, off=True) for key in left if key not in rest),
        *(TimeLeft(fighter, key, _span(seconds)) for key, seconds in rest.items() if not _is_stupor(sheet, key)),
        *((Waking(fighter),) if wakes else ()),
    )


def is_timed(sheet: Data) -> bool:
    """POL-SHOCK-05: true if a sheet keeps the time of a condition."""
    return bool(_kept_seconds(sheet))


def sleeps_on(sheet: Data) -> bool:
    """POL-SHOCK-05: true of the unconscious whose time nobody counts, but in a coma."""
    return bool(get(sheet, "conditions.unconscious")) and "unconscious" not in _kept_seconds(sheet) and _may_wake(sheet)


def is_waking(scene: Scene, fighter: str, number: int) -> bool:
    """POL-SHOCK-04, 05: true if somebody has been unconscious until the turn before this one."""
    return _last_turns(scene, fighter).get("unconscious", number) < number and _may_wake(scene.sheet(fighter))


def wakes_within_minute(scene: Scene, fighter: str) -> bool:
    """POL-SHOCK-04, POL-TURN-01: true if somebody would be unconscious for less than a minute more."""
    last = _last_turns(scene, fighter).get("unconscious")
    soon = last is not None and _minutes(scene, last) < 1
    return soon and _may_wake(scene.sheet(fighter))


def _may_wake(sheet: Data) -> bool:
    return not wounds.is_dead(sheet) and not any(get(sheet, f"conditions.{coma}") for coma in COMAS)


def settle(scene: Scene, fighter: str, number: int) -> Changes:
    """POL-SHOCK-05, POL-SURP-03: what has lasted until the turn before this one is over.

    A time that the sheet keeps is counted from now on.
    """
    over = tuple(key for key, turn in _last_turns(scene, fighter).items() if turn < number)
    surprised = ("surprised",) if scene.round and get(scene.sheet(fighter), "conditions.surprised") else ()
    ended = (change for key in (*over, *surprised) for change in _end(scene, fighter, key))
    return (
        *ended,
        *(
            UNTIL.clear(scene, fighter, key)
            for key in UNTIL.rows(scene, fighter)
            if key in over or not _is_on(scene, fighter, key)
        ),
        *_take_over_times(scene, fighter),
    )


def _take_over_times(scene: Scene, fighter: str) -> Changes:
    """The clock of the fight takes over the times that the sheet keeps."""
    taken = {key: turn for key, turn in _kept_turns(scene, fighter).items() if key not in UNTIL.rows(scene, fighter)}
    begun = tuple(UNTIL.set(scene, fighter, turn, key) for key, turn in taken.items())
    return (*begun, *(scene.write(fighter, f"conditions.{key}_until", None) for key in taken))


def outlast_fight(scene: Scene, fighter: str) -> Changes:
    """POL-TURN-01: the conditions of a fighter when nobody counts turns any more.

    What would last less than a minute is over; of the rest the sheet keeps the minutes.
    """
    changes: Changes = ()
    for key, last in {"surprised": scene.round, **_last_turns(scene, fighter)}.items():
        if (minutes := _minutes(scene, last)) < 1:
            changes += _end(scene, fighter, key)
        elif key in TIMED:
            changes += (scene.write(fighter, f"conditions.{key}_until", f"{minutes} min"),)
    return changes


def _last_turns(scene: Scene, fighter: str) -> Data:
    """The last turn of each condition that ends by itself, by the clock of the fight or as the sheet keeps it.

    A hand may have ended one before its time.
    """
    counted = {key: turn for key, turn in UNTIL.rows(scene, fighter).items() if _is_on(scene, fighter, key)}
    return {**_kept_turns(scene, fighter), **counted}


def _is_on(scene: Scene, fighter: str, key: str) -> bool:
    return bool(get(scene.sheet(fighter), f"conditions.{key}"))


def _kept_turns(scene: Scene, fighter: str) -> dict[str, int]:
    """The last turn of the conditions whose time the sheet keeps, as if they had begun in this turn."""
    sheet = scene.sheet(fighter)
    rolled = (row for row in _kept_seconds(sheet).items() if not _is_stupor(sheet, row[0]))
    return {key: scene.round - -seconds // _seconds(scene) for key, seconds in rolled}


def _kept_seconds(sheet: Data) -> dict[str, int]:
    """The seconds of the conditions whose time the sheet keeps; the longest of a stupor that nobody has rolled yet."""
    rows: Data = sheet.get("conditions") or {}
    spans = {key: _SPAN.fullmatch(str(rows.get(f"{key}_until", ""))) for key in TIMED if key in rows}
    counted = {key: int(span[1]) * (60 if span[2] == "min" else 1) for key, span in spans.items() if span}
    return counted | {key: LONGEST_STUPOR for key in spans if _is_stupor(sheet, key)}


def _is_stupor(sheet: Data, key: str) -> bool:
    return bool(get(sheet, f"conditions.{key}_until") == STUPOR)


def _span(seconds: int) -> str:
    return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"


def _minutes(scene: Scene, last: int) -> int:
    return (last - scene.round) * _seconds(scene) // 60


def _seconds(scene: Scene) -> int:
    return int(setting(scene.settings, "turn_seconds"))


def _end(scene: Scene, fighter: str, key: str) -> Changes:
    texts = (scene.write(fighter, f"conditions.{key}_until", None),) if key in TIMED else ()
    return (scene.write(fighter, f"conditions.{key}", None), *texts)
