import {
  type Lmt,
  type PayToken,
  type Token,
  type UsdPrice,
  lamports,
  parseAmount,
  usdPrice,
} from '#domain/base/money';
import type { Result } from '#domain/base/result';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, after } from '#domain/base/time';
import type { Payout } from '#domain/payouts/payout';
import { type Sell, approveSell, settleSell } from '#domain/sells/sell';

import { DEMO_USER, DemoAccount } from './account.ts';
import { madeUpSignature } from './signature.ts';

/** One thing that was done; bonds and vaults have names by which later steps know them. */
export type LifeStep =
  | {
      readonly do: 'bond';
      readonly name: string;
      readonly token: PayToken;
      readonly amount: string;
    }
  | { readonly do: 'claim' | 'activate' | 'restake'; readonly name: string }
  | {
      readonly do: 'stake';
      readonly name: string;
      readonly amount: string;
      readonly autoRestake: boolean;
    }
  | { readonly do: 'unstake'; readonly name: string; readonly amount: string }
  | { readonly do: 'sell'; readonly amount: string; readonly token: PayToken }
  /** The owner approves what was asked for last, and it is paid. */
  | { readonly do: 'pay' };

/** What was done so many days and hours before the demo is opened. */
export const LIFE: readonly (readonly [days: number, hours: number, step: LifeStep])[] = [
  [24, 6, { do: 'bond', name: 'first', token: 'SOL', amount: '92' }],
  [23, 5, { do: 'claim', name: 'first' }],
  [22, 14, { do: 'stake', name: 'running', amount: '6', autoRestake: true }],
  [21, 13, { do: 'activate', name: 'running' }],
  [17, 3, { do: 'bond', name: 'second', token: 'USDC', amount: '4000' }],
  [16, 10, { do: 'stake', name: 'matured', amount: '4', autoRestake: false }],
  [16, 2, { do: 'claim', name: 'second' }],
  [15, 9, { do: 'activate', name: 'matured' }],
  [14, 2, { do: 'sell', amount: '2', token: 'SOL' }],
  [13, 6, { do: 'pay' }],
  [7, 11, { do: 'restake', name: 'matured' }],
  [6, 1, { do: 'unstake', name: 'running', amount: '0.6' }],
  [1, 2, { do: 'bond', name: 'to claim', token: 'SOL', amount: '12' }],
  [0, 10, { do: 'stake', name: 'vesting', amount: '2', autoRestake: false }],
  [0, 7, { do: 'bond', name: 'locked', token: 'USDC', amount: '1500' }],
];

/** When a step was done, and the times of the payment that belongs to it. */
export interface StepTimes {
  readonly at: Instant;
  /** When the payment of a bond was made. */
  readonly paidAt?: Instant;
  readonly payout?: Pick<Payout, 'createdAt' | 'expiresAt' | 'settledAt'>;
}

/** Lives a life, step by step, on an account. */
export class Life {
  readonly #account: DemoAccount;
  readonly #ids = new Map<string, string>();

  constructor(account: DemoAccount) {
    this.#account = account;
  }

  do(step: LifeStep, times: StepTimes): void {
    const account = this.#account;
    const { at } = times;
    account.catchUp(at);
    switch (step.do) {
      case 'bond': {
        const { token } = step;
        const payment = { token, amount: amountOf(token, step.amount), at: times.paidAt ?? at };
        const bond = account.bond({ ...payment, signature: madeUpSignature() }, at);
        this.#ids.set(step.name, bond.id);
        return;
      }
      case 'stake': {
        const { autoRestake } = step;
        const asked = { id: crypto.randomUUID(), amount: lmtOf(step.amount), autoRestake };
        this.#ids.set(step.name, done(account.stake(asked, madeUpSignature(), at)).id);
        return;
      }
      case 'claim':
        return void done(account.claim(this.#idOf(step), at));
      case 'activate':
        return void done(account.activate(this.#idOf(step), at));
      case 'restake':
        return void done(account.restake(this.#idOf(step), at));
      case 'unstake':
        return void done(account.unstake(this.#idOf(step), lmtOf(step.amount), at));
      case 'sell': {
        const asked = { amount: lmtOf(step.amount), payoutToken: step.token };
        return void done(account.sell({ id: crypto.randomUUID(), ...asked }, at));
      }
      case 'pay':
        return this.#pay(times);
    }
  }

  #idOf({ name }: { readonly name: string }): string {
    return this.#ids.get(name) ?? '';
  }

  #pay({ at, payout }: StepTimes): void {
    const [request] = this.#account.sells;
    if (!request) throw new Error('nothing was asked for');
    const approved = done(approveSell(request, at, null)).next;
    const paidAt = payout?.settledAt ?? after(at, MINUTE_MS);
    const times = { createdAt: at, expiresAt: after(paidAt, MINUTE_MS), settledAt: paidAt };
    this.#account.settle(
      settleSell(approved, approved.payout, paidAt),
      payoutOf(request, payout ?? times),
    );
  }
}

function payoutOf(
  request: Sell,
  times: Pick<Payout, 'createdAt' | 'expiresAt' | 'settledAt'>,
): Payout {
  return {
    id: crypto.randomUUID(),
    purpose: 'sell',
    subject: request.id,
    userId: DEMO_USER,
    token: request.payoutToken,
    amount: request.payout,
    rentCharged: lamports(0n),
    receiver: '',
    status: 'finalized',
    isOutside: false,
    built: '',
    signed: '',
    signature: madeUpSignature(),
    nonce: null,
    builtSlot: 1,
    costs: lamports(5_000n),
    ...times,
    landedSlot: 2,
    isWithdrawing: false,
    err: null,
  };
}

const SOL_PRICE: UsdPrice = usdPrice(196_400000000000n);
/** How long ago the price of LMT began to step. */
const PRICE_AGE_MS = 31 * DAY_MS;

/**
 * An account with a month behind it, seen from `now`: a bond to claim and one that is locked, a vault
 * that vests, one that runs and has restaked by itself, and one in its window, so that LMT can be sold.
 */
export function livedAccount(now: Instant): DemoAccount {
  const account = new DemoAccount({ lmtSince: after(now, -PRICE_AGE_MS), sol: SOL_PRICE });
  const life = new Life(account);
  for (const [days, hours, step] of LIFE) {
    life.do(step, { at: after(now, -(days * DAY_MS + hours * HOUR_MS)) });
  }
  account.catchUp(now);
  return account;
}

function amountOf<T extends Token>(token: T, text: string) {
  const amount = parseAmount(token, text);
  if (amount === null) throw new Error(`not an amount of ${token}: ${text}`);
  return amount;
}

const lmtOf = (text: string): Lmt => amountOf('LMT', text);

/** The past was possible, or this file is wrong. */
function done<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`the demo’s past is impossible: ${result.refusal.code}`);
  return result.value;
}
