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
    _("%(location)s: the blow does nothing"),
    _("is hit: %(location)s"),
    _("%(location)s: armour loses %(points)s"),
    _("%(location)s: useless"),
    _("%(location)s: marked for life"),
    ngettext("%(location)s: stunned for %(count)s minute", "%(location)s: stunned for %(count)s minutes", 1),
    ngettext("%(location)s: stunned for %(count)s turn", "%(location)s: stunned for %(count)s turns", 1),
    _("%(location)s: the weapon stays in"),
    _("%(location)s: the weapon comes out"),
    _("%(location)s: entangled"),
    ngettext("%(location)s: treated, %(count)s hit point", "%(location)s: treated, %(count)s hit points", 1),
    ngettext("%(weapon)s: loses %(count)s hit point", "%(weapon)s: loses %(count)s hit points", 1),
    _("%(weapon)s takes no damage"),
    _("%(weapon)s: pinned"),
    _("%(weapon)s: loads faster"),
    _("drops: %(weapon)s, which flies %(metres)s m"),
    _("pushed back %(metres)s m"),
)
