import { describe, expect, test } from 'vitest';
import {
  LMT,
  PRICES,
  TERMS,
  day,
  runningVault,
  termsOf,
  valueOf,
  vestingVault,
} from '#test/domain/builders';
import { apy, lmt, rate } from '../base/money.ts';
import { previewSell } from '../sells/sell-preview.ts';
import { lmtValue, worthInUsd } from '../terms/price.ts';
import { DEFAULT_SETTINGS } from '../terms/settings.ts';
import { restakeCosts } from '../vaults/restake-cost.ts';
import { cycleRewards } from '../vaults/vault.ts';
import { catchUp } from '../vaults/vault-catch-up.ts';
import {
  autoRestakePreview,
  chooseAutoRestake,
  restake,
  restakePreview,
  unstake,
} from '../vaults/vault-window.ts';
import {
  type Outcome,
  type OutcomeInput,
  type WindowOption,
  maturedVault,
  outcomes,
} from './outcomes.ts';

const NOW = day(8.5);
const CLOSED = day(9);
const ALL: readonly WindowOption[] = ['release', 'auto', 'restake', 'half', 'sell'];
const IN_WINDOW = catchUp(runningVault(), TERMS, NOW).next;
const OUTLOOK: OutcomeInput = {
  vault: IN_WINDOW,
  unstaked: LMT('2'),
  payoutToken: 'SOL',
  selling: null,
  period: { sold: lmt(0n), startedAt: null },
  sells: [],
  terms: TERMS,
  prices: PRICES,
};

function outcomeFor(option: WindowOption, of: Partial<OutcomeInput> = {}): Outcome {
  const [only] = outcomes({ ...OUTLOOK, ...of }, [option], NOW);
  if (!only) throw new Error(`no outcome of ${option}`);
  return only;
}

describe('the outcome of an option', () => {
  test.each([false, true])('follows the rules if nothing is done, with auto-restake %s', (isOn) => {
    const chosen = valueOf(chooseAutoRestake({ vault: IN_WINDOW, enabled: isOn }, TERMS, NOW)).next;
    const { next } = catchUp(chosen, TERMS, CLOSED);
    const outcome = outcomeFor(isOn ? 'auto' : 'release');
    expect(outcome).toMatchObject({ staked: next.amount, sold: 0n, payout: 0n });
    expect(outcome.staked + outcome.unstaked + outcome.fees).toBe(LMT('7.95890410'));
    expect(outcome.fees).toBe(isOn ? LMT('0.01438357') : 0n);
  });

  test('follows the rules of a manual restake', () => {
    const { next } = valueOf(restake(IN_WINDOW, TERMS, NOW));
    expect(outcomeFor('restake')).toMatchObject({ staked: next.amount, unstaked: LMT('2') });
    expect(outcomeFor('restake').nextRewards).toBe(
      cycleRewards(next.amount, DEFAULT_SETTINGS.currentApy),
    );
  });

  test('unstakes half with the fee in force, and continues the rest as set', () => {
    const terms = termsOf([{ from: day(0), value: { withdrawalFee: rate(10_000n) } }]);
    const half = LMT('2.97945205');
    const { next } = valueOf(unstake({ vault: IN_WINDOW, amount: half }, terms, NOW));
    const fee = LMT('0.02979453');
    expect(outcomeFor('half', { terms })).toMatchObject({
      staked: 0n,
      unstaked: LMT('7.95890410') - fee,
      fees: fee,
    });
    const kept = outcomeFor('half', { terms, vault: { ...IN_WINDOW, autoRestake: true } });
    expect(kept.staked + kept.fees - fee).toBe(next.amount + next.postedRewards);
  });

  test('unstakes half, then sells up to the limit', () => {
    const outcome = outcomeFor('sell');
    const sold = lmt((LMT('2') + LMT('2.97945205')) / 2n);
    const asked = { amount: sold, payoutToken: 'SOL' } as const;
    const facts = { sells: [], settings: DEFAULT_SETTINGS, prices: PRICES, now: NOW };
    const { fee, payout } = previewSell(asked, facts);
    expect(outcome).toMatchObject({ sold, payout, fees: fee, staked: 0n });
    expect(outcome.unstaked).toBe(LMT('7.95890410') - sold);
    expect(outcome.worth).toBe(
      lmtValue(outcome.unstaked, PRICES.lmt) + worthInUsd('SOL', payout, PRICES),
    );
  });

  test('unstakes half, whatever amount is to be sold', () => {
    const vault = { ...IN_WINDOW, autoRestake: true };
    expect(outcomeFor('half', { vault, selling: LMT('0.5') })).toEqual(
      outcomeFor('half', { vault }),
    );
  });

  test('sells a given amount without unstaking, up to the limit', () => {
    expect(outcomeFor('sell', { selling: LMT('0.5') })).toMatchObject({ sold: LMT('0.5') });
    expect(outcomeFor('sell', { selling: LMT('5') })).toMatchObject({ sold: LMT('1') });
    const used = { sold: LMT('1'), startedAt: day(8) };
    expect(outcomeFor('sell', { period: used })).toMatchObject({ sold: 0n, payout: 0n });
  });
});

describe('rewards earned by the end of the window', () => {
  const vault = { ...IN_WINDOW, autoRestake: true };

  test('belong only to a manual restake, and count in its worth', () => {
    const byHand = outcomeFor('restake', { vault });
    expect(byHand.rewards).toBe(LMT('0.08040439'));
    const all = lmt(byHand.staked + byHand.unstaked + byHand.rewards);
    expect(byHand.worth).toBe(lmtValue(all, PRICES.lmt));
    for (const isOn of [false, true]) {
      for (const option of ['release', 'auto', 'half', 'sell'] as const) {
        expect(outcomeFor(option, { vault: { ...vault, autoRestake: isOn } }).rewards).toBe(0n);
      }
    }
  });

  test.each([1, 11, 12, 24])(
    'rank restaking now and waiting like their costs, with %s h left',
    (hoursLeft) => {
      const at = day(9 - hoursLeft / 24);
      const { cheaper, saved } = restakeCosts({
        autoRestake: true,
        byHand: restakePreview(vault, TERMS, at),
        byItself: autoRestakePreview(vault, TERMS, at),
        apy: DEFAULT_SETTINGS.currentApy,
        now: at,
        windowEndsAt: CLOSED,
      })!;
      const [byHand, waiting] = outcomes({ ...OUTLOOK, vault }, ['restake', 'auto'], at);
      expect(byHand!.worth > waiting!.worth).toBe(cheaper === 'by-hand');
      const gained = byHand!.staked + byHand!.rewards - waiting!.staked;
      expect(gained).toBe(cheaper === 'by-hand' ? saved : -saved);
    },
  );
});

test('returns a new stake in its state at maturity', () => {
  const vault = maturedVault(vestingVault(), TERMS, day(0));
  expect(vault).toMatchObject({
    status: 'active',
    matured: true,
    postedRewards: LMT('0.95890410'),
  });
  const at = vault.cycle!.endsAt;
  expect(outcomes({ ...OUTLOOK, vault }, ALL, at).map(({ option }) => option)).toEqual(ALL);
});

test('returns no outcome outside a window, or while a pause extends it', () => {
  expect(outcomes(OUTLOOK, ALL, CLOSED)).toEqual([]);
  const early = { ...OUTLOOK, vault: runningVault() };
  expect(outcomes(early, ['restake', 'half', 'sell'], day(4))).toEqual([]);
  const terms = { ...TERMS, pauses: [{ from: day(8.2), to: null }] };
  expect(outcomes({ ...OUTLOOK, terms }, ALL, NOW)).toEqual([]);
});

describe('a planned APY', () => {
  const planned = (at: number) =>
    termsOf([{ from: day(at), value: { currentApy: apy(2_000_00n) } }]);

  test('applies to a new stake that is activated after its instant', () => {
    const apyFrom = (at: number) => maturedVault(vestingVault(), planned(at), day(0)).cycle?.apy;
    expect([apyFrom(1), apyFrom(1.1)]).toEqual([2_000_00n, DEFAULT_SETTINGS.currentApy]);
  });

  test('applies to a cycle that begins after its instant, by a manual or an automatic restake', () => {
    const terms = planned(8.75);
    const [byHand, byItself] = [outcomeFor('restake', { terms }), outcomeFor('auto', { terms })];
    expect(byHand.nextRewards).toBe(cycleRewards(byHand.staked, DEFAULT_SETTINGS.currentApy));
    expect(byItself.nextRewards).toBe(cycleRewards(byItself.staked, apy(2_000_00n)));
  });
});
