import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALERT_CODES } from '#domain/alerts/alert';
import { createWebhook } from '#server/kernel/base/webhook';
import { postAlerts } from '#server/alerts/post-alerts';
import { sectionsOf } from '#server/kernel/http/runbooks';
import { World } from '#test/world';
import { RUNBOOKS } from '#test/world/node';

interface SentAlert {
  readonly key: string;
  readonly body: { readonly [field: string]: string | null };
}

let world: World;
let hook: Server;
let status = 204;
const told: SentAlert[] = [];
const logged: object[] = [];
const closing = new AbortController();
const alertWatch: { tell: ReturnType<typeof createWebhook> | null } = { tell: null };

beforeAll(async () => {
  hook = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      const key = String(request.headers['idempotency-key']);
      if (status === 204) told.push({ key, body: JSON.parse(text) as SentAlert['body'] });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const { port } = hook.address() as AddressInfo;
  alertWatch.tell = createWebhook(`http://127.0.0.1:${port}/secret-path`, closing.signal);
  world = await World.open({
    parts: {
      providerPlan: 100_000,
      alertWatch,
      alert: (what, details) => logged.push({ what, details }),
    },
  });
});
afterAll(async () => {
  await world.close();
  await new Promise((resolve) => hook.close(resolve));
});

const use = (credits: number): Promise<unknown> =>
  world.rows(
    `insert into provider_calls select current_date - 20, 'watch-treasury', 'getSlot', 1, ${credits}`,
  );
const metric = async (name: string): Promise<string | undefined> =>
  (await world.node.app.inject('/metrics')).body.split('\n').find((line) => line.startsWith(name));

test('alerts are sent once when they begin and once when they end, in order', async () => {
  await world.settle();
  expect(told).toEqual([]);
  await use(90_000);
  await world.settle();
  await world.settle();
  expect(told.map(({ body }) => body)).toEqual([
    {
      text: expect.stringContaining('are used'),
      code: 'PROVIDER_PLAN',
      level: 'warning',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      endedAt: null,
      url: expect.stringMatching(/^http.*\/runbooks\/PROVIDER_PLAN$/),
    },
  ]);
  expect(await metric('lmt_alerts{')).toBe('lmt_alerts{code="PROVIDER_PLAN",severity="warning"} 1');
  await world.rows('delete from provider_calls where credits = 90000');
  await world.settle();
  expect(told).toHaveLength(2);
  expect(told[1]?.body).toMatchObject({
    code: 'PROVIDER_PLAN',
    since: told[0]?.body['since'],
    endedAt: expect.stringMatching(/Z$/),
  });
  expect(await metric('lmt_alerts{')).toBeUndefined();
  expect(await metric('lmt_job_lag_seconds')).toBeUndefined();
});

test('alerts that the webhook refused are retried in order', async () => {
  told.length = 0;
  status = 500;
  await use(90_000);
  await world.settle();
  await world.rows('delete from provider_calls where credits = 90000');
  await world.settle();
  expect(told).toEqual([]);
  expect(JSON.stringify(logged)).toContain('it answered 500');
  expect(JSON.stringify(logged)).not.toContain('secret-path');
  status = 204;
  await world.settle();
  expect(told.map(({ body }) => body['endedAt'] === null)).toEqual([true, false]);
  expect(new Set(told.map(({ key }) => key)).size).toBe(2);
});

test('the alert job is in trouble while the webhook refuses, and recovers afterwards', async () => {
  told.length = 0;
  const job = postAlerts(world.node.parts);
  // As recorded by an earlier run.
  await world.rows(
    `insert into job_runs (name, every_ms, started_at, took_ms, error, failing_since)
     values ('tell-alerts', 30000, now(), 1, 'it takes no message', now() - interval '1 hour')`,
  );
  status = 500;
  await use(90_000);
  await job.run();
  expect(job.trouble?.()).toBe('the alert webhook takes no message: it answered 500');
  status = 204;
  await job.run();
  expect(job.trouble?.()).toBe(null);
  expect(told.map(({ body }) => body['code'])).toEqual(['PROVIDER_PLAN']);
  await world.rows('delete from job_runs');
  await world.rows('delete from provider_calls where credits = 90000');
  await world.settle();
});

test('an alert that began long before it was noticed is sent', async () => {
  told.length = 0;
  status = 500;
  const park = `insert into parked_transactions (signature, since, failures, retry_at)
    values ('s', protocol_now() - interval '40 days', 1, protocol_now() + interval '1 day')`;
  await world.rows(park);
  await world.settle();
  status = 204;
  await world.settle();
  await world.rows('delete from parked_transactions');
  await world.settle();
  expect(told.map(({ body }) => [body['code'], body['endedAt'] === null])).toEqual([
    ['PARKED', true],
    ['PARKED', false],
  ]);
});

test('a webhook that is set later gets the open alerts, and the end of each alert it got', async () => {
  told.length = 0;
  const { tell } = alertWatch;
  const park = (signature: string): Promise<unknown> =>
    world.rows(`insert into parked_transactions (signature, since, failures, retry_at)
      values ('${signature}', protocol_now(), 1, protocol_now() + interval '1 day')`);
  await park('told');
  await world.settle();
  alertWatch.tell = null;
  await world.rows('delete from parked_transactions');
  await use(90_000);
  await world.settle();
  await world.rows('delete from provider_calls where credits = 90000');
  await use(99_000);
  await world.settle();
  alertWatch.tell = tell;
  await world.settle();
  expect(told.map(({ body }) => [body['code'], body['level'], body['endedAt'] === null])).toEqual([
    ['PARKED', expect.any(String), true],
    ['PARKED', expect.any(String), false],
    ['PROVIDER_PLAN', 'critical', true],
  ]);
});

test('every alert has a runbook with all sections', async () => {
  const rules = readFileSync(new URL('../../deploy/prometheus-rules.yml', import.meta.url), 'utf8');
  const ofPrometheus = [...rules.matchAll(/runbook_url: '\/runbooks\/(\w+)'/g)].map(
    ([, code = '']) => code,
  );
  // Each rule links a runbook; rules for the app's own alerts link that of any code.
  expect(rules.match(/runbook_url:/g)).toHaveLength(rules.match(/- alert:/g)!.length);
  expect([...sectionsOf(RUNBOOKS).keys()].toSorted()).toEqual(
    [...new Set([...ALERT_CODES, ...ofPrometheus])].toSorted(),
  );
  const { app } = world.node;
  const found = await app.inject('/runbooks/PAYOUT_STUCK');
  expect(found.statusCode).toBe(200);
  expect(found.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(found.body).toMatch(/^## A payout does not become final/);
  expect((await app.inject('/runbooks/NO_SUCH')).statusCode).toBe(404);
});
