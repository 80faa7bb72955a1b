import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error plain JavaScript: it runs before anything is installed
import { build } from '../scripts/lib/build.mjs';
import { CATEGORIES, type Judgement, judge } from './lighthouse.ts';
import { type Row, median } from './row.ts';
import { startProduct } from './server.ts';

const LOOKS = 5;
const SCORE_GOAL = 0.95;
const STARTS = 3;
/** A wait that no reader notices, in seconds. */
const START_GOALS = { first: 10, later: 3 };

type Report = (row: Row) => void;

/** `npm start` of what is built, until a page is answered: on an empty folder, then on the same again. */
async function startUp(report: Report): Promise<void> {
  const first: number[] = [];
  const later: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const dir = mkdtempSync(join(tmpdir(), 'bench-start-'));
    for (const seconds of [first, later]) {
      const started = performance.now();
      const server = await startProduct(dir);
      await (await fetch(server.url)).text();
      seconds.push((performance.now() - started) / 1_000);
      await server.close();
    }
    rmSync(dir, { recursive: true, force: true });
  }
  const starts = { first, later };
  for (const which of ['first', 'later'] as const) {
    const seconds = median(starts[which]);
    const goal = START_GOALS[which];
    report({
      name: `npm start, ${which === 'first' ? 'empty data folder' : 'again'} (seconds)`,
      floor: `${goal} s`,
      ours: `${seconds.toFixed(2)} s`,
      ratio: seconds / goal,
      goal: '≤ 1',
      holds: seconds <= goal,
    });
  }
}

async function look(url: string, form: 'desktop' | 'mobile', report: Report): Promise<void> {
  const judgements: Judgement[] = [];
  for (let i = 0; i < LOOKS; i++) judgements.push(await judge(url, form));
  for (const category of CATEGORIES) {
    const score = median(judgements.map(({ scores }) => scores[category]));
    report({
      name: `dashboard on ${form === 'mobile' ? 'a phone' : 'a desktop'}: ${category} (Lighthouse)`,
      floor: '100',
      ours: String(Math.round(score * 100)),
      ratio: score,
      goal: `≥ ${SCORE_GOAL}`,
      holds: score >= SCORE_GOAL,
    });
  }
  const faults = new Set(judgements.flatMap((judgement) => judgement.faults));
  for (const fault of faults) console.log(`  ${form}: ${fault}`);
}

/** The built web app as a browser gets it, and how long `npm start` takes to serve it. */
export async function web(report: Report): Promise<void> {
  await (build as () => Promise<void>)();
  await startUp(report);
  const dir = mkdtempSync(join(tmpdir(), 'bench-web-'));
  const server = await startProduct(dir);
  try {
    await look(server.url, 'desktop', report);
    await look(server.url, 'mobile', report);
  } finally {
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
