import { isAddress } from '@solana/kit';
import { afterEach, describe, expect, test } from 'vitest';

import { CLUSTERS, genesisOf } from '#server/kernel/chain/genesis';
import { createRpc } from '#server/kernel/rpc/rpc-client';
import { follow } from '#server/kernel/chain/follow-signature';
import { statusOf } from '#server/kernel/chain/status';

import { type Behaviour, type StubProvider, deadUrl, startStub } from './stub-provider.ts';

const stubs: StubProvider[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});

interface Node {
  readonly slot?: number;
  readonly status?: unknown;
  readonly health?: Behaviour;
  readonly height?: number;
  readonly finalizedSlot?: number;
  readonly firstBlock?: number;
  readonly statuses?: Behaviour;
  readonly genesis?: string;
}

const OK: Behaviour = { result: 'ok' };
const BEHIND: Behaviour = { error: { code: -32005, message: 'Node is behind by 200 slots' } };
const LANDED = { slot: 90, confirmations: 3, err: null, confirmationStatus: 'confirmed' };

async function node(options: Node): Promise<string> {
  const { slot = 100, status = null, health = OK, height = 80, firstBlock } = options;
  const stub = await startStub(({ method }) => {
    if (method === 'getHealth') return health;
    if (method === 'getEpochInfo') {
      return { result: { blockHeight: height, absoluteSlot: options.finalizedSlot ?? slot - 32 } };
    }
    if (method === 'getGenesisHash') return { result: options.genesis ?? 'hash' };
    if (method === 'getFirstAvailableBlock') {
      return firstBlock === undefined
        ? { error: { code: -32601, message: 'Method not found' } }
        : { result: firstBlock };
    }
    if (method !== 'getSignatureStatuses') throw new Error(`not expected: ${method}`);
    return options.statuses ?? { result: { context: { slot }, value: [status] } };
  });
  stubs.push(stub);
  return stub.url;
}

const rpcOf = (urls: readonly string[]) =>
  createRpc({ urls, wait: () => Promise.resolve(), timeoutMs: 20_000 });

const ask = async (...urls: string[]) => statusOf(rpcOf(urls), 'signature');

describe('signature lookup', () => {
  test('returns absent as of the queried slot, if a healthy provider does not know it', async () => {
    expect(await ask(await node({ slot: 100 }))).toEqual({ kind: 'absent', slot: 100 });
  });

  test('returns unknown if the provider lags', async () => {
    const answer = await ask(await node({ health: BEHIND }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'behind' });
  });

  test('prefers a found transaction of any provider to absence', async () => {
    const [knows, doesNot] = [await node({ status: LANDED }), await node({})];
    expect(await ask(doesNot, knows)).toMatchObject({ kind: 'fact', value: { slot: 90 } });
    expect(await ask(knows, doesNot)).toMatchObject({ kind: 'fact', value: { slot: 90 } });
  });

  test('reports absence as of the older slot of two providers', async () => {
    const answer = await ask(await node({ slot: 100 }), await node({ slot: 97 }));
    expect(answer).toEqual({ kind: 'absent', slot: 97 });
  });

  test('ignores the absence at a provider that claims health but lags', async () => {
    const answer = await ask(await node({ slot: 100 }), await node({ slot: 300, health: BEHIND }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'behind' });
    const other = await ask(await node({ slot: 100 }), await node({ slot: 300 }));
    expect(other).toEqual({ kind: 'absent', slot: 300 });
  });

  test('succeeds with one provider if the other is down or broken', async () => {
    const broken = await node({ statuses: { status: 502, body: '<html>' } });
    expect(await ask(await deadUrl(), await node({}))).toEqual({ kind: 'absent', slot: 100 });
    expect(await ask(await node({}), broken)).toEqual({ kind: 'absent', slot: 100 });
  });

  test.each<[string, Behaviour]>([
    ['null', { result: null }],
    ['no context', { result: { value: [null] } }],
    ['no values', { result: { context: { slot: 5 }, value: [] } }],
    ['two values', { result: { context: { slot: 5 }, value: [null, null] } }],
    ['a slot that is no number', { result: { context: { slot: 'x' }, value: [null] } }],
    ['a status of no known level', { result: { context: { slot: 5 }, value: [{ slot: 1 }] } }],
  ])('returns unknown for an inconsistent provider (%s)', async (_name, statuses) => {
    const answer = await ask(await node({ statuses }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'malformed' });
  });

  test('returns unknown for a provider without history', async () => {
    const statuses = { error: { code: -32011, message: 'Transaction history is not available' } };
    const answer = await ask(await node({ statuses }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'rpc-error' });
  });
});

describe('expiry of a transaction', () => {
  const followed = { signature: 'signature', lastValidBlockHeight: 80, slot: 50 };
  const step = async (...urls: string[]) => follow(rpcOf(urls), followed);

  test('is not certain before its last valid block is finalized', async () => {
    expect(await step(await node({ height: 80 }))).toEqual({ kind: 'waiting' });
  });

  test('is certain once a later block is finalized and no trace exists', async () => {
    const answer = await step(await node({ height: 81 }));
    expect(answer).toEqual({ kind: 'expired', blockHeight: 81, slot: 68 });
  });

  test('is not certain while any responding provider lags behind that block', async () => {
    const answer = await step(await node({ height: 200 }), await node({ height: 79 }));
    expect(answer).toEqual({ kind: 'waiting' });
  });

  test('is not certain if any provider has a trace, even of the processed level', async () => {
    const status = { ...LANDED, confirmationStatus: 'processed' };
    const answer = await step(await node({ height: 200 }), await node({ height: 200, status }));
    expect(answer).toMatchObject({ kind: 'landed', commitment: 'processed' });
  });

  test('is not certain by a provider that pruned the blocks in question', async () => {
    const forgetful = await node({ height: 200, firstBlock: 51 });
    expect(await step(forgetful)).toEqual({ kind: 'unknown', reason: 'pruned' });
    expect(await step(await node({ height: 200 }), forgetful)).toEqual({
      kind: 'unknown',
      reason: 'pruned',
    });
    expect(await step(await node({ height: 200, firstBlock: 50 }))).toMatchObject({
      kind: 'expired',
    });
  });

  test('is not certain behind a load balancer whose nodes are at different heights', async () => {
    const mixed = await node({ height: 200, finalizedSlot: 190, slot: 100 });
    expect(await step(mixed)).toEqual({ kind: 'unknown', reason: 'behind' });
    expect(await step(mixed, await node({ height: 200, slot: 240 }))).toEqual({
      kind: 'unknown',
      reason: 'behind',
    });
    const handedOut = { ...followed, signature: null };
    expect(await follow(rpcOf([mixed]), handedOut)).toMatchObject({ kind: 'expired', slot: 190 });
  });

  test('is not certain while a provider does not respond, because only that one may have it', async () => {
    const answer = await step(await deadUrl(), await node({ height: 200 }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'unreachable' });
  });

  test('is not certain while no provider responds', async () => {
    expect(await step(await deadUrl())).toEqual({ kind: 'unknown', reason: 'unreachable' });
    const mute = await node({ height: 200, statuses: { status: 500, body: '' } });
    expect(await step(mute)).toEqual({ kind: 'unknown', reason: 'http-error' });
  });

  test('is reported as an error for a transaction that failed on chain', async () => {
    const status = { ...LANDED, err: { InstructionError: [0, { Custom: 1 }] } };
    expect(await step(await node({ status }))).toMatchObject({
      kind: 'landed',
      err: '{"InstructionError":[0,{"Custom":1}]}',
    });
  });
});

describe('cluster detection', () => {
  const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

  test('uses the genesis hash', async () => {
    const rpc = rpcOf([await node({ genesis: DEVNET })]);
    expect(await genesisOf(rpc)).toMatchObject({ kind: 'fact', value: DEVNET });
    expect(CLUSTERS.devnet.genesisHash).toBe(DEVNET);
  });

  test('knows the public clusters by keys of 32 bytes', () => {
    for (const { genesisHash, usdcMint } of Object.values(CLUSTERS)) {
      expect([isAddress(genesisHash), isAddress(usdcMint)]).toEqual([true, true]);
    }
  });

  test('detects a fallback on another cluster', async () => {
    const rpc = rpcOf([await node({ genesis: DEVNET }), await node({ genesis: 'other' })]);
    expect(await genesisOf(rpc)).toEqual({ kind: 'unknown', reason: 'disagree' });
  });
});
