"""Ed25519 of RFC 8032, without keys and signatures of small order."""
import hashlib

from .tree import address_bytes, base58_bytes

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def point_of(data):
    """Decodes a point into extended coordinates; None for another encoding than the canonical one."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, p):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, p)
        p = add(p, p)
        scalar >>= 1
    return result


def same(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def is_small(p):
    return same(times(8, p), (0, 1, 1, 0))


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed_by(address, signature, text):
    key, data = address_bytes(address), base58_bytes(signature)
    if key is None or data is None or len(data) != 64:
        return False
    a, r, s = point_of(key), point_of(data[:32]), int.from_bytes(data[32:], "little")
    if a is None or r is None or s >= L or is_small(a) or is_small(r):
        return False
    h = hashlib.sha512(data[:32] + key + text.encode()).digest()
    k = int.from_bytes(h, "little") % L
    return same(times(8, times(s, BASE)), times(8, add(r, times(k, a))))
