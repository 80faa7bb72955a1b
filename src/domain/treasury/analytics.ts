import { type Issuance, type SourceSum, issuanceOf } from './issuance.ts';
import { DAY_MS, HOUR_MS, type Instant, after, instant } from '../base/time.ts';
import { type Granularity, POINT_RANGES, type PointRange } from './treasury-points.ts';

/** Figures of one hour or one day (UTC) from `at`. */
export interface AnalyticsPoint extends Issuance {
  readonly at: Instant;
  /** Users at the end of the bucket. */
  readonly totalUsers: number;
  readonly newUsers: number;
  readonly bonds: number;
  readonly stakes: number;
  readonly sells: number;
}

/** Time bucket of a count or sum. */
interface Bucket {
  readonly at: Instant;
}
export interface UserCounts extends Bucket {
  readonly joined: number;
  readonly left: number;
}
export interface ActivityCounts extends Bucket {
  readonly bonds: number;
  readonly stakes: number;
  readonly sells: number;
}
export interface SourceSums extends Bucket, SourceSum {}

/** Counts and sums since an instant, in buckets; empty buckets may be missing. */
export interface Counted {
  /** Users before that instant. */
  readonly usersBefore: number;
  readonly users: readonly UserCounts[];
  readonly activity: readonly ActivityCounts[];
  readonly issuance: readonly SourceSums[];
}

/** Maximum points: ten years of days. A longer history shows only its last ten years. */
const POINTS_MAX = 3_660;

const bucketMs = (granularity: Granularity): number => (granularity === 'hour' ? HOUR_MS : DAY_MS);

const bucketOf = (at: Instant, ms: number): Instant => instant(at - (at % ms));

/** Returns the start of a range's first bucket. `born` is when the protocol began. */
export function rangeStart(range: PointRange, born: Instant, now: Instant): Instant {
  const { forMs, granularity } = POINT_RANGES[range];
  const ms = bucketMs(granularity);
  const from = forMs === null ? born : after(now, -forMs);
  const first = bucketOf(from, ms);
  const earliest = after(bucketOf(now, ms), -(POINTS_MAX - 1) * ms);
  return first > earliest ? first : earliest;
}

/** Returns every bucket from `from` to the current one, oldest first, without gaps. */
export function analyticsPoints(
  counted: Counted,
  { granularity, from }: { readonly granularity: Granularity; readonly from: Instant },
  now: Instant,
): AnalyticsPoint[] {
  const ms = bucketMs(granularity);
  const users = new Map(counted.users.map((each) => [each.at, each]));
  const activity = new Map(counted.activity.map((each) => [each.at, each]));
  const sums = new Map<Instant, SourceSum[]>();
  for (const { at, ...sum } of counted.issuance) sums.set(at, [...(sums.get(at) ?? []), sum]);
  const points: AnalyticsPoint[] = [];
  let totalUsers = counted.usersBefore;
  for (let at = from; at <= now; at = after(at, ms)) {
    const { joined = 0, left = 0 } = users.get(at) ?? {};
    const { bonds = 0, stakes = 0, sells = 0 } = activity.get(at) ?? {};
    totalUsers += joined - left;
    const issuance = issuanceOf(sums.get(at) ?? []);
    points.push({ at, totalUsers, newUsers: joined, bonds, stakes, sells, ...issuance });
  }
  return points;
}
