import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fromRoot } from './project.mjs';
import { exists, run } from './run.mjs';

const CACHE = fromRoot('node_modules/.cache/lmt-tools');
const OWN = path.join(CACHE, 'promtool');

/**
 * Prometheus' own checker: the machine's, or the one of Debian's package, which is taken out of it without
 * installing a server.
 *
 * @returns {Promise<{ file: string } | { missing: string }>}
 */
export async function findPromtool() {
  if (await exists('promtool')) return { file: 'promtool' };
  if (existsSync(OWN)) return { file: OWN };
  if (!(await exists('apt-get'))) return { missing: 'this machine has no promtool and no apt-get' };
  const scratch = path.join(CACHE, `promtool-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const options = { cwd: scratch, quiet: true, timeoutMs: 300_000 };
    const got = await run('apt-get', ['download', '-q', 'prometheus'], options);
    const file = readdirSync(scratch).find((name) => name.endsWith('.deb'));
    if (file === undefined) return { missing: `no promtool: ${got.output.trim()}` };
    await run('dpkg-deb', ['-x', file, 'out'], options);
    renameSync(path.join(scratch, 'out/usr/bin/promtool'), OWN);
    return { file: OWN };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
