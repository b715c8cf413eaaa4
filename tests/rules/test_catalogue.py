"""The catalogues of rules: everything called implemented is proved, and the reverse."""

import re
import tomllib
from pathlib import Path

import pytest

from rules.catalogue import Rule
from rules.management.places import cited, places, symbols
from rules.management.proofs import listed, marked_tests, proofs
from rules.registry import GAMES, catalogue, system

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
DIGESTS = TESTS.parent.parent / "shared" / "rules"
NAMED = r"(?:\*\*|^#+ |^\| (?=MYT)|(?<=[A-Z]) / )([A-Z]{3}(?:-[A-Z]+)+(?:-[A-Z]?\d\d[a-z]?)?)(?!\w)"
CLAUSE = r"\b(unless|at most|instead|until)\b"
PROVEN = proofs(TESTS)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_comes_once_with_a_statement_of_its_own(game):
    rules = catalogue(game)
    assert len({rule.id for rule in rules}) == len(rules)
    assert len({rule.says for rule in rules}) == len(rules)
    for rule in rules:
        assert re.fullmatch(r"[A-Z]{3}(-[A-Z]+)+(-[A-Z]?\d\d[a-z]?)?", rule.id)
        assert re.fullmatch(r"[A-ZÀ-Ý].{10,130}\.", rule.says), rule


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_said_to_be_played_is_proved(game):
    assert [rule.id for rule in catalogue(game) if rule.played and rule.id not in PROVEN] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_proved_rule_is_said_to_be_played(game):
    assert [rule.id for rule in catalogue(game) if not rule.played and rule.id in PROVEN] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_listed_as_unproved_is_a_rule_of_its_game(game):
    path = TESTS / "rules" / game / "unproved.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    assert {line.partition(": ")[0] for line in lines} <= {rule.id for rule in catalogue(game)}
    assert all(line.partition(": ")[2] for line in lines)


def test_every_proof_names_a_rule_of_a_game():
    rules = [rule for game in GAMES for rule in catalogue(game)]
    known = {rule.id for rule in rules} | {rule.named(clause) for rule in rules for clause in rule.clauses}
    assert sorted(set(PROVEN) - known) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_names_existing_code_and_has_its_own_tests(game):
    lines = symbols(game)
    clauses = [(rule.named(clause), clause) for rule in catalogue(game) for clause in rule.clauses]
    assert [name for name, clause in clauses if clause.code not in lines] == []
    assert [name for name, _clause in clauses if name not in PROVEN] == []
    assert [name for name, clause in clauses if not re.fullmatch(r"[A-ZÀ-Ý0-9“].{6,130}\.", clause.says)] == []
    assert len({(name.partition("/")[0], clause.says) for name, clause in clauses}) == len(clauses)


@pytest.mark.parametrize("game", GAMES)
def test_clauses_belong_to_rules_that_are_played(game):
    named = tomllib.loads((ROOT / "rules/games" / game / "clauses.toml").read_text("utf-8"))
    assert set(named) <= {rule.id for rule in catalogue(game) if rule.played}


@pytest.mark.parametrize("game", GAMES)
def test_every_house_setting_of_a_game_names_its_rule(game):
    known = {rule.id for rule in catalogue(game)}
    for section in system(game).house:
        assert [field.key for field in section.fields if field.rule not in known] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_ids_are_those_of_the_digest(game):
    """``ids.txt`` keeps their order; the digests are no part of the project, and are read where they lie beside it."""
    kept = (Path(__file__).parent / game / "ids.txt").read_text().split()
    assert [rule.id for rule in catalogue(game)] == kept
    digest = DIGESTS / f"{game}.md"
    if digest.exists():
        assert list(dict.fromkeys(re.findall(NAMED, digest.read_text(), re.MULTILINE))) == kept


@pytest.mark.parametrize("game", GAMES)
def test_rules_with_conditions_are_proved_clause_by_clause(game):
    digest = DIGESTS / f"{game}.md"
    text = digest.read_text(encoding="utf-8") if digest.exists() else ""
    starts = list(re.finditer(NAMED, text, re.MULTILINE))
    parts = zip(starts, [*(match.start() for match in starts[1:]), None], strict=False)
    told = {match[1]: text[match.end() : end] for match, end in reversed(list(parts))}
    several = {rule for rule, words in told.items() if re.search(CLAUSE, re.split(r"\n#+ |\n---", words)[0])}
    held = {rule.id for rule in catalogue(game) if rule.clauses}
    assert sorted(several - held) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_the_engine_is_said_to_play_is_named_by_code(game):
    where = places(game)
    assert [rule.id for rule in catalogue(game) if rule.status == "automated" and rule.id not in where] == []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("CHO-DMG-03 to 05: hit points", ["CHO-DMG-03", "CHO-DMG-04", "CHO-DMG-05"]),
        ("MYT-ACT-01, 04, MYT-AP-02", ["MYT-ACT-01", "MYT-ACT-04", "MYT-AP-02"]),
        ("(MYT-FX-IMPALE-TABLE)", ["MYT-FX-IMPALE-TABLE"]),
        ("MYT-SIT-C01 and C04, POL-SHEET-07b", ["MYT-SIT-C01", "MYT-SIT-C04", "POL-SHEET-07b"]),
        ("ARP-TIME-01, 40 m away", ["ARP-TIME-01", "ARP-TIME-40"]),
        ("d20 A-B", []),
    ],
)
def test_a_text_names_rules_in_full_in_rows_and_in_ranges(text, rules):
    assert list(cited(text)) == rules


@pytest.mark.parametrize("wrong", [{"tier": "bonus"}, {"status": "done"}, {"source": "guessed"}])
def test_a_rule_has_no_tier_status_or_source_beside_the_known_ones(wrong):
    with pytest.raises(ValueError, match="POL-TEST-01"):
        Rule("POL-TEST-01", "A test is a test.", **wrong)


FILE = '''
pytestmark = [pytest.mark.slow, pytest.mark.rules("AAA-ALL-01")]

def helper():
    """rules("AAA-NOT-01")"""

@pytest.mark.rules("AAA-ONE-01", "AAA-ONE-02")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rules("AAA-ROW-01"))])
def test_one(x):
    rules("AAA-NOT-02")

@pytest.mark.rules("AAA-GROUP-01")
class TestGroup:
    @pytest.mark.rules("AAA-TWO-01")
    async def test_two(self): ...
    def helper(self): ...

@pytest.mark.rules("AAA-NOT-03")
def not_a_test(): ...
'''


def test_proofs_are_read_from_the_markers_of_tests():
    assert sorted(marked_tests(FILE)) == [
        ("test_one", "AAA-ALL-01"),
        ("test_one", "AAA-ONE-01"),
        ("test_one", "AAA-ONE-02"),
        ("test_one", "AAA-ROW-01"),
        ("test_two", "AAA-ALL-01"),
        ("test_two", "AAA-GROUP-01"),
        ("test_two", "AAA-TWO-01"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "rules: [AAA-ONE-01, AAA-ONE-02]\n",
        "- name: an example of AAA-NOT-01\n  rules: [AAA-ONE-01,\n    AAA-ONE-02]\n  page: AAA-NOT-02\n",
        "- rules:\n    - AAA-ONE-01\n    - AAA-ONE-02\n  see: AAA-NOT-01\n",
        "rules: AAA-ONE-01\n---\nrules: AAA-ONE-02\n",
    ],
)
def test_proofs_are_read_from_the_lists_of_examples(text):
    assert list(listed(text)) == ["AAA-ONE-01", "AAA-ONE-02"]


def test_numbers_with_a_letter_are_read_from_the_lists_too():
    assert list(listed("rules: [AAA-ONE-00a, AAA-ONE-C01, AAA-ONE-TWO]\n")) == [
        "AAA-ONE-00a",
        "AAA-ONE-C01",
        "AAA-ONE-TWO",
    ]


def test_a_folder_gives_its_proofs_by_rule(tmp_path):
    (tmp_path / "test_a.py").write_text('@pytest.mark.rules("AAA-ONE-01")\ndef test_a(): ...\n')
    (tmp_path / "helper.py").write_text('@pytest.mark.rules("AAA-NOT-01")\ndef test_b(): ...\n')
    (tmp_path / "ex.yaml").write_text("rules: [AAA-ONE-01]\n")
    assert proofs(tmp_path) == {"AAA-ONE-01": ("test_a.py::test_a", "ex.yaml")}
