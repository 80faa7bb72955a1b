import { type PayToken, MAX_AMOUNT } from '#domain/base/money';
import type { Instant } from '#domain/base/time';
import type { MovementKind } from '#domain/treasury/movement';
import type { MovementTotals } from '#domain/treasury/movement-figure';
import {
  type KnownMovement,
  type MovementUse,
  type MovementNameFacts,
  shownKind,
} from '#domain/treasury/movement-use';
import {
  type Database,
  type Session,
  anyOf,
  arrayOf,
  only,
  statement,
} from '../kernel/db/database.ts';
import type { JsonRows } from '../kernel/db/json-rows.ts';
import { snapshot } from '../kernel/db/transactions.ts';
import { DEPOSIT } from '../kernel/entities/deposit.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { MOVEMENT_NAME } from '../kernel/entities/movement-name.ts';
import { MOVEMENT } from '../kernel/entities/movement.ts';
import { IS_OPEN_PAYOUT } from '../kernel/entities/payout.ts';
import {
  type Facts,
  DECISION_COLUMNS_WITHOUT_USER,
  type DecisionContext,
  type DecisionContextRow,
  inOrderOf,
  decisionContextOf,
} from '../kernel/write/facts.ts';

/**
 * Payout that a movement paid. The watcher cannot distinguish equal payouts made outside, so prefers the one
 * that the owner settled with the transaction, then one that still waits for it.
 */
const payoutOf = (m: string): string => `case when ${m}.kind = 'payout'
    and (select w.outside from payouts w where w.id = ${m}.payout_id)
  then coalesce((select q.id from payouts q where q.outside and q.receiver = ${m}.counterparty
      and q.token = ${m}.token and -${m}.amount in (q.amount, q.amount + q.rent_charged)
      and (q.status = 'finalized' and q.signature = ${m}.signature
        or q.status = 'awaiting-signature' and q.built_slot <= ${m}.slot)
    order by q.status = 'finalized' desc, q.id = ${m}.payout_id desc, q.id limit 1), ${m}.payout_id)
  else ${m}.payout_id end`;
/** Movements `m` with their payments `y`, deposits `d`, payouts `o` and names `n`. */
const KNOWN = `movements m
  left join payments y on m.kind in ('payment', 'dust')
    and y.signature = m.signature
    and y.payer = coalesce(m.counterparty, '') and y.token = m.token
  left join deposits d on y.purpose = 'deposit' and d.id = y.subject
  left join payouts o on o.id = ${payoutOf('m')}
  left join lateral (select * from movement_names n where n.movement_id = m.id
    order by n.seq desc limit 1) n on true`;
/** True if a payment is not decided yet, or its transaction is parked. */
const WAITS = `(m.kind = 'payment' and y.id is null and (
  exists (select from arrivals a where a.signature = m.signature and a.token = m.token
    and a.payer = m.counterparty)
  or exists (select from parked_transactions t where t.signature = m.signature)))`;
const USE = `m.kind, n.id is not null as "isNamed", y.purpose, d.status as "depositStatus",
  coalesce(d.small, false) as "isSmall",
  coalesce(d.refund_proposed or d.of_credit, false) as "isGoingBack",
  ${WAITS} as "isWaiting", o.purpose as "payoutPurpose"`;
/** True if an earlier transaction had paid the same subject. Only credit is paid back more than once. */
const REPEATED = `(m.payout_id is not null and exists (select from payouts q, lateral (
    select x.* from movements x where x.payout_id = q.id
    union all select x.* from movements x where q.outside and x.signature = q.signature) x
  where q.subject = o.subject and q.purpose = o.purpose and (q.id = o.id or o.purpose <> 'credit')
    and x.signature <> m.signature and x.seq < m.seq and ${payoutOf('x')} = q.id))`;
/**
 * True if a payout's subject is paid by this transaction, or may still be. A payout that was given up may
 * have landed; its transaction then settles another payout of the subject.
 */
const COUNTED = `(m.payout_id is not null and (${IS_OPEN_PAYOUT} or exists (select from payouts q
  where q.subject = o.subject and q.purpose = o.purpose and q.signature = m.signature
    and q.status = 'finalized')))`;
const COLUMNS = `${MOVEMENT.select('m')}, m.seq, ${USE}, ${REPEATED} as "isRepeated",
  ${COUNTED} as "isCounted", coalesce(o.subject, y.subject) as subject,
  n.id as name_id, n.movement_id, n.label, n.note, n.at`;
/** SQL form of the domain's `concernOf`, as a condition for a list. */
const CONCERNS = `n.id is null and case m.kind
  when 'unknown' then true
  when 'own' then m.amount < 0
  when 'payment' then y.id is null and not ${WAITS}
  when 'payout' then ${REPEATED} or not ${COUNTED}
  else false end`;

type Row = EntityRow &
  MovementUse & {
    readonly seq: bigint;
    readonly subject: string | null;
    readonly name_id: string | null;
    readonly isRepeated: boolean;
    readonly isCounted: boolean;
  };

const readUse = (row: MovementUse): MovementUse => {
  const { kind, isNamed, purpose, depositStatus, isSmall, isGoingBack } = row;
  const { isWaiting, payoutPurpose } = row;
  return { kind, isNamed, purpose, depositStatus, isSmall, isGoingBack, isWaiting, payoutPurpose };
};

function readKnown(row: Row): KnownMovement {
  const { name_id: nameId, subject, isRepeated, isCounted } = row;
  return {
    movement: MOVEMENT.read(row),
    use: readUse(row),
    name: nameId === null ? null : MOVEMENT_NAME.read({ ...row, id: nameId }),
    subject,
    isCounted,
    isRepeated,
  };
}

export interface MovementFilter {
  readonly token: PayToken | null;
  readonly kind: MovementKind | null;
  readonly concernsOwner: boolean;
}

const MATCHES = `($1::pay_token is null or m.token = $1) and ($2::movement_kind is null or m.kind = $2)
  and (not $3::boolean or (${CONCERNS}))`;
const PAGE = statement(
  'movements-page',
  `select ${COLUMNS} from ${KNOWN} where ${MATCHES} and m.seq < $4::bigint
   order by m.seq desc limit $5`,
);
const COUNT = statement(
  'movements-count',
  `select count(*)::integer as count from ${KNOWN} where ${MATCHES}`,
);

/** Returns a page of movements before a movement, newest first. */
export async function movementsPage(
  session: Session,
  { token, kind, concernsOwner }: MovementFilter,
  { before, limit }: { readonly before: bigint | null; readonly limit: number },
): Promise<(KnownMovement & { readonly seq: bigint })[]> {
  const params = [token, kind, concernsOwner, before ?? MAX_AMOUNT, limit];
  const rows = await session.query<Row>(PAGE, params);
  return rows.map((row) => ({ ...readKnown(row), seq: row.seq }));
}

export async function countMovements(
  session: Session,
  { token, kind, concernsOwner }: MovementFilter,
): Promise<number> {
  const rows = await session.query<{ count: number }>(COUNT, [token, kind, concernsOwner]);
  return only(rows).count;
}

const OPENINGS = statement('movement-openings', 'select token, balance, at from movement_openings');
/** Sums of movements, grouped by all that decides on the kind shown. */
const SUMS = statement(
  'movement-sums',
  `select u.token, sum(u.amount)::text as amount, count(*)::integer as count, u.kind, u."isNamed",
     u.purpose, u."depositStatus", u."isSmall", u."isGoingBack", u."isWaiting", u."payoutPurpose"
   from (select m.token, m.amount, ${USE} from ${KNOWN}) u
   group by u.token, 4, 5, 6, 7, 8, 9, 10, 11`,
);
/**
 * Last balance of each account. The last transaction of a slot is the one whose end balance no other
 * transaction of the slot starts from.
 */
const NEWEST = statement(
  'movements-newest',
  `select t.token, l.after as balance from unnest(enum_range(null::pay_token)) as t(token),
     lateral (select m.after from movements m where m.token = t.token
         and m.slot = (select max(slot) from movements where token = t.token)
       order by exists (select from movements x where x.token = m.token and x.slot = m.slot
           and x.before = m.after and x.signature <> m.signature), m.seq desc limit 1) l`,
);

/**
 * Returns each account's opening balance, the sums of its movements and its last balance, from one snapshot.
 */
export function readMovementTotals(database: Database): Promise<MovementTotals> {
  type Sum = MovementUse & { token: PayToken; amount: string; count: number };
  return snapshot(database, async (session) => {
    const sums = new Map<string, MovementTotals['sums'][number]>();
    for (const row of await session.query<Sum>(SUMS)) {
      const { token, count } = row;
      const kind = shownKind(readUse(row));
      const so = sums.get(`${token} ${kind}`) ?? { amount: 0n, count: 0 };
      const amount = so.amount + BigInt(row.amount);
      sums.set(`${token} ${kind}`, { token, kind, amount, count: so.count + count });
    }
    return {
      openings: await session.query<MovementTotals['openings'][number]>(OPENINGS),
      sums: [...sums.values()],
      newest: await session.query<MovementTotals['newest'][number]>(NEWEST),
    };
  });
}

const NAMING = statement(
  'naming-facts',
  `select ${COLUMNS}, m.id as key, ${DECISION_COLUMNS_WITHOUT_USER},
     ${DEPOSIT.jsonRows('d', 'from deposits d where d.id = y.subject')} as deposits,
     (select min(o.expires_at) from payouts o where o.purpose = 'deposit' and o.subject = y.subject
        and ${IS_OPEN_PAYOUT}) as refund_ends_at
   from ${KNOWN}, protocol p where m.id = ${anyOf(1)}`,
);

/** Inputs of naming a movement, by the movement's id. */
export const movementNameFacts: Facts<string, MovementNameFacts & DecisionContext> = {
  name: 'naming',
  async read(session, ids) {
    type Found = Row &
      DecisionContextRow & { key: string; deposits: JsonRows; refund_ends_at: Instant | null };
    const rows = await session.query<Found>(NAMING, [arrayOf(ids)]);
    return inOrderOf(ids, rows, {
      keyOf: ({ key }) => key,
      read: (row) => ({
        ...decisionContextOf(null, row),
        known: readKnown(row),
        deposit: DEPOSIT.readRows(row.deposits)[0] ?? null,
        refundEndsAt: row.refund_ends_at,
      }),
    });
  },
};
