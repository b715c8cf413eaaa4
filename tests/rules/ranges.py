"""The ranges of a sheet, of the house settings and of the forms of a fight, for a table beside the tests of a game.

Each line of ``ranges.txt`` of a game is one field: where it is, its kind, what it stands at, the least and the most,
or what may be chosen.
"""

import sys
from contextlib import suppress
from pathlib import Path

from rules.autoplay.skirmish import skirmish
from rules.character.sheet import SheetSchema
from rules.core.errors import RulesError
from rules.core.scene import Action, apply
from rules.core.script import Roll
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from rules.registry import samples, system
from tests.rules.transcripts import house

HERE = Path(__file__).parent
MANY = 30  # a list of all skills is told by the tests of the sheet


def line(where, field):
    """One field in one line, with the marks that change how it is read."""
    marks = [name for name in ("required", "gm_only") if getattr(field, name)]
    if field.kind == "choice":
        keys = [choice.key or "–" for choice in field.choices]
        return " ".join([where, field.kind, str(field.default or "–"), "of", *keys, *marks])
    limits = [str(one) for one in (field.default, field.least, field.most)]
    return " ".join([where, field.kind, *limits, *marks])


def fields(start, found, inside=""):
    for field in found:
        where = f"{start}{inside}{field.key}"
        yield line(where, field)
        yield from fields(f"{where}[].", field.row)


def schema(start, found):
    for section in found.sections:
        yield from fields(start, section.fields, f"{section.key}." if section.key else "")


def forms(rules, scene):
    for actor in ("gm", *scene.fighters):
        for offer in offers(rules, scene, actor):
            who = "gm" if actor == "gm" else "fighter"
            yield from (
                line(f"{who}.{offer.kind}.{field.key}", field)
                for field in offer.fields
                if field.kind in ("number", "text")
            )


def fight(game):
    """The scene before a fight of two, and the scene of its first offers after the start."""
    sheets = [sample["data"] for sample in samples(game).values()]
    scene = skirmish({"pc": sheets[:1], "npc": sheets[-1:]}, {})
    yield scene
    start = next(one for one in offers(system(game), scene, "gm") if one.kind == "start")
    args = {field.key: field.blank for field in start.fields}
    for event in decide(system(game), scene, Action("start", "gm", args, gm=True, id="x")):
        scene = apply(scene, event)
    yield scene


def ranges(game):
    rules = system(game)
    told = [*schema("sheet.", rules.schema), *schema("house.", SheetSchema(rules.house))]
    told += fields("test.", rules.test_fields({}))
    return [*told, *dict.fromkeys(one for scene in fight(game) for one in forms(rules, scene))]


def said(game, steps=60):
    """Every field and choice of a form and every refusal in a fight that goes on by itself with every switch on."""
    sheets = [sample["data"] for sample in samples(game).values()]
    scene, found = skirmish({"pc": sheets[:2], "npc": sheets[-2:]}, house(system(game))), {}
    for step in range(steps):
        for actor in ("gm", *scene.fighters):
            for offer in offers(system(game), scene, actor):
                where = f"{'gm' if actor == 'gm' else 'fighter'}.{offer.kind}"
                for key, told in _told(where, offer, scene):
                    found.setdefault(key, told)
        for event in _next(system(game), scene, step):
            scene = apply(scene, event)
    return sorted(found.values())


def _told(where, offer, scene):
    """An offer as text: the game master's or not, its fields, and the reason for a refusal."""
    if offer.refused is not None:
        yield f"{where} {offer.refused}", f"{where} refused: {offer.refused}"
    marks = [name for name in ("interrupts", "master", "after") if getattr(offer, name)]
    yield where, " ".join([where, "offered", str(offer.label), *marks])
    for field in offer.fields:
        limits = [str(one) for one in (field.default, field.least, field.most)]
        whose = ["gm_only"] if field.key in offer.gm_only else []
        yield f"{where}.{field.key}", " ".join([f"{where}.{field.key}", field.kind, *limits, field.rule, *whose])
        for one in field.choices:
            if one.key not in scene.fighters and len(field.choices) <= MANY:
                told = f"{where}.{field.key} {one.key}: {one.label} {one.hint or ''}".rstrip()
                yield told, told


def _next(rules, scene, step):
    """Play the next step: an answer, or each possible act in turn as the steps go on."""
    prompt = waiting_on(rules, scene)[0]
    if prompt.request is not None:
        request = prompt.request
        values = middling(request) if isinstance(request, Roll) else _first(request)
        args = {"exchange": prompt.exchange, "key": request.key, "values": list(values)}
        return decide(rules, scene, Action("answer", prompt.of, args, by="gm", gm=True))
    ready = [one for one in offers(rules, scene, prompt.of) if one.refused is None]
    turn = 0 if prompt.of == "gm" else step
    for place in range(len(ready)):
        offer = ready[(turn + place) % len(ready)]
        args = {field.key: _filled(field) for field in offer.fields}
        with suppress(RulesError):
            return decide(rules, scene, Action(offer.kind, prompt.of, args, by="gm", gm=True, id=f"x{step}"))
    raise AssertionError(f"nothing can be done by {prompt.of}")


def _first(ask):
    return [option.key for option in ask.options if option.refused is None][: ask.least]


def _filled(field):
    """The usual value of a field, or the first that is open where it must be said."""
    if field.kind == "choice" and field.default is None:
        return next((one.key for one in field.choices if one.refused is None), "")
    return "…" if field.required else field.blank


def middling(roll):
    """A throw whose dice differ least, in the middle of what they can show."""
    return roll.dice.throw_of(roll.dice.count * (roll.dice.sides + 1) // 2)


def listed(game, name="ranges"):
    """A table of a game as it is written."""
    return (HERE / game / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def main(game):
    """Write ``ranges.txt`` and ``forms.txt`` of a game anew: check what it changes."""
    for name, lines in (("ranges", ranges(game)), ("forms", said(game))):
        (HERE / game / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
