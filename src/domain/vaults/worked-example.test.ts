import { describe, expect, test } from 'vitest';

import { BOOK, LMT, SOL, T0, TERMS, codeOf, contextOf, day, valueOf } from '#test/domain/builders';

import { announceBond, claimBond, confirmBond, finalizeBond } from '../bonds/bond.ts';
import { priceBond, quoteBond } from '../bonds/quote.ts';
import { type Journal, balancesAfter, imbalance } from '../base/ledger.ts';
import { formatAmount, formatDecimal, lmt } from '../base/money.ts';
import { type Prices, lmtPriceInSol, pricesAt } from '../terms/price.ts';
import { requestSell, returnSell, settleSell } from '../sells/sell.ts';
import { settingsAt } from '../terms/terms.ts';
import { type Instant, HOUR_MS, after } from '../base/time.ts';
import { rewardsAt, vaultTotal, withdrawable } from './vault.ts';
import { catchUp } from './vault-catch-up.ts';
import { feePaidJournal } from '../payments/fee-payment.ts';
import { activate, stake, stakingFee } from './vault-stake.ts';
import { restake, restakePreview, unstake } from './vault-window.ts';

/** Journals of the user, in order. */
const journals: Journal[] = [];

/** Returns all balances except 0, with their token's decimals. */
function held(): Record<string, string> {
  const rows = [...balancesAfter(journals)].filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(
    rows.map(([key, amount]) => [key, formatDecimal(amount, key.endsWith('/SOL') ? 9 : 8)]),
  );
}

const pricesOn = (at: Instant): Prices => valueOf(pricesAt(BOOK, TERMS, at));
const SUPPLY = { issued: lmt(0n), maximum: LMT('1000000') };

/** Bonds on day 0 and claims on day 1. */
function bondAndClaim(): void {
  const asked = { id: 'b1', userId: 'u1', token: 'SOL', amount: SOL('49.35') } as const;
  const quote = valueOf(quoteBond(asked, { prices: pricesOn(T0), supply: SUPPLY }, T0));
  expect(formatAmount('LMT', quote.lmtAmount)).toBe('10.00000000');
  const payment = {
    signature: 'sig',
    payerUserId: 'u1',
    token: 'SOL',
    amount: SOL('49.35'),
    blockTime: T0,
    slot: 1,
    finalized: false,
  } as const;
  const announced = announceBond({ asked, signature: 'sig', prices: pricesOn(T0) }, T0);
  const prices = { prices: pricesOn(T0), isSolKnown: true };
  const { lmtAmount } = priceBond(payment, quote, prices);
  const paid = confirmBond(announced.next, { payment, lmtAmount });
  journals.push(...announced.journals, ...paid.journals);
  expect(held()).toEqual({
    'treasury/SOL': '-49.350000000',
    'bonded/SOL': '49.350000000',
    'issuance/LMT': '-10.00000000',
    'bond:b1/LMT': '10.00000000',
  });
  expect(codeOf(claimBond(paid.next, day(1)))).toBe('BOND_NOT_FINALIZED');
  const claimed = valueOf(claimBond(finalizeBond(paid.next), day(1)));
  journals.push(...claimed.journals);
  expect(held()).toMatchObject({ 'unstaked:u1/LMT': '10.00000000' });
  expect(held()).not.toHaveProperty('bond:b1/LMT');
}

/** Stakes 5 LMT on day 1 and activates on day 2. */
function stakeAndActivate(): ReturnType<typeof catchUp>['next'] {
  const fee = stakingFee({ amount: LMT('5'), prices: pricesOn(day(1)) }, TERMS, day(1));
  expect(fee).toBe(493_500_000n);
  journals.push(feePaidJournal({ userId: 'u1', paymentId: 'fee', paid: fee, at: day(1) }));
  expect(held()).toMatchObject({ 'credit:u1/SOL': '0.493500000' });
  const asked = { id: 'v1', userId: 'u1', amount: LMT('5'), autoRestake: true };
  const settlement = { fee, credit: fee, signature: 'fee', finalized: true };
  const staked = valueOf(stake({ asked, unstaked: LMT('10'), settlement }, day(1)));
  journals.push(...staked.journals);
  expect(held()).toMatchObject({
    'unstaked:u1/LMT': '5.00000000',
    'vault:v1/LMT': '5.00000000',
    'fee.stake/SOL': '0.493500000',
    'treasury/SOL': '-49.843500000',
  });
  expect(held()).not.toHaveProperty('credit:u1/SOL');
  return valueOf(activate(staked.next, TERMS, day(2))).next;
}

describe('a worked example of one user', () => {
  test('has the expected numbers and balances after each step', () => {
    bondAndClaim();
    const active = stakeAndActivate();

    const matured = catchUp(active, TERMS, day(9));
    journals.push(...matured.journals);
    expect(formatAmount('LMT', rewardsAt(matured.next, day(9)))).toBe('0.95890410');
    expect(formatAmount('LMT', vaultTotal(matured.next, day(9)))).toBe('5.95890410');
    expect(formatAmount('LMT', withdrawable(matured.next))).toBe('2.97945205');
    expect(held()).toMatchObject({
      'vault:v1/LMT': '5.95890410',
      'rewards/LMT': '-0.95890410',
    });

    const out = valueOf(unstake({ vault: matured.next, amount: LMT('1.78767123') }, TERMS, day(9)));
    journals.push(...out.journals);
    expect(out.next).toMatchObject({ postedRewards: 0n, amount: LMT('4.17123287') });
    expect(LMT('5') - out.next.amount).toBe(LMT('0.82876713'));
    expect(held()).toMatchObject({
      'vault:v1/LMT': '4.17123287',
      'unstaked:u1/LMT': '6.78767123',
    });

    expect(restakePreview(out.next, TERMS, day(9)).fee).toBe(LMT('0.06256850'));
    const again = valueOf(restake(out.next, TERMS, day(9)));
    journals.push(...again.journals);
    expect(again.next).toMatchObject({ amount: LMT('4.10866437'), cycleNumber: 2 });
    expect(held()).toMatchObject({
      'vault:v1/LMT': '4.10866437',
      'fee.restake/LMT': '0.06256850',
    });

    const window = catchUp(again.next, TERMS, day(16));
    journals.push(...window.journals);
    expect(window.next.postedRewards).toBe(LMT('0.78796302'));
    sellOnDay16(window.next);

    const rolled = catchUp(window.next, TERMS, day(17));
    journals.push(...rolled.journals);
    expect(rolled.next).toMatchObject({
      amount: LMT('4.88480794'),
      postedRewards: 0n,
      cycleNumber: 3,
      lastRestake: { type: 'auto', fee: LMT('0.01181945'), at: day(17) },
      totalRewardsEarned: LMT('1.74686712'),
      originalAmount: LMT('5'),
    });
    expect(held()).toEqual({
      'treasury/SOL': '-38.110232946',
      'bonded/SOL': '49.350000000',
      'fee.stake/SOL': '0.493500000',
      'paidOut/SOL': '-11.733267054',
      'issuance/LMT': '-10.00000000',
      'rewards/LMT': '-1.74686712',
      'fee.restake/LMT': '0.07438795',
      'fee.sell/LMT': '0.40726028',
      'soldBurned/LMT': '2.30780821',
      'unstaked:u1/LMT': '4.07260274',
      'vault:v1/LMT': '4.88480794',
    });
    expect(journals.filter((journal) => imbalance(journal).size > 0)).toEqual([]);
    expect(journals.map(({ kind }) => kind)).toEqual([
      'bondPaid',
      'bondClaimed',
      'feePaid',
      'staked',
      'matured',
      'unstaked',
      'restaked',
      'matured',
      'sellRequested',
      'sellReturned',
      'sellRequested',
      'sellPaid',
      'restaked',
    ]);
  });
});

/** After two price steps: requests a sell, cancels it, and has a second request paid. */
function sellOnDay16(vault: ReturnType<typeof catchUp>['next']): void {
  const prices = pricesOn(day(16));
  expect(prices.lmt).toBe(1_016_832_075n);
  expect(formatAmount('SOL', lmtPriceInSol(prices))).toBe('5.084160375');
  const asked = { id: 's1', amount: LMT('2.71506849'), payoutToken: 'SOL' } as const;
  const seller = {
    userId: 'u1',
    unstaked: LMT('6.78767123'),
    period: { sold: lmt(0n), startedAt: null },
    vaults: [vault],
    sells: [],
    payoutFailedAt: null,
  };
  const settings = settingsAt(TERMS, day(16));
  const first = valueOf(requestSell({ asked, seller, settings, prices }, TERMS, day(16)));
  journals.push(...first.journals);
  expect(held()).toMatchObject({
    'escrow:s1/LMT': '2.71506849',
    'unstaked:u1/LMT': '4.07260274',
  });
  const cancelled = valueOf(
    returnSell(first.next, { status: 'cancelled' }, after(day(16), HOUR_MS)),
  );
  journals.push(...cancelled.journals);
  expect(held()).toMatchObject({ 'unstaked:u1/LMT': '6.78767123' });
  expect(cancelled.period).toEqual(seller.period);

  const now = after(day(16), 2 * HOUR_MS);
  const later = { ...seller, sells: [cancelled.next] };
  const tooMuch = { ...asked, id: 's2', amount: LMT('3.39383562') };
  const refused = requestSell({ asked: tooMuch, seller: later, settings, prices }, TERMS, now);
  expect(contextOf(refused)).toEqual({ remaining: '3.39383561', resetsAt: null });
  const second = valueOf(
    requestSell(
      { asked: { ...asked, id: 's2' }, seller: later, settings, prices: pricesOn(now) },
      TERMS,
      now,
    ),
  );
  expect(second.next).toMatchObject({ fee: LMT('0.40726028'), payout: SOL('11.733267054') });
  expect(second.next.amount - second.next.fee).toBe(LMT('2.30780821'));
  expect(second.period).toEqual({ sold: LMT('2.71506849'), startedAt: now });
  const paid = settleSell(second.next, second.next.payout, after(now, HOUR_MS));
  journals.push(...second.journals, ...paid.journals);
  expect(held()).not.toHaveProperty('escrow:s2/LMT');
}
