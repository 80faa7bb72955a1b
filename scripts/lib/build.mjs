import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DISK_FULL, isDiskFull } from './disk.mjs';
import { ROOT, bin, fromRoot } from './project.mjs';
import { runNode } from './run.mjs';

/**
 * What can be built: from which files, and what proves that it was.
 *
 * @typedef {{ name: string, inputs: string[], output: string, make: () => Promise<void> }} Target
 */

const SHARED = [
  'src/domain',
  'src/contract',
  'packages/proof/src',
  'help',
  'package.json',
  'package-lock.json',
  'scripts/lib/build.mjs',
];

const TARGETS = [
  {
    name: 'web app',
    inputs: [...SHARED, 'src/web', 'vite.config.ts'],
    output: 'dist/web/index.html',
    make: buildWeb,
  },
  {
    name: 'server',
    inputs: [...SHARED, 'src/server', 'packages/localnet/src', 'migrations'],
    output: 'dist/server/main.js',
    make: buildServer,
  },
];

const isInput = (file) => !/\.test\.tsx?$|\.tsbuildinfo$/.test(file);

/** Every file in a folder of the project. Each start asks, and this is half of what Node's own way takes. */
function filesIn(folder) {
  return readdirSync(fromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(inside);
    return entry.isFile() ? inside : [];
  });
}

/** Every file under the given paths that a build could read, sorted. */
function filesOf(inputs) {
  const files = inputs.flatMap((input) => {
    const found = statSync(fromRoot(input), { throwIfNoEntry: false });
    if (found === undefined) return [];
    return found.isDirectory() ? filesIn(input) : input;
  });
  return files.filter(isInput).sort();
}

const digest = (parts) => createHash('sha256').update(parts.join('\n')).digest('hex');

/** Cheap: changes whenever a file is touched. */
const looks = (files) =>
  digest(
    files.map((file) => {
      const { mtimeMs, size } = statSync(`${ROOT}/${file}`);
      return `${file} ${mtimeMs} ${size}`;
    }),
  );

/** Exact: changes only with what is in the files. */
const contents = (files) =>
  digest(
    files.map(
      (file) =>
        `${file} ${createHash('sha256')
          .update(readFileSync(fromRoot(file)))
          .digest('hex')}`,
    ),
  );

const stampOf = (target) => fromRoot('dist', `.${target.name.replace(' ', '-')}.json`);

function readStamp(target) {
  try {
    return JSON.parse(readFileSync(stampOf(target), 'utf8'));
  } catch {
    return null; // never built, or the stamp was cut short: build again
  }
}

function writeStamp(target, stamp) {
  mkdirSync(fromRoot('dist'), { recursive: true });
  writeFileSync(stampOf(target), JSON.stringify(stamp));
}

function isFresh(target) {
  const stamp = readStamp(target);
  if (stamp === null || !existsSync(fromRoot(target.output))) return false;
  const files = filesOf(target.inputs);
  const seen = looks(files);
  if (stamp.looks === seen) return true;
  if (stamp.contents !== contents(files)) return false;
  writeStamp(target, { ...stamp, looks: seen });
  return true;
}

/** Builds beside the old output and swaps: a failed build loses nothing, and no start finds half of one. */
function swap(next, current) {
  const old = `${next}-old`;
  if (existsSync(current)) renameSync(current, old);
  renameSync(next, current);
  rmSync(old, { recursive: true, force: true });
}

async function buildWeb() {
  const next = fromRoot('dist', `.web-${process.pid}`);
  const args = [bin('vite'), 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'];
  const { code, output } = await runNode(args, { quiet: true });
  if (code !== 0) {
    rmSync(next, { recursive: true, force: true });
    throw new Error(output);
  }
  if (output.trim() !== '') process.stdout.write(`${output.trim()}\n`);
  swap(next, fromRoot('dist/web'));
}

/**
 * Packages that bring wasm, native or worker files stay where they are. The rest is bundled: the
 * server then starts in 0.6 s instead of 1.0.
 */
export const UNBUNDLED = /^(@electric-sql\/pglite|litesvm|pino|thread-stream)(\/|$)/;

/** The server, and what its operator asks where no sources are: in a container. */
export const PROGRAMS = ['main', 'commands/doctor', 'commands/check-ledger'];

const KEPT = { function: true, class: true };

async function bundle(program, dir) {
  const rolldown = await import('rolldown');
  await rolldown.build({
    cwd: fromRoot(),
    input: { [path.basename(program)]: `src/server/${program}.ts` },
    platform: 'node',
    external: (id) => UNBUNDLED.test(id),
    output: {
      dir,
      format: 'esm',
      sourcemap: true,
      // A start with --enable-source-maps reads the map; the sources lie beside it.
      sourcemapExcludeSources: true,
      codeSplitting: false,
      // Less to read at each start; what errors and classes are called stays.
      minify: { mangle: { keepNames: true }, compress: { keepNames: KEPT } },
    },
    logLevel: 'warn',
  });
}

async function buildServer() {
  const next = fromRoot('dist', `.server-${process.pid}`);
  try {
    for (const program of PROGRAMS) await bundle(program, next);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    throw error;
  }
  swap(next, fromRoot('dist/server'));
}

async function buildOne(target) {
  // Taken before the build: an edit made while it runs makes the result stale, not fresh.
  const files = filesOf(target.inputs);
  const stamp = { looks: looks(files), contents: contents(files) };
  await target.make();
  writeStamp(target, stamp);
}

/** Builds what is stale, side by side. Answers the names of what it built; throws with the tool's own words. */
export async function build({ force = false } = {}) {
  const stale = TARGETS.filter((target) => force || !isFresh(target));
  if (stale.length === 0) return [];
  const started = Date.now();
  const names = stale.map(({ name }) => name);
  process.stdout.write(`Building the ${names.join(' and the ')} … `);
  const made = await Promise.allSettled(stale.map(buildOne));
  const failed = made.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
  return names;
}

/** Builds what is stale for a command that goes no further without it. */
export async function buildOrExit(options) {
  try {
    return await build(options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(isDiskFull() ? `\n${DISK_FULL}\n` : `\nThe build failed: ${why}\n`);
    return process.exit(1);
  }
}
