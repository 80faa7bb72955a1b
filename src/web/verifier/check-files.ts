import { formatDecimal } from '#domain/base/money';
import { checkMine } from '#proof/checks/check-mine';
import { memoOf } from '#proof/files/memo';
import { readMine } from '#proof/files/published';

import type { Ask } from '../flows/verify/ask.ts';
import { checkAnchor } from '../flows/verify/check-anchor.ts';
import { type CheckedHolding, checkHolding } from '../flows/verify/check-holding.ts';
import { decimalsOf } from '../flows/verify/asset.ts';
import {
  type StepOutcome,
  anchorOutcome,
  holdingsOutcome,
  leavesOutcome,
  lmtText,
  mineOutcome,
  ownLines,
} from '../flows/verify/outcomes.ts';
import { type Proof, readProof } from '../flows/verify/proof.ts';
import { readLeaves } from '../flows/verify/read-leaves.ts';
import { sha256 } from '../flows/verify/sha256.ts';
import { verifyTexts } from '../texts/verify.ts';

const says = verifyTexts.file;

/** What the reader has handed in. */
export interface Given {
  readonly day: File | null;
  readonly mine: File | null;
  readonly leaves: File | null;
  /** Null where no node was named. */
  readonly ask: Ask | null;
  /** Empty where the file is to be believed. */
  readonly treasury: string;
}

/** A step's result, with the lines that belong to it. */
export interface Result {
  readonly title: string;
  readonly outcome: StepOutcome;
  readonly lines: readonly string[];
}

type Tell = (result: Result) => void;

/** Checks whatever was handed in, and tells of each step as soon as it is known. */
export async function checkFiles(given: Given, tell: Tell): Promise<void> {
  const { total, mine, leaves } = verifyTexts;
  if (!given.day) {
    tell({ title: total.title, outcome: { state: 'open', says: says.noDay }, lines: [] });
    return;
  }
  const proof = readProof(await jsonOf(given.day));
  if (!proof) {
    tell({ title: total.title, outcome: { state: 'wrong', says: says.unreadable }, lines: [] });
    return;
  }
  const own = given.mine ? readMine(await jsonOf(given.mine)) : null;
  const checked = own && checkMine(sha256, own, { day: proof, wallet: null });
  const lines = own ? [`${mine.wallet}: ${own.wallet}`] : [];
  tell({ title: mine.title, lines, outcome: given.mine ? mineOutcome(checked) : noFile });
  tellTotal(proof, checked?.ok === true && checked.value.entries.length > 0, tell);
  await tellHoldings(proof, given, tell);
  await tellAnchor(proof, given, tell);
  const ownLeaves = ownLines(checked?.ok ? checked.value : null);
  if (!given.leaves) tell({ title: leaves.title, outcome: noFile, lines: [] });
  else await tellLeaves(proof, { file: given.leaves, own: ownLeaves }, tell);
}

function tellTotal(proof: Proof, isReached: boolean, tell: Tell): void {
  const { title, holds, open } = verifyTexts.total;
  const outcome = isReached ? { state: 'holds', says: holds } : { state: 'open', says: open };
  const lines = [says.total(lmtText(BigInt(proof.totalUnits)), proof.day)];
  tell({ title, outcome: outcome as StepOutcome, lines });
}

const noFile: StepOutcome = { state: 'open', says: says.noFile };

const treasuryOf = (proof: Proof, { treasury }: Given): string =>
  treasury === '' ? proof.treasury : treasury;

async function tellHoldings(proof: Proof, given: Given, tell: Tell): Promise<void> {
  const { title } = verifyTexts.holdings;
  const treasury = treasuryOf(proof, given);
  const all = (ask: Ask | null) =>
    Promise.all(proof.holdings.map((holding) => checkHolding(proof, holding, { treasury, ask })));
  const read = given.ask ? await all(given.ask).catch(() => null) : null;
  const checked = read ?? (await all(null));
  const outcome = holdingsOutcome(checked, read !== null);
  const isUnasked = outcome.state === 'open' && given.ask === null;
  tell({
    title,
    outcome: isUnasked ? { state: 'open', says: says.noNode } : outcome,
    lines: checked.flatMap(amountsOf),
  });
}

function amountsOf({ holding, nowUnits }: CheckedHolding): string[] {
  const { asset, amount, slot } = holding;
  const then = says.amountsThen(amount, asset, slot);
  if (nowUnits === null) return [then];
  return [says.amountsNow(formatDecimal(nowUnits, decimalsOf(asset)), asset), then];
}

async function tellAnchor(proof: Proof, given: Given, tell: Tell): Promise<void> {
  const { title, expected, found, failed } = verifyTexts.anchor;
  const memo = `${expected}: ${memoOf(proof)}`;
  if (!given.ask) {
    tell({ title, outcome: { state: 'open', says: says.noNode }, lines: [memo] });
    return;
  }
  try {
    const anchor = await checkAnchor(proof, treasuryOf(proof, given), given.ask);
    const other = anchor.state === 'wrong' && anchor.memo ? [`${found}: ${anchor.memo}`] : [];
    tell({ title, outcome: anchorOutcome(anchor), lines: [memo, ...other] });
  } catch {
    tell({ title, outcome: { state: 'open', says: failed }, lines: [memo] });
  }
}

interface LeavesFile {
  readonly file: File;
  readonly own: ReadonlyMap<number, string>;
}

async function tellLeaves(proof: Proof, { file, own }: LeavesFile, tell: Tell): Promise<void> {
  const { title, read } = verifyTexts.leaves;
  const startedAt = performance.now();
  const result = await readLeaves(file.stream(), {
    day: proof,
    own,
    tell: (leaves) =>
      tell({
        title,
        outcome: { state: 'checking', says: read(String(leaves), String(proof.leaves)) },
        lines: [],
      }),
  });
  const ms = Math.round(performance.now() - startedAt);
  tell({ title, outcome: leavesOutcome(result, ms), lines: [] });
}

/** Null where it is no JSON. */
async function jsonOf(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text()) as unknown;
  } catch {
    return null;
  }
}
