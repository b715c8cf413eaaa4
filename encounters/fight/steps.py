"""The buttons that carry a fight on: “Next”, the end of a turn, throws, gestures of a whole side, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.journal import standing
from campaigns.live.regions import View
from campaigns.web.language import gettext as _
from campaigns.web.language import say
from encounters.dice import policy
from encounters.fight import heading, links, snapshot
from encounters.fight.offers import gestures, offer_form
from encounters.fight.snapshot import Fight
from rules.core.acts import Offer
from rules.core.script import Roll
from rules.engine.offers import is_one_side_left
from rules.views import board
from rules.views.board import Row as BoardRow

Row = dict[str, Any]
MOST_MIXED = 8


def next_button(view: View, fight: Fight) -> Row | None:
    """The button that always stands in the same place and carries the fight on; ``None`` if somebody has to choose.

    It calls the fighters whose turn comes; else it does the game master's first offer with its defaults and calls
    whoever is next; else it throws the dice that the game master's fighters owe; else it ends the turn of a fighter of
    the game master who has done something in it. It never ends a fight.
    """
    if not fight.running:
        return None
    if fight.board.uncalled:
        names = heading.format_names(fight, fight.board.uncalled)
        return {"fields": {"kind": "next", "actor": "gm"}, "names": _("Calls %(names)s") % {"names": names}}
    lead = _find_leading_offer(fight)
    if lead is not None:
        return {"fields": {"kind": lead.kind, "actor": "gm", "call": "on"}, "names": say(lead.label)}
    throws = {"fields": {"kind": "throw", "actor": "gm"}, "names": _("Throw for all I play")}
    up = gestures.fighters_up(fight.system, fight.scene_for("board"))
    return throws if _count_throws_due(fight) else end_of_turn(view, fight, up)


def end_of_turn(view: View, fight: Fight, up: Sequence[str]) -> Row | None:
    """The form that ends the turn of the only one who is up, if they did something since they were called."""
    scene, token = board.known_scene(fight.system, fight.scene_for("board"), fight.viewer), fight.encounter.token
    if scene.exchanges or len(up) != 1 or up[0] not in scene.called:
        return None

    def make() -> bool:
        return gestures.has_acted_since_called(standing.standing_events(view.campaign, view.recent, token), up[0])

    if not view.cached_rows(("acted", token, up[0]), (f"encounter:{token}", "inverse"), make):
        return None
    offer = gestures.find_end_of_turn(fight.system, scene, up[0])
    call = {"call": "on"} if fight.viewer.gm else {}
    return {"fields": {"kind": offer.kind, "actor": up[0], **call}, "names": say(offer.label)} if offer else None


def _find_leading_offer(fight: Fight) -> Offer | None:
    if fight.over or not any(need.kind == "act" and need.of == "gm" for need in fight.board.needs):
        return None
    first = next(iter(snapshot.menu(fight, "gm")), None)
    if first is None or first.refused is not None or first.kind == fight.system.ending:
        return None
    flags = (field.required or (field.kind == "choice" and field.default is None) for field in first.fields)
    return None if any(flags) else first


def throw_buttons(fight: Fight) -> list[Row]:
    """The buttons that throw all dice owed by the game master's fighters, and those still owed by everybody.

    A single throw has its own button elsewhere.
    """
    if not fight.running:
        return []
    due, remaining = _count_throws_due(fight), _count_throws_left(fight)
    own_button = {
        "fields": {"kind": "throw", "actor": "gm"},
        "label": _("Throw for all I play"),
        "count": due,
        "key": "a",
    }
    fields = {"kind": "throw", "actor": "gm", f"{offer_form.PREFIX}everybody": "1"}
    everybody = {"fields": fields, "label": _("Throw for everybody who is left"), "count": remaining, "key": ""}
    return [*([own_button] if due > 1 else []), *([everybody] if remaining > max(due, 1) else [])]


def gesture_buttons(view: View, fight: Fight) -> list[Row]:
    token, scene = fight.encounter.token, fight.scene_for("board")
    before = gestures.left_to_repeat(*view.read(_done_lately, token)) if fight.running else {}
    rows = gestures.possible_gestures(fight.system, scene, before) if fight.running else ()
    return [
        {
            "fields": {"kind": "all", "actor": "gm", f"{offer_form.PREFIX}kind": row.kind},
            "label": say(row.label) if row.label is not None else _("As last time"),
            "count": row.count if row.label is not None else _("%(count)s to go") % {"count": row.count},
        }
        for row in rows
    ]


def _done_lately(view: View, token: str) -> tuple[gestures.Done, gestures.Done]:
    now = view.cached_rows(
        ("done now", token),
        (f"encounter:{token}", "inverse"),
        lambda: gestures.recall_acts(standing.standing_among(view.recent.events, token), token, 0),
    )
    return _done_before(view, token), now


def _done_before(view: View, token: str) -> gestures.Done:
    """The acts of the round before this one, for gestures that repeat them; no act of this round changes them."""
    written = (f"encounter:{token}", "inverse")
    begun = view.cached_rows(("round", token), written, lambda: gestures.round_begun(view.recent.events, token))

    def make() -> gestures.Done:
        return gestures.recall_acts(standing.standing_events(view.campaign, view.recent, token), token)

    if not begun:
        return view.cached_rows(("done before", token), written, make)
    return view.cached_rows(("done before", token, begun, view.recent.undone_before(begun)), (), make)


def _count_throws_due(fight: Fight) -> int:
    due = sum(need.own and isinstance(need.request, Roll) for need in fight.board.needs)
    return due + len(policy.throw_offers(fight.system, fight.scene_for("board")))


def _count_throws_left(fight: Fight) -> int:
    due = sum(isinstance(need.request, Roll) for need in fight.board.needs)
    return due + len(policy.throw_offers(fight.system, fight.scene_for("board"), everybody=True))


def next_step(view: View, fight: Fight, row: BoardRow) -> Row | None:
    """For a selected fighter who cannot act, the step that carries the fight on; ``None`` if they can act."""
    board = fight.board
    if not fight.running or row.fighter in board.up:
        return None
    follow = links.address(view, fight) if row.fighter != fight.followed else ""
    if board.uncalled:
        text = _("Ahead: “Next” calls %(names)s.") % {"names": heading.format_names(fight, board.uncalled)}
        return {"text": text, "href": follow}
    if board.up:
        return {"text": _("Now: %(names)s.") % {"names": heading.format_names(fight, board.up)}, "href": follow}
    split = split_offers(fight, snapshot.menu(fight, "gm"))
    button = ending_button(fight, split["ending"])
    if button and button["main"]:
        return _at_the_foot(button["label"])
    return _at_the_foot(say(split["main"][0].label)) if split["main"] else None


def _at_the_foot(label: str) -> Row:
    return {"text": _("Ahead: “%(what)s”, at the foot of the page.") % {"what": label}, "href": ""}


def ending_button(fight: Fight, ends: Sequence[Offer]) -> Row | None:
    """The button that ends fight and encounter in one press; a ``main`` one if the fight is over, or decided."""
    if not ends and not fight.over:
        return None
    main = fight.over or is_one_side_left(fight.system, fight.scene)
    return {"label": _("End, and read the story"), "main": main}


def split_offers(fight: Fight, offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    """Split a game master's offers for the page: the first becomes a button, as does one that follows a test.

    The act that ends the fight stands apart, because the encounter ends with it. Everything else is in the menu; in a
    long menu the closed offers stand apart, with their reasons.
    """
    ending = [offer for offer in offers if _ends_at_once(fight, offer)]
    main = [offer for offer in offers[:1] if offer.refused is None and offer not in ending and not fight.over]
    after = [offer for offer in offers if offer.after and offer.refused is None]
    placed = set(map(id, (*main, *after, *ending)))
    rest = [offer for offer in offers if id(offer) not in placed]
    return {"main": main, "after": after, "ending": ending, **_split_menu(rest)}


def _ends_at_once(fight: Fight, offer: Offer) -> bool:
    return offer.kind == fight.system.ending and offer.refused is None and not offer.fields


def _split_menu(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    many = len(offers) > MOST_MIXED
    closed = [offer for offer in offers if many and offer.refused is not None]
    return {"more": [offer for offer in offers if not many or offer.refused is None], "closed": closed}
