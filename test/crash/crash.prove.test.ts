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

/** Starts a child that waits for the acknowledged writes. */
function load(target: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [...SHORT_LIVED, CHILD, target]);
  child.stdin.on('error', () => {});
  child.stderr.pipe(process.stderr);
  return child;
}

/** Occurrences of a printed word after which a child is killed. */
interface Strike {
  readonly word: string;
  readonly count: number;
}

/** Runs a child and kills it at a strike. Returns its lines. */
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

/** Kills after some acknowledged writes, or while the child opens and recovers. */
const strike = (kill: number): Strike => {
  if (kill % 5 === 4) return { word: 'opening', count: 1 };
  return kill % 2 === 0
    ? { word: 'paid', count: 1 + ((kill * 7) % 13) }
    : { word: 'claimed', count: 1 + ((kill * 5) % 11) };
};

/** Kills children in a loop. Returns the number of acknowledged writes, and all losses. */
async function killAgainAndAgain(
  target: string,
): Promise<{ acknowledged: string[]; lost: string[]; ended: string[] }> {
  const acknowledged: string[] = [];
  const lost: string[] = [];
  let next = load(target);
  let ended: string[] = [];
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const child = next;
    // The last one only checks.
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

describe.concurrent(`kill -9, ${KILLS} times, loses no acknowledged write and keeps the ledger sound`, () => {
  test('on the embedded database', TIMEOUT, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lmt-crash-'));
    try {
      await (await freshPglite(join(folder, 'database'))).close();
      await expectNothingLost(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.skipIf(SERVER === undefined)('with several nodes on PostgreSQL', TIMEOUT, async () => {
    const stored = await freshPostgres(SERVER!);
    try {
      await expectNothingLost(stored.url!);
    } finally {
      await stored.close();
    }
  });
});
