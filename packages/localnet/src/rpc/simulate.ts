import type { ChainView } from '../bank/view.ts';
import type { Account } from '../bank/account.ts';
import type { Execution } from '../bank/execution.ts';
import type { ResolvedKeys } from '../bank/resolve.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { BLOCKHASH_BLOCKS } from '../clock.ts';
import { type Message, type Transaction, parseTransaction, withBlockhash } from '../tx/parse.ts';
import { feeOf } from '../tx/fee.ts';
import { areSignaturesValidOnWorker } from '../tx/verify.ts';
import { loadedBytes } from './cost.ts';
import { decodeTransaction } from './decode.ts';
import { encodeAccount } from './encode-account.ts';
import { encodeReturned, encodeTokens } from './encode-transaction.ts';
import { invalidParams, signatureFailure } from './errors.ts';
import type { Methods } from './method.ts';
import {
  type Config,
  commitmentOf,
  config,
  contextSlot,
  pubkey,
  texts,
  withContext,
} from './params.ts';
import { parseInstruction } from './parse-instruction.ts';
import { resolved } from './send.ts';

interface Simulation {
  readonly execution: Execution;
  readonly post: ReadonlyMap<Key, Account>;
}

function simulate(chain: ChainView, transaction: Transaction): Simulation {
  const keys = resolved(chain, transaction);
  const refusal = chain.refusal(transaction);
  if (refusal === null) return chain.executor.simulate(transaction, keys, chain.slot);
  const execution = { error: refusal, logs: [], inner: [], units: 0, returned: null };
  return { execution, post: new Map() };
}

/** Returns the requested accounts in their state after the simulation. */
function accountsAfter(chain: ChainView, options: Config, { execution, post }: Simulation): Json {
  if (options['accounts'] === undefined || options['accounts'] === null) return null;
  const asked = { encoding: 'base64', ...config(options['accounts']) } as Config;
  if (asked['encoding'] === 'base58' || asked['encoding'] === 'binary') {
    throw invalidParams('base58 encoding not supported');
  }
  const lookUp = (key: Key): Account | null => post.get(key) ?? chain.account(key, 'processed');
  const keys = texts(asked['addresses'] ?? []).map(pubkey);
  return keys.map((key) => () => {
    const account = execution.error === null ? lookUp(key) : null;
    return account && account.lamports > 0n ? encodeAccount({ key, account }, asked, lookUp) : null;
  });
}

function innerInstructions(execution: Execution, keys: readonly string[]): Json {
  return execution.inner.map((list, index) => ({
    index,
    instructions: list.map((inner) =>
      parseInstruction({ ...inner, data: Buffer.from(inner.data, 'base64') }, keys),
    ),
  }));
}

/** Returns loaded bytes, fee, and balances before and after. */
function balances(
  chain: ChainView,
  message: Message,
  { keys, loadedWritable, loadedReadonly, post }: ResolvedKeys & Pick<Simulation, 'post'>,
): { readonly [name: string]: Json } {
  const before = (key: Key): Account | null => chain.account(key, 'processed');
  const after = (key: Key): Account | null => post.get(key) ?? before(key);
  const lamports = (lookUp: typeof before): Json => keys.map((key) => lookUp(key)?.lamports ?? 0n);
  const tokens = (lookUp: typeof before): Json => encodeTokens(chain.executor.tokens(keys, lookUp));
  return {
    fee: feeOf(message),
    loadedAccountsDataSize: loadedBytes(message, keys, before),
    loadedAddresses: {
      readonly: loadedReadonly.map(keyText),
      writable: loadedWritable.map(keyText),
    },
    postBalances: lamports(after),
    postTokenBalances: tokens(after),
    preBalances: lamports(before),
    preTokenBalances: tokens(before),
  };
}

export const simulateMethods: Methods = {
  simulateTransaction: async ([data, options], { chain }) => {
    const asked = config(options);
    const sent = decodeTransaction(data, asked['encoding']);
    const replace = asked['replaceRecentBlockhash'] === true;
    const verify = asked['sigVerify'] === true;
    if (replace && verify) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    contextSlot(chain.slot, commitmentOf(asked), asked);
    if (verify && !(await areSignaturesValidOnWorker(sent))) throw signatureFailure();
    const blockhash = chain.blockhashes.of(chain.slot);
    const transaction = replace ? parseTransaction(withBlockhash(sent, blockhash)) : sent;
    const simulation = simulate(chain, transaction);
    const { execution } = simulation;
    const loaded = resolved(chain, transaction);
    const keys = loaded.keys.map(keyText);
    return withContext(chain.slot, {
      accounts: accountsAfter(chain, asked, simulation),
      err: execution.error as Json,
      innerInstructions:
        asked['innerInstructions'] === true ? innerInstructions(execution, keys) : null,
      logs: execution.logs,
      replacementBlockhash: replace
        ? { blockhash: keyText(blockhash), lastValidBlockHeight: chain.slot + BLOCKHASH_BLOCKS }
        : null,
      returnData: encodeReturned(execution),
      unitsConsumed: execution.units,
      ...balances(chain, transaction.message, { ...loaded, post: simulation.post }),
    });
  },
};
