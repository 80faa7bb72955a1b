import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { freshPglite, freshPostgres } from '#test/databases';
import { count, tries } from '#test/prove/effort';
import { bundled } from '#test/support/bundle';
import { SHORT_LIVED } from '#test/support/short-lived';

const CHILD = await bundled(new URL('child.ts', import.meta.url));
const SERVER = process.env['TEST_DATABASE_URL'];
const KILLS = tries(20, 200);
const TIMEOUT = { timeout: KILLS * 30_000 };

/** A child that is loaded, and does nothing until it is told what was acknowledged. */
function load(target: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...SHORT_LIVED, CHILD, target]);
  child.stdin.on('error', () => {});
  child.stderr.pipe(process.stderr);
  return child;
}

/** How often a child prints a word before it is killed. */
interface Strike {
  readonly word: string;
  readonly count: number;
}

/** Lets a child run until it has printed a number of a word, and kills it there; answers its lines. */
function runUntil(
  child: ChildProcessWithoutNullStreams,
  acknowledged: readonly string[],
  { word, count }: Strike,
): Promise<string[]> {
  return new Promise((done) => {
    const lines: string[] = [];
    let left = count;
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith(word)) left -= 1;
      if (left === 0) child.kill('SIGKILL');
    });
    child.once('close', () => done(lines));
    child.stdin.write(`${[...acknowledged, ''].join('\n')}\n`);
  });
}

/** Where each kill strikes: after some acknowledged writes, among others, or while it opens and recovers. */
const strike = (kill: number): Strike => {
  if (kill % 5 === 4) return { word: 'opening', count: 1 };
  return kill % 2 === 0
    ? { word: 'paid', count: 1 + ((kill * 7) % 13) }
    : { word: 'claimed', count: 1 + ((kill * 5) % 11) };
};

/** Kills children one after the other; answers how many writes were acknowledged, and all that was ever missed. */
async function killAgainAndAgain(
  target: string,
): Promise<{ acknowledged: string[]; lost: string[]; ended: string[] }> {
  const acknowledged: string[] = [];
  const lost: string[] = [];
  let next = load(target);
  let ended: string[] = [];
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const child = next;
    // The last one only looks.
    const until = kill < KILLS ? strike(kill) : { word: 'checked', count: 1 };
    const running = runUntil(child, acknowledged, until);
    if (kill < KILLS) next = load(target);
    ended = await running;
    lost.push(...ended.filter((line) => line.startsWith('lost')));
    acknowledged.push(...ended.filter((line) => /^(paid|claimed) /.test(line)));
  }
  return { acknowledged, lost, ended };
}

async function expectNothingLost(target: string): Promise<void> {
  const { acknowledged, lost, ended } = await killAgainAndAgain(target);
  count('kills among writes', KILLS);
  count('writes acknowledged before a kill', acknowledged.length);
  expect(lost).toEqual([]);
  expect(ended).toContain('checked');
  expect(acknowledged.filter((line) => line.startsWith('claimed')).length).toBeGreaterThan(KILLS);
}

describe.concurrent(`kill -9, ${KILLS} times: every acknowledged write is there, and the ledger is sound`, () => {
  test('on the embedded database', TIMEOUT, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lmt-crash-'));
    try {
      await (await freshPglite(join(folder, 'database'))).close();
      await expectNothingLost(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.skipIf(SERVER === undefined)('of nodes on PostgreSQL', TIMEOUT, async () => {
    const stored = await freshPostgres(SERVER!);
    try {
      await expectNothingLost(stored.url!);
    } finally {
      await stored.close();
    }
  });
});
