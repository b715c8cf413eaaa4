"""A device with passkeys for the tests: it signs the challenges of a browser."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAG = AuthenticatorData.FLAG


class Device:
    """A device with one passkey at most; ``origin`` is what its browser says that asked."""

    def __init__(self, origin: str = "http://testserver", number: int = 1) -> None:
        self.origin, self.number, self.count = origin, number, 0
        self.handle = bytes([number]) * 32
        self.secret = ec.generate_private_key(ec.SECP256R1())
        self.person = b""

    def make(self, options: dict[str, Any]) -> str:
        """The answer to the options of a new passkey, as its browser would send it."""
        asked = options["publicKey"]
        self.person = websafe_decode(asked["user"]["id"])
        made = AttestedCredentialData.create(
            Aaguid.NONE, self.handle, ES256.from_cryptography_key(self.secret.public_key())
        )
        flags = FLAG.UP | FLAG.UV | FLAG.AT
        data = AuthenticatorData.create(self._host(asked["rp"]["id"]), flags, self.count, made)
        said = self._said("webauthn.create", asked["challenge"])
        response = {"clientDataJSON": said, "attestationObject": AttestationObject.create("none", data, {})}
        return self._answer(response)

    def sign(self, options: dict[str, Any], **changed: bytes) -> str:
        """The answer to the options of logging in."""
        asked = options["publicKey"]
        self.count += 1
        said = self._said("webauthn.get", asked["challenge"])
        data = AuthenticatorData.create(self._host(asked["rpId"]), FLAG.UP | FLAG.UV, self.count)
        signature = self.secret.sign(data + sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        response = {
            "clientDataJSON": said,
            "authenticatorData": data,
            "signature": signature,
            "userHandle": self.person,
        }
        return self._answer({**response, **changed})

    def _said(self, kind: str, challenge: str) -> bytes:
        return CollectedClientData.create(kind, websafe_decode(challenge), self.origin)

    def _host(self, host: str) -> bytes:
        return sha256(host.encode()).digest()

    def _answer(self, response: dict[str, bytes]) -> str:
        name = websafe_encode(self.handle)
        packed = {key: websafe_encode(value) for key, value in response.items()}
        whole = {"id": name, "rawId": name, "type": "public-key", "response": packed, "clientExtensionResults": {}}
        return json.dumps(whole)
