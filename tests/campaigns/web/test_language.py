"""Labels of the rules as they stand within a line, and the words of a page in its language."""

import re
from random import Random

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import trans_real

from campaigns.web import language
from campaigns.web.language import in_reading_order, say, speaking, within_line
from rules.autoplay.skirmish import skirmish
from rules.core.text import Text, _, pgettext
from rules.registry import GAMES, samples, system
from rules.views.journal import tell
from rules.views.viewers import Viewer
from tests.rules.play import play
from tests.rules.test_random_play import going_on

SAID = (
    (pgettext("polaris", "Own pace: %(pace)s", pace="Trot"), "allure du tireur\u00a0: Trot"),
    (pgettext("mythras", "STR"), "FOR"),
    (pgettext("arpenteurs", "ECG"), "ECG"),
    (_("%(name)s", name="Durandal"), "Durandal"),
    (_("%(name)s", name=pgettext("polaris", "Light")), "lumière"),
    (_("%(what)s", what=(pgettext("polaris", "Light"), _("%(name)s", name="Durandal"))), "lumière, Durandal"),
    (_("%(what)s", what=()), ""),
    ("Élowen", "Élowen"),
)
SKILLS = ["Athletics", "Boating", "Brawn", "Conceal", "Customs", "Dance", "Endurance", "Evade"]


@pytest.mark.parametrize(("label", "said"), SAID)
def test_a_label_within_a_line_is_lower_case_unless_a_name_or_abbreviation(label, said):
    with translation.override("fr"):
        assert within_line(label) == said


@pytest.mark.parametrize("code", [code for code, _name in settings.LANGUAGES])
def test_every_word_of_a_page_is_the_one_that_django_finds(code):
    known = (key if isinstance(key, str) else key[0] for key in dict(trans_real.translation("fr")._catalog.items()))
    words = [("", ""), ("nobody", "said this"), *(key.rpartition("\x04")[::2] for key in known)]

    def found():
        plain = [language.gettext(word) for context, word in words if not context]
        return plain + [language.pgettext(context, word) for context, word in words if context]

    with translation.override(code):
        alone = found()
    with translation.override("de"), speaking(code):
        together = found()
    assert together == alone
    assert ("Annuler" in together) is (code == "fr")


def test_a_sentence_in_another_language_changes_nothing_of_the_page_around_it():
    light = pgettext("polaris", "Light")
    with speaking("en"):
        assert [say(light), say(light, "fr"), say(light)] == ["Light", "Lumière", "Light"]


def labels_of(rules, texts):
    """The places of bodies and the states that these sentences are made of, and all that is ticked on a sheet."""
    ticked = (field for path, field in rules.schema.walk() if path.startswith(rules.state_paths))
    labels = {leaf.label for field in ticked for leaf in (field, *field.row) if leaf.kind == "flag"}
    labels |= {part for text in texts for key, part in parts_of(text) if key in ("place", "location", "condition")}
    return {said for said in map(say, labels) if said[1:2].islower()}


def parts_of(text):
    for key, value in text.params:
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Text):
                yield key, part
                yield from parts_of(part)


def told_in_fights(rules, fights, steps):
    for seed in range(fights):
        random = Random(f"{rules.key}/labels/{seed}")
        sheets = random.choices([sample["data"] for sample in samples(rules.key).values()], k=4)
        start = skirmish({"pc": sheets[:2], "npc": sheets[2:]}, {"confirm": "never"})
        for _before, event, _scene in play(rules, start, going_on(random), steps):
            line = tell(event.audience, event.kind, event.payload, Viewer("gm"))
            if line is not None:
                yield from (line.text, *(text for _who, text in line.effects))


@pytest.mark.slow("fights in every game")
@pytest.mark.parametrize(
    "game", [game for game in GAMES if game != "medieval"]
)  # which tells no place and ticks no box
def test_no_label_stands_large_within_a_sentence_of_a_fight(game):
    rules = system(game)
    told = list(told_in_fights(rules, 6, 60))
    with speaking("fr"):
        labels = labels_of(rules, told)
        large = re.compile(rf"(?:[a-zà-ÿ,] |[(’]|[a-z]\u00a0: )(?:{'|'.join(map(re.escape, labels))})\b")
        said = {words for words in map(say, told) if large.search(words)}
    assert labels and not said


@pytest.mark.parametrize(
    ("names", "french"),
    [
        (["Abdomen", "Chest", "Head"], ["Abdomen", "Chest", "Head"]),
        (SKILLS, [*SKILLS[:2], "Customs", "Dance", "Conceal", "Endurance", "Evade", "Brawn"]),
        (SKILLS[::-1], SKILLS[::-1]),
    ],
)
def test_a_long_list_that_is_alphabetical_in_english_is_so_for_its_reader(names, french):
    rows = [Text(name, context="mythras") for name in names]
    with speaking("fr"):
        assert [text.msgid for text in in_reading_order(rows, lambda text: text)] == french
    with speaking("en"):
        assert in_reading_order(rows, lambda text: text) == rows
