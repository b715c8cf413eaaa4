"""Database sessions whose key can change: what an app stores under a session key follows it to the next one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from campaigns import hooks
from campaigns.queries import get_or_none, prepared


@prepared
def _open_session(key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


class SessionStore(db.SessionStore):
    """A database session that informs the apps when its key changes."""

    def load(self) -> dict[str, Any]:
        session = get_or_none(_open_session(str(self.session_key), timezone.now()))
        if session is None:
            self._session_key = None
            return {}
        values: dict[str, Any] = self.decode(session.session_data)
        return values

    def cycle_key(self) -> None:
        former = self.session_key
        super().cycle_key()
        if former is None:
            return
        for session_renewed in hooks.offered(lambda app: app.session_renewed):
            session_renewed(former, str(self.session_key))
