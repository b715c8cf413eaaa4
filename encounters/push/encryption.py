"""Two standards of Web Push: message encryption (RFC 8291) and identification of the sender (RFC 8292).

All messages have the same length, so that the size reveals nothing of the content.
"""

from __future__ import annotations

import base64
import binascii
import json
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LENGTH = 1024  # bytes of a message before encryption
RECORD = 4096
POINT, SECRET = 65, 16  # bytes of the two keys of a browser
CURVE = ec.SECP256R1()


def encrypt(text: str, point: bytes, secret: bytes) -> bytes:
    """Encrypt a text for the browser with this public key and ``secret``. Raises ``ValueError`` if it is too long."""
    plain = text.encode() + b"\x02"
    if len(plain) > LENGTH:
        raise ValueError("A message is too long to look like the others.")
    salt, sender = os.urandom(16), ec.generate_private_key(CURVE)
    own_point = point_of(sender)
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point))
    source = _derive(shared, secret, b"WebPush: info\0" + point + own_point, 32)
    key = _derive(source, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(source, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return head + AESGCM(key).encrypt(nonce, plain.ljust(LENGTH, b"\0"), None)


def sign(key: ec.EllipticCurvePrivateKey, audience: str, contact: str, expires: int) -> str:
    """The header that identifies this site to a push service: a signed token for that service, and the public key."""
    claims = {"aud": audience, "exp": expires, "sub": contact}
    token = f"{_encode_json({'typ': 'JWT', 'alg': 'ES256'})}.{_encode_json(claims)}"
    numbers = utils.decode_dss_signature(key.sign(token.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={token}.{encode(signature)}, k={encode(point_of(key))}"


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of a key sent by a browser as base64. Raises ``ValueError``."""
    try:
        return base64.b64decode(text.encode() + b"=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from error


def are_browser_keys(point: bytes, secret: bytes) -> bool:
    """True if a message can be encrypted for these two keys."""
    if (len(point), len(secret)) != (POINT, SECRET):
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return True


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def _encode_json(values: dict[str, object]) -> str:
    return encode(json.dumps(values, separators=(",", ":")).encode())
