import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { assignDeposit, directAccess, emergencyPause, listDeposits } from '#contract/admin';
import { getPortfolio } from '#contract/portfolio';
import { WEEK_MS } from '#domain/base/time';
import { World } from '#test/world';
import { nonceFor } from '#test/world/user';
import { signText } from '#test/world/wallet';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('the owner’s way in', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
  });
  afterEach(() => world.expectSound());
  afterAll(() => world.close());

  const access = (body: object, headers: Record<string, string> = {}) =>
    world.call(directAccess, { body, headers });

  test('the owner’s user session opens it, and so does a fresh signature of the owner', async () => {
    const owner = await world.signedIn(await world.ownerWallet());
    const walletAddress = owner.address;
    const { status, body } = await access({ walletAddress }, { 'x-session-token': owner.token });
    expect([status, Buffer.from(body.sessionToken, 'base64url').length]).toEqual([200, 32]);
    expect((await access({ walletAddress }, { cookie: `lmt_session=${owner.token}` })).status).toBe(
      200,
    );
    const message = await nonceFor(world.node, walletAddress);
    const proof = { walletAddress, message, signature: await signText(owner.wallet, message) };
    expect((await access(proof)).status).toBe(200);
    expect((await access(proof)).status, 'a signature is good once').toBe(401);
  });

  test('nobody else gets in, however they ask', async () => {
    const user = await world.user();
    const owner = world.node.parts.ownerWallet;
    const own = { 'x-session-token': user.token };
    const message = await nonceFor(world.node, owner);
    const theirs = await nonceFor(world.node, user.address);
    const tries: [number, object, Record<string, string>?][] = [
      [401, { walletAddress: owner }],
      [401, { walletAddress: owner }, { 'x-session-token': 'forged' }],
      [401, { walletAddress: owner }, { 'x-admin-session': 'forged' }],
      [403, { walletAddress: owner }, own],
      [403, { walletAddress: user.address }, own],
      [403, { walletAddress: owner }, { ...own, 'x-wallet-address': owner }],
      [401, { walletAddress: owner, message, signature: await signText(user.wallet, message) }],
      [
        401,
        { walletAddress: owner, message: theirs, signature: await signText(user.wallet, theirs) },
      ],
      [401, { walletAddress: owner, signature: 'x' }],
      [400, { walletAddress: 7 }, own],
      [400, {}],
    ];
    for (const [status, body, headers] of tries) {
      expect((await access(body, headers)).status, JSON.stringify(body)).toBe(status);
    }
    const signature = await signText(user.wallet, theirs);
    const proof = { walletAddress: user.address, message: theirs, signature };
    expect(await access(proof)).toMatchObject({ status: 403, body: { code: 'NOT_OWNER' } });
  });

  test('an owner’s session under another wallet’s name is refused', async () => {
    const [owner, user] = [await world.signedIn(await world.ownerWallet()), await world.user()];
    const headers = { 'x-session-token': owner.token, 'x-wallet-address': user.address };
    expect((await access({ walletAddress: owner.address }, headers)).status).toBe(403);
  });

  test('an Idempotency-Key hands the owner’s session to nobody', async () => {
    const owner = await world.signedIn(await world.ownerWallet());
    const body = { walletAddress: owner.address };
    const key = { 'idempotency-key': '1' };
    const first = await access(body, { ...key, 'x-session-token': owner.token });
    expect(first.status).toBe(200);
    expect((await access(body, key)).status).toBe(401);
    const kept = await world.rows('select answer from idempotency_keys');
    expect(JSON.stringify(kept)).not.toContain(first.body.sessionToken);
  });

  test('every admin call needs an admin session of the owner', async () => {
    const calls = [
      [emergencyPause, { body: { paused: true } }],
      [listDeposits, {}],
      [assignDeposit, { params: { id: NOBODY }, body: { userId: NOBODY } }],
    ] as const;
    const user = await world.user();
    const owner = await world.owner();
    for (const [endpoint, options] of calls) {
      const ask = async (headers: Record<string, string>) => {
        const { status, body } = await world.call(endpoint, { ...options, headers });
        return [status, (body as { code?: string }).code];
      };
      expect(await ask({})).toEqual([401, 'UNAUTHENTICATED']);
      expect(await ask(user.headers)).toEqual([401, 'UNAUTHENTICATED']);
      expect(await ask({ 'x-admin-session': 'forged' })).toEqual([401, 'SESSION_EXPIRED']);
      expect(await ask({ 'x-admin-session': user.token })).toEqual([401, 'SESSION_EXPIRED']);
      const { status, body } = await owner(endpoint, {
        ...options,
        headers: { 'x-wallet-address': user.address },
      });
      expect([status, (body as { code?: string }).code]).toEqual([403, 'NOT_OWNER']);
    }
    expect(await world.count('admin_log')).toBe(0);
  });

  test('30 idle minutes or 12 hours end it, by the wall clock; the time machine does not', async () => {
    const read = async (owner: Awaited<ReturnType<World['owner']>>) =>
      (await owner(listDeposits)).status;
    const last = '(select max(ends_at) from admin_sessions)';
    const owner = await world.owner();
    await world.advance(WEEK_MS);
    expect(await read(owner)).toBe(200);
    await world.rows(
      `update admin_sessions set idle_until = clock_timestamp() + interval '1 minute' where ends_at = ${last}`,
    );
    expect(await read(owner)).toBe(200);
    const [kept] = await world.rows<{ s: number }>(
      `select extract(epoch from idle_until - clock_timestamp())::int as s from admin_sessions
       where ends_at = ${last}`,
    );
    expect(kept!.s).toBeGreaterThan(1_700);
    await world.rows(
      `update admin_sessions set idle_until = clock_timestamp() where ends_at = ${last}`,
    );
    expect(await read(owner)).toBe(401);
    const second = await world.owner();
    await world.rows(`update admin_sessions set ends_at = clock_timestamp()`);
    expect(await read(second)).toBe(401);
  });

  test('the owner reads what is anybody’s; an unknown user is unknown', async () => {
    const [owner, user] = [await world.owner(), await world.user()];
    expect((await owner(getPortfolio, { params: { userId: user.id } })).status).toBe(200);
    expect((await owner(getPortfolio, { params: { userId: NOBODY } })).status).toBe(404);
    expect((await owner(getPortfolio, { params: { userId: 'x' } })).status).toBe(400);
  });
});
