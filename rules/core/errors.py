"""The refusals a caller can act on, three in kind; each carries the sentence to show."""

from __future__ import annotations

from rules.core.text import Text, _


class RulesError(Exception):
    """Something asked of the rules was not done, and nothing changed."""

    def __init__(self, text: Text, field: str = "") -> None:
        super().__init__(str(text))
        self.text = text
        self.field = field


class Unreadable(RulesError):
    """What was asked is not understood: malformed, of the wrong type, out of the form's bounds."""


class BadSheet(Unreadable):
    """A sheet that cannot be used; ``problems`` are all of them, each naming file, field and value."""

    def __init__(self, problems: tuple[Text, ...]) -> None:
        super().__init__(_("This sheet cannot be used: %(problems)s", problems=problems))
        self.problems = problems


class Refused(RulesError):
    """What was asked is understood but not allowed now; ``field`` names the argument at fault, if one is."""


class Stale(RulesError):
    """What was answered or replaced is no longer so; ``present`` is the value found instead."""

    def __init__(self, text: Text, field: str = "", present: object = None) -> None:
        super().__init__(text, field)
        self.present = present
