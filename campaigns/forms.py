"""Django forms for accounts and tables, rendered by crispy; each page has its own buttons."""

from __future__ import annotations

import re
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
    """A helper that renders only the fields of a form; the page has the ``<form>`` around them."""
    result = FormHelper()
    result.form_tag = False
    result.disable_csrf = True
    result.include_media = False
    return result


class SignUp(UserCreationForm):
    """A new account: its name and password, and the guest seats of this browser that it takes over."""

    helper = helper()

    def __init__(self, *args: Any, guests: list[Seat], **options: Any) -> None:
        super().__init__(*args, **options)
        del self.fields["password2"]  # the page can show the typed password
        if guests:
            labels = {seat.token: gettext("%(name)s at %(table)s") % _seat_words(seat) for seat in guests}
            self.fields["keep"] = forms.MultipleChoiceField(
                label=gettext("Seats of this account"),
                help_text=gettext("They open on every device where you log in. Untick those that are not yours."),
                choices=list(labels.items()),
                initial=list(labels),
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def clean_username(self) -> str:
        name: str = super().clean_username()
        if any(sign.isspace() for sign in name):
            sentence = gettext("A user name has no spaces: %(name)s would do.")
            raise forms.ValidationError(sentence % {"name": "-".join(name.split())})
        if strange := [sign for sign in name if not re.fullmatch(r"[\w.@+-]", sign)]:
            sentence = gettext("A user name has no “%(sign)s”: letters, digits, and . @ + - _ alone.")
            raise forms.ValidationError(sentence % {"sign": strange[0]})
        return name

    def validate_passwords(self, *_fields: str, **_named: str) -> None:
        """Skip the comparison of two passwords, because it is typed once."""

    def validate_password_for_user(self, user: Any, **_named: str) -> None:
        try:
            password_validation.validate_password(self.cleaned_data.get("password1", ""), user)
        except forms.ValidationError as error:
            self.add_error("password1", error)


def _seat_words(seat: Seat) -> dict[str, str]:
    return {"name": seat.name, "table": seat.campaign.name}


class LogIn(AuthenticationForm):
    """The login to an existing account."""

    helper = helper()


class NewPassword(PasswordChangeForm):
    """The present password of an account, and a new one."""

    helper = helper()


class Line(forms.CharField):
    """A required line of text, read like a text field of a sheet: trimmed, without deceptive characters."""

    def __init__(self, label: Text, most: int, **options: Any) -> None:
        super().__init__(label=say(label), required=False, **options)
        self.sheet_field = Field("line", label, "text", most=most, required=True)
        self.widget.attrs |= {"maxlength": most, "autocomplete": "off"}

    def clean(self, value: Any) -> str:
        """The cleaned text. Raises ``ValidationError`` with the sentence of the ``RulesError``."""
        try:
            text: str = self.sheet_field.read(value or "")
        except RulesError as error:
            raise forms.ValidationError(say(error.text)) from error
        return text


class NewCampaign(forms.Form):
    """A new table: the game, its name, the characters, the dice, and its game master's name."""

    CASTS = {
        "ready": (gettext_lazy("Characters ready to play"), gettext_lazy("to be taken with one tap")),
        "own": (gettext_lazy("Our own"), gettext_lazy("each makes theirs, step by step")),
        "file": (gettext_lazy("Those of a file"), gettext_lazy("sheets exported from Tablée")),
    }
    DICE = {
        Seat.Dice.SERVER.value: (gettext_lazy("Tablée"), gettext_lazy("at once, each can be checked")),
        Seat.Dice.TYPED.value: (gettext_lazy("Our real dice"), gettext_lazy("each types what they have thrown")),
        Seat.Dice.ASK.value: (gettext_lazy("Each player chooses"), gettext_lazy("a button, or a real die")),
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.games = games_by_name()
        self._add_choice("game", {system.key: say(system.name) for system in self.games}, self.games[0].key)
        self.fields["name"] = Line(_("Name of the campaign"), 80)
        self._add_choice("cast", dict.fromkeys(self.CASTS, ""), "ready")
        self._add_choice("dice", dict.fromkeys(self.DICE, ""), Seat.Dice.ASK.value)
        self.fields["gm"] = Line(_("Your name at the table"), 40)

    def _add_choice(self, key: str, choices: dict[str, str], first: str) -> None:
        self.fields[key] = forms.ChoiceField(choices=list(choices.items()), initial=first, required=key == "game")

    def clean_cast(self) -> str:
        return self.cleaned_data["cast"] or "own"

    def clean_dice(self) -> str:
        return self.cleaned_data["dice"] or Seat.Dice.ASK.value

    def left_out(self) -> list[str]:
        """The names of games that could not be loaded; only the site's administrator sees the reasons."""
        return [row.name for row in registry.outside_packs().left_out]

    def question_rows(self) -> list[dict[str, Any]]:
        levels, outside = levels_of_games(), registry.outside_packs().games
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
                        "level": levels.get(answer, "") if key == "game" else "",
                        "chosen": answer == self[key].value(),
                    }
                    for answer, name, about, die in rows
                ],
            }
            for key, ask, rows in (
                ("game", gettext("What do you play?"), games),
                ("cast", gettext("Which characters?"), casts),
                ("dice", gettext("Who throws the dice?"), dice),
            )
        ]


class Invite(forms.Form):
    """A link to new seats: their role, their number, and the time it is valid."""

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
    asks = forms.BooleanField(label=gettext_lazy("I let each player in myself"), required=False, initial=True)


class Leave(forms.Form):
    """Leaving seats for good: the fate of their characters, the heir of a last game master's table, the password.

    The password is only required if there is an account.
    """

    helper = helper()
    END = "end"

    def __init__(self, *args: Any, seats: list[Seat], user: AbstractBaseUser | None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats, self.user, self.several = seats, user, len(seats) > 1
        for seat in seats:
            self._add_questions(seat)
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
        """The account's password. Raises ``ValidationError`` if it is wrong."""
        typed: str = self.cleaned_data["password"]
        if self.user is None or not self.user.check_password(typed):
            raise forms.ValidationError(gettext("This is not your password."))
        return typed

    def _add_questions(self, seat: Seat) -> None:
        names = deletion.names_of_belongings(seat)
        if names:
            self.fields[f"characters-{seat.token}"] = forms.ChoiceField(
                label=self._label(seat, ", ".join(names)),
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
                for other in deletion.possible_heirs(seat)
            ]
            end = (self.END, gettext("Delete the table with everything in it, for everybody"))
            self.fields[f"table-{seat.token}"] = forms.ChoiceField(
                label=gettext("The table %(table)s has no other game master") % {"table": seat.campaign.name},
                choices=[*hand, end],
                widget=forms.RadioSelect,
            )

    def _label(self, seat: Seat, what: str) -> str:
        if not self.several:
            return what
        return gettext("%(table)s: %(what)s") % {"table": seat.campaign.name, "what": what}
