import { describe, expect, test } from 'vitest';

import {
  type Pending,
  type PendingBond,
  type PendingSell,
  type PendingVault,
  type Step,
  nextSteps,
} from './next-step.ts';
import {
  CYCLE_MS,
  RESTAKE_WINDOW_MS,
  SELL_ANSWER_MS,
  SELL_RETRY_MS,
  VESTING_MS,
} from '../terms/terms.ts';
import { HOUR_MS, type Instant, after, instant } from '../base/time.ts';

const NOW = instant(Date.UTC(2026, 10, 17, 12));
const NOTHING: Pending = {
  bonds: [],
  vaults: [],
  sells: [],
  hasUnstaked: false,
  isPaused: false,
};

const bond = (of: Partial<PendingBond> = {}): PendingBond => ({
  id: 'bond',
  status: 'confirmed',
  claimable: false,
  endsAt: after(NOW, 5 * HOUR_MS),
  ...of,
});

const vesting = (from: Instant, id = 'vault'): PendingVault => ({
  id,
  status: 'vesting',
  vestingEndsAt: after(from, VESTING_MS),
  maturesAt: null,
  windowEndsAt: null,
});

const running = (from: Instant, id = 'vault'): PendingVault => ({
  id,
  status: 'active',
  vestingEndsAt: from,
  maturesAt: after(from, CYCLE_MS),
  windowEndsAt: after(from, CYCLE_MS + RESTAKE_WINDOW_MS),
});

const sell = (of: Partial<PendingSell> = {}): PendingSell => ({
  id: 'sell',
  status: 'pending',
  requestedAt: NOW,
  reviewedAt: null,
  answerBy: after(NOW, SELL_ANSWER_MS),
  payout: null,
  payoutFailedAt: null,
  ...of,
});

/** Returns the most important step. */
const nextStep = (pending: Pending, now: Instant): Step => nextSteps(pending, now)[0];

const only = (pending: Partial<Pending>, now = NOW): Step => {
  const steps = nextSteps({ ...NOTHING, ...pending }, now);
  expect(steps).toHaveLength(1);
  return steps[0];
};

describe('a bond', () => {
  test.each([
    ['is locked until its end', bond(), { kind: 'locked', at: after(NOW, 5 * HOUR_MS) }],
    ['can be claimed', bond({ claimable: true, endsAt: NOW }), { kind: 'claim', at: null }],
    [
      'waits for finality after the end of its lock',
      bond({ endsAt: NOW }),
      { kind: 'payment', at: null },
    ],
    [
      'waits until its payment is seen',
      bond({ status: 'pending', endsAt: null }),
      { kind: 'payment', at: null },
    ],
  ] as const)('%s', (_, one, step) => {
    expect(only({ bonds: [one] })).toEqual({ id: 'bond', ...step });
  });

  test.each(['completed', 'failed'] as const)('needs nothing if %s', (status) => {
    expect(only({ bonds: [bond({ status })] }).kind).toBe('bond');
  });
});

describe('a vault', () => {
  test('goes from vesting to its window’s end; each phase includes its start', () => {
    const staked = vesting(NOW);
    const vested = after(NOW, VESTING_MS);
    expect(only({ vaults: [staked] })).toEqual({ kind: 'vesting', id: 'vault', at: vested });
    expect(only({ vaults: [staked] }, vested)).toEqual({ kind: 'activate', id: 'vault', at: null });
    const vault = running(vested);
    const at = { maturity: after(vested, CYCLE_MS) };
    const closes = after(at.maturity, RESTAKE_WINDOW_MS);
    const kindAt = (ms: number): Step => only({ vaults: [vault] }, after(at.maturity, ms));
    expect(kindAt(-1)).toEqual({ kind: 'matures', id: 'vault', at: at.maturity });
    expect(kindAt(0)).toEqual({ kind: 'window', id: 'vault', at: closes });
    expect(kindAt(RESTAKE_WINDOW_MS - 1)).toEqual({ kind: 'window', id: 'vault', at: closes });
    expect(kindAt(RESTAKE_WINDOW_MS)).toEqual({ kind: 'deciding', id: 'vault', at: null });
    expect(only({ vaults: [{ ...vault, status: 'completed' }] }).kind).toBe('bond');
  });

  test('has no deadline while a pause extends its window', () => {
    const vaults = [running(after(NOW, -CYCLE_MS - 2 * RESTAKE_WINDOW_MS))];
    expect(only({ vaults, isPaused: true })).toEqual({ kind: 'window', id: 'vault', at: null });
  });
});

describe('a sell request', () => {
  test.each([
    [
      'waits for the owner’s answer',
      sell(),
      { kind: 'sell-answer', at: after(NOW, SELL_ANSWER_MS) },
    ],
    ['is being paid', sell({ status: 'approved', payout: 'sent' }), { kind: 'payout-sent' }],
    [
      'is in the queue again after its payout failed',
      sell({ payout: 'failed' }),
      { kind: 'sell-answer' },
    ],
  ] as const)('%s', (_, one, step) => {
    expect(only({ sells: [one] })).toMatchObject({ id: 'sell', ...step });
  });

  test.each([
    sell({ status: 'approved', payout: 'finalized' }),
    sell({ status: 'cancelled', reviewedAt: NOW }),
    sell({ status: 'rejected', reviewedAt: NOW }),
  ])('needs nothing if $status and the user has no LMT', (one) => {
    expect(only({ sells: [one] }).kind).toBe('bond');
  });

  test('can be made again within a day of its rejection', () => {
    const pending = { ...NOTHING, hasUnstaked: true };
    const rejected = sell({ status: 'rejected', reviewedAt: NOW });
    const until = after(NOW, SELL_RETRY_MS);
    const again = { kind: 'sell-again', id: 'sell', at: until };
    expect(nextStep({ ...pending, sells: [rejected] }, NOW)).toEqual(again);
    expect(nextStep({ ...pending, sells: [rejected] }, until).kind).toBe('stake');
    const newer = sell({ id: 'newer', requestedAt: after(NOW, 1) });
    expect(nextStep({ ...pending, sells: [rejected, newer] }, NOW).id).toBe('newer');
    const cancelled = { ...newer, status: 'cancelled', reviewedAt: NOW } as const;
    expect(nextStep({ ...pending, sells: [rejected, cancelled] }, NOW)).toEqual(again);
    const paid = { ...newer, status: 'approved', payout: 'finalized' } as const;
    expect(nextStep({ ...pending, sells: [rejected, paid] }, NOW).kind).toBe('stake');
  });

  test('can be made again until the latest of several free days ends', () => {
    const of = (id: string, ms: number) =>
      sell({ id, status: 'rejected', reviewedAt: after(NOW, ms) });
    const steps = (...sells: PendingSell[]) =>
      nextSteps({ ...NOTHING, hasUnstaked: true, sells }, NOW).filter(
        ({ kind }) => kind === 'sell-again',
      );
    const latest = [{ kind: 'sell-again', id: 'later', at: after(NOW, SELL_RETRY_MS - 1) }];
    expect(steps(of('later', -1), of('earlier', -2))).toEqual(latest);
    expect(steps(of('earlier', -2), of('later', -1))).toEqual(latest);
  });

  test('a sell request can be repeated within a day after its payout failed', () => {
    const failed = sell({ status: 'cancelled', reviewedAt: NOW, payoutFailedAt: after(NOW, -1) });
    const again = { kind: 'sell-again', id: 'sell', at: after(NOW, SELL_RETRY_MS - 1) };
    expect(nextStep({ ...NOTHING, hasUnstaked: true, sells: [failed] }, NOW)).toEqual(again);
  });
});

test('sorts deadlines first, then possible actions, then waiting', () => {
  const pending: Pending = {
    bonds: [bond({ id: 'locked' }), bond({ id: 'ready', claimable: true })],
    vaults: [
      running(NOW, 'young'),
      running(after(NOW, -CYCLE_MS), 'open'),
      running(after(NOW, -CYCLE_MS - HOUR_MS), 'closing'),
      vesting(after(NOW, -VESTING_MS), 'vested'),
      vesting(NOW, 'vesting'),
    ],
    sells: [sell()],
    hasUnstaked: true,
    isPaused: false,
  };
  const kinds = nextSteps(pending, NOW).map(({ kind, id }) => `${kind} ${id}`);
  expect(kinds).toEqual([
    'window closing',
    'window open',
    'claim ready',
    'activate vested',
    'locked locked',
    'vesting vesting',
    'sell-answer sell',
    'matures young',
    'stake null',
  ]);
});

test('suggests staking unstaked LMT, and bonding without any LMT', () => {
  expect(only({ hasUnstaked: true }).kind).toBe('stake');
  expect(only({}).kind).toBe('bond');
});
