"""The end of a countdown of attempts, as each circle is told of it."""

from __future__ import annotations

from campaigns.journal.journal import Pen
from rules.core import retries
from rules.core.json_codec import to_json
from rules.core.scene import Event, Scene
from rules.core.text import _


def tell_end(pen: Pen, before: Scene, scene: Scene) -> None:
    """Tell that the last attempt is spent, of which the game master hears what happens now, unless one succeeded.

    Of a test in secret the players are told whatever its result: silence would tell them of a success.
    """
    words = retries.terms(scene)
    if not words.get("event") or not retries.attempts_left(before) or retries.attempts_left(scene) != 0:
        return
    won = retries.is_won(scene)
    spent = to_json(_("No attempt is left."))
    shown = bool(words.get("shown")) and not any(fighter.hidden for fighter in scene.fighters.values())
    if won and not (shown and retries.is_secret(scene)):
        return
    happens = spent if won else to_json(_("No attempt is left: %(event)s", event=words["event"]))
    sentences = {"gm": happens, **({"table": spent} if shown else {})}
    event = Event("attempts_over", pen.seat.token, "", (), "table" if shown else "gm", {"told": sentences})
    pen.record(event, encounter=scene.token)
