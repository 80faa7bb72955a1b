import { noticeSignedOut, refreshAll } from '../api/query-client.ts';
import { pause } from '../api/rpc.ts';
import { logFailure } from '../api/log-failure.ts';
import { payTexts } from './pay-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';
import { addressNow, userNow } from '../wallet/state.ts';
import { solText } from './due.ts';
import {
  FAILED_ON_CHAIN,
  NOT_HANDED_OVER,
  type PayFault,
  isFinal,
  isPassing,
  missingLamports,
  payFault,
  recordFault,
  unseenMs,
} from './failure.ts';
import { tellConfirmed, tellSent } from './fee-toasts.ts';
import { follow } from './follow.ts';
import { withPaymentLock } from './lock.ts';
import {
  type Stage,
  blankProgress,
  changeProgress,
  currentView,
  endProgress,
  showProgress,
} from './progress.ts';
import { type Recorded, record } from './record.ts';
import {
  type SignedPayment,
  type StoredPayment,
  dropPayment,
  storedPayments,
} from './stored-payment.ts';
import { forgetTyped } from './typed.ts';

const RECORD_RETRIES = 4;
const RETRY_MS = 1_000;
/** What this tab is sending or recording, by wallet. */
const running = new Map<string, StoredPayment>();

/** Who pays. */
export interface Payer {
  readonly walletAddress: string;
  readonly walletName: string;
  readonly userId: string;
}

/** Takes up the payments that this wallet left unfinished, if there are any, when no other tab is at it. Asks for nothing. */
export async function resume(payer: Payer): Promise<void> {
  const { walletAddress, userId } = payer;
  const payment = running.get(walletAddress);
  if (!payment) return takeUp(payer);
  // Another wallet's payment may have taken its place on the screen.
  const isShown = currentView().progress?.walletAddress === walletAddress;
  if (!isShown && payment.userId === userId) showStored(payer, payment);
}

/** The same, also after what this tab is paying now. */
export async function takeUp(payer: Payer): Promise<void> {
  const { walletAddress, userId } = payer;
  const work = async () => {
    // While it waited in line, the wallet may have changed its account.
    if (addressNow() !== walletAddress || userNow() !== userId) return;
    if (!(await finishStored(payer))) endStuckElsewhere(walletAddress);
  };
  await withPaymentLock(walletAddress, work, true);
}

/** Puts away a payment that could not be recorded here, and that another tab has ended since. */
function endStuckElsewhere(walletAddress: string): void {
  const { progress } = currentView();
  if (progress?.walletAddress !== walletAddress || progress.outcome.kind !== 'stuck') return;
  endProgress(walletAddress);
  void refreshAll();
}

/** Whether this tab is sending or recording a payment of the wallet. */
export const isFinishing = ({ walletAddress }: Payer): boolean => running.has(walletAddress);

/** Ends the payments that were left unfinished, until one has to wait; false where there is none. The caller has the payment's lock. */
export async function finishStored(payer: Payer, isOpen?: boolean): Promise<boolean> {
  const { walletAddress, userId } = payer;
  // One of a user that was deleted meanwhile is the server's to find.
  const isOwn = (payment: StoredPayment) => payment.userId === userId;
  const left = storedPayments(walletAddress).filter(isOwn);
  for (const payment of left) {
    showStored(payer, payment, isOpen);
    await finish(payment);
    if (storedPayments(walletAddress).some(({ key }) => key === payment.key)) break;
  }
  return left.length > 0;
}

function showStored({ walletName }: Payer, payment: StoredPayment, isOpen?: boolean): void {
  const { purpose, walletAddress, tokenType, amount, lmtAmount, signature } = payment;
  const facts = { purpose, walletAddress, walletName, tokenType, amount, lmtAmount, signature };
  // An order without a transfer is stored for this visit alone.
  const isResumed = signature !== null;
  showProgress({ ...blankProgress, ...facts, stage: 'send', isResumed }, isOpen);
}

/** Sends, waits for and records a signed payment. It may be called again at any time for the same one. */
export async function finish(payment: StoredPayment): Promise<void> {
  running.set(payment.walletAddress, payment);
  try {
    if (payment.signature !== null && (await sendPayment(payment)) === 'ended') return;
    const outcome = { kind: 'running' } as const;
    changeProgress(payment.walletAddress, { stage: 'record', isSlow: false, outcome });
    await recordUntilKnown(payment);
  } finally {
    running.delete(payment.walletAddress);
  }
}

/** Gives the payment up on this screen; the server finds it on the chain by its reference. */
export function dismissPayment(): void {
  const { progress } = currentView();
  const stored = progress ? storedPayments(progress.walletAddress) : [];
  const payment = stored.find(({ signature }) => signature === progress?.signature);
  if (payment) dropPayment(payment);
  showProgress(null, false);
}

/**
 * Whether the wallet was disconnected, or uses another account: the payment is kept, and ends before the
 * eyes of its own account, which takes it up again.
 */
const isAway = ({ walletAddress }: StoredPayment) => addressNow() !== walletAddress;

/** Follows a payment until it has landed, as far as can be told, or has ended without. */
async function sendPayment(payment: SignedPayment): Promise<'landed' | 'ended'> {
  const { walletAddress, signature } = payment;
  changeProgress(walletAddress, { stage: 'send', signature, outcome: { kind: 'running' } });
  let shown: Stage = 'send';
  const outcome = await follow(payment, (stage, isSlow) => {
    if (stage === 'confirm' && shown === 'send' && !isAway(payment)) tellSent(payment);
    shown = stage;
    changeProgress(walletAddress, { stage, isSlow });
  });
  if (isAway(payment)) {
    endProgress(walletAddress);
    return 'ended';
  }
  if (typeof outcome === 'object') {
    endFailed(payment, 'pay', payFault(outcome.refused, payment.purpose));
  }
  if (outcome === 'expired') endExpired(payment);
  if (outcome === 'failed') endFailed(payment, 'pay', FAILED_ON_CHAIN);
  if (outcome === 'unsent') endStuck(payment, NOT_HANDED_OVER);
  if (outcome === 'confirmed') tellConfirmed(payment);
  return outcome === 'confirmed' || outcome === 'unknown' ? 'landed' : 'ended';
}

async function recordUntilKnown(payment: StoredPayment): Promise<void> {
  for (let retries = 0; !isAway(payment);) {
    if (userNow() !== payment.userId) return endSignedOut(payment);
    try {
      const recorded = await record(payment);
      if (isAway(payment)) break;
      return endDone(payment, recorded);
    } catch (error) {
      if (isAway(payment)) break;
      const unseen = unseenMs(error);
      if (unseen === null && (!isPassing(error) || retries === RECORD_RETRIES)) {
        return endRefused(payment, error);
      }
      const isUnseen = unseen !== null;
      changeProgress(payment.walletAddress, { isSlow: true, isUnseen });
      await pause(unseen ?? RETRY_MS * 2 ** retries);
      // What the server waits for comes: it is asked for as long as it takes.
      if (unseen === null) retries += 1;
    }
  }
  endProgress(payment.walletAddress);
}

function endDone(payment: StoredPayment, recorded: Recorded): void {
  const { hasFailed, isPending, availableAt, lmtAmount, detail } = recorded;
  if (hasFailed) return endFailed(payment, 'pay', FAILED_ON_CHAIN);
  const { walletAddress } = payment;
  const outcome = { kind: 'done', isPending, availableAt } as const;
  dropPayment(payment);
  if (payment.signature === null) forgetTyped(payment);
  changeProgress(walletAddress, { outcome, lmtAmount, isSlow: false });
  showToast({ tone: 'success', title: payTexts[payment.purpose].done.title, detail });
  if (!currentView().isOpen) endProgress(walletAddress);
  void refreshAll();
}

function endExpired(payment: StoredPayment): void {
  dropPayment(payment);
  changeProgress(payment.walletAddress, { outcome: { kind: 'expired' } });
  const { title, detail } = payTexts.expired;
  showToast({ tone: 'failure', title, detail });
}

/** What the server said no to: more is to be paid, or it is over, or it is tried again later. */
function endRefused(payment: StoredPayment, error: unknown): void {
  const missing = missingLamports(error);
  if (missing !== null && payment.purpose === 'stake') return endDue(payment, missing);
  const fault = recordFault(error, payment);
  if (isFinal(error)) return endFailed(payment, 'record', fault);
  noticeSignedOut(error);
  return endStuck(payment, fault);
}

/** What was paid stands as credit, as far as it came: only the rest is asked for. */
function endDue(payment: StoredPayment & { readonly autoRestake: boolean }, missing: string): void {
  dropPayment(payment);
  const { walletAddress, autoRestake } = payment;
  const outcome = { kind: 'due', lamports: missing, autoRestake } as const;
  changeProgress(walletAddress, { amount: solText(BigInt(missing)), outcome });
  const { required, requiredDetail } = payTexts.fee;
  showToast({ tone: 'failure', title: required, detail: requiredDetail });
  void refreshAll();
}

function endFailed(payment: StoredPayment, step: 'pay' | 'record', fault: PayFault): void {
  const { message, requestId, code } = fault;
  dropPayment(payment);
  const outcome = { kind: 'failed', step, message, requestId, canRetry: false } as const;
  changeProgress(payment.walletAddress, { outcome });
  const title = payTexts[payment.purpose].failed[step];
  logFailure({ title, code, reference: requestId });
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
  void refreshAll();
}

/** Without a session nothing is recorded; it is once its user has signed in again. */
function endSignedOut(payment: StoredPayment): void {
  const message = payTexts[payment.purpose].signedOut.detail;
  endStuck(payment, { message, requestId: null, code: null });
}

function endStuck(payment: StoredPayment, { message, requestId, code }: PayFault): void {
  const outcome = { kind: 'stuck', message, requestId } as const;
  changeProgress(payment.walletAddress, { outcome, isSlow: false });
  const title = payTexts[payment.purpose].failed.record;
  logFailure({ title, code, reference: requestId });
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
}
