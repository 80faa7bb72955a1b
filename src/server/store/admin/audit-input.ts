import type { OwnedRow } from '../entities/entity.ts';
import { BOND } from '../entities/bond.ts';
import { VAULT } from '../entities/vault.ts';
import { SELL } from '../entities/sell.ts';
import type { AuditInput, ChainVerdict } from '#domain/audit/audit-subject';
import {
  type Account,
  type AccountKind,
  type Journal,
  type JournalKind,
  accountKey,
} from '#domain/base/ledger';
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
/** Postings as they stand there, as text: they are most of what an audit reads, and rows cost more to take apart. */
const JOURNALS = statement(
  'audit-read-journals',
  `select j.user_id, j.kind, j.effective_at as at, j.subject, f.moves, j.refs::text as refs,
     j.amounts::text as amounts
   from journals j join journal_forms f on f.id = j.form where j.user_id = ${AMONG}
   order by j.user_id, j.effective_at, j.recorded_at, j.id`,
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
  readonly moves: string;
  readonly refs: string | null;
  readonly amounts: string;
}
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
  const journals = byUser(await session.query<JournalRow>(JOURNALS, ids));
  const bonds = byUser(await session.query<CheckedRow>(BONDS, ids));
  const vaults = byUser(await session.query<OwnedRow>(VAULTS, ids));
  const sells = byUser(await session.query<OwnedRow>(SELLS, ids));
  const journalOf = journalReader();
  return users.map(({ id, wallet, username, shortfall }) => ({
    userId: id,
    walletAddress: wallet,
    username,
    balances: new Map(balances(id).map((row) => [accountKey(row), row.amount])),
    journals: journals(id).map(journalOf),
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

/** The elements of an array's text; none of these has quotes. */
const elementsOf = (text: string): string[] => text.slice(1, -1).split(',');

/** An account of a journal's form; whose it is, the journal says. */
interface FormAccount extends Account {
  readonly source: 'user' | 'subject' | 'given' | undefined;
}

function accountOf(text: string): FormAccount {
  const [kind, asset, source] = text.split(' ') as [AccountKind, Token, FormAccount['source']];
  return { kind, asset, source, ref: null };
}

/** Reads journals; forms that are met again are taken apart once, and the system's accounts are theirs. */
function journalReader(): (row: JournalRow) => Journal {
  const forms = new Map<string, readonly FormAccount[]>();
  const formOf = (moves: string): readonly FormAccount[] => {
    const form = forms.get(moves) ?? moves.split(/, | > /).map(accountOf);
    forms.set(moves, form);
    return form;
  };
  return ({ kind, at, user_id: userId, subject, moves, refs, amounts: texts }) => {
    const amounts = elementsOf(texts);
    const given = refs === null ? [] : elementsOf(refs);
    const postings = formOf(moves).map((account, i) => {
      const amount = BigInt(amounts[i >> 1] ?? 0);
      return { account: owned(account, i), amount: i % 2 === 0 ? -amount : amount };
    });
    return { kind, at, userId, subject, postings };

    function owned(account: FormAccount, i: number): Account {
      const { kind: of, asset, source } = account;
      if (source === undefined) return account;
      const ref = source === 'user' ? userId : source === 'subject' ? subject : (given[i] ?? null);
      return { kind: of, asset, ref };
    }
  };
}
