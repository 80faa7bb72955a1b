import type { ChainView } from '../bank/view.ts';
import type { Account } from '../bank/account.ts';
import type { Execution } from '../bank/execution.ts';
import type { Json } from '../bytes/json.ts';
import { type Key, keyText } from '../bytes/key.ts';
import { BLOCKHASH_BLOCKS } from '../clock.ts';
import { type Transaction, parseTransaction, withBlockhash } from '../tx/parse.ts';
import { signaturesHold } from '../tx/verify.ts';
import { decodeTransaction } from './decode.ts';
import { encodeAccount } from './encode-account.ts';
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

/** The accounts that the caller wants to see as they would be afterwards. */
function accountsAfter(chain: ChainView, options: Config, { execution, post }: Simulation): Json {
  if (options['accounts'] === undefined || options['accounts'] === null) return null;
  const asked = { encoding: 'base64', ...config(options['accounts']) } as Config;
  if (asked['encoding'] === 'base58' || asked['encoding'] === 'binary') {
    throw invalidParams('base58 encoding not supported');
  }
  const look = (key: Key): Account | null => post.get(key) ?? chain.account(key, 'processed');
  return texts(asked['addresses'] ?? []).map((address) => {
    const key = pubkey(address);
    const account = execution.error === null ? look(key) : null;
    return account && account.lamports > 0n ? encodeAccount({ key, account }, asked, look) : null;
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

/** Transactions that are only tried. */
export const simulateMethods: Methods = {
  simulateTransaction: async ([data, options], { chain, busy }) => {
    const asked = config(options);
    const sent = decodeTransaction(data, asked['encoding']);
    const replace = asked['replaceRecentBlockhash'] === true;
    const verify = asked['sigVerify'] === true;
    if (replace && verify) {
      throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
    }
    contextSlot(chain.slot, commitmentOf(asked), asked);
    if (verify && !(await signaturesHold(sent, busy()))) throw signatureFailure();
    const blockhash = chain.blockhashes.of(chain.slot);
    const transaction = replace ? parseTransaction(withBlockhash(sent, blockhash)) : sent;
    const simulation = simulate(chain, transaction);
    const { execution } = simulation;
    const keys = resolved(chain, transaction).keys.map(keyText);
    return withContext(chain.slot, {
      accounts: accountsAfter(chain, asked, simulation),
      err: execution.error as Json,
      innerInstructions:
        asked['innerInstructions'] === true ? innerInstructions(execution, keys) : null,
      logs: execution.logs,
      replacementBlockhash: replace
        ? { blockhash: keyText(blockhash), lastValidBlockHeight: chain.slot + BLOCKHASH_BLOCKS }
        : null,
      returnData: execution.returned && {
        data: [execution.returned.data, 'base64'],
        programId: execution.returned.program,
      },
      unitsConsumed: execution.units,
    });
  },
};
