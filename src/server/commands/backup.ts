import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { lockFolder } from '#localnet/lock';
import { readConfig } from '../config.ts';
import { migrate } from '../kernel/db/migrate.ts';
import { openPglite } from '../kernel/db/pglite.ts';
import { violations } from '../kernel/ledger/invariants.ts';

/** Expected failure, printed as one line without a stack trace. */
class CommandError extends Error {}

/** Entries of every backup, by which a backup is recognized. */
const REQUIRED_ENTRIES = ['./database/', './database/PG_VERSION'];

const sizeOf = async (file: string): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

function tar(args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('tar', args, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status === 0) return stdout;
  throw new CommandError(`tar failed: ${(error ? String(error) : stderr).trim()}`);
}

/** Packs the data folder into one file: database, local chain and keys. */
async function backup(dataDir: string, file: string): Promise<string> {
  if ((await sizeOf(file)) !== null) throw new CommandError(`${file} is there already`);
  if ((await sizeOf(join(dataDir, 'database'))) === null) {
    throw new CommandError(`${dataDir} holds no database: DATA_DIR says which folder is meant`);
  }
  const release = await lockFolder(join(dataDir, 'database'), 'copy it while it is stopped');
  const part = `${file}.part`;
  try {
    await mkdir(dirname(file), { recursive: true });
    // Created without access for other users of the machine, because the file holds keys.
    await rm(part, { force: true });
    await writeFile(part, '', { mode: 0o600 });
    tar(['-C', dataDir, '-czf', part, '.']);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
    await release();
  }
  return `${dataDir} is in ${file}, ${((await sizeOf(file)) ?? 0).toLocaleString('en-US')} bytes. It holds keys: keep it as you keep them.`;
}

/** Unpacks a backup into an empty data folder, if its ledger is sound. */
async function restore(dataDir: string, file: string): Promise<string> {
  if ((await sizeOf(file)) === null) throw new CommandError(`there is no ${file}`);
  const there = await readdir(dataDir).catch(() => null);
  if (there !== null && there.length > 0) {
    throw new CommandError(`${dataDir} is not empty: move it away first, or set DATA_DIR`);
  }
  const names = new Set(tar(['-tzf', file]).split('\n'));
  if (!REQUIRED_ENTRIES.every((name) => names.has(name)))
    throw new CommandError(`${file} is no backup of ours`);
  const part = `${dataDir}.restoring`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  try {
    tar(['-C', part, '-xzf', file]);
    await requireSound(part);
    if (there !== null) await rmdir(dataDir);
    await rename(part, dataDir);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return `${file} is restored to ${dataDir}. The ledger is sound.`;
}

async function requireSound(dataDir: string): Promise<void> {
  const database = await openPglite(dataDir, lockFolder);
  try {
    await migrate(database, resolve('migrations'));
    const found = await violations(database);
    if (found.length > 0) {
      throw new CommandError(
        `its ledger is not sound: ${found[0]?.invariant}: ${found[0]?.detail}`,
      );
    }
  } finally {
    await database.close();
  }
}

const COMMANDS = { backup, restore } as const;
const isCommand = (name: string): name is keyof typeof COMMANDS => name in COMMANDS;

const [name = '', file] = process.argv.slice(2);
try {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (!isCommand(name)) throw new CommandError(`unknown: ${name}`);
  if (databaseUrl !== null) {
    throw new CommandError(
      'DATABASE_URL names a PostgreSQL server, which has tools of its own: pg_basebackup with archived WAL, or pg_dump and pg_restore. docs/OPERATIONS.md has the commands',
    );
  }
  if (file === undefined) throw new CommandError(`npm run ${name} -- FILE: which file?`);
  process.stdout.write(`${await COMMANDS[name](resolve(dataDir), resolve(file))}\n`);
} catch (error) {
  const isOurs = error instanceof Error;
  process.stderr.write(`${isOurs ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
