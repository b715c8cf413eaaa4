"""The hooks of this app: characters and the live regions of their sheets."""

from __future__ import annotations

from campaigns.hooks import ArchivedRows, Hooks
from campaigns.journal.subjects import Kind
from sheets import deletion, import_export, regions, subjects
from sheets.creation import draft, first_characters
from sheets.ownership import claim
from sheets.portraits import store

HOOKS = Hooks(
    regions=(*regions.SHEET, regions.OWNERS, claim.CHARACTER_TAKEN, claim.CANDIDATES),
    pages=(regions.PAGE, claim.PAGE),
    start=regions.start,
    subjects={
        "character": Kind(
            subjects.load, subjects.save, subjects.step, root="meta", load_all=subjects.load_all, apart=subjects.is_note
        )
    },
    table_laid=first_characters.lay_out,
    restored=subjects.check_restored,
    archived={"picture": ArchivedRows(store.dump, store.load)},
    exported={"characters": import_export.export_characters, "draft": draft.export},
    belongings=deletion.owned_names,
    before_leaving=deletion.remove_unseen,
    leaving=deletion.take_out,
)
