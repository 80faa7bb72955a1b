import type { BondQuote } from '#contract/bonds';
import type { Status } from '#contract/protocol';
import { type PayToken, parseAmount } from '#domain/money';

import { askQuote } from '../../api/bonds.ts';
import { readSession } from '../../api/stored-session.ts';
import { showToast } from '../../ui/toast.ts';
import { bondTexts } from '../../ui/texts/bond.ts';
import type { Fault } from '../../ui/read.ts';
import { signTransaction } from '../../wallet/sign-transaction.ts';
import {
  type ChainError,
  finalizedHeight,
  forgetLifetime,
  isShortOfFunds,
  recentLifetime,
  simulate,
} from './chain.ts';
import { ShortOfFunds, payFault } from './failure.ts';
import { finish, resume } from './finish.ts';
import { withPaymentLock } from './lock.ts';
import { blankProgress, changeProgress, showProgress } from './progress.ts';
import { type StoredPayment, storePayment, storedPayment } from './stored-payment.ts';

/** What the user asked for, and what the screen promised. */
export interface Order {
  readonly walletAddress: string;
  readonly walletName: string;
  readonly userId: string;
  readonly network: Status['network'];
  readonly tokenType: PayToken;
  readonly amount: string;
  /** The LMT that was shown; a quote for less is asked about first. */
  readonly expected: string;
  /** A quote that still holds long enough, where there is one. */
  readonly quote: BondQuote | null;
}

/** More than any blockhash lives: for a blockhash that the wallet chose and whose age nobody knows. */
const LONGEST_LIFE_BLOCKS = 300;

/** Each payment has its number: one that was cancelled finds that it is not the current one. */
let current = 0;
let waiting: { readonly order: Order; readonly quote: BondQuote } | null = null;

/** Pays an order, from the quote to the recorded bond, and shows how far it is. */
export async function startPayment(order: Order): Promise<void> {
  current += 1;
  const run = current;
  const { walletAddress, walletName, tokenType, amount, expected, userId } = order;
  if (storedPayment(walletAddress)) return resume(walletAddress, userId, walletName);
  showProgress(
    {
      ...blankProgress,
      walletAddress,
      walletName,
      tokenType,
      amount,
      lmtAmount: expected,
    },
    true,
  );
  const got = await withPaymentLock(walletAddress, () =>
    guarded(run, () => quoteAndPay(run, order)),
  );
  if (!got) fail({ message: bondTexts.pay.otherTab, requestId: null });
}

/** The user takes the price that is worse than the one shown. */
export async function acceptPrice(): Promise<void> {
  if (!waiting) return;
  const { order, quote } = waiting;
  waiting = null;
  const run = current;
  await withPaymentLock(order.walletAddress, () => guarded(run, () => pay(run, order, quote)));
}

/** Gives up what has not been sent. A signature that comes later is thrown away. */
export function cancelPayment(): void {
  current += 1;
  waiting = null;
  showProgress(null, false);
}

async function guarded(run: number, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (run === current) fail(payFault(error));
  }
}

async function quoteAndPay(run: number, order: Order): Promise<void> {
  const { tokenType, amount, expected } = order;
  if (readSession().sessionToken === undefined) {
    return fail({ message: bondTexts.pay.failed.noSession, requestId: null });
  }
  const quote = order.quote ?? (await askQuote({ tokenType, amount }));
  if (run !== current) return;
  changeProgress({ amount: quote.amount, lmtAmount: quote.lmtAmount });
  if (isLess(quote.lmtAmount, expected)) {
    waiting = { order, quote };
    return changeProgress({ outcome: { kind: 'changed', expected } });
  }
  await pay(run, order, quote);
}

async function pay(run: number, order: Order, quote: BondQuote): Promise<void> {
  changeProgress({ stage: 'sign', outcome: { kind: 'running' } });
  const payment = await signed(order, quote);
  if (run !== current) return;
  // From here on it is never asked for again, whatever happens to this page.
  storePayment(payment);
  await finish(payment);
}

async function signed(order: Order, quote: BondQuote): Promise<StoredPayment> {
  const { walletAddress, userId, network } = order;
  const { readSigned } = await import('./transfer.ts');
  const { bytes, lifetime } = await payable(walletAddress, quote);
  const result = readSigned(await signTransaction(bytes, walletAddress, network));
  const isOurs = result.blockhash === lifetime.blockhash;
  const { quoteId, tokenType, amount, lmtAmount } = quote;
  return {
    key: crypto.randomUUID(),
    walletAddress,
    userId,
    quoteId,
    tokenType,
    amount,
    lmtAmount,
    signature: result.signature,
    transaction: result.transaction,
    lastValidBlockHeight: isOurs
      ? lifetime.lastValidBlockHeight
      : (await finalizedHeight()) + LONGEST_LIFE_BLOCKS,
  };
}

/** The unsigned transfer, tried out first: nobody is asked to sign what can't succeed. */
async function payable(walletAddress: string, quote: BondQuote) {
  const { buildTransfer, toBase64 } = await import('./transfer.ts');
  for (let attempt = 0; ; attempt += 1) {
    const lifetime = await recentLifetime();
    const bytes = await buildTransfer(walletAddress, quote, lifetime);
    const error = await simulate(toBase64(bytes));
    if (error === null) return { bytes, lifetime };
    forgetLifetime();
    if (error !== 'BlockhashNotFound' || attempt > 0) throw asFailure(error);
  }
}

function asFailure(error: ChainError): Error {
  return isShortOfFunds(error) ? new ShortOfFunds() : new Error(JSON.stringify(error));
}

function isLess(lmtAmount: string, expected: string): boolean {
  return (parseAmount('LMT', lmtAmount) ?? 0n) < (parseAmount('LMT', expected) ?? 0n);
}

function fail({ message, requestId }: Fault): void {
  changeProgress({ outcome: { kind: 'failed', message, requestId } });
  const { title } = bondTexts.pay.failed;
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
}
