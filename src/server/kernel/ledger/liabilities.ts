import { type HeldLmt, type Liabilities, liabilitiesOf } from '#domain/treasury/liabilities';
import type { HeldKind } from '#domain/base/ledger';
import { type Lmt, lmt } from '#domain/base/money';
import {
  type HeldToken,
  type OpenPayouts,
  type OwedTokens,
  owedTokens,
} from '#domain/payouts/owed-tokens';
import { CYCLE_MS } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { REWARD_DIVISOR } from '#domain/vaults/vault';
import { type Database, type Session, only, statement } from '../db/database.ts';
import { IS_OPEN_PAYOUT } from '../entities/payout.ts';
import { snapshot } from '../db/transactions.ts';
import {
  TOTAL_ROWS,
  type Total,
  type TotalRow,
  readIssued,
  readTotals,
  totalOf,
} from './totals.ts';
import { OWED_TOKENS, type OwedTokensRow, readOwedTokensOf } from './owed-tokens.ts';

/** Liabilities, staked LMT and supply, from one snapshot of the ledger. */
export interface Owed {
  readonly liabilities: Liabilities;
  readonly staked: Lmt;
  readonly supply: Lmt;
}

const PAYOUT_ROWS = `select o.purpose, o.token, sum(o.amount + o.rent_charged)::text as amount,
     coalesce(sum(s.amount), 0)::text as lmt
   from payouts o left join sells s on o.purpose = 'sell' and s.id = o.subject
   where ${IS_OPEN_PAYOUT} group by o.purpose, o.token`;
const PAYOUTS = statement('liabilities-payouts', PAYOUT_ROWS);
const TWICE = statement(
  'liabilities-twice',
  `select ${OWED_TOKENS}, (select coalesce(json_agg(s), '[]') from (${TOTAL_ROWS}) s) as totals,
     (select coalesce(json_agg(p), '[]') from (${PAYOUT_ROWS}) p) as payouts`,
);
const STAKED = statement(
  'liabilities-staked',
  `select coalesce(sum(amount), 0)::text as amount from vaults
   where status <> 'completed' and deleted_at is null`,
);
/**
 * Vaults in a cycle with unposted rewards, and the milliseconds for which each has run. $1 is the instant, $2
 * the length of a cycle.
 */
export const RUNNING = `from vaults v, lateral (select least(greatest(extract(epoch from
     least($1::timestamptz, cycle_ends_at) - cycle_starts_at) * 1000, 0), $2::bigint)::bigint) r(ms)
   where v.status = 'active' and not v.matured and v.deleted_at is null`;
/**
 * Rewards that such a vault has accrued, equal to `rewardsAt` to the unit, so that the sum in SQL is the sum
 * of what is owed to each. $3 is `REWARD_DIVISOR`.
 */
export const ACCRUED = `greatest(0, div(v.amount::numeric * r.ms * v.cycle_apy, $3::numeric)
     + v.rewards_offset)`;
const ACCRUING = statement(
  'liabilities-accruing',
  `select coalesce(sum(${ACCRUED}), 0)::text as amount ${RUNNING}`,
);

/** Returns what is owed at the newest state of the ledger, with the rewards accrued at `at`. */
export function readOwed(database: Database, at: Instant): Promise<Owed> {
  return snapshot(database, (session) => owedWithin(session, at));
}

/** As `readOwed`, inside a transaction that reads one snapshot. */
export async function owedWithin(session: Session, at: Instant): Promise<Owed> {
  const [totals, accruing] = [await readTotals(session), await readAccruing(session, at)];
  const { amount: staked } = only(await session.query<{ amount: string }>(STAKED));
  const supply = await readIssued(session);
  return {
    liabilities: liabilitiesOf(heldLmt(totals), accruing, await readTokens(session, totals)),
    staked: lmt(BigInt(staked)),
    supply,
  };
}

function heldLmt(totals: readonly Total[]): HeldLmt {
  const of = (kind: HeldKind): Lmt =>
    lmt(totals.find((total) => total.kind === kind && total.asset === 'LMT')?.amount ?? 0n);
  return { unstaked: of('unstaked'), bonds: of('bond'), vaults: of('vault'), escrow: of('escrow') };
}

type PayoutRow = Pick<OpenPayouts, 'purpose' | 'token'> & {
  readonly amount: string;
  readonly lmt: string;
};

/** Returns what is owed in SOL and USDC, and the LMT of open payouts. */
async function readTokens(
  session: Session,
  totals: readonly Total[],
): Promise<Pick<Liabilities, 'tokens' | 'paying'>> {
  const open = await session.query<PayoutRow>(PAYOUTS);
  return {
    tokens: tokensOf(totals, open),
    paying: lmt(open.reduce((total, row) => total + BigInt(row.lmt), 0n)),
  };
}

function tokensOf(totals: readonly Total[], open: readonly PayoutRow[]): OwedTokens {
  const held = totals.flatMap(({ kind, asset, amount }): HeldToken[] =>
    (kind === 'credit' || kind === 'deposit') && asset !== 'LMT'
      ? [{ kind, token: asset, amount }]
      : [],
  );
  const openPayouts = open.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
  return owedTokens({ held, openPayouts });
}

/** Returns what is owed in SOL and USDC, as the public figures and as payouts count it, from one snapshot. */
export async function readOwedTwice(
  session: Session,
): Promise<{ readonly shown: OwedTokens; readonly set: OwedTokens }> {
  type Row = OwedTokensRow & {
    readonly totals: readonly TotalRow[];
    readonly payouts: readonly PayoutRow[];
  };
  const row = only(await session.query<Row>(TWICE));
  return { shown: tokensOf(row.totals.map(totalOf), row.payouts), set: readOwedTokensOf(row) };
}

async function readAccruing(session: Session, at: Instant): Promise<Lmt> {
  const params = [iso(at), CYCLE_MS, REWARD_DIVISOR];
  return lmt(BigInt(only(await session.query<{ amount: string }>(ACCRUING, params)).amount));
}
