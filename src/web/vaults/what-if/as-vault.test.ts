import { expect, test } from 'vitest';

import { serializeStake } from '#contract/vaults/serialize-vault';
import { lmt } from '#domain/base/money';
import { outcomes } from '#domain/portfolio/outcomes';
import { catchUp } from '#domain/vaults/vault-catch-up';
import { unstake } from '#domain/vaults/vault-window';
import { LMT, PRICES, TERMS, day, runningVault, valueOf } from '#test/domain/builders';

import { windowVault } from './as-vault.ts';

const NOW = day(8.5);
const WAYS = ['release', 'auto', 'restake', 'half', 'sell'] as const;
const BESIDE = {
  unstaked: LMT('2'),
  payoutToken: 'USDC',
  selling: null,
  period: { sold: lmt(0n), startedAt: null },
  sells: [],
  prices: PRICES,
} as const;

test.each([
  ['untouched', catchUp(runningVault(), TERMS, NOW).next],
  [
    'partly unstaked',
    valueOf(unstake({ vault: runningVault(), amount: LMT('1') }, TERMS, NOW)).next,
  ],
  [
    'unstaked as far as it goes',
    valueOf(unstake({ vault: runningVault(), amount: LMT('2.97945205') }, TERMS, NOW)).next,
  ],
])('a vault that is %s leads to the same from the wire as from the ledger', (_, vault) => {
  const read = windowVault(serializeStake(vault, TERMS, NOW), TERMS, NOW)!;
  const own = { ...BESIDE, ...read };
  expect(outcomes(own, WAYS, NOW)).toEqual(outcomes({ ...BESIDE, vault, terms: TERMS }, WAYS, NOW));
});

test('a window that a pause has made longer is as long', () => {
  const terms = { ...TERMS, pauses: [{ from: day(8.2), to: day(8.4) }] };
  const vault = catchUp(runningVault(), terms, day(9.1)).next;
  const stake = serializeStake(vault, terms, day(9.1));
  const read = windowVault(stake, TERMS, day(9.1))!;
  expect(outcomes({ ...BESIDE, ...read }, WAYS, day(9.1))).toHaveLength(WAYS.length);
});

test('outside of its window a vault is none', () => {
  const running = serializeStake(runningVault(), TERMS, day(4));
  expect(windowVault(running, TERMS, day(4))).toBeNull();
});
