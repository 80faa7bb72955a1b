import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { only } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { count, tries } from '#test/prove/effort';
import { bundled } from '#test/support/bundle';
import { dueLeft, justNow, seedDueVaults } from '#test/support/due-vaults';
import { ask } from '#test/support/store';

const CHILD = await bundled(new URL('sweeper-child.ts', import.meta.url));
const SERVER = process.env['TEST_DATABASE_URL'];
const VAULTS = tries(6_000, 60_000);
const KILLS = tries(3, 30);
const TIMEOUT = { timeout: 120_000 };

/** Sweeping node with its output. */
class Sweeper {
  readonly lines: string[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<unknown>;
  #heard: () => void = () => {};

  constructor(url: string) {
    this.#child = spawn(process.execPath, [CHILD, url]);
    this.#child.stderr.pipe(process.stderr);
    this.#ended = once(this.#child, 'close');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.lines.push(line);
      this.#heard();
    });
  }

  /** Resolves after so many lines with this prefix. */
  async says(word: string, times = 1): Promise<void> {
    while (this.lines.filter((line) => line.startsWith(word)).length < times) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async end(): Promise<void> {
    await this.#ended;
  }
}

describe.runIf(SERVER !== undefined)('nodes that sweep the same vaults', () => {
  let stored: TestDatabase;
  let sweepers: Sweeper[];
  beforeEach(async () => {
    stored = await freshPostgres(SERVER ?? '');
    await seedDueVaults(stored.database, VAULTS, justNow);
    sweepers = [];
  }, 60_000);
  afterEach(async () => {
    for (const sweeper of sweepers) sweeper.signal('SIGKILL');
    await stored.close();
  });

  const start = (): Sweeper => {
    const sweeper = new Sweeper(stored.url ?? '');
    sweepers.push(sweeper);
    return sweeper;
  };
  /** Expects each vault to have its rewards once. */
  const expectSweptOnce = async (): Promise<void> => {
    expect(await dueLeft(stored.database)).toBe(0);
    const rows = await ask<{ matured: number; journals: number }>(
      stored.database,
      `select count(*) filter (where matured and posted_rewards > 0)::integer as matured,
         (select count(*) from journals where kind = 'matured')::integer as journals from vaults`,
    );
    expect(only(rows)).toEqual({ matured: VAULTS, journals: VAULTS });
    expect(await violations(stored.database)).toEqual([]);
  };

  test('share them', TIMEOUT, async () => {
    const all = [start(), start(), start()];
    await Promise.all(all.map((sweeper) => sweeper.end()));
    await expectSweptOnce();
    for (const { lines } of all) expect(lines).toContain('done');
  });

  test(
    'are not delayed by a paused node, which changes nothing when it resumes',
    TIMEOUT,
    async () => {
      const still = start();
      await still.says('swept', 2);
      still.signal('SIGSTOP');
      const other = start();
      await other.end();
      // The paused node's locked vaults are free soon.
      while ((await dueLeft(stored.database)) > 0) await start().end();
      await expectSweptOnce();
      still.signal('SIGCONT');
      await still.end();
      expect(still.lines.at(-1)).toBe('done');
      await expectSweptOnce();
    },
  );

  test('take over from a node killed at any point', TIMEOUT, async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const killed = start();
      await killed.says('swept', 1 + (kill % 5));
      killed.signal('SIGKILL');
      await killed.end();
    }
    while ((await dueLeft(stored.database)) > 0) await start().end();
    await expectSweptOnce();
    count('sweepers killed', KILLS);
  });
});
