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
/** Load errors for which a cluster charges the fee without executing. */
const FEE_ONLY: ReadonlySet<unknown> = new Set([
  'ProgramAccountNotFound',
  'InvalidProgramForExecution',
  'MaxLoadedAccountsDataSizeExceeded',
]);

/** Outcome of an execution or simulation, with the changed accounts. */
export interface Effects {
  readonly execution: Execution;
  readonly fee: bigint;
  readonly pre: readonly bigint[];
  readonly post: readonly bigint[];
  readonly preTokens: readonly TokenBalance[];
  readonly postTokens: readonly TokenBalance[];
  readonly changes: readonly AccountChange[];
}

/** Executes transactions one at a time on the newest account states. */
export class Executor {
  readonly svm = new Svm();
  readonly #accounts: Accounts;
  readonly #blockhashes: Blockhashes;
  readonly #slots: Slots;
  /** Accounts whose SVM copy is outdated. Each is written to the SVM before its next use. */
  readonly #stale = new Set<Key>();
  #clockSlot = -1;
  #hashesSlot = -1;

  constructor(accounts: Accounts, blockhashes: Blockhashes, slots: Slots) {
    this.#accounts = accounts;
    this.#blockhashes = blockhashes;
    this.#slots = slots;
  }

  /** Marks accounts as changed outside the SVM. */
  stale(keys: Iterable<Key>): void {
    for (const key of keys) this.#stale.add(key);
  }

  /** Returns the newest state of an account, programs and sysvars included. */
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
    // Set on demand, because few programs read this sysvar and writing it is slow.
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

  /** Executes in the SVM. Until the caller commits or reverts, the SVM is ahead of `Accounts`. */
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
    const lookUp = (key: Key): Account | null => {
      const changed = after.get(key);
      return changed === undefined ? this.#accounts.get(key) : changed;
    };
    const post = keys.map((key, i) =>
      after.has(key) ? (after.get(key)?.lamports ?? 0n) : (pre[i] ?? 0n),
    );
    return { execution, fee, pre, post, preTokens, postTokens: this.tokens(keys, lookUp), changes };
  }

  /** Executes on the newest state without side effects. */
  simulate(
    transaction: Transaction,
    resolved: ResolvedKeys,
    slot: number,
  ): { execution: Execution; post: Map<Key, Account> } {
    this.#prepare(transaction, resolved, slot);
    const { execution, post } = this.svm.simulate(this.#bytesOf(transaction, resolved.keys, slot));
    return { execution: this.#named(execution, transaction, resolved.keys), post };
  }

  /**
   * True if `revert` can undo an execution. False for loader calls, because the SVM caches programs apart
   * from its accounts.
   */
  isRevertible({ keys }: ResolvedKeys): boolean {
    return !keys.some((key) => LOADERS.has(key));
  }

  /** Restores the SVM state from before `execute`. */
  revert(effects: Effects): void {
    for (const { key } of effects.changes) this.svm.write(key, this.#accounts.get(key));
  }

  /** Copies a built-in SVM account into `Accounts` before its first write, so that the write can be undone. */
  #adopt(key: Key): void {
    if (this.#accounts.get(key) === null && this.svm.lamports(key) > 0n) {
      this.#accounts.put(key, this.svm.read(key));
    }
  }

  #lamports(key: Key): bigint {
    return this.#accounts.get(key)?.lamports ?? this.svm.lamports(key);
  }

  /** Distinguishes a missing program from an account that is not executable, as a cluster does. */
  #named(execution: Execution, { message }: Transaction, keys: readonly Key[]): Execution {
    if (execution.error !== 'InvalidProgramForExecution') return execution;
    const missing = message.instructions.some(({ program }) => {
      const key = keys[program];
      return key !== undefined && this.#lamports(key) === 0n;
    });
    return missing ? { ...execution, error: 'ProgramAccountNotFound' } : execution;
  }

  /**
   * Replaces the blockhash with the latest one if the recent-blockhashes sysvar is used: the SVM takes the
   * message's own blockhash for the latest and derives nonces from it. Signatures are not checked there.
   */
  #bytesOf(transaction: Transaction, keys: readonly Key[], slot: number): Buffer {
    return keys.includes(RECENT_BLOCKHASHES)
      ? withBlockhash(transaction, this.#blockhashes.of(slot))
      : transaction.bytes;
  }

  /**
   * Charges the fee and advances the durable nonce of a failed transaction. Returns the keys of the changed
   * accounts.
   */
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

  /** Returns the balances of those keys that are token accounts. */
  tokens(keys: readonly Key[], lookUp: (key: Key) => Account | null): TokenBalance[] {
    const balances: TokenBalance[] = [];
    for (const [index, key] of keys.entries()) {
      const account = lookUp(key);
      if (account === null || !isTokenProgram(account.owner)) continue;
      const token = readTokenAccount(account);
      const mintAccount = token && (lookUp(token.mint) ?? this.account(token.mint));
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
