import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True if a disk can be mounted here, which needs root and is impossible in some containers. */
export function canMakeDisk(): boolean {
  const disk = mkdtempSync(join(tmpdir(), 'lmt-disk-'));
  const isMade = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
  if (isMade) execFileSync('umount', [disk]);
  rmdirSync(disk);
  return isMade;
}

/** Mounts a disk of `mb` megabytes in its own folder. */
export function smallDisk(mb: number): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'lmt-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', path]);
  return {
    path,
    remove: () => {
      execFileSync('umount', [path]);
      rmdirSync(path);
    },
  };
}
