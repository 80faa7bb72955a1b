import type { EntityRow } from '../kernel/entities/entity.ts';
import { BOND } from '../kernel/entities/bond.ts';
import type { ChainVerdict } from '#domain/audit/audit-subject';
import type { BondOnChain } from '#domain/audit/chain-audit';
import { type ChainCheck, type ClaimedBond, UNCHECKED, UNSIGNED } from '#domain/audit/chain-check';
import { type Instant, iso } from '#domain/base/time';
import { type Session, statement } from '../kernel/db/database.ts';
import { BOND_CHECK } from '../kernel/entities/bond-check.ts';
import { arraysOf, namesOf, setOf, unnested } from '../kernel/entities/rows.ts';

/** Bond with its user, its expected payer and its newest check on the chain. */
export interface CheckedBond extends ClaimedBond {
  readonly wallet: string;
  readonly username: string;
  readonly check: ChainCheck;
}

interface Row extends CheckRow {
  readonly payer: string | null;
  readonly fee_taken: bigint;
  readonly used_elsewhere: boolean;
  readonly was_final: boolean;
}

export interface CheckRow extends EntityRow {
  readonly wallet: string;
  readonly username: string;
  readonly verdict: ChainVerdict | null;
  readonly paid: bigint | null;
  readonly detail: string | null;
  readonly final: boolean | null;
}

/**
 * Joins the stored check. A check is valid for the signature, amount and start time that it was made with;
 * the start time changes if a payment is seen or vanishes.
 */
export const STORED_CHECK = `left join bond_checks c on c.bond_id = b.id
  and c.signature = b.signature and c.amount = b.amount
  and c.starts_at is not distinct from b.starts_at`;

/**
 * `payer` is the expected payer: the user, or the sender of the deposit that the owner assigned to the bond.
 */
const SELECT = `select ${BOND.select('b')}, u.wallet, u.username,
    case when a.payer is null then u.wallet else nullif(a.payer, '') end as payer,
    coalesce((select p.fee_taken from payments p where p.signature = b.signature
      and p.subject = b.id and p.purpose = 'bond' limit 1), 0) as fee_taken,
    exists (select from payments o where o.signature = b.signature and o.token = b.token
      and o.payer = coalesce(a.payer, u.wallet) and o.subject <> b.id) as used_elsewhere,
    coalesce(c.final and c.verdict = 'verified', false) or exists (select from movements m
      where m.token = b.token and m.signature = b.signature) as was_final,
    c.verdict, c.paid, c.detail, c.final
  from bonds b join users u on u.id = b.user_id ${STORED_CHECK}
  left join lateral (select p.payer from payments p
    join deposits d on d.signature = p.signature and d.token = p.token
      and coalesce(d.sender, '') = p.payer and d.status = 'assigned'
    where p.signature = b.signature and p.subject = b.id and p.purpose = 'bond' limit 1) a on true
  where b.deleted_at is null`;
const ALL = statement('bonds-checked', `${SELECT} and b.id > $1 order by b.id limit $2`);
const OPEN = statement(
  'bonds-check-open',
  `${SELECT} and b.id > $1 and b.created_at <= $3
     and (b.signature is null or c.final is not true or c.verdict = 'fake')
   order by b.id limit $2`,
);
const DUE = statement(
  'bonds-check-due',
  `${SELECT} and b.signature is not null
     and (c.bond_id is null or (not c.final and c.checked_at < $1))
   order by c.checked_at nulls first, b.id limit $2`,
);

const checkedOf = (row: Row): CheckedBond => ({
  ...onChainOf(row),
  payer: row.payer,
  feeTaken: row.fee_taken,
  usedElsewhere: row.used_elsewhere,
  wasFinal: row.was_final,
});

export function onChainOf(row: CheckRow): BondOnChain {
  const { wallet, username, verdict, paid, detail, final } = row;
  const bond = BOND.read(row);
  const stored = verdict && { verdict, paid, detail: detail ?? '', final: final ?? false };
  return {
    bond,
    wallet,
    username,
    check: stored ?? (bond.signature === null ? UNSIGNED : UNCHECKED),
  };
}

/** Returns a page of all bonds, in id order after `after`. */
export async function bondsChecked(
  session: Session,
  after: string,
  limit: number,
): Promise<CheckedBond[]> {
  return (await session.query<Row>(ALL, [after, limit])).map(checkedOf);
}

/** Returns bonds made until `madeBy` whose payment is not finally verified, in id order after `after`. */
export async function bondsInDoubt(
  session: Session,
  {
    after,
    limit,
    madeBy,
  }: { readonly after: string; readonly limit: number; readonly madeBy: Instant },
): Promise<CheckedBond[]> {
  return (await session.query<Row>(OPEN, [after, limit, iso(madeBy)])).map(checkedOf);
}

/**
 * Returns the bonds to check next: those never checked, then those without a final verdict whose last check
 * was before an instant.
 */
export async function bondsToCheck(
  session: Session,
  before: Instant,
  limit: number,
): Promise<CheckedBond[]> {
  return (await session.query<Row>(DUE, [iso(before), limit])).map(checkedOf);
}

const SAVE = statement(
  'bond-checks-save',
  `insert into bond_checks (${namesOf(BOND_CHECK)}) select r.* from ${unnested(BOND_CHECK, 1)}
   on conflict (bond_id) do update set ${setOf(BOND_CHECK, 'bond_id')}
   where excluded.verdict <> 'unknown' or excluded.final or bond_checks.verdict = 'unknown'
     or bond_checks.signature <> excluded.signature or bond_checks.amount <> excluded.amount
     or bond_checks.starts_at is distinct from excluded.starts_at`,
);

/**
 * Stores checks. A verdict `unknown` does not overwrite a known verdict about the same signature, amount and
 * start time.
 */
export async function saveChecks(
  session: Session,
  checked: readonly CheckedBond[],
  now: Instant,
): Promise<void> {
  const stored = checked
    .filter(({ bond }) => bond.signature !== null)
    .map(({ bond, check }) => ({ of: bond, check, checkedAt: now }));
  if (stored.length > 0) await session.query(SAVE, arraysOf(BOND_CHECK, stored));
}
