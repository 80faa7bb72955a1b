import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, isImplausiblyLate } from '../base/time.ts';

/** Span of slots that a reconcile pass covers. */
export type PassSpan = 'hour' | 'week';

/** Interval of passes over the last hour. A pass over the last week runs once a day. */
export const PASS_EVERY_MS = 10 * MINUTE_MS;

/** Shortest slot duration that the chain aims at. Slower slots make a span longer than its name. */
const SLOT_MS_MIN = 200;
const SPAN_SLOTS: Readonly<Record<PassSpan, number>> = {
  hour: HOUR_MS / SLOT_MS_MIN,
  week: (7 * DAY_MS) / SLOT_MS_MIN,
};

/**
 * Returns the span of an address's next pass. A last week's pass in the future was dated under clock skew, so
 * a new one is due.
 * @param weekPassedAt start of the last complete pass over a week; null before the first
 */
export function passSpan(weekPassedAt: Instant | null, now: Instant): PassSpan {
  const isWeekDue =
    weekPassedAt === null || now - weekPassedAt >= DAY_MS || isImplausiblyLate(weekPassedAt, now);
  return isWeekDue ? 'week' : 'hour';
}

/** Slots that decide on the range of an address's reconcile pass. */
export interface PassSlots {
  /** Slot of the newest transaction that the cursor has passed. */
  readonly cursorSlot: number;
  /** Slot at which watching began: nothing up to it counts. */
  readonly startedSlot: number;
  /** Slot that the last complete pass covered. */
  readonly reconciledSlot: number;
  /** Newest finalized slot. */
  readonly reachedSlot: number;
}

/**
 * Returns the range of a pass: transactions above `sinceSlot` up to the cursor are checked, and the pass is
 * complete if a provider's list goes back to `completeSlot`. After downtime the range begins where the last
 * complete pass ended. If the reconciled slot is above the reached slot, a provider reported it wrongly, and
 * the cursor's slot replaces it.
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
 * Slot up to which an empty list counts as complete; null if it does not. A node restarted from a snapshot lists
 * nothing for an account without new transactions, and could never prove it. Such a list is trusted for an hour after
 * the last complete pass, or after the newest slot at which the balance agreed with the movements. An empty list
 * proves nothing itself, so the hour does not restart with it.
 */
export function emptyListSlot({
  completeSlot,
  agreedSlot,
  reachedSlot,
}: Pick<PassSlots, 'reachedSlot'> & {
  readonly completeSlot: number;
  /** Null if the balance has not been compared, or differs. */
  readonly agreedSlot: number | null;
}): number | null {
  // A slot that the chain has not reached was reported wrongly by a provider.
  const isAgreed = agreedSlot !== null && agreedSlot <= reachedSlot;
  const provenSlot = isAgreed ? Math.max(completeSlot, agreedSlot) : completeSlot;
  return reachedSlot - provenSlot <= SPAN_SLOTS.hour ? provenSlot : null;
}

/**
 * True if an earlier address of the treasury is still covered by the daily pass: for a week after its last
 * transaction.
 */
export function isWithinWeek({
  cursorSlot,
  reachedSlot,
}: Pick<PassSlots, 'cursorSlot' | 'reachedSlot'>): boolean {
  return reachedSlot - cursorSlot <= SPAN_SLOTS.week;
}
