import type { OwnedRow } from '../entities/entity.ts';
import { BOND } from '../entities/bond.ts';
import { VAULT } from '../entities/vault.ts';
import { SELL } from '../entities/sell.ts';
import type { AuditInput, ChainVerdict } from '#domain/audit/audit-subject';
import { type AccountKind, type Journal, type JournalKind, accountKey } from '#domain/base/ledger';
import { type Token, lmt } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { KEPT_CHECK } from '../bonds/bond-checks.ts';
import { type Database, type Session, anyOf, arrayOf, only, statement } from '../db/database.ts';
import { ZERO_ID } from '../db/ids.ts';
import { snapshot } from '../db/transactions.ts';

/** One user as the audit reads them. */
export interface AuditSubject extends AuditInput {
  readonly username: string;
}

const AMONG = anyOf(1);
const USERS = statement(
  'audit-read-users',
  `select u.id, u.wallet, u.username,
     (select coalesce(sum(b.shortfall), 0)::bigint from bonds b where b.user_id = u.id) as shortfall
   from users u where u.deleted_at is null and u.id > $1 order by u.id limit $2`,
);
const COUNT = statement(
  'audit-count-users',
  'select count(*)::integer as count from users where deleted_at is null',
);
const BALANCES = statement(
  'audit-read-balances',
  `select user_id, kind, ref, asset, amount from balances
   where user_id = ${AMONG} and kind <> 'deposit'`,
);
/** What is of the journal stands in its first line alone: these are most of all rows that an audit reads. */
const ofJournal = (column: string): string => `case when p.line = 0 then j.${column} end`;
const POSTINGS = statement(
  'audit-read-postings',
  `select ${ofJournal('user_id')} as user_id, ${ofJournal('kind')} as kind,
     ${ofJournal('effective_at')} as at, ${ofJournal('subject')} as subject,
     p.kind as account, p.ref, p.asset, p.amount
   from journals j join postings p on p.journal_id = j.id and p.recorded_at = j.recorded_at
   where j.user_id = ${AMONG}
   order by j.user_id, j.effective_at, j.recorded_at, j.id, p.line`,
);
const BONDS = statement(
  'audit-read-bonds',
  `select ${BOND.select('b')}, c.verdict, c.paid from bonds b ${KEPT_CHECK}
   where b.user_id = ${AMONG} and b.deleted_at is null order by b.created_at, b.id`,
);
const VAULTS = statement(
  'audit-read-vaults',
  `select ${VAULT.select('v')} from vaults v where v.user_id = ${AMONG} order by v.created_at, v.id`,
);
const SELLS = statement(
  'audit-read-sells',
  `select ${SELL.select('s')} from sells s where s.user_id = ${AMONG} order by s.requested_at, s.id`,
);

interface UserRow {
  readonly id: string;
  readonly wallet: string;
  readonly username: string;
  readonly shortfall: bigint;
}
interface BalanceRow {
  readonly user_id: string;
  readonly kind: AccountKind;
  readonly ref: string;
  readonly asset: Token;
  readonly amount: bigint;
}
interface JournalRow {
  readonly user_id: string;
  readonly kind: JournalKind;
  readonly at: Instant;
  readonly subject: string;
}
interface PostingRow {
  readonly account: AccountKind;
  readonly ref: string | null;
  readonly asset: Token;
  readonly amount: bigint;
}
/** A line with its journal, or with nulls in its place. */
type LineRow = PostingRow & (JournalRow | { readonly [K in keyof JournalRow]: null });
type CheckedRow = OwnedRow & {
  readonly verdict: ChainVerdict | null;
  readonly paid: bigint | null;
};

/** How many users there are to audit. */
export async function countAudited(session: Session): Promise<number> {
  return only(await session.query<{ count: number }>(COUNT)).count;
}

/** Everything that is stored about users, in batches by id, each as one reading of the database. */
export async function* auditedUsers(
  database: Database,
  batch: number,
): AsyncGenerator<AuditSubject[]> {
  let last = ZERO_ID;
  for (;;) {
    const after = last;
    const subjects = await snapshot(database, async (session) => {
      const users = await session.query<UserRow>(USERS, [after, batch]);
      return users.length === 0 ? [] : readAll(session, users);
    });
    yield subjects;
    if (subjects.length < batch) return;
    last = subjects.at(-1)?.userId ?? last;
  }
}

async function readAll(session: Session, users: readonly UserRow[]): Promise<AuditSubject[]> {
  const ids = [arrayOf(users.map(({ id }) => id))];
  const balances = byUser(await session.query<BalanceRow>(BALANCES, ids));
  const journals = journalsByUser(await session.query<LineRow>(POSTINGS, ids));
  const bonds = byUser(await session.query<CheckedRow>(BONDS, ids));
  const vaults = byUser(await session.query<OwnedRow>(VAULTS, ids));
  const sells = byUser(await session.query<OwnedRow>(SELLS, ids));
  return users.map(({ id, wallet, username, shortfall }) => ({
    userId: id,
    walletAddress: wallet,
    username,
    balances: new Map(balances(id).map((row) => [accountKey(row), row.amount])),
    journals: journals.get(id) ?? [],
    bonds: bonds(id).map((row) => ({
      bond: BOND.read(row),
      verdict: row.verdict ?? 'unknown',
      paid: row.paid,
    })),
    vaults: vaults(id).map(VAULT.read),
    sells: sells(id).map(SELL.read),
    shortfall: lmt(shortfall),
  }));
}

function byUser<Row extends { readonly user_id: string }>(
  rows: readonly Row[],
): (userId: string) => readonly Row[] {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.user_id);
    if (own) own.push(row);
    else found.set(row.user_id, [row]);
  }
  return (userId) => found.get(userId) ?? [];
}

type Writable = Journal & { postings: Journal['postings'][number][] };

/** The postings of a journal stand together, its first line first. */
function journalsByUser(rows: readonly LineRow[]): ReadonlyMap<string, readonly Journal[]> {
  const found = new Map<string, Writable[]>();
  let last: Writable | null = null;
  for (const row of rows) {
    const { account, ref, asset, amount } = row;
    if (row.user_id !== null) {
      const { kind, at, user_id: userId, subject } = row;
      last = { kind, at, userId, subject, postings: [] };
      const own = found.get(userId);
      if (own) own.push(last);
      else found.set(userId, [last]);
    }
    if (last === null) throw new Error('a journal without its first line');
    last.postings.push({ account: { kind: account, ref, asset }, amount });
  }
  return found;
}
