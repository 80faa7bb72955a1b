import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS } from '#contract/base/paths';
import { type Session, only, statement } from '#server/kernel/db/database';
import { longRead } from '#server/kernel/db/transactions';
import { violations } from '#server/kernel/ledger/invariants';
import { addAdminSession, addSession } from '#server/kernel/sessions/sessions';
import { freshPostgres } from '../test/databases.ts';
import { type Answer, type Asked, ask } from './ask.ts';
import { type Shot, answersPerSecond, roundRobin } from './load.ts';
import { seedPeople } from './people.ts';
import { scratch } from './pgbench.ts';
import { startUnlimited } from './server.ts';

/** A server with a given number of users, and the sessions that call it. */
export interface GrowSide {
  readonly users: number;
  /** Milliseconds that a call took, with a user's session, the owner's or none. */
  timed(call: Asked): Promise<number>;
  /** The owner's headers, a staking user with their vault, and what to search them by. */
  readonly owner: Readonly<Record<string, string>>;
  readonly somebody: Somebody;
  /** Users who have something to do, each with its id, one after the other. */
  next(what: Chore): { readonly id: string; readonly headers: Readonly<Record<string, string>> };
  quotesPerSecond(connections: number, seconds: number): Promise<number>;
  /** Milliseconds that the two scans take which an audit can't do without. */
  scans(): Promise<number>;
  close(): Promise<void>;
}

interface Somebody {
  readonly userId: string;
  readonly wallet: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What waits for its user: a bond to be claimed, a vault to be restaked. */
export type Chore = 'claim' | 'restake';

const CHORES: { readonly [C in Chore]: string } = {
  claim: `select id, user_id as "userId" from bonds
    where status = 'confirmed' and starts_at < protocol_now() - interval '1 day' limit $1`,
  restake: `select id, user_id as "userId" from vaults
    where status = 'active' and matured and due_at > protocol_now() limit $1`,
};
const CHORES_MAX = 40;
const SOMEBODY = statement(
  'bench-somebody',
  `select u.id as "userId", u.wallet from vaults v join users u on u.id = v.user_id
   where v.status = 'active' and not v.matured limit 1`,
);

/** So many that no two calls at once are of one user. */
const QUOTERS = statement('bench-quoters', 'select id from users order by id limit 100');

export async function openGrowSide(users: number): Promise<GrowSide> {
  const stored = await freshPostgres(scratch().server);
  const { database } = stored;
  await seedPeople(database, users);
  // Bonds in their lock could not be claimed.
  await database.exec(`update bonds set starts_at = starts_at - interval '2 days'
    where id in (select id from bonds where status = 'confirmed' limit ${CHORES_MAX})`);
  const dataDir = await mkdtemp(join(tmpdir(), 'lmt-bench-'));
  const server = await startUnlimited(dataDir, { DATABASE_URL: stored.url ?? '', WORKER: 'off' });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const send = (call: Asked): Promise<Answer> => ask(agent, server.url, call);
  const { wallets } = JSON.parse((await send({ path: PATHS.local })).text) as {
    readonly wallets: { readonly address: string }[];
  };
  const wallet = wallets[0]?.address ?? '';
  const found = only(await database.query<Omit<Somebody, 'headers'>>(SOMEBODY));
  const token = await addSession(database, found.userId);
  const session = await addAdminSession(database, wallet, token);
  const userHeaders = async (userId: string): Promise<Record<string, string>> => ({
    'x-session-token': await addSession(database, userId),
    'content-type': 'application/json',
  });
  const chores = {} as Record<Chore, { id: string; headers: Record<string, string> }[]>;
  for (const what of ['claim', 'restake'] as const) {
    const asked = statement(`bench-${what}`, CHORES[what]);
    const rows = await database.query<{ id: string; userId: string }>(asked, [CHORES_MAX]);
    chores[what] = await Promise.all(
      rows.map(async ({ id, userId }) => ({ id, headers: await userHeaders(userId) })),
    );
  }
  const quoters = await database.query<{ id: string }>(QUOTERS);
  const quotes: Shot[] = await Promise.all(
    quoters.map(async ({ id }) => ({
      method: 'POST',
      path: PATHS.quoteBond,
      headers: await userHeaders(id),
      body: '{"tokenType":"SOL","amount":"1"}',
    })),
  );
  return {
    users,
    owner: { 'x-admin-session': session, 'x-wallet-address': wallet },
    somebody: { ...found, headers: await userHeaders(found.userId) },
    async timed(call) {
      const started = performance.now();
      await send(call);
      return performance.now() - started;
    },
    next(what) {
      const chore = chores[what].pop();
      if (!chore) throw new Error(`nothing is left to ${what}`);
      return chore;
    },
    quotesPerSecond: (connections, seconds) =>
      answersPerSecond({ url: server.url, connections, seconds, next: roundRobin(quotes) }),
    scans: () => longRead(database, scanned),
    async close() {
      agent.destroy();
      await server.close();
      const [wrong] = await longRead(database, violations);
      await stored.close();
      await rm(dataDir, { recursive: true });
      if (wrong) throw new Error(`the ledger is not sound: ${JSON.stringify(wrong)}`);
    },
  };
}

/** The sums of all accounts by their postings, and all balances: milliseconds. */
async function scanned(session: Session): Promise<number> {
  const started = performance.now();
  await session.exec(`select count(*) from (select j.user_id, p.kind, p.ref, sum(p.amount)
    from journals j join postings p on p.journal_id = j.id group by 1, 2, 3) s`);
  await session.exec(`select count(*) from (select b.user_id, sum(b.amount) from balances b
    group by 1) s`);
  return performance.now() - started;
}
