"""The turn order of ``rules.core.turns``, under the name by which games of kit 1 import it."""

from rules.core.turns import of

__all__ = [
    *("DONE", "INITIATIVE", "MARKS", "Done", "Finish", "NewRound", "PassOver", "Start", "Throw", "TurnAct", "Turns"),
    "of",
]
