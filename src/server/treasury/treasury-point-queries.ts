import {
  POINT_RANGES,
  type PointRange,
  type PointTime,
  type TreasuryPoint,
} from '#domain/treasury/treasury-points';
import { type Instant, after, iso } from '#domain/base/time';
import { type Session, only, statement } from '../kernel/db/database.ts';
import type { EntityRow } from '../kernel/entities/entity.ts';
import { TREASURY_POINT } from '../kernel/entities/treasury-point.ts';

const ADD = statement('treasury-point-add', `${TREASURY_POINT.insert} on conflict do nothing`);
const KNOWN = statement(
  'treasury-point-known',
  'select exists (select from treasury_points where granularity = $1 and at = $2) as known',
);
const POINTS = `${TREASURY_POINT.select('t')} from treasury_points t where t.at >= $1`;
const HOURS = statement(
  'treasury-points-hours',
  `select ${POINTS} and t.granularity = 'hour' order by t.at`,
);
/** Point of midnight for each day. If no node ran at midnight, the day's first point. */
const DAYS = statement(
  'treasury-points-days',
  `select distinct on (date_trunc('day', t.at)) ${POINTS}
   order by date_trunc('day', t.at), t.at, t.granularity`,
);

/** Records a point, unless another node has recorded it. */
export async function addPoint(session: Session, point: TreasuryPoint): Promise<void> {
  await session.query(ADD, TREASURY_POINT.values(point));
}

export async function isPointKnown(
  session: Session,
  { granularity, at }: PointTime,
): Promise<boolean> {
  return only(await session.query<{ known: boolean }>(KNOWN, [granularity, iso(at)])).known;
}

/** Returns the points of a range that ends now, oldest first: one per hour or per day. */
export async function readPoints(
  session: Session,
  range: PointRange,
  now: Instant,
): Promise<TreasuryPoint[]> {
  const { forMs, granularity } = POINT_RANGES[range];
  const from = forMs === null ? '-infinity' : iso(after(now, -forMs));
  const rows = await session.query<EntityRow>(granularity === 'hour' ? HOURS : DAYS, [from]);
  return rows.map(TREASURY_POINT.read);
}
