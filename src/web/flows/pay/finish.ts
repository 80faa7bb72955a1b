import { type OpenedBond, recordBond } from '../../api/bonds.ts';
import { noticeSignedOut, refreshAll } from '../../api/query-client.ts';
import { pause } from '../../api/rpc.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Fault } from '../../ui/read.ts';
import { bondTexts } from '../../ui/texts/bond.ts';
import { showToast } from '../../ui/toast.ts';
import { walletState } from '../../wallet/state.ts';
import { follow } from './follow.ts';
import { isFinal, isPassing, recordFault } from './failure.ts';
import { withPaymentLock } from './lock.ts';
import { blankProgress, changeProgress, currentView, showProgress } from './progress.ts';
import { type StoredPayment, dropPayment, storedPayment } from './stored-payment.ts';

const RECORD_RETRIES = 4;
const RETRY_MS = 1_000;
const running = new Set<string>();

/** Takes up the payment that this wallet left unfinished, if there is one. Asks for nothing. */
export async function resume(
  walletAddress: string,
  userId: string,
  walletName: string,
): Promise<void> {
  if (running.has(walletAddress)) return;
  await withPaymentLock(
    walletAddress,
    async () => {
      const payment = storedPayment(walletAddress);
      if (payment?.userId !== userId) return;
      const { tokenType, amount, lmtAmount, signature } = payment;
      showProgress({
        ...blankProgress,
        walletAddress,
        walletName,
        tokenType,
        amount,
        lmtAmount,
        signature,
        stage: 'send',
        isResumed: true,
      });
      await finish(payment);
    },
    true,
  );
}

/** Sends, waits for and records a signed payment. It may be called again at any time for the same one. */
export async function finish(payment: StoredPayment): Promise<void> {
  running.add(payment.walletAddress);
  try {
    changeProgress({ stage: 'send', signature: payment.signature, outcome: { kind: 'running' } });
    const outcome = await follow(payment, (stage, isSlow) => changeProgress({ stage, isSlow }));
    if (outcome === 'expired') return endExpired(payment);
    if (outcome === 'failed') return endFailed(payment, bondTexts.pay.failed.onChain);
    changeProgress({ stage: 'record', isSlow: false });
    await record(payment);
  } finally {
    running.delete(payment.walletAddress);
  }
}

/** Gives the payment up on this screen; the server finds it on the chain by its reference. */
export function dismissPayment(): void {
  const { progress } = currentView();
  const payment = progress && storedPayment(progress.walletAddress);
  if (payment) dropPayment(payment);
  showProgress(null, false);
}

async function record(payment: StoredPayment): Promise<void> {
  const { userId, tokenType, lmtAmount, signature, quoteId, key } = payment;
  const amount = withEightDecimals(payment.amount);
  const body = { userId, tokenType, amount, lmtAmount, quoteId, transactionSignature: signature };
  for (let attempt = 0; ; attempt += 1) {
    if (!isStillConnected(payment)) return showProgress(null, false);
    try {
      return endDone(payment, await recordBond(body, key));
    } catch (error) {
      if (isPassing(error) && attempt < RECORD_RETRIES) {
        changeProgress({ isSlow: true });
        await pause(RETRY_MS * 2 ** attempt);
        continue;
      }
      const fault = recordFault(error, signature);
      if (isFinal(error)) return endFailed(payment, fault.message, fault.requestId);
      noticeSignedOut(error);
      return endStuck(fault);
    }
  }
}

/** Requests carry 8 decimals, whatever the token has; a quoted amount never has more that count. */
function withEightDecimals(amount: string): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  return `${whole}.${fraction.slice(0, 8).padEnd(8, '0')}`;
}

/** A wallet that was changed or disconnected meanwhile: its payment waits for it. */
function isStillConnected({ walletAddress }: StoredPayment): boolean {
  const state = walletState();
  return state.phase === 'connected' && state.address === walletAddress;
}

function endDone(payment: StoredPayment, bond: OpenedBond): void {
  if (bond.status === 'failed') return endFailed(payment, bondTexts.pay.failed.onChain);
  dropPayment(payment);
  const isPending = bond.status === 'pending';
  changeProgress({
    outcome: { kind: 'done', isPending, availableAt: bond.bondingEndTime },
    lmtAmount: bond.lmtAmount,
    isSlow: false,
  });
  const { title, detail, pending } = bondTexts.pay.done;
  const told = bond.notice ?? detail(formatNumber(bond.lmtAmount, 4));
  showToast({ tone: 'success', title, detail: isPending ? pending : told });
  if (!currentView().isOpen) showProgress(null, false);
  void refreshAll();
}

function endExpired(payment: StoredPayment): void {
  dropPayment(payment);
  changeProgress({ outcome: { kind: 'expired' } });
  const { title, detail } = bondTexts.pay.expired;
  showToast({ tone: 'failure', title, detail });
}

function endFailed(payment: StoredPayment, message: string, requestId: string | null = null): void {
  dropPayment(payment);
  changeProgress({ outcome: { kind: 'failed', message, requestId } });
  const { title } = bondTexts.pay.failed;
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
  void refreshAll();
}

function endStuck({ message, requestId }: Fault): void {
  changeProgress({ outcome: { kind: 'stuck', message, requestId }, isSlow: false });
  const { title } = bondTexts.pay.failed;
  showToast({ tone: 'failure', title, detail: message, reference: requestId });
}
