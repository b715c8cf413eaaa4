"""Labels of the rules as they stand within a line, and the words of a page in its language."""

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import trans_real

from campaigns.web import language
from campaigns.web.language import inside, say, speaking
from rules.core.text import _, pgettext

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


@pytest.mark.parametrize(("label", "said"), SAID)
def test_a_label_within_a_line_is_small_unless_it_begins_a_name_or_an_abbreviation(label, said):
    with translation.override("fr"):
        assert inside(label) == said


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
