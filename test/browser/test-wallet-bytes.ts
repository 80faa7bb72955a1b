import {
  type Instruction,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase58Encoder,
  getBase64Encoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';

const BUDGET = address('ComputeBudget111111111111111111111111111111');
/** Lighthouse, which only makes a transaction fail; a program without effect on the local network. */
const GUARD: Instruction = {
  programAddress: address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
  data: new Uint8Array([6, 0]),
};
/** 200,000 units, each for 50,000 millionths of a lamport: more than any page asks for. */
const FEES: readonly Instruction[] = [
  { programAddress: BUDGET, data: new Uint8Array([2, 0x40, 0x0d, 3, 0]) },
  { programAddress: BUDGET, data: new Uint8Array([3, 0x50, 0xc3, 0, 0, 0, 0, 0, 0]) },
];

/** A transaction as wallets recompile it: fees of their own, guards before and after. What is signed already stays. */
export function guarded(base64: string, before: number, after: number): string {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  if (Object.values(transaction.signatures).some((signature) => signature !== null)) return base64;
  const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  const { instructions, feePayer } = decompileTransactionMessage(compiled);
  const own = (instructions as readonly Instruction[]).filter(
    ({ programAddress }) => programAddress !== BUDGET,
  );
  const guards = (count: number) => Array.from({ length: count }, () => GUARD);
  const lifetime = { blockhash: compiled.lifetimeToken, lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(feePayer.address, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        lifetime as Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0],
        m,
      ),
    (m) =>
      appendTransactionMessageInstructions(
        [...FEES, ...guards(before), ...own, ...guards(after)],
        m,
      ),
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

/** A text in version 1 of the off-chain envelope, as newer hardware signs it; base 64. */
export function enveloped(message: string, signer: string): string {
  const head = Buffer.from('\xffsolana offchain\x01\x01', 'latin1');
  const key = Buffer.from(getBase58Encoder().encode(signer));
  return Buffer.concat([head, key, Buffer.from(message, 'base64')]).toString('base64');
}
