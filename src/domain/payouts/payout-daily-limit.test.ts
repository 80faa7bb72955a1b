import fc from 'fast-check';
import { expect, test } from 'vitest';
import { T0, codeOf } from '#test/domain/builders';
import { lamports, usdPrice, usdc } from '../base/money.ts';
import { DAY_MS, after } from '../base/time.ts';
import {
  type RecentPayout,
  payoutStatement,
  checkPayoutLimit,
  isStatementOf,
} from './payout-daily-limit.ts';

const SOL = usdPrice(200n * 10n ** 12n);
const limit = (perDay: bigint | null, isSigned = false) => ({
  perDay: perDay === null ? null : usdc(perDay * 1_000_000n),
  sol: SOL,
  isSigned,
});
const inSol = (amount: bigint) => ({ token: 'SOL', amount: lamports(amount) }) as const;
const inUsdc = (amount: bigint) => ({ token: 'USDC', amount: usdc(amount) }) as const;

/** Payouts made just now, changed by `over`. */
const lately = (
  payouts: readonly Pick<RecentPayout, 'token' | 'amount'>[],
  over: Partial<RecentPayout> = {},
) => ({
  lately: payouts.map((paid) => ({ ...paid, status: 'sent', createdAt: T0, ...over }) as const),
  now: T0,
});

test('allows payouts up to the daily limit, and refuses one unit more', () => {
  const before = lately([inSol(2_000_000_000n), inUsdc(100_000_000n)]);
  expect(checkPayoutLimit(inUsdc(500_000_000n), before, limit(1_000n)).ok).toBe(true);
  expect(checkPayoutLimit(inUsdc(500_000_001n), before, limit(1_000n))).toMatchObject({
    ok: false,
    refusal: { code: 'SIGNATURE_REQUIRED' },
  });
});

test.each<[Partial<RecentPayout>, string]>([
  [{ status: 'awaiting-signature' }, 'SIGNATURE_REQUIRED'],
  [{ status: 'finalized' }, 'SIGNATURE_REQUIRED'],
  [{ status: 'failed' }, 'ok'],
  [{ status: 'withdrawn' }, 'ok'],
  [{ createdAt: after(T0, 1 - DAY_MS) }, 'SIGNATURE_REQUIRED'],
  [{ createdAt: after(T0, -DAY_MS) }, 'ok'],
])('counts payouts of the last 24 hours that have paid or can pay: %o', (over, code) => {
  const before = lately([inUsdc(600_000_000n)], over);
  expect(codeOf(checkPayoutLimit(inUsdc(500_000_000n), before, limit(1_000n)))).toBe(code);
});

test('accepts a text to sign only with the exact amount, token and receiver', () => {
  const textOf = (statement: string) =>
    ['lmt.example wants you to sign in:', 'owner', '', statement, '', 'Version: 1'].join('\n');
  const paid = { ...inSol(5n), receiver: 'receiver' };
  const confirmed = { ...paid, purpose: 'sell', subject: 'id' } as const;
  expect(isStatementOf(textOf(payoutStatement(paid)), confirmed)).toBe(true);
  for (const lie of [
    payoutStatement({ ...paid, receiver: 'thief' }),
    payoutStatement({ ...paid, amount: lamports(6n) }),
    payoutStatement({ ...paid, amount: lamports(4n) }),
    payoutStatement({ ...paid, ...inUsdc(5n) }),
    `${payoutStatement(paid)} And all the rest to thief.`,
    'Open the LMT admin dashboard as the owner: can move the treasury.',
    '',
  ]) {
    expect(isStatementOf(textOf(lie), confirmed), lie).toBe(false);
  }
  expect(isStatementOf('', confirmed)).toBe(false);
  const elsewhere = { ...confirmed, isElsewhere: true };
  expect(isStatementOf(textOf(payoutStatement(paid)), elsewhere)).toBe(false);
  expect(isStatementOf(textOf(payoutStatement(elsewhere)), confirmed)).toBe(false);
  expect(isStatementOf(textOf(payoutStatement(elsewhere)), elsewhere)).toBe(true);
  const credit = { ...confirmed, purpose: 'credit' } as const;
  const less = payoutStatement({ ...paid, amount: lamports(4n) });
  expect(isStatementOf(textOf(less), credit)).toBe(true);
});

test('the statement to sign names the amount, the receiver and the reason', () => {
  const paid = { ...inSol(5n), receiver: 'wallet' };
  const text = 'As the owner of LMT, pay 0.000000005 SOL to wallet out of the treasury';
  expect(payoutStatement(paid)).toBe(`${text}, above the daily limit.`);
  expect(payoutStatement({ ...paid, isElsewhere: true })).toBe(
    `${text}, and not to the wallet that sent it.`,
  );
});

test('allows a payout of any amount without a limit, or with a signature', () => {
  const much = inSol(10n ** 15n);
  expect(checkPayoutLimit(much, lately([]), limit(null)).ok).toBe(true);
  expect(checkPayoutLimit(much, lately([much]), limit(1n, true)).ok).toBe(true);
});

test('requires a signature for a refund to another wallet, whatever the amount', () => {
  const elsewhere = { ...inSol(1n), isElsewhere: true };
  for (const perDay of [null, 1_000n]) {
    expect(codeOf(checkPayoutLimit(elsewhere, lately([]), limit(perDay)))).toBe(
      'SIGNATURE_REQUIRED',
    );
    expect(checkPayoutLimit(elsewhere, lately([]), limit(perDay, true)).ok).toBe(true);
  }
});

test('the daily limit never allows more after more was paid', () => {
  const amounts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { maxLength: 5 });
  fc.assert(
    fc.property(amounts, amounts, (first, more) => {
      const next = inUsdc(1_000_000n);
      const [less, all] = [first, [...first, ...more]].map((each) => lately(each.map(inSol)));
      const few = checkPayoutLimit(next, less!, limit(100_000n)).ok;
      const many = checkPayoutLimit(next, all!, limit(100_000n)).ok;
      expect(few || !many).toBe(true);
    }),
  );
});
