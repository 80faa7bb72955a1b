const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** The bytes of a text in base 58, however many; null where it is none. */
export function base58Bytes(text: string): Uint8Array | null {
  /** Least significant first. */
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = ALPHABET.indexOf(letter);
    if (carry < 0) return null;
    for (let i = 0; i < bytes.length || carry > 0; i += 1) {
      carry += (bytes[i] ?? 0) * 58;
      bytes[i] = carry & 255;
      carry >>= 8;
    }
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Uint8Array.from([...Array<number>(zeros).fill(0), ...bytes.toReversed()]);
}
