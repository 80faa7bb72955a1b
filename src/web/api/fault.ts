import type { Fault } from '../ui/cards/read.ts';
import { texts } from '../texts/texts.ts';
import { ApiError } from './api-error.ts';

/** The server's own sentence where it gave one, else `otherwise`, or one by status. */
export function faultOf(error: unknown, otherwise?: string): Fault {
  if (!(error instanceof ApiError)) {
    return { message: otherwise ?? texts.errors.unexpected, requestId: null };
  }
  return { message: sentence(error, otherwise), requestId: error.reference };
}

function sentence({ status, code, body }: ApiError, otherwise?: string): string {
  if (status === 0) return texts.errors.network;
  // The call that refuses in plain text has its code in a header; a proxy's page has none.
  const isPlain = code !== null && typeof body === 'string';
  const said = isPlain ? body : (body as { error?: unknown } | null)?.error;
  if (typeof said === 'string' && said !== '') return said;
  return otherwise ?? (status >= 500 ? texts.errors.server : texts.errors.refused(status));
}
