import { type Key, keyText } from '../bytes/key.ts';
import type { Blockhashes } from '../clock.ts';
import {
  LOADERS,
  LOOKUP_TABLE,
  RECENT_BLOCKHASHES,
  SLOT_HASHES,
  isTokenProgram,
} from '../programs.ts';
import type { Slots } from '../slots.ts';
import type { AccountChange } from '../store/record.ts';
import { feeOf } from '../tx/fee.ts';
import { type Transaction, withBlockhash } from '../tx/parse.ts';
import { type Account, sameAccount } from './account.ts';
import type { Accounts } from './accounts.ts';
import type { Execution, TokenBalance } from './execution.ts';
import { advanced, nonceOf } from './nonce.ts';
import { type ResolvedKeys, writableFlags } from './resolve.ts';
import { Svm } from './svm.ts';
import { readMint, readTokenAccount } from './token-state.ts';

const SLOTS_PER_EPOCH = 432_000;
const SLOT_HASHES_KEPT = 512;
/** Failures to load a program: a cluster executes nothing, but takes the fee. */
const FEE_ONLY: ReadonlySet<unknown> = new Set([
  'ProgramAccountNotFound',
  'InvalidProgramForExecution',
  'MaxLoadedAccountsDataSizeExceeded',
]);

/** What a transaction did, or would do. */
export interface Effects {
  readonly execution: Execution;
  readonly fee: bigint;
  readonly pre: readonly bigint[];
  readonly post: readonly bigint[];
  readonly preTokens: readonly TokenBalance[];
  readonly postTokens: readonly TokenBalance[];
  readonly changes: readonly AccountChange[];
}

/** Runs transactions on the accounts' newest state, one at a time. */
export class Executor {
  readonly svm = new Svm();
  readonly #accounts: Accounts;
  readonly #blockhashes: Blockhashes;
  readonly #slots: Slots;
  /** Accounts that the SVM does not have as they are: it is handed each when it is first needed. */
  readonly #stale = new Set<Key>();
  #clockSlot = -1;
  #hashesSlot = -1;

  constructor(accounts: Accounts, blockhashes: Blockhashes, slots: Slots) {
    this.#accounts = accounts;
    this.#blockhashes = blockhashes;
    this.#slots = slots;
  }

  /** Notes accounts that were changed without the SVM. */
  stale(keys: Iterable<Key>): void {
    for (const key of keys) this.#stale.add(key);
  }

  /** The newest state of an account, programs and sysvars included. */
  account(key: Key): Account | null {
    const held = this.#accounts.get(key);
    if (held !== null || this.#stale.has(key)) return held;
    return this.svm.read(key);
  }

  #prepare(transaction: Transaction, { keys }: ResolvedKeys, slot: number): void {
    if (this.#clockSlot !== slot) {
      const epochStart = Math.floor(slot / SLOTS_PER_EPOCH) * SLOTS_PER_EPOCH;
      this.svm.setClock(slot, this.#slots.blockTime(slot), this.#slots.blockTime(epochStart));
      this.#clockSlot = slot;
    }
    const tables = transaction.message.lookups;
    const wantsHashes =
      tables.length > 0 || keys.includes(LOOKUP_TABLE) || keys.includes(SLOT_HASHES);
    // Rarely wanted and slow to set, so not in every slot.
    if (wantsHashes && this.#hashesSlot !== slot) {
      const count = Math.min(SLOT_HASHES_KEPT, slot);
      this.svm.setSlotHashes(
        Array.from({ length: count }, (_, i) => {
          const past = slot - 1 - i;
          return { slot: past, hash: this.#blockhashes.of(past) };
        }),
      );
      this.#hashesSlot = slot;
    }
    if (this.#stale.size === 0) return;
    for (const key of keys) this.#refresh(key);
    for (const { table } of tables) this.#refresh(table);
  }

  #refresh(key: Key): void {
    if (this.#stale.delete(key)) this.svm.write(key, this.#accounts.get(key));
  }

  /** Executes in the SVM, whose accounts run ahead of ours until the caller commits or reverts. */
  execute(transaction: Transaction, resolved: ResolvedKeys, slot: number): Effects {
    this.#prepare(transaction, resolved, slot);
    const { keys } = resolved;
    const writable = writableFlags(transaction.message, resolved);
    for (const [i, key] of keys.entries()) if (writable[i]) this.#adopt(key);
    const pre = keys.map((key) => this.#lamports(key));
    const preTokens = this.tokens(keys, (key) => this.#accounts.get(key));
    const fee = feeOf(transaction.message);
    const bytes = this.#bytesOf(transaction, keys, slot);
    const execution = this.#named(this.svm.execute(bytes), transaction, keys);
    const touched =
      execution.error === null
        ? keys.filter((_, i) => writable[i])
        : this.#chargeFailure(execution, transaction, slot);
    const changes: AccountChange[] = [];
    for (const key of touched) {
      const account = this.svm.read(key);
      if (!sameAccount(account, this.#accounts.get(key))) changes.push({ key, account });
    }
    if (changes.length === 0) {
      return { execution, fee, pre, post: pre, preTokens, postTokens: preTokens, changes };
    }
    const after = new Map(changes.map(({ key, account }) => [key, account]));
    const look = (key: Key): Account | null => {
      const changed = after.get(key);
      return changed === undefined ? this.#accounts.get(key) : changed;
    };
    const post = keys.map((key, i) =>
      after.has(key) ? (after.get(key)?.lamports ?? 0n) : (pre[i] ?? 0n),
    );
    return { execution, fee, pre, post, preTokens, postTokens: this.tokens(keys, look), changes };
  }

  /** Executes on nothing but the newest state, and leaves no trace. */
  simulate(
    transaction: Transaction,
    resolved: ResolvedKeys,
    slot: number,
  ): { execution: Execution; post: Map<Key, Account> } {
    this.#prepare(transaction, resolved, slot);
    const { execution, post } = this.svm.simulate(this.#bytesOf(transaction, resolved.keys, slot));
    return { execution: this.#named(execution, transaction, resolved.keys), post };
  }

  /** Whether `revert` puts everything back: the SVM keeps programs beside its accounts. */
  isRevertible({ keys }: ResolvedKeys): boolean {
    return !keys.some((key) => LOADERS.has(key));
  }

  /** Puts the SVM back to before `execute`. */
  revert(effects: Effects): void {
    for (const { key } of effects.changes) this.svm.write(key, this.#accounts.get(key));
  }

  /** Takes an account that came with the SVM into ours before it is first written, so that this can be undone. */
  #adopt(key: Key): void {
    if (this.#accounts.get(key) === null && this.svm.lamports(key) > 0n) {
      this.#accounts.put(key, this.svm.read(key));
    }
  }

  #lamports(key: Key): bigint {
    return this.#accounts.get(key)?.lamports ?? this.svm.lamports(key);
  }

  /** A cluster tells a program that does not exist from an account that is no program. */
  #named(execution: Execution, { message }: Transaction, keys: readonly Key[]): Execution {
    if (execution.error !== 'InvalidProgramForExecution') return execution;
    const missing = message.instructions.some(({ program }) => {
      const key = keys[program];
      return key !== undefined && this.#lamports(key) === 0n;
    });
    return missing ? { ...execution, error: 'ProgramAccountNotFound' } : execution;
  }

  /**
   * The SVM takes a message's own blockhash for the latest one, and makes nonces of it. What could do
   * so is shown the latest: it looks at no signature.
   */
  #bytesOf(transaction: Transaction, keys: readonly Key[], slot: number): Buffer {
    return keys.includes(RECENT_BLOCKHASHES)
      ? withBlockhash(transaction, this.#blockhashes.of(slot))
      : transaction.bytes;
  }

  /** What a failure leaves behind: the fee is paid, and a durable nonce is used up. Answers whom it touched. */
  #chargeFailure(execution: Execution, { message }: Transaction, slot: number): Key[] {
    const [payer] = message.staticKeys;
    if (payer === undefined) return [];
    this.#chargeFeeOnly(execution, message.staticKeys, feeOf(message));
    const charged = this.svm.lamports(payer);
    if (charged === this.#lamports(payer)) return [];
    const nonce = nonceOf(message, (key) => this.#accounts.get(key));
    if (!nonce) return [payer];
    const used = advanced(nonce.account, this.#blockhashes.of(slot));
    this.svm.write(nonce.key, nonce.key === payer ? { ...used, lamports: charged } : used);
    return nonce.key === payer ? [payer] : [payer, nonce.key];
  }

  #chargeFeeOnly({ error }: Execution, keys: readonly Key[], fee: bigint): void {
    const [payer] = keys;
    const before = payer === undefined ? null : this.#accounts.get(payer);
    if (payer === undefined || before === null || !FEE_ONLY.has(error)) return;
    if (before.lamports < fee || this.svm.lamports(payer) !== before.lamports) return;
    this.svm.write(payer, { ...before, lamports: before.lamports - fee });
  }

  /** The balances of those of the keys that are token accounts. */
  tokens(keys: readonly Key[], look: (key: Key) => Account | null): TokenBalance[] {
    const balances: TokenBalance[] = [];
    for (const [index, key] of keys.entries()) {
      const account = look(key);
      if (account === null || !isTokenProgram(account.owner)) continue;
      const token = readTokenAccount(account);
      const mintAccount = token && (look(token.mint) ?? this.account(token.mint));
      const mint = mintAccount && readMint(mintAccount);
      if (!token || !mint) continue;
      balances.push({
        index,
        mint: keyText(token.mint),
        owner: keyText(token.owner),
        program: keyText(account.owner),
        units: token.units.toString(),
        decimals: mint.decimals,
      });
    }
    return balances;
  }
}
