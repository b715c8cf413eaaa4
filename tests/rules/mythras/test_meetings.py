"""Rules of the text that meet: evasions of every kind, spells and what weighs on skills, one blow among several."""

import pytest

from rules.core.paths import put
from tests.rules.mythras.play import BANDIT, QUIET, Table, marked, table

MAGE = put(QUIET, "professional", {"m": {"of": "magic", "trained": 60}})
EVADED = {
    "leap": ("orc", {"target": "ada"}),
    "cast": ("orc", {"target": "ada", "note": "Éclair"}),
    "hazard": ("gm", {"fighter": "ada", "note": "Char", "skill": 60}),
    "attack": ("orc", {"target": "ada", "weapon": "axe"}),
}


def threatened(kind, mine=QUIET, settings=None, **state):
    """Ada is asked how she answers a threat, which would hit her."""
    here = marked(
        Table(("orc", "npc", MAGE | {"weapons": BANDIT["weapons"]}), ("ada", "pc", mine), settings=settings),
        "ada",
        **state,
    )
    actor, args = EVADED[kind]
    return here.do(kind, actor, **args).finish_at({"cast": "cast"}.get(kind, "attack"), 20)


@pytest.mark.rules("MYT-CLOSE-EVADE", "MYT-FX-ENTANGLE", "MYT-CLOSE-LEAP")
@pytest.mark.parametrize("kind", EVADED)
@pytest.mark.parametrize(("reading", "why"), [("refused", "A leg is held."), ("allowed", None)])
def test_nobody_evades_anything_on_a_held_leg_unless_the_table_likes_it(kind, reading, why):
    held = {"left_leg": {"by": "orc", "weapon": "net"}}
    here = threatened(kind, settings={"entangled_leg_evade": reading}, entangled=held)
    offered = here.options().get("evade", "A leg is held.") if "reaction" in here.asked() else "A leg is held."
    assert offered == why


@pytest.mark.rules("MYT-CLOSE-EVADE/acrobatics", "MYT-CLOSE-LEAP")
@pytest.mark.parametrize("kind", EVADED)
def test_acrobatics_stand_for_evade_before_every_threat(kind):
    nimble = put(QUIET, "professional", {"a": {"of": "acrobatics", "trained": 60}})
    here = threatened(kind, nimble).go("acrobatics", 45).finish()
    assert here.mark("ada", "prone") is None


@pytest.mark.rules("MYT-STYLE-BLIND", "MYT-SIT-C11", "MYT-CLOSE-EVADE", "MYT-CLOSE-OUTMANOEUVRE")
@pytest.mark.parametrize("kind", EVADED)
@pytest.mark.parametrize("state", [{"around": {"close": "dark"}}, {"blind": {"grade": "herculean", "turns": 2}}])
@pytest.mark.parametrize("trained", [True, False])
def test_what_weighs_on_the_sight_weighs_on_every_evasion_but_of_the_trained(kind, state, trained):
    plain = threatened(kind).go("evade").request().check.target.total
    blind = threatened(kind, put(QUIET, "styles.phalanx.blind_fighting", trained), **state)
    assert (blind.go("evade").request().check.target.total == plain) is trained


@pytest.mark.rules("MYT-FX-IMPALE", "MYT-FX-ENTANGLE", "MYT-WOUND-02", "MYT-ACT-CAST", "MYT-REACT-COUNTERSPELL")
@pytest.mark.parametrize(
    ("state", "wounds", "part"),
    [
        ({}, {}, (1, 1)),
        ({"impaled": {"left_leg": {"weapon": "axe", "by": "orc", "grade": "formidable"}}}, {}, (1, 2)),
        ({"entangled": {"chest": {"by": "orc", "weapon": "net"}}}, {}, (2, 3)),
        ({}, {"chest": {"hp": 0}}, (2, 3)),
    ],
)
def test_what_weighs_on_every_skill_weighs_on_spells(state, wounds, part):
    whole = table(MAGE).do("cast", "ada", note="Nuée").request().check.target.total
    mage = put(MAGE, "hit_locations", wounds)
    here = marked(table(mage, MAGE), "ada", **state).do("cast", "ada", note="Nuée").go("let")
    assert here.request().check.target.total == -(-whole * part[0] // part[1])
    here = marked(Table(("orc", "npc", MAGE), ("ada", "pc", mage)), "ada", **state)
    here.do("cast", "orc", note="Nuée").go("counter")
    assert here.request().check.target.total == -(-whole * part[0] // part[1])


@pytest.mark.rules("MYT-FX-IMPALE", "MYT-ACT-CAST")
def test_a_spell_that_is_hopeless_is_not_cast():
    stuck = {"chest": {"weapon": "axe", "by": "orc", "grade": "herculean"}}
    here = marked(table(MAGE), "ada", impaled=stuck, entangled={"chest": {"by": "orc", "weapon": "net"}}, spell="fire")
    assert [here.why_not("ada", kind) for kind in ("cast", "unleash")] == ["Hopeless: this cannot even be tried."] * 2
