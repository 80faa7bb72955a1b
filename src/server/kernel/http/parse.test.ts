import { expect, test } from 'vitest';
import { getNonce } from '#contract/users/auth';
import { codeOf } from '#test/domain/builders';
import type { Incoming } from '../base/route.ts';
import { parse } from './parse.ts';

const asked = (body: string): Incoming => ({
  requestId: 'r',
  method: 'POST',
  path: '/api/auth/get-nonce',
  network: '10.0.0.1',
  headers: {},
  sessionCookie: null,
  params: {},
  query: {},
  body,
});

test.each([30, 5_000, 100_000])('parse refuses a body of lists nested %i deep', (depth) => {
  const body = `{"walletAddress":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  expect(codeOf(parse(getNonce, asked(body)))).toBe('MALFORMED');
});
