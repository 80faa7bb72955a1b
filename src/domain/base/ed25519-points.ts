const POINT_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** Prime of the field of Ed25519's coordinates. */
const PRIME = 2n ** 255n - 19n;
/** Mask of the y coordinate: all bits of an encoded point except the sign of x. */
const Y_BITS = 2n ** 255n - 1n;

/** y coordinate of two points of order 8. Its negative is the y coordinate of the other two. */
const ORDER_8_Y = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** y coordinates of the eight points of small order (1, 2, 4 or 8). */
const SMALL_ORDER: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  PRIME - 1n,
  ORDER_8_Y,
  PRIME - ORDER_8_Y,
]);

/**
 * True if 32 bytes encode a y coordinate canonically and the point is not of small order. Anybody can
 * forge signatures for a key of small order, and OpenSSL and WebCrypto accept them. The verifier itself
 * checks that the point is on the curve.
 */
export function isStrictPoint(bytes: Uint8Array): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  const littleEndian = bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const y = littleEndian & Y_BITS;
  return y < PRIME && !SMALL_ORDER.has(y);
}

/**
 * True if a verifier may be asked about an Ed25519 signature: the key and the signature's R are strict
 * points. Every verification in server and web calls this first; the verifier of proofs uses a strict library.
 */
export const hasStrictPoints = (key: Uint8Array, signature: Uint8Array): boolean =>
  signature.length === SIGNATURE_BYTES &&
  isStrictPoint(key) &&
  isStrictPoint(signature.subarray(0, POINT_BYTES));
