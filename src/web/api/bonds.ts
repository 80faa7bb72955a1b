import type { BondJson, BondQuote, openBond, quoteBond } from '#contract/bonds';
import { PATHS } from '#contract/paths';

import type { AnswerOf, BodyOf } from './answer-of.ts';
import { call } from './client.ts';
import { fillPath } from './fill-path.ts';

export type OpenedBond = AnswerOf<typeof openBond>;

/** Locks a price for ten minutes; an earlier quote of the same user and token ends. */
export function askQuote(body: BodyOf<typeof quoteBond>, signal?: AbortSignal): Promise<BondQuote> {
  return call(PATHS.quoteBond, { method: 'POST', body, ...(signal ? { signal } : {}) });
}

/** Records a payment as a bond; the same key gives the same bond, however often it is sent. */
export function recordBond(
  body: BodyOf<typeof openBond>,
  idempotencyKey: string,
): Promise<OpenedBond> {
  const headers = { 'idempotency-key': idempotencyKey };
  return call(PATHS.bonds, { method: 'POST', body, headers });
}

export function claimBond(id: string, idempotencyKey: string): Promise<BondJson> {
  return call(fillPath(PATHS.bondStatus, { id }), {
    method: 'PATCH',
    body: { status: 'completed' },
    headers: { 'idempotency-key': idempotencyKey },
  });
}
