"""What character points buy: manoeuvres by their table, and the rest at the prices of the house."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.errors import Refused
from rules.core.game import Offer, Step
from rules.core.paths import Data
from rules.core.scene import Scene
from rules.core.script import Effect
from rules.core.sheet import Choice, Field
from rules.core.text import Text
from rules.games.medieval import dying, manoeuvres
from rules.games.medieval import sheet as sheets
from rules.games.medieval.schema import SCHEMA
from rules.games.medieval.settings import setting
from rules.games.medieval.tables import FAMILIES, MANOEUVRES, REFUSALS, SKILLS, TRAITS
from rules.games.medieval.text import _

VITAL_LEVELS = (5, 10, 15, 20)  # MED-PROG-01


def offers(scene: Scene, fighter: str) -> tuple[Offer, ...]:
    """MED-MAN-02, MED-PROG-01: buying, which is done outside of a fight."""
    sheet, settings = scene.sheet(fighter), scene.settings
    rows = tuple(
        Choice(key(item), _priced(sheet, settings, item), _why_not(sheet, settings, item)) for item in items(sheet)
    )
    field = Field("item", _("What is bought"), "choice", choices=rows, rule="MED-MAN-02")
    refused = None if any(one.refused is None for one in rows) else REFUSALS["NOT_ENOUGH_PP"]
    return (Offer("buy", fighter, _("Spend character points"), (field,), refused),)


def key(item: str) -> str:
    """An item as a form names it: its path without dots, of which a row of a list keeps its own key whole."""
    return item.replace(".", "-")


def path(key: str) -> str:
    """The path on the sheet that such a key stands for."""
    kind, _dash, rest = key.partition("-")
    if kind in ROWS:
        return f"{kind}.{rest.removesuffix('-level')}.level"
    return f"{kind}.{rest}"


ROWS = {"exotics": "mastery", "others": "skills"}  # MED-FAM-02: lists whose rows are bought as these are


def items(sheet: Data) -> Iterator[str]:
    """Everything that can be bought, by its path on the sheet."""
    yield from (f"manoeuvres.{key}" for key in MANOEUVRES)
    yield from (f"mastery.{key}" for key in FAMILIES)
    yield from (f"traits.{key}" for key in TRAITS)
    yield from (f"skills.{key}" for key in SKILLS)
    yield from (f"{rows}.{row}.level" for rows in ROWS for row in sheet.get(rows) or {})
    yield from ("hp.max", "pc.max")


def price(sheet: Data, settings: Data, item: str) -> int:
    """MED-MAN-02, MED-PROG-01: what the next rank, level or point costs."""
    kind, _dot, key = item.partition(".")
    kind = ROWS.get(kind, kind)
    if kind == "manoeuvres":
        return MANOEUVRES[key].pp
    if kind == "mastery":
        return int(setting(settings, "cost.mastery")) * (int(SCHEMA.value(sheet, item)) + 1)
    named = {"traits": "cost.trait", "skills": "cost.skill", "pc": "cost.pp_per_pc"}
    return int(setting(settings, named[kind])) if kind in named else 1


def refusal(sheet: Data, settings: Data, item: str) -> str:
    """MED-MAN-02: the first reason against a purchase by its code; empty where there is none."""
    kind, _dot, key = item.partition(".")
    if kind == "manoeuvres" and manoeuvres.rank(sheet, key) >= MANOEUVRES[key].most:
        return "MAX_RANK" if key == "assaut" else "ALREADY_OWNED"
    short = int(SCHEMA.value(sheet, "pp.available")) < price(sheet, settings, item)
    return "NOT_ENOUGH_PP" if short else ""


def bought(sheet: Data, settings: Data, item: str) -> dict[str, int | None]:
    """What a purchase writes: the points left, and what was bought; points at their maximum stay there."""
    more = int(setting(settings, "cost.hp_per_pp")) if item == "hp.max" else 1
    left = int(SCHEMA.value(sheet, "pp.available")) - price(sheet, settings, item)
    writes: dict[str, int | None] = {item: int(SCHEMA.value(sheet, item)) + more, "pp.available": left}
    if item in ("hp.max", "pc.max"):
        current = item.replace("max", "current")
        writes[current] = int(sheets.standing(sheet, current)) + more
    return writes if item != "hp.max" else {**writes, **dying.awake(sheet, sheets.hp(sheet) + more)}


def cost(_scene: Scene, fighter: str, args: Data) -> tuple[Effect, ...]:
    """MED-MAN-02: a purchase; what cannot be bought is refused by the form."""
    return (Effect("buy", fighter, {"item": path(args["item"])}),)


def step(sheet: Data, settings: Data, path: str, by: int) -> Step | None:
    """MED-MAN-02: one more rank of a manoeuvre is bought, one less gives its price back; nothing else is here."""
    kind, _dot, key = path.partition(".")
    if kind != "manoeuvres" or key not in MANOEUVRES or by not in (1, -1):
        return None
    if by == 1:
        if code := refusal(sheet, settings, path):
            raise Refused(REFUSALS[code], path)
        return Step(bought(sheet, settings, path))
    if not manoeuvres.rank(sheet, key):
        raise Refused(REFUSALS["NOT_OWNED"], path)
    points = int(SCHEMA.value(sheet, "pp.available")) + MANOEUVRES[key].pp
    return Step({path: manoeuvres.rank(sheet, key) - 1, "pp.available": points})


def level_up(sheet: Data, settings: Data) -> dict[str, int]:
    """MED-PROG-01: one level more, its character points, and at some levels one more of every trait."""
    level = int(SCHEMA.value(sheet, "niveau")) + 1
    points = int(SCHEMA.value(sheet, "pp.available")) + int(setting(settings, "cost.pp_per_level"))
    writes = {"niveau": level, "pp.available": points}
    if level in VITAL_LEVELS:
        writes |= {f"traits.{key}": sheets.trait(sheet, key) + 1 for key in TRAITS}
    return writes


def named(sheet: Data, item: str) -> Text:
    """What is bought, as the sheet calls it."""
    kind, *rest = item.split(".")
    if kind in ROWS:
        row: Data = (sheet.get(kind) or {}).get(rest[0], {})
        return _("%(skill)s", skill=str(row.get("name", "?")))
    field = SCHEMA.field(item)
    assert field is not None
    return field.label


def _why_not(sheet: Data, settings: Data, item: str) -> Text | None:
    field = SCHEMA.field(item)
    assert field is not None
    if field.most is not None and int(SCHEMA.value(sheet, item)) >= field.most and not item.startswith("manoeuvres"):
        return _("This cannot be raised any more.")
    code = refusal(sheet, settings, item)
    return REFUSALS[code] if code else None


def _priced(sheet: Data, settings: Data, item: str) -> Text:
    label = named(sheet, item)
    return _("%(item)s: %(price)s PP", item=label, price=price(sheet, settings, item))
