"""A browser as a push service sees it: two keys, and what it reads of what arrives (RFC 8291, RFC 8188)."""

import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hmac import HMAC

from encounters.push.encryption import decode, encode, point_of

CURVE = ec.SECP256R1()


class Browser:
    """A browser that has subscribed at a service."""

    def __init__(self, address, private=None, secret=b"sixteen letters!"):
        self.address, self.secret = address, secret
        self.private = private or ec.generate_private_key(CURVE)
        self.point = point_of(self.private)

    @property
    def sent(self):
        """The fields that its script sends."""
        return {"endpoint": self.address, "point": encode(self.point), "secret": encode(self.secret)}

    def opened(self, body):
        """The text of a message and its length before the padding went."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        source = derived(self.secret, shared, b"WebPush: info\0" + self.point + sender, 32)
        key = derived(salt, source, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, source, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None)
        text = plain.rstrip(b"\0")
        assert text.endswith(b"\x02")
        return text[:-1].decode(), len(plain)


def derived(salt, material, info, length):
    """HKDF with one block, by its definition."""
    return mac(mac(salt, material), info + b"\x01")[:length]


def mac(key, text):
    made = HMAC(key, hashes.SHA256())
    made.update(text)
    return made.finalize()


def claims(header):
    """The claims of a sender, after its signature is checked; and the key it names."""
    token, key = header.removeprefix("vapid t=").split(", k=")
    said, _dot, seal = token.rpartition(".")
    raw = decode(seal)
    signature = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    public.verify(signature, said.encode(), ec.ECDSA(hashes.SHA256()))
    head, body = (json.loads(decode(part)) for part in said.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    return body, key


# The subscription of one phone, the same in every world.
PHONE = Browser("https://fcm.googleapis.com/fcm/send/abc", ec.derive_private_key(7, CURVE)).sent
