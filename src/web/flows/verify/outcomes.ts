import { DECIMALS, formatDecimal } from '#domain/base/money';
import type { CheckedMine } from '#proof/checks/check-mine';
import type { Checked } from '#proof/files/fault';

import { verifyTexts } from '../../texts/verify.ts';
import { formatExact, formatNumber } from '../../ui/format/format.ts';
import type { AnchorOutcome } from './check-anchor.ts';
import type { CheckedHolding } from './check-holding.ts';
import type { ReadLeaves } from './read-leaves.ts';

/** What is known of a step: it holds, it does not, or it cannot be told. */
export type StepState = 'checking' | 'holds' | 'wrong' | 'open';

/** A step's outcome in a sentence, and where in the input something was found. */
export interface StepOutcome {
  readonly state: StepState;
  readonly says: string;
  readonly where?: string;
}

const { faults } = verifyTexts;

/** Units of LMT with every digit, such as `1,234.50000000`. */
export const lmtText = (units: bigint): string => formatExact(formatDecimal(units, DECIMALS.LMT));

const countText = (count: number): string => formatNumber(String(count), 0);

/** @param result null where what came has not the form of leaves */
export function mineOutcome(result: Checked<CheckedMine> | null): StepOutcome {
  const says = verifyTexts.mine;
  if (!result) return { state: 'wrong', says: faults.malformed };
  if (!result.ok) return { state: 'wrong', says: faults[result.fault], where: result.at };
  const { units } = result.value;
  return { state: 'holds', says: units === 0n ? says.nothing : says.holds(lmtText(units)) };
}

/** @param isRead whether the accounts were read from the chain */
export function holdingsOutcome(checked: readonly CheckedHolding[], isRead: boolean): StepOutcome {
  const says = verifyTexts.holdings;
  if (checked.length === 0) return { state: 'open', says: says.none };
  for (const { holding, ownership, isTreasurys } of checked) {
    const { asset } = holding;
    if (ownership === 'otherMessage') return { state: 'wrong', says: says.otherMessage(asset) };
    if (ownership === 'otherKey') return { state: 'wrong', says: says.otherKey(asset) };
    if (isTreasurys === false) return { state: 'wrong', says: says.otherOwner(asset) };
  }
  if (!isRead) return { state: 'open', says: says.failed };
  const unsure = checked.find(({ ownership }) => ownership !== 'signed')?.ownership;
  if (unsure === 'untold' || unsure === 'unsigned') return { state: 'open', says: says[unsure] };
  return { state: 'holds', says: says.holds };
}

export function anchorOutcome(anchor: AnchorOutcome): StepOutcome {
  const says = verifyTexts.anchor;
  if (anchor.state === 'none') return { state: 'open', says: says.none };
  if (anchor.state === 'wrong') return { state: 'wrong', says: says.faults[anchor.fault] };
  return { state: 'holds', says: says.holds(countText(anchor.slot)) };
}

/** @param ms how long it took */
export function leavesOutcome(
  { checked, ownFound, ownKnown: own }: ReadLeaves,
  ms: number,
): StepOutcome {
  const says = verifyTexts.leaves;
  if (!checked.ok) return { state: 'wrong', says: faults[checked.fault], where: checked.at };
  if (ownFound < own) return { state: 'wrong', says: says.ownLost(ownFound, own) };
  const all = says.holds(countText(checked.value.leaves), ms);
  return { state: 'holds', says: own === 0 ? all : `${all} ${says.ownFound(ownFound, own)}` };
}

/** The reader's own leaves by their place, each as its line in the file of all leaves. */
export const ownLines = (checked: CheckedMine | null): ReadonlyMap<number, string> =>
  new Map(
    checked?.entries.map(({ index, nodes }) => [index, `${nodes[0]?.hash},${nodes[0]?.units}`]),
  );
