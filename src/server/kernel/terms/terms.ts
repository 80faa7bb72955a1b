import type { InForce } from '#domain/terms/terms-in-force';
import { pausesOf } from '#domain/terms/pause';
import { type SettingChange, settingsHistory } from '#domain/terms/setting-changes';
import { SETTINGS } from '#domain/terms/settings';
import { type Database, type Session, only, statement } from '../db/database.ts';
import type { JsonRows } from '../db/json-rows.ts';
import { LMT_PRICE } from '../entities/lmt-price.ts';
import { PAUSE_SWITCH } from '../entities/pause-switch.ts';
import { SETTING_CHANGE } from '../entities/setting-change.ts';
import { type Head, readHead } from './protocol-head.ts';

/** History of the terms up to a version, which each change raises. */
export interface Rules extends InForce {
  readonly version: bigint;
  /** All changes of settings, in the order in which they were made. */
  readonly changes: readonly SettingChange[];
}

const inOrder = ({ table }: { readonly table: string }, by: string): string =>
  `from (select * from ${table} order by ${by}) e`;
/** One statement, so that all histories come from one snapshot. */
const READ = statement(
  'rules',
  `select p.terms_version as version,
     ${SETTING_CHANGE.jsonRows('e', inOrder(SETTING_CHANGE, 'id'))} as changes,
     ${PAUSE_SWITCH.jsonRows('e', inOrder(PAUSE_SWITCH, 'at, id'))} as switches,
     ${LMT_PRICE.jsonRows('e', inOrder(LMT_PRICE, 'effective_at, id'))} as prices
   from protocol p`,
);

interface Row {
  readonly version: bigint;
  readonly changes: JsonRows;
  readonly switches: JsonRows;
  readonly prices: JsonRows;
}

/** Reads the complete history of the terms in the caller's transaction. */
export async function readRules(session: Session): Promise<Rules> {
  const row = only(await session.query<Row>(READ));
  const { version, switches, prices } = row;
  // During a rolling update, a newer node may write a setting that this node does not know.
  const changes = SETTING_CHANGE.readRows(row.changes).filter(({ name }) =>
    Object.hasOwn(SETTINGS, name),
  );
  return {
    version,
    changes,
    terms: {
      settings: settingsHistory(changes),
      pauses: pausesOf(PAUSE_SWITCH.readRows(switches)),
    },
    lmtPrices: LMT_PRICE.readRows(prices),
  };
}

/** Cache of the rules. Reloads them only if a reader saw a newer version. */
export class RulesCache {
  readonly #database: Database;
  #known: Rules | null = null;
  #reading: Promise<Rules> | null = null;

  constructor(database: Database) {
    this.#database = database;
    // After a failover the new primary may lack the newest versions, and assign their numbers again.
    database.changes.subscribe((notice) => {
      if (notice === 'all') this.#known = null;
    });
  }

  /**
   * Returns the rules of at least `version`. Concurrent readers share one load. Inside a transaction its
   * session must be given, because a load outside may wait for this very transaction.
   */
  async at(version: bigint, session: Session = this.#database): Promise<Rules> {
    const known = this.#known;
    if (known && known.version >= version) return known;
    if (session !== this.#database) return readRules(session);
    if (this.#reading) {
      await this.#reading.catch(() => {});
      return this.at(version);
    }
    this.#reading = this.#read();
    return this.#reading;
  }

  /** Returns the current instant, the rules in force and the newest SOL price. */
  async inForce(): Promise<Rules & Head> {
    const head = await readHead(this.#database);
    return { ...(await this.at(head.termsVersion)), ...head };
  }

  async #read(): Promise<Rules> {
    try {
      this.#known = await readRules(this.#database);
      return this.#known;
    } finally {
      this.#reading = null;
    }
  }
}
