import { bondAction } from './bond-actions.ts';
import { checkEverything } from './check.ts';
import { nextDeadline, visit } from './deadlines.ts';
import { live } from './user-actions.ts';
import { Disagreement } from './disagreement.ts';
import { START } from './frozen-time.ts';
import { Life } from './life.ts';
import type { Account } from './model/account.ts';
import { DAY, HOUR, MINUTE, WEEK } from './model/arithmetic.ts';
import { phaseOf } from './model/vault-figures.ts';
import { age } from './model/vaults.ts';
import { rule } from './owner-actions.ts';
import { anchorAll } from './owner-wallet.ts';
import { Random } from './random.ts';
import { type Extent, type Step, scriptOf } from './script.ts';
import { setMaxSupply } from './supply.ts';

export interface Simulation extends Extent {
  readonly hasFaults?: boolean;
  /** Step numbers to run; default: all. */
  readonly only?: readonly number[];
}

export interface Outcome {
  /** Number of steps run. */
  readonly steps: number;
  /** Disagreements and broken invariants of the first step that has any. */
  readonly violations: readonly string[];
  /** Number of that step. */
  readonly failedAt: number | null;
  /** Requests and responses without ids, equal for equal seeds. */
  readonly trace: readonly string[];
  readonly faults: ReadonlyMap<string, number>;
}

/** Runs a script, or a part of it, against a full server. */
export async function simulate(of: Simulation): Promise<Outcome> {
  const script = scriptOf(of);
  const steps = of.only ? of.only.flatMap((index) => script[index] ?? []) : script;
  const users = [...new Set(steps.map(({ actor }) => actor))].filter((a) => typeof a === 'number');
  const life = await Life.begin(of.only ? users.sort((a, b) => a - b) : range(of.users), {
    hasFaults: of.hasFaults ?? false,
    // Every second seed runs without the treasury's key on the server.
    isSignedByOwner: of.seed % 2 === 1,
  });
  let taken = 0;
  let failedAt: number | null = null;
  let violations: readonly string[] = [];
  try {
    await setMaxSupply(life);
    let checked = life.now;
    for (const step of steps) {
      failedAt = step.index;
      await take(life, step);
      taken += 1;
      if (life.now < checked + WEEK) continue;
      await checkAtLeisure(life);
      checked = life.now;
    }
    await checkAtLeisure(life);
    failedAt = null;
  } catch (error) {
    violations = violationsOf(error);
  } finally {
    await life.world.close();
  }
  const { trace, faults } = life;
  return { steps: taken, violations, failedAt, trace, faults: faults?.counts ?? new Map() };
}

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

function violationsOf(error: unknown): readonly string[] {
  if (error instanceof Disagreement) return error.found;
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** Compares everything with the model after finality and a sweep of every vault. */
async function checkAtLeisure(life: Life): Promise<void> {
  await anchorAll(life);
  for (let i = 0; i < 2; i += 1) {
    await life.world.pass(2 * MINUTE);
    await life.runJobs();
  }
  await checkEverything(life);
}

async function take(life: Life, { at, actor, seed, index }: Step): Promise<void> {
  life.random = new Random(...seed, 77);
  const due = Math.max(START + at, life.now + 1);
  const priceStep = typeof actor === 'number' ? besidePriceStep(life, due) : null;
  // The time half a minute before a price step may be past already: time never goes back.
  await life.world.pass(Math.max(due, priceStep ?? due) - life.now);
  life.note(`step ${index}: ${actor === 'owner' || actor === 'clock' ? actor : `user ${actor}`}`);
  if (actor === 'clock') {
    if (life.faults?.clockJumps(life.random)) await life.world.pass(life.random.below(20 * DAY));
    if (!life.faults?.isLate(life.random)) await life.runJobs();
  } else if (actor === 'owner') {
    await rule(life);
  } else {
    const isPunctual = priceStep === null && life.random.chance(0.2);
    const deadline = isPunctual ? nextDeadline(life, life.now) : null;
    if (deadline) {
      await visit(life, deadline);
      return;
    }
    const account = reminded(life) ?? life.account(actor);
    await (priceStep === null ? live : bondAction)(life, account);
    await life.check(account);
  }
}

/** Around the weekly price step a user is likely to act. */
function besidePriceStep({ random, terms }: Life, from: number): number | null {
  const set = terms.lmt.at(-1)?.at ?? from;
  const next = set + WEEK * Math.ceil((from + 1 - set) / WEEK);
  const isNear = next < from + 6 * HOUR && random.chance(0.3);
  return isNear ? next + random.pick([-MINUTE / 2, -1, 0, 1]) : null;
}

/** Occasionally a user acts because their short window is open. */
function reminded(life: Life): Account | null {
  const { random, terms, now } = life;
  if (!random.chance(0.35)) return null;
  const open = life.everybody().filter((account) => {
    age(account, terms, now);
    return account.vaults.some((vault) => phaseOf(vault, now) === 'window');
  });
  return open.length > 0 ? random.pick(open) : null;
}
