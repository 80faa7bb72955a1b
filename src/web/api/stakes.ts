import type { AnswerOf, BodyOf } from '#contract/api';
import { PATHS } from '#contract/paths';
import type { openStake, restakeStake } from '#contract/stakes';

import { call } from './client.ts';

export type Restaked = AnswerOf<typeof restakeStake>;

/** Locks LMT in a new vault, against a fee payment or credit. */
export function recordStake(body: BodyOf<typeof openStake>, idempotencyKey: string) {
  return call('POST', PATHS.stakes, { body, idempotencyKey });
}

export function activateStake(stakeId: string, idempotencyKey: string) {
  return call('POST', PATHS.activateStake, { params: { stakeId }, idempotencyKey });
}

export function restakeVault(stakeId: string, idempotencyKey: string) {
  return call('POST', PATHS.restake, { params: { stakeId }, idempotencyKey });
}

export function unstakeFromVault(stakeId: string, amount: string, idempotencyKey: string) {
  return call('POST', PATHS.withdraw, { params: { stakeId }, body: { amount }, idempotencyKey });
}

/** Releases a vault that is past its window; one that is released already stays so. */
export function completeStake(id: string, idempotencyKey: string) {
  const body = { status: 'completed' } as const;
  return call('PATCH', PATHS.stake, { params: { id }, body, idempotencyKey });
}

export function chooseAutoRestake(id: string, enabled: boolean, idempotencyKey: string) {
  return call('PATCH', PATHS.autoRestake, { params: { id }, body: { enabled }, idempotencyKey });
}
