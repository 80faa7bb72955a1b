import { noticeSignedOut } from '../api/query-client.ts';
import { readSession } from '../api/stored-session.ts';
import { logFailure } from '../api/log-failure.ts';
import { payTexts } from './pay-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';
import { MaybeSent } from '../wallet/failure.ts';
import { addressNow, updateConnected } from '../wallet/state.ts';
import { type Due, agreedOrder, dueOf, isStillDue, solText } from './due.ts';
import { type PayFault, payFault } from './failure.ts';
import { tellFree } from './fee-toasts.ts';
import { finish, finishStored, isFinishing, resume, takeUp } from './finish.ts';
import { withPaymentLock } from './lock.ts';
import type { Order } from './order.ts';
import {
  type Progress,
  blankProgress,
  changeProgress,
  currentView,
  showProgress,
} from './progress.ts';
import { type Run, orLeft } from './run.ts';
import { signed } from './sign.ts';
import { type Signed, type StoredPayment, storePayment } from './stored-payment.ts';
import { forgetTyped } from './typed.ts';

/** Leaves the newest run. */
let current = new AbortController();
/** The order that came to nothing last, and can be placed again. */
let failed: Order | null = null;
let waiting: { readonly order: Order; readonly due: Due } | null = null;
/** The last run whose quote ended before its wallet was prompted. */
let requoted: Run | null = null;

/** Pays an order, from the quote to what is recorded for it, and shows how far it is. */
export async function startPayment(order: Order): Promise<void> {
  const run = nextRun();
  if (isFinishing(order)) {
    await resume(order);
    return tellNotPlaced(run, order);
  }
  showProgress(firstProgress(order), true);
  await inTurn(run, order, () => quoteAndPay(run, order));
}

/** Does the work while no other tab pays; a payment that one has left unfinished is ended in its place. */
async function inTurn(run: Run, order: Order, work: () => Promise<void>): Promise<void> {
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
function tellNotPlaced(run: Run, order: Order): void {
  if (run.aborted || addressNow() !== order.walletAddress) return;
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
  const run = current.signal;
  changeProgress(order.walletAddress, { outcome: { kind: 'running' } });
  await inTurn(run, order, () =>
    isStillDue(due) ? pay(run, order, due) : quoteAndPay(run, agreedOrder(order, due)),
  );
}

/** Gives up what has not been sent. A signature that comes later is thrown away; what a wallet has sent is kept. */
export function cancelPayment(): void {
  nextRun();
  showProgress(null, false);
}

/** Leaves the run before it: a wallet that has not signed may never answer, and no order waits for that. */
function nextRun(): Run {
  current.abort();
  current = new AbortController();
  waiting = null;
  return current.signal;
}

async function guarded(run: Run, order: Order, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (addressNow() === order.walletAddress) noticeSignedOut(error);
    if (run.aborted) return;
    const step = error instanceof MaybeSent ? 'unconfirmed' : 'pay';
    fail(order, payFault(error, order.purpose), step);
  }
}

async function quoteAndPay(run: Run, order: Order): Promise<void> {
  if (readSession().sessionToken === undefined) {
    // Cleared by another tab, or by the browser: the page offers to sign in again.
    updateConnected(order.walletAddress, { session: 'none', userId: null });
    return fail(order, { message: payTexts.failed.noSession, requestId: null, code: null });
  }
  const due = await orLeft(run, dueOf(order));
  const { amount, lmtAmount, isWorse, expected } = due;
  const { walletAddress } = order;
  changeProgress(walletAddress, { amount, lmtAmount });
  if (isWorse) {
    waiting = { order, due };
    return changeProgress(walletAddress, { outcome: { kind: 'changed', expected } });
  }
  await pay(run, order, due);
}

async function pay(run: Run, order: Order, due: Due): Promise<void> {
  const { transfer, about, amount, lmtAmount } = due;
  const { walletAddress, userId } = order;
  const { treasuryAddress: receiver = null } = transfer ?? {};
  const outcome = { kind: 'running' } as const;
  if (transfer) changeProgress(walletAddress, { stage: 'sign', outcome, receiver });
  else if (addressNow() === walletAddress) tellFree(due);
  const tokenType = transfer?.tokenType ?? 'SOL';
  const key = crypto.randomUUID();
  const facts = { key, walletAddress, userId, tokenType, amount, lmtAmount };
  const paymentOf = (signature: Signed | typeof NOTHING_TO_SIGN): StoredPayment => ({
    ...facts,
    ...about,
    ...signature,
  });
  const signature = transfer
    ? await signed({
        run,
        walletAddress,
        transfer,
        isDue: () => isStillDue(due),
        onSent: (sent, isLeft) => {
          storePayment(paymentOf(sent));
          if (isLeft) void takeUp(order);
          else changeProgress(walletAddress, { stage: 'send', signature: sent.signature });
        },
      })
    : NOTHING_TO_SIGN;
  if (signature === 'ended') return quoteAgain(run, agreedOrder(order, due));
  if (transfer) forgetTyped(order);
  const payment = paymentOf(signature);
  // From here on it is never asked for again, whatever happens to this page.
  storePayment(payment);
  await finish(payment);
}

const NOTHING_TO_SIGN = { signature: null };

/** Quotes an order again whose quote ended before its wallet was prompted: once, then the payment fails. */
async function quoteAgain(run: Run, order: Order): Promise<void> {
  if (requoted === run) {
    const message = payTexts[order.purpose].failed.other;
    return fail(order, { message, requestId: null, code: null });
  }
  requoted = run;
  changeProgress(order.walletAddress, { stage: 'quote' });
  await quoteAndPay(run, order);
}

/** Places the order that failed again, at a new price; a price that is worse than the shown one is asked about. */
export async function retryPayment(): Promise<void> {
  if (failed) await startPayment({ ...failed, quote: null });
}

function failElsewhere(order: Order): void {
  fail(order, { message: payTexts.otherTab, requestId: null, code: null });
}

/** A payment that its wallet may have sent is not offered to be tried again: that could pay twice. */
function fail(order: Order, fault: PayFault, step: 'pay' | 'unconfirmed' = 'pay'): void {
  const { message, requestId, code } = fault;
  failed = step === 'pay' ? order : null;
  changeProgress(order.walletAddress, { outcome: failedBy(message, requestId, step) });
  // Another account is told nothing of it.
  if (addressNow() !== order.walletAddress) return;
  const title = payTexts[order.purpose].failed[step];
  logFailure({ title, code, reference: requestId });
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
}

const failedBy = (
  message: string,
  requestId: string | null = null,
  step: 'pay' | 'unconfirmed' = 'pay',
) => ({ kind: 'failed', step, message, requestId, canRetry: step === 'pay' }) as const;
