import {
  type CorrectedVault,
  type HeldLmt,
  type Liabilities,
  accruingRewards,
  liabilitiesOf,
} from '#domain/treasury/liabilities';
import { type Apy, type Lmt, lmt } from '#domain/base/money';
import { CYCLE_MS } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { type Database, type Session, only, statement } from '../db/database.ts';
import { snapshot } from '../db/transactions.ts';
import { readIssued } from './supply.ts';

/** What is owed in LMT, what of it is staked, and the supply: all of one moment of the ledger. */
export interface Owed {
  readonly liabilities: Liabilities;
  readonly staked: Lmt;
  readonly supply: Lmt;
}

const HELD = statement(
  'liabilities-held',
  `select kind, sum(amount)::text as amount from balances where asset = 'LMT' group by kind`,
);
const STAKED = statement(
  'liabilities-staked',
  `select coalesce(sum(amount), 0)::text as amount from vaults
   where status <> 'completed' and deleted_at is null`,
);
/** Vaults in a cycle whose rewards are not posted, and the milliseconds ($1 the instant, $2 a cycle) that they ran. */
const RUNNING = `from vaults v, lateral (select least(greatest(extract(epoch from
     least($1::timestamptz, cycle_ends_at) - cycle_starts_at) * 1000, 0), $2::bigint)::bigint) r(ms)
   where status = 'active' and not matured and deleted_at is null`;
const TOGETHER = statement(
  'liabilities-running',
  `select cycle_apy as apy, sum(amount::numeric * ms)::text as "amountMs" ${RUNNING}
     and rewards_offset = 0 group by cycle_apy`,
);
const CORRECTED = statement(
  'liabilities-corrected',
  `select cycle_apy as apy, (amount::numeric * ms)::text as "amountMs", rewards_offset as "offset"
   ${RUNNING} and rewards_offset <> 0`,
);

/**
 * What is owed as the ledger stands, with the rewards accrued at an instant. Vaults are summed by APY
 * and rounded once for each: see `accruingRewards` for by how little that differs.
 */
export function readOwed(database: Database, at: Instant): Promise<Owed> {
  return snapshot(database, async (session) => {
    const [held, accruing] = [await readHeld(session), await readAccruing(session, at)];
    const { amount: staked } = only(await session.query<{ amount: string }>(STAKED));
    const supply = await readIssued(session);
    return {
      liabilities: liabilitiesOf(held, accruing),
      staked: lmt(BigInt(staked)),
      supply,
    };
  });
}

async function readHeld(session: Session): Promise<HeldLmt> {
  const rows = await session.query<{ kind: string; amount: string }>(HELD);
  const of = (kind: string): Lmt => lmt(BigInt(rows.find((row) => row.kind === kind)?.amount ?? 0));
  return {
    unstaked: of('unstaked'),
    bonds: of('bond'),
    vaults: of('vault'),
    escrow: of('escrow'),
  };
}

async function readAccruing(session: Session, at: Instant): Promise<Lmt> {
  type Row = { readonly apy: Apy; readonly amountMs: string; readonly offset: bigint };
  const params = [iso(at), CYCLE_MS];
  const exact = (row: Row): CorrectedVault => ({ ...row, amountMs: BigInt(row.amountMs) });
  const [running, corrected] = [
    await session.query<Row>(TOGETHER, params),
    await session.query<Row>(CORRECTED, params),
  ];
  return accruingRewards(running.map(exact), corrected.map(exact));
}
