import { readFileSync } from 'node:fs';
import { getApproveInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keypair } from '../src/keypair.ts';
import { type Localnet, openLocalnet } from '../src/localnet.ts';
import { PUBSUB_METHODS } from '../src/pubsub/session.ts';
import { METHODS } from '../src/rpc/dispatch.ts';
import { serveLocalnet } from '../src/serve.ts';
import { NOTIFIED, SHAPES, type Shape, misfits } from './documented-shapes.ts';
import { TestClock, call, pick } from './harness.ts';
import { type KitNet, pay, startKit } from './kit-client.ts';
import { Subscriber } from './subscriber.ts';

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

const SYSTEM = '11111111111111111111111111111111';

let net: Localnet;
let kit: KitNet;
let params: Readonly<Record<string, readonly unknown[]>>;
let close: () => Promise<void>;

/** A chain with data for every method, and the parameters of each. */
beforeAll(async () => {
  const clock = new TestClock();
  net = await openLocalnet({ dir: null, now: clock.now });
  const served = await serveLocalnet(net);
  close = async () => {
    await net.close();
    await served.close();
  };
  kit = await startKit(null, { net, clock, ...served });
  const [alice, bob] = [await kit.wallet(), await kit.wallet()];
  const secretKey = keypair(Buffer.alloc(32, 7)).secretKey;
  const mint = keypair(secretKey).address as typeof alice.address;
  await net.createMint({ secretKey }, 6);
  await net.mintTo(mint, alice.address, 5_000_000n);
  clock.slots(40);
  const fresh = { encoding: 'base64' };
  const held = await call(net, 'getTokenAccountsByOwner', alice.address, { mint }, fresh);
  const account = pick(held.result, 'value', 0, 'pubkey') as typeof alice.address;
  const approve = getApproveInstruction({
    source: account,
    delegate: bob.address,
    owner: alice,
    amount: 1_000_000n,
  });
  const signature = await kit.send(alice, [approve]);
  const slot = net.slot();
  clock.slots(40);
  const { wire } = await kit.sign(alice, [pay(alice, bob.address, 1n)]);
  const message = Buffer.from(wire, 'base64').subarray(65).toString('base64');
  const latest = await call(net, 'getLatestBlockhash');
  params = {
    getAccountInfo: [alice.address, fresh],
    getBalance: [alice.address],
    getBlock: [slot, { maxSupportedTransactionVersion: 0 }],
    getBlockCommitment: [net.slot() - 3],
    getBlockTime: [slot],
    getBlocks: [5, 10],
    getBlocksWithLimit: [5, 3],
    getFeeForMessage: [message, { commitment: 'processed' }],
    getInflationReward: [[alice.address]],
    getMinimumBalanceForRentExemption: [50],
    getMultipleAccounts: [[alice.address, bob.address], fresh],
    getProgramAccounts: [TOKEN, { ...fresh, filters: [{ dataSize: 165 }] }],
    getSignatureStatuses: [[signature], { searchTransactionHistory: true }],
    getSignaturesForAddress: [alice.address],
    getSlotLeaders: [100, 10],
    getTokenAccountBalance: [account],
    getTokenAccountsByDelegate: [bob.address, { programId: TOKEN }, { encoding: 'jsonParsed' }],
    getTokenAccountsByOwner: [alice.address, { mint }, { encoding: 'jsonParsed' }],
    getTokenLargestAccounts: [mint],
    getTokenSupply: [mint],
    getTransaction: [signature, { maxSupportedTransactionVersion: 0 }],
    isBlockhashValid: [pick(latest.result, 'value', 'blockhash')],
    requestAirdrop: [alice.address, 1_000_000_000],
    sendTransaction: [wire, { encoding: 'base64' }],
    simulateTransaction: [wire, { encoding: 'base64', replaceRecentBlockhash: true }],
  };
});
afterAll(() => close());

describe('documented RPC methods return the fields and types of their example', () => {
  it.each(Object.keys(SHAPES))('%s', async (method) => {
    const { result, error } = await call(net, method, ...(params[method] ?? []));
    const shape = SHAPES[method] ?? 'any';
    expect(misfits(shape, method === 'getHighestSnapshotSlot' ? error : result)).toEqual([]);
    // An empty list would fit any shape.
    if (Array.isArray(result)) expect(result).not.toEqual([]);
    if (Array.isArray(pick(result, 'value'))) expect(pick(result, 'value')).not.toEqual([]);
  });

  it('detects a missing, additional or wrongly typed field', () => {
    const shape: Shape = { a: 'number', 'b?': 'string|null', c: [{ d: 'boolean' }] };
    expect(misfits(shape, { a: 1, c: [] })).toEqual([]);
    expect(misfits(shape, { a: '1', b: 2, c: [{ d: null }], e: 1 })).toEqual([
      'result.a is string, not number',
      'result.b is number, not string|null',
      'result.c[0].d is null, not boolean',
      'result.e is not documented',
    ]);
    expect(misfits(shape, { c: {} })).toEqual(['result.a is missing', 'result.c is no list']);
  });
});

describe('documented subscriptions notify the fields and types of their example', () => {
  it.each(Object.keys(NOTIFIED))('%sSubscribe', async (name) => {
    const alice = await kit.wallet();
    const signed = await kit.sign(alice, [pay(alice, alice.address, 1n)]);
    const asked: Readonly<Record<string, readonly unknown[]>> = {
      account: [alice.address, { encoding: 'base64' }],
      logs: ['all'],
      program: [SYSTEM, { encoding: 'base64' }],
      signature: [signed.signature],
    };
    const client = await Subscriber.to(kit.websocketUrl);
    const id = await client.to(name, ...(asked[name] ?? []));
    await kit.post(signed);
    kit.clock.slots(33);
    net.slot();
    const { jsonrpc, method, params: told, ...more } = await client.notification(id);
    expect({ jsonrpc, method, more }).toEqual({
      jsonrpc: '2.0',
      method: `${name}Notification`,
      more: {},
    });
    const shape: Shape = { result: NOTIFIED[name] ?? 'any', subscription: 'number' };
    expect(misfits(shape, told)).toEqual([]);
  });
});

describe('tables of README.md', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const section = (title: string): string => {
    const [, after = ''] = readme.split(`### ${title}\n`);
    return after.split('\n#')[0] ?? '';
  };
  /** Names in a table whose second column is `yes`, or is not. */
  const rows = (title: string, isSupported: boolean): string[] =>
    section(title)
      .split('\n')
      .map((line) => /^\| `(\w+)` +\| (yes|no)\b/.exec(line))
      .filter((row) => row !== null && (row[2] === 'yes') === isSupported)
      .map((row) => row?.[1] ?? '');
  const sorted = (names: Iterable<string>): string[] => [...names].sort((a, b) => (a < b ? -1 : 1));

  it('list every supported method, each with a documented shape', () => {
    expect(sorted(rows('Methods', true))).toEqual(sorted(Object.keys(METHODS)));
    expect(sorted(Object.keys(SHAPES))).toEqual(sorted(Object.keys(METHODS)));
  });

  it('list unsupported methods, which return −32601', async () => {
    const unsupported = rows('Methods', false);
    expect(unsupported.length).toBeGreaterThan(0);
    for (const method of unsupported) {
      expect([method, (await call(net, method)).error?.code]).toEqual([method, -32601]);
    }
  });

  it('list every subscription, each with a documented shape', () => {
    const subscriptions = Object.keys(PUBSUB_METHODS).filter((name) => name.endsWith('Subscribe'));
    expect(sorted(rows('Subscriptions', true))).toEqual(sorted(subscriptions));
    const documented = Object.keys(NOTIFIED).map((name) => `${name}Subscribe`);
    expect(sorted(documented)).toEqual(sorted(subscriptions));
    expect(rows('Subscriptions', false)).toEqual([
      'blockSubscribe',
      'slotsUpdatesSubscribe',
      'voteSubscribe',
    ]);
  });
});
