"""The sentences of this game, in a catalogue of its own (`locale/` beside this file)."""

from rules.core.text import domain

_, ngettext, pgettext = domain("polaris")

# Journals of earlier versions tell this, and keep its French.
FORMER = (_("%(who)s: %(what)s"),)
