import type { Lmt } from '#domain/base/money';
import type { SellPeriod } from '#domain/sells/sell-limit';
import { type Instant, iso } from '#domain/base/time';
import { noteChange } from '../kernel/db/note-change.ts';
import { type Session, statement } from '../kernel/db/database.ts';

export interface NewUser {
  readonly id: string;
  readonly wallet: string;
  readonly username: string;
}

export interface StoredUser extends NewUser {
  readonly unstaked: Lmt;
  readonly period: SellPeriod;
  readonly createdAt: Instant;
  readonly now: Instant;
}

type Row = Omit<StoredUser, 'period'> & SellPeriod;

/** Creates the user with the two accounts that every user has, both empty. */
const CREATE = statement(
  'user-create',
  `with made as (
     insert into users (id, wallet, username, created_at) values ($1, $2, $3, $4)
     on conflict (wallet) where deleted_at is null do nothing returning id)
   insert into balances (ref, kind, asset, user_id, amount)
   select made.id, a.kind::account_kind, a.asset::asset, made.id, 0
   from made, (values ('unstaked', 'LMT'), ('credit', 'SOL')) as a(kind, asset) returning ref`,
);
const FIND_ID = statement(
  'user-find-id',
  'select id from users where wallet = $1 and deleted_at is null',
);
const READ = `select u.id, u.wallet, u.username, u.sold_this_cycle as sold,
    u.sell_period_started_at as "startedAt", u.created_at as "createdAt", b.amount as unstaked, protocol_time(p.clock_offset_ms) as now
  from users u join balances b on b.ref = u.id and b.kind = 'unstaked', protocol p
  where u.deleted_at is null`;
const READ_BY_ID = statement('user-by-id', `${READ} and u.id = $1`);
const READ_BY_WALLET = statement('user-by-wallet', `${READ} and u.wallet = $1`);
const RENAME = statement('user-rename', 'update users set username = $2 where id = $1');

/** Creates a user. Returns false if the wallet has one already. */
export async function createUser(session: Session, user: NewUser, now: Instant): Promise<boolean> {
  const rows = await session.query(CREATE, [user.id, user.wallet, user.username, iso(now)]);
  if (rows.length > 0) noteChange(session, { topics: ['admin'] });
  return rows.length > 0;
}

/** Returns the id of a wallet's user; null if it has none. */
export async function findUserId(session: Session, wallet: string): Promise<string | null> {
  const [row] = await session.query<{ id: string }>(FIND_ID, [wallet]);
  return row?.id ?? null;
}

export async function findUser(
  session: Session,
  by: { readonly id: string } | { readonly wallet: string },
): Promise<StoredUser | null> {
  const [row] =
    'id' in by
      ? await session.query<Row>(READ_BY_ID, [by.id])
      : await session.query<Row>(READ_BY_WALLET, [by.wallet]);
  if (!row) return null;
  const { sold, startedAt, ...user } = row;
  return { ...user, period: { sold, startedAt } };
}

export async function renameUser(session: Session, id: string, username: string): Promise<void> {
  await session.query(RENAME, [id, username]);
  noteChange(session, { userIds: [id], topics: ['admin'] });
}
