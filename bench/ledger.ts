import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Bond, type Payment, announceBond, confirmBond } from '#domain/bond';
import { followedBy } from '#domain/change';
import { lamports, lmt, lmtPrice, usdPrice } from '#domain/money';
import { type Instant, DAY_MS, after } from '#domain/time';
import { claimBond } from '#server/actions/claim-bond';
import { type Database, only, statement } from '#server/store/database';
import { newId } from '#server/store/ids';
import { violations } from '#server/store/invariants';
import type { Plan } from '#server/store/plan';
import { readClock } from '#server/store/protocol-clock';
import { createUser } from '#server/store/users';
import { writePlans } from '#server/store/write-plans';
import { freshPostgres } from '../test/databases.ts';
import { type Row, median } from './row.ts';

const CLIENTS = 16;
const PAIRS = 5;
const SECONDS = 4;
const USERS = 2_000;
const GOAL = 0.35;

const run = promisify(execFile);

/** A claim of a bond through the action layer (read, decide, write: two round trips) against pgbench's simple update. */
export async function ledger(report: (row: Row) => void): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  const pgbench = process.env['PGBENCH'];
  if (!server || !pgbench) throw new Error('the ledger benchmark needs a PostgreSQL with pgbench');
  const floor = await freshPostgres(server);
  const ours = await freshPostgres(server);
  try {
    await run(pgbench, ['-i', '-q', '-s', '16', floor.url ?? '']);
    const pairs: { floor: number; ours: number }[] = [];
    let bytes = { table: 0, wal: 0 };
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const claims = await seed(ours.database, 30_000);
      pairs.push({
        floor: await pgbenchTps(pgbench, floor.url ?? ''),
        ours: await timed(ours.database, claims, (measured) => (bytes = measured)),
      });
    }
    const wrong = await violations(ours.database);
    if (wrong.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(wrong[0])}`);
    const ratio = median(pairs.map((pair) => pair.ours / pair.floor));
    report({
      name: `ledger operation, ${CLIENTS} clients (per second)`,
      floor: `${Math.round(median(pairs.map((pair) => pair.floor)))} pgbench -N`,
      ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}`,
      ratio,
      goal: `≥ ${GOAL}`,
      holds: ratio >= GOAL,
    });
    report({
      name: 'ledger operation (bytes)',
      floor: `${bytes.wal} of WAL`,
      ours: `${bytes.table} stored`,
      ratio: bytes.table / bytes.wal,
      goal: 'reported',
      holds: true,
    });
  } finally {
    await ours.close();
    await floor.close();
  }
}

async function pgbenchTps(pgbench: string, url: string): Promise<number> {
  const flags = [
    '-N',
    '-n',
    '-c',
    String(CLIENTS),
    '-j',
    '2',
    '-T',
    String(SECONDS),
    '-M',
    'prepared',
  ];
  const { stdout } = await run(pgbench, [...flags, url]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

interface Claim {
  readonly userId: string;
  readonly bondId: string;
}

/** Users with bonds whose lock has run out, written as the product writes them. */
async function seed(database: Database, count: number): Promise<Claim[]> {
  const now = await readClock(database);
  const users = Array.from({ length: USERS }, () => newId(now));
  for (const id of users) await createUser(database, { id, wallet: id, username: 'bench' }, now);
  const claims: Claim[] = [];
  for (let round = 0; claims.length < count; round += 1) {
    const plans = users.map((userId) => paidBond(userId, BigInt(round), now));
    await writePlans(database, plans);
    claims.push(
      ...plans.flatMap(({ bonds }) => bonds.map(({ userId, id }) => ({ userId, bondId: id }))),
    );
  }
  await database.exec('vacuum analyze');
  await database.exec('checkpoint');
  return claims;
}

function paidBond(userId: string, version: bigint, now: Instant): Plan & { bonds: Bond[] } {
  const prices = { lmt: lmtPrice(987_000_000n), sol: usdPrice(200_000000000000n) };
  const asked = { id: newId(now), userId, token: 'SOL' as const, amount: lamports(1_000_000_000n) };
  const blockTime = after(now, -2 * DAY_MS);
  const signature = `bench-${asked.id}`;
  const payment: Payment = {
    ...asked,
    signature,
    payerUserId: userId,
    blockTime,
    slot: 1,
    finalized: true,
  };
  const announced = announceBond(asked, signature, prices, blockTime);
  const paid = followedBy(announced, confirmBond(announced.next, payment, lmt(20_263_424n)));
  const used = {
    ...payment,
    payer: userId,
    id: newId(now),
    purpose: 'bond' as const,
    subject: asked.id,
  };
  return { userId, version, now, ...paid, bonds: [paid.next], payments: [used] };
}

const SIZE = statement(
  'bench-size',
  `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal,
     (select sum(pg_total_relation_size(oid))::bigint from pg_class
      where relname ~ '^(journals|postings)' and relkind = 'r') as stored`,
);

/** Claims per second by sixteen clients, each after its last answer. */
async function timed(
  database: Database,
  claims: readonly Claim[],
  measured: (bytes: { table: number; wal: number }) => void,
): Promise<number> {
  const size = async (): Promise<{ wal: bigint; stored: bigint }> =>
    only(await database.query<{ wal: bigint; stored: bigint }>(SIZE));
  const before = await size();
  let next = 0;
  let done = 0;
  const start = performance.now();
  const end = start + SECONDS * 1_000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const claim = claims[next++];
      if (!claim) throw new Error('the benchmark ran out of bonds');
      const answer = await claimBond({ database }, claim, { id: claim.bondId });
      if (!answer.ok) throw new Error(answer.refusal.code);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - start) / 1_000;
  const after = await size();
  measured({
    table: Math.round(Number(after.stored - before.stored) / done),
    wal: Math.round(Number(after.wal - before.wal) / done),
  });
  return done / seconds;
}
