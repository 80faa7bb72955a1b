import { type Instant, after } from '#domain/base/time';
import { type Database, statement } from '#server/kernel/db/database';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { freshPostgres } from '../test/databases.ts';
import { scratch } from './pgbench.ts';
import type { Row } from './row.ts';
import { paidBond, seedUsers, tidy, writeRounds } from './seed.ts';
import { walBytes } from './wal.ts';

/** BENCH_BONDS: how many there are of each user. */
const ROUNDS = Number(process.env['BENCH_BONDS'] ?? 20);
const USERS = 2_000;
const BYTES_MAX = 2_000;
/** Each bond comes at a time of its own, as they do: ids and times that are alike take less of an index, or more. */
const BETWEEN_MS = 1_300;

const SIZES = statement(
  'bench-table-sizes',
  `select c.relname as name, pg_table_size(c.oid)::integer as heap, pg_indexes_size(c.oid)::integer as indexes
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname = 'public'`,
);
interface Size {
  readonly name: string;
  readonly heap: number;
  readonly indexes: number;
}

/** What a paid bond takes on disk: its rows in all tables, and their places in all indexes; and its WAL. */
export async function storage(report: (row: Row) => void): Promise<void> {
  const stored = await freshPostgres(scratch().server);
  try {
    const { database } = stored;
    const bonds = USERS * ROUNDS;
    let now = after(await readClock(database), -bonds * BETWEEN_MS);
    const users = await seedUsers(database, USERS, now);
    const next = (): Instant => (now = after(now, BETWEEN_MS));
    await tidy(database);
    const before = await sizes(database);
    const walBefore = await walBytes(database);
    await writeRounds(database, ROUNDS, (round) =>
      users.map((userId) => paidBond(userId, round, next())),
    );
    const wal = (await walBytes(database)) - walBefore;
    await tidy(database);
    const later = await sizes(database);
    const each = [...later].flatMap(([name, { heap, indexes }]) => {
      const was = before.get(name) ?? { heap: 0, indexes: 0 };
      const grown = [heap - was.heap, indexes - was.indexes].map((bytes) => bytes / bonds);
      return grown.some((bytes) => bytes > 1) ? [{ name, grown }] : [];
    });
    for (const { name, grown } of each) {
      console.log(`  ${name} ${grown.map((bytes) => bytes.toFixed(0)).join(' + ')} of indexes`);
    }
    const total = each.reduce((sum, { grown }) => sum + (grown[0] ?? 0) + (grown[1] ?? 0), 0);
    report({
      name: 'a paid bond on disk (bytes)',
      floor: String(BYTES_MAX),
      ours: total.toFixed(0),
      ratio: total / BYTES_MAX,
      goal: '≤ 1',
      holds: total <= BYTES_MAX,
    });
    report({
      name: 'a paid bond, written ahead (bytes)',
      floor: `${total.toFixed(0)} stored`,
      ours: (wal / bonds).toFixed(0),
      ratio: wal / bonds / total,
      goal: 'reported',
      holds: true,
    });
  } finally {
    await stored.close();
  }
}

async function sizes(database: Database): Promise<ReadonlyMap<string, Size>> {
  const rows = await database.query<Size>(SIZES);
  return new Map(rows.map((row) => [row.name, row]));
}
