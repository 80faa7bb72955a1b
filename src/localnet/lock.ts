import { createHash } from 'node:crypto';
import { closeSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest path that a unix socket takes is 104 to 108 bytes, by system. */
const MAX_SOCKET_PATH = 100;
/** A takeover lasts a few milliseconds; one this old was killed. */
const STALE_TAKEOVER_MS = 5_000;

/** A folder that another process has open. */
export class LockedError extends Error {
  constructor(dir: string) {
    super(`${dir} is in use by another process: stop that one first, or use another folder`);
  }
}

function socketPath(dir: string): string {
  const absolute = join(realpathSync(dir), 'lock');
  const nearer = relative(process.cwd(), absolute);
  const shortest = nearer.length < absolute.length ? nearer : absolute;
  if (Buffer.byteLength(shortest) <= MAX_SOCKET_PATH) return shortest;
  const name = createHash('sha256').update(absolute).digest('hex').slice(0, 32);
  return join(tmpdir(), `localnet-${name}.lock`);
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

/**
 * Takes the folder for this process: a listening socket, which the kernel closes however the process
 * ends. Rejects with LockedError where another one has it; resolves with a function that gives it back.
 */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const path = socketPath(dir);
  for (;;) {
    const server = await listen(path);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    if (await isAlive(path)) throw new LockedError(dir);
    await removeDead(path);
  }
}
