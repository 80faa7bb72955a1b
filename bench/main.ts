import { readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, platform, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bundleFile } from '../test/support/bundle-file.ts';
import { admin } from './admin.ts';
import { api } from './api.ts';
import { chain } from './chain.ts';
import { embedded } from './embedded.ts';
import { grow } from './grow.ts';
import type { ledger } from './ledger.ts';
import { overload } from './overload.ts';
import { type Results, withRun } from './results.ts';
import { type Row, table } from './row.ts';
import { storage } from './storage.ts';
import { sweep } from './sweep.ts';
import { verify } from './verify.ts';
import { web } from './web.ts';

const BENCHES: Readonly<Record<string, (report: (row: Row) => void) => Promise<void>>> = {
  ledger: bundledLedger,
  storage,
  api,
  overload,
  embedded,
  chain,
  admin,
  sweep,
  web,
  verify,
  grow,
};
/** It takes as long as all others together: only where it is asked for by name. */
const APART = 'grow';

/** As the product is built: run from its sources, each closure would be given its name while it is measured. */
async function bundledLedger(report: (row: Row) => void): Promise<void> {
  const file = await bundleFile(new URL('ledger.ts', import.meta.url));
  const built = (await import(file)) as { readonly ledger: typeof ledger };
  await rm(file);
  await built.ledger(report);
}

const FILE = fileURLToPath(new URL('results.json', import.meta.url));
const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()}`,
  node: process.version,
};

async function readResults(): Promise<Results> {
  const text = await readFile(FILE, 'utf8').catch(() => '{"rows":[],"runs":{}}');
  return JSON.parse(text) as Results;
}

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(BENCHES).filter((name) => name !== APART);
const all: Row[] = [];
const failed: string[] = [];
for (const name of names) {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`no benchmark called ${name}: ${Object.keys(BENCHES).join(', ')}`);
  console.log(`${name} …`);
  const rows: Row[] = [];
  const started = performance.now();
  try {
    await bench((row) => rows.push(row));
  } catch (error) {
    // The others are still worth their minutes; what this one had kept from before stays.
    console.error(error);
    failed.push(name);
    all.push(...rows);
    continue;
  }
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`  ${seconds} s`);
  const results = withRun(await readResults(), name, { machine, seconds, rows });
  await writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`);
  all.push(...rows);
}
console.log(table(all));
if (failed.length > 0) console.log(`Not measured to the end: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 && all.every(({ holds }) => holds) ? 0 : 1;
