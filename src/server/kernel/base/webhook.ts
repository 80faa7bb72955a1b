import { SECOND_MS } from '#domain/base/time';
import { splitCredentials } from './url-credentials.ts';

/** What is posted; a message that is posted again has the same id. */
export interface Posted {
  readonly id: string;
  readonly body: string;
}

const TIMEOUT_MS = 10 * SECOND_MS;

/**
 * Posts messages to one address, which may hold a secret and is never told to anyone. Answers null where a
 * message was taken, else why not; never throws. Null without an address.
 */
export function createWebhook(
  url: string | null,
  closing: AbortSignal,
): ((posted: Posted) => Promise<string | null>) | null {
  if (url === null) return null;
  const { href, headers } = splitCredentials(url);
  return async ({ id, body }) => {
    try {
      const response = await fetch(href, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'idempotency-key': `lmt-alert-${id}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      return response.ok ? null : `it answered ${response.status}`;
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      return isLate ? 'it did not answer in time' : 'it cannot be reached';
    }
  };
}
