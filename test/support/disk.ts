import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether a disk can be made here: root can, but not in every container. */
export function canMakeDisk(): boolean {
  const disk = mkdtempSync(join(tmpdir(), 'lmt-disk-'));
  const isMade = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
  if (isMade) execFileSync('umount', [disk]);
  rmdirSync(disk);
  return isMade;
}

/** A disk of so many megabytes in a folder of its own. */
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
