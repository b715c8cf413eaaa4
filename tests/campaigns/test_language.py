"""Labels of the rules as they stand within a line."""

import pytest
from django.utils import translation

from campaigns.language import inside
from rules.words import _, pgettext

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
