import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/base/time';
import { fact, unknown } from '#server/chain/answer';
import { tellAlerts } from '#server/jobs/tell-alerts';
import { watchTreasury } from '#server/jobs/watch-treasury';
import type { Parts } from '#server/parts';
import { World } from '#test/world';

let world: World;
let parts: Parts;
const told: string[] = [];
const tell = async ({ body }: { readonly body: string }) => {
  told.push((JSON.parse(body) as { text: string }).text);
  return null;
};
const signal = new AbortController().signal;
const silent = async () => unknown('rate-limited');

beforeAll(async () => {
  world = await World.open({ parts: { alertWatch: { tell } } });
  await world.settle();
  ({ parts } = world.node);
});
afterAll(() => world.close());
afterEach(() => vi.useRealTimers());

test('the watcher says so when no provider answers for minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  let signaturesSince: Parts['chain']['signaturesSince'] = silent;
  const job = watchTreasury({
    ...parts,
    chain: { ...parts.chain, signaturesSince: (...asked) => signaturesSince(...asked) },
  });
  await job.run(signal);
  vi.advanceTimersByTime(4 * MINUTE_MS);
  await job.run(signal);
  vi.advanceTimersByTime(2 * MINUTE_MS);
  await expect(job.run(signal)).rejects.toThrow('no provider says what has reached the treasury');
  ({ signaturesSince } = parts.chain);
  await job.run(signal);
  signaturesSince = silent;
  await job.run(signal);
});

test('an alert that the chain gave rise to is not over while the chain is silent, whoever leads', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const newest = { signature: 'newer', slot: 1_000_000, failed: false };
  let newestSignature: Parts['chain']['newestSignature'] = async () => fact(newest, newest.slot);
  const chain = {
    ...parts.chain,
    newestSignature: (...asked: Parameters<typeof newestSignature>) => newestSignature(...asked),
  };
  const look = async () => {
    vi.advanceTimersByTime(6 * MINUTE_MS);
    // Each time another node leads.
    await tellAlerts({ ...parts, chain }).run(signal);
    // One of each address that is watched.
    return new Set(told.splice(0).map((text) => text.replace(/ is behind.*/, '')));
  };
  expect(await look()).toEqual(new Set(['The watcher']));
  newestSignature = silent;
  expect(await look()).toEqual(new Set());
  ({ newestSignature } = parts.chain);
  expect(await look()).toEqual(new Set(['Over: The watcher']));
});
