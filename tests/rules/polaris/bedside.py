"""A sheet of Polaris outside any fight: what is done there, with dice in the order asked and answers by key."""

from rules.core.errors import Refused
from rules.core.json_codec import from_json
from rules.core.scene import Action, Scene, apply, revert
from rules.core.script import Roll
from rules.engine.decide import decide
from rules.engine.exchanges import waiting_on
from rules.engine.offers import offers
from tests.rules.polaris.play import POLARIS
from tests.rules.polaris.table import sheet


class Bedside:
    """A scene of one who acts and of those beside them; the first is the one, and all of them are the players’."""

    def __init__(self, settings=None, **sheets):
        rows = {name: {"character": name, "side": "pc", "order": number} for number, name in enumerate(sheets)}
        self.scene = Scene("t", "test", settings or {}, {"fighters": rows}, sheets)
        self.first, self.who, self.events, self.asked = self.scene, next(iter(sheets)), [], []

    def offer(self, kind):
        return next((one for one in offers(POLARIS, self.scene, self.who) if one.kind == kind), None)

    def field(self, kind, key):
        return next(one for one in self.offer(kind).fields if one.key == key)

    def do(self, kind, *dice, gm=True, says=None, **args):
        """A deed with its dice in the order asked; ``says`` answers what is asked of the game master or anybody."""
        self._decide(Action(kind, self.who, args, "seat", gm, f"e{len(self.events)}"))
        left, said = list(dice), dict(says or {})
        while prompts := [one for one in waiting_on(POLARIS, self.scene) if one.request is not None]:
            prompt = prompts[0]
            request = prompt.request
            self.asked.append((request.whose, request.key))
            values = [left.pop(0) for _die in range(request.dice.count)] if isinstance(request, Roll) else None
            given = values if values is not None else said.pop(request.key)
            given = given if isinstance(given, list) else [given]
            what = {"exchange": prompt.exchange, "key": request.key, "values": given}
            self._decide(Action("answer", prompt.of, what, "seat", True))
        assert not left and not said, f"not asked: {left} {said}"
        return self

    def refused(self, kind, **args):
        """The sentence that refuses a deed, of which nothing changes."""
        before = self.scene
        try:
            decide(POLARIS, self.scene, Action(kind, self.who, args, "seat", False, "x"))
        except Refused as error:
            assert self.scene == before
            return str(error.text)
        raise AssertionError(f"{kind} is not refused")

    def sheet(self, who=""):
        return self.scene.sheet(who or self.who)

    def wounds(self, who=""):
        return self.sheet(who).get("wounds", {})

    def line(self, place, severity):
        """The line of detail about a wound."""
        rows = self.sheet().get("wound_details", {}).values()
        return next(row for row in rows if (row["place"], row["severity"]) == (place, severity))

    def told(self):
        """The results of tests and the effects of the rest that the journal tells, in order."""
        rows = [row for event in self.events for row in event.payload.get("effects", ())]
        return [str(from_json(row["text"])) for row in rows]

    def outcome(self):
        """The last test."""
        found = [one for event in self.events for one in event.payload.get("outcomes", ())]
        return from_json(found[-1])

    def undone(self):
        """The scene after every event is reverted."""
        scene = self.scene
        for event in reversed(self.events):
            scene = revert(scene, event)
        return scene

    def _decide(self, action):
        for event in decide(POLARIS, self.scene, action):
            self.scene = apply(self.scene, event)
            self.events.append(event)


def patient(settings=None, healer=None, **more):
    """Somebody average with these values on their sheet, and a medic beside them."""
    aid = {"mastery": "Spé", "level": healer if healer is not None else 10}
    return Bedside(settings, ada=sheet("ada", **more), tom=sheet("tom", skills__first_aid=aid, skills__surgery=aid))
