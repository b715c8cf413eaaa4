"""What the game master does to run a fight: start, surprise, turns, initiative, places and light."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from rules.core.errors import Refused
from rules.core.game import Offer
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Effect, Script
from rules.core.sheet import Choice, Field
from rules.core.text import Text, signed
from rules.games.polaris import ambush, holds, initiative
from rules.games.polaris import situation as footing
from rules.games.polaris.initiative import HESITATION
from rules.games.polaris.ranged import COVERS, LIGHTS, SIZES
from rules.games.polaris.settings import setting
from rules.games.polaris.text import _

Effects = tuple[Effect, ...]
PLACE = ("confined", "underwater")  # what a place may be like, of the marks of the scene


def is_running(scene: Scene) -> bool:
    """POL-TURN-01: whether combat turns are being played."""
    return scene.round > 0 and not scene.marks.get("over")


def offers(scene: Scene, up: tuple[str, ...]) -> tuple[Offer, ...]:
    """What the game master may do now; ``up`` are those whose turn it is."""
    if not is_running(scene):
        return (_start(scene),)
    busy = _("An action is still open.") if scene.exchanges else None
    found = (
        _new_round(scene, up),
        Offer("end", "gm", _("End the fight")),
        _about("skip", _("Pass over"), scene, up),
        _about("hesitate", _("Hesitation"), scene, _hesitant(scene), _hesitation(scene)),
        _about("initiative", _("Change an initiative"), scene, scene.fighters, *_by()),
        _about("redeclare", _("Let declare again"), scene, _undecided(scene)),
        _surprise(scene),
        *ambush.offers(scene),
        _about("cut_in", _("Let cut in now"), scene, _waiting(scene, up)),
        _pair("share", _("Share a marker"), scene, _shared()),
        _pair("contact", _("Contact in melee"), scene, _contact()),
        _pair("threat", _("Hold a weapon at somebody"), scene, holds.threat_field()),
        _pair("measure", _("Measure a distance"), scene, _measured()),
        _about("situation", _("Cover and size"), scene, scene.fighters, *_situation()),
        _about("footing", _("Position and sight"), scene, scene.fighters, *footing.fields()),
        Offer("place", "gm", _("The place"), _place(scene)),
        Offer("light", "gm", _("Light"), (_choice("light", _("Light"), LIGHTS),)),
    )
    return tuple(replace(offer, refused=busy or offer.refused) for offer in found)


def _moved(args: Data) -> Effect:
    later = {"owed": True} if args.get("owed") else {}
    return Effect("initiative", args["fighter"], {"by": args["by"], "why": args["why"], **later})


def cost(scene: Scene, action: Action) -> Effects:
    """What an act of the game master changes. Raises ``Refused`` for somebody paired with himself."""
    return _COSTS[action.kind](scene, action.args)


def script(scene: Scene, action: Action) -> Script[Effects] | None:
    """The procedure an act of the game master opens; none where nothing is thrown or chosen."""
    opens = _SCRIPTS.get(action.kind)
    return opens(scene, action.args) if opens else None


def title(scene: Scene, action: Action) -> Text | None:
    """An act of the game master as one sentence."""
    words = _TITLES.get(action.kind)
    who = action.args.get("fighter")
    if words is None or who is None:
        return words
    return replace(words, params=(("who", scene.name(who)),))


# Starting, and going on.


def _start(scene: Scene) -> Offer:
    """POL-TURN-01, POL-SURP-01, 04: who is at risk of being surprised, and with which modifier."""
    fields: list[Field] = []
    for one in scene.fighters:
        who = scene.name(one)
        risk = _("%(who)s may be surprised", who=who)
        modifier = _("%(who)s: modifier of the reaction test", who=who)
        fields += [Field(f"risk_{one}", risk, "flag", default=False, rule="POL-SURP-01"), _modifier(one, modifier)]
    refused = None if scene.fighters else _("Nobody is here to fight.")
    return Offer("start", "gm", _("Start the fight"), tuple(fields), refused)


def _modifier(fighter: str, label: Text) -> Field:
    return Field(f"modifier_{fighter}", label, default=0, least=-20, most=20, rule="POL-SURP-04")


def _starts(scene: Scene, args: Data) -> Effects:
    at_risk = [one for one in scene.fighters if args.get(f"risk_{one}")]
    risks = (Effect("risk", one, {"modifier": args[f"modifier_{one}"]}) for one in at_risk)
    return (Effect("round", "gm", 1), *risks)


def _surprise(scene: Scene) -> Offer:
    """POL-TURN-05: surprise after the start, as long as nobody has declared anything."""
    said = any(initiative.has_spoken(scene, one) for one in scene.fighters)
    modifier = Field("modifier", _("Modifier"), default=0, least=-20, most=20, rule="POL-SURP-04")
    offer = _about("surprise", _("Surprise somebody"), scene, scene.fighters, modifier)
    return replace(offer, refused=_("Somebody has declared already.")) if said else offer


def _new_round(scene: Scene, up: tuple[str, ...]) -> Offer:
    """POL-TURN-04, 08: the turn is over when everybody has acted."""
    refused = _("Not everybody has acted.") if up else None
    return Offer("new_round", "gm", _("New turn"), refused=refused)


# Forms about one fighter, or two.


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


def _hesitant(scene: Scene) -> tuple[str, ...]:
    return () if initiative.at_risk(scene) or not initiative.owing(scene) else initiative.speakers(scene)


def _undecided(scene: Scene) -> tuple[str, ...]:
    return (*initiative.pending(scene), *initiative.delaying(scene))


def _waiting(scene: Scene, up: tuple[str, ...]) -> tuple[str, ...]:
    """POL-TURN-09: those slower than who is about to act, who may still cut into what he does."""
    return () if initiative.owing(scene) else tuple(one for one in initiative.pending(scene) if one not in up)


@cache
def _shared() -> Field:
    """POL-INIT-25."""
    rows = (
        Choice("shared", _("The first one moves with the second")),
        Choice("own", _("The first one has a marker again")),
    )
    return Field("state", _("Marker"), "choice", choices=rows, rule="POL-INIT-25")


def _hesitation(scene: Scene) -> Field:
    """POL-INIT-10."""
    rows = tuple(Choice(str(points), _("%(by)s", by=signed(-points))) for points in HESITATION)
    label = _("Initiative lost")
    usual = str(setting(scene.settings, "hesitation_penalty"))
    return Field("points", label, "choice", default=usual, choices=rows, rule="POL-INIT-10")


@cache
def _by() -> tuple[Field, ...]:
    """POL-INIT-24; what is owed on the next turn may be changed too."""
    by = Field("by", _("Initiative"), default=0, least=-20, most=20, rule="POL-INIT-24")
    owed = Field("owed", _("On the next turn instead"), "flag", default=False, rule="POL-MARTIAL-10")
    return (by, owed, Field("why", _("Reason"), "text", most=80))


@cache
def _contact() -> Field:
    rows = (
        Choice("engaged", _("They are in contact")),
        Choice("apart", _("They break contact")),
    )
    return Field("state", _("Contact"), "choice", choices=rows, rule="POL-MELEE-14")


@cache
def _measured() -> Field:
    return Field("metres", _("Metres"), default=0, least=0, most=5000, rule="POL-RANGED-02")


@cache
def _situation() -> tuple[Field, ...]:
    cover = _choice("cover", _("Cover"), COVERS)
    size = _choice("size", _("Size"), SIZES)
    return (cover, replace(size, default="human", rule="POL-RANGED-03"))


def _place(scene: Scene) -> tuple[Field, ...]:
    """POL-MELEE-09, POL-INIT-21: what the place is like for everybody; the form shows it as it stands."""
    confined, water = _("Confined space"), _("Under water")
    return (
        Field("confined", confined, "flag", default=bool(scene.marks.get("confined")), rule="POL-MELEE-09"),
        Field("underwater", water, "flag", default=bool(scene.marks.get("underwater")), rule="POL-INIT-21"),
    )


def _choice(key: str, label: Text, rows: dict[str, tuple[Text, int]]) -> Field:
    choices = tuple(Choice(one, row[0], hint=_worth(row[1])) for one, row in rows.items())
    return Field(key, label, "choice", default=choices[0].key, choices=choices, rule="POL-RANGED-04")


def _worth(modifier: int) -> Text | None:
    return _("%(by)s", by=signed(modifier)) if modifier else None


def _paired(kind: str, value: Callable[[Data], Any]) -> Callable[[Scene, Data], Effects]:
    def effects(_scene: Scene, args: Data) -> Effects:
        if args["fighter"] == args["other"]:
            raise Refused(_("Two different fighters are needed."), "other")
        named = kind or ("engage" if args["state"] == "engaged" else "disengage")
        return (Effect(named, args["fighter"], value(args)),)

    return effects


_SCRIPTS: dict[str, Callable[[Scene, Data], Script[Effects]]] = {
    "notice": ambush.notice,
    "nerves": ambush.nerves,
    "newcomer": ambush.newcomer,
}
_COSTS: dict[str, Callable[[Scene, Data], Effects]] = {
    "start": _starts,
    "new_round": lambda scene, _args: (Effect("round", "gm", scene.round + 1),),
    "end": lambda _scene, _args: (Effect("over", "gm"),),
    "skip": lambda _scene, args: (Effect("skip", args["fighter"]),),
    "hesitate": lambda _scene, args: (Effect("initiative", args["fighter"], {"by": -int(args["points"])}),),
    "initiative": lambda _scene, args: (_moved(args),),
    "redeclare": lambda _scene, args: (Effect("redeclare", args["fighter"]),),
    "hidden": ambush.hidden_cost,
    "watch": ambush.watch_cost,
    "notice": lambda _scene, _args: (),
    "nerves": lambda _scene, _args: (),
    "newcomer": ambush.newcomer_cost,
    "surprise": lambda _scene, args: (Effect("risk", args["fighter"], {"modifier": args["modifier"]}),),
    "contact": _paired("", lambda args: args["other"]),
    "cut_in": lambda _scene, args: (Effect("cut_in", args["fighter"]),),
    "share": _paired("share", lambda args: args["other"] if args["state"] == "shared" else None),
    "threat": holds.check_threat,
    "measure": _paired("metres", lambda args: {"other": args["other"], "metres": args["metres"]}),
    "situation": lambda _scene, args: (
        Effect("situation", args["fighter"], {"cover": args["cover"], "size": args["size"]}),
    ),
    "light": lambda _scene, args: (Effect("light", "gm", args["light"]),),
    "footing": lambda _scene, args: (Effect("footing", args["fighter"], footing.kept(args)),),
    "place": lambda _scene, args: (Effect("place", "gm", {key: args[key] for key in PLACE}),),
}
_TITLES: dict[str, Text] = {
    "start": _("The fight begins"),
    "new_round": _("A new turn begins"),
    "end": _("The fight is over"),
    "skip": _("%(who)s is passed over"),
    "hesitate": _("%(who)s hesitates"),
    "initiative": _("The initiative of %(who)s changes"),
    "redeclare": _("%(who)s declares again"),
    "surprise": _("%(who)s may be surprised"),
    "cut_in": _("%(who)s cuts in"),
    "notice": _("%(who)s may notice the danger"),
    "nerves": _("The nerves of %(who)s are tested"),
    "newcomer": _("%(who)s sees a new foe"),
    "watch": _("%(who)s was ready for it"),
}
