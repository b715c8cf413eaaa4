import pytest

from campaigns.journal import journal, undo
from campaigns.journal.journal import Sent
from rules.core.errors import Refused, Stale, Unreadable
from sheets.models import Character
from sheets.subjects import plain_of


def take_back(seat, done):
    return undo.undo(seat=seat, sent=Sent.of("", "undo"), command=done.command)


# Editing.


def test_the_owner_writes_a_value_and_the_journal_says_what_it_replaced(table):
    done = table.do("edit", table.cast.ana, path="attributes.FOR", value="15", replaces=14)

    assert table.data()["attributes"]["FOR"] == 15
    assert table.told(table.cast.gm, done) == "Élowen: Strength: 15 instead of 14"
    assert table.told(table.cast.ana, done) == "Élowen: Strength: 15 instead of 14"
    assert table.told(table.cast.leo, done) is None
    assert table.told(table.cast.screen, done) is None


def test_the_game_master_edits_every_sheet_and_edits_of_opponents_stay_secret(table):
    done = table.do("edit", table.cast.gm, of=table.pirate, path="attributes.FOR", value="18")

    assert table.data(table.pirate)["attributes"]["FOR"] == 18
    assert done.command.events.get().audience == "gm"


@pytest.mark.parametrize("who", ["leo", "spectator", "screen"])
def test_nobody_else_writes_a_sheet(table, who, events):
    before = events()
    with pytest.raises(Refused, match="Only the player of this character"):
        table.do("edit", table.cast.seats[who], path="attributes.FOR", value="15")
    assert events() == before


def test_a_value_changed_meanwhile_is_not_overwritten_but_shown(table):
    table.do("edit", table.cast.gm, path="attributes.FOR", value="12")

    with pytest.raises(Stale) as caught:
        table.do("edit", table.cast.ana, path="attributes.FOR", value="15", replaces=14)

    assert (caught.value.field, caught.value.present) == ("attributes.FOR", 12)
    assert table.data()["attributes"]["FOR"] == 12


def test_a_field_left_as_it_was_never_collides(table):
    table.do("edit", table.cast.gm, path="attributes.FOR", value="12")

    seen = {"attributes.FOR": 14, "attributes.CON": 14}
    table.do("edit_all", table.cast.ana, values={"attributes.FOR": "14", "attributes.CON": "13"}, replaces=seen)

    assert table.data()["attributes"] | {"FOR": 12, "CON": 13} == table.data()["attributes"]


def test_the_same_command_twice_is_done_once(table, events):
    given = {"path": "attributes.FOR", "value": "15", "replaces": 14, "key": "abcdefgh"}
    table.do("edit", table.cast.ana, **given)
    before = events()
    assert table.do("edit", table.cast.ana, **given).again
    assert events() == before


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("attributes.FOR", "41", "40 at most"),
        ("attributes.FOR", "0", "1 at least"),
        ("attributes.FOR", "many", "a whole number"),
        ("attributes.FOR", "9" * 4000, "a whole number"),
        ("attributes.FOR", None, "a whole number"),
        ("name", "", "is missing"),
        ("name", "a\x00b", "cannot be used"),
        ("handedness", "both", "one of the choices"),
        ("skills.rifles.mastery", "26", "25 at most"),
        ("skills.no_such_skill.mastery", "1", "no longer on the sheet"),
        ("weapons.no_such_row.name", "Knife", "no longer on the sheet"),
        ("weapons.dagger", "Knife", "is not a field"),
        ("wounds", "1", "is not a field"),
        ("meta.owner", "me", "is not a field"),
        ("", "1", "is not a field"),
        ("a" * 5000, "1", "is not a field"),
        ("weapons.dagger.name", "", "is missing"),
    ],
)
def test_an_invalid_value_is_refused_with_a_sentence_and_changes_nothing(table, events, path, value, sentence):
    before, stored = events(), table.data()
    with pytest.raises((Unreadable, Refused, Stale), match=sentence):
        table.do("edit", table.cast.ana, path=path, value=value)
    assert (events(), table.data()) == (before, stored)


def test_a_box_is_never_written_like_a_number(table):
    with pytest.raises(Refused, match="one box at a time"):
        table.do("edit", table.cast.ana, path="wounds.body.light", value="2")


def test_the_catalogue_gives_a_value_until_one_is_written(table):
    with pytest.raises(Stale):
        table.do("edit", table.cast.ana, path="skills.surgery.mastery", value="2", replaces=0)
    table.do("edit", table.cast.ana, path="skills.surgery.mastery", value="2", replaces="X")
    assert table.data()["skills"]["surgery"] == {"mastery": 2}


def test_a_text_emptied_is_absent_and_undo_brings_it_back(table):
    done = table.do("edit", table.cast.ana, path="archetype", value=" ")
    assert "archetype" not in table.data()
    take_back(table.cast.ana, done)
    assert table.data()["archetype"] == "Mercenaire"


def test_only_game_masters_write_and_read_their_fields(table):
    with pytest.raises(Refused, match="Only the game master"):
        table.do("edit", table.cast.ana, path="secret_notes", value="mine")

    done = table.do("edit", table.cast.gm, path="secret_notes", value="The captain lies.")

    assert done.command.events.get().audience == "gm"
    assert table.told(table.cast.gm, done) == "Élowen: Secret notes rewritten"


def test_an_act_on_open_and_secret_fields_tells_the_owner_the_open_ones_alone(table):
    values = {"notes": "Seen", "secret_notes": "Unseen", "archetype": "Spy"}
    done = table.do("edit_all", table.cast.gm, values=values, replaces={})
    told = table.told(table.cast.ana, done)
    assert "Archetype" in told
    assert "Secret" not in told


# Stepping.


def test_two_steps_at_once_add_up_and_each_is_undone_by_itself(table):
    mine = table.do("step", table.cast.ana, path="luck.current", by=-1)
    table.do("step", table.cast.gm, path="luck.current", by=-3)
    assert table.data()["luck"]["current"] == 9

    take_back(table.cast.gm, mine)

    assert table.data()["luck"]["current"] == 10


def test_a_step_stops_at_the_bounds_and_one_that_changes_nothing_is_no_event(table, events):
    table.do("step", table.cast.ana, path="luck.current", by=-30)
    assert table.data()["luck"]["current"] == 0
    before = events()
    assert table.do("step", table.cast.ana, path="luck.current", by=-1).command is None
    assert events() == before


@pytest.mark.parametrize(
    ("path", "by", "sentence"),
    [
        ("name", 1, "cannot be stepped"),
        ("weapons", 1, "is not a field"),
        ("wounds.body.light", 2, "too large"),
        ("wounds.body.light", -1, "No box is ticked"),
        ("luck.current", 10_001, "too large"),
        ("skills.nothing.mastery", 1, "no longer on the sheet"),
    ],
)
def test_a_step_that_means_nothing_is_refused(table, path, by, sentence):
    with pytest.raises((Unreadable, Refused, Stale), match=sentence):
        table.do("step", table.cast.ana, path=path, by=by)


def test_a_full_row_rolls_over_and_undo_brings_back_the_exact_boxes(table):
    for _time in range(3):
        table.do("step", table.cast.gm, path="wounds.left_arm.light", by=1)
    full = table.data()["wounds"]
    assert full == {"left_arm": {"light": 3}}

    done = table.do("step", table.cast.gm, path="wounds.left_arm.light", by=1)
    assert table.data()["wounds"] == {"left_arm": {"moderate": 1}}

    take_back(table.cast.gm, done)
    assert table.data()["wounds"] == full


def test_the_table_learns_of_a_wound_as_a_word_and_of_no_number(table):
    done = table.do("step", table.cast.gm, path="wounds.body.serious", by=1)

    assert table.told(table.cast.leo, done) == "Élowen: Seriously wounded"
    assert table.told(table.cast.screen, done) == "Élowen: Seriously wounded"
    assert "Body" in table.told(table.cast.ana, done)


def test_a_wound_that_changes_no_word_is_the_owners_own(table):
    table.do("step", table.cast.gm, path="wounds.body.serious", by=1)
    done = table.do("step", table.cast.gm, path="wounds.body.light", by=1)
    assert table.told(table.cast.leo, done) is None


def test_a_wound_of_an_opponent_is_told_to_nobody(table):
    done = table.do("step", table.cast.gm, of=table.pirate, path="wounds.body.serious", by=1)
    assert done.command.events.get().audience == "gm"


# Rows.


def test_damage_that_no_rule_can_read_is_refused_with_a_sentence(table):
    with pytest.raises(Unreadable, match="“lots” is not dice such as"):
        table.do("add_row", table.cast.ana, path="weapons", values={"name": "Harpoon", "damage": "lots"})
    key = table.do("add_row", table.cast.ana, path="weapons", values={"name": "Harpoon", "damage": "2d10"}).value
    with pytest.raises(Unreadable, match=r"“1d6\+db” is not dice such as"):
        table.do("edit", table.cast.ana, path=f"weapons.{key}.damage", value="1d6+db")
    table.do("edit", table.cast.ana, path=f"weapons.{key}.damage", value="")


def test_a_row_is_added_under_a_random_key_and_removed_again(table):
    added = table.do("add_row", table.cast.ana, path="gear", values={"name": "Rope", "qty": "2"})
    assert table.data()["gear"][added.value] == {"name": "Rope", "qty": 2}
    assert len(added.value) >= 16

    removed = table.do("remove_row", table.cast.ana, path=f"gear.{added.value}")
    assert added.value not in table.data()["gear"]
    assert "Rope removed" in table.told(table.cast.ana, removed)

    take_back(table.cast.ana, removed)
    assert table.data()["gear"][added.value] == {"name": "Rope", "qty": 2}


@pytest.mark.parametrize(
    ("path", "values", "sentence"),
    [
        ("gear", {"name": ""}, "is missing"),
        ("gear", {}, "Fill something in"),
        ("gear", {"qty": "2"}, "is missing"),
        ("gear", {"name": "Rope", "colour": "red"}, "is not a field"),
        ("gear", {"name": "Rope", "qty": "10000"}, "at most"),
        ("attributes", {"name": "Rope"}, "is not a field"),
        ("overrides", {"value": "3"}, "Only the game master"),
    ],
)
def test_a_row_that_cannot_be_is_refused(table, events, path, values, sentence):
    before = events()
    with pytest.raises((Unreadable, Refused), match=sentence):
        table.do("add_row", table.cast.ana, path=path, values=values)
    assert events() == before


def test_a_list_has_an_end(table, monkeypatch):
    monkeypatch.setattr("sheets.services.MOST_ROWS", len(table.data()["gear"]))
    with pytest.raises(Refused, match="rows"):
        table.do("add_row", table.cast.ana, path="gear", values={"name": "Rope"})


def test_a_row_removed_twice_is_stale(table):
    table.do("remove_row", table.cast.ana, path="weapons.dagger")
    with pytest.raises(Stale, match="no longer on the sheet"):
        table.do("remove_row", table.cast.ana, path="weapons.dagger")


def test_the_journal_alone_gives_every_sheet_again(table):
    table.do("edit", table.cast.ana, path="attributes.FOR", value="15")
    table.do("step", table.cast.gm, path="wounds.body.light", by=1)
    table.do("add_row", table.cast.ana, path="gear", values={"name": "Rope"})
    take_back(table.cast.gm, table.do("step", table.cast.gm, path="luck.current", by=1))

    folded = journal.fold(table.cast.campaign)

    for character in Character.objects.select_related("owner"):
        assert folded[character.subject] == plain_of(character)
