import type { Fault } from '../ui/cards/read.ts';
import { texts } from '../ui/texts/shared-texts.ts';
import { dateTimeText } from '../ui/format/times.ts';
import { ApiError } from './api-error.ts';

/** As the server writes times: the reader's own zone is not known there. */
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** A sentence of the server's with its times in the reader's zone. */
export const inReadersZone = (said: string): string => said.replaceAll(INSTANT, dateTimeText);

/** The server's own sentence where it gave one, else `otherwise`, or one by status. */
export function faultOf(error: unknown, otherwise?: string): Fault {
  if (!(error instanceof ApiError)) {
    return { message: otherwise ?? texts.errors.unexpected, requestId: null };
  }
  return { message: sentence(error, otherwise), requestId: error.reference };
}

/** A fixed text, and behind it the reason that the server gave, if any. */
export function afterFixed(fixed: string, error: unknown): string {
  const { message } = faultOf(error, '');
  if (message === '') return fixed;
  return `${fixed.endsWith('.') ? fixed : `${fixed}.`} ${message}`;
}

function sentence({ status, code, body }: ApiError, otherwise?: string): string {
  if (status === 0) return texts.errors.network;
  // The call that refuses in plain text has its code in a header; a proxy's page has none.
  const isPlain = code !== null && typeof body === 'string';
  const said = isPlain ? body : (body as { error?: unknown } | null)?.error;
  if (typeof said === 'string' && said !== '') return inReadersZone(said);
  return otherwise ?? (status >= 500 ? texts.errors.server : texts.errors.refused(status));
}
