"""The laws of a fight in every game: forty random fights each, and a thousand in the long form."""

import os
from dataclasses import replace
from fnmatch import fnmatch
from random import Random

import pytest

from rules.autoplay.skirmish import skirmish
from rules.core.errors import RulesError
from rules.core.marks import without_links
from rules.core.scene import Action
from rules.engine.decide import decide
from rules.engine.exchanges import find_unseen
from rules.engine.offers import offers, without_unseen
from rules.registry import GAMES, samples, system
from rules.testing import laws
from rules.views import board
from rules.views.viewers import Viewer
from tests.rules.house import odd_house
from tests.rules.play import fillable, legal_value, play

pytestmark = pytest.mark.fights

USUAL, FEW = (1000, 60) if os.environ.get("TABLEE_SOAK") == "1" else (40, 4)
FIGHTS, STEPS = int(os.environ.get("TABLEE_FIGHTS", USUAL)), 40  # `make check` plays ten


def fight(game, seed):
    """Three or four ready-made fighters, one of them hidden, every other time in an odd house; and their chance."""
    random = Random(f"{game}/{seed}")
    sheets = [sample["data"] for sample in samples(game).values()]
    sides = {"pc": random.choices(sheets, k=random.choice([1, 2])), "npc": random.choices(sheets, k=2)}
    house = odd_house(game, random) if seed % 2 else {}
    scene = skirmish(sides, {**house, "confirm": random.choice(["never", "never", "pc_hurt", "always"])})
    rows = scene.state["fighters"]
    rows["npc2"]["hidden"] = True
    return system(game), scene, random


def going_on(random):
    """Picks among what may be done so that most of it is a fight: asked things first, and hardly ever its end."""

    def chosen(things):
        rows = list(things)
        kinds = {id(one): getattr(one, "kind", "") for one in rows}
        asked = [one for one in rows if kinds[id(one)] in ("answer", "confirm")]
        deeds = [one for one in rows if kinds[id(one)] in ("start", "new_round", "attack", "shoot")]
        if asked and random.random() < 0.8:
            return random.choice(asked)
        if deeds and random.random() < 0.5:
            return random.choice(deeds)
        if random.random() < 0.98:
            rows = [one for one in rows if kinds[id(one)] not in ("end", "damage", "heal")] or rows
        return random.choice(rows)

    return chosen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(FIGHTS))
def test_a_random_fight_never_sticks_and_is_undone_all_the_way_back(game, seed):
    rules, start, random = fight(game, seed)
    assert laws.undone(rules, start, going_on(random), STEPS, harm_is_told, names_are_contacts, laws.aimed), "nothing"


# Marks that name other fighters and are read on a fight without the hidden ones where that matters.
READ_ELSEWHERE = {
    "declared": "Polaris: the target of a declaration: polaris/test_melee.py (`hidden_since_it_was_declared`)",
    "impaled": "Mythras: whose weapon sticks in a wound, from which it comes with a wound before everybody's eyes",
    "turn": "Medieval: whoever was assailed in a turn, which ends with it",
    "aimed": "Arpenteurs: the target of an aim, whose rounds nobody but the marksman reads",
}


def names_are_contacts(rules, event, after):
    """Check that a mark which names another fighter is left out where that one is hidden: it tells of them."""
    rows = after.state["fighters"]
    for fighter, row in rows.items():
        others = frozenset(rows) - {fighter}
        left = without_links(row, others, rules.held).get("marks", {})
        named = {key for key, value in left.items() if others & set(texts_of(value))}
        assert named <= READ_ELSEWHERE.keys(), f"{event.kind}: {sorted(named)} name others, and are no contacts"


def texts_of(value):
    """All keys and values of plain data that are texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        parts = (*value, *value.values()) if isinstance(value, dict) else value
        for part in parts:
            yield from texts_of(part)


def harm_is_told(rules, event, after):
    """Check that a fighter whose sheet is harmed is in the effects of the event; states may end in silence."""
    told = {row["target"] for row in event.payload.get("effects", ()) if row["text"] is not None}
    for change in event.changes:
        harm = any(fnmatch(change.path, path) or change.path.startswith(f"{path}.") for path in rules.harm_paths)
        who = change.subject.partition(":")[2]
        if harm and change.after and who not in told and not is_gain(rules, change, after):
            raise AssertionError(f"{event.kind} harms {who} and does not say so")


def is_gain(rules, change, after):
    """True of points that are more than before; points never written were at their maximum."""
    if not change.path.endswith(".current"):
        return False
    sheet = after.sheet(change.subject.partition(":")[2])
    least = rules.most(sheet, after.settings, change.path) if change.before is None else change.before + 1
    return change.after >= least


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(FEW))
def test_every_law_holds_after_each_event_and_hidden_fighters_stay_unknown(game, seed):
    rules, start, random = fight(game, seed)
    start.sheets["npc2"] = {**start.sheets["npc2"], "name": laws.CANARY}
    assert laws.held(rules, start, going_on(random), STEPS)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(FEW))
def test_an_act_not_offered_or_offered_as_refused_is_refused(game, seed):
    rules, start, random = fight(game, seed)
    for _before, _event, scene in play(rules, start, going_on(random), STEPS):
        laws.refused_unless_offered(rules, scene, ("attack", "shoot", "nonsense"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_sent_is_done_or_refused_with_a_sentence(game, seed):
    rules, start, random = fight(game, seed)
    laws.done_or_refused(rules, laws.last(rules, start, going_on(random), 15), random.choice, ["F"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_single_offer_equals_that_of_the_menu(game, seed, monkeypatch):
    rules, start, random = fight(game, seed)
    kinds = (*rules.fight_kinds, "nonsense", "")
    for _before, _event, scene in play(rules, start, going_on(random), STEPS):
        viewer = random.choice([Viewer("gm"), Viewer("seat", frozenset(("pc1", "npc2")))])
        actor = random.choice(["gm", *scene.fighters])
        menu = board.offers(rules, scene, viewer, actor)
        with monkeypatch.context() as alone:
            alone.setattr(type(rules), "offers", None)
            one_by_one = {kind: board.offers(rules, replace(scene), viewer, actor, kind) for kind in kinds}
        assert one_by_one == {kind: tuple(offer for offer in menu if offer.kind == kind) for kind in kinds}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(FEW))
def test_a_player_sets_no_field_of_the_game_master(game, seed):
    rules, start, random = fight(game, seed)
    for _before, _event, scene in play(rules, start, going_on(random), STEPS):
        for actor in scene.fighters:
            for found in offers(rules, scene, actor):
                offer = without_unseen(scene, found, find_unseen(scene, (actor,)))  # as its player is asked
                if offer.refused is None and fillable(offer):
                    _check_gm_fields(rules, scene, offer, random)


def _check_gm_fields(rules, scene, offer, random):
    """Check that a player's form is accepted as it is, and refused with one more field of the game master's."""
    player = Viewer("seat", frozenset({offer.actor}))
    menu = {form.kind: form for form in board.offers(rules, scene, player, offer.actor)}
    form = menu.get(offer.kind)
    if form is None or form.refused is not None or not fillable(form):
        return
    usual = {field.key: legal_value(field, random.choice) for field in form.fields}
    assert not offer.gm_only & usual.keys()
    for field in offer.fields:
        value = legal_value(field, random.choice) if field.key in offer.gm_only else field.blank
        if value != field.blank:
            with pytest.raises(RulesError) as refusal:
                decide(rules, scene, Action(offer.kind, offer.actor, {**usual, field.key: value}, id="new"))
            assert refusal.value.field == field.key


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_that_is_over_has_no_order_any_more(game):
    rules, start, random = fight(game, 0)
    for _before, _event, scene in play(rules, start, going_on(random), STEPS):
        ended = scene.with_changes((scene.change("marks.over", True),))
        for viewer in (Viewer("gm"), Viewer("table")):
            assert {row.at for row in board.view(rules, ended, viewer).rows} <= {""}
