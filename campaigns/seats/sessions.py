"""Sessions, kept in the database; what an app keeps by the key of one follows it to its next key."""

from __future__ import annotations

from django.contrib.sessions.backends import db

from campaigns import hooks


class SessionStore(db.SessionStore):
    """A session as Django keeps it."""

    def cycle_key(self) -> None:
        former = self.session_key
        super().cycle_key()
        if former is None:
            return
        for app in hooks.registered():
            if app.session_renewed is not None:
                app.session_renewed(former, str(self.session_key))
