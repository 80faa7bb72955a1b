import type { ResolvedKeys } from '../bank/resolve.ts';
import type { Execution } from '../bank/execution.ts';
import type { ChainView } from '../bank/view.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import type { TransactionError } from '../tx/errors.ts';
import { errorText } from '../tx/error-text.ts';
import type { Transaction } from '../tx/parse.ts';
import { areSignaturesValid, areSignaturesValidOnWorker } from '../tx/verify.ts';
import { decodeTransaction } from './decode.ts';
import { encodeReturned } from './encode-transaction.ts';
import {
  type RpcError,
  internalError,
  invalidParams,
  preflightFailure,
  signatureFailure,
} from './errors.ts';
import type { Context, Methods } from './method.ts';
import { commitmentOf, config, contextSlot, natural, pubkey, text } from './params.ts';

const NOTHING: Omit<Execution, 'error'> = { logs: [], inner: [], units: 0, returned: null };

function refused(error: TransactionError, execution: Omit<Execution, 'error'> = NOTHING): RpcError {
  return preflightFailure(error, {
    accounts: null,
    err: error as Json,
    fee: null,
    innerInstructions: null,
    loadedAccountsDataSize: 0,
    loadedAddresses: null,
    logs: execution.logs,
    postBalances: null,
    postTokenBalances: null,
    preBalances: null,
    preTokenBalances: null,
    replacementBlockhash: null,
    returnData: encodeReturned(execution),
    unitsConsumed: execution.units,
  });
}

/** Resolves lookup tables; throws invalidParams if a lookup fails, as a cluster does. */
export function resolved(chain: ChainView, transaction: Transaction): ResolvedKeys {
  const keys = chain.resolve(transaction);
  if (typeof keys !== 'string') return keys;
  throw invalidParams(`invalid transaction: ${errorText(keys)}`);
}

interface Sent {
  readonly transaction: Transaction;
  readonly skipPreflight: boolean;
  readonly verify: () => boolean;
}

/**
 * Runs preflight and lands a transaction with valid signatures. Preflight uses the newest state whatever
 * preflightCommitment says, because older states only cause spurious refusals.
 */
function land({ chain, faults }: Context, { transaction, skipPreflight, verify }: Sent): void {
  const keys = resolved(chain, transaction);
  const { leader } = chain;
  const refusal = (skipPreflight ? leader : chain).refusal(transaction);
  if (refusal !== null) {
    if (skipPreflight) return;
    throw refused(refusal);
  }
  // Signatures are verified first if the execution cannot be reverted.
  if ((faults.hasSendFault || !leader.executor.isRevertible(keys)) && !verify()) return;
  const fault = faults.takeSend();
  if (fault?.kind === 'drop') {
    const { execution } = chain.executor.simulate(transaction, keys, chain.slot);
    if (execution.error !== null && !skipPreflight) throw refused(execution.error, execution);
    return;
  }
  // Executed once: a failed preflight is reverted, and a passed one is the execution.
  const { landed, effects } = leader.land(transaction, keys, {
    landsFailures: skipPreflight,
    verify,
  });
  const { execution } = effects;
  if (!landed && !skipPreflight && execution.error !== null)
    throw refused(execution.error, execution);
  const [signature] = transaction.signatures;
  if (landed && fault?.kind === 'roll-back' && signature) {
    leader.rollBackAt(signature, chain.slot + fault.afterSlots);
  }
}

/** Lands a transaction. Returns false if a signature is invalid, which precedes every other refusal. */
async function landSigned(
  context: Context,
  transaction: Transaction,
  skipPreflight: boolean,
): Promise<boolean> {
  // Under load on a worker thread; otherwise during the journal write, because nothing else waits.
  let checked = context.busy() ? await areSignaturesValidOnWorker(transaction) : null;
  if (checked === false) return false;
  const verify = (): boolean => (checked ??= areSignaturesValid(transaction));
  try {
    land(context, { transaction, skipPreflight, verify });
  } catch (error) {
    if (verify()) throw error;
  }
  return verify();
}

export const sendMethods: Methods = {
  sendTransaction: async ([data, options], context) => {
    const { chain } = context;
    const asked = config(options);
    const skipPreflight = asked['skipPreflight'] === true;
    const transaction = decodeTransaction(data, asked['encoding']);
    const commitment = commitmentOf(asked, 'preflightCommitment');
    contextSlot(chain.slot, skipPreflight ? 'processed' : commitment, asked);
    const verify = await landSigned(context, transaction, skipPreflight);
    // A cluster's node without preflight forwards bad signatures, and the leader drops them silently.
    if (!verify && !skipPreflight) throw signatureFailure();
    return encodeBase58(transaction.signatures[0] ?? Buffer.alloc(0));
  },

  requestAirdrop: async ([address, lamports], { airdrop }) => {
    pubkey(address);
    const asked = BigInt(natural(lamports));
    try {
      return await airdrop(text(address), asked);
    } catch {
      throw internalError();
    }
  },
};
