"""The three kinds of refusal a caller can act on; each carries the sentence to show."""

from __future__ import annotations

from rules.core.text import Text, _


class RulesError(Exception):
    """A request to the rules was not carried out, and nothing changed."""

    def __init__(self, text: Text, field: str = "") -> None:
        super().__init__(str(text))
        self.text = text
        self.field = field


class Unreadable(RulesError):
    """The request is malformed, of the wrong type, or outside the form's bounds."""


class BadSheet(Unreadable):
    """A sheet that cannot be used; ``problems`` lists all its problems, each naming file, field and value."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        super().__init__(_("This sheet cannot be used: %(problems)s", problems=problems))
        self.problems = problems


class Refused(RulesError):
    """The request is understood but not allowed now; ``field`` names the argument at fault, if any."""


class Stale(RulesError):
    """The value to be answered or replaced has changed; ``present`` is the value found instead."""

    def __init__(self, text: Text, field: str = "", present: object = None) -> None:
        super().__init__(text, field)
        self.present = present
