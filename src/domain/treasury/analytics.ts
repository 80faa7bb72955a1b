import { type Issuance, type SourceSum, issuanceOf } from './issuance.ts';
import { DAY_MS, HOUR_MS, type Instant, after, instant } from '../base/time.ts';
import { type Granularity, POINT_RANGES, type PointRange } from './treasury-points.ts';

/** One hour or one day (UTC) from `at`. */
export interface AnalyticsPoint extends Issuance {
  readonly at: Instant;
  /** At its end. */
  readonly totalUsers: number;
  readonly newUsers: number;
  readonly bonds: number;
  readonly stakes: number;
  readonly sells: number;
}

/** A count or sum of one bucket. */
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

/** What was counted since an instant, in buckets; those in which nothing happened may be missing. */
export interface Counted {
  /** Users there were before it. */
  readonly usersBefore: number;
  readonly users: readonly UserCounts[];
  readonly activity: readonly ActivityCounts[];
  readonly issuance: readonly SourceSums[];
}

/** Ten years of days: a longer life is shown by its last ten. */
const POINTS_MAX = 3_660;

const bucketMs = (granularity: Granularity): number => (granularity === 'hour' ? HOUR_MS : DAY_MS);

const bucketOf = (at: Instant, ms: number): Instant => instant(at - (at % ms));

/** The start of a range's first bucket; `born` is when the protocol began. */
export function rangeStart(range: PointRange, born: Instant, now: Instant): Instant {
  const { forMs, granularity } = POINT_RANGES[range];
  const ms = bucketMs(granularity);
  const from = forMs === null ? born : after(now, -forMs);
  const first = bucketOf(from, ms);
  const earliest = after(bucketOf(now, ms), -(POINTS_MAX - 1) * ms);
  return first > earliest ? first : earliest;
}

/** Every bucket from `from` to the one that `now` is in, oldest first, without gaps. */
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
