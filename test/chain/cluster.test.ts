import { afterEach, describe, expect, test } from 'vitest';
import { openCluster } from '#server/chain/cluster';
import { CLUSTERS, type Cluster } from '#server/chain/genesis';
import { type Behaviour, type StubProvider, startStub } from './stub-provider.ts';

const WALLET = '11111111111111111111111111111112';
const SIGNATURE = '5'.repeat(87);

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

/** A provider of a cluster that has a slot; while it is down it answers nothing. */
async function providerOf(cluster: Cluster): Promise<StubProvider & { isDown: boolean }> {
  const answers: Record<string, Behaviour> = {
    getGenesisHash: { result: CLUSTERS[cluster].genesisHash },
    getSlot: { result: 100 },
    getHealth: { result: 'ok' },
    getSignatureStatuses: { result: { context: { slot: 100 }, value: [null] } },
  };
  const state = { isDown: false };
  const stub = await startStub(({ method }) =>
    state.isDown ? { status: 503, body: '' } : (answers[method] ?? { result: null }),
  );
  stubs.push(stub);
  return Object.assign(state, stub);
}

async function open(...providers: StubProvider[]) {
  const warnings: string[] = [];
  const chain = await openCluster({
    cluster: 'mainnet-beta',
    urls: providers.map(({ url }) => url),
    treasury: WALLET,
    usdcMint: null,
    warn: (message) => void warnings.push(message),
    wait: () => Promise.resolve(),
  });
  return { chain, warnings };
}

describe('providers of another cluster', () => {
  test('stop the start, also where only one of two is one', async () => {
    const [main, dev] = [await providerOf('mainnet-beta'), await providerOf('devnet')];
    await expect(open(dev)).rejects.toThrow('SOLANA_RPC_URL does not serve mainnet-beta');
    const both = 'SOLANA_RPC_URL names providers of different clusters';
    await expect(open(main, dev)).rejects.toThrow(both);
    await expect(open(dev, main)).rejects.toThrow(both);
    expect((await open(main)).warnings).toEqual([]);
  });

  test('that could not be reached at the start are believed in nothing when they come back', async () => {
    const dev = await providerOf('devnet');
    dev.isDown = true;
    const { chain, warnings } = await open(dev);
    expect(warnings).toEqual([
      'the cluster cannot be reached: nothing is credited or paid until its genesis is checked',
    ]);
    dev.isDown = false;
    dev.calls.length = 0;
    expect(await chain.slot('confirmed')).toEqual({ kind: 'unknown', reason: 'other-cluster' });
    expect(await chain.facts(SIGNATURE)).toMatchObject({ kind: 'unknown' });
    expect(await chain.send('AAAA').catch(() => ({ kind: 'unknown' }))).toMatchObject({
      kind: 'unknown',
    });
    expect(dev.calls.map(({ method }) => method)).toEqual(['getGenesisHash']);
    expect(warnings[1]).toBe('a provider in SOLANA_RPC_URL does not serve mainnet-beta');
  });
});

test('a provider that could not be reached at the start is believed once its genesis is right', async () => {
  const main = await providerOf('mainnet-beta');
  main.isDown = true;
  const { chain } = await open(main);
  expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
  main.isDown = false;
  main.calls.length = 0;
  expect(await chain.slot('confirmed')).toEqual({ kind: 'fact', value: 100, slot: 100 });
  await chain.slot('confirmed');
  expect(main.calls.map(({ method }) => method)).toEqual(['getGenesisHash', 'getSlot', 'getSlot']);
});

test('a fallback of another cluster that was down at the start never answers', async () => {
  const [main, dev] = [await providerOf('mainnet-beta'), await providerOf('devnet')];
  dev.isDown = true;
  const { chain } = await open(main, dev);
  [main.isDown, dev.isDown] = [true, false];
  expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
});
