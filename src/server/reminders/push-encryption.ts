import { type ECDH, createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Keys of a browser's subscription, in base64url. */
export interface PushKeys {
  readonly p256dh: string;
  readonly auth: string;
}

interface Fresh {
  readonly salt: Buffer;
  readonly pair: ECDH;
}

/** Record size, larger than any message, so that each is a single record. */
const RECORD_BYTES = 4_096;
/** Delimiter of the last record. */
const LAST = Buffer.of(2);

const hkdf = (
  key: Buffer,
  {
    salt,
    info,
    bytes,
  }: { readonly salt: Buffer; readonly info: Buffer | string; readonly bytes: number },
): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Encrypts a text for one browser (RFC 8291, aes128gcm). Throws if its key is no point of the curve. */
export function encryptPush(text: string, keys: PushKeys, fresh: Fresh = newFresh()): Buffer {
  const { salt, pair } = fresh;
  const theirs = Buffer.from(keys.p256dh, 'base64url');
  const ours = pair.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = hkdf(pair.computeSecret(theirs), {
    salt: Buffer.from(keys.auth, 'base64url'),
    info,
    bytes: 32,
  });
  const key = hkdf(shared, { salt, info: 'Content-Encoding: aes128gcm\0', bytes: 16 });
  const nonce = hkdf(shared, { salt, info: 'Content-Encoding: nonce\0', bytes: 12 });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const encrypted = [cipher.update(text, 'utf8'), cipher.update(LAST), cipher.final()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  const header = [salt, size, Buffer.of(ours.length), ours];
  return Buffer.concat([...header, ...encrypted, cipher.getAuthTag()]);
}

function newFresh(): Fresh {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { salt: randomBytes(16), pair };
}
