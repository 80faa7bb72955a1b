import type { Status } from '#contract/terms/protocol';

import { queryClient } from '../api/query-client.ts';
import { statusQuery } from '../api/queries.ts';
import { type WalletSigned, canSend, signPayment } from '../wallet/sign-transaction.ts';
import { finalizedHeight, forgetLifetime, isTooLate, statusOf } from './chain.ts';
import { watchLife } from './life.ts';
import type { Transfer } from './order.ts';
import { payable } from './payable.ts';
import { changeProgress } from './progress.ts';
import { type Run, orLeft } from './run.ts';
import type { Signed } from './stored-payment.ts';

/** More than any blockhash lives: for a blockhash that the wallet chose and whose age is unknown. */
const LONGEST_LIFE_BLOCKS = 300;
const UNKNOWN_END = Number.MAX_SAFE_INTEGER;

/** Wallets that send payments themselves because their owners are slow to sign; until the page is left. */
const senders = new Set<string>();
/** Leaves the wallet's prompt to itself: what it signs later is thrown away, what it sends later is kept. */
let leavePrompt: () => void = () => undefined;

interface Asking {
  readonly run: Run;
  readonly walletAddress: string;
  readonly transfer: Transfer;
  /** Whether its quote still holds. */
  readonly isDue: () => boolean;
  /** Told of what the wallet has sent as soon as it answers; `isLeft`: its prompt had been left. */
  readonly onSent: (sent: Signed, isLeft: boolean) => void;
  readonly isLast?: boolean;
}

/** The payment as the wallet signed it; 'ended' where its quote ended before the prompt. What comes back too late to be sent is asked for once more. */
export async function signed(asking: Asking): Promise<Signed | 'ended'> {
  const first = await asked(asking);
  if (first !== 'late') return first;
  changeProgress(asking.walletAddress, { isAskedAgain: true, canSend: canSend() });
  const second = await asked({ ...asking, isLast: true });
  if (second === 'late') throw new Error('asked twice');
  return second;
}

/** What the wallet signed: 'late' where it can't be sent any more, 'ended' where the quote ended before the prompt. */
async function asked(asking: Asking): Promise<Signed | 'late' | 'ended'> {
  const { run, walletAddress, transfer, isDue, isLast = false } = asking;
  const { network, readSigned, bytes, lifetime, ...costs } = await orLeft(
    run,
    prepared(walletAddress, transfer),
  );
  changeProgress(walletAddress, costs);
  if (!isDue()) return 'ended';
  const { lastValidBlockHeight } = lifetime;
  let isOver = false;
  void watchLife(
    lastValidBlockHeight,
    (signBefore) => run.aborted || changeProgress(walletAddress, { signBefore }),
    () => isOver || run.aborted,
  );
  const result = await prompted(asking, bytes, network).finally(() => {
    isOver = true;
    // Two equal transfers on one blockhash would be one transaction.
    forgetLifetime();
  });
  // What has been sent is paid, whatever became of the run.
  if (result !== 'left' && result.kind === 'sent')
    return { ...sentBy(result), ...(await anyEnd()) };
  if (run.aborted) throw new Error('cancelled');
  if (result === 'left') return asked(asking);
  const { signature, transaction, blockhash } = readSigned(result.bytes);
  const isOwn = blockhash === lifetime.blockhash;
  const isLate = isOwn && !isLast && (await isLost(signature, lastValidBlockHeight));
  const end = isOwn ? { lastValidBlockHeight } : await anyEnd();
  // Nothing has been sent yet.
  if (run.aborted) throw new Error('cancelled');
  return isLate ? 'late' : { signature, transaction, ...end };
}

/** What the wallet is going to be asked to sign, and what it takes to read the answer. */
async function prepared(walletAddress: string, transfer: Transfer) {
  const { network } = await queryClient.ensureQueryData(statusQuery());
  const { readSigned } = await import('./transfer.ts');
  return { network, readSigned, ...(await payable(walletAddress, transfer)) };
}

/** What the wallet makes of the bytes; 'left' where the user has left its prompt. */
async function prompted(
  { run, walletAddress, onSent }: Asking,
  bytes: Uint8Array,
  network: Status['network'],
): Promise<WalletSigned | 'left'> {
  const way = senders.has(walletAddress) ? 'send' : 'sign';
  let isLeft = false;
  const left = new Promise<'left'>((resolve) => {
    leavePrompt = () => {
      isLeft = true;
      resolve('left');
    };
    run.addEventListener('abort', leavePrompt, { once: true });
  });
  const answer = signPayment(bytes, walletAddress, { network, way }).then((result) => {
    if (result.kind === 'sent') onSent(sentBy(result), isLeft);
    return result;
  });
  try {
    return await Promise.race([answer, left]);
  } catch (error) {
    // The next try is signed again: perhaps it only says that it can send.
    senders.delete(walletAddress);
    throw error;
  }
}

/** The wallet chose what it sent: only its signature is known. */
const sentBy = ({ signature }: { readonly signature: string }) => ({
  signature,
  transaction: null,
  lastValidBlockHeight: UNKNOWN_END,
});

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
async function anyEnd(): Promise<Pick<Signed, 'lastValidBlockHeight'>> {
  const height = await finalizedHeight().catch(() => UNKNOWN_END);
  return { lastValidBlockHeight: Math.min(height + LONGEST_LIFE_BLOCKS, UNKNOWN_END) };
}
