"""The app `encounters`."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """Fights, what each seat sees of them and the live socket."""

    name = "encounters"

    def ready(self) -> None:
        from campaigns import archive, own_data, undo
        from campaigns import erasing as leaving
        from campaigns import services as tables
        from campaigns import subjects as journal
        from encounters import dice, erasing, fair_dice, fights, letting_go, likeness, pages, services, subjects, timing
        from sheets import erasing as characters
        from sheets import fighting, portraits

        journal.register("encounter", load=subjects.load, save=subjects.save, root="meta")
        journal.guard("character", letting_go.check)
        undo.follows(letting_go.KIND, letting_go.returns)
        undo.keep("answered", services.keep_dice)
        undo.lasting("dice_published")
        tables.at_first(fair_dice.begin)
        archive.also("dice_stream", dice.dump, dice.load)
        fighting.told_by(fights.in_one)
        fighting.timed_by(timing.of_character)
        characters.needed_by(erasing.needs)
        characters.let_go_by(letting_go.let_go)
        portraits.shown_by(likeness.is_shown)
        leaving.also(erasing.part)
        own_data.also("journal", erasing.own_lines)
        pages.register()
