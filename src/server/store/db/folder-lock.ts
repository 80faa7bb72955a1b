import { createHash } from 'node:crypto';
import { stat, unlink } from 'node:fs/promises';
import { type Server, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder is in use by another process. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`${folder} is in use by another process: stop it, or set DATA_DIR to another folder`);
  }
}

/**
 * Takes an existing folder for this process alone, until the returned function is called or the
 * process ends, however it ends: a listening socket is freed by the kernel, a file with a process id
 * is not.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = await nameOf(folder);
  const server =
    process.platform === 'linux' ? await listen(`\0${name}`) : await listenOnFile(name);
  if (!server) throw new FolderInUse(folder);
  server.unref();
  return () =>
    new Promise((done) => {
      server.close(() => done());
    });
}

/** The same for every path that leads to the folder. */
async function nameOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `lmt-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
}

/** Null where the name is taken. Linux's abstract names need no file, so none is left behind. */
function listen(path: string): Promise<Server | null> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(null);
      else fail(error);
    });
    server.listen(path, () => done(server));
  });
}

/** Elsewhere a socket file stays after a kill: one that nobody answers on is taken over. */
async function listenOnFile(name: string): Promise<Server | null> {
  const path = join(tmpdir(), `${name}.sock`);
  const server = await listen(path);
  if (server || (await answers(path))) return server;
  await unlink(path).catch(() => {});
  return listen(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}
