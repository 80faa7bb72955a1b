import type { Bond } from '#domain/bonds/bond';
import type { NumberedItem } from '#domain/base/change';
import type { Lamports, Lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { Vault } from '#domain/vaults/vault';
import { type Database, type Session, statement } from '../db/database.ts';
import { recentHistory } from './history.ts';
import type { JsonRows } from '../db/json-rows.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import { BOND } from '../entities/bond.ts';
import { HISTORY_ITEM } from '../entities/history-item.ts';
import { VAULT } from '../entities/vault.ts';

/** Everything of a user that a portfolio shows; it stays as it is while the user's version does. */
export interface Holdings {
  readonly version: bigint;
  readonly unstaked: Lmt;
  /** Lamports that stand to the user, those of payments that may still vanish included. */
  readonly credit: Lamports;
  /** LMT of sell requests that are not paid yet. */
  readonly inEscrow: Lmt;
  /** Rewards of matured cycles of vaults that the owner has deleted. */
  readonly earnedInDeleted: Lmt;
  /** Those that are not claimed and have not failed; newest first. */
  readonly openBonds: readonly Bond[];
  /** Newest first. */
  readonly vaults: readonly Vault[];
  /** The newest ten lines of history. */
  readonly recent: readonly NumberedItem[];
}

/** The same at an instant, and under the terms of then. */
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

/** A handful of rows is put in order here with less effort than there. */
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

/** All of it in one round trip; null where there is no such user. */
export async function readPortfolioOf(
  session: Session,
  userId: string,
): Promise<StoredPortfolio | null> {
  const [row] = await session.query<Row>(OF_USER, [userId]);
  if (!row) return null;
  const { now, termsVersion } = row;
  return { userId, now, termsVersion, holdings: holdingsOf(row) };
}

/** What was read of a user, and when. */
interface Kept {
  readonly holdings: Holdings;
  readonly readAtMs: number;
}

/** Users whose holdings are kept, those that asked last. */
const USERS_MAX = 4_096;
/** Bonds and vaults of a user whose holdings are; a few may have thousands. */
const ENTRIES_MAX = 20;
/** After a correction by hand in the database, the old is shown for no longer. */
const AGE_MAX_MS = 60_000;

/**
 * The portfolios of signed-in users, who look at theirs again and again: what was read is used as long
 * as the user's version is the same, which is read with the session. Every write raises that version
 * in its own transaction, so that on any number of nodes a user is never shown what is no longer so.
 */
export class Portfolios {
  readonly #database: Database;
  readonly #sessions: Sessions;
  readonly #kept = new Map<string, Kept>();

  constructor(database: Database, sessions: Sessions) {
    this.#database = database;
    this.#sessions = sessions;
  }

  /** The portfolio of the user whose session it is; null where it is none. */
  async find(token: string): Promise<(SignedIn & { readonly portfolio: StoredPortfolio }) | null> {
    const user = await this.#sessions.find(token);
    if (!user) return null;
    const portfolio = this.#recall(user) ?? (await this.#read(user));
    return portfolio && { ...user, portfolio };
  }

  #recall({ userId, version, now, termsVersion }: SignedIn): StoredPortfolio | null {
    const kept = this.#kept.get(userId);
    this.#kept.delete(userId);
    const isYoung = kept && performance.now() - kept.readAtMs <= AGE_MAX_MS;
    if (!isYoung || kept.holdings.version !== version) return null;
    this.#keep(userId, kept);
    return { userId, now, termsVersion, holdings: kept.holdings };
  }

  async #read({ userId }: SignedIn): Promise<StoredPortfolio | null> {
    const readAtMs = performance.now();
    const portfolio = await readPortfolioOf(this.#database, userId);
    if (!portfolio) return null;
    const { holdings } = portfolio;
    if (holdings.openBonds.length + holdings.vaults.length <= ENTRIES_MAX) {
      this.#keep(userId, { holdings, readAtMs });
    }
    return portfolio;
  }

  /** As the last of those that were used; the first of them makes room. */
  #keep(userId: string, kept: Kept): void {
    this.#kept.set(userId, kept);
    if (this.#kept.size <= USERS_MAX) return;
    for (const [oldest] of this.#kept) return void this.#kept.delete(oldest);
  }
}
