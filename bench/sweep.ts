import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PATHS } from '#contract/base/paths';
import { type Database, statement } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { addSession } from '#server/kernel/sessions/sessions';
import { type TestDatabase, freshPostgres } from '../test/databases.ts';
import { type Asked, ask } from './ask.ts';
import {
  dueLeft,
  farOff,
  justNow,
  makeDue,
  plainUpdateSeconds,
  seedDueVaults,
} from '../test/support/due-vaults.ts';
import { scratch } from './pgbench.ts';
import { type Row, percentile } from './row.ts';
import { startUnlimited } from './server.ts';
import { walBytes } from './wal.ts';

type Report = (row: Row) => void;

/** BENCH_SWEEP: how many vaults are due. */
const VAULTS = Number(process.env['BENCH_SWEEP'] ?? 100_000);
const RATIO_MAX = 10;
const MEGABYTES_MAX = 512;
const P99_RATIO_MAX = 3;
const SWEEPERS = 2;
/** Users who ask while it sweeps, how often each, and for how long they are watched while it does not. */
const CALLERS = 8;
const PAUSE_MS = 40;
const IDLE_MS = 10_000;

/** What is due is swept: by one node, by two, and by one that users ask meanwhile. */
export async function sweep(report: Report): Promise<void> {
  await sweepOf(VAULTS, report);
  await asked(report);
}

/** So many vaults, all due at one instant, by one node and by two, against one plain UPDATE of their rows. */
export async function sweepOf(vaults: number, report: Report): Promise<void> {
  const took: Swept[] = [];
  let floor = Number.NaN;
  for (const nodes of [1, SWEEPERS]) {
    const stored = await seeded(vaults, justNow);
    try {
      floor = await plainUpdateSeconds(stored.database);
      took.push(await sweptBy(stored, nodes));
    } finally {
      await stored.close();
    }
  }
  const [one, two] = took;
  if (!one || !two) throw new Error('nothing was swept');
  const many = vaults.toLocaleString('en');
  const ratio = one.seconds / floor;
  report({
    name: `sweep of ${many} vaults that are due at once (seconds)`,
    floor: `${floor.toFixed(2)} one UPDATE`,
    ours: one.seconds.toFixed(2),
    ratio,
    goal: `≤ ${RATIO_MAX}`,
    holds: ratio <= RATIO_MAX,
  });
  report({
    name: `the same, memory of the node (MB)`,
    floor: String(MEGABYTES_MAX),
    ours: String(one.megabytes),
    ratio: one.megabytes / MEGABYTES_MAX,
    goal: '≤ 1',
    holds: one.megabytes <= MEGABYTES_MAX,
  });
  report({
    name: 'the same, written ahead of each vault (bytes)',
    floor: '1000',
    ours: (one.wal / vaults).toFixed(0),
    ratio: one.wal / vaults / 1_000,
    goal: 'reported',
    holds: true,
  });
  const gain = one.seconds / two.seconds;
  report({
    name: `the same by ${SWEEPERS} nodes (seconds)`,
    floor: `${one.seconds.toFixed(2)} by one`,
    ours: two.seconds.toFixed(2),
    ratio: gain,
    goal: '≥ 1',
    holds: gain >= 1,
  });
}

async function seeded(vaults: number, endsAt: typeof justNow): Promise<TestDatabase> {
  const stored = await freshPostgres(scratch().server);
  await seedDueVaults(stored.database, vaults, endsAt);
  return stored;
}

interface Swept {
  readonly seconds: number;
  readonly megabytes: number;
  /** Bytes that the database wrote ahead meanwhile. */
  readonly wal: number;
}

async function sweptBy(stored: TestDatabase, nodes: number): Promise<Swept> {
  const sweepers = await Promise.all(
    Array.from({ length: nodes }, () => startSweeper(stored.url ?? '')),
  );
  const before = await walBytes(stored.database);
  for (const { stdin } of sweepers) stdin.write('go\n');
  const swept = await Promise.all(sweepers.map(resultOf));
  const wal = (await walBytes(stored.database)) - before;
  if ((await dueLeft(stored.database)) > 0) throw new Error('something is still due');
  await check(stored.database);
  return {
    seconds: Math.max(...swept.map(({ seconds }) => seconds)),
    megabytes: Math.max(...swept.map(({ megabytes }) => megabytes)),
    wal,
  };
}

async function startSweeper(url: string): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('sweeper.ts', import.meta.url))],
    { env: { ...process.env, DATABASE_URL: url } },
  );
  child.stderr.pipe(process.stderr);
  await once(child.stdout, 'data');
  return child;
}

async function resultOf(child: ChildProcessWithoutNullStreams): Promise<Omit<Swept, 'wal'>> {
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  await once(child, 'exit');
  return JSON.parse(line.toString()) as Omit<Swept, 'wal'>;
}

async function check(database: Database): Promise<void> {
  const [wrong] = await violations(database);
  if (wrong) throw new Error(`the ledger is not sound: ${JSON.stringify(wrong)}`);
}

/** How long users wait for a read and for a write while their node sweeps, and while it does not. */
async function asked(report: Report): Promise<void> {
  const stored = await seeded(VAULTS, farOff);
  const dataDir = await mkdtemp(join(tmpdir(), 'lmt-bench-'));
  const server = await startUnlimited(dataDir, { DATABASE_URL: stored.url ?? '' });
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  try {
    const calls = await callsOf(stored.database);
    const send = (call: Asked): Promise<unknown> => ask(agent, server.url, call);
    await watched(calls, send, () => sleep(IDLE_MS / 2));
    const idle = await watched(calls, send, () => sleep(IDLE_MS));
    await makeDue(stored.database);
    const sweeping = await watched(calls, send, async () => {
      while ((await dueLeft(stored.database)) > 0) await sleep(500);
    });
    for (const what of ['read', 'write'] as const) {
      const [quiet, busy] = [percentile(idle[what], 99), percentile(sweeping[what], 99)];
      report({
        name: `a user’s ${what} while their node sweeps (p99 ms)`,
        floor: `${quiet.toFixed(1)} idle`,
        ours: busy.toFixed(1),
        ratio: busy / quiet,
        goal: `≤ ${P99_RATIO_MAX}`,
        holds: busy <= P99_RATIO_MAX * quiet,
      });
    }
    await check(stored.database);
  } finally {
    agent.destroy();
    await server.close();
    await stored.close();
    await rm(dataDir, { recursive: true });
  }
}

interface Calls {
  readonly read: Asked;
  readonly write: () => Asked;
}
type Waited = Readonly<Record<keyof Calls, number[]>>;

const CALLERS_OF = statement(
  'bench-callers',
  'select id, user_id as "userId" from vaults order by id limit $1',
);

async function callsOf(database: Database): Promise<Calls[]> {
  const rows = await database.query<{ id: string; userId: string }>(CALLERS_OF, [CALLERS]);
  return Promise.all(
    rows.map(async ({ id, userId }) => {
      const headers = {
        'x-session-token': await addSession(database, userId),
        'content-type': 'application/json',
      };
      let enabled = false;
      return {
        read: { path: PATHS.portfolio.replace('{userId}', userId), headers },
        write: () => {
          enabled = !enabled;
          const path = PATHS.autoRestake.replace('{id}', id);
          return { path, method: 'PATCH', headers, body: JSON.stringify({ enabled }) };
        },
      };
    }),
  );
}

/** How long each call took until something is over. */
async function watched(
  calls: readonly Calls[],
  send: (call: Asked) => Promise<unknown>,
  until: () => Promise<void>,
): Promise<Waited> {
  const waited: Waited = { read: [], write: [] };
  const over = new AbortController();
  const timed = async (what: keyof Calls, call: Asked): Promise<void> => {
    const started = performance.now();
    await send(call);
    waited[what].push(performance.now() - started);
  };
  const caller = async ({ read, write }: Calls): Promise<void> => {
    while (!over.signal.aborted) {
      await timed('read', read);
      await sleep(PAUSE_MS);
      await timed('write', write());
      await sleep(PAUSE_MS);
    }
  };
  const all = Promise.all(calls.map(caller));
  await until();
  over.abort();
  await all;
  return waited;
}
