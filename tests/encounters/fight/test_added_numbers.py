"""Tests whose number is added to the dice, rather than compared with them, read so."""

from django.utils.translation import override

from encounters.fight import prompts
from encounters.log import dice_words
from rules.core.check import Breakdown, Check, Level, Modifier
from rules.core.text import _
from rules.views.journal import Result

HIT = _("Hit")


def result(number, adds):
    target = Breakdown(Modifier(_("Bonus"), number))
    return Result("Ada", _("Blow"), (12,), Level.SUCCESS, HIT, target, adds=adds)


def test_the_journal_tells_the_bonus_or_the_target_number():
    with override("en"):
        found = [dice_words.result_words(result(number, adds)) for number, adds in ((4, True), (-1, True), (15, False))]
    assert [words.split("\u00a0· ")[0] for words in found] == [
        "Blow: 12 with +4",
        "Blow: 12 with −1",
        "Blow: 12 against 15",
    ]


def test_a_request_names_a_bonus_or_a_target():
    check = Check("", "x", _("Blow"), Breakdown(Modifier(_("Bonus"), 4)))
    assert prompts.target_row(None) == {"target": "", "target_label": ""}
    assert prompts.target_row(check)["target"] == "4"
    assert prompts.target_row(Check(**{**vars(check), "adds": True}))["target"] == "+4"
