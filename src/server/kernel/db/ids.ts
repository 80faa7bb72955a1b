import { randomFillSync } from 'node:crypto';
import type { Instant } from '#domain/base/time';

const ID_BYTES = 16;
/** Random bytes for the next ids, generated in bulk, because each call is expensive. */
const random = Buffer.alloc(256 * ID_BYTES);
let used = random.length;

function randomBytes(): Buffer {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  return random.subarray(used, (used += ID_BYTES));
}

/**
 * Generates a UUIDv7: 48 bits of time, the rest random, including the last six characters, which screens show.
 * Ids of one millisecond are in no order.
 */
export function newId(now: Instant): string {
  const bytes = randomBytes();
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the lower bound of all ids generated at an instant or later. */
export function firstIdAt(at: Instant): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${ZERO_ID.slice(13)}`;
}

/** Lower bound of all ids: start of reading by id, and placeholder for "no user". */
export const ZERO_ID = '00000000-0000-0000-0000-000000000000';
