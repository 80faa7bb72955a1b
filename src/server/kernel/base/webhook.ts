import { SECOND_MS } from '#domain/base/time';
import { splitCredentials } from './url-credentials.ts';

/** Message. A repeated message has the same id. */
export interface Posted {
  readonly id: string;
  readonly body: string;
}

const TIMEOUT_MS = 10 * SECOND_MS;

/**
 * Returns a function that posts a message to a URL, or null without a URL. It resolves to null on success,
 * otherwise to the reason, and never throws. The reason omits the URL, which may contain a secret.
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
