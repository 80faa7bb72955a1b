import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { admin } from './admin.ts';
import { api } from './api.ts';
import { chain } from './chain.ts';
import { embedded } from './embedded.ts';
import { ledger } from './ledger.ts';
import { overload } from './overload.ts';
import { type Row, table } from './row.ts';
import { web } from './web.ts';

const BENCHES: Readonly<Record<string, (report: (row: Row) => void) => Promise<void>>> = {
  ledger,
  api,
  overload,
  embedded,
  chain,
  admin,
  web,
};

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(BENCHES);
const rows: Row[] = [];
for (const name of names) {
  const bench = BENCHES[name];
  if (!bench) throw new Error(`no benchmark called ${name}: ${Object.keys(BENCHES).join(', ')}`);
  console.log(`${name} …`);
  await bench((row) => rows.push(row));
}
await writeFile(
  fileURLToPath(new URL('results.json', import.meta.url)),
  `${JSON.stringify({ rows }, null, 2)}\n`,
);
console.log(table(rows));
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1;
