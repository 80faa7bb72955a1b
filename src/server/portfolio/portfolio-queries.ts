import type { Bond } from '#domain/bonds/bond';
import type { NumberedItem } from '#domain/base/change';
import type { Lamports, Lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { type Database, type Session, statement } from '../kernel/db/database.ts';
import { recentHistory } from './history-queries.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import type { SignedIn } from '../kernel/sessions/sessions.ts';
import { BOND } from '../kernel/entities/bond.ts';
import { HISTORY_ITEM } from '../kernel/entities/history-item.ts';
import { VAULT } from '../kernel/entities/vault.ts';

/** All data of a user that a portfolio shows. Unchanged while the user's version is unchanged. */
export interface Holdings {
  readonly version: bigint;
  readonly unstaked: Lmt;
  /** Lamports credited to the user, including payments that are not finalized yet. */
  readonly credit: Lamports;
  /** LMT of sell requests that are not paid yet. */
  readonly inEscrow: Lmt;
  /** Rewards of matured cycles of vaults that the owner has deleted. */
  readonly earnedInDeleted: Lmt;
  /** Bonds that are neither claimed nor failed, newest first. */
  readonly openBonds: readonly Bond[];
  /** Newest first. */
  readonly vaults: readonly Vault[];
  /** The newest ten lines of history. */
  readonly recent: readonly NumberedItem[];
}

/** Holdings with the instant, and the version of the terms then in force. */
export interface StoredPortfolio {
  readonly userId: string;
  readonly now: Instant;
  readonly termsVersion: bigint;
  readonly holdings: Holdings;
}

const OF_USER = statement(
  'portfolio',
  `select p.terms_version as "termsVersion", protocol_time(p.clock_offset_ms) as now, u.version,
     a.unstaked, a.credit, a.in_escrow as "inEscrow",
     (select coalesce(sum(v.total_rewards_earned), 0)::bigint from vaults v
      where v.user_id = u.id and v.deleted_at is not null) as "earnedInDeleted",
     ${BOND.jsonRows(
       'b',
       `from bonds b where b.user_id = u.id and b.deleted_at is null
        and b.status in ('pending', 'confirmed')`,
     )} as bonds,
     ${VAULT.jsonRows('v', 'from vaults v where v.user_id = u.id and v.deleted_at is null')} as vaults,
     ${HISTORY_ITEM.jsonRows('i', `from (${recentHistory('u.id')}) i`)} as items
   from users u, protocol p,
     lateral (select max(amount) filter (where kind = 'unstaked') as unstaked,
       max(amount) filter (where kind = 'credit') as credit,
       coalesce(sum(amount) filter (where kind = 'escrow'), 0)::bigint as in_escrow
     from balances where user_id = u.id) a
   where u.id = $1 and u.deleted_at is null`,
);

interface Row
  extends
    Pick<StoredPortfolio, 'now' | 'termsVersion'>,
    Pick<Holdings, 'version' | 'unstaked' | 'credit' | 'inEscrow' | 'earnedInDeleted'> {
  readonly bonds: JsonRows;
  readonly vaults: JsonRows;
  readonly items: JsonRows;
}

interface Dated {
  readonly id: string;
  readonly createdAt: Instant;
}

/** Sorts in Node, because a few rows are sorted cheaper here than in the database. */
const newestFirst = (a: Dated, b: Dated): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

const holdingsOf = (row: Row): Holdings => ({
  version: row.version,
  unstaked: row.unstaked,
  credit: row.credit,
  inEscrow: row.inEscrow,
  earnedInDeleted: row.earnedInDeleted,
  openBonds: BOND.readRows(row.bonds).sort(newestFirst),
  vaults: VAULT.readRows(row.vaults).sort(newestFirst),
  recent: HISTORY_ITEM.readRows(row.items),
});

/** Reads the portfolio in one round trip; null if there is no such user. */
export async function readPortfolioOf(
  session: Session,
  userId: string,
): Promise<StoredPortfolio | null> {
  const [row] = await session.query<Row>(OF_USER, [userId]);
  if (!row) return null;
  const { now, termsVersion } = row;
  return { userId, now, termsVersion, holdings: holdingsOf(row) };
}

interface CacheEntry {
  readonly holdings: Holdings;
  /** By `performance.now()`. */
  readonly readAtMs: number;
}

/** Maximum number of cached users. */
const USERS_MAX = 4_096;
/** Users with more bonds and vaults than this are not cached; a few have thousands. */
const ENTRIES_MAX = 20;
/** Maximum age of an entry, because a manual correction in the database raises no version. */
const AGE_MAX_MS = 60_000;

/**
 * LRU cache of the portfolios of signed-in users, keyed by user. An entry is valid while the user's version
 * is unchanged. The version is read with the session, and every write raises it in its own transaction, so no
 * node shows a portfolio from before a write.
 */
export class Portfolios {
  readonly #database: Database;
  readonly #cached = new Map<string, CacheEntry>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Null if the user has been deleted since the session was read. */
  async read({ userId, version, now, termsVersion }: SignedIn): Promise<StoredPortfolio | null> {
    const entry = this.#cached.get(userId);
    this.#cached.delete(userId);
    const isFresh = entry && performance.now() - entry.readAtMs <= AGE_MAX_MS;
    if (!isFresh || entry.holdings.version !== version) return this.#load(userId);
    this.#set(userId, entry);
    return { userId, now, termsVersion, holdings: entry.holdings };
  }

  async #load(userId: string): Promise<StoredPortfolio | null> {
    const readAtMs = performance.now();
    const portfolio = await readPortfolioOf(this.#database, userId);
    if (!portfolio) return null;
    const { holdings } = portfolio;
    if (holdings.openBonds.length + holdings.vaults.length <= ENTRIES_MAX) {
      this.#set(userId, { holdings, readAtMs });
    }
    return portfolio;
  }

  /** Inserts as the most recently used entry; evicts the least recently used one when the cache is full. */
  #set(userId: string, entry: CacheEntry): void {
    this.#cached.set(userId, entry);
    if (this.#cached.size <= USERS_MAX) return;
    for (const [oldest] of this.#cached) return void this.#cached.delete(oldest);
  }
}

export interface PortfolioParts {
  readonly portfolios: Portfolios;
}
