import { afterEach, describe, expect, test } from 'vitest';
import { type AnyCluster, type KeepGenesis, openCluster } from '#server/chain/cluster';
import { CLUSTERS, type Cluster } from '#server/chain/genesis';
import { type Behaviour, type StubProvider, startStub } from './stub-provider.ts';

const WALLET = '11111111111111111111111111111112';
const SIGNATURE = '5'.repeat(87);

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

interface Moving extends StubProvider {
  isDown: boolean;
  /** What it calls its genesis. */
  genesis: string;
}

/** A provider of a cluster that has a slot; while it is down it answers nothing. */
async function providerOf(cluster: Cluster): Promise<Moving> {
  const answers: Record<string, Behaviour> = {
    getSlot: { result: 100 },
    getHealth: { result: 'ok' },
    getSignatureStatuses: { result: { context: { slot: 100 }, value: [null] } },
  };
  const state = { isDown: false, genesis: CLUSTERS[cluster].genesisHash };
  const stub = await startStub(({ method }) => {
    if (state.isDown) return { status: 503, body: '' };
    if (method === 'getGenesisHash') return { result: state.genesis };
    return answers[method] ?? { result: null };
  });
  stubs.push(stub);
  return Object.assign(state, stub);
}

/** What a database keeps of the first genesis that it was started with. */
function pinned(pin: string | null = null): KeepGenesis {
  let kept = pin;
  return async (hash) => (kept ??= hash);
}

const open = (...providers: StubProvider[]) => openAs('mainnet-beta', pinned(), providers);

async function openAs(
  cluster: AnyCluster,
  keepGenesis: KeepGenesis,
  providers: readonly StubProvider[],
) {
  const warnings: string[] = [];
  const chain = await openCluster({
    cluster,
    keepGenesis,
    urls: providers.map(({ url }) => url),
    treasury: WALLET,
    usdcMint: cluster === 'custom' ? WALLET : null,
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

test('after an outage a provider must name its genesis again: it may be another cluster by then', async () => {
  const main = await providerOf('mainnet-beta');
  const { chain, warnings } = await open(main);
  expect(await chain.slot('confirmed')).toMatchObject({ kind: 'fact' });
  main.isDown = true;
  expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
  main.isDown = false;
  main.genesis = CLUSTERS.devnet.genesisHash;
  main.calls.length = 0;
  expect(await chain.slot('confirmed')).toEqual({ kind: 'unknown', reason: 'other-cluster' });
  expect(await chain.facts(SIGNATURE)).toMatchObject({ kind: 'unknown' });
  expect(main.calls.map(({ method }) => method)).toEqual(['getGenesisHash']);
  expect(warnings).toEqual(['a provider in SOLANA_RPC_URL does not serve mainnet-beta']);
});

describe('a custom cluster', () => {
  const OTHER =
    'SOLANA_RPC_URL serves another chain than the one that the database was first started with';
  const customOf = async (genesis: string): Promise<Moving> =>
    Object.assign(await providerOf('devnet'), { genesis });

  test('is known by the genesis of its first start, and another is refused', async () => {
    const keep = pinned();
    const [mine, reset] = [await customOf('mine'), await customOf('reset')];
    const { chain, warnings } = await openAs('custom', keep, [mine]);
    expect([await keep('ask'), warnings]).toEqual(['mine', []]);
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'fact' });
    await openAs('custom', keep, [mine]);
    await expect(openAs('custom', keep, [reset])).rejects.toThrow(OTHER);
    const both = 'SOLANA_RPC_URL names providers of different clusters';
    await expect(openAs('custom', pinned(), [mine, reset])).rejects.toThrow(both);
  });

  test('that is down at its first start is pinned when it answers; a second of another is not believed', async () => {
    const keep = pinned();
    const [mine, other] = [await customOf('mine'), await customOf('other')];
    [mine.isDown, other.isDown] = [true, true];
    const { chain } = await openAs('custom', keep, [mine, other]);
    mine.isDown = false;
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'fact' });
    [mine.isDown, other.isDown] = [true, false];
    other.calls.length = 0;
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
    expect(new Set(other.calls.map(({ method }) => method))).toEqual(new Set(['getGenesisHash']));
  });

  test('is believed in nothing while the database cannot say which one it is', async () => {
    const mine = await customOf('mine');
    mine.isDown = true;
    let isGone = true;
    const keep: KeepGenesis = async (hash) => {
      if (isGone) throw new Error('the database is gone');
      return hash;
    };
    const { chain } = await openAs('custom', keep, [mine]);
    mine.isDown = false;
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
    isGone = false;
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'fact' });
  });
});
