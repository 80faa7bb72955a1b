import {
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  address,
  isSolanaError,
} from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import { getAddMemoInstruction } from '@solana-program/memo';
import { describe, expect, it } from 'vitest';
import { key as keyOf, keyAt, keyText } from '../src/bytes/key.ts';
import { Writer } from '../src/bytes/writer.ts';
import { SYSTEM } from '../src/programs.ts';
import { composeTransaction } from '../src/tx/compose.ts';
import { SOL, failureOf, pay, startKit } from './kit-client.ts';
import { call, pick } from './harness.ts';

const MEMO_V3 = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const FEE = 5_000n;

describe('transfers with @solana/kit', () => {
  it('move lamports and charge the fee', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const signature = await kit.send(alice, [pay(alice, bob.address, SOL)]);
    expect(await kit.lamports(alice.address)).toBe(9n * SOL - FEE);
    expect(await kit.lamports(bob.address)).toBe(SOL);
    kit.clock.slots(2);
    const landed = await kit.rpc
      .getTransaction(signature, {
        commitment: 'confirmed',
        maxSupportedTransactionVersion: 0,
        encoding: 'json',
      })
      .send();
    expect(landed?.meta?.err).toBeNull();
    expect(landed?.meta?.fee).toBe(FEE);
    expect(landed?.meta?.preBalances).toEqual([10n * SOL, 0n, 1n]);
    expect(landed?.meta?.postBalances).toEqual([9n * SOL - FEE, SOL, 1n]);
    expect(landed?.meta?.logMessages).toContain('Program 11111111111111111111111111111111 success');
    expect(landed?.transaction.message.accountKeys).toEqual([
      alice.address,
      bob.address,
      '11111111111111111111111111111111',
    ]);
    expect(landed?.transaction.signatures).toEqual([signature]);
    expect(landed?.version).toBe(0);
    expect(landed?.slot).toBe(BigInt(kit.net.slot() - 2));
    expect(landed?.blockTime).toBe(BigInt(Math.floor((kit.clock.ms - 800) / 1000)));
  });

  it('are returned equally in base64 and base58, and legacy ones without maxSupportedTransactionVersion', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const signed = await kit.sign(alice, [pay(alice, bob.address, SOL)], 'legacy');
    await kit.post(signed);
    kit.clock.slots(32);
    const answer = await call(kit.net, 'getTransaction', signed.signature, { encoding: 'base64' });
    expect(pick(answer.result, 'transaction')).toEqual([signed.wire, 'base64']);
    expect(answer.result).not.toHaveProperty('version');
    const old = await call(kit.net, 'getTransaction', signed.signature, 'base58');
    expect(pick(old.result, 'transaction', 1)).toBe('base58');
    const asked = await call(kit.net, 'getTransaction', signed.signature, {
      maxSupportedTransactionVersion: 0,
    });
    expect(pick(asked.result, 'version')).toBe('legacy');
  });

  it('of version 0 are refused without maxSupportedTransactionVersion', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const signature = await kit.send(alice, [pay(alice, alice.address, 1n)]);
    kit.clock.slots(32);
    const { error } = await call(kit.net, 'getTransaction', signature);
    expect(error?.code).toBe(-32015);
    expect(error?.message).toContain('"maxSupportedTransactionVersion": 0');
  });

  it('that would fail are refused in preflight, and charged nothing', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const signed = await kit.sign(alice, [pay(alice, bob.address, 11n * SOL)]);
    const failure = await failureOf(kit.post(signed));
    expect(
      isSolanaError(
        failure,
        SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
      ),
    ).toBe(true);
    const { error } = await call(kit.net, 'sendTransaction', signed.wire, { encoding: 'base64' });
    expect(error).toMatchObject({
      code: -32002,
      message:
        'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] }, accounts: null },
    });
    expect(pick(error?.data, 'logs')).toContain(
      'Program 11111111111111111111111111111111 failed: custom program error: 0x1',
    );
    expect(await kit.lamports(alice.address)).toBe(10n * SOL);
    const { value } = await kit.rpc.getSignatureStatuses([signed.signature]).send();
    expect(value).toEqual([null]);
  });

  it('that fail without preflight land, and are charged the fee', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const signed = await kit.sign(alice, [pay(alice, bob.address, 11n * SOL)]);
    expect(await kit.post(signed, { skipPreflight: true })).toBe(signed.signature);
    expect(await kit.lamports(alice.address)).toBe(10n * SOL - FEE);
    expect(await kit.lamports(bob.address)).toBe(0n);
    const { value } = await kit.rpc.getSignatureStatuses([signed.signature]).send();
    expect(value[0]?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    kit.clock.slots(2);
    const landed = await call(kit.net, 'getTransaction', signed.signature, {
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    });
    expect(pick(landed.result, 'meta', 'err')).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(pick(landed.result, 'meta', 'postBalances', 0)).toBe(Number(10n * SOL - FEE));
  });

  it('to a missing program are charged only the fee', async () => {
    const kit = await startKit();
    const [alice, nobody] = [await kit.wallet(), await kit.wallet(0n)];
    const signed = await kit.sign(alice, [{ programAddress: nobody.address }]);
    const { error } = await call(kit.net, 'sendTransaction', signed.wire, { encoding: 'base64' });
    expect(error?.message).toBe(
      'Transaction simulation failed: Attempt to load a program that does not exist',
    );
    await kit.post(signed, { skipPreflight: true });
    expect(await kit.lamports(alice.address)).toBe(10n * SOL - FEE);
  });

  it('whose payer cannot pay the fee are dropped', async () => {
    const kit = await startKit();
    const [poor, bob] = [await kit.wallet(0n), await kit.wallet(0n)];
    const signed = await kit.sign(poor, [pay(poor, bob.address, 1n)]);
    const { error } = await call(kit.net, 'sendTransaction', signed.wire, { encoding: 'base64' });
    expect(pick(error?.data, 'err')).toBe('AccountNotFound');
    expect(error?.message).toContain(
      'Attempt to debit an account but found no record of a prior credit.',
    );
    expect(await kit.post(signed, { skipPreflight: true })).toBe(signed.signature);
    expect((await kit.rpc.getSignatureStatuses([signed.signature]).send()).value).toEqual([null]);
  });

  it('execute once, however often they are sent', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const signed = await kit.sign(alice, [pay(alice, bob.address, SOL)]);
    await kit.post(signed);
    const { error } = await call(kit.net, 'sendTransaction', signed.wire, { encoding: 'base64' });
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed' },
    });
    expect(await kit.post(signed, { skipPreflight: true })).toBe(signed.signature);
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });

  it('accept a blockhash for 150 blocks', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const { value } = await kit.rpc.getLatestBlockhash({ commitment: 'processed' }).send();
    expect(value.lastValidBlockHeight).toBe(BigInt(kit.net.slot() + 150));
    const [last, late] = [
      await kit.sign(alice, [pay(alice, bob.address, SOL)]),
      await kit.sign(alice, [pay(alice, bob.address, 2n * SOL)]),
    ];
    kit.clock.slots(150);
    expect(
      (await kit.rpc.isBlockhashValid(value.blockhash, { commitment: 'processed' }).send()).value,
    ).toBe(true);
    await kit.post(last);
    kit.clock.slots(1);
    expect(
      (await kit.rpc.isBlockhashValid(value.blockhash, { commitment: 'processed' }).send()).value,
    ).toBe(false);
    const { error } = await call(kit.net, 'sendTransaction', late.wire, { encoding: 'base64' });
    expect(error).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Blockhash not found',
      data: { err: 'BlockhashNotFound', logs: [] },
    });
    expect(await kit.post(late, { skipPreflight: true })).toBe(late.signature);
    kit.clock.slots(40);
    const statuses = await kit.rpc
      .getSignatureStatuses([last.signature, late.signature], { searchTransactionHistory: true })
      .send();
    expect(statuses.value.map((status) => status?.confirmationStatus)).toEqual([
      'finalized',
      undefined,
    ]);
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });

  it('with an invalid signature are refused, and dropped without preflight', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const { wire } = await kit.sign(alice, [pay(alice, bob.address, SOL)]);
    const bytes = Buffer.from(wire, 'base64');
    bytes.writeUInt8(bytes.readUInt8(5) ^ 1, 5);
    const forged = bytes.toString('base64');
    const { error } = await call(kit.net, 'sendTransaction', forged, { encoding: 'base64' });
    expect(error).toEqual({ code: -32003, message: 'Transaction signature verification failure' });
    const dropped = await call(kit.net, 'sendTransaction', forged, {
      encoding: 'base64',
      skipPreflight: true,
    });
    expect(dropped.result).toBeTypeOf('string');
    expect(await kit.lamports(bob.address)).toBe(0n);
  });

  it('signed by a small-order key are refused, as on a cluster', async () => {
    const kit = await startKit();
    // Neutral element as key and as R: the verification equation then holds for any message.
    const neutral = Buffer.alloc(32);
    neutral.writeUInt8(1);
    const key = keyAt(neutral);
    const weak = {
      key,
      address: keyText(key),
      secretKey: Buffer.alloc(0),
      sign: () => Buffer.concat([neutral, Buffer.alloc(32)]),
    };
    await kit.net.airdrop(weak.address, 2n * SOL);
    const { value } = await kit.rpc.getLatestBlockhash({ commitment: 'processed' }).send();
    const accounts = [
      { key, signer: true, writable: true },
      { key: keyAt(Buffer.alloc(32, 9)), writable: true },
    ];
    const data = new Writer(12).u32(2).u64(SOL).done();
    const wire = composeTransaction([weak], keyOf(value.blockhash), [
      { program: SYSTEM, accounts, data },
    ]).toString('base64');
    const { error } = await call(kit.net, 'sendTransaction', wire, { encoding: 'base64' });
    expect(error?.code).toBe(-32003);
    await call(kit.net, 'sendTransaction', wire, { encoding: 'base64', skipPreflight: true });
    expect(await kit.lamports(address(weak.address))).toBe(2n * SOL);
    const simulated = { encoding: 'base64', sigVerify: true };
    expect((await call(kit.net, 'simulateTransaction', wire, simulated)).error?.code).toBe(-32003);
  });

  it('report an invalid signature before any other error', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const { wire } = await kit.sign(alice, [pay(alice, bob.address, SOL)], 'legacy');
    const bytes = Buffer.from(wire, 'base64');
    // Layout: signature, header, key count, keys. Overwrites bob's key with alice's.
    const keysAt = 1 + 64 + 3 + 1;
    bytes.copy(bytes, keysAt + 32, keysAt, keysAt + 32);
    const twice = bytes.toString('base64');
    const { error } = await call(kit.net, 'sendTransaction', twice, { encoding: 'base64' });
    expect(error?.code).toBe(-32003);
  });

  it('are accepted in base58', async () => {
    const kit = await startKit();
    const [alice, bob] = [await kit.wallet(), await kit.wallet(0n)];
    const signed = await kit.sign(alice, [pay(alice, bob.address, SOL)]);
    const { encodeBase58 } = await import('../src/bytes/base58.ts');
    const answer = await call(
      kit.net,
      'sendTransaction',
      encodeBase58(Buffer.from(signed.wire, 'base64')),
    );
    expect(answer.result).toBe(signed.signature);
    expect(await kit.lamports(bob.address)).toBe(SOL);
  });

  it('keep memos and created accounts', async () => {
    const kit = await startKit();
    const [alice, made] = [await kit.wallet(), await kit.wallet(0n)];
    const rent = await kit.rpc.getMinimumBalanceForRentExemption(10n).send();
    expect(rent).toBe(960_480n);
    const program = (await kit.wallet(0n)).address;
    const signature = await kit.send(alice, [
      getCreateAccountInstruction({
        payer: alice,
        newAccount: made,
        lamports: rent,
        space: 10n,
        programAddress: program,
      }),
      getAddMemoInstruction({ memo: 'thank you' }, { programAddress: MEMO_V3 }),
    ]);
    kit.clock.slots(32);
    const [listed] = await kit.rpc.getSignaturesForAddress(made.address).send();
    expect(listed).toMatchObject({ signature, memo: '[9] thank you', err: null });
    const { value } = await kit.rpc
      .getAccountInfo(made.address, { encoding: 'base64', dataSlice: { offset: 2, length: 4 } })
      .send();
    expect(value).toMatchObject({
      owner: program,
      lamports: rent,
      executable: false,
      space: 10n,
      data: ['AAAAAA==', 'base64'],
    });
  });

  it('are charged the quoted fee, whatever the compute budget', async () => {
    const kit = await startKit();
    const alice = await kit.wallet();
    const budget = (...data: number[]) => ({
      programAddress: address('ComputeBudget111111111111111111111111111111'),
      data: new Uint8Array(data),
    });
    const price = budget(3, 0x40, 0x42, 0x0f, 0, 0, 0, 0, 0);
    const limit = budget(2, 0x10, 0x27, 0, 0);
    const memo = getAddMemoInstruction({ memo: 'x' }, { programAddress: MEMO_V3 });
    const transfer = pay(alice, alice.address, 1n);
    const cases: [string, Parameters<typeof kit.sign>[1], bigint][] = [
      ['no price', [transfer], 5_000n],
      ['a price on built-in programs', [price, transfer], 5_000n + 6_000n],
      ['a price on another program', [price, memo, transfer], 5_000n + 206_000n],
      ['a price and a limit', [price, limit, memo], 5_000n + 10_000n],
    ];
    for (const [name, instructions, fee] of cases) {
      const { wire } = await kit.sign(alice, instructions);
      const message = Buffer.from(wire, 'base64').subarray(65).toString('base64');
      const quoted = await call(kit.net, 'getFeeForMessage', message, { commitment: 'processed' });
      const before = await kit.lamports(alice.address);
      await call(kit.net, 'sendTransaction', wire, { encoding: 'base64', skipPreflight: true });
      const charged = before - (await kit.lamports(alice.address));
      expect([name, pick(quoted.result, 'value'), charged]).toEqual([name, Number(fee), fee]);
      kit.clock.slots(1);
    }
  });
});
