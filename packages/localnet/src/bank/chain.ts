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
import { messageHash } from '../tx/message-hash.ts';
import { type Message, type Transaction, parseTransaction } from '../tx/parse.ts';
import type { Account } from './account.ts';
import { Accounts } from './accounts.ts';
import { type Effects, Executor } from './executor.ts';
import { recordOf, replayChecked } from './landing.ts';
import { canAdvance, nonceOf } from './nonce.ts';
import { type ResolvedKeys, resolveKeys } from './resolve.ts';
import { SnapshotTaker } from './snapshot-taker.ts';

interface PlannedRollback {
  readonly signature: Buffer;
  readonly slot: number;
}

interface LandOptions {
  readonly landsFailures?: boolean;
  /** Whether the signatures hold; they do where it is missing. */
  readonly holds?: () => boolean;
}

export interface ChainOptions {
  readonly genesis: Genesis;
  readonly slots: Slots;
  readonly journal: Journal;
  readonly snapshots: SnapshotFiles | null;
  /** For how many slots before the finalized one the accounts' states are kept; none where it is missing. */
  readonly lagSlots?: () => number;
}

/** The one chain: its slots, its accounts, the transactions that landed, and where they are kept. */
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
  /** Rows of the messages that a resend could repeat: a message can be signed again, but not changed. */
  readonly #recent = new Map<Key, number>();
  readonly #watchers = new Set<() => void>();
  /** As a node sees itself: this one is never behind, and has forgotten nothing. */
  readonly slotsBehind: number = 0;
  readonly firstSlot: number = 0;
  /** Who executes what a node passes on. */
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

  /** Gives an account its content before the first transaction. */
  endow(key: Key, account: Account): void {
    this.accounts.put(key, account);
    this.executor.stale([key]);
  }

  /** Reads back what was kept. */
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
    // Out of the read window, which is far larger and would be kept whole.
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
   * Calls back whenever a slot has begun, or a transaction landed or was taken back; answers with a
   * function that ends this.
   */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => this.#watchers.delete(changed);
  }

  #changed(): void {
    for (const changed of this.#watchers) changed();
  }

  /** Moves to the slot of the present moment; what was due on the way happens. */
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

  /** An account at a commitment; programs and sysvars are the same at each. */
  account(key: Key, commitment: Commitment): Account | null {
    return this.accountAt(key, slotAt(this.#slot, commitment));
  }

  /** An account as it was in a slot, of those whose states are kept. */
  accountAt(key: Key, slot: number): Account | null {
    const held = this.accounts.at(key, slot);
    return held ?? (this.accounts.get(key) === null ? this.executor.account(key) : null);
  }

  resolve(transaction: Pick<Transaction, 'message'>): ResolvedKeys | string {
    return resolveKeys(transaction.message, this.#slot, (key) => this.accounts.get(key));
  }

  /** Whether a message's blockhash is taken, or the durable nonce that stands in its place. */
  #isAlive(message: Message): boolean {
    if (this.blockhashes.slotOf(message.blockhash, this.#slot) !== null) return true;
    return (
      nonceOf(message, (key) => this.accounts.get(key)) !== null &&
      canAdvance(message, this.blockhashes.of(this.#slot))
    );
  }

  /** Why a transaction could not land now, before anybody looks at what it does. */
  refusal(transaction: Transaction): 'BlockhashNotFound' | 'AlreadyProcessed' | null {
    if (!this.#isAlive(transaction.message)) return 'BlockhashNotFound';
    const [signature] = transaction.signatures;
    const row = this.#recent.get(messageHash(transaction));
    const known = signature !== undefined && this.history.find(signature) !== null;
    return known || (row !== undefined && !this.history.isDropped(row)) ? 'AlreadyProcessed' : null;
  }

  /**
   * Executes, and keeps the outcome unless it is refused: a failure lands only with `landsFailures`, and
   * only where the payer could be charged. Durable once the journal is. The disk writes while `holds` is
   * asked, which checks signatures; where they do not hold, everything is taken back.
   */
  land(
    transaction: Transaction,
    resolved: ResolvedKeys,
    { landsFailures = false, holds = () => true }: LandOptions = {},
  ): { readonly landed: boolean; readonly effects: Effects } {
    const effects = this.executor.execute(transaction, resolved, this.#slot);
    const failed = effects.execution.error !== null;
    if (failed && (!landsFailures || effects.changes.length === 0)) {
      this.executor.revert(effects);
      return { landed: false, effects };
    }
    const record = recordOf({ transaction, resolved, effects, slot: this.#slot });
    const offset = this.#journal.append(encodeTransaction(record));
    if (!holds()) {
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

  /** Everything that was kept of the transaction in a row. */
  record(row: number): TransactionRecord {
    return decodeTransaction(this.#journal.read(this.history.offset(row)));
  }

  /** Lets a landed transaction vanish in a later slot, as when a cluster drops the fork it was on. */
  rollBackAt(signature: Buffer, slot: number): void {
    this.#planned.push({ signature: Buffer.from(signature), slot });
    this.#planned.sort((a, b) => a.slot - b.slot);
  }

  /** Lets a transaction that is not finalized vanish at once; false where there is none such. */
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
    // The other fork has the transactions that came after, as far as they still can be executed.
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

  /** Whether something that was done is not on the disk yet. */
  get pending(): boolean {
    return this.#journal.pending;
  }

  /** Resolves once everything done so far survives the process and the machine. */
  durable(): Promise<void> {
    return this.#journal.durable();
  }

  async close(): Promise<void> {
    await this.#snapshots?.idle();
    await this.#journal.close();
  }
}
