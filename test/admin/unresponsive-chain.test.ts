import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE_MS, instant } from '#domain/base/time';
import { fact, unknown } from '#server/kernel/rpc/answer';
import { postAlerts } from '#server/alerts/post-alerts';
import { reconcileTreasury } from '#server/treasury/reconcile-treasury';
import { watchTreasury } from '#server/treasury/watch-treasury';
import type { Parts } from '#server/kernel/parts';
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

test('the watcher reports that no provider has responded for minutes', async () => {
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

test('the reconcile job counts as failing while no provider lists the treasury', async () => {
  let isSilent = true;
  const { signaturesOfEach } = parts.chain;
  const job = reconcileTreasury({
    ...parts,
    chain: {
      ...parts.chain,
      signaturesOfEach: (...asked) => (isSilent ? silent() : signaturesOfEach(...asked)),
    },
  });
  await job.run(signal);
  expect(job.trouble?.()).toBe('no provider lists what has reached the treasury');
  isSilent = false;
  // Retries at its next run, not after ten minutes.
  await job.run(signal);
  expect(job.trouble?.()).toBeNull();
});

test('the reconcile job passes over the other addresses if one cannot be listed', async () => {
  const { treasury, treasuryTokenAccount } = parts.chain.till;
  const asked: string[] = [];
  const signaturesOfEach: Parts['chain']['signaturesOfEach'] = ({ address }) => {
    asked.push(address);
    return silent();
  };
  const job = reconcileTreasury({ ...parts, chain: { ...parts.chain, signaturesOfEach } });
  await job.run(signal);
  expect(asked.toSorted()).toEqual([treasury, treasuryTokenAccount].toSorted());
  expect(job.trouble?.()).toBe('no provider lists what has reached the treasury');
});

test('an alert from the chain does not end while the chain is silent, under any leader', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const { chain } = parts;
  const frozen = { account: 'frozen', mint: 'right' } as const;
  const inTrouble = {
    ...chain,
    newestSignature: async () => fact({ signature: 'newer', slot: 1e6, failed: false }, 1e6),
    usdcAccountState: async () => fact(frozen, 1),
    blockTime: async () => fact(instant(0), 0),
  };
  const mute = { ...chain, newestSignature: silent, usdcAccountState: silent, blockTime: silent };
  const look = async (at: Parts['chain']) => {
    vi.advanceTimersByTime(6 * MINUTE_MS);
    // Another node leads each time.
    await postAlerts({ ...parts, chain: at }).run(signal);
    // One alert per watched address.
    return new Set(told.splice(0).map((text) => text.replace(/ (is|stand) .*/, '')));
  };
  const alerts = ['The watcher', 'The treasury’s USDC account', 'The providers'];
  expect(await look(inTrouble)).toEqual(new Set(alerts));
  expect(await look(mute)).toEqual(new Set());
  expect(await look(chain)).toEqual(new Set(alerts.map((text) => `Over: ${text}`)));
});
