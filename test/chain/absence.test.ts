import { isAddress } from '@solana/kit';
import { afterEach, describe, expect, test } from 'vitest';

import { CLUSTERS, genesisOf } from '#server/kernel/chain/genesis';
import { createRpc } from '#server/kernel/rpc/rpc';
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

describe('whether a signature is there', () => {
  test('a healthy node that does not know it: absent, as of the slot asked', async () => {
    expect(await ask(await node({ slot: 100 }))).toEqual({ kind: 'absent', slot: 100 });
  });

  test('a node that is behind cannot say', async () => {
    const answer = await ask(await node({ health: BEHIND }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'behind' });
  });

  test('a fact from either wins over absence', async () => {
    const [knows, doesNot] = [await node({ status: LANDED }), await node({})];
    expect(await ask(doesNot, knows)).toMatchObject({ kind: 'fact', value: { slot: 90 } });
    expect(await ask(knows, doesNot)).toMatchObject({ kind: 'fact', value: { slot: 90 } });
  });

  test('absence is as of the older slot', async () => {
    const answer = await ask(await node({ slot: 100 }), await node({ slot: 97 }));
    expect(answer).toEqual({ kind: 'absent', slot: 97 });
  });

  test('a node that claims health but lags has no say', async () => {
    const answer = await ask(await node({ slot: 100 }), await node({ slot: 300, health: BEHIND }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'behind' });
    const other = await ask(await node({ slot: 100 }), await node({ slot: 300 }));
    expect(other).toEqual({ kind: 'absent', slot: 300 });
  });

  test('a provider that is absent or broken does not stand in the way', async () => {
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
  ])('a lying node (%s) says nothing', async (_name, statuses) => {
    const answer = await ask(await node({ statuses }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'malformed' });
  });

  test('a node without history says nothing', async () => {
    const statuses = { error: { code: -32011, message: 'Transaction history is not available' } };
    const answer = await ask(await node({ statuses }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'rpc-error' });
  });
});

describe('whether a transaction has expired', () => {
  const followed = { signature: 'signature', lastValidBlockHeight: 80, slot: 50 };
  const step = async (...urls: string[]) => follow(rpcOf(urls), followed);

  test('not while its last block is not finalized', async () => {
    expect(await step(await node({ height: 80 }))).toEqual({ kind: 'waiting' });
  });

  test('as soon as a later one is finalized and there is no trace', async () => {
    const answer = await step(await node({ height: 81 }));
    expect(answer).toEqual({ kind: 'expired', blockHeight: 81, slot: 68 });
  });

  test('not while any provider that answers is not that far', async () => {
    const answer = await step(await node({ height: 200 }), await node({ height: 79 }));
    expect(answer).toEqual({ kind: 'waiting' });
  });

  test('not where any provider has a trace, even an early one', async () => {
    const status = { ...LANDED, confirmationStatus: 'processed' };
    const answer = await step(await node({ height: 200 }), await node({ height: 200, status }));
    expect(answer).toMatchObject({ kind: 'landed', commitment: 'processed' });
  });

  test('not by a node that has forgotten the blocks in question', async () => {
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

  test('not by an address behind which one node knows the height and another, far behind, answers', async () => {
    const mixed = await node({ height: 200, finalizedSlot: 190, slot: 100 });
    expect(await step(mixed)).toEqual({ kind: 'unknown', reason: 'behind' });
    expect(await step(mixed, await node({ height: 200, slot: 240 }))).toEqual({
      kind: 'unknown',
      reason: 'behind',
    });
    const handedOut = { ...followed, signature: null };
    expect(await follow(rpcOf([mixed]), handedOut)).toMatchObject({ kind: 'expired', slot: 190 });
  });

  test('not while one of the providers is silent: it may be the only one that has it', async () => {
    const answer = await step(await deadUrl(), await node({ height: 200 }));
    expect(answer).toEqual({ kind: 'unknown', reason: 'unreachable' });
  });

  test('not while nobody answers', async () => {
    expect(await step(await deadUrl())).toEqual({ kind: 'unknown', reason: 'unreachable' });
    const mute = await node({ height: 200, statuses: { status: 500, body: '' } });
    expect(await step(mute)).toEqual({ kind: 'unknown', reason: 'http-error' });
  });

  test('one that landed with an error says so', async () => {
    const status = { ...LANDED, err: { InstructionError: [0, { Custom: 1 }] } };
    expect(await step(await node({ status }))).toMatchObject({
      kind: 'landed',
      err: '{"InstructionError":[0,{"Custom":1}]}',
    });
  });
});

describe('which cluster it is', () => {
  const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

  test('by genesis hash', async () => {
    const rpc = rpcOf([await node({ genesis: DEVNET })]);
    expect(await genesisOf(rpc)).toMatchObject({ kind: 'fact', value: DEVNET });
    expect(CLUSTERS.devnet.genesisHash).toBe(DEVNET);
  });

  test('what is known of the public clusters are keys of 32 bytes', () => {
    for (const { genesisHash, usdcMint } of Object.values(CLUSTERS)) {
      expect([isAddress(genesisHash), isAddress(usdcMint)]).toEqual([true, true]);
    }
  });

  test('a fallback on another cluster is found out', async () => {
    const rpc = rpcOf([await node({ genesis: DEVNET }), await node({ genesis: 'other' })]);
    expect(await genesisOf(rpc)).toEqual({ kind: 'unknown', reason: 'disagree' });
  });
});
