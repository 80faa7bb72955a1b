import { slotAt } from '../clock.ts';
import type { History } from '../store/history.ts';
import type { Journal } from '../store/journal.ts';
import type { LoadedSnapshot, SnapshotFiles } from '../store/snapshot.ts';
import type { Accounts } from './accounts.ts';

/**
 * Snapshot interval in finalized transactions: 2,000, or 1/32 of all if that is more. Limits the replay at
 * start-up and the share of work spent on snapshots.
 */
const SNAPSHOT_ROWS = 2_000;
const SNAPSHOT_SHARE = 32;

/** Saves a snapshot whenever enough transactions are finalized. */
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
      // Ignored: a snapshot only shortens the start, and the journal is complete without it.
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

  /** Resolves once no save is in progress. */
  async idle(): Promise<void> {
    await this.#saving;
  }
}
