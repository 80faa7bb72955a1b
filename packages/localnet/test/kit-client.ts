import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  type Rpc,
  type SolanaRpcApi,
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { type TestNet, startNet } from './harness.ts';

export const SOL = 1_000_000_000n;

export interface Signed {
  readonly wire: ReturnType<typeof getBase64EncodedWireTransaction>;
  readonly signature: ReturnType<typeof getSignatureFromTransaction>;
}

/** Shorthands of a @solana/kit client. */
export interface KitNet extends TestNet {
  readonly rpc: Rpc<SolanaRpcApi>;
  wallet(sol?: bigint): Promise<KeyPairSigner>;
  sign(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    version?: 'legacy' | 0,
  ): Promise<Signed>;
  send(payer: KeyPairSigner, instructions: readonly Instruction[]): Promise<Signed['signature']>;
  post(signed: Signed, options?: { readonly skipPreflight?: boolean }): Promise<string>;
  lamports(address: Address, commitment?: 'processed' | 'confirmed' | 'finalized'): Promise<bigint>;
}

export const pay = (source: KeyPairSigner, destination: Address, amount: bigint): Instruction =>
  getTransferSolInstruction({ source, destination, amount });

export async function startKit(dir: string | null = null, from?: TestNet): Promise<KitNet> {
  const started = from ?? (await startNet(dir));
  const rpc = createSolanaRpc(started.url);
  const sign: KitNet['sign'] = async (payer, instructions, version = 0) => {
    const { value } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send();
    const message = pipe(
      createTransactionMessage({ version: version as 0 }),
      (m) => setTransactionMessageFeePayerSigner(payer, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(value, m),
      (m) => appendTransactionMessageInstructions(instructions, m),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    return {
      wire: getBase64EncodedWireTransaction(transaction),
      signature: getSignatureFromTransaction(transaction),
    };
  };
  const post: KitNet['post'] = ({ wire }, options = {}) =>
    rpc.sendTransaction(wire, { encoding: 'base64', ...options }).send();
  return {
    ...started,
    rpc,
    sign,
    post,
    wallet: async (sol = 10n) => {
      const signer = await generateKeyPairSigner();
      if (sol > 0n) await started.net.airdrop(signer.address, sol * SOL);
      return signer;
    },
    send: async (payer, instructions) => {
      const signed = await sign(payer, instructions);
      await post(signed);
      return signed.signature;
    },
    lamports: async (address, commitment = 'processed') =>
      (await rpc.getBalance(address, { commitment }).send()).value,
  };
}

/** Error of a rejected promise. */
export async function failureOf(
  promise: Promise<unknown>,
): Promise<Error & { context?: Record<string, unknown> }> {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('it should have failed');
}
