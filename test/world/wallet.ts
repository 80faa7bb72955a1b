import {
  type Address,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getTransferCheckedInstruction,
} from '@solana-program/token';
import type { Till } from '#domain/payments/deposit';
import { DECIMALS, type PayToken, parseDecimal } from '#domain/base/money';
import type { Localnet } from '#localnet/localnet';

export const newWallet = (): Promise<KeyPairSigner> => generateKeyPairSigner();

/** Wallet from a 64-byte key in base 58, the format of the local network. */
export const walletOf = (secretKey: string): Promise<KeyPairSigner> =>
  createKeyPairSignerFromBytes(getBase58Encoder().encode(secretKey));

/** Signs a message; base 58. */
export async function signText(
  { keyPair }: KeyPairSigner,
  text: string | Uint8Array,
): Promise<string> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const signature = await signBytes(keyPair.privateKey, bytes);
  return getBase58Decoder().decode(signature);
}

/** Signs a fresh text of an owner's wallet, which opens the dashboard. */
export async function adminProof(
  wallet: KeyPairSigner,
  askNonce: (body: object) => Promise<{ readonly message: string }>,
): Promise<{ walletAddress: string; message: string; signature: string }> {
  const walletAddress = wallet.address;
  const { message } = await askNonce({ walletAddress, purpose: 'admin' });
  return { walletAddress, message, signature: await signText(wallet, message) };
}

/** Base units of a decimal. */
export function units(token: 'SOL' | 'USDC', amount: string): bigint {
  const parsed = parseDecimal(amount, DECIMALS[token]);
  if (parsed === null) throw new Error(`${amount} is no amount of ${token}`);
  return parsed;
}

export const tokenAccount = async (owner: string, mint: string): Promise<Address> => {
  const pda = { owner: address(owner), mint: address(mint), tokenProgram: TOKEN_PROGRAM_ADDRESS };
  return (await findAssociatedTokenPda(pda))[0];
};

interface Paid {
  readonly token: PayToken;
  readonly amount: bigint;
  readonly reference?: string | undefined;
}

/** Transfer to the treasury like the web app's, with the quote's reference key. */
export async function paymentOf(
  payer: KeyPairSigner,
  till: Till,
  { token, amount, reference }: Paid,
): Promise<Instruction> {
  const made =
    token === 'SOL'
      ? getTransferSolInstruction({ source: payer, destination: address(till.treasury), amount })
      : getTransferCheckedInstruction({
          source: await tokenAccount(payer.address, till.usdcMint),
          mint: address(till.usdcMint),
          destination: address(till.treasuryTokenAccount),
          authority: payer,
          amount,
          decimals: 6,
        });
  // A random key without a reference, so that equal payments are distinct.
  const named = reference === undefined ? (await newWallet()).address : address(reference);
  return { ...made, accounts: [...made.accounts, { address: named, role: AccountRole.READONLY }] };
}

/** JSON-RPC endpoint: an embedded chain, or a server's `/rpc`. */
export type Rpc = Pick<Localnet, 'respond'>;

export async function rpc(net: Rpc, method: string, params: readonly unknown[]): Promise<unknown> {
  const { body } = await net.respond(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const { result, error } = JSON.parse(body) as { result?: unknown; error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}

/** Signs a transaction; base 64. */
export async function signed(
  net: Rpc,
  feePayer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<string> {
  const latest = await rpc(net, 'getLatestBlockhash', [{ commitment: 'processed' }]);
  const { blockhash } = (latest as { value: { blockhash: Blockhash } }).value;
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

/** First signature of a transaction, sent or not. */
export const signatureOf = (wire: string): string =>
  getBase58Decoder().decode(Buffer.from(wire, 'base64').subarray(1, 65));

/** Sends a signed transaction without preflight. Returns its signature. */
export async function sendWire(net: Rpc, wire: string): Promise<string> {
  const sending = { encoding: 'base64', skipPreflight: true };
  return (await rpc(net, 'sendTransaction', [wire, sending])) as string;
}

/** Sends a transaction that the chain may refuse, for example for a missing signature. */
export async function sendIfTaken(net: Rpc, wire: string): Promise<void> {
  await sendWire(net, wire).catch(() => {});
}

export async function send(
  net: Rpc,
  feePayer: KeyPairSigner,
  instructions: readonly Instruction[],
): Promise<string> {
  return sendWire(net, await signed(net, feePayer, instructions));
}

/** Balance of a wallet at confirmed, in base units. */
export async function held(
  { net, till }: { readonly net: Rpc; readonly till: Till },
  owner: string,
  token: PayToken,
): Promise<bigint> {
  const confirmed = { commitment: 'confirmed' };
  if (token === 'SOL') {
    const answer = await rpc(net, 'getBalance', [owner, confirmed]);
    return BigInt((answer as { value: number }).value);
  }
  const account = await tokenAccount(owner, till.usdcMint);
  const answer = await rpc(net, 'getTokenAccountBalance', [account, confirmed]);
  return BigInt((answer as { value: { amount: string } }).value.amount);
}
