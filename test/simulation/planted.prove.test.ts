import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { count, tries } from '#test/prove/effort';
import { PLANTED, PLANTED_IN_FULL, type Planted } from './planted.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Parts of the repository that a simulation needs. */
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
/** Runs of simulation.prove.test.ts, which agree with the model on the sound rules. */
const SEEDS = [100, 101, 102];
const [USERS, DAYS] = [40, 60];
const TIMEOUT = { timeout: 1_800_000 };

let copy = '';
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'lmt-planted-'));
  for (const name of COPIED) await cp(join(ROOT, name), join(copy, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Runs one simulation on the copy up to its first violation. Returns its output. */
function simulated(seed: number): Promise<string> {
  const extent = ['--seed', `${seed}`, '--users', `${USERS}`, '--days', `${DAYS}`, '--tries', '0'];
  const args = ['--import', 'tsx', 'test/simulation/main.ts', ...extent];
  const options = { cwd: copy, maxBuffer: 100_000_000 };
  return new Promise((done) => {
    execFile(process.execPath, args, options, (_, stdout, stderr) => done(`${stdout}${stderr}`));
  });
}

/** Runs a simulation on the copy with a planted defect, then removes the defect. */
async function simulatedWith({ file, find, replace }: Planted, seed: number): Promise<string> {
  const path = join(copy, file);
  const sound = await readFile(path, 'utf8');
  expect(sound.split(find), file).toHaveLength(2);
  await writeFile(
    path,
    sound.replace(find, () => replace),
  );
  try {
    return await simulated(seed);
  } finally {
    await writeFile(path, sound);
  }
}

const DEFECTS = [...PLANTED, ...PLANTED_IN_FULL].slice(
  0,
  tries(PLANTED.length, PLANTED.length + PLANTED_IN_FULL.length),
);

test.each(DEFECTS)('the simulation finds a planted defect: $name', TIMEOUT, async (planted) => {
  for (const seed of SEEDS.slice(0, tries(1, SEEDS.length))) {
    const found = `^seed ${seed}: ${USERS} users, ${DAYS} days, \\d+ steps, [1-9]\\d* violations$`;
    expect(await simulatedWith(planted, seed)).toMatch(new RegExp(found, 'm'));
  }
  count('planted defects found by the simulation', 1);
});
