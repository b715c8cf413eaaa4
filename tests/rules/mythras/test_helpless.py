"""Helpless fighters, and states set by the game master: rules that were once implemented wrongly."""

import pytest

from rules.core.paths import put
from rules.core.script import Effect
from rules.games.mythras.character import sheet as sheets
from tests.rules.mythras.play import BANDIT, GUNNER, MYTHRAS, QUIET, Table, kinds, marked, table


@pytest.mark.rules("MYT-SIT-C01/no-roll")
def test_a_blow_at_the_helpless_succeeds_without_a_roll():
    here = marked(table(), "orc", dropped=True)
    assert here.attack("ada", "orc", "spear").asked() == ["effect-1"]
    dead = table(theirs=put(BANDIT, "state.dead", True))
    assert dead.why_not("ada", "attack") is not None


@pytest.mark.rules("MYT-SIT-C01", "MYT-SIT-GM/alone")
def test_no_player_calls_a_foe_helpless_or_a_target_still():
    here = table(GUNNER)
    assert {"situation", "theirs"} <= here.offer("ada", "attack").gm_only
    assert {"still", "cover_near", "own_cover"} <= here.offer("ada", "shoot").gm_only


@pytest.mark.rules("MYT-SIT-GM")
def test_positions_set_by_the_game_master_modify_attack_and_defence():
    here = table().do("around", fighter="all", what="close-dark").do("attack", "ada", target="orc", weapon="spear")
    assert here.request().check.target.total == 14
    here.go(5)
    assert str(next(one.hint for one in here.request().options if one.key == "parry-axe")).startswith("11:")
    clear = table().do("around", fighter="ada", what="close-dark").do("around", fighter="ada", what="close-none")
    assert clear.do("attack", "ada", target="orc", weapon="spear").request().check.target.total == 68


@pytest.mark.rules("MYT-SIT-GM", "MYT-SIT-R05")
def test_a_running_target_is_harder_to_hit_for_every_shooter():
    here = table(GUNNER).do("around", fighter="orc", what="shot-running")
    here.do("shoot", "ada", target="orc", weapon="carbine", metres=20)
    assert here.request().check.target.total == 44


@pytest.mark.rules("MYT-SIT-CAP-SWIM", "MYT-SIT-CAP-RIDE", "MYT-STYLE-MOUNTED")
def test_water_and_saddle_limit_parries_too():
    wet = table(BANDIT, QUIET).do("state", fighter="orc", state="swimming")
    wet.do("attack", "ada", target="orc", weapon="axe").go(5, "parry-spear")
    assert wet.request().check.target.total == sheets.skill(QUIET, "swim").total


@pytest.mark.rules("MYT-SIT-C06")
def test_defending_against_a_rider_is_hard():
    here = table().do("state", fighter="ada", state="mounted").do("attack", "ada", target="orc", weapon="spear")
    here.go(5, "parry-axe")
    assert here.request().check.target.total == 36


@pytest.mark.rules("MYT-SIT-C01/no-turn", "MYT-ROUND-01")
def test_nobody_helpless_has_a_turn_or_holds_the_round_up():
    here = table()
    assert here.up == ["ada"]
    here.do("state", fighter="ada", state="helpless")
    assert here.up == ["orc"] and "attack" not in kinds(here, "ada") and "speak" in kinds(here, "ada")
    (slot,) = (row for row in MYTHRAS.order(here.scene) if row.fighter == "ada")
    assert (slot.state, str(slot.note)) == ("done", "helpless")
    here.do("dither", "orc").do("dither", "orc")
    assert here.up == ["gm"] and "new_round" in kinds(here, "gm")
    here.do("state", fighter="ada", state="helpless", off=True)
    assert here.up == ["ada"]  # awake within the round, with the points that are left


@pytest.mark.rules("MYT-CLOSE-ENGAGE", "MYT-ACT-REGAIN-FOOTING", "MYT-SIT-C01")
def test_nobody_helpless_keeps_anybody_down_held_or_engaged():
    here = marked(table(), "ada", prone=True, engaged={"orc": True}, gripped={"orc": True}, under="orc")
    assert "stand" not in kinds(here, "ada")
    here.do("state", fighter="orc", state="helpless").do("stand", "ada")
    assert here.scene.exchanges == {} and here.mark("ada", "prone") is None
    assert "move" in kinds(here, "ada")


@pytest.mark.rules("MYT-SIT-C01/lets-go")
@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("helpless", True),
        ("surrendered", True),
        ("dropped", 20),
        ("unconscious", 0),
        ("bled", "semi_conscious"),
        ("dead", None),
        ("hurt", {"location": "head", "damage": 30}),
        ("impaled", {"location": "head", "grade": "incapacitated"}),
    ],
)
def test_the_newly_helpless_let_go_of_all_at_once(kind, value):
    mine = {"counters": {"ada": {"trip": 1}}, "wards": {"axe": ["head"]}, "braced": True, "aim": "ada", "spell": "fire"}
    here = marked(table(), "orc", **mine, delayed=True)
    marked(here, "ada", gripped={"orc": True}, pinned={"spear": "orc"}, under="orc", prone=True)
    here.scene = here.scene.with_changes(MYTHRAS.land(here.scene, Effect(kind, "orc", value)))
    assert {key: here.mark("orc", key) for key in (*mine, "delayed")} == dict.fromkeys((*mine, "delayed"))
    assert [here.mark("ada", key) for key in ("gripped", "pinned", "under")] == [None, None, None]


@pytest.mark.rules("MYT-REACT-INTERRUPT", "MYT-SIT-C01")
def test_a_blow_of_whoever_becomes_helpless_before_it_falls_is_lost():
    here = table().do("attack", "ada", target="orc", weapon="spear")
    assert here.asked() == ["attack"]
    marked(here, "ada", helpless=True)
    assert here.asked() != ["attack"]


@pytest.mark.rules("MYT-SIT-C01", "MYT-SIT-GM", "MYT-CLOSE-ENGAGE")
def test_a_fled_fighter_is_no_target_and_a_surrendered_one_is():
    here = table().do("state", fighter="orc", state="surrendered")
    assert "attack" in kinds(here, "ada")
    here.do("state", fighter="orc", state="fled")
    (target,) = next(field for field in here.offer("ada", "attack").fields if field.key == "target").choices
    assert str(target.refused) == "orc is out of the fight."


@pytest.mark.rules("MYT-LUCK-01", "MYT-SIT-C01", "MYT-FX-STUN/head", "MYT-FREE-ASSESS")
def test_nobody_helpless_makes_a_last_effort_nor_looks_about_stunned():
    here = marked(table(put(QUIET, "state.luck", 2)), "ada", spent=2)
    assert "effort" in kinds(here, "ada") and "assess" in kinds(here, "ada")
    assert "effort" not in kinds(marked(here, "ada", helpless=True), "ada")
    assert marked(here, "ada", stunned={"head": 2}).why_not("ada", "assess") == "Stunned."


@pytest.mark.rules("MYT-SIT-C01/no-roll", "MYT-CLOSE-LEAP", "MYT-CLOSE-CHARGE", "MYT-CLOSE-SWEEP")
def test_the_helpless_are_leapt_at_charged_and_swept_without_a_roll():
    here = marked(table(), "orc", helpless=True)
    assert "attack" not in here.do("leap", "ada", target="orc").asked()
    assert here.finish().mark("orc", "under") == "ada"
    here = marked(table(), "orc", dropped=True).do("charge", "ada", target="orc", weapon="spear")
    assert here.asked() == ["effect-1"]
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("uruk", "npc", BANDIT)).finish()
    marked(here, "orc", dropped=True).do("sweep", "ada", weapon="spear", at_orc=True, at_uruk=True).go("sweep", 95)
    assert here.asked() == ["orc-effect-1"]
