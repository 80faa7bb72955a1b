import { afterEach, describe, expect, test } from 'vitest';
import { type AnyCluster, type GenesisPin, openCluster } from '#server/kernel/chain/cluster';
import { CLUSTERS, type Cluster } from '#server/kernel/chain/genesis';
import { type Behaviour, type StubProvider, startStub } from './stub-provider.ts';

const WALLET = '11111111111111111111111111111112';
const SIGNATURE = '5'.repeat(87);

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

interface Moving extends StubProvider {
  isDown: boolean;
  /** Its genesis hash. */
  genesis: string;
}

/** Provider of a cluster at a slot; does not respond while down. */
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

/** Pin store that keeps the first genesis hash it gets. */
function pinned(pin: string | null = null): GenesisPin {
  let kept = pin;
  return { read: async () => kept, keep: async (hash) => (kept ??= hash) };
}

const SILENT = { kind: 'silent', reason: 'http-error' };
const wrong = (problem: string) => ({ kind: 'wrong', problem });

const open = (...providers: StubProvider[]) => openAs('mainnet-beta', pinned(), providers);

async function openAs(cluster: AnyCluster, pin: GenesisPin, providers: readonly StubProvider[]) {
  const warnings: string[] = [];
  const { chain, checkGenesis } = await openCluster({
    cluster,
    pin,
    urls: providers.map(({ url }) => url),
    treasury: WALLET,
    usdcMint: cluster === 'custom' ? WALLET : null,
    warn: (message) => void warnings.push(message),
    wait: () => Promise.resolve(),
  });
  return { chain, checkGenesis, warnings };
}

describe('providers of another cluster', () => {
  test('are detected, also if only one of two is', async () => {
    const [main, dev] = [await providerOf('mainnet-beta'), await providerOf('devnet')];
    const check = async (...providers: StubProvider[]) => (await open(...providers)).checkGenesis();
    expect(await check(dev)).toEqual(wrong('SOLANA_RPC_URL does not serve mainnet-beta'));
    const both = wrong('SOLANA_RPC_URL names providers of different clusters');
    expect(await check(main, dev)).toEqual(both);
    expect(await check(dev, main)).toEqual(both);
    expect(await check(main)).toEqual({ kind: 'right' });
  });

  test('stay distrusted if they were unreachable at the start', async () => {
    const dev = await providerOf('devnet');
    dev.isDown = true;
    const { chain, checkGenesis, warnings } = await open(dev);
    expect(await checkGenesis()).toEqual(SILENT);
    dev.isDown = false;
    dev.calls.length = 0;
    expect(await chain.slot('confirmed')).toEqual({ kind: 'unknown', reason: 'other-cluster' });
    expect(await chain.facts(SIGNATURE)).toMatchObject({ kind: 'unknown' });
    expect(await chain.send('AAAA').catch(() => ({ kind: 'unknown' }))).toMatchObject({
      kind: 'unknown',
    });
    expect(dev.calls.map(({ method }) => method)).toEqual(['getGenesisHash']);
    expect(warnings).toEqual(['a provider in SOLANA_RPC_URL does not serve mainnet-beta']);
  });
});

test('a provider unreachable at the start is trusted once its genesis is verified', async () => {
  const main = await providerOf('mainnet-beta');
  main.isDown = true;
  const { chain, checkGenesis } = await open(main);
  expect(await checkGenesis()).toEqual(SILENT);
  expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
  main.isDown = false;
  expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
  expect(await checkGenesis()).toEqual({ kind: 'right' });
  main.calls.length = 0;
  expect(await chain.slot('confirmed')).toEqual({ kind: 'fact', value: 100, slot: 100 });
  await chain.slot('confirmed');
  expect(main.calls.map(({ method }) => method)).toEqual(['getGenesisHash', 'getSlot', 'getSlot']);
});

test('a fallback of another cluster that was down at the start is never used', async () => {
  const [main, dev] = [await providerOf('mainnet-beta'), await providerOf('devnet')];
  dev.isDown = true;
  const { chain, checkGenesis } = await open(main, dev);
  expect(await checkGenesis()).toEqual({ kind: 'right' });
  [main.isDown, dev.isDown] = [true, false];
  expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
});

test('a provider’s genesis is verified again after an outage, because it may be another cluster', async () => {
  const main = await providerOf('mainnet-beta');
  const { chain, checkGenesis, warnings } = await open(main);
  await checkGenesis();
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

describe('custom cluster', () => {
  const OTHER =
    'SOLANA_RPC_URL serves another chain than the one that the database was first started with';
  const customOf = async (genesis: string): Promise<Moving> =>
    Object.assign(await providerOf('devnet'), { genesis });

  test('is pinned by the genesis of its first start, and others are refused', async () => {
    const pin = pinned();
    const [mine, reset] = [await customOf('mine'), await customOf('reset')];
    const { chain, checkGenesis, warnings } = await openAs('custom', pin, [mine]);
    expect(await checkGenesis()).toEqual({ kind: 'right' });
    expect([await pin.read(), warnings]).toEqual(['mine', []]);
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'fact' });
    const check = async (on: GenesisPin, ...providers: StubProvider[]) =>
      (await openAs('custom', on, providers)).checkGenesis();
    expect(await check(pin, mine)).toEqual({ kind: 'right' });
    expect(await check(pin, reset)).toEqual(wrong(OTHER));
    const both = wrong('SOLANA_RPC_URL names providers of different clusters');
    expect(await check(pinned(), mine, reset)).toEqual(both);
  });

  test('that is down at its first start is pinned later, and a second cluster is distrusted', async () => {
    const [mine, other] = [await customOf('mine'), await customOf('other')];
    [mine.isDown, other.isDown] = [true, true];
    const { chain, checkGenesis } = await openAs('custom', pinned(), [mine, other]);
    expect(await checkGenesis()).toEqual(SILENT);
    mine.isDown = false;
    expect(await checkGenesis()).toEqual({ kind: 'right' });
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'fact' });
    [mine.isDown, other.isDown] = [true, false];
    other.calls.length = 0;
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
    expect(new Set(other.calls.map(({ method }) => method))).toEqual(new Set(['getGenesisHash']));
  });

  test('whose providers return with different chains is never pinned', async () => {
    const pin = pinned();
    const [mine, other] = [await customOf('mine'), await customOf('other')];
    [mine.isDown, other.isDown] = [true, true];
    const { chain, checkGenesis } = await openAs('custom', pin, [mine, other]);
    await checkGenesis();
    [mine.isDown, other.isDown] = [false, false];
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
    expect(await checkGenesis()).toMatchObject({ kind: 'wrong' });
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
    expect(await pin.read()).toBeNull();
  });

  test('is distrusted while the database cannot return the pinned genesis', async () => {
    const mine = await customOf('mine');
    let isGone = false;
    const kept = pinned('mine');
    const read = async (): Promise<string | null> => {
      if (isGone) throw new Error('the database is gone');
      return kept.read();
    };
    const { chain } = await openAs('custom', { ...kept, read }, [mine]);
    isGone = true;
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'unknown' });
    isGone = false;
    expect(await chain.slot('confirmed')).toMatchObject({ kind: 'fact' });
  });
});
