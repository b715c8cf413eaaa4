"""What the game master does to run a fight: rounds, places, covers, what is seen, and Sang-Froid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from rules.core.errors import Refused
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.arpenteurs import checks, harm, initiative
from rules.games.arpenteurs import sheet as sheets
from rules.games.arpenteurs.places import APART
from rules.games.arpenteurs.schema import SCHEMA
from rules.games.arpenteurs.tables import COVERS, HIDDEN_PLACES, LOCATIONS, MOTIONS
from rules.games.arpenteurs.text import _

Effects = tuple[Effect, ...]
FAR = 5000
AT_ANY_TIME = ("ruling", "watch")  # what may be said while an action is open


def offers(scene: Scene) -> tuple[Offer, ...]:
    """What the game master may do now."""
    busy = _("An action is still open.") if scene.exchanges else None
    found = _running(scene) if initiative.is_running(scene) else (_start(scene),)
    return tuple(
        replace(offer, refused=offer.refused if offer.kind in AT_ANY_TIME else busy or offer.refused) for offer in found
    )


def cost(scene: Scene, action: Action) -> Effects:
    """What an act of the game master changes. Raises ``Refused`` for somebody paired with himself."""
    args = action.args
    if "other" in args and args["other"] == args["fighter"]:
        raise Refused(_("Two different fighters are needed."), "other")
    return _COSTS[action.kind](scene, args)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """ARP-SF-01: damage that leaves nothing asks whether death is averted."""
    return harm.dealt(scene, action.args) if action.kind == "damage" else None


def title(scene: Scene, action: Action) -> Text | None:
    """An act of the game master as one sentence."""
    if action.kind == "new_round":
        return _("A new round begins, after %(seconds)s s", seconds=initiative.seconds(scene.round))
    words, who = _TITLES.get(action.kind), action.args.get("fighter")
    return replace(words, params=(("who", scene.name(who)),)) if words and who else words


def _start(scene: Scene) -> Offer:
    refused = None if scene.fighters else _("Nobody is here to fight.")
    apart = _("Metres between the sides")
    metres = Field("metres", apart, default=APART, least=0, most=FAR, rule="ARP-DIST-01")
    return Offer("start", "gm", _("Start the fight"), (metres,), refused)


def _running(scene: Scene) -> tuple[Offer, ...]:
    acting, everybody = initiative.acting(scene), tuple(scene.fighters)
    rolling = _("Initiative is still to be rolled.") if initiative.rollers(scene) else None
    waiting = _("Not everybody has acted.") if acting else rolling
    return (
        Offer("new_round", "gm", _("New round"), refused=waiting),
        Offer("end", "gm", _("End the fight")),
        _about("skip", _("Pass over"), scene, acting),
        _about("tie", _("Let act before equals"), scene, initiative.equals(scene)),
        _pair("measure", _("Measure a distance"), scene, _metres(scene)),
        _about("cover", _("Cover"), scene, everybody, _level(), _places()),
        _about("nearby", _("Cover to dive behind"), scene, everybody, _level(), _reach()),
        _pair("between", _("Cover between two"), scene, _across()),
        _about("situation", _("Moving, seen, helpless"), scene, everybody, *_situation()),
        _pair("unnoticed", _("Unnoticed"), scene, _off()),
        _pair("watch", _("Watch somebody"), scene, _no_more()),
        _about("ruling", _("Rule on the next test"), scene, everybody, *_asked()),
        _about("damage", _("Damage"), scene, _alive(scene), *_hurt()),
        _about("heal", _("Give ECG back"), scene, _curable(scene), _BACK),
        _about("award", _("Award 1 Sang-Froid"), scene, everybody),
        _about("object", _("Object of the scene"), scene, everybody, *_object()),
    )


def _hurt() -> tuple[Field, ...]:
    """ARP-DMG-01, ARP-LOC-01."""
    rows = (
        Choice("none", _("nowhere in particular")),
        *(Choice(*row) for row in LOCATIONS.items()),
    )
    place, counts = _("Location"), _("Armour counts")
    return (
        Field("amount", _("ECG lost"), default=1, least=1, most=200, rule="ARP-DMG-01"),
        Field("location", place, "choice", default="none", choices=rows, rule="ARP-LOC-01"),
        Field("reduced", counts, "flag", default=False, rule="ARP-DMG-01"),
    )


_BACK = Field("amount", _("ECG given back"), default=1, least=1, most=200, rule="ARP-ECG-01")


def _alive(scene: Scene) -> tuple[str, ...]:
    return tuple(one for one in scene.fighters if not SCHEMA.value(scene.sheet(one), "dead"))


def _curable(scene: Scene) -> tuple[str, ...]:
    most = {one: int(SCHEMA.value(scene.sheet(one), "ecg.max")) for one in _alive(scene)}
    return tuple(one for one in most if sheets.ecg(scene.sheet(one)) < most[one])


def _about(kind: str, label: Text, scene: Scene, whom: Iterable[str], *fields: Field) -> Offer:
    who = _fighter(scene, "fighter", _("Fighter"), whom)
    refused = None if who.choices else _("This concerns nobody now.")
    return Offer(kind, "gm", label, (who, *fields), refused)


def _pair(kind: str, label: Text, scene: Scene, *fields: Field) -> Offer:
    offer = _about(kind, label, scene, scene.fighters)
    other = _fighter(scene, "other", _("and"), scene.fighters)
    return replace(offer, fields=(*offer.fields, other, *fields))


def _fighter(scene: Scene, key: str, label: Text, whom: Iterable[str]) -> Field:
    rows = tuple(Choice(one, _("%(who)s", who=scene.name(one))) for one in whom)
    return Field(key, label, "choice", choices=rows)


def _metres(scene: Scene) -> Field:
    """ARP-DIST-01: as far as the sides stand apart, until it is said."""
    apart = int(scene.marks.get("apart", APART))
    return Field("metres", _("Metres"), default=apart, least=0, most=FAR, rule="ARP-DIST-01")


def _level() -> Field:
    rows = tuple(Choice(key, label, hint=_worth(malus)) for key, (label, malus) in COVERS.items())
    return Field("level", _("Cover"), "choice", default="none", choices=rows, rule="ARP-COVER-01")


def _across() -> Field:
    """ARP-COVER-03."""
    each = Choice("each", _("the one each is behind"))
    same = Choice("none", _("none: both on the same side of it"))
    rows = (each, same, *(Choice(key, label, hint=_worth(malus)) for key, (label, malus) in COVERS.items() if malus))
    return Field("level", _("Cover"), "choice", default="each", choices=rows, rule="ARP-COVER-03")


def _no_more() -> Field:
    return Field("off", _("No more"), "flag", default=False, rule="ARP-REACT-01")


def _asked() -> tuple[Field, ...]:
    """ARP-TEST-05, ARP-COVER-05: the pair and whatever is added, of an action or a reaction."""
    return (*checks.pair_fields(), Field("modifier", _("Modifier"), default=0, least=-12, most=12, rule="ARP-COVER-05"))


def _worth(malus: int) -> Text | None:
    return _("%(malus)s", malus=signed(malus)) if malus else None


def _places() -> Field:
    """ARP-COVER-02."""
    usual = Choice("preset", _("as usual"))
    rows = (usual, *(Choice(key, label) for key, (label, _places) in HIDDEN_PLACES.items()))
    label = _("It hides")
    return Field("places", label, "choice", default="preset", choices=rows, rule="ARP-COVER-02")


def _reach() -> Field:
    label = _("Actions to reach it")
    return Field("actions", label, default=1, least=1, most=9, rule="ARP-ATK-06")


def _situation() -> tuple[Field, ...]:
    motions = tuple(Choice(key, label, hint=_worth(malus)) for key, (label, malus) in MOTIONS.items())
    motion, unseen = _("Moving"), _("Invisible")
    hidden, helpless = _("Concealment"), _("Cannot react")
    return (
        Field("motion", motion, "choice", default="still", choices=motions, rule="ARP-MOD-01"),
        Field("invisible", unseen, "flag", default=False, rule="ARP-MOD-01"),
        Field("concealment", hidden, default=0, least=-10, most=0, rule="ARP-COVER-05"),
        Field("helpless", helpless, "flag", default=False, rule="ARP-ATK-01"),
    )


def _off() -> Field:
    return Field("off", _("Noticed after all"), "flag", default=False, rule="ARP-ASSN-01")


def _object() -> tuple[Field, ...]:
    """ARP-DMG-02."""
    name, damage = _("What it is"), _("Damage")
    reach = _("Range (m)")
    return (
        Field("name", name, "text", most=80, required=True, rule="ARP-DMG-02"),
        Field("damage", damage, default=1, least=0, most=20, rule="ARP-DMG-02"),
        Field("range_m", reach, default=5, least=0, most=100, rule="ARP-DMG-02"),
    )


def _hurts(_scene: Scene, args: Data) -> Effects:
    """ARP-DMG-01: armour is worn somewhere; what the damage does comes of its script."""
    if args["reduced"] and args["location"] == "none":
        raise Refused(_("Armour counts at a location: say which."), "location")
    return ()


def _started(_scene: Scene, args: Data) -> Effects:
    return (Effect("round", "gm", 1), Effect("apart", "gm", args["metres"]))


def _keeping(kind: str, *keys: str) -> Callable[[Scene, Data], Effects]:
    """An effect on the fighter named that carries these arguments."""

    def effects(_scene: Scene, args: Data) -> Effects:
        value: dict[str, Any] = {key: args[key] for key in keys}
        return (Effect(kind, args["fighter"], value),)

    return effects


_COSTS: dict[str, Callable[[Scene, Data], Effects]] = {
    "start": _started,
    "new_round": lambda scene, _args: (Effect("round", "gm", scene.round + 1),),
    "end": lambda _scene, _args: (Effect("over", "gm"),),
    "skip": lambda _scene, args: (Effect("done", args["fighter"]),),
    "tie": lambda _scene, args: (Effect("tie", args["fighter"]),),
    "measure": _keeping("metres", "other", "metres"),
    "cover": _keeping("cover", "level", "places"),
    "nearby": _keeping("nearby", "level", "actions"),
    "between": _keeping("between", "other", "level"),
    "situation": _keeping("situation", "motion", "invisible", "concealment", "helpless"),
    "unnoticed": lambda _scene, args: (
        Effect("unnoticed", args["fighter"], {"by": args["other"], "off": args["off"]}),
    ),
    "watch": _keeping("watch", "other", "off"),
    "ruling": _keeping("ruling", "first", "second", "modifier"),
    "damage": _hurts,
    "heal": lambda _scene, args: (Effect("heal", args["fighter"], int(args["amount"])),),
    "award": lambda _scene, args: (Effect("award", args["fighter"], 1),),
    "object": _keeping("object", "name", "damage", "range_m"),
}
_TITLES: dict[str, Text] = {
    "start": _("The fight begins: roll initiative"),
    "end": _("The fight is over"),
    "skip": _("%(who)s is passed over"),
    "tie": _("%(who)s acts before equals"),
    "cover": _("Cover of %(who)s"),
    "damage": _("%(who)s takes damage"),
    "heal": _("%(who)s is healed"),
    "watch": _("%(who)s watches somebody"),
    "ruling": _("Ruling on the next test of %(who)s"),
    "award": _("%(who)s is awarded Sang-Froid"),
    "object": _("%(who)s seizes something"),
}
