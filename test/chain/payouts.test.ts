import {
  type KeyPairSigner,
  generateKeyPairSigner,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit';
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { type Lamports, type PayToken, lamports, usdc } from '#domain/base/money';
import type { Fault } from '#localnet/faults';
import type { Nonce } from '#domain/payouts/payout';
import type { FollowedNonce } from '#server/kernel/chain/follow-nonce';
import {
  creations,
  funding,
  nonceAdvance,
  nonceAdvanceSignatures,
} from '#server/kernel/chain/nonce-transactions';
import { NONCE_BYTES, type NoncePool, noncePoolOf } from '#server/kernel/chain/nonces';
import { keyPairOf, sign } from '#server/kernel/chain/sign';
import type { BuiltTransfer } from '#server/kernel/chain/transfer';

import { type LocalWorld, SOL, USDC, ata, openWorld } from './local-world.ts';

let world: LocalWorld;
let pool: NoncePool;
beforeAll(async () => {
  world = await openWorld();
  pool = await noncePoolOf(crypto.getRandomValues(new Uint8Array(32)));
  await world.net.airdrop(pool.authority, SOL);
  world.advance(2);
  const [latest, rent] = [
    await world.chain.latestBlockhash(),
    await world.chain.rentExempt(NONCE_BYTES),
  ];
  if (latest.kind !== 'fact' || rent.kind !== 'fact') throw new Error('no chain');
  const life = { latest: latest.value.blockhash, rent: rent.value };
  for (const { transaction } of await creations(pool, pool.accounts, life)) {
    expect(await world.chain.send(transaction)).toMatchObject({ kind: 'sent' });
  }
  world.advance(40);
});
afterEach(() => world.net.faults.clear());
afterAll(() => world.close());

interface Payout extends BuiltTransfer, Omit<FollowedNonce, 'signature'> {
  readonly signed: string;
  readonly signature: string;
}

const EXISTENCE = 890_880n;
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

async function rentOf(wallet: string): Promise<Lamports | null> {
  const rent = await world.chain.accountRent(wallet);
  if (rent.kind !== 'fact') throw new Error(rent.kind);
  return rent.value;
}

/** Waits until earlier payouts are final, and reads the first nonce of the pool. */
async function nonceNow(): Promise<{ readonly nonce: Nonce; readonly slot: number }> {
  world.advance(40);
  const nonces = await world.chain.nonces(pool, 'finalized');
  if (nonces.kind !== 'fact') throw new Error(nonces.kind);
  return { nonce: nonces.value[0]!, slot: nonces.slot };
}

async function build(to: KeyPairSigner, token: PayToken, units: bigint): Promise<Payout> {
  const { address: key } = await generateKeyPairSigner();
  const { nonce, slot } = await nonceNow();
  const amount = token === 'SOL' ? lamports(units) : usdc(units);
  const built = await world.chain.buildTransfer({
    token,
    to: to.address,
    amount,
    references: [key],
    cosigner: null,
    nonce: { ...nonce, authority: pool.authority },
    accountRent: token === 'SOL' ? null : await rentOf(to.address),
  });
  const treasuryKey = await keyPairOf(world.treasurySecret);
  const signed = await sign(built.transaction, treasuryKey, pool.key);
  return {
    ...built,
    nonce,
    slot,
    key,
    advances: () => nonceAdvanceSignatures(nonce, pool),
    signed: signed.transaction,
    signature: signed.signature,
  };
}

const withdraw = async ({ nonce }: Payout) =>
  world.chain.send((await nonceAdvance(nonce, pool, 0)).transaction);

/** Compute unit limit set in a transaction. */
function unitsAllowed(transaction: string): number {
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version === 1) throw new Error('version');
  const limits = message.instructions.flatMap(({ programAddressIndex, data }) =>
    message.staticAccounts[programAddressIndex] === COMPUTE_BUDGET && data?.[0] === 2
      ? [Buffer.from(data).readUInt32LE(1)]
      : [],
  );
  expect(limits).toHaveLength(1);
  return limits[0]!;
}

async function unitsUsed(transaction: string): Promise<number> {
  const options = { encoding: 'base64', sigVerify: false };
  const answer = await world.rpc('simulateTransaction', [transaction, options]);
  const { err, unitsConsumed } = (answer as { value: { err: unknown; unitsConsumed: number } })
    .value;
  expect(err).toBeNull();
  return unitsConsumed;
}

const held = async (address: string): Promise<bigint> => {
  const answer = await world.rpc('getBalance', [address, { commitment: 'processed' }]);
  return BigInt((answer as { value: number }).value);
};
const follow = (payout: Payout) => world.chain.followNonce(payout);

describe('payout', () => {
  test('in SOL is followed from sending to finalized, and found by its reference', async () => {
    const seller = await generateKeyPairSigner();
    const before = await held(world.treasury.address);
    const payout = await build(seller, 'SOL', 2n * SOL);
    expect(await follow(payout)).toEqual({ kind: 'waiting' });
    expect(await world.chain.send(payout.signed)).toEqual({
      kind: 'sent',
      signature: payout.signature,
    });
    expect(await follow(payout)).toMatchObject({ kind: 'landed', commitment: 'processed' });
    world.advance(2);
    expect(await follow(payout)).toMatchObject({ kind: 'landed', commitment: 'confirmed' });
    world.advance(32);
    expect(await follow(payout)).toMatchObject({
      kind: 'landed',
      commitment: 'finalized',
      err: null,
    });
    expect(await held(seller.address)).toBe(2n * SOL);
    expect(await held(world.treasury.address)).toBe(before - 2n * SOL - payout.costs);
    const found = await world.chain.newestSignature(payout.key, 'finalized');
    expect(found).toMatchObject({ value: { signature: payout.signature } });
  });

  test.each([
    ['opens the token account of the receiver where there is none', false],
    ['uses the one there is', true],
  ])('in USDC %s', async (_name, exists) => {
    const seller = await generateKeyPairSigner();
    if (exists) await world.net.mintTo(world.usdcMint, seller.address, 0n);
    world.advance(2);
    const before = await held(world.treasury.address);
    const payout = await build(seller, 'USDC', 12n * USDC);
    await world.chain.send(payout.signed);
    world.advance(2);
    expect(await follow(payout)).toMatchObject({ kind: 'landed', err: null });
    const account = await ata(seller.address, world.usdcMint);
    const balance = await world.rpc('getTokenAccountBalance', [
      account,
      { commitment: 'processed' },
    ]);
    expect(balance).toMatchObject({ value: { amount: String(12n * USDC) } });
    expect(await held(world.treasury.address)).toBe(before - payout.costs);
    expect(payout.costs > 2_000_000n).toBe(!exists);
  });

  test('has a compute limit above its use, with room for a wallet’s assertion instructions', async () => {
    const { address: cosigner } = await generateKeyPairSigner();
    const receivers = await Promise.all(Array.from({ length: 12 }, () => generateKeyPairSigner()));
    const [known] = receivers;
    await world.net.mintTo(world.usdcMint, known!.address, 0n);
    world.advance(2);
    const most = { byKey: { SOL: 0, USDC: 0 }, byWallet: { SOL: 0, USDC: 0 } };
    const limits = { byKey: { SOL: 0, USDC: 0 }, byWallet: { SOL: 0, USDC: 0 } };
    for (const [token, to] of [
      ['SOL', known!] as const,
      ...receivers.map((each) => ['USDC', each] as const),
    ]) {
      for (const by of ['byKey', 'byWallet'] as const) {
        const order = {
          token,
          to: to.address,
          amount: token === 'SOL' ? lamports(SOL) : usdc(USDC),
          references: [to.address],
          accountRent: token === 'SOL' ? null : await rentOf(to.address),
          cosigner: by === 'byKey' ? null : cosigner,
          nonce: { ...(await nonceNow()).nonce, authority: pool.authority },
        };
        const { transaction } = await world.chain.buildTransfer(order);
        limits[by][token] = unitsAllowed(transaction);
        most[by][token] = Math.max(most[by][token], await unitsUsed(transaction));
      }
    }
    // The search for a token account's address varies: one in two takes 1,500 units more, one in four 3,000, and
    // so on.
    for (const token of ['SOL', 'USDC'] as const) {
      expect(most.byKey[token] * 4, token).toBeLessThanOrEqual(limits.byKey[token] * 3);
      expect(limits.byWallet[token] - most.byWallet[token], token).toBeGreaterThan(80_000);
    }
    // Not much above the use, because the priority fee is paid for the limit.
    expect(limits.byKey.USDC).toBeLessThan(most.byKey.USDC * 8);
  });

  test('costs the rent of a new token account, less the lamports at its address', async () => {
    const { address: wallet } = await generateKeyPairSigner();
    expect(await rentOf(wallet)).toBe(2_039_280n);
    await world.net.airdrop(await ata(wallet, world.usdcMint), 1_000_000n);
    world.advance(2);
    expect(await rentOf(wallet)).toBe(1_039_280n);
    await world.net.mintTo(world.usdcMint, wallet, 0n);
    world.advance(2);
    expect(await rentOf(wallet)).toBeNull();
  });

  test('is refused for a token account that the receiver no longer owns', async () => {
    const seller = await generateKeyPairSigner();
    await world.net.airdrop(seller.address, SOL);
    await world.net.mintTo(world.usdcMint, seller.address, 1n);
    const handOver = getSetAuthorityInstruction({
      owned: await ata(seller.address, world.usdcMint),
      owner: seller,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: world.bob.address,
    });
    await world.send([handOver]);
    world.advance(2);
    expect(await world.chain.accountRent(seller.address)).toEqual({ kind: 'impossible' });
  });

  test('above the balance is refused before sending, and followed to its error if it was sent', async () => {
    const payout = await build(world.alice, 'SOL', 5_000_000n * SOL);
    expect(await world.chain.send(payout.signed)).toMatchObject({ kind: 'refused', code: -32002 });
    expect(await follow(payout)).toEqual({ kind: 'waiting' });
    const raw = { encoding: 'base64', skipPreflight: true };
    await world.rpc('sendTransaction', [payout.signed, raw]);
    world.advance(33);
    const progress = await follow(payout);
    expect(progress).toMatchObject({ kind: 'landed', commitment: 'finalized' });
    expect(progress.kind === 'landed' && progress.err).toContain('InstructionError');
  });

  test('is not decided by a node that has not reached the slot at which it was built', async () => {
    const payout = await build(world.alice, 'SOL', SOL);
    const ahead = await world.chain.send(payout.signed, payout.slot + 10_000);
    expect(ahead).toEqual({ kind: 'refused', code: -32016, err: null });
    expect(await follow(payout)).toEqual({ kind: 'waiting' });
    expect(await world.chain.send(payout.signed, payout.slot)).toMatchObject({ kind: 'sent' });
  });

  test('is refused as malformed bytes', async () => {
    const payout = await build(world.alice, 'SOL', SOL);
    const bytes = Buffer.from(payout.signed, 'base64');
    bytes[8]! ^= 1;
    const sending = await world.chain.send(bytes.toString('base64'));
    expect(sending).toMatchObject({ kind: 'refused' });
  });
});

describe('payout is made once', () => {
  test('if its bytes are sent repeatedly by several senders', async () => {
    const seller = await generateKeyPairSigner();
    const payout = await build(seller, 'SOL', SOL);
    const sent = { kind: 'sent', signature: payout.signature };
    // The first one advanced the nonce, so the chain refuses the others.
    const refused = { kind: 'refused', code: -32_002, err: '"BlockhashNotFound"' };
    const sendings = await Promise.all([1, 2, 3].map(() => world.chain.send(payout.signed)));
    expect(sendings).toEqual([sent, refused, refused]);
    world.advance(40);
    expect(await world.chain.send(payout.signed)).toEqual(refused);
    expect(await held(seller.address)).toBe(SOL);
  });

  test.each<[string, Fault]>([
    ['its answer is lost in a time-out', { kind: 'lose-answer', as: 'time-out' }],
    ['its answer is lost in a 502', { kind: 'lose-answer', as: 'bad-gateway' }],
    ['it is kept off at first', { kind: 'rate-limit', retryAfterSeconds: 1 }],
  ])('when %s', async (_name, fault) => {
    const seller = await generateKeyPairSigner();
    const payout = await build(seller, 'SOL', SOL);
    world.net.faults.inject(fault, { times: 1, methods: ['sendTransaction'] });
    await world.chain.send(payout.signed);
    world.advance(40);
    expect(await follow(payout)).toMatchObject({ kind: 'landed', commitment: 'finalized' });
    expect(await held(seller.address)).toBe(SOL);
  });

  test('if it was executed but no provider responds', async () => {
    const seller = await generateKeyPairSigner();
    const payout = await build(seller, 'SOL', SOL);
    const lost = { kind: 'lose-answer', as: 'bad-gateway' } as const;
    world.net.faults.inject(lost, { methods: ['sendTransaction'] });
    expect(await world.chain.send(payout.signed)).toEqual({
      kind: 'unknown',
      reason: 'http-error',
    });
    expect(await follow(payout)).toMatchObject({ kind: 'landed' });
  });

  test('if it was dropped and resent', async () => {
    const seller = await generateKeyPairSigner();
    const payout = await build(seller, 'SOL', SOL);
    world.net.faults.inject({ kind: 'drop' }, { times: 1 });
    expect(await world.chain.send(payout.signed)).toMatchObject({ kind: 'sent' });
    world.advance(100);
    expect(await follow(payout)).toEqual({ kind: 'waiting' });
    expect(await world.chain.send(payout.signed)).toMatchObject({ kind: 'sent' });
    world.advance(40);
    expect(await follow(payout)).toMatchObject({ kind: 'landed', commitment: 'finalized' });
    expect(await held(seller.address)).toBe(SOL);
  });

  test('if it was confirmed, rolled back and resent', async () => {
    const seller = await generateKeyPairSigner();
    const payout = await build(seller, 'SOL', SOL);
    world.net.faults.inject({ kind: 'roll-back', afterSlots: 20 }, { times: 1 });
    await world.chain.send(payout.signed);
    world.advance(5);
    expect(await follow(payout)).toMatchObject({ kind: 'landed', commitment: 'confirmed' });
    world.advance(20);
    expect(await follow(payout)).toEqual({ kind: 'waiting' });
    await world.chain.send(payout.signed);
    world.advance(40);
    expect(await follow(payout)).toMatchObject({ kind: 'landed', commitment: 'finalized' });
    expect(await held(seller.address)).toBe(SOL);
  });
});

describe('payout whose nonce was advanced', () => {
  test('is void after the advance is finalized, and never lands', async () => {
    const seller = await generateKeyPairSigner();
    const payout = await build(seller, 'SOL', SOL);
    expect(await withdraw(payout)).toMatchObject({ kind: 'sent' });
    world.advance(20);
    expect(await follow(payout)).toEqual({ kind: 'waiting' });
    world.advance(20);
    const slot: unknown = expect.any(Number);
    expect(await follow(payout)).toEqual({ kind: 'void', slot });
    expect(await world.chain.send(payout.signed)).toMatchObject({ kind: 'refused' });
    expect(await held(seller.address)).toBe(0n);
  });

  test('is void by any transaction of the authority, whose signature the server does not know', async () => {
    const payout = await build(await generateKeyPairSigner(), 'SOL', SOL);
    await withdraw(payout);
    world.advance(40);
    const unknown = { ...payout, advances: async () => [] };
    expect(await follow(unknown)).toMatchObject({ kind: 'void' });
  });

  test('stays undecided while the network fails', async () => {
    const payout = await build(await generateKeyPairSigner(), 'SOL', SOL);
    await withdraw(payout);
    world.advance(40);
    world.net.faults.inject({ kind: 'bad-gateway' }, { methods: ['getSignatureStatuses'] });
    world.net.faults.inject({ kind: 'bad-gateway' }, { methods: ['getTransaction'] });
    expect(await follow(payout)).toEqual({ kind: 'unknown', reason: 'behind' });
    world.net.faults.clear();
    world.net.faults.inject({ kind: 'bad-gateway' }, { methods: ['getMultipleAccounts'] });
    expect(await follow(payout)).toEqual({ kind: 'waiting' });
  });

  test('has landed, however long ago, if its own transaction advanced the nonce', async () => {
    const payout = await build(await generateKeyPairSigner(), 'SOL', SOL);
    await world.chain.send(payout.signed);
    expect(await withdraw(payout)).toMatchObject({ kind: 'refused' });
    world.advance(1_000);
    expect(await follow(payout)).toMatchObject({ kind: 'landed', commitment: 'finalized' });
  });
});

describe('transaction with a blockhash expires', () => {
  test('only after its last valid block is finalized, and then permanently', async () => {
    const latest = await world.chain.latestBlockhash();
    if (latest.kind !== 'fact') throw new Error(latest.kind);
    const { blockhash, lastValidBlockHeight } = latest.value;
    const order = { latest: blockhash, amount: lamports(SOL) };
    const built = funding(world.treasury.address, pool, order);
    const signed = await sign(built, await keyPairOf(world.treasurySecret));
    const followed = { signature: signed.signature, lastValidBlockHeight, slot: latest.slot };
    const height = await world.rpc('getBlockHeight', [{ commitment: 'finalized' }]);
    world.advance(lastValidBlockHeight - (height as number));
    expect(await world.chain.follow(followed)).toEqual({ kind: 'waiting' });
    world.advance(1);
    const blockHeight = lastValidBlockHeight + 1;
    expect(await world.chain.follow(followed)).toEqual({
      kind: 'expired',
      blockHeight,
      slot: blockHeight,
    });
    expect(await world.chain.send(signed.transaction)).toMatchObject({ kind: 'refused' });
  });
});

describe('random faults', () => {
  const anyFault = fc.oneof(
    fc.constant<Fault>({ kind: 'drop' }),
    fc.integer({ min: 1, max: 31 }).map<Fault>((afterSlots) => ({ kind: 'roll-back', afterSlots })),
    fc.constant<Fault>({ kind: 'lose-answer', as: 'bad-gateway' }),
    fc.constant<Fault>({ kind: 'bad-gateway' }),
    fc.constant<Fault>({ kind: 'rate-limit', retryAfterSeconds: 1 }),
  );
  interface Step {
    readonly fault: Fault | null;
    readonly times: number;
    readonly slots: number;
    readonly withdraws: boolean;
  }
  const step: fc.Arbitrary<Step> = fc.record({
    fault: fc.option(anyFault),
    times: fc.integer({ min: 1, max: 8 }),
    slots: fc.integer({ min: 0, max: 90 }),
    withdraws: fc.boolean(),
  });

  /** Minimal outbox: sends the stored bytes or withdraws them, and signs again only after a void payout. */
  async function settle(seller: KeyPairSigner, steps: readonly Step[]) {
    let payout = await build(seller, 'SOL', EXISTENCE);
    for (let i = 0; i < 60; i += 1) {
      const now = steps[i];
      if (now?.fault) world.net.faults.inject(now.fault, { times: now.times });
      const progress = await follow(payout);
      if (progress.kind === 'landed' && progress.commitment === 'finalized') return i;
      if (progress.kind === 'void') {
        world.net.faults.clear();
        payout = await build(seller, 'SOL', EXISTENCE);
      }
      if (now?.withdraws) await withdraw(payout);
      else if (progress.kind !== 'landed') await world.chain.send(payout.signed);
      world.advance(now?.slots ?? 20);
    }
    return null;
  }

  test('pay the seller exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const seller = await generateKeyPairSigner();
        expect(await settle(seller, steps)).not.toBeNull();
        world.net.faults.clear();
        world.advance(400);
        expect(await held(seller.address)).toBe(EXISTENCE);
      }),
      { numRuns: 40 },
    );
  });
});
