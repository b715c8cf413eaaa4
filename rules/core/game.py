"""What a game must provide, and the defaults most games share.

Everything a game answers is computed from what it is given; nothing is stored in it. A game is written as a record
(``rules.core.record``), which answers this interface from its parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from rules.core import retries
from rules.core.acts import Gauge as Gauge
from rules.core.acts import Offer as Offer
from rules.core.character import Derived as Derived
from rules.core.character import Place as Place
from rules.core.character import Step as Step
from rules.core.character import Ware as Ware
from rules.core.check import Check, Outcome
from rules.core.creation import Budget, Stage, by_section
from rules.core.distribution import distribution
from rules.core.errors import Refused
from rules.core.marks import Mark
from rules.core.odds import Odds, known
from rules.core.paths import Data, get, put
from rules.core.rounds import Headline as Headline
from rules.core.rounds import Prompt as Prompt
from rules.core.rounds import Slot as Slot
from rules.core.scene import Action, Change, Health, Scene
from rules.core.script import Effect, Pending, Roll, Script, just, replay
from rules.core.sheet import Choice, Field, Section, SheetSchema
from rules.core.text import Text, _

COMMON_SETTINGS = Section(
    "",
    _("At the table"),
    (
        Field(
            "confirm",
            _("Confirm effects before they land"),
            "choice",
            default="never",
            choices=(
                Choice("never", _("Never: undo takes them back")),
                Choice("pc_hurt", _("When a player character is hurt")),
                Choice("always", _("Always")),
            ),
            help=_("When the game master looks at what a blow did before it is written."),
        ),
        Field(
            "players_edit_in_fight",
            _("What players edit on their sheet during a fight"),
            "choice",
            default="all",
            choices=(
                Choice("all", _("Everything")),
                Choice("no_state", _("Not their state")),
                Choice("nothing", _("Nothing")),
            ),
            help=_("Game masters edit every sheet at any time."),
        ),
        Field(
            "odds",
            _("Odds shown before an action"),
            "choice",
            default="own",
            choices=(
                Choice("off", _("None")),
                Choice("own", _("Of one’s own roll")),
                Choice("full", _("Of everything known")),
            ),
            help=_("What a page says of the chances before the dice are thrown."),
        ),
        Field(
            "undo_asks",
            _("Players ask before they take an act back"),
            "flag",
            default=False,
            help=_("Otherwise players undo their own last act while nothing depends on it."),
        ),
        Field(
            "sheets_open",
            _("Sheets are open to the whole table"),
            "flag",
            default=False,
            help=_("Otherwise players read their own sheets alone."),
        ),
    ),
)


class Game(ABC):
    """A game: its sheet, its tests, its turn. Subclasses give what differs; what is abstract has no usual answer."""

    key: str
    name: Text
    schema: SheetSchema
    house: tuple[Section, ...] = ()
    state_paths: tuple[str, ...] = ()
    harm_paths: tuple[str, ...] = ()
    """The paths of what wounds and fatigue leave on a sheet; ``*`` stands for every row of a list."""
    at_hand: tuple[str, ...] = ()
    """Keys of the few computed numbers a game master wants to see of everybody."""
    foretold: frozenset[str] = frozenset()
    """Kinds of actions whose odds can be said before they are done."""
    by_hand: tuple[str, ...] = ()
    """Kinds of what a game master does to one ``fighter``, damage and then care, for a body without places to tick."""
    ending = "end"
    """The kind of what ends a fight, which leads what is offered to a game master once it is decided."""

    def settings(self) -> SheetSchema:
        """The house settings with their defaults, the common ones first."""
        return self._settings

    @cached_property
    def _settings(self) -> SheetSchema:
        return SheetSchema((COMMON_SETTINGS, *self.house))

    def setting(self, settings: Data, key: str) -> Any:
        """One house setting, or its default. Raises ``KeyError`` for an unknown one."""
        return self.settings().value(settings, key)

    def blank(self, settings: Data) -> dict[str, Any]:
        """The data of a new sheet."""
        return {}

    def creation(self, sheet: Data, settings: Data) -> tuple[Stage, ...]:
        """The stages by which a character is made, for what its sheet holds by then."""
        return by_section(self.schema)

    def budgets(self, sheet: Data, settings: Data) -> tuple[Budget, ...]:
        """The points that are spread when a character is made, with what this sheet has spent of them."""
        return ()

    def value(self, sheet: Data, path: str) -> Any:
        """The value a field stands at, filled in or not. Raises ``KeyError`` for a path of no field."""
        return self.schema.value(sheet, path)

    def derive(self, sheet: Data, settings: Data) -> tuple[Derived, ...]:
        """Every computed number of a sheet, in the order of the printed one."""
        return ()

    def checks(self, sheet: Data, settings: Data) -> tuple[Check, ...]:
        """Everything that can be rolled from a sheet, in the order of the printed one."""
        return ()

    def check(self, sheet: Data, settings: Data, key: str) -> Check | None:
        """One of them by its key, ``None`` where the sheet has it not."""
        return next((check for check in self.checks(sheet, settings) if check.key == key), None)

    def vitals(self, sheet: Data, settings: Data) -> tuple[str, ...]:
        """Paths of the few numbers that are always at hand, such as luck or points of life."""
        return ()

    def body(self, sheet: Data, settings: Data) -> tuple[Place, ...]:
        """The places of the body, where the game knows places."""
        return ()

    @abstractmethod
    def health(self, sheet: Data, settings: Data) -> Health:
        """The worst state of health, as a word with its rank."""

    def healed(self, sheet: Data, settings: Data) -> Data:
        """A sheet whole again: nothing of ``harm_paths`` stands on it any more."""
        for path in self.harm_paths:
            before, star, after = path.partition(".*.")
            rows = get(sheet, before) or {}
            for row in [f"{before}.{key}.{after}" for key in rows] if star else [path]:
                sheet = put(sheet, row, None)
        return sheet

    def most(self, sheet: Data, settings: Data, path: str) -> int | None:
        """The most a number can be raised to on this sheet: what its field allows, or less where the sheet says so."""
        field = self.schema.field(path)
        return field.most if field is not None else None

    def wares(self, path: str) -> tuple[Ware, ...]:
        """The ready-made rows of a list, from which one may be put on a sheet; most lists have none."""
        return ()

    def step(self, sheet: Data, settings: Data, path: str, by: int) -> Step:
        """The writes of a step by ``by`` on a number, within bounds. Raises ``Refused`` for any other field."""
        field = self.schema.field(path)
        if field is None or field.kind != "number":
            raise Refused(_("This value cannot be stepped."), path)
        value = self.value(sheet, path)
        start = value if isinstance(value, int) else 0
        most = self.most(sheet, settings, path)
        low = field.least if field.least is not None else start + by
        high = max(most, start) if most is not None else start + by
        return Step({path: max(low, min(high, start + by))})

    def test_fields(self, settings: Data) -> tuple[Field, ...]:
        """The fields of a test besides the thing tested: a difficulty, a modifier."""
        return ()

    def adjusted(self, check: Check, args: Data, settings: Data) -> Check:
        """The check with what was said about it, as read by ``test_fields``."""
        return check

    @abstractmethod
    def resolve(self, check: Check, settings: Data) -> Script[Outcome]:
        """The procedure of a test."""

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        """The fighters who are up, and for what; several may act in any order, or together.

        While exchanges are open: only those who act together with them and have not begun.
        """
        return ()

    def takes_turns(self, scene: Scene) -> bool:
        """True while those who are up take their turn, and do not merely declare it or roll initiative."""
        return True

    def offers(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        """The menu of ``actor`` (a fighter or ``"gm"``) now, refused acts included."""
        return ()

    def offer(self, scene: Scene, actor: str, kind: str) -> Offer | None:
        """The one of them that is of this kind, if there is one."""
        return next((offer for offer in self.offers(scene, actor) if offer.kind == kind), None)

    def cost(self, scene: Scene, action: Action) -> tuple[Effect, ...]:
        """The immediate effects of an accepted action."""
        return ()

    def script(self, scene: Scene, action: Action) -> Script[tuple[Effect, ...]] | None:
        """The procedure an accepted action opens, if it needs dice or choices."""
        return None

    @abstractmethod
    def land(self, scene: Scene, effect: Effect) -> tuple[Change, ...]:
        """The changes an effect makes on the scene as it is by then."""

    def describe(self, scene: Scene, effect: Effect) -> Text | None:
        """An effect as one sentence; ``None`` for bookkeeping nobody needs to read."""
        return None

    def public(self, scene: Scene, effect: Effect) -> Text | None:
        """An effect as those read it who may not know its numbers; ``None`` when they learn nothing of it."""
        return None

    def title(self, scene: Scene, action: Action) -> Text | None:
        """An open action as one sentence, such as an attack and whom it is aimed at."""
        return None

    def hurts(self, effect: Effect) -> bool:
        """True if an effect harms its target, for the setting ``confirm``."""
        return False

    def retouch(self, effect: Effect) -> tuple[Field, ...]:
        """The fields of an effect a game master may edit before it lands: keys of its value, the defaults."""
        dealt = effect.value.get("damage") if isinstance(effect.value, Mapping) else None
        if not isinstance(dealt, int):
            return ()
        return (Field("damage", _("Damage"), default=dealt, least=0, most=999),)

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        """The number that a declaration moves, such as an initiative; what is not said yet is not among its args."""
        return None

    def order(self, scene: Scene) -> tuple[Slot, ...]:
        """The order of the round, as the ladder shows it."""
        return ()

    def tracks(self, scene: Scene, fighter: str, mine: bool) -> bool:
        """True if a player, or the fighter's own (``mine``), reads the fighter's place in the order."""
        return True

    def intent(self, scene: Scene, fighter: str) -> Text | None:
        """The open declaration of a fighter."""
        return None

    def opened(self, before: Scene, after: Scene) -> tuple[tuple[str, Text], ...]:
        """Declarations secret on one scene and shown on the other, by fighter, in the order they are read."""
        return ()

    def headline(self, scene: Scene) -> Headline:
        """The state of the fight in the game's own words."""
        return Headline(_("Round %(round)s", round=scene.round))

    marks: tuple[Mark, ...] = ()
    """The marks that end by themselves with a turn."""

    def has_acted(self, scene: Scene, fighter: str) -> bool:
        """True if a fighter who is up no longer has had their turn, and did not only put it off."""
        return True

    def turns_taken(self, scene: Scene, fighter: str) -> int | None:
        """The turns of a fighter so far, where somebody may have two running; ``None`` where nobody does."""
        return None

    def is_out(self, scene: Scene, fighter: str) -> bool:
        """True if a fighter can do nothing any more."""
        return False

    def is_beaten(self, scene: Scene, fighter: str) -> bool:
        """True if a fighter cannot harm anybody any more, in a fight that plays itself."""
        return self.is_out(scene, fighter)

    def promise(self, scene: Scene, action: Action) -> int:
        """The rank of an attack among others, for automatic play."""
        return 0

    def rather(self, scene: Scene, fighter: str) -> tuple[str, ...]:
        """The kinds of acts a fighter takes before any attack, where offered, in automatic play."""
        return ()

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        """The act whose odds are asked and the scene it is done in: for an announcement, what it announces.

        Raises what ``cost`` would raise for the same action.
        """
        return scene, action

    def open_marks(self, scene: Scene, fighter: str) -> Data:
        """The marks of a fighter that everybody at the table may know."""
        return {}

    def open_sheet(self, scene: Scene, fighter: str) -> Data:
        """The sections of a fighter's sheet that the whole table may know."""
        return {}

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """The odds of an act; by default those of its actor's first test alone.

        The scene holds what one viewer knows: what is veiled raises ``rules.core.odds.Unknown`` (see ``known``).
        """
        state = known(lambda: replay(lambda: self.script(scene, action) or just(()), {}))
        requests = state.requests if isinstance(state, Pending) else ()
        rolls = (request for request in requests if isinstance(request, Roll) and request.by == action.actor)
        tested = next(((request.check, request.dice) for request in rolls if request.check is not None), None)
        if tested is None:
            return None
        check, dice = tested
        return Odds(check, distribution(lambda: self.resolve(check, scene.settings)), dice)

    def test_offer(self, sheet: Data, settings: Data, actor: str, only: str | None = None) -> Offer:
        """The offer of a test outside a fight: what is tested (of ``only`` one check), then what may be said of it."""
        tested = self.checks(sheet, settings) if only is None else (self.check(sheet, settings, only),)
        choices = tuple(Choice(check.key, check.what, check.refused) for check in tested if check is not None)
        fields = (Field("check", _("What is tested"), "choice", choices=choices), *self.said_of_test(sheet, settings))
        gm_only = frozenset(field.key for field in fields if field.gm_only)
        return Offer("test", actor, _("Roll"), fields, gm_only=gm_only)

    def said_of_test(self, sheet: Data, settings: Data) -> tuple[Field, ...]:
        """The fields of a test of this sheet besides the thing tested."""
        return self.test_fields(settings)

    def deeds(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        """The downtime acts of a character besides tests, such as resting or tending a wound.

        The scene holds those it may concern as well; ``script`` has the procedure of each.
        """
        return ()

    def test(self, scene: Scene, action: Action) -> Script[tuple[Effect, ...]]:
        """A test outside a fight; one of something that has left the sheet meanwhile comes to nothing."""
        check = self.tested(scene, action)
        if check is None:
            return ()
        check = self.tried_again(scene, action, check)
        outcome = yield from self.resolve(replace(check, actor=action.actor), scene.settings)
        return (yield from self.after_test(scene, action.actor, outcome))

    def tested(self, scene: Scene, action: Action) -> Check | None:
        """The check that a test outside a fight asks for, ``None`` when the sheet has it no more."""
        check = self.check(scene.sheet(action.actor), scene.settings, action.args["check"])
        return self.adjusted(check, action.args, scene.settings) if check is not None else None

    def retry_fields(self, settings: Data) -> tuple[Field, ...]:
        """The game master's fields for a test that may be tried again; ``rules.core.retries`` reads the countdown."""
        return (retries.STRAIN, *retries.countdown_fields())

    def tried_again(self, scene: Scene, action: Action, check: Check) -> Check:
        """The check as this attempt meets it: what earlier ones add to it, by what was said of new attempts."""
        tries = retries.tries(scene, action.actor)
        strain = retries.said(scene).get("strain", 0) * tries
        return retries.strained(check, tries, strain) if strain else check

    def after_test(self, scene: Scene, actor: str, outcome: Outcome) -> Script[tuple[Effect, ...]]:
        """The effects of a test outside a fight: its outcome, and whatever it brings besides."""
        return just((Effect("outcome", actor, outcome),))
