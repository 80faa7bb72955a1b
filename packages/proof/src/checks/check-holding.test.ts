import { generateKeyPairSync, sign } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { expect, test } from 'vitest';

import { ownershipMessage } from '../files/ownership.ts';
import {
  SMALL_ORDER_POINTS,
  forgedSignature,
} from '../../../../test/support/small-order-points.ts';

import { checkHolding } from './check-holding.ts';
import type { Proof, ProofHolding } from '../files/published-proof.ts';

const base58 = getBase58Decoder();
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const TREASURY = base58.decode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const TOKEN_ACCOUNT = 'TreasuryUSDC11111111111111111111111111111111';
const DAY = { day: '2026-01-31', root: 'ab'.repeat(32) } as Proof;

function held(asset: 'SOL' | 'USDC', difference: Partial<ProofHolding> = {}): ProofHolding {
  const address = asset === 'SOL' ? TREASURY : TOKEN_ACCOUNT;
  const message = ownershipMessage({ ...DAY, asset, address });
  const signature = base58.decode(sign(null, Buffer.from(message), privateKey));
  const ownership = { message, signature };
  return { asset, address, amount: '1.5', slot: 7, ownership, ...difference };
}

const check = (holding: ProofHolding, result: object, treasury = TREASURY) =>
  checkHolding(DAY, holding, { treasury, call: async () => JSON.stringify({ result }) });

const tokens = (owner: string) => ({
  value: { data: { parsed: { info: { owner, tokenAmount: { amount: '2500000' } } } } },
});

test('reads what the chain has, to the last unit, and whose signature it is', async () => {
  const large = JSON.stringify({ result: { value: 0 } }).replace('0', '123456789012345678');
  const sol = held('SOL');
  const options = { treasury: TREASURY, call: async () => large };
  expect(await checkHolding(DAY, sol, options)).toEqual({
    holding: sol,
    ownership: 'signed',
    nowUnits: 123_456_789_012_345_678n,
    isTreasurys: true,
  });
  expect(await check(held('USDC'), tokens(TREASURY))).toMatchObject({
    ownership: 'signed',
    nowUnits: 2_500_000n,
    isTreasurys: true,
  });
});

test('tells what is not the treasury’s, or not of this day', async () => {
  const stranger = base58.decode(new Uint8Array(32).fill(9));
  expect(await check(held('USDC'), tokens(stranger))).toMatchObject({ isTreasurys: false });
  expect(await check(held('USDC'), { value: null })).toMatchObject({
    isTreasurys: null,
    nowUnits: 0n,
  });
  expect(await check(held('SOL'), { value: 1 }, stranger)).toMatchObject({
    ownership: 'otherKey',
    isTreasurys: false,
  });
  const other = ownershipMessage({
    ...DAY,
    day: '2026-01-30' as Proof['day'],
    asset: 'SOL',
    address: TREASURY,
  });
  const signature = base58.decode(sign(null, Buffer.from(other), privateKey));
  const old = held('SOL', { ownership: { message: other, signature } });
  expect(await check(old, { value: 1 })).toMatchObject({ ownership: 'otherMessage' });
  const unsigned = held('SOL', { ownership: null });
  expect(await check(unsigned, { value: 1 })).toMatchObject({ ownership: 'unsigned' });
});

test('refuses a forged signature if the treasury is a point of small order', async () => {
  let forged = 0;
  for (const key of SMALL_ORDER_POINTS) {
    const treasury = base58.decode(key);
    for (let digit = 0; digit < 10; digit += 1) {
      const proof = { ...DAY, root: `${digit}`.repeat(64) };
      const message = ownershipMessage({ ...proof, asset: 'SOL', address: treasury });
      const bytes = forgedSignature(key, Buffer.from(message));
      if (!bytes) continue;
      forged += 1;
      const ownership = { message, signature: base58.decode(bytes) };
      const holding = held('SOL', { address: treasury, ownership });
      const checked = await checkHolding(proof, holding, { treasury, call: null });
      expect(checked.ownership).toBe('otherKey');
    }
  }
  expect(forged).toBeGreaterThan(14);
});
