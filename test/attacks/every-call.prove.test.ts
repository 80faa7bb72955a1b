import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/base/endpoint';
import { PATHS } from '#contract/base/paths';
import { routes } from '#server/start/routes';
import { count } from '#test/prove/effort';
import { nameOf } from '#test/support/endpoints';
import { type AsOwner, World } from '#test/world';
import type { CallOptions } from '#test/world/call';
import { NO_BODIES, NO_PARAMS, type Victim, requestFor, stateOf, victimIn } from './requests.ts';

/** Runs over the contract, so that new calls are covered. */
describe('every call of the contract', () => {
  const world = World.forTests();
  let victim: Victim;
  let owner: AsOwner;
  let endpoints: readonly Endpoint[];
  beforeAll(async () => {
    victim = await victimIn(world);
    owner = await world.owner();
    endpoints = routes(world.node.parts).map(({ endpoint }) => endpoint);
  });

  const codeOf = (body: unknown) => (body as { code?: string }).code;
  /** Makes the call as a caller with access. */
  const rightful = (endpoint: Endpoint, options: CallOptions) => {
    count('attacks', 1);
    if (endpoint.access === 'owner') return owner(endpoint, options);
    return endpoint.access === 'anyone'
      ? world.call(endpoint, options)
      : victim.user.call(endpoint, options);
  };
  /** Expects the stored money and permissions to stay unchanged. */
  const harmless = async (attack: () => Promise<void>) => {
    const before = await stateOf(world);
    await attack();
    expect(await stateOf(world)).toBe(before);
  };

  test('refuses writes from a foreign origin', async () => {
    const writes = endpoints.filter(({ method }) => method !== 'GET');
    expect(writes.length).toBeGreaterThan(30);
    await harmless(async () => {
      for (const endpoint of writes) {
        for (const origin of [
          'https://evil.example',
          'null',
          'http://localhost:5173.evil.example',
        ]) {
          const options = { ...requestFor(endpoint, victim), headers: { origin } };
          const { status, body } = await rightful(endpoint, options);
          expect([nameOf(endpoint), status, codeOf(body)]).toEqual([
            nameOf(endpoint),
            403,
            'ORIGIN_REFUSED',
          ]);
        }
      }
    });
  });

  test('refuses malformed and oversized bodies', async () => {
    await harmless(async () => {
      for (const endpoint of endpoints) {
        const request = requestFor(endpoint, victim);
        const name = nameOf(endpoint);
        for (const text of endpoint.body ? NO_BODIES : []) {
          const { status } = await rightful(endpoint, { params: request.params ?? {}, text });
          expect([name, text, status]).toEqual([name, text, 400]);
        }
        if (endpoint.method !== 'GET') {
          const text = JSON.stringify({ reason: 'x'.repeat(300_000) });
          const { status } = await rightful(endpoint, { params: request.params ?? {}, text });
          expect([name, status]).toEqual([name, 400]);
          const headers = { 'idempotency-key': 'x'.repeat(201) };
          if (endpoint.isSecret || endpoint.mediaType) continue;
          const keyed = await rightful(endpoint, { ...request, headers });
          expect([400, 403, 404], `${name}: ${keyed.status}`).toContain(keyed.status);
        }
      }
    });
  });

  test('fails for invalid path parameters', async () => {
    const named = endpoints.filter(({ params, path }) => params && path !== PATHS.prices);
    await harmless(async () => {
      for (const endpoint of named) {
        const { params = {}, ...rest } = requestFor(endpoint, victim);
        for (const nonsense of NO_PARAMS) {
          const changed = Object.fromEntries(Object.keys(params).map((each) => [each, nonsense]));
          const { status } = await rightful(endpoint, { ...rest, params: changed });
          expect([400, 403, 404], `${nameOf(endpoint)} ${nonsense}: ${status}`).toContain(status);
        }
      }
    });
  });

  test('refuses body fields of another type', async () => {
    await harmless(async () => {
      for (const endpoint of endpoints.filter(({ body }) => body)) {
        const { params = {}, body } = requestFor(endpoint, victim);
        if (typeof body !== 'object' || body === null || Array.isArray(body)) continue;
        for (const field of Object.keys(body)) {
          for (const value of [{}, [], 'x'.repeat(100_000), -1, Number.MAX_VALUE]) {
            const changed = { ...body, [field]: value };
            // Skips values that the contract accepts.
            if (endpoint.body?.safeParse(changed).success) continue;
            const { status } = await rightful(endpoint, { params, body: changed });
            // Ownership is checked before the body.
            expect([400, 403], `${nameOf(endpoint)} ${field}: ${status}`).toContain(status);
          }
        }
      }
    });
  });

  /** Calls that end a session run last. */
  const ENDING: readonly string[] = [PATHS.adminUser, PATHS.logout, PATHS.adminAccess];
  /** Calls that delete what others need run before them. */
  const LAST: readonly string[] = [PATHS.adminBond, PATHS.adminVault, ...ENDING];
  const inOrder = (all: readonly Endpoint[]) =>
    all.toSorted((a, b) => LAST.indexOf(a.path) - LAST.indexOf(b.path));

  test('executes a write once, however often and whenever it is repeated', async () => {
    const writes = inOrder(
      endpoints.filter(
        ({ method, isSecret, mediaType, access }) =>
          method !== 'GET' && !isSecret && !mediaType && access !== 'anyone',
      ),
    );
    expect(writes.length).toBeGreaterThan(25);
    const replayed: string[] = [];
    for (const endpoint of writes) {
      const request = requestFor(endpoint, victim);
      const headers = { 'idempotency-key': randomUUID() };
      const send = () => rightful(endpoint, { ...request, headers });
      const together = await Promise.all([send(), send(), send(), send()]);
      const done = together.filter(({ status }) => status < 300);
      const after = await stateOf(world);
      if (done.length === 0) continue;
      const [first] = done;
      for (const { status, body } of done) {
        expect([nameOf(endpoint), status, body]).toEqual([
          nameOf(endpoint),
          first?.status,
          first?.body,
        ]);
      }
      if (ENDING.includes(endpoint.path)) continue;
      const again = await send();
      expect([nameOf(endpoint), again.status, again.body]).toEqual([
        nameOf(endpoint),
        first?.status,
        first?.body,
      ]);
      expect(await stateOf(world), nameOf(endpoint)).toBe(after);
      replayed.push(nameOf(endpoint));
    }
    expect(replayed.length, replayed.join('\n')).toBeGreaterThan(12);
    count('calls replayed', replayed.length);
  }, 240_000);
});
