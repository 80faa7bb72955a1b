// Makes what `upgrade.prove.test.ts` starts later versions on: a data folder and a PostgreSQL dump of this
// version, and what this version answers on them. test/upgrade/README.md says how it is run.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openLocalnet } from '#localnet/localnet';
import { openWallets } from '#localnet/wallets';
import type { Database } from '#server/store/db/database';
import { migrate } from '#server/store/db/migrate';
import { ProtocolTime } from '#server/store/terms/protocol-clock';
import { violations } from '#server/store/ledger/invariants';
import { Site } from '../../seed/site.ts';
import { IMPATIENT, startNode } from '../world/node.ts';
import { askBothTimes } from './answers.ts';
import { live } from './life.ts';
import { pack } from './pack.ts';
import { startServer } from './server-process.ts';
import { freeze, openStored, readMoment } from './stored-database.ts';

interface Lived {
  readonly names: readonly string[];
  /** Protocol time at the end. */
  readonly at: number;
}

/** Lives on a database and a chain in a folder that is laid out as a server's DATA_DIR. */
async function liveIn(folder: string, database: Database): Promise<Lived> {
  await migrate(database, resolve('migrations'));
  const time = await ProtocolTime.of(database);
  const net = await openLocalnet({ dir: join(folder, 'chain'), now: () => time.now() });
  const wallets = await openWallets(net, join(folder, 'wallets'));
  const start = (parts: object) =>
    startNode({ database, net, wallets, time, parts: { paymentWait: IMPATIENT, ...parts } });
  const nodes = [await start({}), await start({ treasuryKey: null })];
  const [site, keyless] = await Promise.all(
    nodes.map(async ({ app }) => Site.at(await app.listen({ host: '127.0.0.1', port: 0 }))),
  );
  const names = await live({ site: site!, keyless: keyless!, faults: net.faults });
  const { now: at } = await readMoment(database);
  const broken = await violations(database);
  if (broken.length > 0) throw new Error(`not sound: ${JSON.stringify(broken)}`);
  for (const node of nodes) await node.close();
  await net.close();
  return { names, at };
}

/** The database as it is, without the log of its past writes, which is most of the folder. */
async function dropOldLog(folder: string): Promise<void> {
  const engine = await PGlite.create({ dataDir: folder });
  await engine.exec('set wal_recycle = off');
  for (let turn = 0; turn < 2; turn += 1) {
    await engine.exec('select pg_switch_wal()');
    await engine.exec('checkpoint');
  }
  await engine.close();
}

/** What this version answers at an instant, and weeks later. */
async function answersOf(folder: string, url: string | null, { names, at }: Lived) {
  const database = await openStored(folder, url);
  await freeze(database, at);
  await database.close();
  const server = await startServer(['dist/server/main.js'], folder, url);
  const answers = await askBothTimes(await Site.at(server.address), names);
  await server.stop();
  return answers;
}

const scratch = (): string => mkdtempSync(join(tmpdir(), 'lmt-upgrade-'));

async function makeEmbedded(out: string): Promise<void> {
  const [folder, copy] = [scratch(), scratch()];
  const database = await openStored(folder, null);
  const lived = await liveIn(folder, database);
  await database.close();
  await dropOldLog(join(folder, 'database'));
  await pack(join(out, 'embedded.tar.br'), folder);
  cpSync(folder, copy, { recursive: true });
  const answers = await answersOf(copy, null, lived);
  await pack(join(out, 'embedded.json.br'), { ...lived, ...answers });
  for (const made of [folder, copy]) rmSync(made, { recursive: true });
}

/** On an empty database, which holds this life afterwards, with its clock stopped. */
async function makePostgres(out: string, url: string): Promise<void> {
  const folder = scratch();
  const database = await openStored(folder, url);
  const lived = await liveIn(folder, database);
  await database.close();
  const args = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=50', url];
  const dump = execFileSync('pg_dump', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  // \\restrict and \\unrestrict are psql's own: without them any client can run the dump.
  writeFileSync(join(folder, 'dump.sql'), dump.replaceAll(/^\\(un)?restrict .*\n/gm, ''));
  await pack(join(out, 'postgres.tar.br'), folder);
  const answers = await answersOf(folder, url, lived);
  await pack(join(out, 'postgres.json.br'), { ...lived, ...answers });
  rmSync(folder, { recursive: true });
}

const [, , name, url] = process.argv;
if (name === undefined || url === undefined) throw new Error('which name, which empty database?');
const out = resolve('test/upgrade', name);
mkdirSync(out, { recursive: true });
await makeEmbedded(out);
await makePostgres(out, url);
