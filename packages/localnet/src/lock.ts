import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A takeover lasts a few milliseconds; one this old was killed. */
const STALE_TAKEOVER_MS = 5_000;

/** A folder that another process has open. */
export class LockedError extends Error {
  constructor(dir: string, remedy: string) {
    super(`${dir} is in use by another process: stop it, or ${remedy}`);
  }
}

/**
 * Takes an existing folder for this process alone, until the returned function is called or the
 * process ends, however it ends: the kernel frees a listening socket, and would not free a file with
 * a process id. Rejects with LockedError where another process has the folder.
 */
export async function lockFolder(
  dir: string,
  remedy = 'use another folder',
): Promise<() => Promise<void>> {
  const name = nameOf(dir);
  // Linux's abstract names need no file, so none is left behind.
  const server =
    process.platform === 'linux' ? await listen(`\0${name}`) : await listenOnFile(name);
  if (!server) throw new LockedError(dir, remedy);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/** The same for every path that leads to the folder, and in every version: old and new exclude each other. */
function nameOf(dir: string): string {
  const { dev, ino } = statSync(dir, { bigint: true });
  return `lmt-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
}

/** Listens on the path; null where something is there already. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** A socket file outlives a killed process: one that nothing answers on is taken over. */
export async function listenOnFile(name: string): Promise<Server | null> {
  const path = join(tmpdir(), `${name}.sock`);
  for (;;) {
    const server = await listen(path);
    if (server) return server;
    if (await isAlive(path)) return null;
    await removeDead(path);
  }
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Removes a dead process's socket; one process at a time, lest it remove the next one's. */
async function removeDead(path: string): Promise<void> {
  const guard = `${path}.takeover`;
  try {
    closeSync(openSync(guard, 'wx'));
  } catch {
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > STALE_TAKEOVER_MS) rmSync(guard, { force: true });
    await sleep(20);
    return;
  }
  try {
    if (!(await isAlive(path))) rmSync(path, { force: true });
  } finally {
    rmSync(guard, { force: true });
  }
}
