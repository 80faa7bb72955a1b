import { createPublicKey, verify } from 'node:crypto';

/** The y coordinates of the points of small order, with the two spellings that are not canonical; little-endian hex. */
const Y_COORDINATES = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
];

/** All 14 encodings of points of small order: each y coordinate with the sign bit clear and set. */
export const SMALL_ORDER_POINTS: readonly Uint8Array[] = Y_COORDINATES.flatMap((hex) =>
  [0, 0x80].map((sign) => {
    const bytes = new Uint8Array(Buffer.from(hex, 'hex'));
    bytes[31]! |= sign;
    return bytes;
  }),
);

const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** True if OpenSSL accepts the signature. */
export function opensslAccepts(key: Uint8Array, signature: Uint8Array, text: Uint8Array): boolean {
  const der = Buffer.concat([SPKI, key]);
  return verify(null, text, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
}

/**
 * Forges a signature that OpenSSL accepts for a key of small order, without any secret: R is of small
 * order too, and S is 0. Null if no R fits this text; about every second text has one.
 */
export function forgedSignature(key: Uint8Array, text: Uint8Array): Uint8Array | null {
  for (const point of SMALL_ORDER_POINTS) {
    const signature = new Uint8Array(64);
    signature.set(point);
    if (opensslAccepts(key, signature, text)) return signature;
  }
  return null;
}
