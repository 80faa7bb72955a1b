import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/lmt-tools', import.meta.url));
const OWN = join(CACHE, 'promtool');

const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

/** Returns promtool: installed, or extracted from Debian's package; null if neither is available. */
export function findPromtool(): string | null {
  if (hasProgram('promtool')) return 'promtool';
  if (existsSync(OWN)) return OWN;
  if (!hasProgram('apt-get')) return null;
  const cwd = join(CACHE, `promtool-${process.pid}`);
  mkdirSync(cwd, { recursive: true });
  try {
    spawnSync('apt-get', ['download', '-q', 'prometheus'], { cwd });
    const file = readdirSync(cwd).find((name) => name.endsWith('.deb'));
    if (file === undefined) return null;
    spawnSync('dpkg-deb', ['-x', file, 'out'], { cwd });
    renameSync(join(cwd, 'out/usr/bin/promtool'), OWN);
    return OWN;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
