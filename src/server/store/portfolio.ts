import type { Bond } from '#domain/bond';
import type { NumberedItem } from '#domain/change';
import type { Lamports, Lmt } from '#domain/money';
import type { Instant } from '#domain/time';
import type { Vault } from '#domain/vault';
import { type BondRow, bondOf } from './bonds.ts';
import { type Session, statement } from './database.ts';
import { recentHistory } from './history.ts';
import { type JsonRows, jsonRows, rowReader } from './json-rows.ts';
import { SESSION, type SessionRow, type SignedIn, signedInOf, sessionRow } from './sessions.ts';
import { type VaultRow, vaultOf } from './vaults.ts';
import { bonds } from './write-entity-parts.ts';
import { vaults } from './write-vault-part.ts';

/** Everything of a user that a portfolio shows. */
export interface StoredPortfolio {
  readonly userId: string;
  readonly now: Instant;
  readonly termsVersion: bigint;
  readonly unstaked: Lmt;
  /** Lamports that stand to the user, those of payments that may still vanish included. */
  readonly credit: Lamports;
  /** LMT of sell requests that are not paid yet. */
  readonly inEscrow: Lmt;
  /** Those that are not claimed and have not failed; newest first. */
  readonly openBonds: readonly Bond[];
  /** Newest first. */
  readonly vaults: readonly Vault[];
  /** The newest ten lines of history. */
  readonly recent: readonly NumberedItem[];
}

const BOND_COLUMNS = [...bonds.columns, ['user_id', 'uuid'] as const];
const VAULT_COLUMNS = [
  ...vaults.columns.filter(([name]) => name !== 'due_at'),
  ['user_id', 'uuid'] as const,
];
const ITEM_COLUMNS = [
  ['id', 'uuid'],
  ['type', 'item_type'],
  ['number', 'bigint'],
  ['at', 'timestamptz'],
  ['token', 'asset'],
  ['fee', 'bigint'],
  ['"feeToken"', 'asset'],
  ['note', 'text'],
  ['amount', 'bigint'],
  ['hash', 'text'],
  ['status', 'text'],
] as const;

/** Columns and tables of a portfolio, beside the user `u` whose it is. */
const PORTFOLIO = {
  columns: `a.unstaked, a.credit, a.in_escrow,
     ${jsonRows(
       BOND_COLUMNS,
       'b',
       `from bonds b where b.user_id = u.id and b.deleted_at is null
        and b.status in ('pending', 'confirmed')`,
     )} as bonds,
     ${jsonRows(VAULT_COLUMNS, 'v', 'from vaults v where v.user_id = u.id and v.deleted_at is null')} as vaults,
     ${jsonRows(ITEM_COLUMNS, 'i', `from (${recentHistory('u.id')}) i`)} as items`,
  from: `lateral (select max(amount) filter (where kind = 'unstaked') as unstaked,
       max(amount) filter (where kind = 'credit') as credit,
       coalesce(sum(amount) filter (where kind = 'escrow'), 0)::bigint as in_escrow
     from balances where user_id = u.id) a`,
} as const;
const OF_USER = statement(
  'portfolio',
  `select u.id as user_id, p.terms_version, protocol_time(p.clock_offset_ms) as now, ${PORTFOLIO.columns}
   from users u, protocol p, ${PORTFOLIO.from} where u.id = $1 and u.deleted_at is null`,
);
const OF_SESSION = statement(
  'session-find-portfolio',
  `select ${SESSION.columns}, null::uuid as owner, ${PORTFOLIO.columns}
   ${SESSION.from}, ${PORTFOLIO.from} ${SESSION.where}`,
);

interface Row {
  readonly user_id: string;
  readonly now: Instant;
  readonly terms_version: bigint;
  readonly unstaked: Lmt;
  readonly credit: Lamports;
  readonly in_escrow: Lmt;
  readonly bonds: JsonRows;
  readonly vaults: JsonRows;
  readonly items: JsonRows;
}

const bondRows = rowReader<BondRow>(BOND_COLUMNS);
const vaultRows = rowReader<VaultRow>(VAULT_COLUMNS);
const itemRows = rowReader<NumberedItem>(ITEM_COLUMNS);

interface Dated {
  readonly id: string;
  readonly createdAt: Instant;
}

/** A handful of rows is put in order here with less effort than there. */
const newestFirst = (a: Dated, b: Dated): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);

const portfolioOf = (row: Row): StoredPortfolio => ({
  userId: row.user_id,
  now: row.now,
  termsVersion: row.terms_version,
  unstaked: row.unstaked,
  credit: row.credit,
  inEscrow: row.in_escrow,
  openBonds: bondRows(row.bonds).map(bondOf).sort(newestFirst),
  vaults: vaultRows(row.vaults).map(vaultOf).sort(newestFirst),
  recent: itemRows(row.items),
});

/** All of it in one round trip; null where there is no such user. */
export async function readPortfolioOf(
  session: Session,
  userId: string,
): Promise<StoredPortfolio | null> {
  const [row] = await session.query<Row>(OF_USER, [userId]);
  return row ? portfolioOf(row) : null;
}

/** The portfolio of whoever a session belongs to, in the same round trip; null where it is none. */
export async function findPortfolio(
  session: Session,
  token: string,
): Promise<(SignedIn & { readonly portfolio: StoredPortfolio }) | null> {
  const row = await sessionRow<Row & SessionRow>(session, token, OF_SESSION);
  return row && { ...signedInOf(row), portfolio: portfolioOf(row) };
}
