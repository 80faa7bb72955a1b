import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { aptInstall, isRoot, run } from './run.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** The folder with initdb, postgres and pgbench of the newest server here, if any. */
function look() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(DEBIAN, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return folders.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))),
  );
}

/**
 * Finds a PostgreSQL server, or installs one where it may.
 *
 * @returns {Promise<{ folder: string } | { missing: string }>}
 */
export async function findPostgres() {
  const found = look();
  if (found !== undefined) return { folder: found };
  console.log('No PostgreSQL server found: installing one');
  const refused = await aptInstall(['postgresql']);
  const installed = look();
  if (installed !== undefined) return { folder: installed };
  return {
    missing: `no PostgreSQL server on this machine, and ${refused ?? 'the installed one was not found'}`,
  };
}

const MEMORY = '/dev/shm';
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * Where a server's folder is made. One whose data may be lost has it in memory, where there is room: a
 * database of hundreds of files is made there in a twentieth of the time.
 */
function place(durable) {
  if (durable || !existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, os.freemem()) > ROOM_BYTES ? MEMORY : os.tmpdir();
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = net.createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The server refuses to run as root: there it runs as its own user, or as nobody. */
async function serverUser() {
  if (!isRoot()) return {};
  for (const name of ['postgres', 'nobody']) {
    const uid = await run('id', ['-u', name], { quiet: true });
    const gid = await run('id', ['-g', name], { quiet: true });
    if (uid.code === 0 && gid.code === 0)
      return { uid: Number(uid.output), gid: Number(gid.output) };
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no other user to run it as');
}

// The shell holds the server and waits for its standard input to close, which the kernel does when
// this process ends in any way whatever, SIGKILL included; then it stops the server and tidies up.
const KEEPER = `
"$1" -D "$2/data" >"$2/log" 2>&1 </dev/null &
server=$!
cat >/dev/null
kill -INT "$server" 2>/dev/null
wait "$server"
rm -rf "$2"
`;

const settingsOf = (port, durable) => [
  ['listen_addresses', '127.0.0.1'],
  ['port', String(port)],
  ['unix_socket_directories', ''],
  ['max_connections', '200'],
  ...(durable
    ? []
    : [
        ...['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => [name, 'off']),
        ['max_wal_size', '256MB'],
      ]),
];

/** Makes a cluster in a folder of its own. Settings go to its file, so that one command starts it. */
async function initialize({ bin, folder, settings, user }) {
  const made = await run(
    path.join(bin, 'initdb'),
    [
      '-D',
      path.join(folder, 'data'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { quiet: true, cwd: folder, ...user },
  );
  if (made.code !== 0) throw new Error(`initdb failed: ${made.output.trim()}`);
  configure(folder, settings);
}

/** Adds settings to a data folder's file. */
export function configure(folder, settings) {
  const lines = settings.map(([name, value]) => `${name} = '${value}'`).join('\n');
  appendFileSync(path.join(folder, 'data', 'postgresql.conf'), `\n${lines}\n`);
}

async function waitUntilReady(log, ended) {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : '';
    if (text.includes('database system is ready to accept connections')) return;
    if (ended() || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${text.trim()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/**
 * Starts a scratch server in a new folder on a free loopback port. It is gone when this process is.
 *
 * @param {string} bin  from findPostgres
 * @param {object} options
 * @param {boolean} options.durable  on a disk, with fsync as PostgreSQL ships it; otherwise for tests
 * @param {[string, string][]} [options.settings]  more lines of its configuration
 * @param {typeof initialize} [options.make]  makes the data folder, where initdb shall not
 * @returns {Promise<{ url: string, folder: string, stop: () => Promise<void> }>} url of its superuser's database,
 *   and the folder in which `data` lies
 */
export async function startPostgres(bin, { durable, settings = [], make = initialize }) {
  const user = await serverUser();
  const folder = mkdtempSync(path.join(place(durable), 'lmt-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const port = await freePort();
  try {
    const all = [...settingsOf(port, durable), ...settings];
    await make({ bin, folder, settings: all, user });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  // Detached, so that a Ctrl-C in the terminal reaches this process alone and the order stays ours.
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'keeper', path.join(bin, 'postgres'), folder], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    ...user,
  });
  let ended = false;
  const end = new Promise((resolve) => {
    keeper.on('close', () => {
      ended = true;
      resolve(undefined);
    });
  });
  const stop = async () => {
    keeper.ref(); // or the process would end before the wait does
    keeper.stdin.end();
    await end;
  };
  try {
    await waitUntilReady(path.join(folder, 'log'), () => ended);
  } catch (error) {
    await stop();
    throw error;
  }
  keeper.unref();
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, folder, stop };
}
