import type { BodyOf } from '#contract/api';
import type { openBond, quoteBond } from '#contract/bonds';
import { PATHS } from '#contract/paths';

import { call } from './client.ts';

/** Locks a price for ten minutes; an earlier quote of the same user and token ends. */
export function askQuote(body: BodyOf<typeof quoteBond>, signal?: AbortSignal) {
  return call('POST', PATHS.quoteBond, { body, signal });
}

/** Records a payment as a bond; the same key gives the same bond, however often it is sent. */
export function recordBond(body: BodyOf<typeof openBond>, idempotencyKey: string) {
  return call('POST', PATHS.bonds, { body, idempotencyKey });
}

export function claimBond(id: string, idempotencyKey: string) {
  const body = { status: 'completed' } as const;
  return call('PATCH', PATHS.bondStatus, { params: { id }, body, idempotencyKey });
}
