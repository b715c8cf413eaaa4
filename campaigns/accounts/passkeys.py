"""Passkeys: an alternative to the password, by which a device signs a challenge from this site.

``fido2`` makes the challenges and verifies the signatures. A challenge is kept in the session of the browser that
asked, for one answer within five minutes. Devices know the account themselves, so nobody types a name.
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
LASTS = 300  # seconds for which a challenge is valid
KEPT = "passkey"
ADD, OPEN = "add", "open"
HANDLE = re.compile(r"[\w-]{1,1400}", re.ASCII)


@dataclass(frozen=True)
class Site:
    """This site as devices know it, by the name of its host; ``origin`` is the one that browsers report."""

    host: str
    origin: str

    @property
    def server(self) -> Fido2Server:
        """The maker and verifier of challenges. Raises ``Refused`` for an IP address, which has no passkeys."""
        try:
            ipaddress.ip_address(self.host)
        except ValueError:
            us = PublicKeyCredentialRpEntity(id=self.host, name="Tablée")
            return Fido2Server(us, verify_origin=lambda origin: origin == self.origin)
        raise Refused(_("Passkeys need a site with a domain name."))


def site_of(request: HttpRequest) -> Site:
    """The site at the address of this request, whose host Django has validated."""
    origin = f"{request.scheme}://{request.get_host()}"
    return Site(urlsplit(origin).hostname or "", origin)


def begin_adding(session: Any, site: Site, user: Any) -> dict[str, Any]:
    """The options with which a device creates a passkey. Raises ``Refused`` beyond ``MOST`` passkeys."""
    passkeys = list(Passkey.objects.filter(user=user))
    if len(passkeys) >= MOST:
        raise Refused(_("An account has %(most)s passkeys at most: remove one first.", most=MOST))
    person = passkeys[0].person if passkeys else new_token()
    name = user.get_username()
    options, state = site.server.register_begin(
        PublicKeyCredentialUserEntity(id=person.encode(), name=name, display_name=name),
        [AttestedCredentialData(bytes(passkey.key)) for passkey in passkeys],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    session[KEPT] = {"for": ADD, "at": time.time(), "state": dict(state), "person": person, "user": user.pk}
    return dict(options)


def finish_adding(session: Any, site: Site, user: Any, name: str, answer: str) -> Passkey:
    """Store the passkey that a device created. Raises ``Refused`` unless it answers the challenge of this session."""
    challenge = _take_challenge(session, ADD)
    if challenge["user"] != user.pk:
        raise _refusal()
    try:
        made = site.server.register_complete(challenge["state"], json.loads(answer))
        key = made.credential_data
        assert key is not None
        handle = urlsafe_base64_encode(key.credential_id)
    except Refused:
        raise
    except Exception as error:  # the library raises various errors for malformed input
        raise _refusal() from error
    with transaction.atomic():
        get_user_model().objects.select_for_update().get(pk=user.pk)  # serializes simultaneous additions
        if Passkey.objects.filter(user=user).count() >= MOST or Passkey.objects.filter(handle=handle).exists():
            raise _refusal()
        values = {"handle": handle, "key": bytes(key), "count": made.counter, "person": challenge["person"]}
        return Passkey.objects.create(user=user, name=name, **values)


def begin_opening(session: Any, site: Site) -> dict[str, Any]:
    """The options with which a device logs in, to any account for which it has a passkey."""
    options, state = site.server.authenticate_begin(user_verification=UserVerificationRequirement.PREFERRED)
    session[KEPT] = {"for": OPEN, "at": time.time(), "state": dict(state)}
    return dict(options)


def finish_opening(session: Any, site: Site, answer: str) -> Any:
    """The account of a device's valid answer. Raises ``Refused`` for any other, always with the same sentence."""
    challenge = _take_challenge(session, OPEN)
    with transaction.atomic():
        key, count = _check_signature(site, challenge["state"], answer)
        if count <= key.count and (count or key.count):  # a copy of this passkey was used before
            raise _refusal()
        key.count, key.used = count, timezone.now()
        key.save(update_fields=["count", "used"])
    return key.user


def _check_signature(site: Site, state: dict[str, Any], answer: str) -> tuple[Passkey, int]:
    try:
        values = json.loads(answer)
        handle, person = str(values["rawId"]), str(values["response"]["userHandle"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _refusal() from error
    if not HANDLE.fullmatch(handle):
        raise _refusal()
    passkeys = Passkey.objects.select_for_update().select_related("user").filter(handle=handle, user__is_active=True)
    key = passkeys.first()
    if key is None or urlsafe_base64_encode(key.person.encode()) != person:
        raise _refusal()
    try:
        site.server.authenticate_complete(state, [AttestedCredentialData(bytes(key.key))], values)
        return key, AuthenticationResponse.from_dict(values).response.authenticator_data.counter
    except Refused:
        raise
    except Exception as error:  # the library raises various errors for malformed input
        raise _refusal() from error


def _take_challenge(session: Any, purpose: str) -> dict[str, Any]:
    values: dict[str, Any] = session.pop(KEPT, None) or {}
    if values.get("for") != purpose or not 0 <= time.time() - values["at"] <= LASTS:
        raise _refusal()
    return values


def _refusal() -> Refused:
    return Refused(_("This passkey was not accepted. Try again."))
