import { LMT_DECIMALS, amountText } from '../files/decimals.ts';
import type { Checked } from '../files/fault.ts';
import { stepTexts } from '../texts.ts';
import type { AnchorOutcome } from './check-anchor.ts';
import type { CheckedHoldings } from './check-holdings.ts';
import type { CheckedMine } from './check-mine.ts';
import type { ReadLeaves } from './read-leaves.ts';

/** What is known of a step: it holds, it does not, or it cannot be told. */
export type StepState = 'checking' | 'holds' | 'wrong' | 'open';

/** A step's outcome in a sentence, and where in the input something was found. */
export interface StepOutcome {
  readonly state: StepState;
  readonly says: string;
  readonly where?: string;
  /** Stable name of what is wrong. */
  readonly fault?: string;
}

/** Assets that a treasury holds on the chain, each in one account. */
const ASSETS: ReadonlySet<string> = new Set(['SOL', 'USDC']);

const { faults } = stepTexts;

/** Units of LMT with every digit, such as `1,234.50000000`. */
export const lmtText = (units: bigint): string => amountText(units, LMT_DECIMALS);

const countText = (count: number): string => count.toLocaleString('en-US');

/** @param result null where what came has not the form of leaves */
export function mineOutcome(result: Checked<CheckedMine> | null): StepOutcome {
  const says = stepTexts.mine;
  if (!result) return { state: 'wrong', says: faults.malformed };
  if (!result.ok)
    return { state: 'wrong', says: faults[result.fault], where: result.at, fault: result.fault };
  const { units } = result.value;
  // Nothing in an empty list can be wrong, so it shows nothing.
  if (units === 0n) return { state: 'open', says: says.nothing };
  return { state: 'holds', says: says.holds(lmtText(units)) };
}

export function holdingsOutcome({ checked, isRead }: CheckedHoldings): StepOutcome {
  const says = stepTexts.holdings;
  if (checked.length === 0) return { state: 'open', says: says.none };
  const assets = checked.map(({ holding }) => holding.asset);
  const isList = new Set(assets).size === assets.length;
  if (!isList || !assets.every((asset) => ASSETS.has(asset))) {
    return { state: 'wrong', says: says.otherList, fault: 'otherList' };
  }
  for (const { holding, ownership, account } of checked) {
    const isSigned = ownership === 'signed' || ownership === 'unsigned';
    const fault = !isSigned ? ownership : account === 'own' ? null : account;
    if (fault) return { state: 'wrong', says: says[fault](holding.asset), fault };
  }
  if (!isRead) return { state: 'open', says: says.failed };
  const unsure = checked.find(({ ownership }) => ownership !== 'signed')?.ownership;
  if (unsure === 'unsigned') return { state: 'open', says: says.unsigned };
  return { state: 'holds', says: says.holds };
}

export function anchorOutcome(anchor: AnchorOutcome): StepOutcome {
  const says = stepTexts.anchor;
  if (anchor.state === 'none') return { state: 'open', says: says.none };
  if (anchor.state === 'unclear') return { state: 'open', says: says.unclear };
  if (anchor.state === 'wrong')
    return { state: 'wrong', says: says.faults[anchor.fault], fault: anchor.fault };
  return { state: 'holds', says: says.holds(countText(anchor.slot)) };
}

/** @param ms how long it took */
export function leavesOutcome(
  { checked, ownFound, ownKnown: own }: ReadLeaves,
  ms: number,
): StepOutcome {
  const says = stepTexts.leaves;
  if (!checked.ok)
    return { state: 'wrong', says: faults[checked.fault], where: checked.at, fault: checked.fault };
  if (ownFound < own)
    return { state: 'wrong', says: says.ownLost(ownFound, own), fault: 'own-leaf-lost' };
  const all = says.holds(countText(checked.value.leaves), ms);
  return { state: 'holds', says: own === 0 ? all : `${all} ${says.ownFound(ownFound, own)}` };
}

/** The reader's own leaves by their place, each as its line in the file of all leaves. */
export const ownLines = (checked: CheckedMine | null): ReadonlyMap<number, string> =>
  new Map(
    checked?.entries.map(({ index, nodes }) => [index, `${nodes[0]?.hash},${nodes[0]?.units}`]),
  );
