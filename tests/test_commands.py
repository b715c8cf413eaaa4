"""The rules from a terminal, in English and in French, with dice that are typed or thrown from a seed."""

import re
from fractions import Fraction

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from rules.autoplay.duel import Ending, Stalemate
from rules.core.dice import Dice
from rules.core.script import Roll
from rules.management.commands import duel
from rules.management.speak import percent
from rules.registry import GAMES, catalogue


@pytest.fixture
def run(capsys):
    def command(*words, language="en"):
        with translation.override(language):
            call_command(*map(str, words))
        return capsys.readouterr().out

    return command


@pytest.fixture
def refused(run):
    def command(*words, language="en"):
        with pytest.raises(CommandError) as found:
            run(*words, language=language)
        assert found.value.returncode == 1
        return str(found.value).splitlines()

    return command


# roll


def test_a_roll_shows_every_term_the_dice_and_the_result(run):
    assert run("roll", "polaris", "rifles", "--difficulty", "hard", "--die", "10").splitlines() == [
        "Mercenaire\u2002—\u2002Rifles and shoulder arms",
        "    4  Coordination + perception",
        "  +11  Mastery",
        "   −5  Difficulty: Hard",
        "= 10",
        "Dice: 10",
        "Critical success, margin 21: extraordinary, +7",
        "Done superbly, and sooner than anyone expected.",
    ]


def test_a_roll_takes_as_many_typed_dice_as_the_rule_asks_for(run):
    out = run("roll", "polaris", "explosives", "--difficulty", "fairly_hard", "--die", "20,9")
    assert "Dice: 20, 9" in out
    assert "margin 27" in out


def test_a_seed_throws_the_same_dice_again(run):
    first, again = (run("roll", "polaris", "observation", "--seed", 7) for _time in range(2))
    others = {run("roll", "polaris", "observation", "--seed", seed) for seed in range(20)}
    assert first == again
    assert len(others) > 1


def test_a_roll_takes_any_field_of_the_test(run):
    out = run(
        "roll", "polaris", "armed_combat", "--modifier", "-2", "--with", "limited_by=martial_wrestling", "--die", "3"
    )
    assert "−2  Modifier" in out
    assert "Limited by" in out


def test_a_check_is_found_by_its_label_too(run):
    assert "Observation" in run("roll", "polaris", "OBSERVATION", "--die", "3")


def test_without_a_check_everything_that_can_be_rolled_is_listed(run):
    lines = run("roll", "polaris", "--sheet", "pirate").splitlines()
    assert "observation              Observation" in lines


def test_a_sheet_may_be_a_file(run, tmp_path):
    path = tmp_path / "ada.toml"
    path.write_text('name = "Ada"\n[attributes]\nFOR = 12\n')
    assert "Critical success, margin 18" in run("roll", "polaris", "FOR", "--sheet", path, "--die", "12")


@pytest.mark.parametrize(
    ("die", "sentence"),
    [
        ("21", "“21” does not answer “Observation”."),
        ("0", "“0” does not answer “Observation”."),
        ("", "Another die is needed: 1d20, Observation."),
        ("20", "Another die is needed: 1d20, Second die of a critical failure."),
        ("3,4", "More dice were typed than this test throws."),
        ("three", "“three” is not a list of faces such as 12,9."),
        ("-3", "“-3” is not a list of faces such as 12,9."),
        ("99999999999999", "“99999999999999” is not a list of faces such as 12,9."),
    ],
)
def test_dice_that_do_not_fit_are_refused(refused, die, sentence):
    assert refused("roll", "polaris", "observation", f"--die={die}") == [sentence]


# odds


def test_odds_are_exact_fractions_per_level_and_degree(run):
    lines = [
        re.split(r"\s{2,}", line.strip())
        for line in run("odds", "polaris", "rifles", "--difficulty", "hard").splitlines()
    ]
    assert lines[:3] == [
        ["Critical success", "1/20", "5.00%"],
        ["extraordinary (+7)", "1/20", "5.00%"],
        ["Success", "9/20", "45.00%"],
    ]
    assert ["Critical failure", "1/20", "5.00%"] in lines
    assert ["catastrophic (−8)", "3/200", "1.50%"] in lines


def test_odds_of_an_impossible_test_are_certain(run):
    assert run("odds", "polaris", "surgery").split() == ["Failure", "1", "100.00%"]


def test_odds_list_the_possible_rolls_too(run):
    assert run("odds", "polaris") == run("roll", "polaris")


# Errors


@pytest.mark.parametrize("command", ["roll", "odds"])
def test_everything_wrong_with_a_test_is_told_at_once(refused, command, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("wings = 1\n[attributes]\nFOR = 99\n")
    told = refused(
        command, "polaris", "observation", "--sheet", path, "--difficulty", "tiny", "--modifier", "31", "--with", "x"
    )
    assert sorted(told) == sorted(
        [
            "bad.toml: wings = 1: “wings” is not a field of this sheet.",
            "bad.toml: name: Name is missing.",
            "bad.toml: attributes.FOR = 99: Strength: 40 at most.",
            "“x” is not FIELD=VALUE.",
            "difficulty = tiny: Difficulty: one of the choices offered is needed.",
            next(line for line in told if line.startswith("The choices are: extremely_easy, ")),
            "modifier = 31: Modifier: 30 at most.",
        ]
    )


def test_an_unknown_skill_is_refused_with_similar_names(refused):
    assert refused("roll", "polaris", "observatoin") == [
        "This sheet cannot roll “observatoin”; close to it: observation, orientation, reaction."
    ]
    assert refused("odds", "polaris", "zzz") == ["This sheet cannot roll “zzz”."]


@pytest.mark.parametrize("words", [("roll", "chess", "x"), ("odds", "chess"), ("rules", "chess")])
def test_an_unknown_game_is_refused(refused, words):
    assert refused(*words) == [f"“chess” is not a game known here: {', '.join(GAMES)}."]


def test_an_unknown_sheet_is_refused_with_those_there_are(refused):
    (told,) = refused("roll", "polaris", "observation", "--sheet", "nobody")
    assert told.startswith("“nobody” is neither a file nor one of: commando_diver, mercenary, ")


def test_a_file_beyond_the_size_of_a_sheet_is_refused(refused, tmp_path):
    path = tmp_path / "huge.toml"
    path.write_bytes(b"# " + b"x" * 1_000_001)
    assert refused("odds", "polaris", "--sheet", path) == [f"{path} is too large for a sheet."]


# rules


def test_the_table_of_rules_ends_with_how_many_are_proved(run):
    lines = run("rules", "polaris").splitlines()
    rules = catalogue("polaris")
    table = [line.split()[0] for line in lines[: lines.index("")]]
    clauses = {rule.id: [f"/{clause.key}" for clause in rule.clauses] for rule in rules}
    assert table == [name for rule in rules for name in (rule.id, *clauses[rule.id])]
    count = sum(map(len, clauses.values()))
    assert lines[-2] == f"{count} of {count} clauses with proof"
    assert re.fullmatch(rf"\d+ of {len(rules)} rules with proof", lines[-1])
    assert any(line.startswith("rounding_mode ") and "POL-GEN-04" in line for line in lines)


def test_one_rule_is_shown_with_its_settings_and_proofs(run):
    lines = run("rules", "polaris", "pol-crit-04").splitlines()
    assert lines[0].startswith("POL-CRIT-04: ")
    assert lines[1] == "automated, base, decided by the rulebook"
    assert lines[2].startswith("critical_failure_chains = no: ")
    assert any("::test_" in line or line.endswith(".yaml") for line in lines[3:])


def test_a_rule_nobody_proves_says_so(run, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    (tmp_path / "tests/rules").mkdir(parents=True)
    assert run("rules", "polaris", "POL-LUCK-03").splitlines()[-1] == "No test proves it."


def test_an_installed_copy_counts_no_proofs(run, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    away = "The tests that prove the rules come with a checkout."
    assert run("rules", "polaris").splitlines()[-2:] == ["", away]
    said = run("rules", "polaris", "POL-LUCK-05").splitlines()
    assert away in said and "No test proves it." not in {line.strip() for line in said}


def test_a_rule_whose_proofs_do_not_bite_counts_as_unproved(run, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    folder = tmp_path / "tests/rules/polaris"
    folder.mkdir(parents=True)
    marked = '@pytest.mark.rules("POL-LUCK-01", "POL-LUCK-06/twenty")\ndef test_luck(): ...\n'
    (folder / "test_luck.py").write_text(marked)
    assert run("rules", "polaris").splitlines()[-1] == "2 of 223 rules with proof"
    (folder / "unproved.txt").write_text("POL-LUCK-01: 1 → 2 in cost = 1\nPOL-LUCK-01: Lt → LtE in if luck < 3:\n")
    lines = run("rules", "polaris").splitlines()
    assert lines[-1] == "1 of 223 rules with proof"
    assert [line.split()[2] for line in lines if line.startswith(("POL-LUCK-01", "POL-LUCK-06"))][-2:] == ["0", "1"]
    assert run("rules", "polaris", "POL-LUCK-01").splitlines()[-3:] == [
        "rules/polaris/test_luck.py::test_luck",
        "Unproved: its tests also pass with 1 → 2 in cost = 1",
        "Unproved: its tests also pass with Lt → LtE in if luck < 3:",
    ]


def test_a_rule_counts_as_unproved_until_each_of_its_clauses_is_proved(run, settings, tmp_path):
    settings.BASE_DIR = tmp_path
    folder = tmp_path / "tests/rules/polaris"
    folder.mkdir(parents=True)
    (folder / "test_luck.py").write_text('@pytest.mark.rules("POL-LUCK-05")\ndef test_luck(): ...\n')
    lines = run("rules", "polaris").splitlines()
    assert (lines[-1], lines[-2].split()[0]) == ("0 of 223 rules with proof", "0")
    assert run("rules", "polaris", "POL-LUCK-05").splitlines()[-2:] == [
        "    No test proves it.",
        "rules/polaris/test_luck.py::test_luck",
    ]


def test_an_unknown_rule_is_refused(refused):
    assert refused("rules", "polaris", "POL-NO-99") == ["“POL-NO-99” is not a rule of this game."]


# duel

DUEL = ("duel", "polaris", "mercenary", "pirate", "--rounds", 3)


def test_a_duel_gives_shares_of_all_that_can_happen_and_the_rounds(run):
    lines = run(*DUEL, "--times", 4, "--seed", 7).splitlines()
    shares = [re.split(r"\s{2,}", line) for line in lines[:3]]
    assert [name for name, *_rest in shares] == ["mercenary", "pirate", "neither"]
    assert sum(Fraction(share) for _name, share, _percent in shares) == 1
    assert re.fullmatch(r"Rounds: [123]\.\d\d on average, [123] to [123]", lines[3])
    assert lines[4:] == ["Seed: 7"]


def test_the_seed_that_a_duel_names_plays_it_again(run):
    first = run(*DUEL, "--times", 3)
    seed = first.splitlines()[-1].removeprefix("Seed: ")
    assert run(*DUEL, "--times", 3, "--seed", seed) == first


def test_other_seeds_play_other_duels(monkeypatch, run):
    thrown = []
    monkeypatch.setattr(duel, "duel", lambda system, one, other, throw, most_rounds: thrown.append(dice(throw)) or DRAW)
    run(*DUEL, "--times", 3, "--seed", 7)
    run(*DUEL, "--times", 3, "--seed", 8)
    assert len(set(thrown)) == 6


DRAW = Ending("", 1, None)


def dice(throw):
    return tuple(throw(Roll("die", "a", Dice(10, 20), "")))


def test_a_stuck_duel_is_reported_with_its_seed(monkeypatch, refused):
    def stuck(*sheets, **more):
        raise Stalemate("nothing is offered to a1")

    monkeypatch.setattr(duel, "duel", stuck)
    assert refused(*DUEL, "--seed", 7) == ["The duel of seed 7/0 is stuck: nothing is offered to a1."]


def test_the_problems_of_both_sheets_are_told_at_once(refused, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('name = "A"\nwings = 1\n')
    told = refused("duel", "polaris", path, "nobody")
    assert told[0] == "bad.toml: wings = 1: “wings” is not a field of this sheet."
    assert told[1].startswith("“nobody” is neither a file nor one of: ")


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("--times", 0, "--times: from 1 to 100000."),
        ("--times", 100_001, "--times: from 1 to 100000."),
        ("--rounds", 0, "--rounds: from 1 to 200."),
        ("--rounds", 201, "--rounds: from 1 to 200."),
    ],
)
def test_a_number_of_duels_out_of_bounds_is_refused(refused, option, value, sentence):
    assert refused("duel", "polaris", "mercenary", "pirate", f"{option}={value}") == [sentence]


# In French


@pytest.mark.parametrize(
    ("share", "english", "french"),
    [("1/15", "6.67%", "6,67\u00a0%"), ("1", "100.00%", "100,00\u00a0%"), ("1/100000", "0.00%", "0,00\u00a0%")],
)
def test_a_share_is_rounded_and_written_as_each_language_does(share, english, french):
    with translation.override("en"):
        assert percent(Fraction(share)) == english
    with translation.override("fr"):
        assert percent(Fraction(share)) == french


def test_a_terminal_speaks_french_with_the_terms_of_the_rulebook(run, refused):
    asked = ("roll", "polaris", "fusils/armes d’épaule", "--difficulty", "hard", "--die", "10")
    assert run(*asked, language="fr").splitlines()[3:7] == [
        "   −5  Difficulté\u00a0: Difficile",
        "= 10",
        "Dés\u00a0: 10",
        "Réussite critique, marge 21\u00a0: extraordinaire, +7",
    ]
    assert "5,00\u00a0%" in run("odds", "polaris", "rifles", language="fr")
    assert re.search(r"\d+ règles prouvées sur 223$", run("rules", "polaris", language="fr").strip())
    (told,) = refused("roll", "chess", language="fr")
    assert told.startswith("«\u00a0chess\u00a0» n’est pas un jeu connu ici\u00a0: ")
