"""The sentences of this game, in a catalogue of its own (`locale/` beside this file)."""

from rules.core.text import domain

_, ngettext, pgettext = domain("chroniques")

# Journals of earlier versions tell this, and keep its French.
FORMER = (_("no longer: %(state)s"),)
