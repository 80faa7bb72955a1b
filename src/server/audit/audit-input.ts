import type {
  AuditInput,
  AuditedBond,
  AuditedSell,
  AuditedVault,
  ChainVerdict,
} from '#domain/audit/audit-subject';
import type { AccountKind, Journal, JournalKind, Posting } from '#domain/base/ledger';
import { type Token, lmt } from '#domain/base/money';
import { instant } from '#domain/base/time';
import { STORED_CHECK } from '../bonds/bond-checks.ts';
import {
  type Database,
  type Session,
  only,
  parseTimestamp,
  statement,
} from '../kernel/db/database.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { snapshot } from '../kernel/db/transactions.ts';

export interface AuditSubject extends AuditInput {
  readonly username: string;
}

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
/**
 * Condition for the rows of a batch of users: ids after $1, up to and including $2. Rows of deleted users are
 * dropped later.
 */
const among = (table: string): string => `${table}.user_id > $1 and ${table}.user_id <= $2`;
// Balances and journals are most of what an audit reads. Each user's come as one text, because parsing a row
// of many columns costs Node more than splitting a text.
const BALANCES = statement(
  'audit-read-balances',
  `select b.user_id,
     string_agg(b.kind || ':' || b.ref || '/' || b.asset || '=' || b.amount, ' ') as lines
   from balances b where ${among('b')} and b.kind <> 'deposit' group by b.user_id`,
);
const JOURNALS = statement(
  'audit-read-journals',
  `select j.user_id, string_agg(
       j.kind || ';' || j.effective_at || ';' || j.subject || ';' || p.lines,
       '|' order by j.effective_at, j.recorded_at, j.id) as lines
   from journals j, lateral (
     select string_agg(p.kind || ',' || p.asset || ',' || coalesce(p.ref::text, '') || ',' || p.amount, ';'
       order by p.line) as lines from postings p where p.journal_id = j.id) p
   where ${among('j')} group by j.user_id`,
);
const BONDS = statement(
  'audit-read-bonds',
  `select b.user_id, b.id, b.token, b.amount, b.lmt_amount as "lmtAmount", b.status, b.signature,
     b.created_at as "createdAt", c.verdict, c.paid
   from bonds b ${STORED_CHECK}
   where ${among('b')} and b.deleted_at is null order by b.created_at, b.id`,
);
const VAULTS = statement(
  'audit-read-vaults',
  `select v.user_id, v.id, v.status, v.amount, v.posted_rewards as "postedRewards",
     v.total_rewards_earned as "totalRewardsEarned", v.created_at as "createdAt"
   from vaults v where ${among('v')} order by v.created_at, v.id`,
);
const SELLS = statement(
  'audit-read-sells',
  `select s.user_id, s.id, s.status, s.amount, s.settled_at as "settledAt"
   from sells s where ${among('s')} order by s.requested_at, s.id`,
);

interface UserRow {
  readonly id: string;
  readonly wallet: string;
  readonly username: string;
  readonly shortfall: bigint;
}
type Owned<T> = T & { readonly user_id: string };
interface LinesRow {
  readonly user_id: string;
  readonly lines: string;
}
type BondRow = AuditedBond['bond'] & {
  readonly verdict: ChainVerdict | null;
  readonly paid: bigint | null;
};

export async function countAudited(session: Session): Promise<number> {
  return only(await session.query<{ count: number }>(COUNT)).count;
}

/** Yields everything stored about users, in batches by id. Each batch is read from one snapshot of the database. */
export async function* auditedUsers(
  database: Database,
  batch: number,
): AsyncGenerator<AuditSubject[]> {
  let last = ZERO_ID;
  for (;;) {
    const after = last;
    const subjects = await snapshot(database, async (session) => {
      const users = await session.query<UserRow>(USERS, [after, batch]);
      return readAll(session, after, users);
    });
    yield subjects;
    if (subjects.length < batch) return;
    last = subjects.at(-1)?.userId ?? last;
  }
}

async function readAll(
  session: Session,
  after: string,
  users: readonly UserRow[],
): Promise<AuditSubject[]> {
  const last = users.at(-1);
  if (!last) return [];
  const range = [after, last.id];
  const balances = linesByUser(await session.query<LinesRow>(BALANCES, range), ' ');
  const journals = linesByUser(await session.query<LinesRow>(JOURNALS, range), '|');
  const bonds = byUser(await session.query<Owned<BondRow>>(BONDS, range));
  const vaults = byUser(await session.query<Owned<AuditedVault>>(VAULTS, range));
  const sells = byUser(await session.query<Owned<AuditedSell>>(SELLS, range));
  return users.map(({ id, wallet, username, shortfall }) => ({
    userId: id,
    walletAddress: wallet,
    username,
    balances: new Map(balances(id).map(balanceOf)),
    journals: journals(id).map((line) => journalOf(id, line)),
    bonds: bonds(id).map((bond) => ({ bond, verdict: bond.verdict ?? 'unknown', paid: bond.paid })),
    vaults: vaults(id),
    sells: sells(id),
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

function linesByUser(
  rows: readonly LinesRow[],
  separator: string,
): (userId: string) => readonly string[] {
  const found = new Map(rows.map((row) => [row.user_id, row.lines]));
  return (userId) => found.get(userId)?.split(separator) ?? [];
}

/** Parses a balance: the key of its account, as `accountKey` builds it, and its amount. */
function balanceOf(line: string): [account: string, amount: bigint] {
  const end = line.indexOf('=');
  return [line.slice(0, end), BigInt(line.slice(end + 1))];
}

/** Parses a journal of a user: kind, instant and subject, then its postings. */
function journalOf(userId: string, line: string): Journal {
  const [kind, at = '', subject = '', ...postings] = line.split(';');
  return {
    kind: kind as JournalKind,
    at: instant(parseTimestamp(at)),
    userId,
    subject,
    postings: postings.map(postingOf),
  };
}

function postingOf(text: string): Posting {
  const [kind, asset, ref = '', amount = ''] = text.split(',');
  return {
    account: { kind: kind as AccountKind, asset: asset as Token, ref: ref || null },
    amount: BigInt(amount),
  };
}
