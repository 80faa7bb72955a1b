import { type KeyObject, createECDH, createHash, createPrivateKey, sign } from 'node:crypto';
import { HOUR_MS, SECOND_MS } from '#domain/base/time';
import { type PushKeys, encryptPush } from './push-encryption.ts';

/** Browser that receives push messages. */
export interface PushTarget {
  /** URL of its push service. Secret, because anyone who has it can send messages. */
  readonly endpoint: string;
  readonly keys: PushKeys;
}

export interface PushMessage {
  readonly text: string;
  /** A later message replaces an undelivered one of the same topic. */
  readonly topic: string;
  readonly urgency: 'normal' | 'high';
  /** Time for which delivery is worthwhile. */
  readonly ttlSeconds: number;
}

/** Accepted; unsubscribed; refused for good; or to be retried, with the reason. */
export type PushOutcome =
  | { readonly kind: 'taken' | 'gone' }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string };

export interface PushService {
  /** VAPID key that browsers subscribe with, in base64url. */
  readonly publicKey: string;
  /** Never throws. */
  readonly send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>;
}

interface PushOptions {
  /** Contact of the operator, as a URL; null if none is configured. */
  readonly contact: string | null;
  readonly closing: AbortSignal;
}

/** Shorter than the 30 seconds after which another node may send the message again. */
const TIMEOUT_MS = 10 * SECOND_MS;
const TOKEN_MS = 12 * HOUR_MS;
const TOPIC_CHARS = 32;

export interface PushParts {
  /** Sends reminders to browsers whose page is closed; null if the server offers no reminders. */
  readonly push: PushService | null;
}

/** Creates a client for browsers' push services (RFC 8030), authenticated by one key (VAPID, RFC 8292). */
export function createPushService(
  secret: Uint8Array,
  { contact, closing }: PushOptions,
): PushService {
  const { publicKey, privateKey } = pairOf(secret);
  const send = async (target: PushTarget, message: PushMessage): Promise<PushOutcome> => {
    try {
      const body = encryptPush(message.text, target.keys);
      const token = tokenFor(new URL(target.endpoint).origin, contact, privateKey);
      const response = await fetch(target.endpoint, {
        method: 'POST',
        headers: {
          authorization: `vapid t=${token}, k=${publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(message.ttlSeconds),
          urgency: message.urgency,
          topic: hashed(message.topic),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return outcomeOf(response.status);
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const reason = isLate ? 'it did not answer in time' : 'it cannot be reached';
      return isNoKey(error) ? { kind: 'gone' } : { kind: 'failed', reason };
    }
  };
  return { publicKey, send };
}

/** True if the browser's key is invalid, so that nothing can ever be sent to it. */
const isNoKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY';

function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'taken' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const isLater = status === 429 || status >= 500;
  return { kind: isLater ? 'failed' : 'refused', reason: `it answered ${status}` };
}

const hashed = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, TOPIC_CHARS);

/** Order of the curve P-256. Private keys are 1 to ORDER - 1. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function pairOf(secret: Uint8Array): {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
} {
  const number = (BigInt(`0x${Buffer.from(secret).toString('hex')}`) % (ORDER - 1n)) + 1n;
  const scalar = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), scalar].map((part) =>
    part.toString('base64url'),
  ) as [string, string, string];
  const key = { kty: 'EC', crv: 'P-256', x, y, d };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key, format: 'jwk' }),
  };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Builds the JWT that identifies the server to a push service. */
function tokenFor(audience: string, contact: string | null, key: KeyObject): string {
  const exp = Math.floor((Date.now() + TOKEN_MS) / SECOND_MS);
  const claims = { aud: audience, exp, ...(contact === null ? {} : { sub: contact }) };
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
  return `${unsigned}.${signature.toString('base64url')}`;
}
