"""The sentences of this game, in a catalogue of its own (`locale/` beside this file)."""

from rules.core.text import domain

_, ngettext, pgettext = domain("arpenteurs")

# Journals of earlier versions tell these, and keep their French.
FORMER = (_("loses %(lost)s ECG, %(place)s%(terms)s"), _("is hit: %(place)s"))
