const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const CHARACTERS = 87;

/** What looks like a transaction's signature, and is none. */
export function madeUpSignature(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(CHARACTERS));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
