import {
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import { beforeAll, describe, expect, test } from 'vitest';
import { isMemoSignedBy } from './verify-memo.ts';

const MESSAGE = 'localhost:5173 wants you to sign in\nNonce: 00ff';
const BLOCKHASH = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi' as Blockhash;

const EARLIER = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];

const build = (payer: KeyPairSigner, instructions: readonly Instruction[], version: 0 | 'legacy') =>
  pipe(
    createTransactionMessage({ version }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: BLOCKHASH, lastValidBlockHeight: 0n },
        m,
      ),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );

async function wire(
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  version: 0 | 'legacy' = 0,
): Promise<string> {
  const made = build(payer, instructions, version);
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(made));
}

const memo = (text: string): Instruction => getAddMemoInstruction({ memo: text });
/** ComputeBudget: SetComputeUnitPrice(1). */
const priority: Instruction = {
  programAddress: address('ComputeBudget111111111111111111111111111111'),
  data: new Uint8Array([3, 1, 0, 0, 0, 0, 0, 0, 0]),
};

describe('a memo transaction in place of a signature', () => {
  let wallet: KeyPairSigner;
  let other: KeyPairSigner;
  const isTaken = async (wired: string | Promise<string>): Promise<boolean> =>
    isMemoSignedBy(wallet.address, await wired, MESSAGE);
  beforeAll(async () => {
    [wallet, other] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
  });

  test('is accepted with the message as its only memo, signed by the wallet, of either version and with any fees', async () => {
    expect(await isTaken(wire(wallet, [memo(MESSAGE)]))).toBe(true);
    expect(await isTaken(wire(wallet, [memo(MESSAGE)], 'legacy'))).toBe(true);
    expect(await isTaken(wire(wallet, [priority, memo(MESSAGE)]))).toBe(true);
    const account = { address: wallet.address, role: AccountRole.READONLY_SIGNER, signer: wallet };
    const named = { ...memo(MESSAGE), accounts: [account] };
    expect(await isTaken(wire(wallet, [named]))).toBe(true);
    expect(await isTaken(wire(other, [named])), 'somebody else pays the fee').toBe(true);
    for (const program of EARLIER) {
      const earlier = { ...memo(MESSAGE), programAddress: address(program) };
      expect(await isTaken(wire(wallet, [earlier])), program).toBe(true);
    }
  });

  test('is refused with another memo, two memos or no memo', async () => {
    expect(await isTaken(wire(wallet, [memo(`${MESSAGE} `)]))).toBe(false);
    expect(await isTaken(wire(wallet, [memo(MESSAGE), memo(MESSAGE)]))).toBe(false);
    expect(await isTaken(wire(wallet, [memo(MESSAGE), memo('more')]))).toBe(false);
    expect(await isTaken(wire(wallet, [priority]))).toBe(false);
    expect(await isTaken(wire(wallet, []))).toBe(false);
  });

  test('is refused with any other instruction', async () => {
    const transfer = getTransferSolInstruction({
      source: wallet,
      destination: other.address,
      amount: 1n,
    });
    expect(await isTaken(wire(wallet, [memo(MESSAGE), transfer]))).toBe(false);
  });

  test('is refused if it is unsigned, signed by another wallet, altered or malformed', async () => {
    const unsigned = getBase64EncodedWireTransaction(
      compileTransaction(build(wallet, [memo(MESSAGE)], 0)),
    );
    expect(await isTaken(unsigned)).toBe(false);
    expect(await isTaken(wire(other, [memo(MESSAGE)]))).toBe(false);
    const good = await wire(wallet, [memo(MESSAGE)]);
    const bytes = Buffer.from(good, 'base64');
    for (const at of [1, 40, 70, bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered[at] = altered[at]! ^ 1;
      expect(await isTaken(altered.toString('base64')), `byte ${at}`).toBe(false);
    }
    for (const bad of [good.slice(0, -8), '', '!', 'AAAA', Buffer.alloc(300).toString('base64')]) {
      expect(await isTaken(bad)).toBe(false);
    }
  });
});
