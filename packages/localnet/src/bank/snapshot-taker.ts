import { slotAt } from '../clock.ts';
import type { History } from '../store/history.ts';
import type { Journal } from '../store/journal.ts';
import type { LoadedSnapshot, SnapshotFiles } from '../store/snapshot.ts';
import type { Accounts } from './accounts.ts';

/**
 * A snapshot is taken after so many finalized transactions, or a 32nd of all where that is more:
 * start-up replays few, and writing snapshots stays a small part of the work as the chain grows.
 */
const SNAPSHOT_ROWS = 2_000;
const SNAPSHOT_SHARE = 32;

/** Takes a snapshot of what is finalized whenever there is enough that is new. */
export class SnapshotTaker {
  readonly #files: SnapshotFiles;
  readonly #journal: Journal;
  readonly #accounts: Accounts;
  readonly #history: History;
  #rows = 0;
  #saving: Promise<void> | null = null;

  constructor(
    files: SnapshotFiles,
    journal: Journal,
    of: { accounts: Accounts; history: History },
  ) {
    this.#files = files;
    this.#journal = journal;
    this.#accounts = of.accounts;
    this.#history = of.history;
  }

  load(): LoadedSnapshot | null {
    const snapshot = this.#files.load();
    this.#rows = snapshot?.rows ?? 0;
    return snapshot;
  }

  takeWhereDue(slot: number): void {
    const finalized = slotAt(slot, 'finalized');
    const rows = this.#history.firstAfter(finalized);
    const enough = Math.max(SNAPSHOT_ROWS, rows / SNAPSHOT_SHARE);
    if (this.#saving || rows - this.#rows < enough) return;
    this.#saving = this.#take(finalized, rows)
      // A snapshot only saves time at start-up: without it, the journal still tells everything.
      .catch(() => undefined)
      .finally(() => {
        this.#saving = null;
      });
  }

  async #take(slot: number, rows: number): Promise<void> {
    const chunk = this.#history.encode(this.#rows, rows);
    const journalOffset =
      rows < this.#history.count ? this.#history.offset(rows) : this.#journal.end;
    const accounts = [...this.#accounts.all(slot)];
    await this.#journal.durable();
    await this.#files.save({ rows, slot, journalOffset, accounts }, chunk);
    this.#rows = rows;
  }

  /** Resolves once none is being taken. */
  async idle(): Promise<void> {
    await this.#saving;
  }
}
