"""The app `encounters`."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """Fights, what each seat sees of them and the live socket."""

    name = "encounters"

    def ready(self) -> None:
        from campaigns import archive
        from campaigns import services as tables
        from campaigns.accounts import data_export
        from campaigns.accounts import deletion as leaving
        from campaigns.journal import subjects as journal
        from campaigns.journal import undo
        from encounters import deletion, pages, removal, services, subjects
        from encounters.dice import fairness, source
        from encounters.fight import portraits as fight_portraits
        from encounters.fight import snapshot
        from encounters.prepare import timers
        from sheets import deletion as characters
        from sheets import fight_lock
        from sheets.portraits import store

        journal.register("encounter", load=subjects.load, save=subjects.save, root="meta")
        journal.guard("character", removal.check)
        undo.follows(removal.KIND, removal.returns)
        undo.keep("answered", services.keep_dice)
        undo.lasting("dice_published")
        tables.at_first(fairness.begin)
        archive.also("dice_stream", source.dump, source.load)
        fight_lock.told_by(snapshot.in_one)
        fight_lock.timed_by(timers.of_character)
        characters.needed_by(deletion.needs)
        characters.let_go_by(removal.let_go)
        store.shown_by(fight_portraits.is_shown)
        leaving.also(deletion.part)
        data_export.also("journal", deletion.own_lines)
        pages.register()
