"""The hooks of this app itself: campaigns, seats and accounts."""

from __future__ import annotations

from campaigns.accounts import deletion
from campaigns.hooks import Hooks
from campaigns.journal import campaign_subjects
from campaigns.journal.subjects import Kind
from campaigns.outgoing import queue
from campaigns.seats import join_requests, regions

HOOKS = Hooks(
    regions=(*regions.PEOPLE, regions.INVITATION, join_requests.JOIN_REQUESTS),
    pages=(regions.PAGE,),
    subjects={
        "campaign": Kind(campaign_subjects.load_campaign, campaign_subjects.save_campaign),
        "seat": Kind(campaign_subjects.load_seat, campaign_subjects.save_seat),
    },
    leaving=queue.forget_table,
    permanent=("table_made", deletion.ERASED, deletion.HANDED),
)
