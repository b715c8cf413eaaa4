"""All tests of a sheet, as the site asks for them (POL-TEST, POL-RETRY, POL-NRT).

Dice of any size are thrown or typed in, in the order a procedure asks for them (POL-GEN-03).
"""

from __future__ import annotations

from rules.character.sheet import Field
from rules.core.acts import Effects
from rules.core.check import Check
from rules.core.game import Tests
from rules.core.paths import Data
from rules.core.scene import Action, Scene
from rules.core.script import Script
from rules.games.polaris.trials import boost, catastrophes, checks, no_dice, resolution, retries, wishes


def fields_of(sheet: Data, settings: Data) -> tuple[Field, ...]:
    return (*checks.test_fields(settings), boost.field(sheet), checks.limit_field(sheet))


def tested_check(scene: Scene, action: Action) -> Check | None:
    """The check of a test, as far as its arguments give it before any prompt."""
    sheet, settings = scene.sheet(action.actor), scene.settings
    check = resolution.prepare(sheet, settings, action.actor, action.args)
    return check and no_dice.preview_check(wishes.preview_check(check, action.args), action.args, settings)


def retry_check(scene: Scene, action: Action, check: Check) -> Check:
    """POL-RETRY-03 to 05: the test as a further try, with its stress."""
    return retries.make_harder(scene, action.actor, check)


def script(scene: Scene, action: Action) -> Script[Effects]:
    """A test on the sheet, with what it costs in luck and leaves to the game master."""
    who, sheet = action.actor, scene.sheet(action.actor)
    outcome = yield from resolution.test(
        sheet, scene.settings, who, action.args, lambda check: retry_check(scene, action, check)
    )
    if outcome is None:
        return ()
    paid = boost.price(who, action.args) if outcome.faces else ()
    return (*catastrophes.after_test(scene, action.args, outcome), *paid)


TESTS = Tests(
    checks=checks.checks,
    resolve=resolution.resolve,
    check=checks.find,
    fields=checks.test_fields,
    fields_of=fields_of,
    adjusted=checks.adjusted,
    tested=tested_check,
    script=script,
    retry_fields=retries.fields,
    tried_again=retry_check,
    duel=resolution.verdict,
)
