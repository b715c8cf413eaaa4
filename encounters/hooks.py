"""The hooks of this app: fights and tests, their pages, and other apps' questions about a character."""

from __future__ import annotations

from campaigns.hooks import ArchivedRows, Hooks
from campaigns.journal.subjects import Kind
from encounters import deletion, pages, pictures, removal, services, subjects
from encounters.correct import editions
from encounters.dice import published_seeds, source
from encounters.fight import portraits, snapshot
from encounters.ground import services as laying
from encounters.handouts import handouts
from encounters.log import falls, sentences
from encounters.messages import messages
from encounters.party import calendar, clocks, items, next_session, notes, random_tables
from encounters.playing import settling
from encounters.prepare import first_fight, timers
from encounters.push import deliveries, subscriptions
from encounters.questions import questions
from encounters.questions import services as asking
from encounters.questions.questions import ANSWER, QUESTION
from encounters.stash.stash import PURSE, THING
from encounters.webhook.delivering import FAILED, WEBHOOK
from encounters.webhook.services import CHANGED

HOOKS = Hooks(
    regions=pages.REGIONS,
    pages=pages.PAGES,
    start=pages.start,
    deliveries=(WEBHOOK, deliveries.PUSH),
    session_renewed=subscriptions.renew_session,
    edition_changed=editions.close_outdated,
    subjects={
        "encounter": Kind(subjects.load, subjects.save, root="meta"),
        "handout": Kind(handouts.load, handouts.save, root="meta"),
        "clock": items.journal_kind(clocks.KIND, clocks.step),
        "calendar": items.journal_kind(calendar.KIND, calendar.step),
        "party_note": items.journal_kind(notes.KIND),
        "message": Kind(messages.load, messages.save, root="kind"),
        "next_session": items.journal_kind(next_session.KIND),
        "random_table": items.journal_kind(random_tables.KIND),
        "question": items.journal_kind(QUESTION),
        "answer": items.journal_kind(ANSWER),
        "stash": items.journal_kind(THING),
        "purse": items.journal_kind(PURSE),
    },
    before_removal={"character": removal.release_from_scenes},
    table_made=published_seeds.promise_first,
    table_laid=first_fight.lay_out,
    permanent=(CHANGED, FAILED, "dice_published", "paused", "resumed", "whisper_read", random_tables.ROLLED),
    independent=dict.fromkeys(("put", "measured"), laying.fighters_moved),
    companions={removal.KIND: removal.may_return},
    added_to_undo={
        "answered": services.changes_to_keep_dice,
        **dict.fromkeys((asking.ANSWERED, asking.CLOSED), asking.check_sealed),
    },
    settle=settling.settle,
    restored=subjects.check_restored,
    archived={
        "dice_stream": ArchivedRows(source.dump, source.load),
        "shown_picture": ArchivedRows(pictures.dump, pictures.load),
    },
    exported={
        "journal": deletion.export_lines,
        "notes": notes.export,
        "handouts": handouts.export_handouts,
        "whispers": messages.export_messages,
        "answers": questions.export_answers,
        "phones": subscriptions.export_subscriptions,
    },
    leaving=deletion.take_out,
    in_fight=snapshot.is_in_open_fight,
    hidden_in_fight=snapshot.is_hidden,
    fallen_by_edit=falls.fallen_by_edit,
    timed_states=timers.timers_of_character,
    visible_to_table=portraits.is_shown,
    stand_in_needed=deletion.is_stand_in_needed,
    read_as=sentences.past_sentence,
    remove_unseen=removal.remove_unseen,
)
