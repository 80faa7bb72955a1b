import { LMT_DECIMALS, amountText } from '../files/decimals.ts';
import type { Checked } from '../files/fault.ts';
import { stepTexts } from '../texts.ts';
import type { AnchorOutcome } from './check-anchor.ts';
import type { CheckedHoldings } from './check-holdings.ts';
import type { CheckedMine } from './check-mine.ts';
import type { ReadLeaves } from './read-leaves.ts';

/** State of a step; `open` if it could not be checked, or if nothing shows that it holds. */
export type StepState = 'checking' | 'holds' | 'wrong' | 'open';

/** Outcome of a step in a sentence, with the place in the input where a fault was found. */
export interface StepOutcome {
  readonly state: StepState;
  readonly message: string;
  readonly where?: string;
  /** Stable name of what is wrong. */
  readonly fault?: string;
}

/** Assets that a treasury holds on the chain, each in one account. */
const ASSETS: ReadonlySet<string> = new Set(['SOL', 'USDC']);

const { faults } = stepTexts;

/** Formats units of LMT with every digit, such as `1,234.50000000`. */
export const lmtText = (units: bigint): string => amountText(units, LMT_DECIMALS);

const countText = (count: number): string => count.toLocaleString('en-US');

/** @param result null if the file has not the form of a wallet's proof */
export function mineOutcome(result: Checked<CheckedMine> | null): StepOutcome {
  const texts = stepTexts.mine;
  if (!result) return { state: 'wrong', message: faults.malformed };
  if (!result.ok)
    return { state: 'wrong', message: faults[result.fault], where: result.at, fault: result.fault };
  const { units } = result.value;
  // Nothing in an empty list can be wrong, so it shows nothing.
  if (units === 0n) return { state: 'open', message: texts.nothing };
  return { state: 'holds', message: texts.holds(lmtText(units)) };
}

export function holdingsOutcome({ checked, isRead }: CheckedHoldings): StepOutcome {
  const texts = stepTexts.holdings;
  if (checked.length === 0) return { state: 'open', message: texts.none };
  const assets = checked.map(({ holding }) => holding.asset);
  const isList = new Set(assets).size === assets.length;
  if (!isList || !assets.every((asset) => ASSETS.has(asset))) {
    return { state: 'wrong', message: texts.otherList, fault: 'otherList' };
  }
  for (const { holding, ownership, account } of checked) {
    const isSigned = ownership === 'signed' || ownership === 'unsigned';
    const fault = !isSigned ? ownership : account === 'own' ? null : account;
    if (fault) return { state: 'wrong', message: texts[fault](holding.asset), fault };
  }
  if (!isRead) return { state: 'open', message: texts.failed };
  const unsure = checked.find(({ ownership }) => ownership !== 'signed')?.ownership;
  if (unsure === 'unsigned') return { state: 'open', message: texts.unsigned };
  return { state: 'holds', message: texts.holds };
}

export function anchorOutcome(anchor: AnchorOutcome): StepOutcome {
  const texts = stepTexts.anchor;
  if (anchor.state === 'none') return { state: 'open', message: texts.none };
  if (anchor.state === 'unclear') return { state: 'open', message: texts.unclear };
  if (anchor.state === 'wrong')
    return { state: 'wrong', message: texts.faults[anchor.fault], fault: anchor.fault };
  return { state: 'holds', message: texts.holds(countText(anchor.slot)) };
}

/** @param ms how long it took */
export function leavesOutcome(
  { checked, ownFound, ownKnown: own }: ReadLeaves,
  ms: number,
): StepOutcome {
  const texts = stepTexts.leaves;
  if (!checked.ok)
    return {
      state: 'wrong',
      message: faults[checked.fault],
      where: checked.at,
      fault: checked.fault,
    };
  if (ownFound < own)
    return { state: 'wrong', message: texts.ownLost(ownFound, own), fault: 'own-leaf-lost' };
  const all = texts.holds(countText(checked.value.leaves), ms);
  return { state: 'holds', message: own === 0 ? all : `${all} ${texts.ownFound(ownFound, own)}` };
}

/** Returns the reader's own leaves by their index, each as its line in the file of all leaves. */
export const ownLines = (checked: CheckedMine | null): ReadonlyMap<number, string> =>
  new Map(
    checked?.entries.map(({ index, nodes }) => [index, `${nodes[0]?.hash},${nodes[0]?.units}`]),
  );
