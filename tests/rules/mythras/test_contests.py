"""Contests of Mythras beside blows: outmanoeuvring, leaps, spells and their counters, and what a charge is worth."""

from types import SimpleNamespace

import pytest

from rules.core.json_codec import from_json
from rules.core.paths import put
from rules.core.scene import Action
from rules.core.script import Effect
from rules.engine.circles import circle_of
from rules.engine.offers import offers
from rules.games.mythras.actions import magic
from rules.games.mythras.character import sheet as sheets
from rules.games.mythras.combat import defence, threat
from rules.games.mythras.effects import conditions
from rules.games.mythras.equipment import limbs
from rules.games.mythras.equipment import weapons as arms
from rules.games.mythras.rounds import initiative
from rules.views import board
from rules.views.viewers import Viewer
from tests.rules.mythras.play import BANDIT, HOPLITE, MYTHRAS, QUIET, SOLDIER, Table, marked, table, throw

BOTH = {"orc", "uruk"}

# Outmanoeuvring.


def circle(**more):
    """Ada against two bandits, with points and marks of theirs."""
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("uruk", "npc", BANDIT)).finish()
    for foe in BOTH:
        here.do("contact", fighter="ada", other=foe)
    for who, marks in more.items():
        marked(here, who, **marks)
    return here


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE/point", "MYT-CORE-10")
@pytest.mark.parametrize(
    ("more", "asked"),
    [
        ({}, ["follow-orc", "follow-uruk"]),
        ({"orc": {"spent": 1}}, ["follow-orc", "follow-uruk"]),
        ({"orc": {"spent": 2}}, ["follow-uruk"]),
        ({"uruk": {"surprised": True}}, ["follow-orc"]),
        ({"orc": {"spent": 2}, "uruk": {"spent": 2}}, ["evade-ada"]),
    ],
)
def test_a_fighter_with_a_point_who_is_not_surprised_may_follow(more, asked):
    assert sorted(circle(**more).do("outmanoeuvre", "ada").asked()) == asked


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE/round")
@pytest.mark.parametrize(
    ("bystanders", "dice", "then", "blocked"),
    [
        ("blocked", (40, 30), None, None),
        ("blocked", (30, 45), "away", {"orc", "uruk"}),
        ("blocked", (30, 45), "fight-orc", {"uruk"}),
        ("free", (30, 45), "away", {"orc"}),
    ],
)
def test_a_fighter_left_behind_does_not_attack_in_this_round(bystanders, dice, then, blocked):
    here = circle()
    here.scene.settings["outmanoeuvre_bystanders"] = bystanders
    here.do("outmanoeuvre", "ada").answer("follow-orc", "follow").answer("follow-uruk", "let")
    orc, ada = dice
    here.answer("evade-ada", ada).answer("evade-orc", orc)
    if then is None:
        assert here.asked() == ["then"]
        return
    if here.asked() == ["then"]:
        here.go(then)
    found = {one for one in ("orc", "uruk") if here.mark(one, "outmanoeuvred.ada")}
    assert found == blocked
    assert (here.left("orc"), here.left("uruk")) == (1, 2)


@pytest.mark.rules("MYT-CORE-05", "MYT-SIT-CAP-SWIM")
def test_a_cap_stands_among_the_terms_with_its_words_and_rule():
    found = threat.attack_check(table().scene, "ada", "orc", arms.find(QUIET, "spear", {}), {"cap": "swimming"})
    (term,) = [one for one in found.target.modifiers if one.rule == "MYT-SIT-CAP-SWIM"]
    assert str(term.label) == "In water: Swim is the limit" and term.value == sheets.skill(QUIET, "swim").total - 68


@pytest.mark.rules("MYT-STYLE-LANCER/saddle", "MYT-CLOSE-CHARGE/lancer")
@pytest.mark.parametrize(
    ("mounted", "lancer", "target"), [(False, True, 46), (False, False, 46), (True, True, 22), (True, False, 15)]
)
def test_a_lancer_charges_with_their_combat_skill_but_only_from_the_saddle(mounted, lancer, target):
    rider = put(QUIET, "styles.phalanx.mounted_lancer", lancer)
    here = marked(table(rider), "ada", **({"mounted": True} if mounted else {}))
    assert sheets.skill(QUIET, "ride").total == 24
    found = threat.charge(here.scene, "ada", "orc", arms.find(rider, "spear", {}), {})
    assert found.check.target.total == {22: 24, 15: 16}.get(target, target)
    assert found.weapon.size == "large" and found.charges and found.modifier.index == 5 + 1
    on_mount = threat.charge(here.scene, "ada", "orc", arms.find(rider, "spear", {}), {"mount": 26})
    assert on_mount.modifier.index == 5 + (2 if mounted else 1)


@pytest.mark.rules("MYT-STYLE-KNOCKOUT", "MYT-FX-STUN")
@pytest.mark.parametrize(("surprised", "trait", "turns"), [(True, True, 24), (True, False, 1), (False, True, 1)])
def test_a_surprised_head_is_stunned_for_minutes(surprised, trait, turns):
    club = put(put(QUIET, "weapons.spear.model", "club"), "styles.phalanx.knockout_blow", trait)
    here = table(club, surprised=("orc",) if surprised else ())
    here.attack(
        "ada", "orc", "spear", 31, *([] if surprised else ["none"]), "stun_location", *(["none"] if surprised else [])
    )
    here.go(10, 1, 1, 90)
    assert here.mark("orc", "stunned.chest") == turns


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE", "MYT-CORE-09/followed")
@pytest.mark.parametrize(("die", "level"), [(50, "SUCCESS"), (51, "FAILURE")])
def test_a_fighter_who_is_not_followed_has_no_malus(die, level):
    here = circle(orc={"spent": 2}, uruk={"spent": 2}).do("outmanoeuvre", "ada").answer("evade-ada", die).finish()
    assert [from_json(one).level.name for one in here.events[-1].payload["outcomes"]] == [level]


@pytest.mark.rules("MYT-ACT-CAST")
def test_a_fighter_who_is_out_releases_no_spell_any_more():
    mage = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
    here = marked(table(mage), "ada", dropped=True)
    assert throw(lambda: magic.cast(here.scene, "ada", {})) == ()


@pytest.mark.rules("MYT-SIT-GM", "MYT-CLOSE-CHARGE", "MYT-RANGED-BANDS", "MYT-AUTO-04")
def test_every_number_of_a_form_has_its_bounds():
    gunner = put(put(SOLDIER, "weapons.carbine.mode", "long_burst"), "weapons.pistol.in_hand", True)
    found = {}
    for sheet in (QUIET, gunner):
        here = table(sheet).do("contact", fighter="ada", other="orc", apart=True)
        for offer in offers(MYTHRAS, here.scene, "ada"):
            for field in offer.fields:
                if field.kind == "number":
                    found[offer.kind, field.key] = (field.default, field.least, field.most)
    assert found == {
        ("attack", "steps"): (0, -2, 4),
        ("charge", "steps"): (0, -2, 4),
        ("charge", "mount"): (0, 0, 200),
        ("sweep", "steps"): (0, -2, 4),
        ("shoot", "steps"): (0, -2, 4),
        ("shoot", "metres"): (5, 0, 2000),
        ("burst", "steps"): (0, -2, 4),
        ("burst", "metres"): (5, 0, 2000),
        ("burst", "rounds"): (10, 1, 20),
        ("move", "metres"): (0, 0, 999),
        ("mount", "turns"): (1, 1, 10),
    }


@pytest.mark.rules("MYT-CLOSE-OUTMANOEUVRE")
def test_outmanoeuvring_ends_in_no_contact_or_with_the_chosen_foe():
    rows = (("away", set(), "engaged"), ("fight-orc", {"orc"}, "apart"), ("fight-orc", BOTH, "engaged"))
    for then, left, rule in rows:
        here = circle(orc={"spent": 2, "engaged": {"ada": True}}, uruk={"spent": 2, "engaged": {"ada": True}})
        here.scene.settings["outmanoeuvre_alone"] = rule
        here.do("outmanoeuvre", "ada").answer("evade-ada", 20).go(then)
        assert {one for one in ("orc", "uruk") if here.mark("ada", f"engaged.{one}")} == left


@pytest.mark.rules("MYT-ACT-READY/hands")
@pytest.mark.parametrize(
    ("held", "drawn", "why"),
    [
        ({}, "longspear", None),
        ({"one": "spear"}, "longspear", "Both hands are full."),
        ({"one": "longspear"}, "dagger", "Both hands are full."),
        ({"one": "spear"}, "dagger", None),
        ({"one": "spear", "two": "viking"}, "dagger", "Both hands are full."),
    ],
)
def test_two_hands_hold_two_weapons_or_one_of_two_hands(held, drawn, why):
    rows = {key: {"model": model, "in_hand": True} for key, model in held.items()} | {"new": {"model": drawn}}
    here = table(put(QUIET, "weapons", rows))
    (field,) = here.offer("ada", "ready").fields
    found = {one.key: one.refused and str(one.refused) for one in field.choices}
    assert found == {**dict.fromkeys(held), "new": why}


@pytest.mark.rules("MYT-REACT-COUNTERSPELL")
@pytest.mark.parametrize(
    ("side", "marks", "asked"),
    [
        ("npc", {}, "counter-eve"),
        ("pc", {}, "cast"),
        ("npc", {"spent": 1}, "counter-eve"),
        ("npc", {"spent": 2}, "cast"),
        ("npc", {"spent": 2, "spell": "Voile"}, "counter-eve"),
        ("npc", {"surprised": True}, "cast"),
        ("npc", {"surrendered": True}, "cast"),
    ],
)
def test_a_ready_foe_with_magic_may_counter(side, marks, asked):
    mage = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
    here = Table(("ada", "pc", mage), ("eve", side, mage)).finish()
    marked(here, "eve", **marks)
    assert here.do("cast", "ada").asked() == [asked]


@pytest.mark.rules("MYT-REACT-COUNTERSPELL/whole")
@pytest.mark.parametrize(("die", "works"), [(30, False), (90, True)])
def test_a_counterspell_ends_the_spell_or_costs_its_point_in_vain(die, works):
    mage = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
    here = Table(("ada", "pc", mage), ("eve", "npc", mage)).finish()
    here.do("cast", "ada", note="Nuée").go("counter", die)
    if works:
        here.go(30)
    assert any("works" in one for one in here.told()) == works and here.left("eve") == 1
    assert any("countered by eve" in one for one in here.told()) != works


@pytest.mark.rules("MYT-FX-SUNDER")
def test_a_piece_loses_no_more_than_a_field_holds():
    here = table(theirs=put(BANDIT, "armour.furs.sundered", 19))
    worn, *_rest = MYTHRAS.land(
        table(theirs=put(BANDIT, "armour.furs.points", 20)).scene,
        Effect("sundered", "orc", {"location": "chest", "points": 25}),
    )
    assert worn.path.endswith("sundered") and worn.after == 20
    (change,) = MYTHRAS.land(here.scene, Effect("sundered", "orc", {"location": "head", "points": 5}))
    assert change.path.endswith("hit_locations.head.natural") and change.after == 0
    assert MYTHRAS.land(here.scene, Effect("sundered", "orc", {"location": "tail", "points": 5})) == ()


@pytest.mark.rules("MYT-FREE-ASSESS/apart", "MYT-ATK-01")
def test_a_fighter_who_has_attacked_takes_part_and_does_not_look_around():
    here = table()
    assert here.why_not("ada", "assess") is None
    here.attack("ada", "orc", "spear", 95, "none")
    assert here.mark("ada", "offence") is True and here.mark("orc", "offence") is None
    here.do("contact", fighter="ada", other="orc", apart=True)
    assert here.why_not("ada", "assess") == "Takes part in the fight."


@pytest.mark.rules("MYT-CLOSE-LEAP")
@pytest.mark.parametrize(
    ("attack", "answer", "die", "prone", "left"),
    [
        (30, "evade", 20, True, 1),
        (30, "brawn", 36, False, 1),
        (30, "none", None, True, 2),
        (95, "none", None, False, 2),
    ],
)
def test_a_leap_bears_down_a_target_who_does_not_win(attack, answer, die, prone, left):
    here = table().do("leap", "ada", target="orc").go(attack, answer, *([die] if die else []))
    while here.scene.exchanges:
        here.go("none")
    assert bool(here.mark("orc", "prone")) == prone and here.left("orc") == left
    assert (here.mark("orc", "under") == "ada") == prone and here.hp("orc", "chest") == 7


@pytest.mark.rules("MYT-CLOSE-LEAP/size")
@pytest.mark.parametrize(
    ("siz", "braced", "why"),
    [
        (26, False, None),
        (27, False, "More than twice as large."),
        (17, True, None),
        (18, True, "More than twice as large."),
    ],
)
def test_nobody_leaps_at_a_target_more_than_twice_as_large(siz, braced, why):
    here = marked(table(theirs=put(BANDIT, "characteristics.siz", siz)), "orc", **({"braced": True} if braced else {}))
    (field,) = here.offer("ada", "leap").fields
    assert [one.refused and str(one.refused) for one in field.choices] == [why]


@pytest.mark.rules("MYT-CLOSE-LEAP/four-legs")
def test_a_leap_at_four_legs_is_a_step_harder():
    for legs, target in ((2, 55), (4, 37)):
        here = table(theirs=put(BANDIT, "legs", legs)).do("leap", "ada", target="orc")
        assert here.request().check.target.total == target


@pytest.mark.rules("MYT-INIT-02")
def test_the_first_die_between_equals_counts_before_all_that_follow():
    three = [(name, "npc", BANDIT) for name in ("one", "two", "three")]
    here = Table(*three, started=False).do("start")
    for name in ("one", "two", "three"):
        here.answer(f"initiative-{name}", 5)
    for name, die in (("one", 2), ("two", 1), ("three", 1)):
        here.answer(f"tie1-{name}", die)
    here.answer("tie2-two", 10).answer("tie2-three", 10).answer("tie3-two", 10).answer("tie3-three", 9)
    assert initiative.order(here.scene) == ("one", "two", "three")


@pytest.mark.rules("MYT-WOUND-01")
def test_a_location_loses_hit_points_down_to_the_minimum_of_the_field():
    here = table()
    value = {"location": "chest", "damage": 300}
    assert [
        one.after for one in MYTHRAS.land(here.scene, Effect("hurt", "orc", value)) if one.path.endswith(".hp")
    ] == [-200]
    assert MYTHRAS.land(here.scene, Effect("hurt", "orc", {**value, "location": "tail"})) == ()
    treated = table(theirs=put(BANDIT, "hit_locations.chest.treated", True))
    fresh = [
        [one.path for one in MYTHRAS.land(treated.scene, Effect("hurt", "orc", {**value, "damage": lost}))]
        for lost in (0, 1)
    ]
    assert [len(paths) for paths in fresh] == [1, 2]


@pytest.mark.rules("MYT-FX-STUN", "MYT-PARRY-03", "MYT-CLOSE-SURPRISE")
@pytest.mark.parametrize(
    ("marks", "why"),
    [
        ({"stunned": {"head": 1}}, "Stunned."),
        ({"stunned": {"chest": 1, "left_leg": 2}}, None),
        ({"spent": 2}, "No action point is left."),
        ({"spent": 1}, None),
        ({"surprised": True}, "Surprised."),
    ],
)
def test_the_fighters_who_cannot_answer(marks, why):
    found = defence.why_no_answer(marked(table(), "orc", **marks).scene, "orc")
    assert (found and str(found)) == why


@pytest.mark.rules("MYT-STYLE-DEFENSIVE", "MYT-ACT-SNEAK-PEEK")
@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("attack", {"target": "orc", "weapon": "fist"}),
        ("charge", {"target": "orc", "weapon": "fist"}),
        ("shoot", {"target": "orc", "weapon": "pistol", "metres": 9}),
        ("burst", {"at_orc": True, "weapon": "carbine", "metres": 9, "rounds": 5}),
        ("leap", {"target": "orc"}),
        ("sweep", {"at_orc": True, "at_uruk": True, "weapon": "fist"}),
    ],
)
def test_every_attack_is_offensive_and_reveals_a_hidden_attacker(kind, args):
    gunner = put(put(SOLDIER, "weapons.carbine.mode", "long_burst"), "weapons.pistol.in_hand", True)
    here = Table(("ada", "pc", gunner), ("orc", "npc", BANDIT), ("uruk", "npc", BANDIT)).finish()
    marked(here, "ada", cover={"of": "car", "hides": "all"})
    here.do(kind, "ada", **args)
    assert here.mark("ada", "offence") is True
    assert bool(here.mark("ada", "exposed")) == (kind not in ("leap", "charge"))
    assert bool(here.mark("ada", "cover")) == (kind not in ("leap", "charge"))  # whoever charges or leaps leaves it


@pytest.mark.rules("MYT-LUCK-01", "MYT-FREE-LUCK/own")
def test_luck_is_for_ones_own_dice_and_for_an_attack_on_oneself():
    lucky = put(BANDIT, "state.luck", 1)
    here = Table(("ada", "pc", HOPLITE), ("orc", "npc", lucky), ("eve", "pc", HOPLITE)).finish()
    here.do("attack", "ada", target="orc", weapon="spear").go(37)

    def chances(who):
        luck = [one for one in offers(MYTHRAS, here.scene, who) if one.kind == "luck"]
        keys = [one.key.split("/") for offer in luck for one in offer.fields[0].choices]
        return [(how, roll) for how, _exchange, roll in keys]

    assert chances("ada") == [("again", "attack")]  # 37 hits, 73 would not
    assert chances("orc") == [("again", "attack")] and chances("eve") == []
    here.go("parry-axe", 60)
    assert chances("orc") == [("again", "attack"), ("again", "defence"), ("swap", "defence")]
    assert chances("ada") == [("again", "attack")]


# Sentences about a contest.


def verdict(here):
    (row,) = [event.payload["verdict"] for event in here.events if "verdict" in event.payload]
    return row["winner"], row["by"] and str(from_json(row["by"]))


@pytest.mark.rules("MYT-CORE-08", "MYT-CLOSE-EVADE")
@pytest.mark.parametrize(
    ("answer", "die", "tie", "won"),
    [
        ("evade", 15, "higher_die", ("ada", "with the higher die")),
        ("evade", 25, "higher_die", ("orc", "with the higher die")),
        ("evade", 15, "defender", ("orc", None)),
        ("parry-axe", 25, "higher_die", ("", "both succeed")),
        ("evade", 95, "higher_die", ("ada", "by 1 level")),
    ],
)
def test_equal_successes_leave_nobody_a_winner_only_where_the_blow_is_parried(answer, die, tie, won):
    here = table(settings={"evade_tie": tie}).attack("ada", "orc", "spear", 20, answer, die).finish()
    assert verdict(here) == won


@pytest.mark.rules("MYT-ACT-REGAIN-FOOTING", "MYT-CORE-06")
@pytest.mark.parametrize(
    ("mine", "theirs", "told", "won"),
    [(20, 30, ["stays prone"], "orc"), (30, 20, ["stands"], "ada"), (97, 20, ["stays prone"], "orc")],
)
def test_a_fighter_kept_down_reads_so_and_no_harm_to_the_other(mine, theirs, told, won):
    here = marked(table().do("contact", fighter="ada", other="orc"), "ada", prone=True)
    here.do("stand", "ada").go("brawn", "brawn", mine, theirs)
    assert [words for words in here.told() if words in ("stands", "stays prone")] == told
    assert verdict(here)[0] == won and not any(event.payload.get("unharmed") for event in here.events)


@pytest.mark.rules("MYT-CORE-07", "MYT-FX-TRIP")
@pytest.mark.parametrize(("die", "told"), [(35, "resists: Trip Opponent"), (30, "falls prone"), (95, "falls prone")])
def test_a_resisted_effect_is_told_as_well_as_a_successful_one(die, told):
    here = table().attack("ada", "orc", "spear", 31, "none", "trip").finish_at("trip-resist", die).finish()
    assert [words for words in here.told() if words in ("resists: Trip Opponent", "falls prone")] == [told]


@pytest.mark.rules("MYT-SIT-GM", "MYT-CLOSE-ENGAGE")
def test_a_fleeing_fighter_is_out_and_in_no_contact_until_they_return():
    here = table().do("contact", fighter="ada", other="orc").do("state", fighter="orc", state="fled")
    assert "flees" in here.told() and initiative.is_out(here.scene, "orc")
    assert not initiative.engaged_enemies(here.scene, "ada")
    here.do("state", fighter="orc", state="fled", off=True)
    assert here.told() == ["comes back to the fight"] and not initiative.is_out(here.scene, "orc")


@pytest.mark.rules("MYT-CLOSE-LEAP", "MYT-ACT-MOUNT")
@pytest.mark.parametrize("die", [5, 93])
def test_a_rider_who_leaps_from_the_saddle_is_on_foot(die):
    here = marked(table(), "ada", mounted=True)
    here.do("leap", "ada", target="orc")
    assert here.mark("ada", "mounted") is None and "is on foot" in here.told()
    here.go(die, "none").finish()
    assert here.mark("ada", "mounted") is None


def with_somebody_hidden(sheet=QUIET, near=()):
    """Ada before an orc, and an uruk hidden since who is engaged with these."""
    here = Table(("ada", "pc", sheet), ("orc", "npc", BANDIT), ("uruk", "npc", sheet)).finish()
    for who in near:
        here.do("contact", fighter=who, other="uruk")
    return here.do("hide", fighter="uruk").do("next")


def test_nobody_hidden_is_asked_to_counter_what_is_cast_in_sight():
    mage = put(QUIET, "professional", {"m": {"of": "magic", "trained": 30}})
    assert with_somebody_hidden(mage).do("cast", "ada").asked() == ["cast"]


def test_nobody_hidden_contests_who_stands_up():
    here = marked(with_somebody_hidden(near=["ada"]), "ada", prone=True)
    assert not here.do("stand", "ada").scene.exchanges


def test_an_aim_at_somebody_hidden_is_in_no_word_on_a_fall():
    told = []
    for aim in ({}, {"aim": "uruk"}):
        here = marked(with_somebody_hidden(), "orc", **aim).do("state", fighter="orc", state="fled")
        told.append([row["text"] for event in here.events for row in event.payload["fallen"]])
    assert told[0] == told[1] and told[0]


def test_a_player_charges_away_from_somebody_hidden_since():
    """The cost of the act is worked out on what its player knows, where the other is not."""
    here = with_somebody_hidden(near=["ada"])
    here.act("charge", "ada", {"target": "orc", "weapon": "spear"}, by="seat", gm=False)
    assert here.mark("uruk", "engaged") is None and here.mark("ada", "engaged") == {"orc": True}


@pytest.mark.parametrize("begun", [False, True], ids=["up", "in an exchange"])
@pytest.mark.parametrize(("kind", "gm"), [("dither", False), ("brace", True)])
def test_a_turn_costs_the_same_whoever_is_up_unseen(kind, gm, begun):
    """The point that was kept is spent out of one's turn alone, which is decided by what everybody sees."""
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("uruk", "npc", QUIET)).finish()
    marked(here.do("hide", fighter="uruk"), "uruk", init=99).do("next", in_sight=True)
    if begun:
        here.do("assess", "uruk")
    marked(here, "ada", delayed=True).act(kind, "ada", {}, by="seat", gm=gm)
    assert [here.mark("ada", key) for key in ("turns", "spent", "delayed")] == [1, 1, None]


def test_care_of_somebody_hidden_is_an_act_about_them():
    """The choice names a wound of theirs, not them alone."""
    hurt = put(BANDIT, "locations.chest.hp", -1)
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("uruk", "npc", hurt)).finish()
    here.do("hide", fighter="uruk")
    action = Action("aid", "orc", {"wound": "uruk-chest"}, "seat", True)
    assert circle_of(here.scene, action) == "gm"


@pytest.mark.parametrize("hidden", [False, True])
def test_nobody_hidden_is_somebody_else_to_hit(hidden):
    """The same whoever wins: the effect could be chosen if only somebody hidden were there besides."""
    here = Table(("ada", "pc", QUIET), ("orc", "npc", BANDIT), ("bob", "pc", QUIET)).finish()
    if hidden:
        here.do("hide", fighter="bob")
    for winner, loser in (("ada", "orc"), ("orc", "ada")):
        why = conditions.third(SimpleNamespace(scene=here.scene, winner=winner, loser=loser))
        assert bool(why) is hidden


def test_nobody_hidden_holds_down_who_is_in_sight():
    """A player may act as if they were not there, and so the act must succeed."""
    here = marked(with_somebody_hidden(), "ada", under="uruk", pinned={"spear": "uruk"}, gripped={"uruk": "right_arm"})
    assert limbs.borne_down(here.scene, "ada") is None and not initiative.is_pinned(here.scene, "ada", "spear")
    assert not initiative.gripped_by(here.scene, "ada")
    assert not here.do("struggle", "ada", what="pinned-spear").scene.exchanges


@pytest.mark.parametrize(
    ("held", "act", "args"),
    [
        ({"pinned": {"spear": "uruk"}}, "let_go", {"what": "pinned-ada-spear"}),
        ({"entangled": {"right_arm": "uruk"}}, "let_go", {"what": "entangled-ada-right_arm"}),
        ({"entangled": {"right_arm": {"by": "uruk", "weapon": "spear"}}}, "drop", {"weapon": "spear"}),
    ],
)
def test_nobody_learns_whether_somebody_hidden_has_let_go(held, act, args):
    """A hold of a limb or a weapon names who holds in its row, and is as free as one by fighter."""
    here = marked(with_somebody_hidden(near=["ada"]), "ada", **held)
    free = shown_to_all(marked(with_somebody_hidden(near=["ada"]), "ada"))
    assert shown_to_all(here) == free
    here.do(act, "uruk", **args)
    assert not any(here.mark("ada", key) for key in held) and shown_to_all(here) == free


def shown_to_all(here):
    return board.view(MYTHRAS, here.scene, Viewer("table"))
