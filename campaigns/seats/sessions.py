"""Database sessions whose key can change: what an app stores under a session key follows it to the next one."""

from __future__ import annotations

from django.contrib.sessions.backends import db

from campaigns import hooks


class SessionStore(db.SessionStore):
    """A database session that informs the apps when its key changes."""

    def cycle_key(self) -> None:
        former = self.session_key
        super().cycle_key()
        if former is None:
            return
        for app in hooks.all_hooks():
            if app.session_renewed is not None:
                app.session_renewed(former, str(self.session_key))
