"""A game as a record: its sheet, its tests, its rounds, its acts, effects, marks and settings, each given once.

``rules.games.<game>.__init__`` ends with one literal. Leave out the parts a game does not have, and the site does not
offer them. Every answer of a game is computed from its arguments; nothing is stored in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import Any

from rules.character.character import Belongings, Character, Derived, Place, Step, Ware
from rules.character.creation import Budget, Stage, by_section
from rules.character.fields import COMPUTED, choice, flag, section
from rules.character.sheet import Choice, Field, Section, SheetSchema
from rules.core import retries
from rules.core.acts import Act, Gauge, Offer
from rules.core.check import Check, Outcome, Verdict
from rules.core.effects import Effect as Declared
from rules.core.effects import Story
from rules.core.errors import Refused
from rules.core.marks import Mark, check_marks, without_hidden_contacts
from rules.core.memo import memoize
from rules.core.paths import Data, get, put
from rules.core.rounds import Headline, Prompt, Rounds, Slot
from rules.core.scene import Action, Change, Health, Scene
from rules.core.script import Effect, Pending, Roll, Script, just, replay
from rules.core.text import Text, _
from rules.ground.ground import Ground
from rules.importing.reading import Importer
from rules.odds.act import Odds, value_if_known
from rules.odds.distribution import distribution

Effects = tuple[Effect, ...]

CONFIRM = {
    "never": _("Never: undo takes them back"),
    "pc_hurt": _("When a player character is hurt"),
    "always": _("Always"),
}
EDITS = {"all": _("Everything"), "no_state": _("Not their state"), "nothing": _("Nothing")}
DICE = {"server": _("Thrown here, at once"), "typed": _("Real dice, typed"), "ask": _("As each one likes, each time")}
ODDS = {"off": _("None"), "own": _("Of one’s own roll"), "full": _("Of everything known")}
COMMON_SETTINGS = section(
    "",
    _("At the table"),
    choice(
        *("dice", _("Dice of who sits down"), DICE, "ask", ""),
        _("How a new seat throws; everybody may choose otherwise for themselves."),
    ),
    choice(
        *("confirm", _("Confirm effects before they land"), CONFIRM, "never", ""),
        _("When the game master looks at what a blow did before it is written."),
    ),
    choice(
        *("players_edit_in_fight", _("What players edit on their sheet during a fight"), EDITS, "all", ""),
        _("Game masters edit every sheet at any time."),
    ),
    choice(
        *("odds", _("Odds shown before an action"), ODDS, "own", ""),
        _("What a page says of the chances before the dice are thrown."),
    ),
    flag(
        *("undo_asks", _("Players ask before they take an act back"), False, ""),
        _("Otherwise players undo their own last act while nothing depends on it."),
    ),
    flag(
        *("sheets_open", _("Sheets are open to the whole table"), False, ""),
        _("Otherwise players read their own sheets alone."),
    ),
)


@dataclass(frozen=True)
class Tests:
    """All tests of a sheet. Only ``checks`` and ``resolve`` are required."""

    checks: Callable[[Data, Data], tuple[Check, ...]]  # sheet, settings: in the order of the printed sheet
    resolve: Callable[[Check, Data], Script[Outcome]]  # check, settings: the procedure of a test
    check: Callable[[Data, Data, str], Check | None] | None = None  # sheet, settings, key: one check, faster
    fields: Callable[[Data], tuple[Field, ...]] = lambda _settings: ()  # besides the thing tested
    fields_of: Callable[[Data, Data], tuple[Field, ...]] | None = None  # sheet, settings: the same for one sheet
    adjusted: Callable[[Check, Data, Data], Check] = lambda check, _args, _settings: check
    tested: Callable[[Scene, Action], Check | None] | None = None  # the check of a test outside a fight
    script: Callable[[Scene, Action], Script[Effects]] | None = None  # the whole procedure of such a test
    luck: Callable[[Scene, str, Outcome], Script[tuple[Outcome, Effects]]] | None = None  # what luck makes of a result
    duel: Callable[[Outcome, Outcome, Data], Verdict] | None = None  # compares two opposed outcomes in a fight
    retry_fields: Callable[[Data], tuple[Field, ...]] | None = None  # settings
    tried_again: Callable[[Scene, Action, Check], Check] | None = None


@dataclass(frozen=True)
class Creation:
    """Character creation: the stages for a sheet so far, and the budgets of points spent in them."""

    stages: tuple[Stage, ...] | Callable[[Data], tuple[Stage, ...]]
    budgets: Callable[[Data, Data], tuple[Budget, ...]] = lambda _sheet, _settings: ()
    prices: Callable[[Data], Mapping[str, Text]] = lambda _settings: {}  # by stage, where the table sets them
    arms: str = "weapons"  # the list of weapons: without a row in it there is no attack but bare hands


@dataclass(frozen=True)
class Rest:
    """Healing by time: the downtime act that a number of days of rest, its argument ``days``, is for one character.

    ``says`` describes the effect; ``flags`` are fields of the act that are asked once for everybody, and ``also`` names
    acts without fields that may be done along with it.
    """

    act: str
    says: Text
    most: int
    flags: tuple[Field, ...] = ()
    also: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)  # one object per game, used as a key by identity
class Game:
    """A game. Only ``key``, ``name``, ``sheet`` and ``tests`` are required.

    ``by_hand`` names the acts that damage and heal a body without boxes to tick, ``ending`` the act that ends a fight.
    ``watched`` wraps the procedure of every act.
    """

    key: str
    name: Text
    sheet: Character
    tests: Tests
    die: str = ""  # its main die: a number of sides, or %
    about: Text | None = None  # its character in a few words
    rounds: Rounds = field(default_factory=Rounds)
    acts: tuple[type[Act], ...] = ()
    effects: tuple[type[Declared], ...] = ()
    marks: tuple[Mark, ...] = ()
    house: tuple[Section, ...] = ()
    making: Creation | None = None
    ground: Ground | None = None
    by_hand: tuple[str, ...] = ()
    watched: Callable[[Scene, Script[Effects]], Script[Effects]] | None = None
    ending: str = "end"
    rest: Rest | None = None  # without it, time heals nothing
    story: Story = field(default_factory=Story)
    importers: tuple[Importer, ...] = ()  # of other programs' files
    kit: int = 0  # for a game from outside: the version of the kit it is written for
    version: str = ""

    def __post_init__(self) -> None:
        check_marks(self.marks)
        _check_unique(act.kind for act in self.acts)
        _check_unique(effect.kind for effect in self.effects)

    @property
    def edition(self) -> str:
        """The key and version of a game, as journals name it; empty without a version, as for Tablée's own games."""
        return f"{self.key} {self.version}" if self.version else ""

    @cached_property
    def _acts(self) -> Mapping[str, Act]:
        return {act.kind: act.instance() for act in self.acts}

    @cached_property
    def _effects(self) -> Mapping[str, type[Declared]]:
        return {effect.kind: effect for effect in self.effects}

    def act(self, kind: str) -> Act:
        """An act by its kind; a kind that this game lacks gives an act that does nothing."""
        return self._acts.get(kind, _NO_ACT)

    def effect(self, stored: Effect) -> Declared:
        """An effect as its class. Raises ``KeyError`` for an unknown kind, ``TypeError`` for an unfit value."""
        return stored if isinstance(stored, Declared) else self._effects[stored.kind].read(stored.target, stored.value)

    # Settings.

    @cached_property
    def _settings(self) -> SheetSchema:
        return SheetSchema((COMMON_SETTINGS, *self.house))

    def settings(self) -> SheetSchema:
        """The house settings with their defaults, the common ones first."""
        return self._settings

    def setting(self, settings: Data, key: str) -> Any:
        """One house setting, or its default. Raises ``KeyError`` for an unknown key."""
        return self._settings.value(settings, key)

    # The sheet.

    @property
    def schema(self) -> SheetSchema:
        return self.sheet.schema

    @property
    def state_paths(self) -> tuple[str, ...]:
        return self.sheet.state

    def is_state(self, path: str) -> bool:
        return any(path == state_path or path.startswith(f"{state_path}.") for state_path in self.state_paths)

    @cached_property
    def state_flags(self) -> tuple[tuple[str, Text], ...]:
        """The paths and labels of the states that are ticked, such as prone, but for those of game masters alone."""
        flags = ((path, field) for path, field in self.schema.walk() if field.kind == "flag" and not field.gm_only)
        return tuple((path, field.label) for path, field in flags if self.is_state(path))

    @property
    def harm_paths(self) -> tuple[str, ...]:
        """The paths written by wounds and fatigue; ``*`` is every row of a list."""
        return self.sheet.harm

    @property
    def at_hand(self) -> tuple[str, ...]:
        """The keys of the few derived numbers that a game master needs for everybody."""
        return self.sheet.at_hand

    @cached_property
    def kinds_with_odds(self) -> frozenset[str]:
        """The kinds of acts whose odds can be computed beforehand."""
        return frozenset(act.kind for act in self.acts if act.foretold)

    @cached_property
    def aimed_kinds(self) -> tuple[tuple[str, ...], ...]:
        """The kinds of acts whose form names an opponent: together those whose promise differs, then each other one."""
        aimed = [act for act in self.acts if act.aims]
        ranked = tuple(act.kind for act in aimed if act.promise is not Act.promise)
        return (ranked, *((act.kind,) for act in aimed if act.kind not in ranked))

    @cached_property
    def fight_kinds(self) -> tuple[str, ...]:
        return tuple(act.kind for act in self.acts if not act.downtime)

    @cached_property
    def throw_kinds(self) -> tuple[str, ...]:
        """The kinds of acts in a fight that consist of a throw alone."""
        return tuple(kind for kind in self.fight_kinds if self._acts[kind].throws)

    @cached_property
    def opening_kinds(self) -> frozenset[str]:
        """The kinds of acts by which fighters settle their place in the order of a round."""
        return frozenset(act.kind for act in self.acts if act.opening)

    @cached_property
    def joint_kinds(self) -> tuple[str, ...]:
        """The kinds of acts in a fight that several fighters may take at once."""
        return tuple(kind for kind in self.fight_kinds if self._acts[kind].joint)

    def blank(self, settings: Data) -> dict[str, Any]:
        return self.sheet.blank(settings)

    def creation(self, sheet: Data, settings: Data) -> tuple[Stage, ...]:
        """The stages of creation for a sheet as it is so far."""
        if self.making is None:
            return by_section(self.schema)
        return self.making.stages(sheet) if callable(self.making.stages) else self.making.stages

    def prices(self, settings: Data) -> Mapping[str, Text]:
        return self.making.prices(settings) if self.making else {}

    def budgets(self, sheet: Data, settings: Data) -> tuple[Budget, ...]:
        """The budgets of creation, with the points that this sheet has spent of each."""
        return self.making.budgets(sheet, settings) if self.making else ()

    def value(self, sheet: Data, path: str) -> Any:
        """The value of a field, filled in or not. Raises ``KeyError`` for a path without a field."""
        own = self.sheet.value(sheet, path)
        value = self.schema.value(sheet, path) if own is None else own
        return max(0, self.sheet.points[path](sheet)) if value == COMPUTED and path in self.sheet.points else value

    def derive(self, sheet: Data, settings: Data) -> tuple[Derived, ...]:
        """The derived numbers of a sheet, in the order of the printed sheet."""
        return self.sheet.derive(sheet, settings)

    def vitals(self, sheet: Data, settings: Data) -> tuple[str, ...]:
        """The paths of the few numbers that are always at hand, such as luck or hit points."""
        return self.sheet.vitals(sheet) if callable(self.sheet.vitals) else self.sheet.vitals

    def body(self, sheet: Data, settings: Data) -> tuple[Place, ...]:
        """The places of the body, if the game distinguishes places."""
        return self.sheet.body(sheet, settings)

    def health(self, sheet: Data, settings: Data) -> Health:
        """The worst state of health, as a word with its rank."""
        return self.sheet.health(sheet, settings)

    def healed(self, sheet: Data, settings: Data) -> Data:
        """A sheet restored to health: the values at ``harm_paths`` are removed."""
        for path in self.harm_paths:
            before, star, after = path.partition(".*.")
            rows = get(sheet, before) or {}
            for row in [f"{before}.{key}.{after}" for key in rows] if star else [path]:
                sheet = put(sheet, row, None)
        return self.sheet.healed(sheet)

    def most(self, sheet: Data, settings: Data, path: str) -> int | None:
        """The highest value of a number on this sheet: the limit of its field, or a lower one of the sheet."""
        own = self.sheet.points[path](sheet) if path in self.sheet.points else self.sheet.most(sheet, path)
        if own is not None:
            return own
        field = self.schema.field(path)
        return field.most if field is not None else None

    @property
    def arms(self) -> str:
        """The path of the list of weapons, empty if sheets have none."""
        path = self.making.arms if self.making else ""
        return path if path and self.schema.field(path) is not None else ""

    @cached_property
    def belongings(self) -> Belongings:
        """The things and coins that may change hands, limited to lists that the sheet has."""
        described, lists = self.sheet.belongings, {path for path, field in self.schema.walk() if field.kind == "list"}
        present = tuple(path for path in described.lists if path in lists)
        return replace(described, lists=present, plain=described.plain if described.plain in present else "")

    def unarmed(self, sheet: Data) -> str:
        """The path of the list of weapons if a sheet has no weapon; otherwise empty."""
        return self.arms if self.arms and not get(sheet, self.arms) else ""

    def wares(self, path: str) -> tuple[Ware, ...]:
        """The ready-made rows that may be added to a list; most lists have none."""
        return self.sheet.wares.get(path, ())

    def step(self, sheet: Data, settings: Data, path: str, by: int) -> Step:
        """The values written by a step of ``by`` on a number, within bounds. Raises ``Refused`` for any other field."""
        own = self.sheet.step(sheet, settings, path, by)
        if own is not None:
            return own
        field = self.schema.field(path)
        if field is None or field.kind != "number":
            raise Refused(_("This value cannot be stepped."), path)
        value = self.value(sheet, path)
        if value in field.words:
            raise Refused(_("This score is computed: type another one in its place."), path)
        start = value if isinstance(value, int) else 0
        most = self.most(sheet, settings, path)
        low = field.least if field.least is not None else start + by
        high = max(most, start) if most is not None else start + by
        return Step({path: max(low, min(high, start + by))})

    def open_sheet(self, scene: Scene, fighter: str) -> Data:
        """The sections of a fighter's sheet that the whole table may know."""
        return self.sheet.public(scene, fighter)

    # Tests.

    def duel(self, first: Outcome, second: Outcome, settings: Data) -> Verdict | None:
        """The verdict on two opposed throws; ``None`` if the game does not compare them."""
        return self.tests.duel(first, second, settings) if self.tests.duel else None

    def checks(self, sheet: Data, settings: Data) -> tuple[Check, ...]:
        return self.tests.checks(sheet, settings)

    def check(self, sheet: Data, settings: Data, key: str) -> Check | None:
        if self.tests.check:
            return self.tests.check(sheet, settings, key)
        return _find_check(sheet, settings, self.tests.checks, key)

    def test_fields(self, settings: Data) -> tuple[Field, ...]:
        """The fields of a test besides the thing tested: a difficulty, a modifier."""
        return self.tests.fields(settings)

    def test_fields_of_sheet(self, sheet: Data, settings: Data) -> tuple[Field, ...]:
        return self.tests.fields_of(sheet, settings) if self.tests.fields_of else self.test_fields(settings)

    def adjusted(self, check: Check, args: Data, settings: Data) -> Check:
        """The check adjusted by the arguments of its ``test_fields``."""
        return self.tests.adjusted(check, args, settings)

    def resolve(self, check: Check, settings: Data) -> Script[Outcome]:
        return self.tests.resolve(check, settings)

    def test_offer(self, sheet: Data, settings: Data, actor: str, only: str | None = None) -> Offer:
        """The offer of a test outside a fight: the choice of a test (or ``only`` one), then the other fields."""
        tested = self.checks(sheet, settings) if only is None else (self.check(sheet, settings, only),)
        choices = tuple(Choice(check.key, check.what, check.refused) for check in tested if check is not None)
        fields = (
            Field("check", _("What is tested"), "choice", choices=choices),
            *self.test_fields_of_sheet(sheet, settings),
        )
        gm_only = frozenset(field.key for field in fields if field.gm_only)
        return Offer("test", actor, _("Roll"), fields, gm_only=gm_only)

    def test(self, scene: Scene, action: Action) -> Script[Effects]:
        """The script of a test outside a fight; without effect if the tested skill has left the sheet meanwhile."""
        if self.tests.script:
            return (yield from self.tests.script(scene, action))
        check = self.tested(scene, action)
        if check is None:
            return ()
        check = self.tried_again(scene, action, check)
        outcome = yield from self.resolve(replace(check, actor=action.actor), scene.settings)
        spent: Effects = ()
        # Whoever may not know of a roll in secret spends nothing on it.
        if self.tests.luck and outcome.faces and not scene.fighters[action.actor].hidden:
            outcome, spent = yield from self.tests.luck(scene, action.actor, outcome)
        return (Effect("outcome", action.actor, outcome), *spent)

    def tested(self, scene: Scene, action: Action) -> Check | None:
        """The check of a test outside a fight; ``None`` if it is no longer on the sheet."""
        if self.tests.tested:
            return self.tests.tested(scene, action)
        check = self.check(scene.sheet(action.actor), scene.settings, action.args["check"])
        return self.adjusted(check, action.args, scene.settings) if check is not None else None

    def retry_fields(self, settings: Data) -> tuple[Field, ...]:
        """The game master's fields for a test with retries; ``rules.core.retries`` reads the countdown."""
        if self.tests.retry_fields:
            return self.tests.retry_fields(settings)
        return (retries.STRAIN, *retries.countdown_fields())

    def tried_again(self, scene: Scene, action: Action, check: Check) -> Check:
        """The check for this attempt, with the modifier of earlier attempts by the terms of the request."""
        if self.tests.tried_again:
            return self.tests.tried_again(scene, action, check)
        tries = retries.tries(scene, action.actor)
        strain = retries.terms(scene).get("strain", 0) * tries
        return retries.add_strain(check, tries, strain) if strain else check

    # Acts.

    def offers(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        """The menu of ``actor`` (a fighter or ``"gm"``) in a fight now, including refused acts."""
        return tuple(self._menu(scene, actor, downtime=False))

    def downtime(self, scene: Scene, actor: str) -> tuple[Offer, ...]:
        """The downtime acts of a character besides tests, such as resting or tending a wound.

        The scene also holds the characters that they may concern.
        """
        return tuple(self._menu(scene, actor, downtime=True))

    def offer(self, scene: Scene, actor: str, kind: str) -> Offer | None:
        """The entry of an act in the menu of ``actor``."""
        form = self.form(scene, actor, kind)
        return None if form is None else self.act(kind).noted(scene, form)

    def form(self, scene: Scene, actor: str, kind: str) -> Offer | None:
        """The same without the notes of a menu, to read arguments by."""
        act = self._acts.get(kind)
        return None if act is None else next(act.offers(scene, actor), None)

    def usable(self, scene: Scene, actor: str, kind: str) -> Offer | None:
        """The offer of an act if it can be done now, else ``None``; refused offers are not built."""
        act = self._acts.get(kind)
        return None if act is None else act.usable(scene, actor)

    def _menu(self, scene: Scene, actor: str, downtime: bool) -> Iterator[Offer]:
        acts = (act for act in self._acts.values() if act.downtime in (downtime, None))
        for usable_first, neighbours in groupby(acts, lambda act: act.usable_first):
            rows = [act.noted(scene, offer) for act in neighbours for offer in act.offers(scene, actor)]
            yield from sorted(rows, key=lambda offer: offer.refused is not None) if usable_first else rows

    def cost(self, scene: Scene, action: Action) -> Effects:
        return self.act(action.kind).cost(scene, action)

    def script(self, scene: Scene, action: Action) -> Script[Effects] | None:
        """The procedure that an accepted action opens, if it needs dice or choices."""
        procedure = self.act(action.kind).script(scene, action)
        return self.watched(scene, procedure) if self.watched and procedure else procedure

    def title(self, scene: Scene, action: Action) -> Text | None:
        """An action as one sentence, such as an attack and its target."""
        return self.act(action.kind).title(scene, action)

    def odds(self, scene: Scene, action: Action) -> Odds | None:
        """The odds of an act; if it defines none, those of its actor's first test.

        The scene holds what one viewer knows: reading a veiled value raises ``Unknown`` (see ``value_if_known``).
        """
        act = self.act(action.kind)
        if type(act).odds is not Act.odds:
            return act.odds(scene, action)
        state = value_if_known(lambda: replay(lambda: self.script(scene, action) or just(()), {}))
        requests = state.requests if isinstance(state, Pending) else ()
        rolls = (request for request in requests if isinstance(request, Roll) and request.by == action.actor)
        tested = next(((request.check, request.dice) for request in rolls if request.check is not None), None)
        if tested is None:
            return None
        check, dice = tested
        return Odds(check, distribution(lambda: self.resolve(check, scene.settings)), dice)

    def gauge(self, scene: Scene, action: Action) -> Gauge | None:
        """The number that a declaration changes, such as an initiative; its args lack fields not filled in yet."""
        return self.act(action.kind).gauge(scene, action)

    def ahead(self, scene: Scene, action: Action) -> tuple[Scene, Action]:
        """The act whose odds are shown and the scene in which it is done: for an announcement, the announced act.

        Raises what ``cost`` would raise for the same action.
        """
        return self.act(action.kind).ahead(scene, action)

    def aimed_at(self, scene: Scene, action: Action) -> str:
        """The fighter whom an act attacks; empty if it attacks nobody."""
        return self.act(action.kind).aimed_at(scene, action)

    def done_to(self, scene: Scene, action: Action) -> tuple[str, ...]:
        """The fighters an act is done to, even if its form does not name them."""
        return self.act(action.kind).done_to(scene, action)

    def endangered(self, scene: Scene, action: Action, effects: Sequence[Effect]) -> tuple[str, ...]:
        """The fighters an act has put in danger; nobody in a contest, which could not have harmed them."""
        act = self.act(action.kind)
        return () if act.opposes else act.endangered(scene, action, tuple(effects))

    def promise(self, scene: Scene, action: Action) -> int:
        """The rank of an attack among others, for automatic play."""
        return self.act(action.kind).promise(scene, action)

    # Effects.

    def land(self, scene: Scene, effect: Effect) -> tuple[Change, ...]:
        return self.effect(effect).land(scene)

    def describe(self, scene: Scene, effect: Effect) -> Text | None:
        """An effect as one sentence; ``None`` for bookkeeping that nobody reads."""
        return self.effect(effect).told(scene) if effect.kind in self._effects else None

    def public(self, scene: Scene, effect: Effect) -> Text | None:
        """An effect for readers who may not know its numbers; ``None`` if they learn nothing of it."""
        return self.effect(effect).public(scene) if effect.kind in self._effects else None

    def hurts(self, effect: Effect) -> bool:
        """True if an effect harms its target, for the setting ``confirm``."""
        return effect.kind in self._effects and self._effects[effect.kind].harmful

    def wounds(self, effect: Effect) -> bool:
        """True of harm to a body that lasts beyond the fight, unlike a hold, a fall or a damaged weapon."""
        return self.hurts(effect) and not self._effects[effect.kind].passing

    def decides(self, effect: Effect) -> bool:
        """True if an effect changes the course of the fight, harmful or not."""
        return effect.kind in self._effects and self._effects[effect.kind].decisive

    def says_who_won(self, effect: Effect) -> bool:
        return effect.kind in self._effects and self._effects[effect.kind].says_who_won

    def struck(self, effect: Effect) -> tuple[str, int] | None:
        """The place of the body that an effect strikes, and its severity."""
        return self.effect(effect).struck() if effect.kind in self._effects else None

    def spares(self, effect: Effect) -> bool:
        """True if an effect counts damage, and took none."""
        return effect.kind in self._effects and getattr(self.effect(effect), "damage", None) == 0

    def editable_fields(self, effect: Effect) -> tuple[Field, ...]:
        """The fields of an effect that a game master may edit before it lands: keys of its value, with defaults."""
        return self.effect(effect).editable() if effect.kind in self._effects else ()

    @cached_property
    def held(self) -> frozenset[str]:
        """The keys of the marks whose rows name their holders."""
        return frozenset(mark.key for mark in self.marks if mark.held)

    def open_marks(self, scene: Scene, fighter: str) -> Data:
        """The marks of a fighter that everybody at the table may know."""
        if self.rounds.open_marks:
            return self.rounds.open_marks(scene, fighter)
        set_now = scene.fighters[fighter].marks
        return {mark.key: set_now[mark.key] for mark in self.marks if mark.is_open and mark.key in set_now}

    # Rounds.

    def turn(self, scene: Scene) -> tuple[Prompt, ...]:
        """The prompts of the fighters who may act now; the game master's if nobody may."""
        return self.rounds.turn(without_hidden_contacts(scene, self.held))

    def takes_turns(self, scene: Scene) -> bool:
        """True while fighters take turns, as opposed to declaring their turns or rolling initiative."""
        return self.rounds.takes_turns(scene)

    def has_acted(self, scene: Scene, fighter: str) -> bool:
        """True if a fighter whose turn has passed took it, and did not put it off."""
        return self.rounds.has_acted(scene, fighter)

    def turns_taken(self, scene: Scene, fighter: str) -> int:
        """The turns a fighter has taken, in games where a fighter may have two in a row; 0 in others."""
        return self.rounds.turns_taken(scene, fighter)

    def order(self, scene: Scene) -> tuple[Slot, ...]:
        return _order(scene, self.rounds.order)

    def tracks(self, scene: Scene, fighter: str, mine: bool) -> bool:
        """True if a player, or the fighter's own (``mine``), reads the fighter's place in the order."""
        return self.rounds.tracks(scene, fighter, mine)

    def intent(self, scene: Scene, fighter: str) -> Text | None:
        return self.rounds.intent(scene, fighter)

    def sealed(self, scene: Scene, fighter: str) -> Text | None:
        """A declaration that is still secret, worded for its own player alone."""
        return self.rounds.sealed(scene, fighter)

    def opened(self, before: Scene, after: Scene) -> tuple[tuple[str, Text], ...]:
        """The declarations secret in one scene and revealed in the other, by fighter, in reading order."""
        return self.rounds.opened(before, after)

    @property
    def has_secret_declarations(self) -> bool:
        return self.rounds.due is not Rounds.due

    def due(self, scene: Scene) -> Effects:
        """The effects of secret declarations that are revealed by now and have not landed."""
        return self.rounds.due(scene)

    def headline(self, scene: Scene) -> Headline:
        """The state of the fight in the game's own words."""
        return self.rounds.headline(scene)

    def is_out(self, scene: Scene, fighter: str) -> bool:
        return self.rounds.is_out(scene, fighter)

    def is_beaten(self, scene: Scene, fighter: str) -> bool:
        """True if a fighter can no longer harm anybody, in automatic play."""
        return self.rounds.is_beaten(scene, fighter) if self.rounds.is_beaten else self.is_out(scene, fighter)

    def preferred_kinds(self, scene: Scene, fighter: str) -> tuple[str, ...]:
        """The kinds of acts that a fighter prefers to any attack, if offered, in automatic play."""
        return self.rounds.preferred_kinds(scene, fighter)


@memoize
def _find_check(
    sheet: Data, settings: Data, checks: Callable[[Data, Data], tuple[Check, ...]], key: str
) -> Check | None:
    """One test of a sheet, as an answer of its own that another test leaves as it is."""
    return next((check for check in checks(sheet, settings) if check.key == key), None)


@memoize
def _order(scene: Scene, order: Callable[[Scene], tuple[Slot, ...]]) -> tuple[Slot, ...]:
    return order(scene)


class _NoAct(Act):
    kind = ""

    def is_open(self, scene: Scene, actor: str) -> bool:
        return False


_NO_ACT = _NoAct()


def _check_unique(kinds: Iterable[str]) -> None:
    listed = list(kinds)
    if twice := {kind for kind in listed if listed.count(kind) > 1}:
        raise ValueError(f"declared twice: {', '.join(sorted(twice))}")
