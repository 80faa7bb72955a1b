import { describe, expect, test } from 'vitest';
import { localRpcAccess } from './local-rpc-access.ts';
import { originOf } from './origin.ts';

const GUEST = 'https://guest.example';

function access({
  configured = null,
  localOffered = 'loopback',
}: {
  configured?: string | null;
  localOffered?: 'loopback' | 'everywhere' | 'nowhere';
} = {}) {
  const origin = originOf(configured, 'http://127.0.0.1:5173');
  return localRpcAccess({ origin, localOffered, rpcOrigins: new Set([GUEST]) });
}

describe('access to the local network’s /rpc', () => {
  test.each(['localhost', 'localhost:5173', '127.0.0.1:80', '[::1]:5173'])(
    'is given under the loopback name %s',
    (host) => expect(access().refusalOf({ host })).toBeNull(),
  );

  test.each([
    'evil.example',
    'evil.example:5173',
    '127.0.0.1.nip.io',
    '10.0.0.1',
    '',
    'a b',
    ':::',
  ])('is refused under the foreign name "%s"', (host) => {
    expect(access().refusalOf({ host })).toBe('host');
    expect(access().refusalOf({ host, origin: `http://${host}` })).toBe('host');
  });

  test('is given under the app’s own public name, with its default port or without', () => {
    const { refusalOf } = access({ configured: 'https://lmt.example', localOffered: 'nowhere' });
    for (const host of ['lmt.example', 'LMT.example', 'lmt.example:443', 'localhost:5173']) {
      expect([host, refusalOf({ host })]).toEqual([host, null]);
    }
    for (const host of ['lmt.example:80', 'other.example', 'lmt.example.evil.example']) {
      expect([host, refusalOf({ host })]).toEqual([host, 'host']);
    }
  });

  test('is given under any name if the local network is offered everywhere', () => {
    expect(access({ localOffered: 'everywhere' }).refusalOf({ host: 'demo.example' })).toBeNull();
  });

  test('is given to programs, own pages and the pages of RPC_ORIGINS, to no other page', () => {
    const { refusalOf, guestOf } = access();
    const host = 'localhost:5173';
    for (const origin of [undefined, 'http://localhost:5173', GUEST]) {
      expect([origin, refusalOf({ host, origin })]).toEqual([origin, null]);
    }
    for (const origin of [
      'https://evil.example',
      'null',
      `${GUEST}.evil.example`,
      `${GUEST}:444`,
    ]) {
      expect([origin, refusalOf({ host, origin })]).toEqual([origin, 'origin']);
    }
    expect(guestOf({ origin: GUEST })).toBe(GUEST);
    expect(guestOf({ origin: 'http://localhost:5173' })).toBeNull();
  });
});
