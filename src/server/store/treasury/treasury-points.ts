import {
  type Granularity,
  POINT_RANGES,
  type PointRange,
  type PointTime,
  type PublicFigures,
  type TreasuryPoint,
} from '#domain/treasury/treasury-points';
import { type Apy, type LmtPrice, lmt, usdc } from '#domain/base/money';
import { type Instant, after, iso } from '#domain/base/time';
import { type Session, only, statement } from '../db/database.ts';

interface Row {
  readonly granularity: Granularity;
  readonly at: Instant;
  readonly liabilities_lmt: string;
  readonly liabilities_usd: string;
  readonly holdings_usd: string;
  readonly coverage: string | null;
  readonly staked_lmt: string;
  readonly apy: Apy;
  readonly daily_cost_usd: string;
  readonly daily_revenue_usd: string;
  readonly lmt_price: LmtPrice;
  readonly supply: string;
}

const ADD = statement(
  'treasury-point-add',
  `insert into treasury_points (granularity, at, liabilities_lmt, liabilities_usd, holdings_usd,
     coverage, staked_lmt, apy, daily_cost_usd, daily_revenue_usd, lmt_price, supply)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
);
const KNOWN = statement(
  'treasury-point-known',
  'select exists (select from treasury_points where granularity = $1 and at = $2) as known',
);
const HOURS = statement(
  'treasury-points-hours',
  `select * from treasury_points where granularity = 'hour' and at >= $1 order by at`,
);
/** Midnight's point of each day; where nobody was there at midnight, the first that the day has. */
const DAYS = statement(
  'treasury-points-days',
  `select distinct on (date_trunc('day', at)) * from treasury_points where at >= $1
   order by date_trunc('day', at), at, granularity`,
);

/** Writes a point down, unless another node has. */
export async function addPoint(
  session: Session,
  { granularity, at }: PointTime,
  figures: PublicFigures,
): Promise<void> {
  await session.query(ADD, [
    granularity,
    iso(at),
    figures.liabilities,
    figures.liabilitiesUsd,
    figures.holdingsUsd,
    figures.coverage,
    figures.staked,
    figures.apy,
    figures.dailyCost,
    figures.dailyRevenue,
    figures.lmtPrice,
    figures.supply,
  ]);
}

export async function isPointKnown(
  session: Session,
  { granularity, at }: PointTime,
): Promise<boolean> {
  return only(await session.query<{ known: boolean }>(KNOWN, [granularity, iso(at)])).known;
}

/** The points of a range that ends now, oldest first: one an hour, or one a day. */
export async function readPoints(
  session: Session,
  range: PointRange,
  now: Instant,
): Promise<TreasuryPoint[]> {
  const { forMs, granularity } = POINT_RANGES[range];
  const from = forMs === null ? '-infinity' : iso(after(now, -forMs));
  const rows = await session.query<Row>(granularity === 'hour' ? HOURS : DAYS, [from]);
  return rows.map((row) => ({
    granularity: row.granularity,
    at: row.at,
    liabilities: lmt(BigInt(row.liabilities_lmt)),
    liabilitiesUsd: usdc(BigInt(row.liabilities_usd)),
    holdingsUsd: usdc(BigInt(row.holdings_usd)),
    coverage: row.coverage === null ? null : BigInt(row.coverage),
    staked: lmt(BigInt(row.staked_lmt)),
    apy: row.apy,
    dailyCost: usdc(BigInt(row.daily_cost_usd)),
    dailyRevenue: usdc(BigInt(row.daily_revenue_usd)),
    lmtPrice: row.lmt_price,
    supply: lmt(BigInt(row.supply)),
  }));
}
