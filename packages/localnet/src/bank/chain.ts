import type { Key } from '../bytes/key.ts';
import { BLOCKHASH_BLOCKS, Blockhashes, type Commitment, slotAt } from '../clock.ts';
import type { Genesis } from '../genesis.ts';
import { History } from '../store/history.ts';
import type { Journal } from '../store/journal.ts';
import {
  type Landing,
  type TransactionRecord,
  decodeTransaction,
  encodeRollback,
  encodeTransaction,
} from '../store/record.ts';
import type { SnapshotFiles } from '../store/snapshot.ts';
import type { Slots } from '../slots.ts';
import { type Message, type Transaction, parseTransaction } from '../tx/parse.ts';
import type { Account } from './account.ts';
import { Accounts } from './accounts.ts';
import { type Effects, Executor } from './executor.ts';
import { messageHash, recordOf, replayChecked } from './landing.ts';
import { canAdvance, nonceOf } from './nonce.ts';
import { type ResolvedKeys, resolveKeys } from './resolve.ts';
import { SnapshotTaker } from './snapshot-taker.ts';

interface PlannedRollback {
  readonly signature: Buffer;
  readonly slot: number;
}

interface LandOptions {
  readonly landsFailures?: boolean;
  /** Verifies the signatures; default: they are valid. */
  readonly verify?: () => boolean;
}

export interface ChainOptions {
  readonly genesis: Genesis;
  readonly slots: Slots;
  readonly journal: Journal;
  readonly snapshots: SnapshotFiles | null;
  /** Number of slots before the finalized one whose account states stay readable; default 0. */
  readonly lagSlots?: () => number;
}

/** The chain: slots, accounts, landed transactions, and their journal. */
export class Chain {
  readonly genesis: Genesis;
  readonly slots: Slots;
  readonly accounts = new Accounts();
  readonly history = new History();
  readonly blockhashes: Blockhashes;
  readonly executor: Executor;
  readonly #journal: Journal;
  readonly #snapshots: SnapshotTaker | null;
  readonly #lagSlots: () => number;
  /** Rows of recent transactions by message hash, to reject the same message with another signature. */
  readonly #recent = new Map<Key, number>();
  readonly #watchers = new Set<() => void>();
  /** ChainView fields: the leader never lags and has the full history. */
  readonly slotsBehind: number = 0;
  readonly firstSlot: number = 0;
  /** The chain that executes transactions forwarded by this view. */
  readonly leader: Chain = this;
  #planned: PlannedRollback[] = [];
  #slot = 0;

  constructor({ genesis, slots, journal, snapshots, lagSlots = () => 0 }: ChainOptions) {
    this.#lagSlots = lagSlots;
    this.genesis = genesis;
    this.slots = slots;
    this.blockhashes = new Blockhashes(genesis.hash);
    this.executor = new Executor(this.accounts, this.blockhashes, slots);
    this.#journal = journal;
    this.#snapshots = snapshots && new SnapshotTaker(snapshots, journal, this);
  }

  /** Sets the genesis state of an account. */
  endow(key: Key, account: Account): void {
    this.accounts.put(key, account);
    this.executor.stale([key]);
  }

  /** Loads the snapshot and replays the journal after it. */
  restore(): void {
    const snapshot = this.#snapshots?.load();
    if (snapshot) {
      for (const [key, account] of snapshot.accounts) this.endow(key, account);
      for (const chunk of snapshot.index) this.history.load(chunk);
      if (this.history.count !== snapshot.rows) throw new Error('the index misses transactions');
      if (snapshot.journalOffset > this.#journal.end) {
        throw new Error('the journal ends before its snapshot: a part of it is missing');
      }
      this.#slot = snapshot.slot;
    }
    for (const { offset, read } of replayChecked(this.#journal, snapshot?.journalOffset ?? 0)) {
      if ('rollbackTo' in read) this.#forget(read.rollbackTo);
      else this.#replay(read, offset);
    }
    this.tick();
  }

  #replay(landing: Landing, offset: number): void {
    this.#advance(landing.slot);
    // Copied, because the parsed views would retain the whole read window of the journal.
    const transaction = parseTransaction(Buffer.from(landing.transaction));
    const keys = [
      ...transaction.message.staticKeys,
      ...landing.loadedWritable,
      ...landing.loadedReadonly,
    ];
    for (const change of landing.changes) this.executor.stale([change.key]);
    const changes = landing.changes.map(({ key, account }) => ({
      key,
      account: account && { ...account, data: Buffer.from(account.data) },
    }));
    this.#commit({ transaction, keys, landing: { ...landing, changes }, offset });
  }

  get slot(): number {
    return this.#slot;
  }

  /**
   * Calls `changed` whenever a slot begins, or a transaction lands or is rolled back. Returns an unsubscribe
   * function.
   */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  #changed(): void {
    for (const changed of this.#watchers) changed();
  }

  /** Advances to the current slot and runs the rollbacks that are due. */
  tick(): void {
    const slot = this.slots.current();
    if (slot <= this.#slot) return;
    for (const planned of this.#planned.filter((each) => each.slot <= slot)) {
      this.#advance(Math.max(this.#slot, planned.slot));
      this.#rollBack(planned.signature);
    }
    this.#planned = this.#planned.filter((each) => each.slot > slot);
    this.#advance(slot);
    this.#snapshots?.takeWhereDue(slot);
  }

  #advance(slot: number): void {
    if (slot <= this.#slot) return;
    this.#slot = slot;
    this.accounts.finalize(slotAt(slot, 'finalized') - this.#lagSlots());
    for (const [message, row] of this.#recent) {
      if (this.history.slot(row) >= slot - BLOCKHASH_BLOCKS) break;
      this.#recent.delete(message);
    }
    this.#changed();
  }

  /** Returns an account at a commitment. Programs and sysvars are the same at each commitment. */
  account(key: Key, commitment: Commitment): Account | null {
    return this.accountAt(key, slotAt(this.#slot, commitment));
  }

  /** Returns an account at a slot inside the retained window. */
  accountAt(key: Key, slot: number): Account | null {
    const held = this.accounts.at(key, slot);
    return held ?? (this.accounts.get(key) === null ? this.executor.account(key) : null);
  }

  resolve(transaction: Pick<Transaction, 'message'>): ResolvedKeys | string {
    return resolveKeys(transaction.message, this.#slot, (key) => this.accounts.get(key));
  }

  /** True if the message's blockhash is valid, or its durable nonce can advance. */
  #isAlive(message: Message): boolean {
    if (this.blockhashes.slotOf(message.blockhash, this.#slot) !== null) return true;
    return (
      nonceOf(message, (key) => this.accounts.get(key)) !== null &&
      canAdvance(message, this.blockhashes.of(this.#slot))
    );
  }

  /** Returns why the transaction cannot land now, before execution; null if it can. */
  refusal(transaction: Transaction): 'BlockhashNotFound' | 'AlreadyProcessed' | null {
    if (!this.#isAlive(transaction.message)) return 'BlockhashNotFound';
    const [signature] = transaction.signatures;
    const row = this.#recent.get(messageHash(transaction));
    const known = signature !== undefined && this.history.find(signature) !== null;
    return known || (row !== undefined && !this.history.isDropped(row)) ? 'AlreadyProcessed' : null;
  }

  /**
   * Executes a transaction and appends it to the journal. A failure lands only with `landsFailures`, and only
   * if the payer can be charged. Signatures are verified by `verify` while the disk writes; if they are
   * invalid, everything is reverted. Await `durable` for durability.
   */
  land(
    transaction: Transaction,
    resolved: ResolvedKeys,
    { landsFailures = false, verify = () => true }: LandOptions = {},
  ): { readonly landed: boolean; readonly effects: Effects } {
    const effects = this.executor.execute(transaction, resolved, this.#slot);
    const failed = effects.execution.error !== null;
    if (failed && (!landsFailures || effects.changes.length === 0)) {
      this.executor.revert(effects);
      return { landed: false, effects };
    }
    const record = recordOf({ transaction, resolved, effects, slot: this.#slot });
    const offset = this.#journal.append(encodeTransaction(record));
    if (!verify()) {
      this.executor.revert(effects);
      this.#journal.retract(offset);
      return { landed: false, effects };
    }
    this.#commit({ transaction, keys: resolved.keys, landing: record, offset });
    return { landed: true, effects };
  }

  #commit({
    transaction,
    keys,
    landing,
    offset,
  }: {
    readonly transaction: Transaction;
    readonly keys: readonly Key[];
    readonly landing: Landing;
    readonly offset: number;
  }): void {
    const [signature] = transaction.signatures;
    if (!signature) throw new Error('a transaction without signature');
    const { slot, flags } = landing;
    const row = this.history.add({ signature, slot, offset, flags, keys });
    for (const { key, account } of landing.changes)
      this.accounts.write(key, account, { row, slot });
    this.#recent.set(messageHash(transaction), row);
    this.#changed();
  }

  record(row: number): TransactionRecord {
    return decodeTransaction(this.#journal.read(this.history.offset(row)));
  }

  /** Schedules a rollback of a landed transaction in a later slot, as in a fork switch of a cluster. */
  rollBackAt(signature: Buffer, slot: number): void {
    this.#planned.push({ signature: Buffer.from(signature), slot });
    this.#planned.sort((a, b) => a.slot - b.slot);
  }

  /** Rolls back a transaction immediately. Returns false if it is unknown or finalized. */
  rollBackNow(signature: Buffer): boolean {
    this.tick();
    const row = this.history.find(signature);
    if (row === null || this.history.slot(row) <= slotAt(this.#slot, 'finalized')) return false;
    this.#rollBack(signature);
    return true;
  }

  #rollBack(signature: Buffer): void {
    const row = this.history.find(signature);
    if (row === null) return;
    const later: Transaction[] = [];
    for (let next = row + 1; next < this.history.count; next++) {
      if (!this.history.isDropped(next))
        later.push(parseTransaction(this.record(next).transaction));
    }
    this.#journal.append(encodeRollback({ rollbackTo: row }));
    this.#forget(row);
    // Later transactions also landed on the other fork, unless they can no longer execute.
    for (const transaction of later) {
      const resolved = this.resolve(transaction);
      if (typeof resolved === 'string' || this.refusal(transaction) !== null) continue;
      this.land(transaction, resolved, { landsFailures: true });
    }
  }

  #forget(row: number): void {
    this.history.drop(row);
    this.executor.stale(this.accounts.undo(row));
    this.#changed();
  }

  /** True if appended records are not fsynced yet. */
  get pending(): boolean {
    return this.#journal.pending;
  }

  /** Resolves once everything so far survives a crash of the machine. */
  durable(): Promise<void> {
    return this.#journal.durable();
  }

  async close(): Promise<void> {
    await this.#snapshots?.idle();
    await this.#journal.close();
  }
}
