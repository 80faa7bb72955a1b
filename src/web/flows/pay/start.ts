import type { Status } from '#contract/protocol';

import { noticeSignedOut, queryClient } from '../../api/query-client.ts';
import { statusQuery } from '../../api/queries.ts';
import { readSession } from '../../api/stored-session.ts';
import { logFailure } from '../../api/log-failure.ts';
import { payTexts } from '../../texts/pay.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { type WalletSigned, canSend, signPayment } from '../../wallet/sign-transaction.ts';
import { addressNow, updateConnected } from '../../wallet/state.ts';
import { finalizedHeight, forgetLifetime, isTooLate, statusOf } from './chain.ts';
import { type Due, agreedOrder, dueOf, isStillDue, solText } from './due.ts';
import { type PayFault, payFault } from './failure.ts';
import { tellFree } from './fee-toasts.ts';
import { finish, finishStored, isFinishing, resume } from './finish.ts';
import { watchLife } from './life.ts';
import { withPaymentLock } from './lock.ts';
import type { Order, Transfer } from './order.ts';
import { payable } from './payable.ts';
import {
  type Progress,
  blankProgress,
  changeProgress,
  currentView,
  showProgress,
} from './progress.ts';
import { type Signed, type StoredPayment, storePayment } from './stored-payment.ts';

/** More than any blockhash lives: for a blockhash that the wallet chose and whose age is unknown. */
const LONGEST_LIFE_BLOCKS = 300;

/** Each payment has its number: one that was cancelled finds that it is not the current one. */
let current = 0;
/** The order that came to nothing last. */
let failed: Order | null = null;
let waiting: { readonly order: Order; readonly due: Due } | null = null;
/** The last payment whose quote ended before its wallet was prompted. */
let requoted = 0;

/** Wallets that send payments themselves because their owners are slow to sign; until the page is left. */
const senders = new Set<string>();
/** Leaves the wallet's prompt to itself; what it signs later is thrown away. */
let leavePrompt: () => void = () => undefined;

/** Pays an order, from the quote to what is recorded for it, and shows how far it is. */
export async function startPayment(order: Order): Promise<void> {
  leaveRun();
  const run = current;
  if (isFinishing(order)) {
    await resume(order);
    return tellNotPlaced(run, order);
  }
  showProgress(firstProgress(order), true);
  await inTurn(run, order, () => quoteAndPay(run, order));
}

/** Does the work while no other tab pays; a payment that one has left unfinished is ended in its place. */
async function inTurn(run: number, order: Order, work: () => Promise<void>): Promise<void> {
  const got = await withPaymentLock(order.walletAddress, () =>
    guarded(run, order, async () => {
      // The strip says that it is another one than the dialog was opened for.
      if (await finishStored(order, false)) tellNotPlaced(run, order);
      else await work();
    }),
  );
  if (!got) failElsewhere(order);
}

/** Tells that an earlier payment came before the order; it offers the order again where that payment has ended well. */
function tellNotPlaced(run: number, order: Order): void {
  if (run !== current || addressNow() !== order.walletAddress) return;
  const title = payTexts[order.purpose].failed.pay;
  const message = payTexts.notPlaced;
  const { progress } = currentView();
  if (progress !== null && progress.outcome.kind !== 'done') {
    // What became of the earlier payment stays on screen.
    return showToast({ tone: 'failure', title, detail: message });
  }
  failed = order;
  showProgress({ ...firstProgress(order), outcome: failedBy(message) }, true);
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
  const isDue = () => isStillDue(due);
  const signature = transfer
    ? await signed(run, { walletAddress, transfer, isDue })
    : NOTHING_TO_SIGN;
  if (run !== current) return;
  if (signature === 'ended') return quoteAgain(run, agreedOrder(order, due));
  const tokenType = transfer?.tokenType ?? 'SOL';
  const key = crypto.randomUUID();
  const facts = { key, walletAddress, userId, tokenType, amount, lmtAmount };
  const payment: StoredPayment = { ...facts, ...about, ...signature };
  // From here on it is never asked for again, whatever happens to this page.
  storePayment(payment);
  await finish(payment);
}

const NOTHING_TO_SIGN = { signature: null };

/** Quotes an order again whose quote ended before its wallet was prompted: once, then the payment fails. */
async function quoteAgain(run: number, order: Order): Promise<void> {
  if (requoted === run) {
    const message = payTexts[order.purpose].failed.other;
    return fail(order, { message, requestId: null, code: null });
  }
  requoted = run;
  changeProgress(order.walletAddress, { stage: 'quote' });
  await quoteAndPay(run, order);
}

interface Asking {
  readonly walletAddress: string;
  readonly transfer: Transfer;
  /** Whether its quote still holds. */
  readonly isDue: () => boolean;
  readonly isLast?: boolean;
}

/** The payment as the wallet signed it. What comes back too late to be sent is asked for once more. */
async function signed(run: number, asking: Asking): Promise<Signed | 'ended'> {
  const first = await asked(run, asking);
  if (first !== 'late') return first;
  changeProgress(asking.walletAddress, { isAskedAgain: true, canSend: canSend() });
  const second = await asked(run, { ...asking, isLast: true });
  if (second === 'late') throw new Error('asked twice');
  return second;
}

/** What the wallet signed: 'late' where it can't be sent any more, 'ended' where the quote ended before the prompt. */
async function asked(run: number, asking: Asking): Promise<Signed | 'late' | 'ended'> {
  const { walletAddress, transfer, isDue, isLast = false } = asking;
  const { network } = await queryClient.ensureQueryData(statusQuery());
  const { readSigned } = await import('./transfer.ts');
  const { bytes, lifetime } = await payable(walletAddress, transfer);
  if (run !== current) throw new Error('cancelled');
  if (!isDue()) return 'ended';
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
  if (result === 'left') return asked(run, asking);
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

/** Places the order that failed again, at a new price; a price that is worse than the shown one is asked about. */
export async function retryPayment(): Promise<void> {
  if (failed) await startPayment({ ...failed, quote: null });
}

function failElsewhere(order: Order): void {
  fail(order, { message: payTexts.otherTab, requestId: null, code: null });
}

function fail(order: Order, { message, requestId, code }: PayFault): void {
  failed = order;
  changeProgress(order.walletAddress, { outcome: failedBy(message, requestId) });
  // Another account is told nothing of it.
  if (addressNow() !== order.walletAddress) return;
  const title = payTexts[order.purpose].failed.pay;
  logFailure({ title, code, reference: requestId });
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
}

const failedBy = (message: string, requestId: string | null = null) =>
  ({ kind: 'failed', step: 'pay', message, requestId, canRetry: true }) as const;
