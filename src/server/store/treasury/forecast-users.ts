import type { OwnedRow } from '../entities/entity.ts';
import { VAULT } from '../entities/vault.ts';
import type { ForecastUser } from '#domain/treasury/forecast-day';
import type { Lmt, PayToken } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import {
  type Database,
  type Param,
  type Session,
  anyOf,
  arrayOf,
  statement,
} from '../db/database.ts';
import { LAST_ID, ZERO_ID } from '../db/ids.ts';
import { pendingSellsOf } from '../sells/sells.ts';
import { snapshot } from '../db/transactions.ts';

interface Row {
  readonly id: string;
  readonly wallet: string;
  readonly unstaked: Lmt;
  readonly sold_this_cycle: Lmt;
  readonly sell_period_started_at: Instant | null;
  readonly last_token: PayToken | null;
}

/**
 * Who of those after $1, up to $3, has a vault that runs or is in its window, or a request that waits. Each
 * of the two is read off its index by user, as far as the batch goes.
 */
const USERS = statement(
  'forecast-users',
  `with found as materialized (
     (select distinct user_id from vaults
      where user_id > $1 and user_id <= $3 and status = 'active' and deleted_at is null
      order by user_id limit $2)
     union
     (select user_id from sells where user_id > $1 and user_id <= $3 and status = 'pending'
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

/** Users by their ids: those after one, up to another. */
export interface IdRange {
  readonly after: string;
  readonly upTo: string;
}

/** A batch of users, and the range that they are all of: ranges follow each other without a gap. */
export interface ForecastBatch {
  readonly range: IdRange;
  readonly users: readonly ForecastUser[];
}

/** Everybody to whom something may have to be paid out within a cycle, in batches by id, each of one moment. */
export async function* forecastUsers(
  database: Database,
  batch: number,
): AsyncGenerator<ForecastBatch> {
  let after = ZERO_ID;
  for (;;) {
    const users = await forecastUsersIn(database, { after, upTo: LAST_ID }, batch);
    const last = users.length < batch ? undefined : users.at(-1)?.userId;
    yield { range: { after, upTo: last ?? LAST_ID }, users };
    if (last === undefined) return;
    after = last;
  }
}

/** The same of one range, as far as a batch goes. */
export function forecastUsersIn(
  database: Database,
  { after, upTo }: IdRange,
  limit: number,
): Promise<ForecastUser[]> {
  return snapshot(database, (session) => readBatch(session, [after, limit, upTo]));
}

async function readBatch(session: Session, params: readonly Param[]): Promise<ForecastUser[]> {
  const rows = await session.query<Row>(USERS, params);
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
