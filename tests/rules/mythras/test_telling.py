"""Every effect of a fight as the sentence that is read of it, with its numbers or without."""

import pytest

from rules.core.check import Breakdown, Modifier
from rules.core.paths import put
from rules.core.scene import Action, Change
from rules.core.script import Effect
from rules.core.text import Text
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, SOLDIER, Table

HERE = Table(("ada", "pc", put(HOPLITE, "weapons.gun", SOLDIER["weapons"]["carbine"])), ("orc", "npc", BANDIT))
LINES = Breakdown(Modifier(Text("Spear"), 9)).plus(Modifier(Text("Parry"), -4), Modifier(Text("Armour"), -1))
CHEST = {"location": "chest"}
SPEAR = {"weapon": "spear"}
TOLD = [
    ("hurt", {**CHEST, "damage": 4, "lines": LINES}, "takes 4 damage (chest) (Spear 9, Parry −4, Armour −1)"),
    ("hurt", {**CHEST, "damage": 3, "lines": LINES}, "takes 3 damage (chest)"),
    ("hurt", {"location": "tail", "damage": 2}, "takes 2 damage (tail)"),
    ("initiative", {"init": 17}, "initiative 17"),
    ("chosen", "trip", "uses Trip Opponent"),
    ("cannot_attack", 2, "cannot attack for 2 turns"),
    ("useless", "chest", "loses the use of a limb (chest)"),
    ("stunned", {**CHEST, "turns": 3}, "is stunned for 3 turns (chest)"),
    ("impaled", CHEST, "keeps the weapon in the wound (chest)"),
    ("pulled", "chest", "is rid of the weapon in the wound (chest)"),
    ("entangled", CHEST, "is entangled (chest)"),
    ("gripped", "orc", "is held by orc"),
    ("pinned", SPEAR, "has a weapon pinned (One-handed spear)"),
    ("drop", SPEAR, "drops: One-handed spear"),
    ("drop", {**SPEAR, "metres": 0}, "drops: One-handed spear"),
    ("drop", {**SPEAR, "metres": 2}, "loses hold of a weapon (One-handed spear, 2 m away)"),
    ("drop", {"weapon": "gone"}, "drops: ?"),
    ("hold", {**SPEAR, "draw": True}, "draws: One-handed spear"),
    ("hold", SPEAR, "sheathes: One-handed spear"),
    ("blind", {"turns": 2}, "blinded for 2 turns"),
    ("pushed", 3, "is pushed back 3 m"),
    ("scar", "chest", "is marked for life (chest)"),
    ("weapon_hurt", {**SPEAR, "damage": 5}, "suffers 5 points of damage to a weapon (One-handed spear)"),
    ("weapon_hurt", {**SPEAR, "damage": 1}, "suffers 1 point of damage to a weapon (One-handed spear)"),
    ("weapon_hurt", {**SPEAR, "damage": 0}, "suffers 0 points of damage to a weapon (One-handed spear)"),
    ("sundered", {**CHEST, "points": 2}, "loses 2 armour points (chest)"),
    ("under", "orc", "lies under orc"),
    ("under", None, "is let up"),
    ("aim", "orc", "aims at orc"),
    ("aim", None, None),
    ("moved", {"how": "run", "metres": 18}, "moves 18 m (run)"),
    ("moved", {}, None),
    ("cover", {"of": "car"}, "is in cover"),
    ("cover", None, "is out of cover"),
    ("outmanoeuvred", "orc", "cannot attack orc this round"),
    ("sprung", {"effect": "trip"}, "was waiting for it: Trip Opponent is lost"),
    ("strayed", "orc", "stands where the shot of orc goes"),
    ("mode", {"weapon": "gun", "mode": "short_burst"}, "switches to short burst (Fusil d’assaut)"),
    ("quick", {"weapon": "gun"}, "loads faster (Fusil d’assaut)"),
    ("treated", {**CHEST, "points": 2}, "is treated (chest): 2 hit points more"),
    ("rest", 4, "rests for 4 days"),
    ("spell", {"what": "Nuée"}, "the spell works: Nuée"),
    ("spell", {"what": ""}, "the spell works: …"),
    ("countered", {"by": "orc"}, "the spell is countered by orc"),
    ("engage", "orc", "engages orc"),
    ("disengage", "orc", "breaks away from orc"),
    ("prone", True, "falls prone"),
    ("prone", False, "stands"),
    ("bleeding", True, "bleeds"),
    ("bleeding", False, "bleeds no more"),
    ("bled", "tired", "loses blood (fatigue: Tired)"),
    ("bled", "dead", "bleeds to death"),
    ("dead", None, "dies"),
    ("unconscious", 4, "falls unconscious for 4 minutes"),
    ("unconscious", 0, "falls unconscious"),
    ("surrendered", True, "gives up"),
    ("surrendered", False, "fights again"),
    ("fled", True, "flees"),
    ("fled", False, "comes back to the fight"),
    ("dropped", True, "is out of the fight"),
    ("dropped", 30, "is out of the fight for 30 minutes"),
    ("dropped", False, "is back in the fight"),
    ("shaken", 2, "cannot attack for 2 turns"),
    ("cowed", 1, "is pinned down"),
    ("evaded_spell", None, "evades the spell"),
    ("shelter", "car", "has cover at hand: Car"),
    ("shelter", "", None),
    ("around", {"table": "close", "key": "dark"}, "pitch darkness"),
    ("around", {"table": "shot", "key": ""}, "nothing special"),
    ("helpless", True, "is helpless"),
    ("stunned", {**CHEST, "turns": 48, "minutes": 2}, "is stunned for 2 minutes (chest)"),
    ("mounted", True, "is in the saddle"),
    ("mounted", False, "is on foot"),
    ("formation", False, "faces no formation"),
    ("braced", True, "is braced"),
    ("thwarted", None, "can no longer do what was declared"),
    ("effort", None, "has another action point"),
    ("turn", {"cost": 1}, None),
]  # fmt: skip


@pytest.mark.rules("MYT-UI-10", "MYT-UI-12", "MYT-UI-17")
@pytest.mark.parametrize(("kind", "value", "told"), TOLD)
def test_an_effect_is_told_in_a_sentence(kind, value, told):
    found = MYTHRAS.describe(HERE.scene, Effect(kind, "ada", value))
    assert (found and str(found)) == told


@pytest.mark.rules("MYT-CLOSE-ENGAGE")
def test_only_the_first_blow_tells_that_it_engages():
    engage = Effect("engage", "ada", "orc")
    engaged = HERE.scene.with_changes(MYTHRAS.land(HERE.scene, engage))
    assert MYTHRAS.describe(engaged, engage) is None


@pytest.mark.rules("MYT-UI-17")
@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        ("hurt", {**CHEST, "damage": 4}, "is hit (chest)"),
        ("hurt", {**CHEST, "damage": 0}, "takes no damage (chest)"),
        ("weapon_hurt", {**SPEAR, "damage": 5}, None),
        ("sundered", {**CHEST, "points": 2}, None),
        ("unconscious", 4, "falls unconscious"),
        ("bled", "tired", None),
        ("bled", "comatose", "falls unconscious"),
        ("bled", "dead", "bleeds to death"),
        ("prone", True, "falls prone"),
    ],
)
def test_a_viewer_who_may_not_know_the_numbers_reads_none(kind, value, told):
    found = MYTHRAS.public(HERE.scene, Effect(kind, "ada", value))
    assert (found and str(found)) == told


@pytest.mark.parametrize(
    ("kind", "actor", "args", "told"),
    [
        ("attack", "ada", {"target": "orc", "weapon": "spear"}, "ada attacks orc: One-handed spear"),
        ("shoot", "ada", {"target": "orc", "weapon": "gone"}, "ada attacks orc: ?"),
        ("charge", "ada", {"target": "orc", "weapon": "spear"}, "ada charges orc: One-handed spear"),
        ("leap", "ada", {"target": "orc"}, "ada leaps at orc"),
        ("aim", "ada", {"target": "orc"}, "ada aims at orc"),
        ("speak", "ada", {"note": "Ici !"}, "ada: “Ici !”"),
        ("signal", "ada", {"note": "Là"}, "ada: “Là”"),
        ("dither", "ada", {}, "ada dithers"),
        ("unheard", "ada", {}, None),
        ("skip", "gm", {"fighter": "orc"}, "orc is passed over"),
        ("end", "gm", {}, "The fight is over"),
        ("unheard", "gm", {}, None),
    ],
)
def test_an_action_is_called_by_one_sentence(kind, actor, args, told):
    found = MYTHRAS.title(HERE.scene, Action(kind, actor, args))
    assert (found and str(found)) == told


def test_every_kind_of_action_has_its_sentence():
    args = {"target": "orc", "weapon": "spear", "note": "Ici !", "roll": "again/e1/attack"}
    mine = [act.kind for act in MYTHRAS.acts if not act.by_gm]
    assert {kind for kind in mine if MYTHRAS.title(HERE.scene, Action(kind, "ada", args)) is None} == {"counters"}


@pytest.mark.parametrize(
    ("shown", "told"), [("nothing", None), ("words", "falls unconscious"), ("exact", "falls unconscious")]
)
def test_a_fighter_with_hidden_health_faints_unannounced(shown, told):
    scene = HERE.scene.with_changes((Change("encounter:t", "fighters.orc.health_shown", None, shown),))
    found = MYTHRAS.public(scene, Effect("unconscious", "orc", 3))
    assert (found and str(found)) == told
