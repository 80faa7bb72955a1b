import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRpcProxy } from '#server/kernel/rpc/rpc-proxy';
import { type App, startApp } from '#test/app';
import { type Behaviour, type Call, type StubProvider, startStub } from '#test/chain/stub-provider';
import { World } from '#test/world';
import { signIn } from '#test/world/user';
import { newWallet, paymentOf, signed, units } from '#test/world/wallet';

const GENESIS = 'genesis';

/** Node in front of one stub provider. */
describe('/rpc', () => {
  let stub: StubProvider;
  let app: App;
  let behave: (call: Call) => Behaviour;
  /** Blocks calls to the provider. */
  let gate: Promise<void> = Promise.resolve();

  beforeAll(async () => {
    stub = await startStub((call) =>
      call.method === 'getGenesisHash' ? { result: GENESIS } : behave(call),
    );
    const till = {
      treasury: '2'.repeat(44),
      usdcMint: '3'.repeat(44),
      treasuryTokenAccount: '4'.repeat(44),
    };
    const { respond } = createRpcProxy({
      urls: [stub.url],
      till,
      isOurs: async (hash) => hash === GENESIS,
      fetch: (url, init) => gate.then(() => fetch(url, init)),
    });
    app = await startApp({
      parts: { local: null, limitsRates: true },
      app: { rpc: respond, trustProxy: true },
    });
  });
  beforeEach(() => {
    behave = () => ({ result: 1 });
    stub.calls.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await stub.close();
  });

  let addresses = 0;
  const somebody = async (): Promise<Record<string, string>> => {
    const { sessionToken } = await signIn({ app: app.http } as never, await newWallet());
    return { 'x-session-token': sessionToken, 'x-forwarded-for': `10.0.0.${(addresses += 1)}` };
  };
  const call = (method = 'getBalance', params: readonly unknown[] = [], id: unknown = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  const ask = (headers: Record<string, string>, request: unknown = call()) =>
    app.inject({
      method: 'POST',
      url: '/rpc',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(request),
    });
  const batch = Array.from({ length: 10 }, (_, id) => call('getBalance', [], id));

  test('requires a session and a same-origin page', async () => {
    const refused = await ask({});
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({
      error: { data: { code: 'UNAUTHENTICATED' } },
      id: null,
    });
    const user = await somebody();
    expect((await ask({ ...user, origin: 'https://elsewhere.example' })).statusCode).toBe(403);
    expect(stub.calls).toEqual([]);
    expect((await ask(user)).json()).toEqual({ jsonrpc: '2.0', result: 1, id: 1 });
  });

  /** Sends requests until refused. Returns the number answered, and the refusal. The budget refills meanwhile. */
  const untilRefused = async (user: Record<string, string>, request: unknown) => {
    for (let answered = 0; answered < 100; answered += 1) {
      const refused = await ask(user, request);
      if (refused.statusCode === 429) return { answered, refused };
    }
    throw new Error('it is never too much');
  };

  test('counts every entry of a batch, per user', async () => {
    const user = await somebody();
    const { answered, refused } = await untilRefused(user, batch);
    expect(answered).toBeGreaterThanOrEqual(12);
    expect(stub.calls.length).toBe(10 * answered);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(await somebody(), batch)).statusCode).toBe(200);
  });

  test.each([
    call('getTransaction', ['x']),
    call('getSignatureStatuses', [['x'], { searchTransactionHistory: true }]),
  ])('counts archive searches as ten: %o', async (request) => {
    const { answered } = await untilRefused(await somebody(), request);
    expect(answered).toBeGreaterThanOrEqual(12);
  });

  test('counts a query of recent statuses as one', async () => {
    const user = await somebody();
    const asked = Array.from({ length: 10 }, () => call('getSignatureStatuses', [['x'], {}]));
    expect((await ask(user, asked)).statusCode).toBe(200);
    const { answered } = await untilRefused(user, call('getTransaction', ['x']));
    expect(answered).toBeGreaterThanOrEqual(11);
  });

  test('returns at most 128 kB, also for a batch', async () => {
    behave = () => ({ result: 'x'.repeat(60_000) });
    const user = await somebody();
    const { rawPayload, json } = await ask(user, batch);
    expect(rawPayload.length).toBeLessThan(130_000);
    const answers = json<{ id: number; error?: { message: string } }[]>();
    expect(answers.map(({ error }) => error?.message ?? 'ok')).toEqual([
      'ok',
      'ok',
      ...Array.from({ length: 8 }, () => 'The answer is too large'),
    ]);
    behave = () => ({ result: 'x'.repeat(200_000) });
    expect((await ask(user)).statusCode).toBe(502);
  });

  test('limits concurrent calls to the provider, and refuses others with Retry-After', async () => {
    const user = await somebody();
    let open = (): void => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const statuses: number[] = [];
    const asked = Array.from({ length: 20 }, async () => {
      statuses.push((await ask(user)).statusCode);
    });
    await vi.waitUntil(() => statuses.length === 16, { timeout: 10_000 });
    expect(new Set(statuses)).toEqual(new Set([429]));
    open();
    await Promise.all(asked);
    expect(statuses.slice(16)).toEqual([200, 200, 200, 200]);
  });
});

test('forwards only transactions that pay the treasury, or are signed by it', async () => {
  const world = await World.open();
  const stub = await startStub(({ method }) => ({ result: method }));
  try {
    const { respond } = createRpcProxy({ urls: [stub.url], till: world.till });
    const post = async (method: string, transaction: unknown): Promise<boolean> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [transaction] });
      return 'result' in (JSON.parse((await respond(body)).body) as object);
    };
    const payer = await world.fundedWallet();
    const other = await newWallet();
    const wire = async (till = world.till, token: 'SOL' | 'USDC' = 'SOL', by = payer) =>
      signed(world.net, by, [await paymentOf(by, till, { token, amount: units(token, '1') })]);
    const elsewhere = {
      ...world.till,
      treasury: other.address,
      treasuryTokenAccount: other.address,
    };
    expect(await post('getAccountInfo', world.till.treasuryTokenAccount)).toBe(true);
    expect(await post('getAccountInfo', other.address)).toBe(false);
    for (const method of ['sendTransaction', 'simulateTransaction']) {
      expect(await post(method, await wire())).toBe(true);
      expect(await post(method, await wire(world.till, 'USDC'))).toBe(true);
      expect(await post(method, await wire(elsewhere))).toBe(false);
      expect(await post(method, await wire(elsewhere, 'USDC'))).toBe(false);
      expect(await post(method, await wire(elsewhere, 'SOL', await world.ownerWallet()))).toBe(
        true,
      );
      for (const nothing of ['AAAA', '', '%', 7, null, {}]) {
        expect(await post(method, nothing)).toBe(false);
      }
    }
  } finally {
    await stub.close();
    await world.close();
  }
});

test('every method that the web app calls is forwarded, and no other', async () => {
  // The screens know the mint of USDC; only the stand-alone verifier asks for the genesis.
  const files = ['src/web', 'packages/proof/src/checks'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/.test(name) && name !== 'usdc-mint.ts')
      .map((name) => join(folder, name)),
  );
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const called = new Set(
    [...text.matchAll(/\b(?:rpc(?:Text)?|ask|call)(?:<[^]{1,200}?>)?\(\s*'([a-z]+[A-Z]\w+)'/g)].map(
      ([, name]) => name ?? '',
    ),
  );
  const passed = /METHODS: ReadonlySet<string> = new Set\(\[([^\]]*)/.exec(
    readFileSync('src/server/kernel/rpc/rpc-proxy.ts', 'utf8'),
  )?.[1];
  const allowed = [...(passed ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name ?? '');
  expect([...called].toSorted()).toEqual(allowed.toSorted());
});
