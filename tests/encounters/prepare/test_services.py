import pytest
from django.urls import reverse

from campaigns.journal import undo
from campaigns.journal.journal import Sent
from campaigns.models import Event
from encounters import scenes
from encounters.log import takeaways
from encounters.models import Encounter
from encounters.prepare import participants, services
from rules import registry
from rules.core.errors import Refused, Stale, Unreadable
from rules.core.paths import put
from sheets.models import Character
from tests.cast import client_of, gather
from tests.encounters.conftest import join

COUNT = iter(range(10_000))
PIRATE = "Pirate des bas-fonds"


def sent():
    return Sent.of("", next(COUNT))


@pytest.fixture
def prepared(table):
    """The token of a draft with both player characters."""
    return services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value


def people(encounter):
    """The participants by name."""
    scene = scenes.scene_of(Encounter.objects.get(token=encounter))
    return {fighter.name: fighter for fighter in scene.fighters.values()}


def recruit(table, encounter, count=1, hidden=False, sample="pirate", seat=None):
    return services.recruit(
        seat=seat or table.cast.gm, sent=sent(), encounter=encounter, sample=sample, count=count, hidden=hidden
    )


def start(table, encounter):
    return services.turn_to(seat=table.cast.gm, sent=sent(), encounter=encounter, status="running")


def reveal(table, encounter, fighter, hide=False):
    return services.reveal(seat=table.cast.gm, sent=sent(), encounter=encounter, fighter=fighter, hide=hide)


def test_every_player_character_takes_part_from_the_start(table, prepared):
    assert {name: one.side for name, one in people(prepared).items()} == {"Élowen": "pc", "Tibor": "pc"}


def test_several_of_a_kind_are_characters_of_their_own_with_letters(table, prepared):
    recruit(table, prepared, 3)
    names = ["Pirate des bas-fonds A", "Pirate des bas-fonds B", "Pirate des bas-fonds C"]
    found = people(prepared)
    assert [name for name in found if name.startswith("Pirate")] == names
    assert len({found[name].character for name in names}) == 3
    assert Character.objects.filter(name__in=names, kind="npc").count() == 3
    recruit(table, prepared, 1)
    assert "Pirate des bas-fonds D" in people(prepared)


def test_one_of_a_kind_has_no_letter(table, prepared):
    recruit(table, prepared, 1)
    assert "Pirate des bas-fonds" in people(prepared)


@pytest.mark.parametrize("hidden", [False, True])
def test_one_of_a_kind_gets_the_first_letter_as_another_comes(table, prepared, hidden):
    recruit(table, prepared, 1)
    start(table, prepared)
    done = recruit(table, prepared, 1, hidden=hidden)
    found = {name: one.shown_name for name, one in people(prepared).items() if name.startswith("Pirate")}
    read = ("Pirate des bas-fonds",) * 2 if hidden else ("Pirate des bas-fonds A", "Pirate des bas-fonds B")
    assert found == dict(zip(("Pirate des bas-fonds A", "Pirate des bas-fonds B"), read, strict=True))
    undo.undo(seat=table.cast.gm, sent=sent(), command=done.command)
    assert "Pirate des bas-fonds" in people(prepared)


def test_players_read_letters_in_the_order_in_which_somebody_is_seen(table, prepared):
    recruit(table, prepared, 3, hidden=True)
    start(table, prepared)
    found = people(prepared)
    reveal(table, prepared, found["Pirate des bas-fonds C"].id)
    reveal(table, prepared, found["Pirate des bas-fonds A"].id)
    seen = [one.shown_name for one in people(prepared).values() if one.side == "foe" and not one.hidden]
    assert sorted(seen) == ["Pirate des bas-fonds A", "Pirate des bas-fonds B"]


UNSEEN = [{"hidden": "on"}, {"joins": "3"}, {"joins": "signal"}]


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("about", UNSEEN, ids=str)
def test_no_letter_is_missing_that_would_tell_of_somebody_unseen(table, prepared, about, count):
    """If some are hidden or in reserve before the fight begins, the others are lettered as if they were alone."""
    alone = [PIRATE] if count == 2 else [f"{PIRATE} A", f"{PIRATE} B"]
    for chosen in range(count):
        draft = services.prepare(seat=table.cast.gm, sent=sent(), name="Quai 7").value
        recruit(table, draft, count)
        keys = [one.id for one in people(draft).values() if one.side == "foe"]
        services.describe(seat=table.cast.gm, sent=sent(), encounter=draft, fighter=keys[chosen], about=about)
        start(table, draft)
        read = [one.shown_name for one in people(draft).values() if one.side == "foe" and not one.hidden]
        assert read == alone
        if "hidden" in about:
            reveal(table, draft, keys[chosen])
        else:
            services.bring_in(seat=table.cast.gm, sent=sent(), encounter=draft, fighters=[keys[chosen]])
        read = [one.shown_name for one in people(draft).values() if one.side == "foe"]
        assert sorted(read) == [f"{PIRATE} {letter}" for letter in "ABC"[:count]]
        services.turn_to(seat=table.cast.gm, sent=sent(), encounter=draft, status="ended")


def test_copies_hidden_again_come_back_under_names_of_their_own(table, prepared):
    """While one is hidden its letter is free, as if they had gone, and another may be called so."""
    recruit(table, prepared, 3)
    _first, second, third = [one.id for one in people(prepared).values() if one.side == "foe"]
    own = {"seat": table.cast.gm, "encounter": prepared}
    services.describe(**own, sent=sent(), fighter=third, about={"hidden": True})
    start(table, prepared)
    services.reveal(**own, sent=sent(), fighter=second, hide=True)
    for key in (third, second):
        reveal(table, prepared, key)
    read = [one.shown_name for one in people(prepared).values() if one.side == "foe"]
    assert read == [f"{PIRATE} {letter}" for letter in "ACB"]


def test_an_emptied_name_of_a_copy_tells_of_no_hidden_ones(table, prepared):
    """The letter of its sheet counts them as well."""
    recruit(table, prepared, 3)
    keys = [one.id for one in people(prepared).values() if one.side == "foe"]
    own = {"seat": table.cast.gm, "encounter": prepared}
    for key in keys[:2]:
        services.describe(**own, sent=sent(), fighter=key, about={"hidden": True})
    start(table, prepared)
    for name in ("Silhouette", ""):
        services.describe(**own, sent=sent(), fighter=keys[2], about={"public_name": name})
    read = [one.shown_name for one in people(prepared).values() if one.side == "foe" and not one.hidden]
    assert read == [PIRATE]
    reveal(table, prepared, keys[0])
    services.describe(**own, sent=sent(), fighter=keys[2], about={"public_name": ""})
    read = [one.shown_name for one in people(prepared).values() if one.side == "foe" and not one.hidden]
    assert sorted(read) == [f"{PIRATE} A", f"{PIRATE} B"]


def test_hiding_and_revealing_again_keeps_the_letter(table, prepared):
    recruit(table, prepared, 2)
    start(table, prepared)
    fighter = people(prepared)["Pirate des bas-fonds B"].id
    reveal(table, prepared, fighter, hide=True)
    reveal(table, prepared, fighter)
    assert people(prepared)["Pirate des bas-fonds B"].shown_name == "Pirate des bas-fonds B"


def test_taking_somebody_out_removes_the_copy_and_its_undo_brings_it_back(table, prepared):
    recruit(table, prepared, 1)
    fighter = people(prepared)["Pirate des bas-fonds"]
    done = services.dismiss(seat=table.cast.gm, sent=sent(), encounter=prepared, fighter=fighter.id)
    assert not Character.objects.filter(token=fighter.character).exists()
    undo.undo(seat=table.cast.gm, sent=sent(), command=done.command)
    assert people(prepared)["Pirate des bas-fonds"] == fighter


def test_taking_a_character_of_the_table_out_leaves_its_sheet(table, prepared):
    fighter = people(prepared)["Élowen"]
    services.dismiss(seat=table.cast.gm, sent=sent(), encounter=prepared, fighter=fighter.id)
    assert Character.objects.filter(token=table.elowen.token).exists()


def test_an_opponent_of_the_table_joins_hidden(table, prepared):
    services.enrol(seat=table.cast.gm, sent=sent(), encounter=prepared, characters=[table.pirate.token])
    assert people(prepared)["Zorvax"].hidden


@pytest.mark.parametrize("characters", [[], ["nobody"]])
def test_nobody_new_is_a_sentence(table, prepared, characters):
    with pytest.raises(Refused, match="Nobody new"):
        services.enrol(seat=table.cast.gm, sent=sent(), encounter=prepared, characters=characters)


def test_the_visible_traits_of_a_participant_are_set(table, prepared):
    recruit(table, prepared, 1)
    fighter = people(prepared)["Pirate des bas-fonds"].id
    said = {"public_name": "Silhouette", "side": "unknown", "health_shown": "nothing", "hidden": "on"}
    services.describe(seat=table.cast.gm, sent=sent(), encounter=prepared, fighter=fighter, about=said)
    one = people(prepared)["Pirate des bas-fonds"]
    assert (one.shown_name, one.side, one.health_shown, one.hidden) == ("Silhouette", "unknown", "nothing", True)


def test_several_are_hidden_and_shown_as_one_act(table, prepared):
    recruit(table, prepared, 3, hidden=True)
    foes = [one.id for name, one in people(prepared).items() if name.startswith("Pirate")]
    say = {"seat": table.cast.gm, "encounter": prepared, "fighters": foes}
    done = services.describe_all(**say, sent=sent(), about={"hidden": "false"})
    seen = sorted(one.shown_name for one in people(prepared).values() if one.side == "foe" and not one.hidden)
    assert seen == ["Pirate des bas-fonds A", "Pirate des bas-fonds B", "Pirate des bas-fonds C"]
    undo.undo(seat=table.cast.gm, sent=sent(), command=done.command)
    assert all(one.hidden for one in people(prepared).values() if one.side == "foe")
    services.describe_all(**say, sent=sent(), about={"joins": "4"})
    assert set(Encounter.objects.get(token=prepared).state["reserves"]) == set(foes)


def test_a_description_without_fighters_is_refused(table, prepared):
    with pytest.raises(Refused, match="Nobody was chosen"):
        services.describe_all(seat=table.cast.gm, sent=sent(), encounter=prepared, fighters=[], about={})


@pytest.mark.parametrize(
    "said",
    [{"side": "traitor"}, {"health_shown": "all"}, {"public_name": "x" * 61}, {"hidden": "perhaps"}, {"sheet": "?"}],
)
def test_an_invalid_setting_is_refused_with_a_sentence_and_changes_nothing(table, prepared, said):
    fighter = people(prepared)["Élowen"]
    with pytest.raises(Unreadable):
        services.describe(seat=table.cast.gm, sent=sent(), encounter=prepared, fighter=fighter.id, about=said)
    assert people(prepared)["Élowen"] == fighter


@pytest.mark.parametrize(("sample", "count"), [("dragon", 1), ("pirate", 0), ("pirate", 13)])
def test_an_unknown_template_or_a_bad_count_recruits_nobody(table, prepared, sample, count):
    before = Character.objects.count()
    with pytest.raises(Unreadable):
        recruit(table, prepared, count, sample=sample)
    assert Character.objects.count() == before


def test_only_the_game_master_prepares(table, prepared):
    with pytest.raises(Refused, match="Only the game master"):
        services.prepare(seat=table.cast.ana, sent=sent(), name="Mine")
    with pytest.raises(Refused, match="Only the game master"):
        recruit(table, prepared, seat=table.cast.ana)


def test_preparing_is_told_to_nobody_else(table, prepared):
    recruit(table, prepared, 2)
    assert set(Event.objects.filter(kind__in=("prepare", "recruit")).values_list("audience", flat=True)) == {"gm"}


def test_an_encounter_starts_pauses_goes_on_and_ends(table, prepared):
    for status in ("running", "paused", "running", "ended"):
        services.turn_to(seat=table.cast.gm, sent=sent(), encounter=prepared, status=status)
        assert Encounter.objects.get(token=prepared).status == status


@pytest.mark.parametrize("status", ["paused", "ended", "flying", ""])
def test_a_draft_can_do_nothing_but_start(table, prepared, status):
    with pytest.raises(Refused):
        services.turn_to(seat=table.cast.gm, sent=sent(), encounter=prepared, status=status)


def test_starting_twice_is_starting_once(table, prepared):
    start(table, prepared)
    assert start(table, prepared).command is None


def test_nobody_fights_in_two_encounters_at_once(table, prepared):
    start(table, prepared)
    second = services.prepare(seat=table.cast.gm, sent=sent(), name="Sas").value
    with pytest.raises(Refused, match="takes part in Quai 7"):
        start(table, second)


def test_an_encounter_of_nobody_does_not_start(table, prepared):
    for one in people(prepared).values():
        services.dismiss(seat=table.cast.gm, sent=sent(), encounter=prepared, fighter=one.id)
    with pytest.raises(Refused, match="Nobody takes part"):
        start(table, prepared)


def test_a_participant_in_a_fight_is_hidden_and_not_removed(table, prepared):
    start(table, prepared)
    with pytest.raises(Refused, match="has begun"):
        services.dismiss(seat=table.cast.gm, sent=sent(), encounter=prepared, fighter=people(prepared)["Élowen"].id)


def test_an_encounter_that_is_not_there_is_stale(table):
    with pytest.raises(Stale):
        recruit(table, "nowhere")


def test_the_names_of_an_encounter_are_kept_in_bounds(table, prepared):
    for name in ("", "   ", "x" * 81):
        with pytest.raises(Unreadable):
            services.rename(seat=table.cast.gm, sent=sent(), encounter=prepared, name=name)
    services.rename(seat=table.cast.gm, sent=sent(), encounter=prepared, name="Le sas")
    assert Encounter.objects.get(token=prepared).name == "Le sas"


def test_fights_that_are_over_are_listed_apart(table, prepared):
    over = services.prepare(seat=table.cast.gm, sent=sent(), name="La cale").value
    for status in ("running", "ended"):
        services.turn_to(seat=table.cast.gm, sent=sent(), encounter=over, status=status)
    others, _mark, ended = table.region(table.cast.gm, "table", "encounters").partition("-ended")
    assert ("Quai 7" in others, "La cale" in others) == (True, False)
    assert ("Quai 7" in ended, "La cale" in ended) == (False, True)


DEAD = {
    "arpenteurs": {"dead": True},
    "chroniques": {"dead": True},
    "medieval": {"hp.current": 0, "dying.failures": 3},
    "mythras": {"state.dead": True},
    "polaris": {"conditions.dead": True},
}
ALIVE = {
    "arpenteurs": {"ecg.current": 0},
    "chroniques": {"hp.current": 0},
    "medieval": {"hp.current": 0},
    "mythras": {"state.unconscious": True},
    "polaris": {"conditions.unconscious": True},
}


def fallen(cast, how):
    """A hero of Ana's in this state, and one of Léo's in perfect health."""
    sample = next(iter(registry.samples(cast.campaign.game)))
    hero = join(cast, "Mira", "pc", cast.ana, sample)
    for path, value in how.items():
        hero.data = put(hero.data, path, value)
    hero.save(update_fields=["data"])
    join(cast, "Oreste", "pc", cast.leo, sample)
    return hero


@pytest.mark.django_db
@pytest.mark.parametrize("game", sorted(DEAD))
def test_the_dead_stay_out_of_the_next_fight_until_they_are_added(game):
    cast = gather(game)
    hero = fallen(cast, DEAD[game])
    draft = services.prepare(seat=cast.gm, sent=sent(), name="Quai 7").value
    assert set(people(draft)) == {"Oreste"}
    page = client_of(cast.gm).get(reverse("prepare", args=[cast.gm.token, draft])).content.decode()
    assert "Mort : Mira ne participe pas." in page and f'value="character:{hero.token}"' in page
    services.turn_to(seat=cast.gm, sent=sent(), encounter=draft, status="running")
    board = client_of(cast.gm).get(reverse("fight", args=[cast.gm.token, draft])).content.decode()
    assert "Mort · Ne participe pas" in board
    participants.add_participants(
        seat=cast.gm, sent=sent(), encounter=draft, what="", pick=f"character:{hero.token}", hidden=False, joins="start"
    )
    assert set(people(draft)) == {"Mira", "Oreste"}


@pytest.mark.django_db
@pytest.mark.parametrize("game", sorted(ALIVE))
def test_a_fighter_who_may_recover_takes_part(game):
    cast = gather(game)
    fallen(cast, ALIVE[game])
    draft = services.prepare(seat=cast.gm, sent=sent(), name="Quai 7").value
    assert set(people(draft)) == {"Mira", "Oreste"}


@pytest.mark.django_db
@pytest.mark.parametrize("game", sorted(DEAD))
def test_death_is_a_takeaway_without_treatment(game):
    cast = gather(game)
    fallen(cast, DEAD[game])
    (mira,) = takeaways.takeaways_for(cast.ana)
    assert (mira.lost, mira.wounds) == ("Mort", ())
    for name in ("after", "recap"):
        page = client_of(cast.ana).get(reverse(name, args=[cast.ana.token])).content.decode()
        assert "<strong>Mort</strong>" in page
        assert not any(words in page for words in ("Blessures à soigner", "Toujours en cours", "À faire maintenant"))
