import type { OwnedRow } from '../kernel/entities/entity.ts';
import { VAULT } from '../kernel/entities/vault.ts';
import type { ForecastUser } from '#domain/treasury/forecast-day';
import type { Lmt, PayToken } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import { type Database, type Session, anyOf, arrayOf, statement } from '../kernel/db/database.ts';
import { ZERO_ID } from '../kernel/db/ids.ts';
import { pendingSellsOf } from '../sells/sell-queries.ts';
import { snapshot } from '../kernel/db/transactions.ts';

interface Row {
  readonly id: string;
  readonly wallet: string;
  readonly unstaked: Lmt;
  readonly sold_this_cycle: Lmt;
  readonly sell_period_started_at: Instant | null;
  readonly last_token: PayToken | null;
}

/**
 * The next $2 users after $1 who have an active vault or a pending request. Each of the two is read from its
 * index by user, up to the batch size.
 */
const USERS = statement(
  'forecast-users',
  `with found as materialized (
     (select distinct user_id from vaults
      where user_id > $1 and status = 'active' and deleted_at is null
      order by user_id limit $2)
     union
     (select user_id from sells where user_id > $1 and status = 'pending'
      order by user_id limit $2)
     order by user_id limit $2)
   select u.id, u.wallet, u.sold_this_cycle, u.sell_period_started_at, b.amount as unstaked,
     (select s.payout_token from sells s where s.user_id = u.id
      order by s.requested_at desc limit 1) as last_token
   from found f join users u on u.id = f.user_id
   join balances b on b.ref = u.id and b.kind = 'unstaked' order by u.id`,
);
const VAULTS = statement(
  'forecast-vaults',
  `select ${VAULT.select('v')} from vaults v where v.user_id = ${anyOf(1)}
     and v.status = 'active' and v.deleted_at is null`,
);

/** Yields all users who may be owed a payout within a cycle, in batches by id. Each batch is read from one snapshot. */
export async function* forecastUsers(
  database: Database,
  batch: number,
): AsyncGenerator<readonly ForecastUser[]> {
  let after = ZERO_ID;
  for (;;) {
    const users = await snapshot(database, (session) => readBatch(session, after, batch));
    yield users;
    const last = users.at(-1);
    if (!last || users.length < batch) return;
    after = last.userId;
  }
}

async function readBatch(session: Session, after: string, limit: number): Promise<ForecastUser[]> {
  const rows = await session.query<Row>(USERS, [after, limit]);
  const ids = rows.map(({ id }) => id);
  const vaults = new Map<string, ForecastUser['vaults'][number][]>(ids.map((id) => [id, []]));
  for (const row of await session.query<OwnedRow>(VAULTS, [arrayOf(ids)])) {
    vaults.get(row.user_id)?.push(VAULT.read(row));
  }
  const pending = new Map(
    (await pendingSellsOf(session, ids)).map((sell) => [sell.userId, sell] as const),
  );
  return rows.map((row) => ({
    userId: row.id,
    walletAddress: row.wallet,
    unstaked: row.unstaked,
    period: { sold: row.sold_this_cycle, startedAt: row.sell_period_started_at },
    lastPayoutToken: row.last_token,
    vaults: vaults.get(row.id) ?? [],
    pendingSell: pending.get(row.id) ?? null,
  }));
}
