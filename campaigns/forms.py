"""The forms of accounts and tables; each is drawn by crispy, its buttons are the page's."""

from __future__ import annotations

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.utils.translation import gettext, gettext_lazy

from campaigns.language import say
from campaigns.models import Seat
from rules import registry
from rules.errors import RulesError
from rules.sheet import Field
from rules.words import Text, _

HOURS = {
    2: gettext_lazy("two hours"),
    4: gettext_lazy("four hours"),
    12: gettext_lazy("twelve hours"),
    24: gettext_lazy("one day"),
    168: gettext_lazy("one week"),
}
INVITED = (Seat.Role.PLAYER, Seat.Role.SPECTATOR, Seat.Role.SCREEN)


def helper() -> FormHelper:
    """What draws the fields of a form alone: the ``<form>`` around them is the page's."""
    found = FormHelper()
    found.form_tag = False
    found.disable_csrf = True
    found.include_media = False
    return found


class SignUp(UserCreationForm):
    """A new account: a name and a password, nothing else."""

    helper = helper()


class LogIn(AuthenticationForm):
    """An account that exists."""

    helper = helper()


class Line(forms.CharField):
    """A required line of text, read as the rules read one: trimmed, without characters that deceive."""

    def __init__(self, label: Text, most: int, **options: Any) -> None:
        super().__init__(label=say(label), required=False, **options)
        self.rule = Field("line", label, "text", most=most, required=True)
        self.widget.attrs |= {"maxlength": most, "autocomplete": "off"}

    def clean(self, value: Any) -> str:
        """The text. Raises ``ValidationError`` with the rules' own sentence."""
        try:
            found: str = self.rule.read(value or "")
        except RulesError as error:
            raise forms.ValidationError(say(error.text)) from error
        return found


class NewCampaign(forms.Form):
    """A new table: what is played, how it is called, and how its game master is."""

    helper = helper()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        games = [(system.key, say(system.name)) for system in registry.systems()]
        self.fields["game"] = forms.ChoiceField(
            label=gettext("Game"), choices=games, widget=forms.RadioSelect, initial=games[0][0]
        )
        self.fields["name"] = Line(_("Name of the campaign"), 80)
        self.fields["gm"] = Line(_("Your name at the table"), 40)


class Invite(forms.Form):
    """A link to new seats: of what kind, how many, for how long."""

    helper = helper()
    role = forms.ChoiceField(
        label=gettext_lazy("For"),
        choices=[(role.value, role.label) for role in INVITED],
        initial=Seat.Role.PLAYER.value,
    )
    uses = forms.IntegerField(
        label=gettext_lazy("How many"),
        min_value=1,
        max_value=30,
        initial=8,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    hours = forms.TypedChoiceField(label=gettext_lazy("Open for"), choices=list(HOURS.items()), coerce=int, initial=4)
