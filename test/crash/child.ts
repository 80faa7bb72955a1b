import { Writer } from '#server/kernel/write/commit';
import { RulesCache } from '#server/kernel/terms/terms';
import { createInterface } from 'node:readline';
import { claimBond } from '#server/bonds/claim-bond';
import { type Database, arrayOf } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { openPglite } from '#server/kernel/db/pglite';
import { lockFolder } from '#localnet/lock';
import { openPostgres } from '#server/kernel/db/postgres';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { writePlan } from '#server/kernel/write/write-plans';
import { ask, longAgo, newUser, paidBond } from '#test/support/store';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

/**
 * Process to be killed: `child.ts <data folder or database URL>`. Reads from stdin which bonds were paid or
 * claimed before, checks that all exist and are sound, then writes until killed. Prints one line per
 * acknowledged write.
 */
const [target = ''] = process.argv.slice(2);
const LANES = 4;
const out = (line: string): void => void process.stdout.write(`${line}\n`);

async function readAcknowledged(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === '') return lines;
    lines.push(line);
  }
  return lines;
}

/** Acknowledged writes that are missing or duplicated, and violated invariants. */
async function lost(database: Database, acknowledged: readonly string[]): Promise<string[]> {
  const rows = await ask<{ id: string; status: string; claims: bigint }>(
    database,
    `select b.id, b.status, (select count(*) from journals j
       where j.subject = b.id and j.kind = 'bondClaimed') as claims
     from bonds b where b.id = any($1::text::uuid[])`,
    [arrayOf(acknowledged.map((line) => line.split(' ')[1]))],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  const missing = acknowledged.filter((line) => {
    const [word, id = ''] = line.split(' ');
    const row = found.get(id);
    if (!row || row.claims > 1n) return true;
    return word === 'claimed' && (row.status !== 'completed' || row.claims !== 1n);
  });
  const unsound = await violations(database);
  return [...missing, ...unsound.map(({ invariant, detail }) => `${invariant}: ${detail}`)];
}

/** Pays and claims bonds of new users in a loop. */
async function writeForever(database: Database): Promise<void> {
  const writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
  for (;;) {
    const now = await readClock(database);
    const userId = await newUser(database, now);
    const { bond, plan } = paidBond(userId, 0n, longAgo(now));
    if (await writePlan(database, plan)) out(`paid ${bond.id}`);
    const claimed = await claimBond({ writer }, { userId }, { id: bond.id });
    if (claimed.ok) out(`claimed ${bond.id}`);
  }
}

const acknowledged = await readAcknowledged();
out('opening');
const database = target.startsWith('postgres')
  ? openPostgres(target, { connections: LANES })
  : await openPglite(target, lockFolder);
const problems = await lost(database, acknowledged);
for (const problem of problems) out(`lost ${problem}`);
out('checked');
await Promise.all(Array.from({ length: LANES }, () => writeForever(database)));
