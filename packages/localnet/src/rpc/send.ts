import type { ResolvedKeys } from '../bank/resolve.ts';
import type { Execution } from '../bank/execution.ts';
import type { ChainView } from '../bank/view.ts';
import { encodeBase58 } from '../bytes/base58.ts';
import type { Json } from '../bytes/json.ts';
import type { TransactionError } from '../tx/errors.ts';
import { errorText } from '../tx/error-text.ts';
import type { Transaction } from '../tx/parse.ts';
import { signaturesHold } from '../tx/verify.ts';
import { decodeTransaction } from './decode.ts';
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
  const { returned } = execution;
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
    returnData: returned && { data: [returned.data, 'base64'], programId: returned.program },
    unitsConsumed: execution.units,
  });
}

/** The keys of a transaction; one whose lookups fail is no transaction to a cluster. */
export function resolved(chain: ChainView, transaction: Transaction): ResolvedKeys {
  const keys = chain.resolve(transaction);
  if (typeof keys !== 'string') return keys;
  throw invalidParams(`invalid transaction: ${errorText(keys)}`);
}

/**
 * Lands a transaction whose signatures hold. Preflight looks at the newest state whatever
 * preflightCommitment says: the older states of a cluster only add refusals of what could land.
 */
function land({ chain, faults }: Context, transaction: Transaction, skipPreflight: boolean): void {
  const keys = resolved(chain, transaction);
  const { leader } = chain;
  const refusal = (skipPreflight ? leader : chain).refusal(transaction);
  if (refusal !== null) {
    if (skipPreflight) return;
    throw refused(refusal);
  }
  const fault = faults.takeSend();
  if (fault?.kind === 'drop') {
    const { execution } = chain.executor.simulate(transaction, keys, chain.slot);
    if (execution.error !== null && !skipPreflight) throw refused(execution.error, execution);
    return;
  }
  // Executed once: a preflight that fails is undone, and one that passes is the execution.
  const { landed, effects } = leader.land(transaction, keys, skipPreflight);
  const { execution } = effects;
  if (!landed && !skipPreflight && execution.error !== null)
    throw refused(execution.error, execution);
  const [signature] = transaction.signatures;
  if (landed && fault?.kind === 'roll-back' && signature) {
    leader.rollBackAt(signature, chain.slot + fault.afterSlots);
  }
}

/** Executes a transaction that may land while its signatures are still being checked; nothing of it is kept. */
function runAhead({ leader }: ChainView, transaction: Transaction): void {
  const keys = leader.resolve(transaction);
  if (typeof keys === 'string' || leader.refusal(transaction) !== null) return;
  leader.executor.runAhead(transaction, keys, leader.slot);
}

/** Transactions on their way in. */
export const sendMethods: Methods = {
  sendTransaction: async ([data, options], context) => {
    const { chain } = context;
    const asked = config(options);
    const skipPreflight = asked['skipPreflight'] === true;
    const transaction = decodeTransaction(data, asked['encoding']);
    const commitment = commitmentOf(asked, 'preflightCommitment');
    contextSlot(chain.slot, skipPreflight ? 'processed' : commitment, asked);
    const checked = signaturesHold(transaction);
    // Where others are under way, it would only undo what they do.
    if (!context.busy()) runAhead(chain, transaction);
    try {
      const holds = await checked;
      if (!holds && !skipPreflight) throw signatureFailure();
      // Unchecked, a bad signature is only noticed by the leader, which reports it to no one.
      if (holds) land(context, transaction, skipPreflight);
    } finally {
      chain.executor.undoAhead();
    }
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
