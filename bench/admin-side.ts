import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATHS } from '#contract/base/paths';
import { type Database, only, statement } from '#server/kernel/db/database';
import { violations } from '#server/kernel/ledger/invariants';
import { addAdminSession, addSession } from '#server/kernel/sessions/sessions';
import type { TestDatabase } from '../test/databases.ts';
import { TABS, type Tab } from './admin-tabs.ts';
import { type Answer, type Asked, ask } from './ask.ts';
import { startUnlimited } from './server.ts';

/** As many as a browser opens to one server. */
const CONNECTIONS = 6;

/** The product with so many users, as the owner meets it. */
export interface Side {
  readonly users: number;
  /** Milliseconds until all of a tab's first data is there. */
  load(tab: Tab): Promise<number>;
  /** One user changes something. */
  write(): Promise<void>;
  /** Milliseconds that an audit of everybody takes. */
  audit(): Promise<number>;
  largest(): { readonly path: string; readonly bytes: number };
  check(): Promise<void>;
  close(): Promise<void>;
}

/** A server of its own for so many users; without jobs, which would be measured too. */
export async function openSide(stored: TestDatabase, users: number): Promise<Side> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lmt-bench-'));
  const server = await startUnlimited(dataDir, { DATABASE_URL: stored.url ?? '', WORKER: 'off' });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { wallets } = await getJson<{ wallets: { address: string }[] }>(
    await ask(agent, server.url, { path: PATHS.local }),
  );
  const wallet = wallets[0]?.address ?? '';
  const { userId } = only(await stored.database.query<{ userId: string }>(RUNNING));
  const userToken = await addSession(stored.database, userId);
  const session = await addAdminSession(stored.database, wallet, userToken);
  const headers = { 'x-admin-session': session, 'x-wallet-address': wallet };
  let largest = { path: '', bytes: 0 };
  const get = async (path: string): Promise<void> => {
    const { bytes } = await ask(agent, server.url, { path, headers });
    if (bytes > largest.bytes) largest = { path, bytes };
  };
  return {
    users,
    async load(tab) {
      const started = performance.now();
      await Promise.all(TABS[tab].map(get));
      return performance.now() - started;
    },
    write: await writer(stored.database, (asked) => ask(agent, server.url, asked)),
    async audit() {
      const started = performance.now();
      await ask(agent, server.url, { path: PATHS.adminAuditRun, method: 'POST', headers });
      return performance.now() - started;
    },
    largest: () => largest,
    async check() {
      const [wrong] = await violations(stored.database);
      if (wrong) throw new Error(`the ledger is not sound: ${JSON.stringify(wrong)}`);
    },
    async close() {
      agent.destroy();
      await server.close();
      await stored.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

const RUNNING = statement(
  'bench-running-vault',
  `select id, user_id as "userId" from vaults where status = 'active' and not matured limit 1`,
);

/** A user who changes their mind about a vault again and again. */
async function writer(
  database: Database,
  send: (asked: Asked) => Promise<Answer>,
): Promise<() => Promise<void>> {
  const { id, userId } = only(await database.query<{ id: string; userId: string }>(RUNNING));
  const headers = {
    'x-session-token': await addSession(database, userId),
    'content-type': 'application/json',
  };
  let enabled = false;
  return async () => {
    enabled = !enabled;
    const path = PATHS.autoRestake.replace('{id}', id);
    await send({ path, method: 'PATCH', headers, body: JSON.stringify({ enabled }) });
  };
}

const getJson = async <T>({ text }: Answer): Promise<T> => JSON.parse(text) as T;
