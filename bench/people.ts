import { HOUR_MS, type Instant, after, iso } from '#domain/base/time';
import { appendLog } from '#server/kernel/ledger/admin-log';
import type { Database, Session } from '#server/kernel/db/database';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { idOf, journalsOfLives } from './people-ledger.ts';

/** Age of the protocol in days. */
const PAST_DAYS = 90;
const LOG_LINES = 100;

const [USER, BOND, VAULT, SELL, PAYMENT, FEE, PAYOUT] = [1, 2, 3, 4, 5, 6, 7].map(idOf);
const [DEPOSIT, LINE] = [idOf(8), (type: number): string => idOf(0x10 + type)];

/**
 * Inserts users directly into the tables, in their state after three months. One in three has only connected,
 * the others are between an unpaid bond and a completed vault, and one in 200 has a pending sell request.
 * Also inserts the records of jobs.
 */
export async function seedPeople(database: Database, count: number): Promise<void> {
  const now = await readClock(database);
  await database.transaction(async (session) => {
    await session.exec('set local statement_timeout = 0');
    await session.exec(lives(count, now));
    await session.exec(journalsOfLives());
    await session.exec(belongings(count));
    await session.exec(surroundings(count, now));
    await writeLog(session, now);
  });
  await database.exec('vacuum analyze');
  await database.exec('checkpoint');
}

/** Builds one row per user with all events of their life; null for those that did not happen. */
function lives(count: number, now: Instant): string {
  const at = `'${iso(now)}'::timestamptz`;
  return `
create temp table life on commit drop as
select l.*, case phase when 'locked' then ${at} - part * interval '23 hours'
    else claimed_at - interval '25 hours' end as paid_at,
  case when stage = 9 then case when turn = 0 then 'pending' when turn < 5 then 'rejected'
    when turn < 10 then 'approved' end end as sell_status,
  ends_at + (${at} - ends_at) / 2 as requested_at,
  ends_at + (${at} - ends_at) * 3 / 4 as reviewed_at
from (
  select s.*, coalesce(staked_at - interval '1 hour',
      case when phase = 'claimed' then ${at} - part * interval '15 days' end) as claimed_at,
    lmt - lmt / 4 as stake,
    case when phase in ('window', 'completed') then
      div((lmt - lmt / 4)::numeric * 100000 * 604800000, 10000 * 31536000000.0)::bigint else 0 end as rewards
  from (
    select e.*, coalesce(ends_at - interval '8 days',
        case when phase = 'vesting' then ${at} - part * interval '23 hours' end) as staked_at
    from (
      select p.*, case when token = 'SOL' then paid * 20 / 987 else paid * 100 / 987 end as lmt,
        date_trunc('seconds', case phase
          when 'running' then ${at} + interval '15 minutes' + part * interval '166 hours'
          when 'window' then ${at} - interval '15 minutes' - part * interval '22 hours'
          when 'completed' then ${at} - interval '26 hours' - part * interval '10 days' end) as ends_at
      from (
        select i, ${USER} as id, ${BOND} as bond_id, ${VAULT} as vault_id, ${SELL} as sell_id,
          left(translate(md5(i::text) || md5('of' || i), '0', 'Z'), 44) as wallet, part, stage, turn,
          (case when i % 2 = 0 then 'SOL' else 'USDC' end)::asset as token,
          case when i % 2 = 0 then 1000000000 + i % 1000 * 1000000::bigint
            else 200000000 + i % 1000 * 200000::bigint end as paid,
          (array['pending', 'locked', 'claimed', 'vesting', 'running', 'running', 'window', 'completed',
            'running', 'window'])[stage + 1] as phase,
          ${at} - (1 - i / ${count}.0) * interval '${PAST_DAYS - 20} days'
            - case when stage is null then interval '0' else interval '20 days' end as joined_at
        from (select i, case when i % 3 = 0 then null else i / 3 % 10 end as stage, i / 30 % 13 as turn,
            i::bigint * 7919 % 100003 / 100003.0 as part
          from generate_series(1, ${count}) i) n
      ) p
    ) e
  ) s
) l;
analyze life;
insert into users (id, wallet, username, created_at, sold_this_cycle, sell_period_started_at)
select id, wallet, 'User ' || left(wallet, 8), joined_at,
  case when sell_status in ('pending', 'approved') then lmt / 8 else 0 end,
  case when sell_status in ('pending', 'approved') then requested_at end from life;
insert into sessions (token_hash, user_id, expires_at)
select md5('session' || i), id, clock_timestamp() + interval '20 hours' from life where i % 5 = 0;`;
}

/** Builds the users' things and history lines. */
function belongings(count: number): string {
  return `
insert into bonds (id, user_id, token, amount, lmt_amount, status, signature, finalized, starts_at,
  created_at, slot)
select bond_id, id, token::text::pay_token, paid, lmt, (case phase when 'pending' then 'pending'
    when 'locked' then 'confirmed' else 'completed' end)::bond_status,
  case when paid_at is not null then 'bond' || i end, paid_at is not null, paid_at,
  coalesce(paid_at, now() - part * interval '50 minutes'), i
from life where phase is not null;
insert into payments (signature, payer, id, purpose, subject, user_id, token, amount, block_time,
  finalized, slot)
select 'bond' || i, wallet, ${PAYMENT}, 'bond'::payment_purpose, bond_id, id, token::text::pay_token, paid, paid_at, true, i
from life where paid_at is not null
union all select 'fee' || i, wallet, ${FEE}, 'fee', ${FEE}, id, 'SOL', 20000000, staked_at, true, i
from life where staked_at is not null;
insert into bond_checks (bond_id, signature, amount, starts_at, verdict, paid, detail, final, checked_at)
select bond_id, 'bond' || i, paid, paid_at, case when i % 499 = 0 then 'fake' else 'verified' end, paid,
  'As the benchmark says', true, paid_at from life where paid_at is not null;
insert into vaults (id, user_id, status, amount, original_amount, posted_rewards, rewards_offset,
  total_rewards_earned, withdrawn, cycle_number, cycle_starts_at, cycle_ends_at, cycle_apy, matured,
  vesting_starts_at, vesting_ends_at, auto_restake, fee_paid, fee_signature, fee_finalized, completed_at,
  released, created_at, due_at)
select vault_id, id, (case phase when 'vesting' then phase when 'completed' then phase
    else 'active' end)::vault_status, case when phase = 'completed' then 0 else stake end, stake,
  case when phase = 'window' then rewards else 0 end, 0, rewards, 0, 1,
  ends_at - interval '7 days', ends_at, case when ends_at is not null then 100000 end,
  phase in ('window', 'completed'), staked_at, staked_at + interval '1 day', stage = 8, 20000000, 'fee' || i,
  true, case when phase = 'completed' then ends_at + interval '1 day' end, phase = 'completed', staked_at,
  case phase when 'running' then ends_at when 'window' then ends_at + interval '1 day' end
from life where staked_at is not null;
insert into sells (id, user_id, status, amount, fee, payout_token, payout, lmt_price, sol_price,
  requested_at, reviewed_at, settled_at, sold_before)
select sell_id, id, sell_status::sell_status, lmt / 8, lmt / 8 * 15 / 100, 'USDC', lmt / 8 * 85 / 100 * 987 / 100,
  987000000, 200000000000000, requested_at, case when sell_status <> 'pending' then reviewed_at end,
  case when sell_status = 'approved' then reviewed_at end, 0
from life where sell_status is not null;
insert into payouts (id, purpose, subject, user_id, token, amount, receiver, status, built, signed,
  signature, built_slot, costs, created_at, expires_at, settled_at)
select ${PAYOUT}, 'sell', sell_id, id, 'USDC', lmt / 8 * 85 / 100 * 987 / 100, wallet, 'finalized',
  repeat('A', 600), repeat('A', 600), 'payout' || i, i, 5000, reviewed_at - interval '1 minute',
  reviewed_at, reviewed_at
from life where sell_status = 'approved';
insert into history (id, user_id, type, number, subject, at, amount, token, fee, fee_token, status, hash)
select ${LINE(1)}, id, 'bond'::item_type, i, bond_id, coalesce(paid_at, now() - part * interval '50 minutes'),
  paid, token, 0, token, 'pending'::item_status, null from life where phase is not null
union all select ${LINE(2)}, id, 'stake', i, vault_id, staked_at, stake, 'LMT', 20000000, 'SOL', 'completed',
  'fee' || i from life where staked_at is not null
union all select ${LINE(3)}, id, 'withdraw', i, vault_id, ends_at + interval '1 day', stake + rewards, 'LMT', 0,
  'LMT', 'completed', null from life where phase = 'completed'
union all select ${LINE(4)}, id, 'sell', i, sell_id, requested_at, lmt / 8, 'LMT', lmt / 8 * 15 / 100, 'LMT',
  'pending', null from life where sell_status is not null;
select setval(name::regclass, ${count} + 1)
from unnest(array['bond_numbers', 'stake_numbers', 'withdraw_numbers', 'sell_numbers']) name;`;
}

/** Builds unmatched payments, the first terms, and the treasury's history points. */
function surroundings(count: number, now: Instant): string {
  const at = `'${iso(now)}'::timestamptz`;
  return `
create temp table stray on commit drop as select i, ${DEPOSIT} as id,
    ${at} - i * interval '1 hour' as at from generate_series(1, ${count} / 2000) i;
insert into deposits (id, signature, sender, token, amount, block_time, slot, small, status)
select id, 'stray' || i, 'Stray' || i, 'SOL', 5000000000, at, i, false, 'open' from stray;
with journal as (
  insert into journals (id, recorded_at, effective_at, kind, user_id, subject, lines)
  select id, at, at, 'depositUnmatched', null, id, 2 from stray)
insert into postings (journal_id, line, kind, ref, asset, amount)
select id, 1, 'treasury'::account_kind, null, 'SOL'::asset, -5000000000 from stray
union all select id, 2, 'deposit', id, 'SOL', 5000000000 from stray;
insert into balances (ref, kind, asset, user_id, amount)
select p.ref, p.kind, p.asset, j.user_id, sum(p.amount) from postings p join journals j on j.id = p.journal_id
where p.ref is not null group by p.ref, p.kind, p.asset, j.user_id;
insert into totals (kind, asset, stripe, amount)
select kind, asset, 1, sum(amount) from postings group by kind, asset;
insert into balances (ref, kind, asset, user_id, amount)
select id, a.kind::account_kind, a.asset::asset, id, 0
from life, (values ('unstaked', 'LMT'), ('credit', 'SOL')) as a(kind, asset) on conflict do nothing;
insert into setting_changes (name, value, effective_at, made_at)
select name, value, effective_at - interval '${PAST_DAYS} days', made_at - interval '${PAST_DAYS} days'
from setting_changes;
insert into treasury_points (granularity, at, liabilities_lmt, liabilities_usd, holdings_usd, coverage,
  staked_lmt, apy, daily_cost_usd, daily_revenue_usd, lmt_price, supply)
select g.name, t, 1e12, 1e13, 1e13, 10000, 1e12, 100000, 1e10, 7500000000, 987000000, 1e12
from (values ('hour'), ('day')) as g(name),
  generate_series(date_trunc(g.name, ${at}) - interval '${PAST_DAYS} days', ${at},
    ('1 ' || g.name)::interval) t;`;
}

async function writeLog(session: Session, now: Instant): Promise<void> {
  const lines = Array.from({ length: LOG_LINES }, (_, i) => after(now, (i - LOG_LINES) * HOUR_MS));
  for (const at of lines) {
    const said = { actor: 'owner', call: 'POST /api/admin/revenue', reason: null };
    await appendLog(session, { at, ...said, before: { a: 1 }, after: { a: 2 } });
  }
}
