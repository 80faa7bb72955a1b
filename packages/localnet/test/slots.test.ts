import { describe, expect, it } from 'vitest';
import { openLocalnet } from '../src/localnet.ts';
import { TestClock, afterTest, call, pick, startNet, temporaryFolder } from './harness.ts';

async function latest(net: Parameters<typeof call>[0]): Promise<{ hash: string; last: number }> {
  const { result } = await call(net, 'getLatestBlockhash', { commitment: 'processed' });
  return {
    hash: pick(result, 'value', 'blockhash') as string,
    last: pick(result, 'value', 'lastValidBlockHeight') as number,
  };
}

describe('slots', () => {
  it.each([200, 400, 1_000])('a blockhash expires after 150 slots of %d ms', async (slotMs) => {
    const { net, clock } = await startNet();
    net.setSlotMs(slotMs);
    clock.ms += 400;
    const { hash, last } = await latest(net);
    expect(last).toBe(net.slot() + 150);
    const isValid = async (): Promise<unknown> =>
      pick(
        (await call(net, 'isBlockhashValid', hash, { commitment: 'processed' })).result,
        'value',
      );
    clock.ms += 150 * slotMs;
    expect(net.slot()).toBe(last);
    expect(await isValid()).toBe(true);
    clock.ms += slotMs;
    expect(await isValid()).toBe(false);
  });

  it('a new slot duration applies from the next slot', async () => {
    const { net, clock } = await startNet();
    const slot = net.slot();
    clock.ms += 100;
    net.setSlotMs(200);
    expect(net.slotMs).toBe(200);
    clock.ms += 299;
    expect(net.slot()).toBe(slot);
    clock.ms += 1;
    expect(net.slot()).toBe(slot + 1);
    clock.ms += 10 * 200;
    expect(net.slot()).toBe(slot + 11);
    net.setSlotMs(400);
    clock.ms += 200 + 5 * 400;
    expect(net.slot()).toBe(slot + 17);
  });

  it.each([0, 49, 10_001, 200.5, Number.NaN])('refuse a duration of %d ms', async (slotMs) => {
    const { net } = await startNet();
    expect(() => net.setSlotMs(slotMs)).toThrow(RangeError);
    expect(net.slotMs).toBe(400);
  });

  it('keep their times over a restart', async () => {
    const dir = temporaryFolder();
    const clock = new TestClock();
    const net = await openLocalnet({ dir, now: clock.now, slotMs: 200 });
    clock.ms += 100_000;
    net.setSlotMs(300);
    clock.ms += 100_000;
    const slots = [1, 300, 500, 800, 801, 900];
    const times = async (of: typeof net): Promise<unknown[]> =>
      Promise.all(slots.map(async (slot) => (await call(of, 'getBlockTime', slot)).result));
    const before = { slot: net.slot(), times: await times(net) };
    await net.close();
    const again = await openLocalnet({ dir, now: clock.now });
    afterTest(() => again.close());
    expect({ slot: again.slot(), times: await times(again) }).toEqual(before);
    expect(again.slotMs).toBe(300);
  });
});
