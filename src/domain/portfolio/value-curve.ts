import { type Lmt, type LmtPrice, type Usdc, add, lmt, sum } from '../base/money.ts';
import { type Instant, after, elapsedMs } from '../base/time.ts';
import { lmtValue } from '../terms/price.ts';
import { type Vault, rewardsAt, rewardsFor } from '../vaults/vault.ts';
import { type RealisedCycle, isOfRewards } from '../vaults/yield.ts';
import type { HeldEntry } from './held-entries.ts';

/** A user's LMT and its value at an instant. */
export interface CurvePoint {
  readonly at: Instant;
  readonly all: Lmt;
  /** Rewards of all cycles up to then. */
  readonly earned: Lmt;
  readonly value: Usdc;
}

/** History that the curve is computed from, with due changes applied. */
export interface CurveInput {
  /** Oldest first. */
  readonly entries: readonly HeldEntry[];
  readonly cycles: readonly RealisedCycle[];
  readonly vaults: readonly Vault[];
  /** Rewards of matured cycles of vaults that the owner has deleted. */
  readonly earnedInDeleted: Lmt;
  /** Instants at which the LMT price changed since the first entry. */
  readonly priceChanges: readonly Instant[];
  readonly priceAt: (at: Instant) => LmtPrice;
}

/** Maximum number of instants before thinning; more than a chart can show. */
const INSTANTS_MAX = 240;

/**
 * Returns a user's LMT, earned rewards and their value at each instant at which their course changed: a
 * posting, the start or end of a cycle, or a price change. Between two points all run straight, because
 * rewards accrue in proportion to time. A jump has two points of one instant. A long history is thinned out.
 */
export function valueCurve(past: CurveInput, now: Instant): CurvePoint[] {
  const [first] = past.entries;
  if (!first) return [];
  const corrections = correctionsOf(past);
  let next = 0;
  let [posted, matured] = [0n, 0n];
  /** Adds the postings up to an instant. */
  const post = (until: Instant): void => {
    for (let entry = past.entries[next]; entry && entry.at <= until; entry = past.entries[next]) {
      posted += entry.amount;
      if (entry.held === 'vault' && isOfRewards(entry)) matured += entry.amount;
      next += 1;
    }
  };
  const earnedBy = (until: Instant): bigint =>
    matured + sum(corrections.filter(({ at }) => at <= until).map(({ amount }) => amount));
  return instantsOf(past, first.at, now).flatMap((at) => {
    const before = after(at, -1);
    post(before);
    const coming = pointOf(
      { at, posted, matured: earnedBy(before), accruing: accruing(past, at, 'coming') },
      past.priceAt(before),
    );
    post(at);
    const come = pointOf(
      {
        at,
        posted,
        matured: earnedBy(at),
        accruing: accruing(past, at, at === now ? 'now' : 'come'),
      },
      past.priceAt(at),
    );
    return isSame(coming, come) || at === first.at ? [come] : [coming, come];
  });
}

/**
 * Returns, by vault, how much the owner's corrections changed posted rewards. An entry of a correction does
 * not separate rewards from principal, but the vault's total does. Each counts from the last correction on.
 */
function correctionsOf({ entries, vaults, earnedInDeleted }: CurveInput) {
  const earned = new Map(vaults.map(({ id, totalRewardsEarned }) => [id, totalRewardsEarned]));
  const found = new Map<string, { at: Instant; amount: Lmt; isCorrected: boolean }>();
  for (const { held, ref, kind, at, amount } of entries) {
    if (held !== 'vault') continue;
    const key = earned.has(ref) ? ref : DELETED;
    const before = found.get(key) ?? {
      at,
      amount: earned.get(ref) ?? earnedInDeleted,
      isCorrected: false,
    };
    const isCorrected = kind === 'adjusted';
    found.set(key, {
      at: isCorrected || !before.isCorrected ? at : before.at,
      amount: isOfRewards({ kind }) ? lmt(before.amount - amount) : before.amount,
      isCorrected: before.isCorrected || isCorrected,
    });
  }
  return [...found.values()].filter(({ amount }) => amount !== 0n);
}

/** Key of all vaults that the owner has deleted. */
const DELETED = '';

interface CurveTotals {
  readonly at: Instant;
  readonly posted: bigint;
  readonly matured: bigint;
  readonly accruing: Lmt;
}

function pointOf(
  { at, posted, matured, accruing: rewards }: CurveTotals,
  price: LmtPrice,
): CurvePoint {
  const all = add(lmt(posted), rewards);
  return { at, all, earned: add(lmt(matured), rewards), value: lmtValue(all, price) };
}

const isSame = (a: CurvePoint, b: CurvePoint): boolean =>
  a.all === b.all && a.earned === b.earned && a.value === b.value;

/** Side of an instant: before its events, after them, or now. */
type Side = 'coming' | 'come' | 'now';

/**
 * Returns the accruing rewards at an instant that are not posted. A cycle that ends then has them before its
 * events. A cycle still to begin has, now, what the owner gave it.
 */
function accruing({ cycles, vaults }: CurveInput, at: Instant, side: Side): Lmt {
  const finished = cycles.map(({ startsAt, endsAt, principal, apyShown, rewards }) => {
    if (at < startsAt || at > endsAt) return lmt(0n);
    if (at === endsAt) return side === 'coming' ? rewards : lmt(0n);
    return rewardsFor(principal, apyShown, elapsedMs(startsAt, at));
  });
  const running = vaults.map((vault) => {
    const isRunning = vault.status === 'active' && !vault.matured && vault.cycle !== null;
    const counts = isRunning && (side === 'now' || vault.cycle.startsAt <= at);
    return counts ? rewardsAt(vault, at) : lmt(0n);
  });
  return sum([...finished, ...running]);
}

/** Returns the instants at which entries changed the total. A claim or a stake only moves LMT. */
function changesOf(entries: readonly HeldEntry[]): Instant[] {
  const nets = new Map<Instant, bigint>();
  for (const { at, amount } of entries) nets.set(at, (nets.get(at) ?? 0n) + amount);
  return [...nets].filter(([, net]) => net !== 0n).map(([at]) => at);
}

function instantsOf(past: CurveInput, first: Instant, now: Instant): Instant[] {
  const { entries, cycles, vaults, priceChanges } = past;
  const all = new Set<Instant>([
    ...changesOf(entries),
    ...cycles.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
    ...vaults.flatMap(({ cycle }) => (cycle ? [cycle.startsAt] : [])),
    ...correctionsOf(past).map(({ at }) => at),
    ...priceChanges,
    now,
  ]);
  const inOrder = [...all].filter((at) => at >= first && at <= now).sort((a, b) => a - b);
  const every = Math.trunc((inOrder.length + INSTANTS_MAX - 1) / INSTANTS_MAX);
  const last = inOrder.length - 1;
  return inOrder.filter((_, index) => (last - index) % every === 0 || index === 0);
}
