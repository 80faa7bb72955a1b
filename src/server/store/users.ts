import { type Instant, iso } from '#domain/time';
import { type Session, statement } from './database.ts';

export interface NewUser {
  readonly id: string;
  readonly wallet: string;
  readonly username: string;
}

/** The user with the two accounts that every user has, both empty. */
const CREATE = statement(
  'user-create',
  `with made as (
     insert into users (id, wallet, username, created_at) values ($1, $2, $3, $4)
     on conflict (wallet) where deleted_at is null do nothing returning id)
   insert into balances (ref, kind, asset, user_id, amount)
   select made.id, a.kind::account_kind, a.asset::asset, made.id, 0
   from made, (values ('unstaked', 'LMT'), ('credit', 'SOL')) as a(kind, asset) returning ref`,
);

/** Makes a user; false where the wallet has one already. */
export async function createUser(session: Session, user: NewUser, now: Instant): Promise<boolean> {
  const rows = await session.query(CREATE, [user.id, user.wallet, user.username, iso(now)]);
  return rows.length > 0;
}
