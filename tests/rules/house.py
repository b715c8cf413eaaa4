"""House settings away from their defaults, for the tests of every game."""

from rules.core.paths import put
from rules.registry import system


def others(field):
    """The values of a setting that are not its default."""
    if field.kind == "choice":
        return [choice.key for choice in field.choices if choice.key != field.blank]
    if field.kind == "flag":
        return [not field.blank]
    return [value for value in (field.least, field.most) if field.kind == "number" and value not in (None, field.blank)]


def away(game):
    """Each setting of the house with each other value it may have."""
    common = {field.key for section in system(game).house for field in section.fields}
    for path, field in system(game).settings().walk():
        if path.rpartition(".")[2] in common and not path.startswith("creation."):
            yield from ((path, value) for value in others(field))


def odd_house(game, random):
    """A house in which half of the settings stand at another value than their default."""
    settings = {}
    for path, value in away(game):
        if random.random() < 0.5:
            settings = put(settings, path, value)
    return settings
