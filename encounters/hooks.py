"""The hooks of this app: fights and tests, their pages, and what they know of a character."""

from __future__ import annotations

from campaigns.hooks import Archived, Hooks
from campaigns.journal.subjects import Kind
from encounters import deletion, pages, pictures, removal, services, subjects
from encounters.correct import editions
from encounters.dice import published_seeds, source
from encounters.fight import portraits, snapshot
from encounters.ground import services as laying
from encounters.handouts import handouts
from encounters.log import rows
from encounters.messages import messages
from encounters.party import calendar, clocks, items, next_session, notes, random_tables
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
    session_renewed=subscriptions.session_renewed,
    edition_changed=editions.close_outdated,
    subjects={
        "encounter": Kind(subjects.load, subjects.save, root="meta"),
        "handout": Kind(handouts.load, handouts.save, root="meta"),
        "clock": items.kind(clocks.KIND, clocks.step),
        "calendar": items.kind(calendar.KIND, calendar.step),
        "party_note": items.kind(notes.KIND),
        "message": Kind(messages.load, messages.save, root="kind"),
        "next_session": items.kind(next_session.KIND),
        "random_table": items.kind(random_tables.KIND),
        "question": items.kind(QUESTION),
        "answer": items.kind(ANSWER),
        "stash": items.kind(THING),
        "purse": items.kind(PURSE),
    },
    before_removal={"character": removal.check},
    table_made=published_seeds.begin,
    table_laid=first_fight.lay_out,
    permanent=(CHANGED, FAILED, "dice_published", "paused", "resumed", "whisper_read", random_tables.ROLLED),
    independent=dict.fromkeys(("put", "measured"), laying.about),
    companions={removal.KIND: removal.returns},
    added_to_undo={
        "answered": services.keep_dice,
        **dict.fromkeys((asking.ANSWERED, asking.CLOSED), asking.check_sealed),
    },
    restored=subjects.check_restored,
    archived={
        "dice_stream": Archived(source.dump, source.load),
        "shown_picture": Archived(pictures.dump, pictures.load),
    },
    exported={
        "journal": deletion.own_lines,
        "notes": notes.exported,
        "handouts": handouts.of_seat,
        "whispers": messages.of_seat,
        "answers": questions.of_seat,
        "phones": subscriptions.of_seat,
    },
    leaving=deletion.part,
    in_fight=snapshot.has_begun_with,
    timed_states=timers.of_character,
    visible_to_table=portraits.is_shown,
    stand_in_needed=deletion.needs,
    read_as=rows.of_past,
    remove_unseen=removal.remove_unseen,
)
