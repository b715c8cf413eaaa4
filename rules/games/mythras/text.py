"""The sentences of this game, in a catalogue of its own (`locale/` beside this file)."""

from rules.core.text import domain

_, ngettext, pgettext = domain("mythras")

# Journals of earlier versions tell these, and keep their French.
FORMER = (
    _("%(die)s against %(target)s: %(result)s"),
    _("%(die)s: %(result)s"),
    _("%(location)s: %(number)s damage%(terms)s"),
    _("special effect: %(effect)s"),
    _("%(weapon)s: loses %(number)s hit points"),
)
