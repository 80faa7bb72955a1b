import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATHS } from '#contract/base/paths';
import { type TestDatabase, freshPostgres } from '#test/databases';
import { count, tries } from '#test/prove/effort';
import { adminProof, newWallet, signText, walletOf } from '#test/world/wallet';
import { Claimers, lostClaims } from './claims.ts';
import { openEventStream } from './event-stream.ts';
import { RoundRobin } from './round-robin.ts';
import { type Server, dataFolder, get, post, startServer } from './server.ts';

const SERVER = process.env['TEST_DATABASE_URL'];
const NODES = 3;
const KILLS = tries(3, 100);
/** Claims served between two kills. */
const CLAIMS_BETWEEN = 60;
const TIMEOUT = 60_000 + KILLS * 30_000;

/** Node behind the load balancer. */
interface Member {
  server: Server;
  address: string;
}

const asJson = { 'content-type': 'application/json' };

/** Calls with headers; POST if there is a body. Returns status and body. */
async function call(
  url: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(url, { headers: { ...asJson, ...headers }, ...sent });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Signs a wallet in at a node. Returns its session. */
async function signIn(node: string, wallet: Awaited<ReturnType<typeof newWallet>>) {
  const walletAddress = wallet.address;
  const { body: nonce } = await post<{ message: string }>(node, PATHS.nonce, { walletAddress });
  const signature = await signText(wallet, nonce.message);
  const proof = { walletAddress, message: nonce.message, signature };
  const { body } = await post<{ sessionToken: string; userId: string }>(
    node,
    PATHS.verifyWallet,
    proof,
  );
  return { userId: body.userId, headers: { 'x-session-token': body.sessionToken } };
}

describe.skipIf(SERVER === undefined)('three nodes behind a round-robin', () => {
  let stored: TestDatabase;
  let host: Server;
  let members: Member[];
  let env: Record<string, string>;
  const data = dataFolder();

  const start = async (): Promise<Member> => {
    const server = startServer(env);
    return { server, address: await server.address };
  };
  beforeAll(async () => {
    stored = await freshPostgres(SERVER!);
    const shared = { DATABASE_URL: stored.url!, DATA_DIR: data.path, RATE_LIMITS: 'off' };
    // The chain outlives the nodes, like Solana.
    host = startServer({ ...shared, WORKER: 'off' });
    env = { ...shared, LOCAL_NETWORK_URL: await host.address };
    members = await Promise.all(Array.from({ length: NODES }, start));
  }, 120_000);
  afterAll(async () => {
    for (const { process, ended } of [...members.map(({ server }) => server), host]) {
      process.kill('SIGKILL');
      await ended;
    }
    await stored.close();
    data.remove();
  });

  const everywhere = <T>(ask: (node: string) => Promise<T>): Promise<T[]> =>
    Promise.all(members.map(({ address }) => ask(address)));

  test('share sessions, pauses and change notifications', { timeout: TIMEOUT }, async () => {
    const [one, two, three] = members.map(({ address }) => address) as [string, string, string];
    const { userId, headers } = await signIn(one, await newWallet());
    const own = (node: string) => call(`${node}/api/portfolio/${userId}`, headers);
    expect((await everywhere(own)).map(({ status }) => status)).toEqual([200, 200, 200]);

    const { wallets } = await get<{ wallets: { secretKey: string }[] }>(one, '/api/local');
    const owner = await walletOf(wallets[0]!.secretKey);
    const signedIn = await signIn(two, owner);
    const proof = await adminProof(
      owner,
      async (body) => (await post<{ message: string }>(two, PATHS.nonce, body)).body,
    );
    const opened = await call(two + PATHS.adminAccess, signedIn.headers, proof);
    const admin = { 'x-admin-session': String(opened.body['sessionToken']) };
    const streams = await everywhere((node) => openEventStream(node, headers, ['status']));
    const quote = (node: string) =>
      call(node + PATHS.quoteBond, headers, { tokenType: 'USDC', amount: '10' });
    expect((await call(two + PATHS.adminPause, admin, { paused: true })).status).toBe(200);
    const paused = await everywhere(quote);
    expect(paused.map(({ body }) => body['code'])).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
    const resumed = await call(three + PATHS.adminPause, admin, { paused: false });
    expect(resumed.status).toBe(200);
    expect((await everywhere(quote)).map(({ status }) => status)).toEqual([201, 201, 201]);
    await Promise.all(streams.map(({ heard }) => heard));

    expect((await call(three + PATHS.logout, headers, {})).status).toBe(200);
    expect((await everywhere(own)).map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  test(
    `lose nothing acknowledged when one is killed ${KILLS} times, and only its own requests fail`,
    { timeout: TIMEOUT },
    async () => {
      const balancer = new RoundRobin(members.map(({ address }) => address));
      const people = new Claimers(stored.database, await balancer.listen(), {
        lanes: 6,
        hasKeys: false,
      });
      const killed: string[] = [];
      for (let kill = 0; kill < KILLS; kill += 1) {
        await people.more(CLAIMS_BETWEEN);
        const victim = Math.floor(Math.random() * NODES);
        const { server, address } = members[victim]!;
        killed.push(address);
        server.process.kill('SIGKILL');
        await server.ended;
        // The other two serve meanwhile.
        await people.more(CLAIMS_BETWEEN);
        members[victim] = await start();
        balancer.replace(victim, members[victim].address);
      }
      await people.more(CLAIMS_BETWEEN);
      const seen = await people.stop();
      balancer.close();
      count('nodes killed under load', KILLS);
      count('claims acknowledged while nodes died', seen.acknowledged.length);
      count('requests cut with a node', seen.cut);
      expect({ errors: seen.errors, busy: seen.busy }).toEqual({ errors: [], busy: 0 });
      expect(balancer.cuts.filter((node) => !killed.includes(node))).toEqual([]);
      expect(seen.cut).toBe(balancer.cuts.length);
      expect(await lostClaims(stored.database, seen)).toEqual([]);
    },
  );
});
