import {
  type Instruction,
  type KeyPairSigner,
  type Nonce,
  appendTransactionMessageInstructions,
  compileTransactionMessage,
  createTransactionMessage,
  fetchEncodedAccount,
  generateKeyPairSigner,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingDurableNonce,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  SYSTEM_PROGRAM_ADDRESS,
  decodeNonce,
  getAdvanceNonceAccountInstruction,
  getAuthorizeNonceAccountInstruction,
  getCreateAccountInstruction,
  getInitializeNonceAccountInstruction,
  getWithdrawNonceAccountInstruction,
} from '@solana-program/system';
import { describe, expect, it } from 'vitest';
import { call, pick, temporaryFolder } from './harness.ts';
import { type KitNet, SOL, type Signed, failureOf, pay, startKit } from './kit-client.ts';

const NONCE_RENT = 1_447_680n;
const LIFE = 150;

interface NonceNet extends KitNet {
  readonly payer: KeyPairSigner;
  readonly account: KeyPairSigner;
  stored(): Promise<Nonce>;
  signWith(
    nonce: Nonce,
    instructions: readonly Instruction[],
    authority?: KeyPairSigner,
  ): Promise<Signed>;
}

function messageOf(
  net: Pick<NonceNet, 'payer' | 'account'>,
  instructions: readonly Instruction[],
  { nonce, authority = net.payer }: { readonly nonce: Nonce; readonly authority?: KeyPairSigner },
) {
  return pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(net.payer, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
    (m) =>
      setTransactionMessageLifetimeUsingDurableNonce(
        {
          nonce,
          nonceAccountAddress: net.account.address,
          nonceAuthorityAddress: authority.address,
        },
        m,
      ),
  );
}

/** Funded wallet with a nonce account, one slot old. */
async function startNonce(dir: string | null = null): Promise<NonceNet> {
  const net = await startKit(dir);
  const payer = await net.wallet();
  const account = await generateKeyPairSigner();
  await net.send(payer, [
    getCreateAccountInstruction({
      payer,
      newAccount: account,
      lamports: NONCE_RENT,
      space: 80,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
    getInitializeNonceAccountInstruction({
      nonceAccount: account.address,
      nonceAuthority: payer.address,
    }),
  ]);
  net.clock.slots(1);
  const stored = async (): Promise<Nonce> => {
    const found = await fetchEncodedAccount(net.rpc, account.address, { commitment: 'processed' });
    if (!found.exists) throw new Error('the nonce account is gone');
    return decodeNonce(found).data.blockhash as string as Nonce;
  };
  const signWith: NonceNet['signWith'] = async (nonce, instructions, authority = payer) => {
    const message = messageOf({ payer, account }, instructions, { nonce, authority });
    const advance = getAdvanceNonceAccountInstruction({
      nonceAccount: account.address,
      nonceAuthority: authority,
    });
    const [, ...others] = message.instructions;
    const signed = await signTransactionMessageWithSigners({
      ...message,
      instructions: [advance, ...others],
    });
    return {
      wire: getBase64EncodedWireTransaction(signed),
      signature: getSignatureFromTransaction(signed),
    };
  };
  return { ...net, payer, account, stored, signWith };
}

const errorOf = async (promise: Promise<unknown>): Promise<unknown> =>
  pick((await failureOf(promise)).cause, 'message');

describe('durable nonce', () => {
  it('keeps a transaction valid beyond blockhash expiry, and advances once', async () => {
    const net = await startNonce();
    const { address: to } = await generateKeyPairSigner();
    const nonce = await net.stored();
    const signed = await net.signWith(nonce, [pay(net.payer, to, SOL)]);
    net.clock.slots(10 * LIFE);
    await net.post(signed);
    expect(await net.lamports(to)).toBe(SOL);
    const next = await net.stored();
    expect(next).not.toBe(nonce);
    net.clock.slots(2);
    const landed = await call(net.net, 'getTransaction', signed.signature, {
      commitment: 'confirmed',
      encoding: 'jsonParsed',
      maxSupportedTransactionVersion: 0,
    });
    expect(pick(landed.result, 'transaction', 'message', 'instructions', 0)).toMatchObject({
      program: 'system',
      parsed: {
        type: 'advanceNonce',
        info: {
          nonceAccount: net.account.address,
          recentBlockhashesSysvar: 'SysvarRecentB1ockHashes11111111111111111111',
          nonceAuthority: net.payer.address,
        },
      },
    });
    const again = await net.signWith(next, [pay(net.payer, to, SOL)]);
    await net.post(again);
    expect(await net.lamports(to)).toBe(2n * SOL);
    // A nonce cannot advance in the slot in which it was stored.
    const newest = await net.signWith(await net.stored(), [pay(net.payer, to, SOL)]);
    expect(await errorOf(net.post(newest))).toMatch(/Blockhash not found/);
    net.clock.slots(1);
    await net.post(newest);
  });

  it('refuses the same transaction again, and any other with the used nonce', async () => {
    const net = await startNonce();
    const { address: to } = await generateKeyPairSigner();
    const nonce = await net.stored();
    const signed = await net.signWith(nonce, [pay(net.payer, to, SOL)]);
    const other = await net.signWith(nonce, [pay(net.payer, to, 2n * SOL)]);
    await net.post(signed);
    for (const slots of [0, 1, 2 * LIFE]) {
      net.clock.slots(slots);
      expect(await errorOf(net.post(signed)), `after ${slots}`).toMatch(/Blockhash not found/);
      expect(await errorOf(net.post(other)), `after ${slots}`).toMatch(/Blockhash not found/);
      await net.post(other, { skipPreflight: true });
    }
    expect(await net.lamports(to)).toBe(SOL);
    const statuses = await net.rpc
      .getSignatureStatuses([other.signature], { searchTransactionHistory: true })
      .send();
    expect(statuses.value).toEqual([null]);
  });

  it('advances on a failed transaction, which pays only its fee', async () => {
    const net = await startNonce();
    const { address: to } = await generateKeyPairSigner();
    const nonce = await net.stored();
    const before = await net.lamports(net.payer.address);
    const signed = await net.signWith(nonce, [pay(net.payer, to, 1_000n * SOL)]);
    expect(await errorOf(net.post(signed))).toMatch(/Custom program error: #1 /);
    expect(await net.stored(), 'preflight leaves no trace').toBe(nonce);
    await net.post(signed, { skipPreflight: true });
    expect(await net.lamports(net.payer.address)).toBe(before - 5_000n);
    expect(await net.stored()).not.toBe(nonce);
    const { value } = await net.rpc.getSignatureStatuses([signed.signature]).send();
    expect(value[0]?.err).toMatchObject({ InstructionError: [1n, { Custom: 1n }] });
    expect(await errorOf(net.post(signed))).toMatch(/Blockhash not found/);
  });

  it('requires its authority’s signature, also after a change of authority', async () => {
    const net = await startNonce();
    const other = await net.wallet();
    const nonce = await net.stored();
    const stolen = await net.signWith(nonce, [pay(net.payer, other.address, SOL)], other);
    expect(await errorOf(net.post(stolen))).toMatch(/Blockhash not found/);
    await net.send(net.payer, [
      getAuthorizeNonceAccountInstruction({
        nonceAccount: net.account.address,
        nonceAuthority: net.payer,
        newNonceAuthority: other.address,
      }),
    ]);
    expect(await net.stored(), 'another authority is no other nonce').toBe(nonce);
    await net.post(stolen);
    expect(await net.lamports(other.address)).toBe(11n * SOL);
  });

  it('is supported by simulations and getFeeForMessage', async () => {
    const net = await startNonce();
    const nonce = await net.stored();
    net.clock.slots(2 * LIFE);
    const instructions = [pay(net.payer, net.payer.address, 1n)];
    const { wire } = await net.signWith(nonce, instructions);
    const simulated = await net.rpc
      .simulateTransaction(wire, { encoding: 'base64', sigVerify: true, commitment: 'processed' })
      .send();
    expect(simulated.value.err).toBeNull();
    const fee = async (of: Nonce) => {
      const bytes = getCompiledTransactionMessageEncoder().encode(
        compileTransactionMessage(messageOf(net, instructions, { nonce: of })),
      );
      const message = getBase64Decoder().decode(bytes) as Parameters<
        typeof net.rpc.getFeeForMessage
      >[0];
      return (await net.rpc.getFeeForMessage(message).send()).value;
    };
    expect(await fee(nonce)).toBe(5_000n);
    expect(await fee(net.account.address as string as Nonce)).toBeNull();
    expect(await net.stored()).toBe(nonce);
  });

  it('is restored by a rollback, after which the transaction can be sent again', async () => {
    const net = await startNonce();
    const { address: to } = await generateKeyPairSigner();
    const nonce = await net.stored();
    const signed = await net.signWith(nonce, [pay(net.payer, to, SOL)]);
    const other = await net.signWith(nonce, [pay(net.payer, to, 2n * SOL)]);
    await net.post(signed);
    net.clock.slots(5);
    net.net.faults.reorganise(signed.signature);
    expect(await net.lamports(to)).toBe(0n);
    expect(await net.stored()).toBe(nonce);
    net.clock.slots(2 * LIFE);
    await net.post(signed);
    expect(await errorOf(net.post(other))).toMatch(/Blockhash not found/);
    expect(await net.lamports(to)).toBe(SOL);
  });

  it('advances in a transaction with a blockhash, and only once per slot', async () => {
    const net = await startNonce();
    const nonce = await net.stored();
    const advance = getAdvanceNonceAccountInstruction({
      nonceAccount: net.account.address,
      nonceAuthority: net.payer,
    });
    await net.send(net.payer, [advance]);
    const next = await net.stored();
    expect(next).not.toBe(nonce);
    const again = net.send(net.payer, [advance, pay(net.payer, net.payer.address, 1n)]);
    // SystemError::NonceBlockhashNotExpired
    expect(await errorOf(again)).toMatch(/Custom program error: #7 /);
  });

  it('survives a restart, and can be closed', async () => {
    const dir = temporaryFolder();
    const net = await startNonce(dir);
    const nonce = await net.stored();
    const { address: to } = await generateKeyPairSigner();
    await net.post(await net.signWith(nonce, [pay(net.payer, to, SOL)]));
    const next = await net.stored();
    await net.net.close();
    const again = await startKit(dir);
    again.clock.ms = net.clock.ms + 400;
    const signed = await net.signWith(next, [pay(net.payer, to, SOL)]);
    await again.post(signed);
    expect(await again.lamports(to)).toBe(2n * SOL);
    again.clock.slots(1);
    await again.send(net.payer, [
      getWithdrawNonceAccountInstruction({
        nonceAccount: net.account.address,
        recipientAccount: to,
        nonceAuthority: net.payer,
        withdrawAmount: NONCE_RENT,
      }),
    ]);
    expect(await again.lamports(net.account.address)).toBe(0n);
  });
});
