"""The lookup is complete for each game, in both languages, short, and describes nothing that does not exist."""

import re

import pytest

from rules import lookup, registry
from tests.test_messages import FAULTS

ID = re.compile(r"\b[A-Z]{3}-[A-Z]+(?:-[A-Z0-9]+)*\b")
MOST_LETTERS, SENTENCES = 400, (2, 4)
END = re.compile(r"[.!?…](?:\s|$)")
KNOWN = {key: registry.lookups(key).by_subject for key in registry.GAMES}
ENTRIES = [
    pytest.param(key, entry, id=f"{key}-{entry.key}")
    for key in registry.GAMES
    for entry in registry.lookups(key).entries
]


def ids(texts):
    return tuple(found for text in texts for found in ID.findall(text))


def wanted(key):
    """All that must be explained, each with what it may be explained by: itself, or a rule it names."""
    game = registry.system(key)
    yield from ((rule.id, ()) for rule in registry.catalogue(key))
    yield from ((f"act:{act.kind}", act.rules) for act in game.acts)
    yield from ((f"effect:{effect.kind}", ids([effect.__doc__ or ""])) for effect in game.effects)
    yield from ((f"mark:{mark.key}", mark.rules) for mark in game.marks)
    yield from ((subject, ()) for subject in lookup.labels(game) if subject.startswith("test:") and subject != "test:")
    for path, field in game.schema.walk():
        arms = field.row if path == game.arms else ()
        flags = [(path, field), *((f"{path}.{leaf.key}", leaf) for leaf in field.row)]
        yield from ((where, ()) for where, leaf in flags if leaf.kind == "flag" and leaf.key != "favourite")
        yield from ((f"{path}.{leaf.key}", (leaf.rule,)) for leaf in arms if leaf.kind in ("choice", "number"))
        yield from ((f"{path}.{row}", ()) for rows in (field.grid or {}).values() for row in rows)


def subjects(key):
    """All that an entry may be of."""
    return {subject for subject, _rules in wanted(key)} | set(lookup.labels(registry.system(key)))


@pytest.mark.parametrize("key", registry.GAMES)
def test_everything_is_explained(key):
    missing = [subject for subject, rules in wanted(key) if not {subject, *rules} & KNOWN[key].keys()]
    assert missing == []


@pytest.mark.parametrize("key", registry.GAMES)
def test_every_entry_explains_something_that_exists(key):
    assert {subject for entry in registry.lookups(key).entries for subject in entry.of} - subjects(key) == set()


@pytest.mark.parametrize(
    ("key", "subject", "rule"),
    [
        ("polaris", "effect:drop", "POL-CRIT-10"),
        ("polaris", "effect:startled", "POL-SURP-12"),
        ("polaris", "effect:unready", "POL-SURP-11"),
        ("polaris", "effect:unbalanced", "POL-MARTIAL-10"),
        ("polaris", "mark:owed", "POL-MARTIAL-10"),
        ("polaris", "effect:distance", "POL-MELEE-08"),
        ("polaris", "effect:fire_mode", "POL-RANGED-08"),
        ("polaris", "effect:line", "POL-WOUND-15"),
        ("polaris", "effect:gone", "POL-SHEET-19"),
        ("mythras", "effect:dropped", "MYT-FX-DROP-FOE"),
        ("mythras", "effect:treated", "MYT-HEAL-01"),
        ("mythras", "effect:strayed", "MYT-RANGED-CROWD"),
        ("mythras", "effect:thwarted", "MYT-REACT-INTERRUPT"),
        ("mythras", "effect:taken", "MYT-FX-DISARM"),
        ("mythras", "effect:freed", "MYT-ACT-STRUGGLE"),
        ("mythras", "mark:no_offence", "MYT-CLOSE-SURPRISE"),
    ],
)
def test_a_sentence_of_a_fight_leads_to_the_rule_it_tells_of(key, subject, rule):
    assert KNOWN[key][subject] == KNOWN[key][rule]


@pytest.mark.rules("POL-MELEE-13")
def test_a_fighter_who_cannot_act_is_not_said_to_defend():
    """As whoever is out of the fight is struck without an opposed test; a lost turn leaves a defence."""
    entries = KNOWN["polaris"]
    assert "neither act nor defend" in entries["conditions.cannot_act"].text["en"]
    assert "still defend" in entries["mark:lost"].text["en"]


@pytest.mark.parametrize(("key", "entry"), ENTRIES)
def test_an_entry_is_a_few_sentences_in_both_languages(key, entry):
    assert entry.book and set(entry.text) == set(lookup.LANGUAGES) and set(entry.name) in (set(), set(lookup.LANGUAGES))
    for text in entry.text.values():
        assert len(text) <= MOST_LETTERS and text == text.strip() and text.endswith((".", "!", "?"))
        assert SENTENCES[0] <= len(END.findall(text)) <= SENTENCES[1], text
    for text in (entry.text["fr"], entry.book, entry.name.get("fr", "")):
        assert FAULTS.findall(text) == []


@pytest.mark.parametrize("key", registry.GAMES)
def test_no_two_entries_say_the_same(key):
    for language in lookup.LANGUAGES:
        texts = [entry.text[language] for entry in registry.lookups(key).entries]
        assert len(texts) == len(set(texts))


LACKING = {
    "without a text": {"of": "CHO-INIT-06", "book": "Initiative", "fr": "", "en": "Late."},
    "without a name": {"of": "CHO-DMG-02", "book": "Initiative", "fr": "Tard.", "en": "Late."},
    "of nothing": {"of": "", "book": "Initiative", "fr": "Tard.", "en": "Late."},
}


@pytest.mark.parametrize("row", LACKING.values(), ids=LACKING)
def test_an_entry_that_lacks_something_is_refused(row):
    with pytest.raises(ValueError):
        lookup.read(registry.system("chroniques"), {"act": {"late": row}})


def test_two_entries_of_one_subject_are_refused():
    row = {"of": "act:delay", "book": "Initiative", "fr": "Tard.", "en": "Late."}
    assert len(lookup.read(registry.system("chroniques"), {"act": {"late": row}}).entries) == 1
    with pytest.raises(ValueError, match="explained twice: act:delay"):
        lookup.read(registry.system("chroniques"), {"act": {"late": row, "later": row}})
