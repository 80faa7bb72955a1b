import type { PlanUsage } from '#domain/alerts/plan-alerts';
import type { CallCount } from '../kernel/base/provider-calls.ts';
import { type Session, arrayOf, only, statement } from '../kernel/db/database.ts';

const ADD = statement(
  'provider-calls-add',
  `insert into provider_calls as c (day, purpose, method, calls, credits)
   select (db_now() at time zone 'UTC')::date, n.* from unnest($1::text::text[],
     $2::text::text[], $3::text::bigint[], $4::text::bigint[]) n (purpose, method, calls, credits)
   order by n.purpose, n.method
   on conflict (day, purpose, method) do update
     set calls = c.calls + excluded.calls, credits = c.credits + excluded.credits`,
);
const USED = statement(
  'provider-calls-used',
  `select coalesce(sum(c.credits), 0)::float8 as month, coalesce(sum(c.credits)
     filter (where c.day = d.today - 1), 0)::float8 as yesterday
   from (select (db_now() at time zone 'UTC')::date as today) d
   left join provider_calls c on c.day > d.today - 30`,
);
const FORGET = statement(
  'provider-calls-forget',
  `delete from provider_calls where day < (db_now() at time zone 'UTC')::date - 90`,
);

/** Adds the calls that a node has made since its last report. */
export async function addProviderCalls(
  session: Session,
  lines: readonly CallCount[],
): Promise<void> {
  const of = (name: keyof CallCount): string => arrayOf(lines.map((line) => String(line[name])));
  await session.query(ADD, [of('purpose'), of('method'), of('calls'), of('credits')]);
}

/** Returns the credits used by all nodes: in the last 30 days, and yesterday. */
export async function creditsUsed(session: Session): Promise<PlanUsage['used']> {
  return only(await session.query<PlanUsage['used']>(USED));
}

/** Deletes the counts of days more than 90 days ago. */
export async function deleteOldProviderCalls(session: Session): Promise<void> {
  await session.query(FORGET);
}
