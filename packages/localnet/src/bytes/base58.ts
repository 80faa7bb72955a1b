const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Five base-58 digits per limb, so that limb · 2¹⁶ stays an exact double. */
const LIMB = 58 ** 5;
/** Lookup table of all two-digit strings. */
const PAIR = 58 ** 2;
const PAIRS = Array.from(
  { length: PAIR },
  (_, i) => ALPHABET.charAt(Math.floor(i / 58)) + ALPHABET.charAt(i % 58),
);
const DIGIT_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGIT_OF[ALPHABET.charCodeAt(i)] = i;

/** Scratch buffer. Encoding is synchronous, so one is enough. */
let limbs = new Float64Array(64);

function leadingZeros(bytes: Uint8Array): number {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return zeros;
}

/** Converts a big-endian number into `limbs`, least significant first. Returns the limb count. */
function fillLimbs(bytes: Uint8Array, from: number): number {
  if (limbs.length < bytes.length) limbs = new Float64Array(2 * bytes.length);
  let count = 0;
  let at = from;
  while (at < bytes.length) {
    const pair = (bytes.length - at) % 2 === 0;
    let carry = pair ? ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0) : (bytes[at] ?? 0);
    const base = pair ? 65_536 : 256;
    at += pair ? 2 : 1;
    for (let i = 0; i < count; i++) {
      const value = (limbs[i] ?? 0) * base + carry;
      carry = Math.floor(value / LIMB);
      limbs[i] = value - carry * LIMB;
    }
    if (carry > 0) limbs[count++] = carry;
  }
  return count;
}

/**
 * Encodes bytes in base 58 (Bitcoin alphabet).
 * @example encodeBase58(new Uint8Array(32)) // '11111111111111111111111111111111'
 */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = leadingZeros(bytes);
  let digits = '';
  for (let i = fillLimbs(bytes, zeros) - 1; i >= 0; i--) {
    const limb = limbs[i] ?? 0;
    const upper = Math.floor(limb / PAIR);
    const first = Math.floor(upper / PAIR);
    digits += ALPHABET.charAt(first) + PAIRS[upper - first * PAIR] + PAIRS[limb - upper * PAIR];
  }
  let pad = 0;
  while (pad < digits.length && digits.charCodeAt(pad) === 49) pad++;
  return '1'.repeat(zeros) + digits.slice(pad);
}

/** Decodes base 58; null if a character is not in the alphabet. */
export function decodeBase58(text: string): Buffer | null {
  let ones = 0;
  while (ones < text.length && text.charCodeAt(ones) === 49) ones++;
  const places: number[] = [];
  for (let at = ones; at < text.length; at++) {
    const code = text.charCodeAt(at);
    let carry = code < 128 ? (DIGIT_OF[code] ?? -1) : -1;
    if (carry < 0) return null;
    for (let i = 0; i < places.length; i++) {
      const value = (places[i] ?? 0) * 58 + carry;
      places[i] = value % 16_777_216;
      carry = Math.floor(value / 16_777_216);
    }
    if (carry > 0) places.push(carry);
  }
  const body = Buffer.alloc(places.length * 3);
  for (let i = 0; i < places.length; i++)
    body.writeUIntBE(places[i] ?? 0, body.length - 3 * (i + 1), 3);
  return Buffer.concat([Buffer.alloc(ones), body.subarray(leadingZeros(body))]);
}
