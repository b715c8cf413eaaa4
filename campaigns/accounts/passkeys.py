"""Passkeys: a device of somebody's signs a challenge of ours, and that opens an account beside its password.

``fido2`` makes the challenges and checks what is signed. A challenge lies in the session of the browser that asked,
is good for one answer and for five minutes. Devices find the account by themselves, so nobody types a name.
"""

from __future__ import annotations

import ipaddress
import json
import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.http import urlsafe_base64_encode
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from campaigns.models import Passkey, new_token
from rules.core.errors import Refused
from rules.core.text import _

MOST = 10  # keys of one account
LASTS = 300  # seconds that a challenge waits for its answer
KEPT = "passkey"
ADD, OPEN = "add", "open"
HANDLE = re.compile(r"[\w-]{1,1400}", re.ASCII)


@dataclass(frozen=True)
class Site:
    """Us, as a device knows us: by the name of the host; its browser says which origin asked."""

    host: str
    origin: str

    @property
    def server(self) -> Fido2Server:
        """The maker and checker of challenges. Raises ``Refused`` at an address of numbers, which no key can be for."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            us = PublicKeyCredentialRpEntity(id=self.host, name="Tablée")
            return Fido2Server(us, verify_origin=lambda origin: origin == self.origin)
        raise Refused(_("Passkeys need an address with a name."))


def site_of(request: HttpRequest) -> Site:
    """The site as this request reached it, by the host that Django has checked."""
    origin = f"{request.scheme}://{request.get_host()}"
    return Site(urlsplit(origin).hostname or "", origin)


def offer(session: Any, site: Site, user: Any) -> dict[str, Any]:
    """The options with which a device makes a key for an account. Raises ``Refused`` for one too many."""
    known = list(Passkey.objects.filter(user=user))
    if len(known) >= MOST:
        raise Refused(_("An account has %(most)s passkeys at most: remove one first.", most=MOST))
    person = known[0].person if known else new_token()
    name = user.get_username()
    options, state = site.server.register_begin(
        PublicKeyCredentialUserEntity(id=person.encode(), name=name, display_name=name),
        [AttestedCredentialData(bytes(passkey.key)) for passkey in known],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    session[KEPT] = {"for": ADD, "at": time.time(), "state": dict(state), "person": person, "user": user.pk}
    return dict(options)


def add(session: Any, site: Site, user: Any, name: str, answer: str) -> Passkey:
    """Keep the key that a device has made. Raises ``Refused`` where it answers no challenge of ours."""
    challenge = _challenge(session, ADD)
    if challenge["user"] != user.pk:
        raise _wrong()
    try:
        made = site.server.register_complete(challenge["state"], json.loads(answer))
        key = made.credential_data
        assert key is not None
        handle = urlsafe_base64_encode(key.credential_id)
    except Refused:
        raise
    except Exception as error:  # whatever the library stumbles over in what was sent
        raise _wrong() from error
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user.pk)  # two at once are counted one after the other
        if Passkey.objects.filter(user=user).count() >= MOST or Passkey.objects.filter(handle=handle).exists():
            raise _wrong()
        kept = {"handle": handle, "key": bytes(key), "count": made.counter, "person": challenge["person"]}
        return Passkey.objects.create(user=user, name=name, **kept)


def ask(session: Any, site: Site) -> dict[str, Any]:
    """The options with which a device opens an account, whichever it has a key for."""
    options, state = site.server.authenticate_begin(user_verification=UserVerificationRequirement.PREFERRED)
    session[KEPT] = {"for": OPEN, "at": time.time(), "state": dict(state)}
    return dict(options)


def find(session: Any, site: Site, answer: str) -> Any:
    """The account that a device opens. Raises ``Refused``, always with the same words, for any other answer."""
    challenge = _challenge(session, OPEN)
    with transaction.atomic():
        key, count = _signed(site, challenge["state"], answer)
        if count <= key.count and (count or key.count):  # a copy of the key was used before it
            raise _wrong()
        key.count, key.used = count, timezone.now()
        key.save(update_fields=["count", "used"])
    return key.user


def _signed(site: Site, state: dict[str, Any], answer: str) -> tuple[Passkey, int]:
    try:
        values = json.loads(answer)
        handle, person = str(values["rawId"]), str(values["response"]["userHandle"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _wrong() from error
    if not HANDLE.fullmatch(handle):
        raise _wrong()
    passkeys = Passkey.objects.select_for_update().select_related("user").filter(handle=handle, user__is_active=True)
    key = passkeys.first()
    if key is None or urlsafe_base64_encode(key.person.encode()) != person:
        raise _wrong()
    try:
        site.server.authenticate_complete(state, [AttestedCredentialData(bytes(key.key))], values)
        return key, AuthenticationResponse.from_dict(values).response.authenticator_data.counter
    except Refused:
        raise
    except Exception as error:  # whatever the library stumbles over in what was sent
        raise _wrong() from error


def _challenge(session: Any, purpose: str) -> dict[str, Any]:
    values: dict[str, Any] = session.pop(KEPT, None) or {}
    if values.get("for") != purpose or not 0 <= time.time() - values["at"] <= LASTS:
        raise _wrong()
    return values


def _wrong() -> Refused:
    return Refused(_("This passkey was not accepted. Try again."))
