import { Writer } from '#server/kernel/write/commit';
import { RulesCache } from '#server/kernel/terms/terms';
import { claimBond } from '#server/bonds/claim-bond';
import { type Database, only, statement } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { freshPostgres } from '../test/databases.ts';
import { fillPgbench, pgbenchTps, scratch } from './pgbench.ts';
import { type Row, median } from './row.ts';
import { paidBond, seedRounds, seedUsers } from './seed.ts';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

/** How many ask at once, and which part of the floor they are to reach. */
const CROWDS = [
  { clients: 16, goal: 0.45 },
  { clients: 32, goal: 0.6 },
] as const;
const PAIRS = 5;
const SECONDS = 4;
const USERS = 2_000;

/** A claim of a bond through the action layer (read, decide, write: two round trips) against pgbench's simple update. */
export async function ledger(report: (row: Row) => void): Promise<void> {
  const { server, pgbench } = scratch();
  const floor = await freshPostgres(server);
  const ours = await freshPostgres(server);
  try {
    await fillPgbench(pgbench, floor.url ?? '');
    let bytes = { table: 0, wal: 0 };
    for (const { clients, goal } of CROWDS) {
      const pairs: { floor: number; ours: number }[] = [];
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const claims = await seed(ours.database, 30_000);
        pairs.push({
          floor: await pgbenchTps(pgbench, floor.url ?? '', { clients, seconds: SECONDS }),
          ours: await timed(ours.database, { clients, claims }, (measured) => (bytes = measured)),
        });
      }
      const ratio = median(pairs.map((pair) => pair.ours / pair.floor));
      report({
        name: `ledger operation, ${clients} clients (per second)`,
        floor: `${Math.round(median(pairs.map((pair) => pair.floor)))} pgbench -N`,
        ours: `${Math.round(median(pairs.map((pair) => pair.ours)))}`,
        ratio,
        goal: `≥ ${goal}`,
        holds: ratio >= goal,
      });
    }
    const wrong = await violations(ours.database);
    if (wrong.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(wrong[0])}`);
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

interface Claim {
  readonly userId: string;
  readonly bondId: string;
}

/** Users with bonds whose lock has run out, written as the product writes them. */
async function seed(database: Database, count: number): Promise<Claim[]> {
  const now = await readClock(database);
  const users = await seedUsers(database, USERS, now);
  const claims: Claim[] = [];
  await seedRounds(database, Math.ceil(count / USERS), (round) =>
    users.map((userId) => {
      const plan = paidBond(userId, round, now);
      claims.push({ userId, bondId: plan.bonds[0]?.id ?? '' });
      return plan;
    }),
  );
  return claims;
}

const SIZE = statement(
  'bench-size',
  `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal,
     (select sum(pg_total_relation_size(oid))::bigint from pg_class
      where relname in ('journals', 'postings')) as stored`,
);

/** Claims per second by so many clients, each after its last answer. */
async function timed(
  database: Database,
  { clients, claims }: { readonly clients: number; readonly claims: readonly Claim[] },
  measured: (bytes: { table: number; wal: number }) => void,
): Promise<number> {
  const size = async (): Promise<{ wal: bigint; stored: bigint }> =>
    only(await database.query<{ wal: bigint; stored: bigint }>(SIZE));
  const before = await size();
  let next = 0;
  let done = 0;
  const writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
  const start = performance.now();
  const end = start + SECONDS * 1_000;
  const client = async (): Promise<void> => {
    while (performance.now() < end) {
      const claim = claims[next++];
      if (!claim) throw new Error('the benchmark ran out of bonds');
      const answer = await claimBond({ writer }, claim, { id: claim.bondId });
      if (!answer.ok) throw new Error(answer.refusal.code);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - start) / 1_000;
  const after = await size();
  measured({
    table: Math.round(Number(after.stored - before.stored) / done),
    wal: Math.round(Number(after.wal - before.wal) / done),
  });
  return done / seconds;
}
