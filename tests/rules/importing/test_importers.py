"""Every reader of every game: whatever it is given makes sentences or sheets without problems, never an exception."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import registry
from rules.character.sheet import problems
from rules.core.errors import BadSheet
from rules.importing.reading import Source
from tests.rules.importing import samples

IMPORTERS = [(system, importer) for system in registry.systems() for importer in system.importers]
NAMES = [f"{system.key} {importer.key}" for system, importer in IMPORTERS]
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**12), 10**12), st.floats(allow_nan=False), st.text(max_size=30),
    st.sampled_from(["-", "", "1d6", "9" * 40, "−3", "x" * 300, "\u202e", "\x00", "٣", "0/0/0"]),
    st.lists(st.integers(0, 9), max_size=3), st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
)  # fmt: skip


def spoil(data, value):
    """The sample with one of its values, anywhere in it, replaced or gone."""
    whole = copy.deepcopy(value)
    here, kept = whole, None
    while isinstance(here, dict | list) and here and (kept is None or data.draw(st.booleans())):
        key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else list(range(len(here)))))
        kept, here = (here, key), here[key]
    if kept is None:
        return data.draw(ODD)
    if data.draw(st.booleans()):
        kept[0][kept[1]] = data.draw(ODD)
    else:
        del kept[0][kept[1]]
    return whole


def check(system, importer, source):
    if not importer.recognises(source):
        return
    try:
        sheets = importer.read(source, {}, str)
    except BadSheet as error:
        assert error.problems
        return
    for sheet in sheets:
        assert problems(system.schema, sheet.data) == (), sheet.data
        assert len(sheet.remarks) <= 60
        system.derive(sheet.data, {})
        system.checks(sheet.data, {})


@pytest.mark.parametrize(("system", "importer"), IMPORTERS, ids=NAMES)
def test_a_sample_is_recognised_by_its_reader_alone(system, importer):
    source = samples.SOURCES[importer.key]
    assert [known.key for known in system.importers if known.recognises(source)] == [importer.key]
    check(system, importer, source)


@pytest.mark.slow("every reader, a hundred spoilt samples")
@pytest.mark.parametrize(("system", "importer"), IMPORTERS, ids=NAMES)
def test_a_spoilt_sample_makes_sentences_or_a_valid_sheet(system, importer):
    source = samples.SOURCES[importer.key]

    @given(st.data())
    def attack(data):
        if source.value is None:
            lines = source.text.splitlines()
            at = data.draw(st.integers(0, len(lines) - 1))
            line = data.draw(
                st.one_of(st.just(""), st.text(max_size=60), st.just(lines[at][:5]), st.just(lines[at] * 3))
            )
            check(system, importer, Source("\n".join([*lines[:at], line, *lines[at + 1 :]])))
        else:
            check(system, importer, Source("", spoil(data, spoil(data, source.value))))

    attack()


JSON = st.recursive(
    ODD, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)


@pytest.mark.slow("every reader, a hundred values")
@pytest.mark.parametrize(("system", "importer"), IMPORTERS, ids=NAMES)
def test_anything_at_all_makes_no_exception(system, importer):
    @given(st.text(max_size=300), JSON)
    def attack(text, value):
        check(system, importer, Source(text))
        check(system, importer, Source(text, value))

    attack()
