import { type ECDH, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** Browser side of a push subscription, with its private key. */
export interface Subscriber {
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly pair: ECDH;
}

export function subscriber(): Subscriber {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys().toString('base64url');
  return { pair, keys: { p256dh, auth: randomBytes(16).toString('base64url') } };
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Salt, record size and key length. */
const HEAD_BYTES = SALT_BYTES + 5;

interface Derived {
  readonly info: Buffer | string;
  readonly bytes: number;
}

const hkdf = (key: Buffer, salt: Buffer, { info, bytes }: Derived): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts a push message for its browser; throws for any other. */
export function openPush(message: Buffer, { keys, pair }: Subscriber): string {
  const salt = message.subarray(0, SALT_BYTES);
  const keyEnd = HEAD_BYTES + message.readUInt8(HEAD_BYTES - 1);
  const sender = message.subarray(HEAD_BYTES, keyEnd);
  const own = Buffer.from(keys.p256dh, 'base64url');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender]);
  const auth = Buffer.from(keys.auth, 'base64url');
  const shared = hkdf(pair.computeSecret(sender), auth, { info, bytes: 32 });
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(shared, salt, { info: 'Content-Encoding: aes128gcm\0', bytes: 16 }),
    hkdf(shared, salt, { info: 'Content-Encoding: nonce\0', bytes: 12 }),
  );
  decipher.setAuthTag(message.subarray(-TAG_BYTES));
  const sealed = message.subarray(keyEnd, -TAG_BYTES);
  const opened = Buffer.concat([decipher.update(sealed), decipher.final()]);
  return opened.subarray(0, opened.lastIndexOf(2)).toString('utf8');
}
