import { iso } from '#domain/base/time';
import { noteChange } from '../db/note-change.ts';
import {
  type Param,
  type Session,
  type Statement,
  arrayOf,
  statement,
  unnestOf,
} from '../db/database.ts';
import { ZERO_ID } from '../db/ids.ts';
import type { Plan } from './plan.ts';
import {
  answers,
  bonds,
  changedPayments,
  deposits,
  feeQuotes,
  freedPayments,
  items,
  payments,
  payouts,
  quotes,
  renewedKeys,
  sells,
  vaultReviews,
  vaults,
} from './write-entity-parts.ts';
import { endedSessions, holdings, movementNames, verification } from './write-owner-parts.ts';
import { ledger } from './write-ledger-part.ts';
import {
  lmtPrices,
  marketPrices,
  pauseSwitches,
  settings,
  termsVersion,
} from './write-terms-parts.ts';
import { isUnread, topicsOf } from './topics.ts';
import { type Part, timestamp } from './write-part.ts';

/** A plan without a user has no version: it may be written unless its request has lost its key. */
const ALLOWED = `allowed as (select id from unchanged union all select '${ZERO_ID}'::uuid
    where not exists (select 1 from keys where gate = '${ZERO_ID}' and not is_held))`;
const NO_KEYS = 'keys as (select null::uuid as gate, null::boolean as is_held where false)';

const PARTS: readonly Part[] = [
  ledger,
  bonds,
  vaults,
  sells,
  payments,
  deposits,
  items,
  answers,
  changedPayments,
  freedPayments,
  quotes,
  payouts,
  vaultReviews,
  settings,
  lmtPrices,
  marketPrices,
  pauseSwitches,
  termsVersion,
  holdings,
  verification,
  endedSessions,
  feeQuotes,
  movementNames,
  renewedKeys,
];

/**
 * Writes plans of different users in one round trip, each completely or not at all. A plan writes nothing if
 * its user's version has changed since the decision. Returns for each plan whether it was written.
 */
export async function writePlans(session: Session, plans: readonly Plan[]): Promise<boolean[]> {
  const userIds = plans.flatMap(({ userId }) => userId ?? []);
  if (new Set(userIds).size < userIds.length) {
    throw new Error('two plans of one user: the second was not decided on what the first leaves');
  }
  const used = PARTS.map((part) => ({ part, ...rowsOf(part, plans) })).filter(
    ({ rows }) => rows.length > 0,
  );
  const keys = plans.flatMap(({ userId, held }) =>
    held ? [[userId ?? ZERO_ID, held.actor, held.key, held.holder]] : [],
  );
  const parts = used.map(({ part }) => part);
  const written = await session.query<{ id: string }>(compose(parts, keys.length > 0), [
    arrayOf(plans.map(({ userId }) => userId ?? ZERO_ID)),
    arrayOf(plans.map(({ version }) => version)),
    arrayOf(plans.map(({ period }) => period?.sold)),
    arrayOf(plans.map(({ period }) => timestamp(period?.startedAt ?? null))),
    arrayOf(plans.map(({ username }) => username)),
    arrayOf(plans.map(({ removesUser, now }) => (removesUser ? iso(now) : null))),
    ...used.flatMap(({ part, gates, rows }) => [
      arrayOf(gates),
      ...part.columns.map((_, i) => arrayOf(rows.map((row) => row[i]))),
    ]),
    ...(keys.length > 0 ? KEY_COLUMNS.map((_, i) => arrayOf(keys.map((key) => key[i]))) : []),
  ]);
  const gates = new Set(written.map(({ id }) => id));
  const changed = plans
    .filter((plan) => !isUnread(plan))
    .flatMap(({ userId }) => (userId !== null && gates.has(userId) ? [userId] : []));
  noteChange(session, { userIds: changed, topics: topicsOf(plans) });
  return plans.map(({ userId }) => gates.has(userId ?? ZERO_ID));
}

/** Returns the rows of a part, each with its plan's user. Most plans have no rows of most parts. */
function rowsOf(part: Part, plans: readonly Plan[]) {
  const gates: string[] = [];
  const rows: (readonly Param[])[] = [];
  for (const plan of plans) {
    for (const row of part.rows(plan)) {
      gates.push(plan.userId ?? ZERO_ID);
      rows.push(row);
    }
  }
  return { gates, rows };
}

/** Writes one plan. Returns false if it lost the race. */
export async function writePlan(session: Session, plan: Plan): Promise<boolean> {
  return (await writePlans(session, [plan]))[0] ?? false;
}

const composed = new Map<string, Statement>();

/** Returns the statement for a set of parts. There are few sets, and each is prepared once. */
function compose(used: readonly Part[], hasKeys: boolean): Statement {
  // PostgreSQL truncates a name after 63 characters, so two statements would share one name.
  const name = `${hasKeys ? 'held' : 'write'}-${used.map((part) => PARTS.indexOf(part)).join('-')}`;
  const known = composed.get(name) ?? statement(name, textOf(used, hasKeys));
  composed.set(name, known);
  return known;
}

const KEY_COLUMNS = ['uuid', 'text', 'text', 'uuid'];

/**
 * Locks the key that each plan was decided under, and reads whether the request still holds it. `first` is
 * the first parameter.
 */
const keysFrom = (first: number): string => `keys as (
    select h.gate, (select true from idempotency_keys k where k.actor = h.actor and k.key = h.key
      and k.holder = h.holder and k.answer is null for update) is true as is_held
    from ${unnestOf(KEY_COLUMNS, first)}
      as h(gate, actor, key, holder))`;

/** Builds the statement. Every part writes only rows of users whose version is still the expected one. */
function textOf(used: readonly Part[], hasKeys: boolean): string {
  let first = 7;
  const parts = used.map((part) => {
    const columns = [['gate', 'uuid'] as const, ...part.columns];
    const names = columns.map(([name]) => name);
    const arrays = unnestOf(
      columns.map(([, type]) => type),
      first,
    );
    first += columns.length;
    return part.write(`${arrays} as r(${names.join(', ')}) join allowed on allowed.id = r.gate`);
  });
  return `with ${hasKeys ? keysFrom(first) : NO_KEYS},
  unchanged as (
    update users u set version = u.version + 1,
      sold_this_cycle = coalesce(e.sold, u.sold_this_cycle),
      sell_period_started_at =
        case when e.sold is null then u.sell_period_started_at else e.started_at end,
      username = coalesce(e.username, u.username), deleted_at = coalesce(e.deleted_at, u.deleted_at)
    from ${unnestOf(['uuid', 'bigint', 'bigint', 'timestamptz', 'text', 'timestamptz'])}
      as e(id, version, sold, started_at, username, deleted_at)
    where u.id = e.id and u.version = e.version
      and not exists (select 1 from keys where gate = u.id and not is_held) returning u.id),
  ${[ALLOWED, ...parts].join(',\n  ')}
  select id from allowed`;
}
