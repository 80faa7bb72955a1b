import { PATHS } from '#contract/paths';
import type { StakeJson, openStake, restakeStake, withdraw } from '#contract/stakes';

import type { AnswerOf, BodyOf } from './answer-of.ts';
import { type CallOptions, call } from './client.ts';
import { fillPath } from './fill-path.ts';

export type Restaked = AnswerOf<typeof restakeStake>;
export type Withdrawn = AnswerOf<typeof withdraw>;

/** The same key gives the same answer, however often it is sent. */
function write<T>(path: string, key: string, options: CallOptions): Promise<T> {
  return call(path, { method: 'POST', ...options, headers: { 'idempotency-key': key } });
}

/** Locks LMT in a new vault, against a fee payment or credit. */
export function recordStake(body: BodyOf<typeof openStake>, key: string): Promise<StakeJson> {
  return write(PATHS.stakes, key, { body });
}

export function activateStake(stakeId: string, key: string): Promise<StakeJson> {
  return write(fillPath(PATHS.activateStake, { stakeId }), key, {});
}

export function restakeVault(stakeId: string, key: string): Promise<Restaked> {
  return write(fillPath(PATHS.restake, { stakeId }), key, {});
}

export function unstakeFromVault(stakeId: string, amount: string, key: string): Promise<Withdrawn> {
  return write(fillPath(PATHS.withdraw, { stakeId }), key, { body: { amount } });
}

/** Releases a vault that is past its window; one that is released already stays so. */
export function completeStake(id: string, key: string): Promise<StakeJson> {
  const body = { status: 'completed' };
  return write(fillPath(PATHS.stake, { id }), key, { method: 'PATCH', body });
}

export function chooseAutoRestake(id: string, enabled: boolean, key: string): Promise<StakeJson> {
  return write(fillPath(PATHS.autoRestake, { id }), key, { method: 'PATCH', body: { enabled } });
}
