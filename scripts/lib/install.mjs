import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fromRoot } from './project.mjs';
import { run } from './run.mjs';

const STAMP = fromRoot('node_modules/.cache/lmt/installed');
const LOCK = fromRoot('package-lock.json');
const INSTALLED_LOCK = fromRoot('node_modules/.package-lock.json');

/** What the stamp must say: this lock file, on this kind of machine. */
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(LOCK))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * Whether the tree that npm says it installed is the tree of the lock file. Packages of other
 * platforms are optional and may be absent; nothing else may be, and no version may differ.
 *
 * @param {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, extraneous?: boolean, link?: boolean }>} locked
 * @param {typeof locked} installed
 */
export function sameTree(locked, installed) {
  for (const [where, entry] of Object.entries(locked)) {
    if (where === '' || entry.extraneous === true) continue;
    const found = installed[where];
    if (found === undefined && entry.optional !== true && entry.devOptional !== true) return false;
    if (found !== undefined && found.version !== entry.version) return false;
  }
  return Object.keys(installed).every((where) => locked[where] !== undefined);
}

function installedByHand() {
  if (!existsSync(INSTALLED_LOCK)) return false;
  const locked = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(INSTALLED_LOCK, 'utf8')).packages;
  return sameTree(locked, installed);
}

function stamp() {
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, wanted());
}

/** Prints a sign of life every ten seconds, for logs in which npm's own spinner does not show. */
async function withSignsOfLife(work) {
  const started = Date.now();
  const timer = setInterval(() => {
    console.log(`  … ${Math.round((Date.now() - started) / 1000)} s`);
  }, 10_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Runs `npm ci` when node_modules is missing or older than the lock file, and only then. */
export async function install() {
  if (readText(STAMP) === wanted()) return;
  if (installedByHand()) return stamp();
  console.log(
    existsSync(fromRoot('node_modules'))
      ? 'Installing packages again: the lock file has changed'
      : 'Installing packages (once; about a minute)',
  );
  // Under npm its own path is known; dev packages are needed to build even with NODE_ENV=production.
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const { code } = await withSignsOfLife(() =>
    npm === undefined ? run('npm', args) : run(process.execPath, [npm, ...args]),
  );
  if (code !== 0) {
    console.error('npm ci failed: see its message above. Nothing was started.');
    process.exit(1);
  }
  stamp();
}
