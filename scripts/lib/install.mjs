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

/** The stamp of installed packages: this lock file, this kind of machine, with or without those of the tests. */
const stampFor = (withTests) =>
  createHash('sha256')
    .update(readFileSync(LOCK))
    .update(`${process.platform} ${process.arch}${withTests ? ' with tests' : ''}`)
    .digest('hex');

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** The project, a package of its workspace, or npm's link to one. */
const isOwn = (where, { link }) => !where.startsWith('node_modules/') || link === true;

/**
 * Whether the tree that npm says it installed is the tree of the lock file. Packages of other
 * platforms are optional and may be absent; nothing else may be, and no version may differ. Our own
 * packages are no part of it: they are used from where they lie.
 *
 * @param {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean, extraneous?: boolean, link?: boolean }>} locked
 * @param {typeof locked} installed
 * @param {boolean} withTests whether the packages that only tests need must be there too
 */
export function sameTree(locked, installed, withTests) {
  const isSpare = ({ dev, optional, devOptional }) =>
    optional === true || devOptional === true || (dev === true && !withTests);
  for (const [where, entry] of Object.entries(locked)) {
    if (isOwn(where, entry) || entry.extraneous === true) continue;
    const found = installed[where];
    if (found === undefined && !isSpare(entry)) return false;
    if (found !== undefined && found.version !== entry.version) return false;
  }
  return Object.keys(installed).every((where) => locked[where] !== undefined);
}

const packagesIn = (lock) => JSON.parse(readText(lock) || '{"packages":{}}').packages;

const installedByHand = (withTests) =>
  existsSync(INSTALLED_LOCK) && sameTree(packagesIn(LOCK), packagesIn(INSTALLED_LOCK), withTests);

/** Where tests were run before they will be run again: what they need is kept. */
const hasTests = () => Object.values(packagesIn(INSTALLED_LOCK)).some(({ dev }) => dev === true);

function stamp(withTests) {
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stampFor(withTests));
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

const announcement = () => {
  if (!existsSync(fromRoot('node_modules'))) return 'Installing packages (once; about a minute)';
  return readText(STAMP) === stampFor(false)
    ? 'Installing the packages of the tests too (once; about a minute)'
    : 'Installing packages again: the lock file has changed';
};

function npm(args) {
  // Under npm its own path is known.
  const own = process.env['npm_execpath'];
  const options = { quiet: true, env: { ...PATIENCE, ...process.env } };
  return own === undefined
    ? run('npm', args, options)
    : run(process.execPath, [own, ...args], options);
}

async function npmCi(withTests) {
  // Tests need dev packages even with NODE_ENV=production.
  const args = ['ci', withTests ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'];
  const first = await npm([...args, '--prefer-offline']);
  // What npm remembers of a package may be older than the version that is wanted.
  return first.code !== 0 && /\bETARGET\b/.test(first.output) ? npm(args) : first;
}

/**
 * Runs `npm ci` when node_modules is missing or older than the lock file, and only then.
 *
 * @param {{ withTests?: boolean }} [options] withTests: the packages of the tests too, which are half of all
 */
export async function install({ withTests = false } = {}) {
  const enough = withTests ? [true] : [true, false];
  const stamped = readText(STAMP);
  if (enough.some((each) => stamped === stampFor(each))) return;
  const found = enough.find(installedByHand);
  if (found !== undefined) return stamp(found);
  process.stdout.write(`${announcement()}\n`);
  const all = withTests || hasTests();
  const { code, output } = await withSignsOfLife(() => npmCi(all));
  if (code !== 0) {
    process.stderr.write(`${installFailure(output)}\n`);
    process.exit(1);
  }
  stamp(all);
}
