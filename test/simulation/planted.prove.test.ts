import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { count, tries } from '#test/prove/effort';
import { PLANTED, type Planted } from './planted.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What a simulation needs of the repository. */
const COPIED = [
  'src',
  'test',
  'packages',
  'migrations',
  'help',
  'docs',
  'package.json',
  'tsconfig.base.json',
];
const SEED = 7;
const SEEDS_MAX = 3;
const TIMEOUT = { timeout: 600_000 };

let copy = '';
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'lmt-planted-'));
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly output: string;
}

/** One life of a few users on the copy. */
function simulated(seed: number): Promise<Ran> {
  const extent = ['--seed', String(seed), '--users', '12', '--days', '45', '--tries', '0'];
  const args = ['--import', 'tsx', 'test/simulation/main.ts', ...extent];
  return new Promise((done) => {
    execFile(
      process.execPath,
      args,
      { cwd: copy, maxBuffer: 100_000_000 },
      (error, stdout, stderr) => {
        done({ code: error ? Number(error.code ?? 1) : 0, output: `${stdout}${stderr}` });
      },
    );
  });
}

/** The seed that finds a defect, the first of a few; null where none does. */
async function seedThatFinds({
  file,
  find,
  replace,
}: Planted): Promise<Ran & { seed: number | null }> {
  const path = join(copy, file);
  const sound = await readFile(path, 'utf8');
  expect(sound.split(find), file).toHaveLength(2);
  await writeFile(
    path,
    sound.replace(find, () => replace),
  );
  try {
    let ran: Ran = { code: 0, output: '' };
    for (let seed = SEED; seed < SEED + SEEDS_MAX; seed += 1) {
      ran = await simulated(seed);
      if (ran.code === 1) return { ...ran, seed };
    }
    return { ...ran, seed: null };
  } finally {
    await writeFile(path, sound);
  }
}

test.runIf(tries(0, 1) === 1)('without a defect the same seed finds nothing', TIMEOUT, async () => {
  const { code, output } = await simulated(SEED);
  expect(code, output).toBe(0);
});

// One of them in CI, all in full.
test.each(PLANTED.slice(0, tries(1, PLANTED.length)))('$name', TIMEOUT, async (planted) => {
  const { seed, output } = await seedThatFinds(planted);
  expect(seed, output).not.toBeNull();
  expect(output).toMatch(
    new RegExp(`^seed ${seed}: 12 users, 45 days, \\d+ steps, [1-9]\\d* violations$`, 'm'),
  );
  count('planted defects found by the simulation', 1);
});
