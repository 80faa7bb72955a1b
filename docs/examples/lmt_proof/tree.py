"""Base58, hashes, the tree, and the steps that need no chain."""
import hashlib
import re

from .errors import check

U64_MAX = 2**64 - 1
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def base58_bytes(text):
    value = 0
    for letter in text:
        digit = ALPHABET.find(letter)
        if digit < 0:
            return None
        value = value * 58 + digit
    zeros = len(text) - len(text.lstrip("1"))
    return b"\0" * zeros + value.to_bytes((value.bit_length() + 7) // 8, "big")


def base58_text(data):
    value, text = int.from_bytes(data, "big"), ""
    while value:
        value, digit = divmod(value, 58)
        text = ALPHABET[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def address_bytes(address):
    data = base58_bytes(address)
    return data if data is not None and len(data) == 32 else None


def sha256(data):
    return hashlib.sha256(data).digest()


def u64(number):
    check(number <= U64_MAX, "overflowing-sum")
    return number.to_bytes(8, "big")


def leaf(salt, wallet, units):
    return sha256(b"\0" + salt + wallet + u64(units)), units


def node(left, right):
    parts = b"\1" + left[0] + u64(left[1]) + right[0] + u64(right[1])
    u64(left[1] + right[1])
    return sha256(parts), left[1] + right[1]


FILLER = (sha256(b"\2"), 0)


def height_of(leaves):
    return max(leaves - 1, 0).bit_length()


def root_of(leaves):
    level, filler = list(leaves) or [FILLER], FILLER
    for _ in range(height_of(len(leaves))):
        if len(level) % 2:
            level.append(filler)
        level = [node(level[i], level[i + 1]) for i in range(0, len(level), 2)]
        filler = node(filler, filler)
    return level[0]


def check_mine(mine, day):
    check(mine["day"] == day["day"], "wrong-day")
    wallet = address_bytes(mine["wallet"])
    check(wallet, "malformed")
    check(mine["root"] == day["root"], "wrong-root")
    check(mine["totalUnits"] == day["totalUnits"], "wrong-total")
    places, owed, lines = set(), 0, {}
    for entry in mine["entries"]:
        index, units, path = entry["index"], int(entry["units"]), entry["path"]
        check(index not in places, "leaf-used-twice")
        places.add(index)
        check(index < day["leaves"] and len(path) == height_of(day["leaves"]), "wrong-place")
        at = leaf(bytes.fromhex(entry["salt"]), wallet, units)
        lines[index] = (at[0].hex(), entry["units"])
        for level, step in enumerate(path):
            check(step["side"] == ("left" if index >> level & 1 else "right"), "wrong-place")
            other = (bytes.fromhex(step["hash"]), int(step["units"]))
            at = node(other, at) if step["side"] == "left" else node(at, other)
        check(at[0].hex() == day["root"], "wrong-root")
        check(str(at[1]) == day["totalUnits"], "wrong-total")
        owed += units
    return owed, lines


def check_leaves(path, day, own):
    leaves, last = [], None
    with open(path, encoding="utf-8") as file:
        for line in file:
            match = re.fullmatch(r"([0-9a-f]{64}),(0|[1-9][0-9]{0,29})", line.rstrip("\n"))
            check(match, "malformed")
            hash_, units = bytes.fromhex(match[1]), int(match[2])
            u64(units)
            check(hash_ != last, "leaf-used-twice")
            check(last is None or last < hash_, "unsorted")
            leaves.append((hash_, units))
            last = hash_
    root = root_of(leaves)
    check(len(leaves) == day["leaves"], "wrong-count")
    check(root[0].hex() == day["root"], "wrong-root")
    check(str(root[1]) == day["totalUnits"], "wrong-total")
    for index, (hash_, units) in own.items():
        check((leaves[index][0].hex(), str(leaves[index][1])) == (hash_, units), "own-leaf-lost")
