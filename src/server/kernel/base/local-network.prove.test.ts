import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { airdrop, getLocal, moveClock } from '#contract/base/local';
import { getSettings, getStatus } from '#contract/terms/protocol';
import { DAY_MS, WEEK_MS } from '#domain/base/time';
import { randomKeypair } from '#localnet/keypair';
import { type App, startApp } from '#test/app';
import { onOneDatabase } from '#test/databases';
import { ask } from '#test/support/store';

interface Rpc {
  readonly result?: { readonly value?: unknown };
}

async function rpc(app: App, method: string, ...params: unknown[]): Promise<unknown> {
  const answer = await app.inject({
    method: 'POST',
    url: '/rpc',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  expect(answer.statusCode).toBe(200);
  const { result } = answer.json<Rpc>();
  return result?.value ?? result;
}

const SOL = 1_000_000_000;

onOneDatabase('the local network', (fresh) => {
  let app: App;
  beforeAll(async () => {
    app = await startApp({ fresh });
  });
  afterAll(() => app.close());

  const local = async () => (await app.call(getLocal)).body;
  const clock = (body: unknown) => app.call(moveClock, { body });

  describe('wallets', () => {
    test('contain the owner and at least three users, each with funds and a secret key', async () => {
      const { network, ownerWallet, usdcMint, wallets, now } = await local();
      expect(network).toBe('local');
      expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
      expect(wallets[0]?.address).toBe(ownerWallet);
      expect(wallets.length).toBeGreaterThanOrEqual(4);
      for (const [i, { address, secretKey }] of wallets.entries()) {
        expect(secretKey).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
        const at = { commitment: 'processed', encoding: 'jsonParsed' };
        const lamports = Number(await rpc(app, 'getBalance', address, at));
        expect(lamports).toBeGreaterThanOrEqual((i === 0 ? 1_000 : 100) * SOL);
        const held = (await rpc(
          app,
          'getTokenAccountsByOwner',
          address,
          { mint: usdcMint },
          at,
        )) as {
          account: { data: { parsed: { info: { tokenAmount: { uiAmount: number } } } } };
        }[];
        const { uiAmount } = held[0]!.account.data.parsed.info.tokenAmount;
        expect(uiAmount).toBeGreaterThanOrEqual(i === 0 ? 1_000_000 : 10_000);
      }
    });
  });

  describe('the faucet', () => {
    test.each([
      ['SOL', { sol: '1.5' }, 1.5 * SOL],
      ['the minimum amount', { sol: '0.001', usdc: '0.000000' }, 1_000_000],
      ['USDC', { usdc: '2.500001' }, 0],
      ['both', { sol: '2', usdc: '3' }, 2 * SOL],
    ])('sends %s and returns when the transfer is confirmed', async (_, amounts, lamports) => {
      const { address } = randomKeypair();
      const body = { walletAddress: address, ...amounts };
      const { status, body: answer } = await app.call(airdrop, { body });
      expect(status).toBe(200);
      const [seen] = (await rpc(app, 'getSignatureStatuses', [answer.signature])) as {
        confirmationStatus: string;
      }[];
      expect(seen?.confirmationStatus).toMatch(/confirmed|finalized/);
      expect(await rpc(app, 'getBalance', address, { commitment: 'confirmed' })).toBe(lamports);
    });

    const { address } = randomKeypair();
    test.each<[string, object, number, string]>([
      ['no wallet', { sol: '1' }, 400, 'MALFORMED'],
      ['no address', { walletAddress: '0OIl', sol: '1' }, 400, 'MALFORMED'],
      [
        'an address that is too long',
        { walletAddress: 'z'.repeat(44), sol: '1' },
        400,
        'MALFORMED',
      ],
      [
        'an address that is too short',
        { walletAddress: '1'.repeat(40), sol: '1' },
        400,
        'MALFORMED',
      ],
      ['a number', { walletAddress: address, sol: 1 }, 400, 'MALFORMED'],
      ['nothing', { walletAddress: address }, 422, 'AMOUNT_NOT_POSITIVE'],
      ['zero', { walletAddress: address, sol: '0', usdc: '0.0' }, 422, 'AMOUNT_NOT_POSITIVE'],
      ['a negative amount', { walletAddress: address, sol: '-1' }, 400, 'AMOUNT_MALFORMED'],
      ['an exponent', { walletAddress: address, sol: '1e3' }, 400, 'AMOUNT_MALFORMED'],
      ['a blank', { walletAddress: address, usdc: ' 1' }, 400, 'AMOUNT_MALFORMED'],
      ['a comma', { walletAddress: address, usdc: '1,5' }, 400, 'AMOUNT_MALFORMED'],
      ['an empty text', { walletAddress: address, sol: '' }, 400, 'AMOUNT_MALFORMED'],
      ['too many decimals', { walletAddress: address, usdc: '0.0000001' }, 400, 'AMOUNT_MALFORMED'],
      [
        'one good, one bad',
        { walletAddress: address, sol: '1', usdc: 'x' },
        400,
        'AMOUNT_MALFORMED',
      ],
    ])('refuses %s: %j', async (_, body, status, code) => {
      const answer = await app.call(airdrop, { body });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });

    test.each([
      ['AMOUNT_OUT_OF_RANGE', { sol: '1000000.000000001' }],
      ['AMOUNT_OUT_OF_RANGE', { sol: '9223372036.854775807' }],
      ['AMOUNT_OUT_OF_RANGE', { sol: '9'.repeat(30) }],
      ['AMOUNT_OUT_OF_RANGE', { usdc: '9223372036854.775807' }],
      ['AMOUNT_OUT_OF_RANGE', { sol: '1', usdc: '9'.repeat(30) }],
      ['BELOW_MINIMUM', { sol: '0.000999999' }],
      ['BELOW_MINIMUM', { sol: '0.000000001', usdc: '1' }],
    ])('refuses an amount out of bounds with %s and sends nothing: %j', async (code, amounts) => {
      const { address: to } = randomKeypair();
      const refused = await app.call(airdrop, { body: { walletAddress: to, ...amounts } });
      expect([refused.status, refused.body.code]).toEqual([422, code]);
      expect(await rpc(app, 'getBalance', to, { commitment: 'processed' })).toBe(0);
    });

    test('can pay several maximum-size requests', async () => {
      const { address: to } = randomKeypair();
      const body = { walletAddress: to, sol: '1000000', usdc: '1000000000' };
      const given = await Promise.all([1, 2, 3, 4, 5].map(() => app.call(airdrop, { body })));
      expect(given.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    });
  });

  describe('the clock', () => {
    const times = async () => ({
      now: Date.parse((await app.call(getStatus)).body.now),
      slot: app.net.slot(),
    });

    test('advances chain and protocol time together, and earlier transactions become finalized', async () => {
      const { address: to } = randomKeypair();
      const signature = await app.net.airdrop(to, 1_000_000n);
      const before = await times();
      const { status, body } = await clock({ advanceMs: DAY_MS });
      expect(status).toBe(200);
      const after = await times();
      expect(Date.parse(body.now) - before.now).toBeGreaterThanOrEqual(DAY_MS);
      expect(after.now - before.now).toBeLessThan(DAY_MS + 60_000);
      expect(after.slot - before.slot).toBeGreaterThanOrEqual(DAY_MS / 400);
      expect(after.slot - before.slot).toBeLessThan((DAY_MS + 60_000) / 400);
      const old = { searchTransactionHistory: true };
      const [seen] = (await rpc(app, 'getSignatureStatuses', [signature], old)) as {
        confirmationStatus: string;
      }[];
      expect(seen?.confirmationStatus).toBe('finalized');
      const blockTime = (await rpc(app, 'getBlockTime', app.net.slot() - 1)) as number;
      expect(Math.abs(blockTime * 1_000 - after.now)).toBeLessThan(60_000);
    });

    test('can advance while an airdrop waits for confirmation, which succeeds', async () => {
      const { address: to } = randomKeypair();
      const given = app.call(airdrop, { body: { walletAddress: to, sol: '1' } });
      while ((await rpc(app, 'getBalance', to, { commitment: 'processed' })) === 0);
      await clock({ advanceMs: DAY_MS });
      expect((await given).status).toBe(200);
    });

    test('advances to an instant in any time zone', async () => {
      const { now } = await times();
      const target = new Date(now + 3 * DAY_MS);
      const { body } = await clock({ now: target.toISOString() });
      expect(Date.parse(body.now)).toBeGreaterThanOrEqual(target.getTime());
      expect(Date.parse(body.now) - target.getTime()).toBeLessThan(60_000);
      const later = new Date(target.getTime() + DAY_MS + 2 * 3_600_000);
      const zoned = later.toISOString().replace('Z', '+02:00');
      const moved = await clock({ now: zoned });
      expect(Date.parse(moved.body.now)).toBeGreaterThanOrEqual(Date.parse(zoned));
    });

    test('returns after the price steps that became due were applied', async () => {
      const steps = async () =>
        (await ask(app.parts.database, `select from lmt_prices where origin = 'step'`)).length;
      const [before, price] = [await steps(), (await app.call(getSettings)).body.lmtPriceUSDC];
      await clock({ advanceMs: 3 * WEEK_MS });
      expect((await steps()) - before).toBe(3);
      expect(Number((await app.call(getSettings)).body.lmtPriceUSDC)).toBeCloseTo(
        Number(price) * 1.015 ** 3,
        4,
      );
    });

    test('accepts an advance by 0 ms', async () => {
      expect((await clock({ advanceMs: 0 })).status).toBe(200);
    });

    test.each<[string, unknown, number, string]>([
      ['backwards', { now: '2020-01-01T00:00:00.000Z' }, 422, 'CLOCK_BACKWARDS'],
      ['backwards', { advanceMs: -1 }, 400, 'MALFORMED'],
      ['too far', { advanceMs: 367 * DAY_MS }, 422, 'CLOCK_TOO_FAR'],
      ['too far', { advanceMs: Number.MAX_SAFE_INTEGER }, 422, 'CLOCK_TOO_FAR'],
      ['too far', { now: '9999-12-31T23:59:59Z' }, 422, 'CLOCK_TOO_FAR'],
      ['by a fraction', { advanceMs: 1.5 }, 400, 'MALFORMED'],
      ['by a text', { advanceMs: '1000' }, 400, 'MALFORMED'],
      ['by more than a number', { advanceMs: 1e300 }, 400, 'MALFORMED'],
      ['to no instant', { now: 'tomorrow' }, 400, 'MALFORMED'],
      ['to a day that is none', { now: '2030-02-30T00:00:00Z' }, 400, 'MALFORMED'],
      ['to a time of no zone', { now: '2030-01-01T00:00:00' }, 400, 'MALFORMED'],
      ['both ways', { advanceMs: 1, now: '2030-01-01T00:00:00Z' }, 400, 'MALFORMED'],
      ['nowhere', {}, 400, 'MALFORMED'],
    ])('refuses to go %s: %j', async (_, body, status, code) => {
      const before = await times();
      const answer = await clock(body);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect((await times()).now - before.now).toBeLessThan(60_000);
    });
  });
});

describe('the local network’s routes', () => {
  const CALLS = [
    ['GET', '/api/local'],
    ['POST', '/api/local/airdrop'],
    ['POST', '/api/local/clock'],
  ] as const;
  const statuses = (app: App, host: string) =>
    Promise.all(
      CALLS.map(
        async ([method, url]) => (await app.inject({ method, url, headers: { host } })).statusCode,
      ),
    );
  const ABSENT = [404, 404, 404];
  const PRESENT = [200, 400, 400];

  test('accept only loopback Host headers if offered on loopback (DNS rebinding)', async () => {
    const app = await startApp();
    for (const host of ['localhost', 'localhost:5173', '127.0.0.1:80', '[::1]:5173', '127.8.8.8']) {
      expect([host, await statuses(app, host)]).toEqual([host, PRESENT]);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.0.0.1']) {
      expect([host, await statuses(app, host)]).toEqual([host, ABSENT]);
    }
    const forwarded = await app.inject({
      url: '/api/local',
      headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' },
    });
    expect(forwarded.statusCode).toBe(404);
    await app.close();
  });

  test('refuse a page of another origin', async () => {
    const app = await startApp();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/local/clock',
      headers: {
        host: 'localhost:5173',
        origin: 'https://evil.example',
        'content-type': 'application/json',
      },
      payload: '{"advanceMs":1}',
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      403,
      'ORIGIN_REFUSED',
    ]);
    await app.close();
  });

  test('return 404 if the network is offered nowhere or does not exist', async () => {
    const nowhere = await startApp({ parts: { localOffered: 'nowhere' } });
    expect(await statuses(nowhere, 'localhost')).toEqual(ABSENT);
    await nowhere.close();
    const none = await startApp({ parts: { local: null } });
    expect(await statuses(none, 'localhost')).toEqual(ABSENT);
    await none.close();
  });

  test('accept any Host header if offered everywhere', async () => {
    const app = await startApp({ parts: { localOffered: 'everywhere' } });
    expect(await statuses(app, 'demo.example')).toEqual(PRESENT);
    await app.close();
  });
});
