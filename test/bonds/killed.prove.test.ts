import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getNonce, verifyWallet } from '#contract/users/auth';
import { claimBond, listBonds, openBond, quoteBond } from '#contract/bonds/bonds';
import type { Endpoint } from '#contract/base/endpoint';
import { getLocal, moveClock } from '#contract/base/local';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { DAY_MS } from '#domain/base/time';
import { violations } from '#server/kernel/ledger/invariants';
import { freshPglite, freshPostgres } from '#test/databases';
import { type Server, dataFolder, startServer } from '#test/nodes/server';
import { type CallOptions, callHttp } from '#test/world/call';
import {
  type Rpc,
  paymentOf,
  sendWire,
  signText,
  signatureOf,
  signed,
  walletOf,
} from '#test/world/wallet';

const SERVER = process.env['TEST_DATABASE_URL'];
const AMOUNT = '9.87';
const UNITS = 9_870_000n;

const rpcOf = (address: string): Rpc => ({
  async respond(body) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(new URL('/rpc', address), { method: 'POST', headers, body });
    return { status: response.status, headers: {}, body: await response.text() };
  },
});

/** A wallet of the local network, signed in at a given server address. */
async function signInAt(address: string, name: string) {
  const { wallets, ownerWallet, usdcMint } = (await callHttp(address, getLocal)).body;
  const wallet = await walletOf(wallets.find((each) => each.name === name)!.secretKey);
  const walletAddress = wallet.address;
  const { message } = (await callHttp(address, getNonce, { body: { walletAddress } })).body;
  const proof = { walletAddress, message, signature: await signText(wallet, message) };
  const { body } = await callHttp(address, verifyWallet, { body: proof });
  const { userId, sessionToken } = body;
  const call = <E extends Endpoint>(at: string, endpoint: E, options: CallOptions = {}) =>
    callHttp(at, endpoint, { ...options, headers: { 'x-session-token': sessionToken } });
  /** Signs a quoted payment without sending it. */
  const sign = async (at: string): Promise<string> => {
    const asked = { tokenType: 'USDC', amount: AMOUNT };
    const quote = (await call(at, quoteBond, { body: asked })).body;
    const treasuryTokenAccount = quote.treasuryTokenAccount!;
    const till = { treasury: ownerWallet, usdcMint, treasuryTokenAccount };
    const paid = await paymentOf(wallet, till, {
      token: 'USDC',
      amount: UNITS,
      reference: quote.reference,
    });
    return signed(rpcOf(at), wallet, [paid]);
  };
  const post = (at: string, transactionSignature: string) => {
    const body = { userId, tokenType: 'USDC', amount: AMOUNT, transactionSignature };
    return call(at, openBond, { body });
  };
  return { userId, call, sign, post };
}

const kill = async ({ process, ended }: Server): Promise<void> => {
  process.kill('SIGKILL');
  await ended;
};

/** Starts a server that ends with the test. */
function start(env: Record<string, string>): Server {
  const server = startServer({ ...env, LOG_LEVEL: 'silent' });
  onTestFinished(() => kill(server));
  return server;
}

/** Runs the check:ledger command. */
async function expectSoundLedger(env: Record<string, string>): Promise<void> {
  const args = ['--import', 'tsx', 'src/server/commands/check-ledger.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(stdout).toBe('The ledger is sound.\n');
}

/** Expects one claimable bond per payment after a day, which make up the balance. */
async function expectOneBondEach(
  address: string,
  user: Awaited<ReturnType<typeof signInAt>>,
  signatures: readonly string[],
): Promise<void> {
  await callHttp(address, moveClock, { body: { advanceMs: DAY_MS } });
  const { body: bonds } = await user.call(address, listBonds, { params: { userId: user.userId } });
  expect(bonds).toHaveLength(signatures.length);
  expect(new Set(bonds.map(({ transactionHash }) => transactionHash))).toEqual(new Set(signatures));
  for (const { id, lmtAmount } of bonds) {
    expect(lmtAmount).toBe('0.01000000');
    const claim = { params: { id }, body: { status: 'completed' } };
    expect((await user.call(address, claimBond, claim)).status).toBe(200);
  }
  const { body } = await user.call(address, getPortfolio, { params: { userId: user.userId } });
  expect(body.unstakedLMT).toBe(`0.0${signatures.length}000000`);
}

/** test/killed kills a server at each step of a payment; this one is a full server with its chain. */
describe('server killed around a payment', () => {
  test('with its chain: makes one bond each of a settled payment and one being posted', async () => {
    const folder = dataFolder();
    onTestFinished(folder.remove);
    await (await freshPglite(join(folder.path, 'database'))).close();
    const env = { DATA_DIR: folder.path };
    let server = start(env);
    let address = await server.address;
    const user = await signInAt(address, 'Alice');
    const pay = async (): Promise<string> => sendWire(rpcOf(address), await user.sign(address));
    const [unposted, posted] = [await pay(), await pay()];
    const posting = user.post(address, posted).catch((error: unknown) => error);
    // The post is in progress and waits for confirmation.
    await callHttp(address, getLocal);
    await kill(server);
    const answer = await posting;
    if (answer instanceof Error) expect(answer).toBeInstanceOf(TypeError);
    else expect(answer).toMatchObject({ status: 201 });
    server = start(env);
    address = await server.address;
    // The page reconnects and posts again.
    expect((await user.post(address, posted)).body).toMatchObject({
      status: 'confirmed',
      transactionHash: posted,
    });
    await expectOneBondEach(address, user, [unposted, posted]);
    server.process.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    await expectSoundLedger(env);
  }, 180_000);

  test.skipIf(SERVER === undefined)(
    'one of two nodes, or the one that runs the chain: the other node continues',
    async () => {
      const stored = await freshPostgres(SERVER!);
      onTestFinished(() => stored.close());
      const folder = dataFolder();
      onTestFinished(folder.remove);
      const env = { DATABASE_URL: stored.url! };
      // Below the ephemeral port range, so that the port is still free for the restart.
      const PORT = String(21_000 + (process.pid % 9_000));
      let chain = start({ ...env, DATA_DIR: folder.path, PORT });
      const address = await chain.address;
      const joined = start({ ...env, LOCAL_NETWORK_URL: address });
      const other = await joined.address;
      const user = await signInAt(address, 'Bob');
      // The node that runs the chain is killed during a post to the other, and restarts meanwhile.
      const first = await user.sign(other);
      await sendWire(rpcOf(address), first);
      await kill(chain);
      const posting = user.post(other, signatureOf(first));
      chain = start({ ...env, DATA_DIR: folder.path, PORT });
      await chain.address;
      expect((await posting).body).toMatchObject({ transactionHash: signatureOf(first) });
      // The other node is killed during a post, and the page uses the remaining one.
      const second = await user.sign(address);
      await sendWire(rpcOf(address), second);
      const broken = user.post(other, signatureOf(second)).catch((error: unknown) => error);
      await kill(joined);
      await broken;
      expect((await user.post(address, signatureOf(second))).body).toMatchObject({
        status: 'confirmed',
      });
      await expectOneBondEach(address, user, [first, second].map(signatureOf));
      chain.process.kill('SIGTERM');
      expect((await chain.ended).code).toBe(0);
      expect(await violations(stored.database)).toEqual([]);
    },
    180_000,
  );
});
