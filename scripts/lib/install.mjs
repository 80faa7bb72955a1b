import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DISK_FULL, isDiskFull } from './disk.mjs';
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

/** The project, a package of its workspace, or npm's link to one. */
const isOwn = (where, { link }) => !where.startsWith('node_modules/') || link === true;

/**
 * Whether the tree that npm says it installed is the tree of the lock file. Packages of other
 * platforms are optional and may be absent; nothing else may be, and no version may differ. Our own
 * packages are no part of it: they are used from where they lie.
 *
 * @param {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, extraneous?: boolean, link?: boolean }>} locked
 * @param {typeof locked} installed
 */
export function sameTree(locked, installed) {
  for (const [where, entry] of Object.entries(locked)) {
    if (isOwn(where, entry) || entry.extraneous === true) continue;
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

/** Retries within seconds, where npm's own wait for more than a minute before they tell of a missing network. */
const PATIENCE = {
  npm_config_fetch_retries: '4',
  npm_config_fetch_retry_factor: '2',
  npm_config_fetch_retry_mintimeout: '500',
  npm_config_fetch_retry_maxtimeout: '8000',
};

const UNREACHED =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/;

/** Why `npm ci` failed, in one line; else all that npm said. */
function installFailure(output) {
  if (isDiskFull() || /\bENOSPC\b/.test(output)) return DISK_FULL;
  const [unreached] = UNREACHED.exec(output) ?? [];
  if (unreached !== undefined) {
    return `The packages cannot be installed: npm does not reach its registry (${unreached}). The first start needs a network.`;
  }
  return `${output.trim()}\nnpm ci failed: see its message above. Nothing was started.`;
}

/** Prints a sign of life every ten seconds, for logs in which npm's own spinner does not show. */
async function withSignsOfLife(work) {
  const started = Date.now();
  const timer = setInterval(() => {
    process.stdout.write(`  … ${Math.round((Date.now() - started) / 1000)} s\n`);
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
  process.stdout.write(
    existsSync(fromRoot('node_modules'))
      ? 'Installing packages again: the lock file has changed\n'
      : 'Installing packages (once; about a minute)\n',
  );
  // Under npm its own path is known; dev packages are needed to build even with NODE_ENV=production.
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  const options = { quiet: true, env: { ...PATIENCE, ...process.env } };
  const { code, output } = await withSignsOfLife(() =>
    npm === undefined ? run('npm', args, options) : run(process.execPath, [npm, ...args], options),
  );
  if (code !== 0) {
    process.stderr.write(`${installFailure(output)}\n`);
    process.exit(1);
  }
  stamp();
}
