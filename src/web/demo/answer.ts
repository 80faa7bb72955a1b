import { messageOf } from '#domain/base/errors';
import type { Refused } from '#domain/base/result';
import { instant } from '#domain/base/time';

import { pause } from '../kernel/api/rpc.ts';
import { demoTexts } from './demo-texts.ts';
import type { DemoAccount } from './account.ts';
import { chainAnswer } from './chain.ts';
import { READS } from './read-answers.ts';
import { WRITES } from './write-answers.ts';

const ROUTES = [...READS.map(([path, answer]) => ['GET', path, answer] as const), ...WRITES].map(
  ([method, path, answer]) => ({
    method,
    pattern: new RegExp(`^${path.replace('.', '\\.').replace(/\{\w+\}/, '([^/]+)')}$`),
    answer,
  }),
);

/** Long enough to be seen at work. */
const WORK_MS = 300;

/** Answers every call of the app from an account, in the place of server and chain. */
export function answering(account: DemoAccount, time = () => Date.now()) {
  return async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
    const sent: unknown = typeof body === 'string' ? JSON.parse(body) : null;
    if (path === '/rpc') return chainAnswer(sent);
    if (method !== 'GET') await pause(WORK_MS);
    const { pathname, searchParams: query } = new URL(path, 'http://demo');
    const now = instant(time());
    account.catchUp(now);
    for (const route of ROUTES) {
      const found = route.method === method ? route.pattern.exec(pathname) : null;
      if (!found) continue;
      const result = route.answer(account, { id: found[1] ?? '', query, body: sent, now });
      return result.ok ? sentOut(result.value) : refused(result);
    }
    return Response.json({ error: demoTexts.refused, code: 'DEMO' }, { status: 503 });
  };
}

function sentOut(value: unknown): Response {
  return value instanceof Response ? value : Response.json(value);
}

function refused({ refusal }: Refused): Response {
  const { code, context } = refusal;
  return Response.json({ error: messageOf(refusal), code, ...context }, { status: 409 });
}
