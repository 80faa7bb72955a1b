import { afterEach, expect, test } from 'vitest';
import { createChain } from '#server/kernel/chain/chain';
import { type Behaviour, type StubProvider, startStub } from './stub-provider.ts';

const WALLET = '11111111111111111111111111111112';
const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

/** Measured slot duration at a provider with these responses. */
async function measured(...behaviours: readonly Behaviour[]) {
  let asked = 0;
  const stub = await startStub(() => behaviours[Math.min(asked++, behaviours.length - 1)]!);
  stubs.push(stub);
  const wait = () => Promise.resolve();
  const chain = await createChain({ urls: [stub.url], treasury: WALLET, usdcMint: WALLET, wait });
  return { slotMs: chain.slotMs, calls: stub.calls };
}
const sample = (numSlots: number) => ({ numSlots, samplePeriodSecs: 60, slot: 1 });

test('slot duration is measured over the last minutes, and cached', async () => {
  const { slotMs, calls } = await measured({ result: [sample(200), sample(100)] });
  expect(await slotMs()).toBe(400);
  expect(await slotMs()).toBe(400);
  expect(calls).toHaveLength(1);
  expect(await (await measured({ result: [sample(240)] })).slotMs()).toBe(250);
});

test('an impossible slot duration is ignored, and measured again', async () => {
  expect(await (await measured({ result: [sample(1)] })).slotMs()).toBe(1_000);
  expect(await (await measured({ result: [sample(60_000)] })).slotMs()).toBe(100);
  for (const none of [[], [sample(0)]]) {
    expect(await (await measured({ result: none })).slotMs()).toBe(400);
  }
  const refused = { error: { code: -32601, message: 'Method not found' } };
  const { slotMs } = await measured(refused, { result: [sample(300)] });
  expect(await slotMs()).toBe(400);
  expect(await slotMs()).toBe(200);
});
