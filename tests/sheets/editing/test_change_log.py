"""The line that a change on a sheet leaves in the journal."""

from django.utils import translation

from campaigns.web.language import say
from sheets.editing.change_log import change_line
from tests.cast import gather


def test_a_state_is_told_by_its_name_without_yes_or_no(db):
    campaign = gather("polaris").campaign
    without, stunned = {}, {"conditions": {"stunned": True}}
    with translation.override("fr"):
        assert say(change_line(campaign, without, stunned, "conditions.stunned")) == "Étourdi"
        assert (
            say(change_line(campaign, stunned, without, "conditions.stunned")) == "Étourdi\u00a0: ce n’est plus le cas"
        )
