"""The forms of accounts and tables; each is drawn by crispy, its buttons are the page's."""

from __future__ import annotations

from typing import Any

from crispy_forms.helper import FormHelper
from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm
from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext, gettext_lazy

from campaigns.accounts import deletion
from campaigns.accounts.deletion import Farewell
from campaigns.games.preview import levels_of_games
from campaigns.models import Seat
from campaigns.web.language import games_by_name, say
from rules import registry
from rules.character.sheet import Field
from rules.core.errors import RulesError
from rules.core.text import Text, _

HOURS = {
    2: gettext_lazy("two hours"),
    4: gettext_lazy("four hours"),
    12: gettext_lazy("twelve hours"),
    24: gettext_lazy("one day"),
    168: gettext_lazy("one week"),
}
INVITED = (Seat.Role.PLAYER, Seat.Role.SPECTATOR, Seat.Role.SCREEN)


def helper() -> FormHelper:
    """The helper that draws the fields of a form alone: the ``<form>`` around them is the page's."""
    result = FormHelper()
    result.form_tag = False
    result.disable_csrf = True
    result.include_media = False
    return result


class SignUp(UserCreationForm):
    """A new account: a name and a password, nothing else; and which seats of this browser it is to hold from now on."""

    helper = helper()

    def __init__(self, *args: Any, guests: list[Seat], **options: Any) -> None:
        super().__init__(*args, **options)
        del self.fields["password2"]  # a page shows what was typed
        if guests:
            labels = {seat.token: gettext("%(name)s at %(table)s") % _named(seat) for seat in guests}
            self.fields["keep"] = forms.MultipleChoiceField(
                label=gettext("Seats of this account"),
                help_text=gettext("They open on every device where you log in. Leave out what is not yours."),
                choices=list(labels.items()),
                initial=list(labels),
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def validate_passwords(self, *_fields: str, **_named: str) -> None:
        """Nothing: the password is typed once."""

    def validate_password_for_user(self, user: Any, **_named: str) -> None:
        try:
            password_validation.validate_password(self.cleaned_data.get("password1", ""), user)
        except forms.ValidationError as error:
            self.add_error("password1", error)


def _named(seat: Seat) -> dict[str, str]:
    return {"name": seat.name, "table": seat.campaign.name}


class LogIn(AuthenticationForm):
    """An account that exists."""

    helper = helper()


class NewPassword(PasswordChangeForm):
    """The password of an account, and another one in its place."""

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
            text: str = self.rule.read(value or "")
        except RulesError as error:
            raise forms.ValidationError(say(error.text)) from error
        return text


class NewCampaign(forms.Form):
    """A new table in four questions: the game, its name, the characters, the dice; and its game master's name."""

    CASTS = {
        "ready": (gettext_lazy("Characters ready to play"), gettext_lazy("to be taken with one tap")),
        "own": (gettext_lazy("Our own"), gettext_lazy("each makes theirs, step by step")),
        "file": (gettext_lazy("Those of a file"), gettext_lazy("sheets kept from Tablée")),
    }
    DICE = {
        Seat.Dice.SERVER.value: (gettext_lazy("Tablée"), gettext_lazy("at once, each can be checked")),
        Seat.Dice.TYPED.value: (gettext_lazy("Our real dice"), gettext_lazy("each types what they have thrown")),
        Seat.Dice.ASK.value: (gettext_lazy("As each one likes"), gettext_lazy("a button, or a real die")),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.games = games_by_name()
        self._choose("game", {system.key: say(system.name) for system in self.games}, self.games[0].key)
        self.fields["name"] = Line(_("Name of the campaign"), 80)
        self._choose("cast", dict.fromkeys(self.CASTS, ""), "ready")
        self._choose("dice", dict.fromkeys(self.DICE, ""), Seat.Dice.ASK.value)
        self.fields["gm"] = Line(_("Your name at the table"), 40)

    def _choose(self, key: str, choices: dict[str, str], first: str) -> None:
        self.fields[key] = forms.ChoiceField(choices=list(choices.items()), initial=first, required=key == "game")

    def clean_cast(self) -> str:
        return self.cleaned_data["cast"] or "own"

    def clean_dice(self) -> str:
        return self.cleaned_data["dice"] or Seat.Dice.ASK.value

    def left_out(self) -> list[str]:
        """The names of the games that could not be loaded; the reasons are told to whoever runs the site."""
        return [row.name for row in registry.outside().left_out]

    def questions(self) -> list[dict[str, Any]]:
        """The questions that are answered by a choice, each with its answers, of which one is chosen."""
        checked, outside = levels_of_games(), registry.outside().games
        games = [(game.key, say(game.name), say(game.about) if game.about else "", game.die) for game in self.games]
        casts = [(key, *words, "") for key, words in self.CASTS.items()]
        dice = [(key, *words, "") for key, words in self.DICE.items()]
        return [
            {
                "key": key,
                "ask": ask,
                "errors": self[key].errors,
                "answers": [
                    {
                        **{"key": answer, "name": name, "about": about, "die": die},
                        "outside": key == "game" and answer in outside,
                        "level": checked.get(answer, "") if key == "game" else "",
                        "chosen": answer == self[key].value(),
                    }
                    for answer, name, about, die in rows
                ],
            }
            for key, ask, rows in (
                ("game", gettext("What do you play?"), games),
                ("cast", gettext("Whom do you play?"), casts),
                ("dice", gettext("Who throws the dice?"), dice),
            )
        ]


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
    asks = forms.BooleanField(label=gettext_lazy("I let each one in myself"), required=False, initial=True)


class Leave(forms.Form):
    """Leaving seats for good: what becomes of the characters, who gets the table of a last game master, the password.

    The account, if there is one, is asked for its password.
    """

    helper = helper()
    END = "end"

    def __init__(self, *args: Any, seats: list[Seat], user: AbstractBaseUser | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats, self.user, self.several = seats, user, len(seats) > 1
        for seat in seats:
            self._ask_of(seat)
        if user is not None:
            self.fields["password"] = forms.CharField(
                label=gettext("Your password"),
                strip=False,
                widget=forms.PasswordInput({"autocomplete": "current-password"}),
            )

    def farewells(self) -> list[Farewell]:
        values = self.cleaned_data
        result = []
        for seat in self.seats:
            table = values.get(f"table-{seat.token}", "")
            characters = values.get(f"characters-{seat.token}", deletion.KEEP)
            result.append(Farewell(seat, characters, "" if table == self.END else table, table == self.END))
        return result

    def clean_password(self) -> str:
        """The password of the account. Raises ``ValidationError`` for another one."""
        given: str = self.cleaned_data["password"]
        if self.user is None or not self.user.check_password(given):
            raise forms.ValidationError(gettext("This is not your password."))
        return given

    def _ask_of(self, seat: Seat) -> None:
        names = deletion.brought(seat)
        if names:
            self.fields[f"characters-{seat.token}"] = forms.ChoiceField(
                label=self._of(seat, ", ".join(names)),
                choices=[
                    (deletion.KEEP, gettext("Hand over to the game master, without the long texts of the sheet")),
                    (deletion.REMOVE, gettext("Remove, with everything written on the sheet")),
                ],
                widget=forms.RadioSelect,
                initial=deletion.KEEP,
            )
        if deletion.is_last_gm(seat):
            hand = [
                (other.token, gettext("Hand it over to %(name)s") % {"name": other.name})
                for other in deletion.heirs(seat)
            ]
            end = (self.END, gettext("Delete the table with everything in it, for everybody"))
            self.fields[f"table-{seat.token}"] = forms.ChoiceField(
                label=gettext("The table %(table)s has no other game master") % {"table": seat.campaign.name},
                choices=[*hand, end],
                widget=forms.RadioSelect,
            )

    def _of(self, seat: Seat, what: str) -> str:
        if not self.several:
            return what
        return gettext("%(table)s: %(what)s") % {"table": seat.campaign.name, "what": what}
