import { mkdirSync, statfsSync } from 'node:fs';
import { isAway } from './base/unavailable.ts';
import type { Config } from './config.ts';
import { reasonOf } from './doctor/finding.ts';

/** A new database and chain take 50 MB; with less, the embedded database may break in the middle. */
const FREE_BYTES_MIN = 64 * 1024 ** 2;

const FULL = 'free some space, or set DATA_DIR to a folder on another disk';

/** Refuses to start where the data folder's disk has hardly any space left. */
export function refuseFullDisk({ dataDir, databaseUrl, chain }: Config): void {
  const keepsNothing = databaseUrl !== null && (chain.kind === 'cluster' || chain.joins !== null);
  if (keepsNothing) return;
  mkdirSync(dataDir, { recursive: true });
  const { bavail, bsize, blocks } = statfsSync(dataDir);
  const free = bavail * bsize;
  // A file system that does not count says that it has no blocks at all.
  if (blocks === 0 || free >= FREE_BYTES_MIN) return;
  throw new Error(`the disk of ${dataDir} is full (${mb(free)} MB are free): ${FULL}`);
}

const mb = (bytes: number): number => Math.floor(bytes / 1024 ** 2);

/** Why the server cannot start, in one line that says what to do; the configuration where it could be read. */
export function startFailure(error: unknown, config: Config | null): string {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  const reason = reasonOf(error);
  if (config === null) return reason;
  const { port, dataDir, databaseUrl } = config;
  if (code === 'EADDRINUSE') {
    return `port ${port} is in use: stop what listens there, or set PORT to another`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return `port ${port} is not for this user: set PORT to one above 1023`;
  }
  if (code === 'ENOSPC') return `the disk of ${dataDir} is full: ${FULL}`;
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `${reason}: set DATA_DIR to a folder that this user may write to`;
  }
  if (databaseUrl !== null && isAway(error)) {
    return `the database of DATABASE_URL does not answer (${reason}): is it running, and is the address right?`;
  }
  return reason;
}
