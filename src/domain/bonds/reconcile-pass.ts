import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, isImplausiblyLate } from '../base/time.ts';

/** How far back a reconcile pass goes. */
export type PassSpan = 'hour' | 'week';

/** Interval of passes over the last hour; the pass over the last week comes once a day. */
export const PASS_EVERY_MS = 10 * MINUTE_MS;

/** Shortest slot that the chain aims at. Slower slots make a span longer than its name says. */
const SLOT_MS_MIN = 200;
const SPAN_SLOTS: Readonly<Record<PassSpan, number>> = {
  hour: HOUR_MS / SLOT_MS_MIN,
  week: (7 * DAY_MS) / SLOT_MS_MIN,
};

/**
 * Span of an address's next pass. A week's pass dated in the future was dated by a database clock that was ahead.
 *
 * @param weekPassedAt the last complete pass over a week; null before the first
 */
export function passSpan(weekPassedAt: Instant | null, now: Instant): PassSpan {
  const isWeekDue =
    weekPassedAt === null || now - weekPassedAt >= DAY_MS || isImplausiblyLate(weekPassedAt, now);
  return isWeekDue ? 'week' : 'hour';
}

/** Slots of an address that matter to its reconcile pass. */
export interface PassSlots {
  /** Slot of the newest transaction that the cursor has passed. */
  readonly cursorSlot: number;
  /** Slot up to which nothing counts: watching, or the account's movements, began there. */
  readonly startedSlot: number;
  /** Slot that the last complete pass covered. */
  readonly reconciledSlot: number;
  /** Newest finalized slot. */
  readonly reachedSlot: number;
}

/**
 * Range of a pass: transactions above `sinceSlot` up to the cursor are looked at, and the pass is complete if a
 * provider's list goes back to `completeSlot`. After downtime the range begins where the last complete pass ended.
 * A reconciled slot that the chain has not reached was a provider's wrong claim: the cursor's slot stands in for it.
 */
export function passRange(
  span: PassSpan,
  { cursorSlot, startedSlot, reconciledSlot, reachedSlot }: PassSlots,
): { readonly sinceSlot: number; readonly completeSlot: number } {
  const completeSlot = Math.max(
    startedSlot,
    reconciledSlot > reachedSlot ? cursorSlot : reconciledSlot,
  );
  const sinceSlot = Math.min(cursorSlot - SPAN_SLOTS[span], completeSlot);
  return { sinceSlot: Math.max(startedSlot, sinceSlot), completeSlot };
}

/**
 * True if an empty list is taken as complete: the last complete pass is an hour old at most. A node that was restarted
 * from a snapshot lists nothing of an account that nothing reaches, and would never prove it.
 */
export function trustsEmptyList({
  completeSlot,
  reachedSlot,
}: Pick<PassSlots, 'reachedSlot'> & { readonly completeSlot: number }): boolean {
  return reachedSlot - completeSlot <= SPAN_SLOTS.hour;
}

/** True if a former address of the treasury is still passed over at night: for a week after its last transaction. */
export function isWithinWeek({
  cursorSlot,
  reachedSlot,
}: Pick<PassSlots, 'cursorSlot' | 'reachedSlot'>): boolean {
  return reachedSlot - cursorSlot <= SPAN_SLOTS.week;
}
