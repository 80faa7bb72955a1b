import { type KeyObject, createPublicKey, verify } from 'node:crypto';
import { type Key, keyBytes } from '../bytes/key.ts';
import type { Transaction } from './parse.ts';

const CACHED_KEYS = 1_024;
const cache = new Map<Key, KeyObject | null>();

/** Encodings of the small-order points, without the sign bit. */
const SMALL_ORDER: ReadonlySet<string> = new Set(
  [
    '00'.repeat(32),
    `01${'00'.repeat(31)}`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ec${'ff'.repeat(30)}7f`,
    `ed${'ff'.repeat(30)}7f`,
    `ee${'ff'.repeat(30)}7f`,
  ].map((hex) => Buffer.from(hex, 'hex').toString('latin1')),
);

/** True if the point is of small order, for which signatures fit any message. */
function isSmallOrder(bytes: Buffer): boolean {
  const unsigned = String.fromCharCode((bytes[31] ?? 0) & 0x7f);
  return SMALL_ORDER.has(bytes.toString('latin1', 0, 31) + unsigned);
}

function makeKey(key: Key): KeyObject | null {
  const bytes = keyBytes(key);
  if (isSmallOrder(bytes)) return null;
  // JWK import, because parsing DER would take longer than the verification.
  const x = bytes.toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** Returns the signer's key; null if a cluster rejects signatures of it. */
function keyObject(key: Key): KeyObject | null {
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const made = makeKey(key);
  if (cache.size >= CACHED_KEYS) cache.clear();
  cache.set(key, made);
  return made;
}

interface Signed {
  readonly key: KeyObject;
  readonly signature: Buffer;
}

/** Pairs signatures with keys; null if a cluster always rejects one of them. */
function signedBy({ message, signatures }: Transaction): Signed[] | null {
  const all: Signed[] = [];
  for (const [i, signature] of signatures.entries()) {
    const signer = message.staticKeys[i];
    const key = signer === undefined ? null : keyObject(signer);
    if (key === null || isSmallOrder(signature)) return null;
    all.push({ key, signature });
  }
  return all;
}

/**
 * True if all required signatures are valid under a cluster's rules, which are stricter than OpenSSL's. The
 * most expensive step of a send.
 */
export function areSignaturesValid(transaction: Transaction): boolean {
  const { bytes } = transaction.message;
  try {
    const all = signedBy(transaction);
    return all?.every(({ key, signature }) => verify(null, bytes, key, signature)) ?? false;
  } catch {
    return false;
  }
}

/** Asynchronous variant of signaturesHold on worker threads: slower for one call, but does not block others. */
export async function areSignaturesValidOnWorker(transaction: Transaction): Promise<boolean> {
  const { bytes } = transaction.message;
  const checks = signedBy(transaction)?.map(
    ({ key, signature }) =>
      new Promise<boolean>((resolve) => {
        verify(null, bytes, key, signature, (error, valid) => resolve(!error && valid));
      }),
  );
  return checks !== undefined && (await Promise.all(checks)).every(Boolean);
}
