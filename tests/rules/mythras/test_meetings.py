"""Rules of the text that meet: evasions of every kind, spells and what weighs on skills, one blow among several."""

import pytest

from rules.core.paths import put
from tests.rules.mythras.play import BANDIT, QUIET, Table, marked, table, with_all

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
def test_darkness_and_blindness_hamper_every_evasion_but_of_the_trained(kind, state, trained):
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
def test_a_hampered_magician_casts_worse(state, wounds, part):
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


def _strikes_back(here):
    here.do("dither", "ada").do("charge", "orc", target="ada", weapon="axe").go(90, "counter-spear", 90)


def _strikes_in_passing(here):
    here.do("delay", "ada").do("move", "orc").go("on", ["ada"], "strike-spear", 90)


def _pulls_down(here):
    here.do("haul", "ada", target="orc")


@pytest.mark.rules(
    "MYT-RANGED-AIM", "MYT-ACT-SNEAK-PEEK", "MYT-FREE-WARD", "MYT-FX-BLEED/reopens", "MYT-STYLE-DEFENSIVE"
)
@pytest.mark.parametrize("strikes", [_strikes_back, _strikes_in_passing, _pulls_down])
def test_a_blow_of_any_kind_ends_aim_and_guard_and_shows_its_author(strikes):
    held = {"entangled": {"left_leg": {"by": "ada", "weapon": "spear"}}} if strikes is _pulls_down else {}
    here = marked(table(), "orc", **held)
    state = {"aim": "orc", "wards": {"spear": ["chest"]}, "cover": {"of": "car", "hides": "chest"}, "tended": True}
    strikes(marked(here, "ada", snares={"orc": {"die": 20, "level": 2}}, **state))
    here.finish(90)
    assert [here.mark("ada", key) for key in ("aim", "wards", "exposed", "offence")] == [None, None, True, True]
    assert here.scene.sheet("ada")["state"]["bleeding"] is True


@pytest.mark.rules("MYT-FX-BLEED/reopens", "MYT-FX-IMPALE", "MYT-ACT-REGAIN-FOOTING")
@pytest.mark.parametrize(("engaged", "bleeds"), [(None, None), ({"orc": True}, True)])
def test_pulling_and_rising_by_force_reopen_a_wound(engaged, bleeds):
    stuck = {"chest": {"weapon": "axe", "by": "orc", "grade": "hard"}}
    pulled = marked(table(), "ada", tended=True, impaled=stuck).do("pull", "ada", which="ada-chest")
    assert pulled.scene.sheet("ada")["state"]["bleeding"] is True
    here = marked(table(), "ada", tended=True, prone=True, engaged=engaged).do("stand", "ada")
    assert here.scene.sheet("ada").get("state", {}).get("bleeding") is bleeds


@pytest.mark.rules("MYT-SIT-C01", "MYT-CLOSE-SWEEP/one-roll")
@pytest.mark.parametrize("bound", ["ada", "bob"])
def test_a_sweep_hits_the_helpless_surely_and_nobody_else_so(bound):
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", QUIET), ("bob", "pc", QUIET)).finish()
    free = "bob" if bound == "ada" else "ada"
    marked(here, bound, helpless=True).do("sweep", "orc", weapon="axe", at_ada=True, at_bob=True).go("sweep")
    assert here.asked() == ["attack"]
    here.go(90)
    asked = []
    while here.scene.exchanges:
        asked += here.asked()
        here.finish_at(asked[-1], "none" if "reaction" in asked[-1] or "effect" in asked[-1] else 1)
    assert f"{free}-reaction" in asked and f"{bound}-location" in asked and f"{free}-location" not in asked


@pytest.mark.rules("MYT-RANGED-CROWD", "MYT-CORE-09")
def test_a_stray_shot_is_measured_against_a_master_without_the_crowd():
    """Bob evades at 120, which takes 20 from both: of the whole skill, not of that into the crowd."""
    master = put(BANDIT, "skills.evade", 120 - 2 * 13)
    archer = with_all(
        QUIET, weapons__bow={"model": "bow", "style": "phalanx", "in_hand": True}, styles__phalanx__trained=70
    )
    here = Table(("ada", "pc", archer), ("orc", "npc", BANDIT), ("bob", "npc", put(master, "characteristics.dex", 13)))
    here = here.finish().do("shoot", "ada", target="orc", weapon="bow", metres=5, crowd="inside").go(60, "bob")
    here.go("evade", 99)
    assert "stray-location" in here.asked() or "stray-effect-1" in here.asked()


@pytest.mark.rules("MYT-MOVE-06", "MYT-CLOSE-ENGAGE", "MYT-MOVE-04")
def test_a_runner_felled_in_passing_lies_in_contact():
    here = Table(("orc", "npc", BANDIT), ("ada", "pc", QUIET)).do("delay", "orc").do("move", "ada")
    here.go("on", ["orc"], "strike-axe", 20, "none", "trip").finish_at("trip-skill", "brawn").finish(95)
    assert here.mark("ada", "prone") and here.mark("ada", "engaged") == {"orc": True}
    assert here.mark("orc", "engaged") == {"ada": True}


ATTACKS_NOBODY = [
    ({"cannot_attack": 1}, "No attack for 1 more turn."),
    ({"outmanoeuvred": {"orc": True}}, "Outmanoeuvred in this round."),
    ({"guarded": True}, "Has parried on the defensive in this round."),
    ({}, None),
]


@pytest.mark.rules(
    "MYT-ACT-CAST/attack", "MYT-FX-PRESS", "MYT-FX-OVEREXTEND", "MYT-CLOSE-OUTMANOEUVRE", "MYT-STYLE-DEFENSIVE"
)
@pytest.mark.parametrize(("state", "why"), ATTACKS_NOBODY)
@pytest.mark.parametrize("kind", ["cast", "unleash"])
def test_a_spell_at_an_opponent_is_an_attack(kind, state, why):
    here = marked(
        Table(("ada", "pc", MAGE), ("orc", "npc", BANDIT), ("bob", "pc", QUIET)).finish(), "ada", spell="fire", **state
    )
    assert [here.why_not("ada", kind, "target", who) for who in ("none", "bob", "orc")] == [None, None, why]


@pytest.mark.rules("MYT-STYLE-DEFENSIVE", "MYT-ACT-CAST")
@pytest.mark.parametrize(("whom", "offends"), [("orc", True), ("bob", None), ("none", None)])
@pytest.mark.parametrize("kind", ["cast", "unleash"])
def test_a_spell_at_an_opponent_is_offensive(kind, whom, offends):
    here = marked(
        Table(("ada", "pc", MAGE), ("orc", "npc", BANDIT), ("bob", "pc", QUIET)).finish(), "ada", spell="fire"
    )
    assert here.do(kind, "ada", target=whom).finish().mark("ada", "offence") is offends


@pytest.mark.rules("MYT-ACT-HOLD-MAGIC", "MYT-SIT-C01")
def test_the_bound_release_no_spell():
    assert marked(table(MAGE), "ada", spell="fire", helpless=True).why_not("ada", "unleash") == "Helpless."


@pytest.mark.rules("MYT-CLOSE-SURPRISE", "MYT-ACT-CAST/attack")
def test_a_surprised_magician_casts_in_the_round_but_at_no_opponent():
    here = Table(("ada", "pc", MAGE), ("orc", "npc", BANDIT), ("bob", "pc", QUIET)).finish()
    marked(here, "ada", no_offence=True, spell="fire")
    why = "Surprised in this round: no attack."
    for kind in ("cast", "unleash"):
        assert here.why_not("ada", kind) is None
        assert [here.why_not("ada", kind, "target", who) for who in ("none", "bob", "orc")] == [None, None, why]


@pytest.mark.rules("MYT-RANGED-AIM", "MYT-ACT-SNEAK-PEEK", "MYT-ACT-CAST/attack")
@pytest.mark.parametrize(("whom", "seen"), [("orc", True), ("bob", None), ("none", None)])
@pytest.mark.parametrize("kind", ["cast", "unleash"])
def test_a_spell_at_an_opponent_shows_its_author_and_ends_an_aim(kind, whom, seen):
    here = Table(("ada", "pc", MAGE), ("orc", "npc", BANDIT), ("bob", "pc", QUIET)).finish()
    marked(here, "ada", spell="fire", aim="orc", cover={"of": "car", "hides": "all"}, wards={"aspis": ["head"]})
    here.do(kind, "ada", target=whom).finish()
    assert [here.mark("ada", key) for key in ("exposed", "aim")] == [seen, None if seen else "orc"]
    assert here.mark("ada", "wards") == {"aspis": ["head"]}


def first(here, key, value=None):
    """Answer what is asked of the first of several exchanges until this is asked, then that."""
    while (row := here.prompts[0]).request is not None:
        asked = row.request.key
        roll = getattr(row.request, "dice", None)
        usual = 1 if roll else next(one.key for one in reversed(row.request.options) if one.refused is None)
        given = [value if asked == key else usual] * (roll.count if roll else 1)
        here.do("answer", exchange=row.exchange, key=asked, values=given)
        if asked == key:
            break
    return here


@pytest.mark.rules("MYT-AP-03", "MYT-REACT-COUNTERSPELL")
@pytest.mark.parametrize(("reading", "asked"), [("counts", False), ("besides", True)])
def test_breaking_into_a_spell_at_oneself_is_the_reaction_to_it(reading, asked):
    here = Table(("ada", "pc", MAGE), ("orc", "npc", MAGE), settings={"one_reaction": reading}).do("delay", "ada")
    here.do("cast", "orc", target="ada", note="Ray").do("attack", "ada", target="orc", weapon="spear")
    here = first(here, "attack", 95)
    if here.prompts[0].request.key == "reaction":
        here = first(here, "reaction", "none")
    assert ("counter-ada" in here.asked()) is asked


@pytest.mark.rules("MYT-WOUND-02", "MYT-REACT-INTERRUPT", "MYT-ACT-CAST/attack")
@pytest.mark.parametrize(("face", "lost"), [(3, True), (1, False)])
def test_a_magician_who_is_shaken_while_casting_loses_the_spell(face, lost):
    frail = with_all(MAGE, armour={}, hit_locations__chest__hp=4)
    here = Table(("ada", "pc", put(QUIET, "weapons.spear.damage", "1d3")), ("orc", "npc", frail)).do("delay", "ada")
    here.do("cast", "orc", target="ada", note="Ray").do("attack", "ada", target="orc", weapon="spear")
    here = first(first(first(here, "attack", 20), "location", 10), "damage", face)
    here = first(here, "modifier", 1)
    here = first(here, "wound", 1) if lost else here
    assert ("can no longer do what was declared" in here.told()) is lost


@pytest.mark.rules("MYT-AP-03/breaking-in", "MYT-CLOSE-EVADE", "MYT-ACT-CAST/any-time", "MYT-LUCK-01")
@pytest.mark.parametrize("kind", ["hazard", "unleash"])
def test_a_threat_after_an_attack_one_broke_into_may_be_answered(kind):
    here = Table(("ada", "pc", QUIET), ("orc", "npc", MAGE)).do("delay", "ada")
    here.do("attack", "orc", target="ada", weapon="spear").do("attack", "ada", target="orc", weapon="spear")
    while here.scene.exchanges:
        here = first(here, here.prompts[0].request.key, 95 if here.prompts[0].request.key == "attack" else "none")
    assert here.mark("ada", "reacted")
    marked(here, "orc", spell="fire")
    args = {"fighter": "ada", "note": "Char", "skill": 60} if kind == "hazard" else {"target": "ada"}
    here.do(kind, "gm" if kind == "hazard" else "orc", **args).go(20)
    assert here.asked() == ["reaction"]


@pytest.mark.rules("MYT-FX-BLIND", "MYT-FREE-ASSESS", "MYT-ACT-SNEAK-PEEK")
@pytest.mark.parametrize("kind", ["assess", "peek"])
def test_the_blinded_see_badly(kind):
    wall = {"of": "car", "hides": "chest"}
    plain = marked(table(), "ada", cover=wall).do(kind, "ada").request().check.target.total
    blind = marked(table(), "ada", cover=wall, blind={"grade": "formidable", "turns": 2}).do(kind, "ada")
    assert blind.request().check.target.total == -(-plain // 2)
