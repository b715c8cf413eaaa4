"""Acts grouped by intent for the menu: attack, defend, move, and the rest.

The kind of an act consists of plain words shared by all games; the first that ``INTENTS`` knows gives the intent.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import ngettext

from campaigns.web.language import gettext as _

Row = dict[str, Any]
MOST_FLAT = 5  # a menu of at most so many acts is one list, without groups
ATTACK, DEFEND, MOVE, OTHER = "attack", "defend", "move", "other"
MOST = {ATTACK: 3, DEFEND: 2, MOVE: 2, OTHER: 2}  # the acts of each intent shown before the others fold
LONG = 14  # with so many open acts every group folds, not only the rest
WORDS = {
    ATTACK: "attack assault ambush assassinate aim charge shoot melee fire sweep strike wrestle cast ability press "
    "disarm destabilise destabilisation feinte oeil rage burst",
    DEFEND: "defend defense dodge ward guard brace cover parry evade esquive blocage contre shelter watch hold",
    OTHER: "let",
    MOVE: "go move movement mount stand get flee leap retreat repli range outmanoeuvre escape disengage break climb "
    "swim",
}
INTENTS = {word: intent for intent, words in WORDS.items() for word in words.split()}
ICONS = {ATTACK: "swords", DEFEND: "shield", MOVE: "footprints", OTHER: "more"}
BESIDE = {"luck", "boost"}  # never the main button, even if nothing else is left
ENDING = {"finish", "nothing"}  # acts that end the turn are wanted as often as attacks: listed first, so never folded
GIVING_UP = "pass"  # gives up a declared act; the main button is then one of the acts that replace it


def intent_of(kind: str) -> str:
    return next((INTENTS[word] for word in kind.split("_") if word in INTENTS), OTHER)


def menu(offers: list[Row]) -> Row:
    """Offers grouped by intent, the open ones first; a few stay one list. ``lead`` is the id of the main button."""
    open_ones = [offer for offer in offers if not offer["refused"]]
    lead = _find_lead(open_ones)
    if len(offers) <= MOST_FLAT:
        return {"offers": offers, "groups": [], "lead": lead}
    labels = {ATTACK: _("Attack"), DEFEND: _("Defend"), MOVE: _("Move"), OTHER: _("Other")}
    groups = [(intent, [offer for offer in offers if intent_of(offer["kind"]) == intent]) for intent in labels]
    most = MOST if len(open_ones) >= LONG else dict.fromkeys(MOST, LONG) | {OTHER: MOST[OTHER]}
    return {
        "offers": offers,
        "lead": lead,
        "groups": [_group(intent, labels[intent], members, most[intent]) for intent, members in groups if members],
    }


def _find_lead(open_ones: list[Row]) -> str:
    candidates = [offer for offer in open_ones if not BESIDE & set(offer["kind"].split("_"))]
    if len(candidates) > 1 and candidates[0]["kind"] == GIVING_UP:
        candidates = [offer for offer in candidates if intent_of(offer["kind"]) != OTHER]
    return next((offer["id"] for offer in candidates), "")


def _group(intent: str, label: str, offers: list[Row], most: int) -> Row:
    closed = [offer for offer in offers if offer["refused"]]
    words = ngettext("%(count)s impossible now", "%(count)s impossible now", len(closed)) % {"count": len(closed)}
    open_ones = sorted(
        (offer for offer in offers if not offer["refused"]), key=lambda one: not ENDING & set(one["kind"].split("_"))
    )
    visible = most if len(open_ones) > most + 1 else len(open_ones)
    remaining = len(open_ones) - visible
    return {
        "key": intent,
        "label": label,
        "icon": ICONS[intent],
        "open": open_ones,
        "shown": visible,
        "more": ngettext("%(count)s more", "%(count)s more", remaining) % {"count": remaining},
        "closed": closed,
        "closed_words": words,
    }
