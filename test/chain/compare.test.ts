import { afterEach, expect, test } from 'vitest';

import { type Rpc, SLOTS_BEHIND_MAX, createRpc } from '#server/kernel/rpc/rpc-client';

import { type StubProvider, startStub } from './stub-provider.ts';

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

/** Provider that reports a slot, has a block there or not, and returns its own number for other methods. */
async function providerAt(slot: () => number | null, hasBlock = true): Promise<void> {
  const number = stubs.length;
  const stub = await startStub(({ method }) => {
    if (method === 'getBlockTime' && !hasBlock) return { result: null };
    const said = method === 'getSlot' ? slot() : number;
    return said === null ? { status: 503, body: '' } : { result: said };
  });
  stubs.push(stub);
}

const clientOf = (): Rpc =>
  createRpc({ urls: stubs.map(({ url }) => url), wait: () => Promise.resolve() });
const answering = async (rpc: Rpc) => (await rpc.call('getBalance', [])) as { value: number };

test('a stalled provider is queried last until it has caught up', async () => {
  let first: number | null = 1_000;
  let second: number | null = 1_000 + SLOTS_BEHIND_MAX;
  await providerAt(() => first);
  await providerAt(() => second);
  const rpc = clientOf();
  await rpc.compare();
  expect(await answering(rpc), 'a little behind').toMatchObject({ value: 0 });
  second += 1;
  await rpc.compare();
  expect(await answering(rpc), 'far behind').toMatchObject({ value: 1 });
  // It no longer reports a slot, so it keeps its place.
  first = null;
  await rpc.compare();
  expect(await answering(rpc), 'silent').toMatchObject({ value: 1 });
  first = second;
  await rpc.compare();
  expect(await answering(rpc), 'caught up').toMatchObject({ value: 0 });
  second = null;
  await rpc.compare();
  expect(await answering(rpc), 'alone').toMatchObject({ value: 0 });
});

test('a provider that names a slot without a block does not make others count as stalled', async () => {
  await providerAt(() => 1_000);
  await providerAt(() => 10 ** 12, false);
  const rpc = clientOf();
  await rpc.compare();
  expect(await answering(rpc)).toMatchObject({ value: 0 });
});

test('a single provider is not compared', async () => {
  await providerAt(() => 1_000);
  await clientOf().compare();
  expect(stubs[0]!.calls).toEqual([]);
});
