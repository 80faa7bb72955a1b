import type { Status } from '#contract/protocol';

import { noticeSignedOut, queryClient } from '../../api/query-client.ts';
import { statusQuery } from '../../api/queries.ts';
import { readSession } from '../../api/stored-session.ts';
import { logFailure } from '../../api/log-failure.ts';
import { payTexts } from '../../texts/pay.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { type WalletSigned, canSend, signPayment } from '../../wallet/sign-transaction.ts';
import { addressNow, updateConnected } from '../../wallet/state.ts';
import {
  type ChainError,
  feeOf,
  finalizedHeight,
  forgetLifetime,
  isShortOfFunds,
  isTooLate,
  recentLifetime,
  simulate,
  statusOf,
  tokenAccountRent,
} from './chain.ts';
import { type Due, agreedOrder, dueOf, isStillDue, solText } from './due.ts';
import { type PayFault, ShortOfFunds, payFault } from './failure.ts';
import { tellFree } from './fee-toasts.ts';
import { finish, finishStored, isFinishing, resume } from './finish.ts';
import { watchLife } from './life.ts';
import { withPaymentLock } from './lock.ts';
import type { Order, Transfer } from './order.ts';
import { type Progress, blankProgress, changeProgress, showProgress } from './progress.ts';
import { type Signed, type StoredPayment, storePayment } from './stored-payment.ts';

/** More than any blockhash lives: for a blockhash that the wallet chose and whose age is unknown. */
const LONGEST_LIFE_BLOCKS = 300;

/** Each payment has its number: one that was cancelled finds that it is not the current one. */
let current = 0;
/** The order that came to nothing last. */
let failed: Order | null = null;
let waiting: { readonly order: Order; readonly due: Due } | null = null;

/** Wallets that send payments themselves because their owners are slow to sign; until the page is left. */
const senders = new Set<string>();
/** Leaves the wallet's prompt to itself; what it signs later is thrown away. */
let leavePrompt: () => void = () => undefined;

/** Pays an order, from the quote to what is recorded for it, and shows how far it is. */
export async function startPayment(order: Order): Promise<void> {
  leaveRun();
  if (isFinishing(order)) return resume(order);
  const run = current;
  showProgress(firstProgress(order), true);
  await inTurn(run, order, () => quoteAndPay(run, order));
}

/** Does the work while no other tab pays; a payment that one has left unfinished is ended in its place. */
async function inTurn(run: number, order: Order, work: () => Promise<void>): Promise<void> {
  const got = await withPaymentLock(order.walletAddress, () =>
    guarded(run, order, async () => {
      // The strip says that it is another one than the dialog was opened for.
      if (!(await finishStored(order, false))) await work();
    }),
  );
  if (!got) failElsewhere(order);
}

function firstProgress(order: Order): Progress {
  const { purpose, walletAddress, walletName } = order;
  const base = { ...blankProgress, purpose, walletAddress, walletName };
  if (order.purpose === 'bond') {
    const { tokenType, amount, expected } = order;
    return { ...base, tokenType, amount, lmtAmount: expected };
  }
  const amount = solText(BigInt(order.expected));
  return { ...base, tokenType: 'SOL', amount, lmtAmount: order.lmtAmount };
}

/** The user takes the price that is worse than the one shown; where it no longer holds, it is asked for again. */
export async function acceptPrice(): Promise<void> {
  if (!waiting) return;
  const { order, due } = waiting;
  waiting = null;
  const run = current;
  changeProgress(order.walletAddress, { outcome: { kind: 'running' } });
  await inTurn(run, order, () =>
    isStillDue(due) ? pay(run, order, due) : quoteAndPay(run, agreedOrder(order, due)),
  );
}

/** Gives up what has not been sent. A signature that comes later is thrown away. */
export function cancelPayment(): void {
  leaveRun();
  showProgress(null, false);
}

/** The wallet may never answer what it was asked: nothing waits for that any more. */
function leaveRun(): void {
  current += 1;
  waiting = null;
  leavePrompt();
}

async function guarded(run: number, order: Order, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (addressNow() === order.walletAddress) noticeSignedOut(error);
    if (run === current) fail(order, payFault(error, order.purpose));
  }
}

async function quoteAndPay(run: number, order: Order): Promise<void> {
  if (readSession().sessionToken === undefined) {
    // Cleared by another tab, or by the browser: the page offers to sign in again.
    updateConnected(order.walletAddress, { session: 'none', userId: null });
    return fail(order, { message: payTexts.failed.noSession, requestId: null, code: null });
  }
  const due = await dueOf(order);
  if (run !== current) return;
  const { amount, lmtAmount, isWorse, expected } = due;
  const { walletAddress } = order;
  changeProgress(walletAddress, { amount, lmtAmount });
  if (isWorse) {
    waiting = { order, due };
    return changeProgress(walletAddress, { outcome: { kind: 'changed', expected } });
  }
  await pay(run, order, due);
}

async function pay(run: number, order: Order, due: Due): Promise<void> {
  const { transfer, about, amount, lmtAmount } = due;
  const { walletAddress, userId } = order;
  const { treasuryAddress: receiver = null } = transfer ?? {};
  const outcome = { kind: 'running' } as const;
  if (transfer) changeProgress(walletAddress, { stage: 'sign', outcome, receiver });
  else if (addressNow() === walletAddress) tellFree(due);
  const signature = transfer ? await signed(run, walletAddress, transfer) : NOTHING_TO_SIGN;
  if (run !== current) return;
  const tokenType = transfer?.tokenType ?? 'SOL';
  const key = crypto.randomUUID();
  const facts = { key, walletAddress, userId, tokenType, amount, lmtAmount };
  const payment: StoredPayment = { ...facts, ...about, ...signature };
  // From here on it is never asked for again, whatever happens to this page.
  storePayment(payment);
  await finish(payment);
}

const NOTHING_TO_SIGN = { signature: null };

/** The payment as the wallet signed it. What comes back too late to be sent is asked for once more. */
async function signed(run: number, walletAddress: string, transfer: Transfer): Promise<Signed> {
  const first = await asked(run, { walletAddress, transfer });
  if (first !== 'late') return first;
  changeProgress(walletAddress, { isAskedAgain: true, canSend: canSend() });
  const second = await asked(run, { walletAddress, transfer, isLast: true });
  if (second === 'late') throw new Error('asked twice');
  return second;
}

async function asked(
  run: number,
  {
    walletAddress,
    transfer,
    isLast = false,
  }: {
    readonly walletAddress: string;
    readonly transfer: Transfer;
    readonly isLast?: boolean | undefined;
  },
): Promise<Signed | 'late'> {
  const { network } = await queryClient.ensureQueryData(statusQuery());
  const { readSigned } = await import('./transfer.ts');
  const { bytes, lifetime } = await payable(walletAddress, transfer);
  const { lastValidBlockHeight } = lifetime;
  let isOver = false;
  void watchLife(
    lastValidBlockHeight,
    (signBefore) => run === current && changeProgress(walletAddress, { signBefore }),
    () => isOver || run !== current,
  );
  const result = await prompted(bytes, walletAddress, network).finally(() => {
    isOver = true;
    // Two equal transfers on one blockhash would be one transaction.
    forgetLifetime();
  });
  if (run !== current) throw new Error('cancelled');
  if (result === 'left') return asked(run, { walletAddress, transfer, isLast });
  if (result.kind === 'sent') {
    // The wallet chose what it sent: only its signature is known.
    return { signature: result.signature, transaction: null, lastValidBlockHeight: await anyEnd() };
  }
  const { signature, transaction, blockhash } = readSigned(result.bytes);
  if (blockhash !== lifetime.blockhash) {
    return { signature, transaction, lastValidBlockHeight: await anyEnd() };
  }
  if (!isLast && run === current && (await isLost(signature, lastValidBlockHeight))) return 'late';
  return { signature, transaction, lastValidBlockHeight };
}

/** What the wallet makes of the bytes; 'left' where the user has it send them instead. */
async function prompted(
  bytes: Uint8Array,
  walletAddress: string,
  network: Status['network'],
): Promise<WalletSigned | 'left'> {
  const way = senders.has(walletAddress) ? 'send' : 'sign';
  const left = new Promise<'left'>((leave) => {
    leavePrompt = () => leave('left');
  });
  try {
    return await Promise.race([signPayment(bytes, walletAddress, { network, way }), left]);
  } catch (error) {
    // The next try is signed again: perhaps it only says that it can send.
    senders.delete(walletAddress);
    throw error;
  }
}

/** The user is slow to sign: the wallet is asked to send the payment, on a blockhash of its own. */
export function letWalletSend(walletAddress: string): void {
  senders.add(walletAddress);
  changeProgress(walletAddress, { canSend: false });
  leavePrompt();
}

/** Whether it came too late to be sent, and no wallet sent it on its own. */
async function isLost(signature: string, lastValidBlockHeight: number): Promise<boolean> {
  if (!(await isTooLate(lastValidBlockHeight))) return false;
  const seen = await statusOf(signature, { searchesHistory: true }).catch(() => null);
  return seen?.kind === 'unseen';
}

/** The last block height at which anything that was signed by now can land; where that is unknown, any. */
async function anyEnd(): Promise<number> {
  const height = await finalizedHeight().catch(() => Number.MAX_SAFE_INTEGER);
  return Math.min(height + LONGEST_LIFE_BLOCKS, Number.MAX_SAFE_INTEGER);
}

/** It has expired, or the very same transfer was paid before on it. */
const OLD_BLOCKHASH: readonly ChainError[] = ['BlockhashNotFound', 'AlreadyProcessed'];

/** The unsigned transfer, tried out first: the wallet is never asked to sign what can't succeed. */
async function payable(walletAddress: string, transfer: Transfer) {
  const { buildTransfer, messageOf, toBase64 } = await import('./transfer.ts');
  const rent = transfer.tokenAccountMissing ? tokenAccountRent().catch(() => null) : null;
  for (let attempt = 0; ; attempt += 1) {
    const lifetime = await recentLifetime();
    const bytes = await buildTransfer(walletAddress, transfer, lifetime);
    const fee = feeOf(toBase64(messageOf(bytes))).catch(() => null);
    const error = await simulate(toBase64(bytes));
    changeProgress(walletAddress, { networkFee: await fee, accountRent: await rent });
    if (error === null) return { bytes, lifetime };
    forgetLifetime();
    if (!OLD_BLOCKHASH.includes(error) || attempt > 0) throw asFailure(error);
  }
}

function asFailure(error: ChainError): Error {
  return isShortOfFunds(error) ? new ShortOfFunds() : new Error(JSON.stringify(error));
}

/** Places the order that failed again, at a new price; a price that is worse than the shown one is asked about. */
export async function retryPayment(): Promise<void> {
  if (failed) await startPayment({ ...failed, quote: null });
}

function failElsewhere(order: Order): void {
  fail(order, { message: payTexts.otherTab, requestId: null, code: null });
}

function fail(order: Order, { message, requestId, code }: PayFault): void {
  failed = order;
  const outcome = { kind: 'failed', step: 'pay', message, requestId, canRetry: true } as const;
  changeProgress(order.walletAddress, { outcome });
  // Another account is told nothing of it.
  if (addressNow() !== order.walletAddress) return;
  const title = payTexts[order.purpose].failed.pay;
  logFailure({ title, code, reference: requestId });
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
}
