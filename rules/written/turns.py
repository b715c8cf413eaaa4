"""The turn order of ``rules.core.turns``, under the name by which games of kit 1 import it."""

from rules.core.turns import DONE as DONE
from rules.core.turns import INITIATIVE as INITIATIVE
from rules.core.turns import MARKS as MARKS
from rules.core.turns import Done as Done
from rules.core.turns import Finish as Finish
from rules.core.turns import NewRound as NewRound
from rules.core.turns import PassOver as PassOver
from rules.core.turns import Start as Start
from rules.core.turns import Throw as Throw
from rules.core.turns import TurnAct as TurnAct
from rules.core.turns import Turns as Turns
from rules.core.turns import of as of
