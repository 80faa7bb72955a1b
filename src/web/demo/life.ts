import { lamports, lmt, usdc } from '#domain/base/money';
import type { Payout } from '#domain/sells/payout';
import type { Result } from '#domain/base/result';
import { approveSell, settleSell } from '#domain/sells/sell';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, after } from '#domain/base/time';

import { DEMO_USER, DemoAccount } from './account.ts';
import { madeUpSignature } from './signature.ts';

const SOL = 1_000_000_000n;
const USDC = 1_000_000n;
const LMT = 100_000_000n;

/**
 * An account with a month behind it, seen from `now`: a bond to claim and one that is locked, a vault
 * that vests, one that runs and has restaked by itself, and one in its window, so that LMT can be sold.
 */
export function livedAccount(now: Instant): DemoAccount {
  const account = new DemoAccount(now);
  const ago = (days: number, hours = 0) => after(now, -(days * DAY_MS + hours * HOUR_MS));
  const first = account.bond('SOL', lamports(92n * SOL), madeUpSignature(), ago(24, 6));
  done(account.claim(first.id, ago(23, 5)));
  const running = staked(account, 6n * LMT, true, ago(22, 14));
  const second = account.bond('USDC', usdc(4_000n * USDC), madeUpSignature(), ago(17, 3));
  done(account.activate(running, ago(21, 13)));
  const matured = staked(account, 4n * LMT, false, ago(16, 10));
  done(account.claim(second.id, ago(16, 2)));
  done(account.activate(matured, ago(15, 9)));
  sold(account, ago(14, 2));
  account.catchUp(ago(8, 4));
  done(account.restake(matured, ago(7, 11)));
  done(account.unstake(running, lmt(60_000_000n), ago(6, 1)));
  account.catchUp(ago(2));
  account.bond('SOL', lamports(12n * SOL), madeUpSignature(), ago(1, 2));
  staked(account, 2n * LMT, false, ago(0, 10));
  account.bond('USDC', usdc(1_500n * USDC), madeUpSignature(), ago(0, 7));
  account.catchUp(now);
  return account;
}

function staked(account: DemoAccount, units: bigint, autoRestake: boolean, at: Instant): string {
  const asked = { id: crypto.randomUUID(), amount: lmt(units), autoRestake };
  return done(account.stake(asked, madeUpSignature(), at)).id;
}

/** LMT that was sold while the first vault was in its window. */
function sold(account: DemoAccount, at: Instant): void {
  account.catchUp(at);
  const asked = { id: crypto.randomUUID(), amount: lmt(2n * LMT), payoutToken: 'SOL' } as const;
  const request = done(account.sell(asked, at));
  const paidAt = after(at, 20 * HOUR_MS);
  const approved = done(approveSell(request, after(paidAt, -MINUTE_MS), null)).next;
  const payout: Payout = {
    id: crypto.randomUUID(),
    purpose: 'sell',
    subject: request.id,
    userId: DEMO_USER,
    token: request.payoutToken,
    amount: request.payout,
    receiver: '',
    status: 'finalized',
    built: '',
    signed: '',
    signature: madeUpSignature(),
    lastValidBlockHeight: 1,
    builtSlot: 1,
    costs: lamports(5_000n),
    createdAt: after(paidAt, -MINUTE_MS),
    expiresAt: after(paidAt, MINUTE_MS),
    settledAt: paidAt,
    err: null,
  };
  account.settle(settleSell(approved, paidAt), payout);
}

/** The past was possible, or this file is wrong. */
function done<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`the demo’s past is impossible: ${result.refusal.code}`);
  return result.value;
}
