const CURVE = 'P-256';
const KEY_BYTES = 65;
const NUMBER_BYTES = 4;
const IV_BYTES = 12;
const SECRET_BITS = 256;

export type Bytes = Uint8Array<ArrayBuffer>;

/** The key that the link to a wallet app names: what is signed with it comes from this page. */
export function newAssociation(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: CURVE }, false, ['sign']);
}

/** The page's half of a secret with the wallet app. */
export function newExchange(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDH', namedCurve: CURVE }, false, ['deriveBits']);
}

/** A public key as it travels. */
export async function rawKey(key: CryptoKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.exportKey('raw', key));
}

/** What the page says first: its half, signed with the key of the link. */
export async function helloOf(association: CryptoKeyPair, exchange: CryptoKeyPair): Promise<Bytes> {
  const half = await rawKey(exchange.publicKey);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(algorithm, association.privateKey, half);
  return joined(half, new Uint8Array(signature));
}

/** The secret that the app's answer completes, and what that answer holds besides. */
export async function secretOf(
  association: CryptoKeyPair,
  exchange: CryptoKeyPair,
  answer: Bytes,
): Promise<{ readonly secret: CryptoKey; readonly rest: Bytes }> {
  const ecdh = { name: 'ECDH', namedCurve: CURVE };
  const { subtle } = crypto;
  const theirs = await subtle.importKey('raw', answer.slice(0, KEY_BYTES), ecdh, false, []);
  const common = await subtle.deriveBits(
    { name: 'ECDH', public: theirs },
    exchange.privateKey,
    SECRET_BITS,
  );
  const seed = await subtle.importKey('raw', common, 'HKDF', false, ['deriveKey']);
  const salt = await rawKey(association.publicKey);
  const secret = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array() },
    seed,
    { name: 'AES-GCM', length: 128 },
    false,
    ['encrypt', 'decrypt'],
  );
  return { secret, rest: answer.slice(KEY_BYTES) };
}

/** A numbered message that only the other side can read. */
export async function encrypt(secret: CryptoKey, count: number, text: string): Promise<Bytes> {
  const number = numbered(count);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(text);
  const sealed = await crypto.subtle.encrypt(lock(number, iv), secret, plain);
  return joined(number, iv, new Uint8Array(sealed));
}

/** What a sealed message says; one that is altered, or out of its turn, is refused. */
export async function decrypt(secret: CryptoKey, count: number, bytes: Bytes): Promise<string> {
  const number = numbered(count);
  if (!number.every((byte, at) => byte === bytes[at])) throw new Error('out of its turn');
  const iv = bytes.slice(NUMBER_BYTES, NUMBER_BYTES + IV_BYTES);
  const sealed = bytes.slice(NUMBER_BYTES + IV_BYTES);
  const plain = await crypto.subtle.decrypt(lock(number, iv), secret, sealed);
  return new TextDecoder().decode(plain);
}

function lock(additionalData: Bytes, iv: Bytes): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData, tagLength: 128 };
}

function numbered(count: number): Bytes {
  const bytes = new Uint8Array(NUMBER_BYTES);
  new DataView(bytes.buffer).setUint32(0, count);
  return bytes;
}

function joined(...parts: readonly Bytes[]): Bytes {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
