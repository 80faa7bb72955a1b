import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A takeover takes milliseconds; an older takeover file belongs to a killed process. */
const STALE_TAKEOVER_MS = 5_000;

/** Thrown if another process has the folder open. */
export class LockedError extends Error {
  constructor(dir: string, remedy: string) {
    super(`${dir} is in use by another process: stop it, or ${remedy}`);
  }
}

/**
 * Locks an existing folder until the returned function is called or the process ends. The lock is a listening
 * socket, because the kernel frees it after any kind of exit, unlike a pid file. Rejects with LockedError if
 * another process has the folder.
 */
export async function lockFolder(
  dir: string,
  remedy = 'use another folder',
): Promise<() => Promise<void>> {
  const name = nameOf(dir);
  // Linux's abstract socket names leave no file behind.
  const server =
    process.platform === 'linux' ? await listen(`\0${name}`) : await listenOnFile(name);
  if (!server) throw new LockedError(dir, remedy);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Lock name: independent of the path to the folder, and stable across versions, so that old and new versions
 * exclude each other.
 */
function nameOf(dir: string): string {
  const { dev, ino } = statSync(dir, { bigint: true });
  return `lmt-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
}

/** Listens on `path`; null if the path is in use. */
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

/** Takes over the socket file of a killed process, recognized by refused connections. */
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

/** Removes a dead process's socket file. One process at a time, so that the new owner's socket is not removed. */
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
