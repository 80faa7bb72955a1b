import { amountText, decimalsOf } from '../files/decimals.ts';
import { memoStart } from '../files/memo.ts';
import { type PublishedMine, readMine } from '../files/published.ts';
import { type Proof, readProof } from '../files/published-proof.ts';
import { stepTexts } from '../texts.ts';
import { checkAnchor } from './check-anchor.ts';
import { type CheckedHolding, checkHoldings } from './check-holdings.ts';
import { type CheckedMine, checkMine } from './check-mine.ts';
import { sha256 } from './hash.ts';
import {
  type StepOutcome,
  anchorOutcome,
  holdingsOutcome,
  leavesOutcome,
  lmtText,
  mineOutcome,
  ownLines,
} from './outcomes.ts';
import { readLeaves } from './read-leaves.ts';
import type { RpcCall } from './rpc-call.ts';
import { usdcMintAt } from './usdc-mint.ts';

const texts = stepTexts.files;

/** Downloaded files, each as far as it was given, and the reader's own node. */
export interface Given {
  /** JSON of the day; null if the file holds none, undefined without a file. */
  readonly day: unknown;
  /** JSON of a wallet's own proof, likewise. */
  readonly mine: unknown;
  readonly leaves: ReadableStream<Uint8Array> | null;
  /** Null if the chain is not checked. */
  readonly call: RpcCall | null;
  /** Address of the treasury as the reader knows it; null to believe the file. */
  readonly treasury: string | null;
}

export type Step = 'mine' | 'total' | 'holdings' | 'anchor' | 'leaves';

/** Outcome of a step, with further lines to show. */
export interface StepResult {
  readonly step: Step;
  readonly outcome: StepOutcome;
  readonly lines: readonly string[];
  /** True if the reader gave nothing that this step checks. */
  readonly isSkipped: boolean;
}

/** Receives each step's result, several times while a step makes progress. */
type Report = (result: StepResult) => void;

const result = (
  step: Step,
  outcome: StepOutcome,
  { lines = [], isSkipped = false }: Partial<Pick<StepResult, 'lines' | 'isSkipped'>> = {},
): StepResult => ({ step, outcome, lines, isSkipped });

const notGiven = (step: Step, message: string): StepResult =>
  result(step, { state: 'open', message }, { isSkipped: true });

/** Checks the files against each other, and against the chain if a node is given. */
export async function verify(given: Given, report: Report): Promise<void> {
  const proof = given.day === undefined ? null : readProof(given.day);
  if (!proof) {
    reportWithoutDay(given, report);
    return;
  }
  const mine = given.mine === undefined ? null : readMine(given.mine);
  const checked = mine && checkMine(sha256, mine, { day: proof, wallet: null });
  report(given.mine === undefined ? notGiven('mine', texts.noFile) : mineResult(mine, checked));
  const isReached = checked?.ok === true && checked.value.units > 0n;
  report(totalResult(proof, isReached ? stepTexts.total.holds : null));
  report(await holdingsResult(proof, given));
  report(await anchorResult(proof, given));
  if (!given.leaves) report(notGiven('leaves', texts.noFile));
  else
    await checkLeaves(
      proof,
      { stream: given.leaves, own: checked?.ok ? checked.value : null },
      report,
    );
}

/** A wallet's own proof without its day can only be compared with the root that it names itself. */
function reportWithoutDay({ day, mine: json, leaves }: Given, report: Report): void {
  if (day !== undefined) {
    report(result('total', { state: 'wrong', message: texts.unreadable }));
    return;
  }
  const mine = json === undefined ? null : readMine(json);
  if (json !== undefined) {
    const height = mine?.entries[0]?.path.length ?? 0;
    const itself = mine && { ...mine, leaves: 2 ** height };
    const checked = mine && itself && checkMine(sha256, mine, { day: itself, wallet: null });
    const shown = mineResult(mine, checked);
    report({ ...shown, lines: [...shown.lines, texts.ownRoot] });
  }
  if (leaves || json === undefined)
    report(result('total', { state: 'wrong', message: texts.noDay }));
}

function mineResult(
  mine: PublishedMine | null,
  checked: ReturnType<typeof checkMine> | null,
): StepResult {
  const lines = mine ? [`${stepTexts.mine.wallet}: ${mine.wallet}`] : [];
  return result('mine', mineOutcome(checked), { lines });
}

/** @param message sentence of what led to the total; null if nothing did */
function totalResult({ totalUnits, day }: Proof, message: string | null): StepResult {
  const lines = [texts.total(lmtText(BigInt(totalUnits)), day)];
  const { open } = stepTexts.total;
  return result(
    'total',
    message === null ? { state: 'open', message: open } : { state: 'holds', message },
    {
      lines,
      isSkipped: message === null,
    },
  );
}

async function holdingsResult(proof: Proof, given: Given): Promise<StepResult> {
  const stranger = otherTreasury(proof, given);
  if (stranger) return result('holdings', stranger);
  const { call } = given;
  const usdcMint = () => (call ? usdcMintAt(call) : Promise.resolve(null));
  const holdings = await checkHoldings(proof, { treasury: proof.treasury, call, usdcMint });
  const outcome = holdingsOutcome(holdings);
  const believed = call && given.treasury === null ? [texts.believed(proof.treasury)] : [];
  const lines = [...believed, ...holdings.checked.flatMap(amountLines)];
  const isUnasked = outcome.state === 'open' && call === null;
  if (!isUnasked) return result('holdings', outcome, { lines });
  return result('holdings', { state: 'open', message: texts.noNode }, { lines, isSkipped: true });
}

/** Returns the outcome of a file that names another treasury than the reader; null if they agree. */
function otherTreasury({ treasury }: Proof, { treasury: known }: Given): StepOutcome | null {
  if (known === null || known === treasury) return null;
  return { state: 'wrong', message: texts.otherTreasury(treasury), fault: 'otherTreasury' };
}

function amountLines({ holding, nowUnits }: CheckedHolding): string[] {
  const { asset, amount, slot } = holding;
  const then = texts.amountsThen(amount, asset, slot);
  if (nowUnits === null) return [then];
  return [texts.amountsNow(amountText(nowUnits, decimalsOf(asset)), asset), then];
}

async function anchorResult(proof: Proof, given: Given): Promise<StepResult> {
  const { expected, found, failed } = stepTexts.anchor;
  const memo = `${expected}: ${memoStart(proof)}`;
  const stranger = otherTreasury(proof, given);
  if (stranger) return result('anchor', stranger);
  if (!given.call) return { ...notGiven('anchor', texts.noNode), lines: [memo] };
  try {
    const anchor = await checkAnchor(proof, proof.treasury, given.call);
    const other = anchor.state === 'wrong' && anchor.memo ? [`${found}: ${anchor.memo}`] : [];
    return result('anchor', anchorOutcome(anchor), { lines: [memo, ...other] });
  } catch {
    return result('anchor', { state: 'open', message: failed }, { lines: [memo] });
  }
}

interface LeavesFile {
  readonly stream: ReadableStream<Uint8Array>;
  readonly own: CheckedMine | null;
}

async function checkLeaves(
  proof: Proof,
  { stream, own }: LeavesFile,
  report: Report,
): Promise<void> {
  const startedAt = performance.now();
  const progress = (leaves: number) => stepTexts.leaves.read(String(leaves), String(proof.leaves));
  const read = await readLeaves(stream, {
    day: proof,
    own: ownLines(own),
    onProgress: (leaves) =>
      report(result('leaves', { state: 'checking', message: progress(leaves) })),
  });
  const ms = Math.round(performance.now() - startedAt);
  const outcome = leavesOutcome(read, ms);
  report(result('leaves', outcome));
  if (outcome.state === 'holds') report(totalResult(proof, stepTexts.total.holdsLeaves));
}
