import { instant } from '#domain/base/time';
import { jobs } from '#server/start/jobs';
import type { Database } from '#server/kernel/db/database';
import { openPglite } from '#server/kernel/db/pglite';
import { lockFolder } from '#localnet/lock';
import { openPostgres } from '#server/kernel/db/postgres';
import { type Node, type NodeOptions, chainOn, startNode } from '#test/world/node';
import type { CommandMessage, ChainAccess, Commands, Injected, ServerMessage } from './commands.ts';
import { Steps, countedChain, countedDatabase } from './steps.ts';

/** Server process to be killed. Started by harness.ts, it executes commands from the channel to its parent. */
const CONNECTIONS = 4;
const steps = new Steps();
let database: Database;
let node: Node;

const say = (said: ServerMessage): void => void process.send?.(said);

const post = (url: URL, body: string): Promise<Response> => fetch(url, { method: 'POST', body });
const elsewhere = (): Promise<never> => Promise.reject(new Error('the chain is not run here'));

/** Client of a chain in another process. */
function joined({ origin, faucetAddress }: ChainAccess): NodeOptions['net'] {
  return {
    faucetAddress,
    async respond(asked) {
      const response = await post(new URL('/rpc', origin), asked);
      const headers = { 'content-type': 'application/json' };
      return { status: response.status, headers, body: await response.text() };
    },
    async airdrop(address, lamports) {
      return (await post(new URL('/airdrop', origin), `${address} ${lamports}`)).text();
    },
    mintTo: elsewhere,
    upgrade: (_request, socket) => void socket.destroy(),
    close: async () => {},
  };
}

const commands: Commands = {
  async open(where) {
    database =
      'url' in where
        ? openPostgres(where.url, { connections: CONNECTIONS })
        : await openPglite(where.dataDir, lockFolder);
  },
  async start(access) {
    const { origin, wallets } = access;
    const net = joined(access);
    const chain = countedChain(await chainOn(net, wallets), steps);
    const advance = async (ms: number) => {
      const answer = await post(new URL('/clock', origin), String(ms));
      return instant(Number(await answer.text()));
    };
    node = await startNode({
      database: countedDatabase(database, steps),
      net,
      wallets,
      time: { advance },
      parts: {
        chain,
        alert: (alert, details) => say({ alert, details }),
        ...(access.isKeyless ? { treasuryKey: null } : {}),
      },
    });
  },
  async count(killAt) {
    steps.count(killAt);
  },
  async stop() {
    return steps.stop();
  },
  async inject(request): Promise<Injected> {
    const { statusCode, headers, payload } = await node.app.inject(request);
    return { statusCode, headers: { ...headers }, payload };
  },
  async runJobs(names) {
    if (names === null) return node.scheduler.runAll();
    const named = jobs(node.parts).filter(({ name }) => names.includes(name));
    if (named.length < names.length) throw new Error(`no such jobs: ${names.join(', ')}`);
    for (const job of named) await job.run();
  },
  query: (asked, params) => database.query(asked, params),
  exec: (script) => database.exec(script),
};

async function carryOut({ id, name, args }: CommandMessage): Promise<void> {
  try {
    const command = commands[name] as (...given: readonly unknown[]) => Promise<unknown>;
    say({ id, value: await command(...args) });
  } catch (error) {
    say({ id, error });
  }
}

process.on('message', (asked) => void carryOut(asked as CommandMessage));
// The parent has ended.
process.on('disconnect', () => process.exit());
