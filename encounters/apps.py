"""The app `encounters`."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """Fights, what each seat sees of them and the live socket."""

    name = "encounters"

    def ready(self) -> None:
        from campaigns import archive, undo
        from campaigns import services as tables
        from campaigns import subjects as journal
        from encounters import dice, fair_dice, fights, pages, services, subjects
        from sheets import fighting

        journal.register("encounter", load=subjects.load, save=subjects.save, root="meta")
        journal.guard("character", subjects.check_character)
        undo.keep("answered", services.keep_dice)
        undo.lasting("dice_published")
        tables.at_first(fair_dice.begin)
        archive.also("dice_stream", dice.dump, dice.load)
        fighting.told_by(fights.in_one)
        pages.register()
