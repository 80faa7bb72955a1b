import { statfsSync } from 'node:fs';
import { ROOT } from './project.mjs';

/** With less free space almost nothing can be written; the failed step may have freed some again. */
const FULL_BYTES = 8 * 1024 ** 2;

/** Whether the disk that the project lies on has no space left. */
export function isDiskFull() {
  const { bavail, bsize, blocks } = statfsSync(ROOT);
  return blocks > 0 && bavail * bsize < FULL_BYTES;
}

export const DISK_FULL = `The disk is full: free some space where ${ROOT} lies, and start again.`;
