import { CYCLE_MS } from '#domain/terms/terms';
import { DAY_MS, type Instant, after, iso } from '#domain/base/time';
import { type Database, only, statement } from '#server/kernel/db/database';
import { readClock } from '#server/kernel/terms/protocol-clock';

/** Builds the id of a user's thing of a `kind`, as SQL; `i` is the user's number. */
const idOf = (kind: number): string =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
const [USER, VAULT, JOURNAL] = [1, 3, 0x20].map(idOf);
const STAKE = 500_000_000;

/** Inserts users with a running vault each, directly into the tables; all cycles end at one instant. */
export async function seedDueVaults(
  database: Database,
  count: number,
  endsAt: (now: Instant) => Instant,
): Promise<void> {
  const now = await readClock(database);
  const [at, ends] = [now, endsAt(now)].map((time) => `'${iso(time)}'::timestamptz`);
  const starts = `'${iso(after(endsAt(now), -CYCLE_MS))}'::timestamptz`;
  await database.transaction((session) =>
    session.exec(`set local statement_timeout = 0;
create temp table life on commit drop as
  select i, ${USER} as id, ${VAULT} as vault_id, ${JOURNAL} as journal_id from generate_series(1, ${count}) i;
insert into users (id, wallet, username, created_at)
  select id, md5(i::text), 'User ' || i, ${at} - interval '9 days' from life;
insert into balances (ref, kind, asset, user_id, amount)
  select id, 'unstaked'::account_kind, 'LMT'::asset, id, 0 from life
  union all select id, 'credit', 'SOL', id, 0 from life
  union all select vault_id, 'vault', 'LMT', id, ${STAKE} from life;
with journal as (insert into journals (id, recorded_at, effective_at, kind, user_id, subject, lines)
  select journal_id, ${at}, ${at}, 'adjusted', id, vault_id, 2 from life)
insert into postings (journal_id, line, kind, ref, asset, amount)
  select journal_id, 1, 'adjusted'::account_kind, null, 'LMT'::asset, -${STAKE} from life
  union all select journal_id, 2, 'vault', vault_id, 'LMT', ${STAKE} from life;
insert into totals (kind, asset, stripe, amount) values
  ('adjusted', 'LMT', 1, -${STAKE}::numeric * ${count}), ('vault', 'LMT', 1, ${STAKE}::numeric * ${count});
insert into vaults (id, user_id, status, amount, original_amount, posted_rewards, rewards_offset,
  total_rewards_earned, withdrawn, cycle_number, cycle_starts_at, cycle_ends_at, cycle_apy, matured,
  vesting_starts_at, vesting_ends_at, auto_restake, fee_paid, fee_finalized, released, created_at, due_at)
  select vault_id, id, 'active', ${STAKE}, ${STAKE}, 0, 0, 0, 0, 1, ${starts}, ${ends}, 100000, false,
    ${starts} - interval '1 day', ${starts}, false, 0, true, false, ${starts} - interval '1 day', ${ends}
  from life;`),
  );
  await database.exec('vacuum analyze');
  await database.exec('checkpoint');
}

/** Moves the end of all cycles to a second ago. */
export async function makeDue(database: Database): Promise<void> {
  await database.transaction((session) =>
    session.exec(`set local statement_timeout = 0;
update vaults set cycle_ends_at = protocol_now() - interval '1 second',
  cycle_starts_at = protocol_now() - interval '7 days 1 second',
  due_at = protocol_now() - interval '1 second';`),
  );
}

const LEFT = statement(
  'bench-due-left',
  'select count(*)::integer as count from vaults where due_at <= protocol_now()',
);

/** Returns the number of due vaults that are not swept yet. */
export async function dueLeft(database: Database): Promise<number> {
  return only(await database.query<{ count: number }>(LEFT)).count;
}

/** Returns the seconds of one plain UPDATE of the columns that a sweep changes; rolls it back. */
export async function plainUpdateSeconds(database: Database): Promise<number> {
  let seconds = Number.NaN;
  const undo = new Error('undo');
  const updated = database.transaction(async (session) => {
    await session.exec('set local statement_timeout = 0');
    const started = performance.now();
    await session.exec(`update vaults set matured = true, posted_rewards = posted_rewards + 1,
      total_rewards_earned = total_rewards_earned + 1, due_at = due_at + interval '1 day'
      where due_at <= protocol_now()`);
    seconds = (performance.now() - started) / 1_000;
    throw undo;
  });
  await updated.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  await database.exec('vacuum vaults');
  await database.exec('checkpoint');
  return seconds;
}

/** Returns an instant long after any run of this benchmark. */
export const farOff = (now: Instant): Instant => after(now, 6 * DAY_MS);
/** Returns the instant a second ago. */
export const justNow = (now: Instant): Instant => after(now, -1_000);
