import { getAddMemoInstruction } from '@solana-program/memo';
import { afterEach, describe, expect, test } from 'vitest';
import type { KeyPairSigner } from '@solana/kit';
import { directAccess, emergencyPause } from '#contract/users/admin-session';
import { listDeposits } from '#contract/payments/admin-deposits';
import { deleteUser } from '#contract/users/admin-users';
import { getNonce, logout, verifyWallet } from '#contract/users/auth';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { WEEK_MS } from '#domain/base/time';
import { World } from '#test/world';
import { nonceFor } from '#test/world/user';
import { adminProof, signText, signed } from '#test/world/wallet';

const cookieOf = (token: string) => `lmt_session=${token}`;
const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('owner access', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  const access = (body: object, headers: Record<string, string> = {}) =>
    world.call(directAccess, { body, headers });

  const proofOf = async (wallet: KeyPairSigner) =>
    adminProof(wallet, async (body) => (await world.call(getNonce, { body })).body);

  test('opens with a fresh signature of the owner, and requires one in addition to a session', async () => {
    const owner = await world.signedIn(await world.ownerWallet());
    const walletAddress = owner.address;
    const own = { 'x-session-token': owner.token };
    for (const headers of [own, { cookie: cookieOf(owner.token) }]) {
      expect(await access({ walletAddress }, headers)).toMatchObject({
        status: 401,
        body: { code: 'SIGNATURE_REQUIRED' },
      });
    }
    const proof = await proofOf(owner.wallet);
    expect(proof.message).toContain('as the owner: can move the treasury');
    const { status, body } = await access(proof, own);
    expect([status, Buffer.from(body.sessionToken, 'base64url').length]).toEqual([200, 32]);
    expect((await access(proof, own)).status, 'a signature is good once').toBe(401);
  });

  test('signs the owner in with the same signature if there is no user session', async () => {
    const { body, headers, status } = await access(await proofOf(await world.ownerWallet()));
    expect(status).toBe(200);
    const admin = { 'x-admin-session': body.sessionToken };
    expect((await world.call(listDeposits, { headers: admin })).status).toBe(200);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    expect((await world.call(logout, { headers: { cookie } })).status).toBe(200);
    expect((await world.call(listDeposits, { headers: admin })).status).toBe(401);
  });

  test('refuses a sign-in text made for another purpose', async () => {
    const owner = await world.signedIn(await world.ownerWallet());
    const walletAddress = owner.address;
    const own = { 'x-session-token': owner.token };
    const message = await nonceFor(world.node, walletAddress);
    const signature = await signText(owner.wallet, message);
    const asked = await access({ walletAddress, message, signature }, own);
    expect(asked).toMatchObject({ status: 401, body: { code: 'SIGNATURE_INVALID' } });
    const signedIn = await world.call(verifyWallet, { body: await proofOf(owner.wallet) });
    expect(signedIn).toMatchObject({ status: 401, body: { code: 'SIGNATURE_INVALID' } });
  });

  test('accepts a signed memo transaction and an off-chain envelope as signatures', async () => {
    const owner = await world.signedIn(await world.ownerWallet());
    const [own, walletAddress] = [{ 'x-session-token': owner.token }, owner.address];
    const message = await nonceFor(world.node, walletAddress, 'admin');
    const memo = getAddMemoInstruction({ memo: message });
    const transaction = await signed(world.net, owner.wallet, [memo]);
    expect((await access({ walletAddress, message, transaction }, own)).status).toBe(200);
    const text = await nonceFor(world.node, walletAddress, 'admin');
    const size = Buffer.alloc(2);
    size.writeUInt16LE(text.length);
    const prefix = Buffer.from('\xffsolana offchain\x00\x00', 'latin1');
    const envelope = Buffer.concat([prefix, size, Buffer.from(text)]);
    const proof = { walletAddress, signature: await signText(owner.wallet, envelope) };
    const signedMessage = envelope.toString('base64');
    const other = await nonceFor(world.node, walletAddress, 'admin');
    expect((await access({ ...proof, message: other, signedMessage }, own)).status).toBe(401);
    expect((await access({ ...proof, message: text }, own)).status).toBe(401);
    expect((await access({ ...proof, message: text, signedMessage }, own)).status).toBe(200);
  });

  test('is refused to everybody else, whatever they send', async () => {
    const user = await world.user();
    const owner = world.node.parts.ownerWallet;
    const own = { 'x-session-token': user.token };
    const message = await nonceFor(world.node, owner, 'admin');
    const theirs = await nonceFor(world.node, user.address, 'admin');
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

  test('refuses an owner session that belongs to another wallet', async () => {
    const [owner, user] = [await world.signedIn(await world.ownerWallet()), await world.user()];
    const headers = { 'x-session-token': owner.token, 'x-wallet-address': user.address };
    expect((await access({ walletAddress: owner.address }, headers)).status).toBe(403);
  });

  test('never replays an owner session to another caller through an Idempotency-Key', async () => {
    const owner = await world.signedIn(await world.ownerWallet());
    const body = await proofOf(owner.wallet);
    const key = { 'idempotency-key': '1' };
    const first = await access(body, { ...key, 'x-session-token': owner.token });
    expect(first.status).toBe(200);
    expect((await access(body, key)).status).toBe(401);
    const kept = await world.rows('select answer from idempotency_keys');
    expect(JSON.stringify(kept)).not.toContain(first.body.sessionToken);
  });

  const idleSeconds = async () => {
    const [kept] = await world.rows<{ s: number }>(
      `select extract(epoch from idle_until - db_now())::int as s from admin_sessions
       order by ends_at desc limit 1`,
    );
    return kept?.s ?? 0;
  };
  const read = async (owner: Awaited<ReturnType<World['owner']>>) =>
    (await owner(listDeposits)).status;

  test('expires after 30 idle minutes or 12 hours of wall-clock time, whatever protocol time is skipped', async () => {
    const last = '(select max(ends_at) from admin_sessions)';
    const owner = await world.owner();
    await world.advance(WEEK_MS);
    expect(await read(owner)).toBe(200);
    await world.rows(`update admin_sessions set idle_until = db_now() where ends_at = ${last}`);
    expect(await read(owner)).toBe(401);
    const second = await world.owner();
    await world.rows(`update admin_sessions set ends_at = db_now()`);
    expect(await read(second)).toBe(401);
  });

  test('is prolonged by writes, but not by reads such as polling', async () => {
    const owner = await world.owner();
    await world.rows(`update admin_sessions set idle_until = db_now() + interval '1 minute'`);
    expect(await read(owner)).toBe(200);
    expect(await idleSeconds()).toBeLessThanOrEqual(60);
    expect((await owner(emergencyPause, { body: { paused: false } })).status).toBe(200);
    expect(await idleSeconds()).toBeGreaterThan(1_700);
  });

  test('ends with the user session: log-out, another account, deletion', async () => {
    const wallet = await world.ownerWallet();
    const opened = async () => {
      const user = await world.signedIn(wallet);
      const own = { 'x-session-token': user.token };
      const { sessionToken } = (await access(await proofOf(wallet), own)).body;
      const headers = { 'x-admin-session': sessionToken };
      return { user, stands: async () => (await world.call(listDeposits, { headers })).status };
    };
    const [loggedOut, switched, other] = [await opened(), await opened(), await opened()];
    expect(await loggedOut.stands()).toBe(200);
    await loggedOut.user.call(logout);
    expect(await loggedOut.stands()).toBe(401);

    const bob = await world.fundedWallet('1', '0');
    const message = await nonceFor(world.node, bob.address);
    const signature = await signText(bob, message);
    const { status } = await world.call(verifyWallet, {
      headers: { cookie: cookieOf(switched.user.token) },
      body: { walletAddress: bob.address, message, signature },
    });
    expect([status, await switched.stands()]).toEqual([200, 401]);
    expect(await other.stands(), 'another browser of the owner stays').toBe(200);

    const deleting = await world.owner();
    const deleted = await deleting(deleteUser, { params: { id: other.user.id } });
    expect([deleted.status, await other.stands()]).toEqual([200, 401]);
  });

  test('opens for each of several owners, and logs which one acted', async () => {
    const [first, second] = [await world.ownerWallet(), await world.fundedWallet('1', '0')];
    const owners = new Set([first.address, second.address]);
    const node = await world.restart({ owners });
    for (const wallet of [first, second]) {
      const proof = await adminProof(
        wallet,
        async (body) => (await world.call(getNonce, { body }, node)).body,
      );
      const { body } = await world.call(directAccess, { body: proof }, node);
      const headers = { 'x-admin-session': body.sessionToken, 'x-wallet-address': wallet.address };
      const paused = { body: { paused: wallet === first }, headers };
      expect((await world.call(emergencyPause, paused, node)).status).toBe(200);
      const [line] = await world.rows<{ actor: string }>(
        'select actor from admin_log order by seq desc limit 1',
      );
      expect(line?.actor).toBe(wallet.address);
      const as = { ...headers, 'x-wallet-address': first.address };
      const status = wallet === first ? 200 : 403;
      expect((await world.call(listDeposits, { headers: as }, node)).status).toBe(status);
    }
    expect((await access(await proofOf(second))).status, 'an owner on that node alone').toBe(403);
  });

  test('lets the owner read any user’s data, and returns 404 for an unknown user', async () => {
    const [owner, user] = [await world.owner(), await world.user()];
    expect((await owner(getPortfolio, { params: { userId: user.id } })).status).toBe(200);
    expect((await owner(getPortfolio, { params: { userId: NOBODY } })).status).toBe(404);
    expect((await owner(getPortfolio, { params: { userId: 'x' } })).status).toBe(400);
  });
});
