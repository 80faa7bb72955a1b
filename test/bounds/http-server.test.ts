import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { afterEach, describe, expect, test } from 'vitest';
import { getNonce, getUser, verifyWallet } from '#contract/users/auth';
import { PATHS } from '#contract/base/paths';
import { originOf } from '#server/kernel/base/origin';
import { addAdminSession, addSession } from '#server/kernel/sessions/sessions';
import { type App, startApp } from '#test/app';
import { ask, newUser } from '#test/support/store';
import { newWallet, signText } from '#test/world/wallet';

let app: App | undefined;
afterEach(() => app?.close());

describe('/metrics', () => {
  const ask = (headers: Record<string, string> = {}) => app!.inject({ url: '/metrics', headers });

  test('requires the token on a public address', async () => {
    app = await startApp({ app: { metrics: { isOpen: false, token: 'a-long-secret' } } });
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer ',
      'Bearer a-long-secreT',
      'a-long-secret',
    ]) {
      const answer = await ask(authorization === undefined ? {} : { authorization });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        401,
        'UNAUTHENTICATED',
      ]);
      expect(answer.body).not.toContain('process_cpu');
    }
    const { statusCode, body } = await ask({ authorization: 'Bearer a-long-secret' });
    expect(statusCode).toBe(200);
    expect(body).toContain('process_cpu');
  });

  test('is not found on a public address without a token', async () => {
    app = await startApp({ app: { metrics: { isOpen: false, token: null } } });
    expect((await ask({ authorization: 'Bearer ' })).statusCode).toBe(404);
    expect((await ask({ authorization: 'Bearer null' })).statusCode).toBe(404);
  });

  test('is open on loopback', async () => {
    app = await startApp();
    expect((await ask()).statusCode).toBe(200);
  });
});

test('over https the cookie has the __Host- prefix, and no other cookie is accepted', async () => {
  const origin = originOf('https://lmt.example', 'https://lmt.example');
  app = await startApp({ parts: { origin } });
  const wallet = await newWallet();
  const walletAddress = wallet.address;
  const page = { origin: 'https://lmt.example' };
  const { message } = (await app.call(getNonce, { body: { walletAddress }, headers: page })).body;
  const proof = { walletAddress, message, signature: await signText(wallet, message) };
  const { headers, body } = await app.call(verifyWallet, { body: proof, headers: page });
  const { sessionToken } = body;
  expect(headers['set-cookie']).toBe(
    `__Host-lmt_session=${sessionToken}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure`,
  );
  const read = (cookie: string) =>
    app!.call(getUser, { params: { walletAddress }, headers: { cookie } });
  expect((await read(`__Host-lmt_session=${sessionToken}`)).status).toBe(200);
  expect((await read(`lmt_session=${sessionToken}`)).status).toBe(401);
});

test('all addresses of an IPv6 /64 count as one caller', async () => {
  app = await startApp({ parts: { limitsRates: true }, app: { trustProxy: true } });
  const ask = (from: string) =>
    app!.inject({
      url: '/api/auth/get-nonce',
      method: 'POST',
      headers: { 'x-forwarded-for': from },
    });
  // 60 per minute are allowed; those of the next minute too, if one begins meanwhile.
  let letIn = 0;
  while (letIn <= 120 && (await ask(`2001:db8:1:2::${letIn.toString(16)}`)).statusCode !== 429) {
    letIn += 1;
  }
  expect(letIn).toBeGreaterThanOrEqual(60);
  expect(letIn).toBeLessThanOrEqual(120);
  expect((await ask('2001:db8:1:3::1')).statusCode).not.toBe(429);
});

test('an overlong address and an invalid request are refused with the usual error body', async () => {
  app = await startApp();
  const { port } = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }));
  const told = async (text: string) => {
    const socket = connect(Number(port), '127.0.0.1').end(text);
    const [head = '', body = ''] = (await buffer(socket)).toString().split('\r\n\r\n');
    const { code, requestId } = JSON.parse(body) as { code: string; requestId: string };
    expect(head).toContain(`x-request-id: ${requestId}`);
    return [head.split('\r\n')[0], code];
  };
  const long = 'x'.repeat(20_000);
  for (const text of [`GET /api/users/${long} HTTP/1.1\r\nhost: a\r\n\r\n`, 'no request\r\n\r\n']) {
    expect(await told(text)).toEqual(['HTTP/1.1 400 Bad Request', 'MALFORMED']);
  }
});

test('a HEAD request stores no response under a key, and prolongs no admin session', async () => {
  app = await startApp();
  const { database, ownerWallet } = app.parts;
  const beside = await addSession(database, await newUser(database));
  const admin = await addAdminSession(database, ownerWallet, beside);
  await ask(database, `update admin_sessions set idle_until = db_now() + interval '1 min'`);
  const headers = { 'idempotency-key': 'k', 'x-admin-session': admin };
  for (const url of [PATHS.settings, PATHS.adminSettings]) {
    expect((await app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(200);
  }
  expect(await ask(database, 'select key from idempotency_keys')).toEqual([]);
  const later = `select 1 from admin_sessions where idle_until > db_now() + interval '1 min'`;
  expect(await ask(database, later)).toEqual([]);
});

test('a request times out after 30 seconds, its body included', async () => {
  app = await startApp();
  // Node uses the longer of the two timeouts for the whole request.
  const { requestTimeout, headersTimeout } = app.http.server;
  expect(Math.max(requestTimeout, headersTimeout)).toBe(30_000);
});
