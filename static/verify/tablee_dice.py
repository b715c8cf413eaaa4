#!/usr/bin/env python3
"""Check the dice of a Tablée session. Needs Python 3.8 and nothing else:

    python3 tablee_dice.py dice.json

It says whether the published seed is the one that was promised, and whether every throw is the one this seed gives,
with none left out, added or moved. Compare the promise and the fingerprint it prints with those in your journal.
"""

import hashlib
import hmac
import json
import re
import sys

COMPLETE, WRONG, UNREADABLE = 0, 1, 2


def faces_of(seed, index, what, nonce):
    """The faces that the seed gives a throw; `what` begins with its dice, such as "2d10 attack"."""
    count, sides = (int(part) for part in re.match(r"(\d+)d(\d+) ", what + " ").groups())
    limit = 2**32 // sides * sides
    faces, block = [], 0
    while len(faces) < count:
        mac = hmac.new(seed, f"{index}:{what}:{nonce}:{block}".encode(), hashlib.sha256).hexdigest()
        for at in range(0, 64, 8):
            number = int(mac[at : at + 8], 16)
            if number < limit and len(faces) < count:
                faces.append(1 + number % sides)
        block += 1
    return faces


def check(data):
    """Every fault of a file, as sentences."""
    seed = bytes.fromhex(data["seed"])
    if hashlib.sha256(seed).hexdigest() != data["promise"]:
        yield "The seed is not the one that was promised."
    fingerprint = hashlib.sha256()
    for place, throw in enumerate(data["throws"], 1):
        index, what, nonce, shown = throw["index"], throw["what"], throw["nonce"], throw["faces"]
        fingerprint.update(f"{index}:{what}:{nonce}:{','.join(map(str, shown))}\n".encode())
        if index != place:
            yield f"Throw {place} is missing or moved: throw {index} stands in its place."
            return
        given = faces_of(seed, index, what, nonce)
        if given != shown:
            yield f"Throw {index} ({what}) shows {shown}, and the seed gives {given}."
    if len(data["throws"]) != data["count"]:
        yield f"{data['count']} throws were made, and {len(data['throws'])} are listed."
    if fingerprint.hexdigest() != data["digest"]:
        yield "The fingerprint is not that of these throws."


def main(arguments):
    if len(arguments) != 1:
        print(__doc__)
        return UNREADABLE
    try:
        with open(arguments[0], encoding="utf-8") as file:
            data = json.load(file)
        faults = list(check(data))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError, OverflowError) as error:
        print(f"This file cannot be read: {error!r}")
        return UNREADABLE
    print(f"promise     {data['promise']}\nfingerprint {data['digest']}")
    for fault in faults:
        print(f"WRONG: {fault}")
    if not faults:
        print(f"All {data['count']} throws are what the promised seed gives.")
    return WRONG if faults else COMPLETE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
