import type { KeyPairSigner } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { judgeDeposit, paymentsIn } from '#domain/payments/deposit';
import type { Fault } from '#localnet/faults';
import { createChain } from '#server/kernel/chain/chain';

import { type LocalWorld, SOL, USDC, openWorld } from './local-world.ts';
import { verdictOf } from './payment-checks.ts';
import { deadUrl } from './stub-provider.ts';

const UNKNOWN =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

let world: LocalWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.net.faults.clear());
afterAll(() => world.close());

const pay = (source: KeyPairSigner, amount: bigint) =>
  world.send([getTransferSolInstruction({ source, destination: world.treasury.address, amount })]);

describe('pending payment', () => {
  test('is seen as processed, confirmed and finalized', async () => {
    const signature = await pay(world.alice, SOL);
    const processed = await world.facts(signature);
    expect(processed).toMatchObject({ commitment: 'processed', blockTime: null, gains: [] });
    const claim = { ...world.till, payer: world.alice.address, token: 'SOL' } as const;
    expect(verdictOf(processed, claim)).toBe('DEPOSIT_NOT_CONFIRMED');
    expect(paymentsIn(processed, world.till)).toEqual([]);
    world.advance(2);
    const confirmed = await world.facts(signature);
    expect(confirmed.commitment).toBe('confirmed');
    expect(verdictOf(confirmed, claim)).toBe(SOL);
    world.advance(32);
    const finalized = await world.facts(signature);
    expect({ ...finalized, commitment: 'confirmed' }).toEqual(confirmed);
    const judged = judgeDeposit(finalized, claim);
    expect(judged.ok && judged.value.finalized).toBe(true);
    expect(judged.ok && judged.value.blockTime).toBe(finalized.blockTime);
  });

  test('is absent after a rollback from confirmed', async () => {
    world.net.faults.inject({ kind: 'roll-back', afterSlots: 10 }, { times: 1 });
    const signature = await pay(world.alice, SOL);
    world.advance(3);
    expect((await world.facts(signature)).commitment).toBe('confirmed');
    world.advance(10);
    const slot = await world.chain.slot('processed');
    expect(await world.chain.facts(signature)).toEqual({
      kind: 'absent',
      slot: slot.kind === 'fact' ? slot.value : -1,
    });
  });

  test('is absent if it was accepted and never landed', async () => {
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    const signature = await pay(world.alice, SOL);
    world.advance(2);
    expect(await world.chain.facts(signature)).toMatchObject({ kind: 'absent' });
  });

  test('is absent for an unknown and for a malformed signature', async () => {
    expect(await world.chain.facts(UNKNOWN)).toMatchObject({ kind: 'absent' });
    expect(await world.chain.facts('not a signature')).toMatchObject({ kind: 'absent' });
  });
});

describe('network faults', () => {
  const ROUGH: readonly (readonly [string, Fault])[] = [
    ['429', { kind: 'rate-limit', retryAfterSeconds: 1 }],
    ['502 with HTML', { kind: 'bad-gateway' }],
    ['no answer', { kind: 'time-out' }],
    ['a lost answer', { kind: 'lose-answer', as: 'bad-gateway' }],
  ];

  test.each(ROUGH)('a temporary %s does not change the result', async (_name, fault) => {
    const signature = await pay(world.alice, SOL);
    world.advance(2);
    world.net.faults.inject(fault, { times: fault.kind === 'time-out' ? 1 : 5 });
    expect(await world.chain.facts(signature)).toMatchObject({
      kind: 'fact',
      value: { commitment: 'confirmed' },
    });
  });

  test.each(ROUGH)('a permanent %s gives unknown, never absent', async (_name, fault) => {
    const { treasury, usdcMint, url } = world;
    const wait = (): Promise<void> => Promise.resolve();
    const options = { treasury: treasury.address, usdcMint, wait, timeoutMs: 20 };
    const chain = await createChain({ ...options, urls: [url] });
    world.net.faults.inject(fault);
    expect(await chain.facts(UNKNOWN)).toMatchObject({ kind: 'unknown' });
    expect(await chain.balances('finalized')).toMatchObject({ kind: 'unknown' });
    expect(await chain.newestSignature(treasury.address, 'finalized')).toMatchObject({
      kind: 'unknown',
    });
  });

  test('are covered by the fallback if a provider is down', async () => {
    const { treasury, usdcMint, url } = world;
    const urls = [await deadUrl(), url];
    const wait = (): Promise<void> => Promise.resolve();
    const chain = await createChain({ urls, treasury: treasury.address, usdcMint, wait });
    expect(await chain.genesisHash()).toMatchObject({ value: world.net.genesisHash });
  });
});

describe('treasury balances', () => {
  test('contain lamports and USDC at a commitment', async () => {
    world.advance(40);
    const before = await world.chain.balances('finalized');
    if (before.kind !== 'fact') throw new Error(before.reason);
    await pay(world.bob, 3n * SOL);
    await world.net.mintTo(world.usdcMint, world.treasury.address, 7n * USDC);
    expect(await world.chain.balances('finalized')).toMatchObject({ value: before.value });
    world.advance(40);
    expect(await world.chain.balances('finalized')).toMatchObject({
      value: { lamports: before.value.lamports + 3n * SOL, usdc: before.value.usdc + 7n * USDC },
    });
  });

  test('are 0 without an account', async () => {
    const { alice, url } = world;
    const urls = [url];
    const other = await createChain({
      urls,
      treasury: UNKNOWN.slice(0, 43),
      usdcMint: alice.address,
    });
    expect(await other.balances('confirmed')).toMatchObject({ value: { lamports: 0n, usdc: 0n } });
  });
});

test('the treasury’s signatures are listed in pages, newest first', async () => {
  const { chain, treasury } = world;
  const newest = await chain.newestSignature(treasury.address, 'confirmed');
  if (newest.kind !== 'fact') throw new Error('none');
  world.advance(2);
  const sent: string[] = [];
  for (let i = 0; i < 25; i += 1) sent.push(await pay(world.alice, BigInt(i)));
  world.advance(2);
  const listing = { address: treasury.address, commitment: 'confirmed' as const };
  const sizes = { firstPageSize: 3, pageSize: 4 };
  const { slot: sinceSlot } = newest.value;
  const since = await chain.signaturesSince({ ...listing, ...sizes, sinceSlot });
  const list = since.kind === 'fact' ? since.value.signatures.map((entry) => entry.signature) : [];
  expect(list.slice(0, 25).toReversed()).toEqual(sent);
  const all = await chain.signaturesSince({ ...listing, sinceSlot: 0 });
  expect(all.kind === 'fact' && all.value.signatures.length).toBeGreaterThan(list.length);
});
