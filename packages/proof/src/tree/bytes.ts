const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HASH_HEX = /^[0-9a-f]{64}$/;

/** Formats bytes as lower-case hex. */
export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Returns the 32 bytes of 64 lower-case hex digits; null for another text. */
export function hashBytes(hex: string): Uint8Array | null {
  if (!HASH_HEX.test(hex)) return null;
  const bytes = new Uint8Array(32);
  for (let i = 0; i < 32; i += 1) {
    bytes[i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1));
  }
  return bytes;
}

/** Value of a hex digit by its character code, which is faster than parsing: 0 to 9 from 0x30, a to f from 0x61. */
const digit = (code: number): number => (code & 15) + 9 * (code >> 6);
