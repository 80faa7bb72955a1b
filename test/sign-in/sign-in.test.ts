import { getBase58Decoder } from '@solana/kit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { getNonce, getUser, logout, postUser, verifyWallet } from '#contract/users/auth';
import { quoteBond } from '#contract/bonds/bonds';
import { getPortfolio } from '#contract/portfolio/portfolio';
import { getStatus } from '#contract/terms/protocol';
import { WEEK_MS } from '#domain/base/time';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import { ORIGIN } from '#test/world/origin';
import { SMALL_ORDER_POINTS, forgedSignature } from '#test/support/small-order-points';
import { nonceFor } from '#test/world/user';
import { newWallet, signText } from '#test/world/wallet';

// Opening a world is part of some of these tests, and slow where many tests run at once.
vi.setConfig({ testTimeout: 120_000 });

describe('sign-in', () => {
  const world = World.forTests();
  afterEach(() => world.expectSound());

  const verify = async (body: object, headers = {}) => world.call(verifyWallet, { body, headers });

  test('the message is a Sign-In-With-Solana one, for this place, wallet and five minutes', async () => {
    const { address } = await newWallet();
    const lines = (await nonceFor(world.node, address)).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      'localhost:5173 wants you to sign in with your Solana account:',
      address,
      '',
    ]);
    const fields = new Map(
      lines.slice(5).map((line) => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')] as const;
      }),
    );
    const names = ['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time'];
    expect([...fields.keys()]).toEqual(names);
    expect(fields.get('URI')).toBe(ORIGIN);
    expect(fields.get('Chain ID')).toBe('localnet');
    expect(fields.get('Nonce')).toMatch(/^[0-9a-f]{32}$/);
    const [from, to] = ['Issued At', 'Expiration Time'].map((name) =>
      Date.parse(fields.get(name) ?? ''),
    );
    expect(to! - from!).toBe(300_000);
    // Wall clock: the time machine has moved protocol time before this.
    expect(Math.abs(from! - Date.now())).toBeLessThan(60_000);
  });

  test('the first sign-in makes the user, the next one finds it; token and cookie are one', async () => {
    const wallet = await newWallet();
    const message = await nonceFor(world.node, wallet.address);
    const signature = await signText(wallet, message);
    const { status, body, headers } = await verify({
      walletAddress: wallet.address,
      message,
      signature,
    });
    expect(status).toBe(200);
    expect(Buffer.from(body.sessionToken, 'base64url')).toHaveLength(32);
    expect(headers['set-cookie']).toBe(
      `lmt_session=${body.sessionToken}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict`,
    );
    expect(await world.count('sessions where token_hash = $1', [body.sessionToken])).toBe(0);
    const again = await world.signedIn(wallet);
    expect([again.id, again.token === body.sessionToken]).toEqual([body.userId, false]);
    const own = await again.call(getUser, { params: { walletAddress: wallet.address } });
    expect(own.body).toMatchObject({
      id: body.userId,
      walletAddress: wallet.address,
      username: `User${wallet.address.slice(0, 8)}`,
      unstakedLMT: '0.00000000',
      soldThisCycle: '0.00000000',
      sellLimitResetDate: null,
    });
  });

  test('nothing but the wallet’s own signature of its own open message is taken', async () => {
    const [wallet, other] = [await newWallet(), await newWallet()];
    const walletAddress = wallet.address;
    const message = await nonceFor(world.node, walletAddress);
    const signature = await signText(wallet, message);
    const foreign = await nonceFor(world.node, other.address);
    const madeUp = message.replace(/Nonce: \w+/, `Nonce: ${'0'.repeat(32)}`);
    const tries: [string, object][] = [
      ['another wallet’s signature', { message, signature: await signText(other, message) }],
      [
        'another wallet’s message',
        { message: foreign, signature: await signText(wallet, foreign) },
      ],
      [
        'a message nobody handed out',
        { message: madeUp, signature: await signText(wallet, madeUp) },
      ],
      ['an altered message', { message: `${message} `, signature }],
      [
        'an altered message, signed',
        { message: `${message} `, signature: await signText(wallet, `${message} `) },
      ],
      ['the other’s address', { message, signature, walletAddress: other.address }],
      ['a signature cut short', { message, signature: signature.slice(0, -2) }],
      ['no base 58', { message, signature: '0OIl'.repeat(20) }],
      ['an empty signature', { message, signature: '' }],
      ['no signature', { message }],
      ['no text', { message: '', signature }],
      ['a text with a null character', { message: `${message}\u0000`, signature }],
      ['half a surrogate', { message: '\ud800', signature }],
    ];
    for (const [what, body] of tries) {
      const { status } = await verify({ walletAddress, ...body });
      expect([400, 401], what).toContain(status);
    }
    expect(
      await world.count('users where wallet = any(array[$1, $2])', [walletAddress, other.address]),
    ).toBe(0);
    // None of it has used the message up.
    expect((await verify({ walletAddress, message, signature })).status).toBe(200);
    expect(await verify({ walletAddress, message, signature })).toMatchObject({
      status: 401,
      body: { code: 'SIGNATURE_INVALID' },
    });
  });

  test('an expired message is worth nothing', async () => {
    const wallet = await newWallet();
    const message = await nonceFor(world.node, wallet.address);
    await world.rows(`update nonces set expires_at = db_now() where message = $1`, [message]);
    const signature = await signText(wallet, message);
    expect((await verify({ walletAddress: wallet.address, message, signature })).status).toBe(401);
  });

  test('several messages live side by side, and each is good once', async () => {
    const wallet = await newWallet();
    const messages = [
      await nonceFor(world.node, wallet.address),
      await nonceFor(world.node, wallet.address),
    ];
    for (const message of messages.toReversed()) {
      const signature = await signText(wallet, message);
      expect((await verify({ walletAddress: wallet.address, message, signature })).status).toBe(
        200,
      );
    }
  });

  test('malformed addresses and bodies: 400', async () => {
    for (const walletAddress of [undefined, 7, '', 'x', '0'.repeat(40), '1'.repeat(45), {}]) {
      expect((await world.call(getNonce, { body: { walletAddress } })).status).toBe(400);
    }
    for (const text of ['', '[]', 'null', '"x"', '{', '{"walletAddress":']) {
      expect((await world.call(getNonce, { text })).status).toBe(400);
    }
  });

  test('the header wins over the cookie; the cookie alone is enough', async () => {
    const [a, b] = [await world.user(), await world.user()];
    const cookie = `other=1; lmt_session=${a.token}`;
    const read = (id: string, headers: Record<string, string>) =>
      world.call(getPortfolio, { params: { userId: id }, headers });
    expect((await read(a.id, { cookie })).status).toBe(200);
    expect((await read(b.id, { cookie, 'x-session-token': b.token })).status).toBe(200);
    expect((await read(a.id, { cookie, 'x-session-token': b.token })).status).toBe(403);
    expect(await read(a.id, { cookie, 'x-session-token': 'stale' })).toMatchObject({
      status: 401,
      body: { code: 'SESSION_EXPIRED' },
    });
    expect((await read(a.id, { cookie: 'lmt_session=' })).status).toBe(401);
  });

  test('a session lasts 24 hours from its last use, by the wall clock', async () => {
    const user = await world.user();
    const hash = `encode(sha256($1::text::bytea), 'hex')`;
    const leave = (interval: string) =>
      world.rows(
        `update sessions set expires_at = db_now() + interval '${interval}' where token_hash = ${hash}`,
        [user.token],
      );
    const left = async (): Promise<number> => {
      const [row] = await world.rows<{ s: number }>(
        `select extract(epoch from expires_at - db_now())::int as s from sessions where token_hash = ${hash}`,
        [user.token],
      );
      return row!.s;
    };
    const read = async () =>
      (await user.call(getPortfolio, { params: { userId: user.id } })).status;
    await leave('1 minute');
    expect(await read()).toBe(200);
    expect(await left()).toBeGreaterThan(86_000);
    await world.advance(WEEK_MS);
    expect(await read()).toBe(200);
    await leave('0 seconds');
    expect(await read()).toBe(401);
  });

  test('logging out ends that session alone, and takes the cookie back', async () => {
    const wallet = await newWallet();
    const [one, two] = [await world.signedIn(wallet), await world.signedIn(wallet)];
    const { body, headers } = await one.call(logout);
    expect(body).toEqual({ ok: true });
    expect(headers['set-cookie']).toMatch(/^lmt_session=; .*Max-Age=0/);
    const read = (user: typeof one) => user.call(getPortfolio, { params: { userId: user.id } });
    expect((await read(one)).status).toBe(401);
    expect((await one.call(logout)).status).toBe(401);
    expect((await read(two)).status).toBe(200);
  });

  test('a write from another page is refused, whoever is signed in; reads and programs go on', async () => {
    const user = await world.user();
    const body = { tokenType: 'USDC', amount: '1' };
    for (const origin of [
      'http://evil.example',
      'http://localhost:3000',
      'null',
      'https://localhost:5173',
    ]) {
      const { status, body: refused } = await user.call(quoteBond, { body, headers: { origin } });
      expect([status, refused.code], origin).toEqual([403, 'ORIGIN_REFUSED']);
    }
    const program = await world.node.app.inject({
      method: 'POST',
      url: quoteBond.path,
      headers: { ...user.headers, 'content-type': 'application/json' },
      payload: body,
    });
    expect(program.statusCode).toBe(201);
    const headers = { origin: 'http://evil.example' };
    expect((await world.call(getStatus, { headers })).status).toBe(200);
  });

  test('users: one’s own only, by the wallet’s address; a name can be given', async () => {
    const [a, b] = [await world.user(), await world.user()];
    const named = (body: object) => a.call(postUser, { body });
    expect((await named({ walletAddress: a.address })).body).toMatchObject({ id: a.id });
    const hostile = `  <b>Robert'); drop table users;--</b> ☃ `;
    expect((await named({ walletAddress: a.address, username: hostile })).body).toMatchObject({
      username: hostile.trim(),
    });
    const wallet = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
    const unseen = ['Ada\u202e', 'A\u200bda', '\u3164'];
    const lookalikes = [wallet, wallet.slice(0, 20), 'DVv9...Y3NW', 'аdmin', 'Owner', ...unseen];
    for (const username of ['', '   ', 'x'.repeat(51), 7, 'a\u0000b', ...lookalikes]) {
      expect((await named({ walletAddress: a.address, username })).status).toBe(400);
    }
    expect((await named({ walletAddress: b.address, username: 'mine' })).status).toBe(403);
    expect((await a.call(getUser, { params: { walletAddress: b.address } })).status).toBe(403);
    const nobody = (await newWallet()).address;
    expect((await a.call(getUser, { params: { walletAddress: nobody } })).status).toBe(403);
    expect((await world.call(getUser, { params: { walletAddress: a.address } })).status).toBe(401);
    expect((await world.call(postUser, { body: { walletAddress: a.address } })).status).toBe(401);
  });

  test('refuses forged signatures for addresses of small order', async () => {
    for (const key of SMALL_ORDER_POINTS) {
      const walletAddress = getBase58Decoder().decode(key);
      let forged: Uint8Array | null = null;
      let message = '';
      for (let tries = 0; forged === null && tries < 50; tries += 1) {
        message = await nonceFor(world.node, walletAddress);
        forged = forgedSignature(key, Buffer.from(message));
      }
      const signature = getBase58Decoder().decode(forged!);
      expect(await verify({ walletAddress, message, signature }), walletAddress).toMatchObject({
        status: 401,
        body: { code: 'SIGNATURE_INVALID' },
      });
      expect(await world.count('users where wallet = $1', [walletAddress])).toBe(0);
    }
  });

  test('a deleted user’s session ends, and the wallet’s next sign-in makes a new user', async () => {
    const user = await world.user();
    await world.rows('update users set deleted_at = protocol_now() where id = $1', [user.id]);
    const read = await user.call(getPortfolio, { params: { userId: user.id } });
    expect(read).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
    expect((await world.signedIn(user.wallet)).id).not.toBe(user.id);
  });

  test('an Idempotency-Key replays no sign-in: no token is kept in clear, none is handed out twice', async () => {
    const wallet = await newWallet();
    const message = await nonceFor(world.node, wallet.address);
    const body = {
      walletAddress: wallet.address,
      message,
      signature: await signText(wallet, message),
    };
    const headers = { 'idempotency-key': 'sign-in' };
    const first = await verify(body, headers);
    expect(first.status).toBe(200);
    expect((await verify(body, headers)).status).toBe(401);
    const kept = await world.rows<{ answer: string | null }>('select answer from idempotency_keys');
    expect(JSON.stringify(kept)).not.toContain(first.body.sessionToken);
  });
});

onOneDatabase('sign-in races', (fresh) => {
  test('50 verifications of one message: one session; 20 first sign-ins: one user', async () => {
    const world = await World.open({ fresh });
    const nodes = await world.nodes(world.node.parts.database.kind === 'postgres' ? 2 : 1);
    const nodeOf = (i: number) => nodes[i % nodes.length]!;
    const wallet = await newWallet();
    const walletAddress = wallet.address;
    const message = await nonceFor(world.node, walletAddress);
    const body = { walletAddress, message, signature: await signText(wallet, message) };
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => world.call(verifyWallet, { body }, nodeOf(i))),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 401)).toHaveLength(49);
    const newcomer = await newWallet();
    const signedIn = await Promise.all(
      Array.from({ length: 20 }, (_, i) => world.signedIn(newcomer, nodeOf(i))),
    );
    expect(new Set(signedIn.map(({ id }) => id)).size).toBe(1);
    expect(new Set(signedIn.map(({ token }) => token)).size).toBe(20);
    expect(await world.count('users where wallet = $1', [newcomer.address])).toBe(1);
    await world.close();
  });

  test('60 sign-in calls a minute from one address, on all nodes together; then 429 with Retry-After', async () => {
    const world = await World.open({ fresh, parts: { limitsRates: true } });
    const nodes = await world.nodes(2);
    const ask = (i: number, from = '203.0.113.7') =>
      world.call(
        getNonce,
        { body: { walletAddress: world.till.treasury }, headers: { 'x-forwarded-for': from } },
        nodes[i % 2],
      );
    const answers = await Promise.all(Array.from({ length: 150 }, (_, i) => ask(i)));
    const passed = answers.filter(({ status }) => status === 200).length;
    // A minute may have turned in between: then a second sixty are due.
    const minutes = await world.count('attempts where who like $1', ['%203.0.113.7']);
    expect(passed).toBe(minutes === 1 ? 60 : passed);
    expect(passed).toBeLessThanOrEqual(60 * minutes);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(0, '203.0.113.8')).status).toBe(200);
    await world.close();
  });
});
