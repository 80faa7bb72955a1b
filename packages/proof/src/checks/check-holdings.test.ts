import { generateKeyPairSync, sign } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { expect, test } from 'vitest';

import { ownershipMessage } from '../files/ownership.ts';
import {
  SMALL_ORDER_POINTS,
  forgedSignature,
} from '../../../../test/support/small-order-points.ts';

import { checkHoldings } from './check-holdings.ts';
import { holdingsOutcome } from './outcomes.ts';
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

const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const STRANGER = base58.decode(new Uint8Array(32).fill(9));
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

async function check(
  holding: ProofHolding,
  result: object,
  {
    treasury = TREASURY,
    usdcMint = USDC_MINT,
  }: { treasury?: string; usdcMint?: string | null } = {},
) {
  const call = async () => JSON.stringify({ result });
  const options = { treasury, call, usdcMint: async () => usdcMint };
  const { checked, isRead } = await checkHoldings({ ...DAY, holdings: [holding] }, options);
  expect(isRead).toBe(true);
  return checked[0]!;
}

const tokens = (info: object = {}, { program = TOKEN_PROGRAM, type = 'account' } = {}) => ({
  value: {
    owner: program,
    data: {
      parsed: {
        type,
        info: { owner: TREASURY, mint: USDC_MINT, tokenAmount: { amount: '2500000' }, ...info },
      },
    },
  },
});

test('reads the accounts of the treasury to the last unit, with its signatures', async () => {
  const large = JSON.stringify({ result: { value: 0 } }).replace('0', '123456789012345678');
  const sol = held('SOL');
  const options = { treasury: TREASURY, call: async () => large, usdcMint: async () => null };
  expect(await checkHoldings({ ...DAY, holdings: [sol] }, options)).toEqual({
    checked: [
      {
        holding: sol,
        ownership: 'signed',
        nowUnits: 123_456_789_012_345_678n,
        account: 'own',
      },
    ],
    isRead: true,
  });
  expect(await check(held('USDC'), tokens())).toMatchObject({
    ownership: 'signed',
    nowUnits: 2_500_000n,
    account: 'own',
  });
});

test('checks only the signatures if the node fails', async () => {
  const call = () => Promise.reject(new Error('down'));
  const options = { treasury: TREASURY, call, usdcMint: async () => null };
  const { checked, isRead } = await checkHoldings({ ...DAY, holdings: [held('SOL')] }, options);
  expect([isRead, checked[0]?.ownership, checked[0]?.nowUnits]).toEqual([false, 'signed', null]);
});

test('names an account of another owner, program or mint, and one that is missing', async () => {
  const state = async (...args: Parameters<typeof check>) => (await check(...args)).account;
  expect(await state(held('USDC'), tokens({ owner: STRANGER }))).toBe('otherOwner');
  expect(await state(held('USDC'), tokens({}, { program: STRANGER }))).toBe('otherProgram');
  expect(await state(held('USDC'), tokens({}, { type: 'mint' }))).toBe('otherProgram');
  expect(await state(held('USDC'), tokens({ mint: STRANGER }))).toBe('otherMint');
  expect(await state(held('USDC'), tokens({ mint: STRANGER }), { usdcMint: null })).toBe('own');
  expect(await state(held('USDC'), { value: null })).toBe('missing');
  expect(await state(held('USDC', { amount: '0.000000' }), { value: null })).toBe('own');
  expect(await state(held('SOL', { address: STRANGER }), { value: 1 })).toBe('otherOwner');
});

test('refuses signatures of other keys and over other texts', async () => {
  expect(await check(held('SOL'), { value: 1 }, { treasury: STRANGER })).toMatchObject({
    ownership: 'otherKey',
    account: 'otherOwner',
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

test('an asset twice, or one that no chain shows, makes the list wrong', async () => {
  const outcomeOf = async (...holdings: ProofHolding[]) => {
    const options = { treasury: TREASURY, call: null, usdcMint: async () => null };
    return holdingsOutcome(await checkHoldings({ ...DAY, holdings }, options));
  };
  expect(await outcomeOf(held('SOL'), held('USDC'))).toMatchObject({ state: 'open' });
  for (const wrong of [held('SOL'), held('SOL', { asset: 'BTC' })]) {
    expect(await outcomeOf(held('SOL'), wrong)).toMatchObject({ fault: 'otherList' });
  }
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
      const options = { treasury, call: null, usdcMint: async () => null };
      const { checked } = await checkHoldings({ ...proof, holdings: [holding] }, options);
      expect(checked[0]!.ownership).toBe('otherKey');
    }
  }
  expect(forged).toBeGreaterThan(14);
});
