import {
  type Address,
  type Instruction,
  type KeyPairSigner,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64Encoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signBytes,
} from '@solana/kit';
import { type Rpc, rpc } from '#test/world/wallet';

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';

/** Changes to a transaction by a wallet, or an attacker in between, before it is signed. */
export interface Changes {
  readonly edit?: (instructions: readonly Instruction[]) => readonly Instruction[];
  readonly blockhash?: string;
  readonly feePayer?: KeyPairSigner;
  readonly signers?: readonly KeyPairSigner[];
}

/** Returns the newest blockhash from the wallet's own provider. */
export async function newestBlockhash(net: Rpc): Promise<string> {
  const latest = await rpc(net, 'getLatestBlockhash', [{ commitment: 'processed' }]);
  return (latest as { value: { blockhash: string } }).value.blockhash;
}

const decode = (built: string) => getTransactionDecoder().decode(getBase64Encoder().encode(built));

/** Signs a transaction unchanged; base 64. */
export async function signBuilt({ keyPair }: KeyPairSigner, built: string): Promise<string> {
  return getBase64EncodedWireTransaction(await partiallySignTransaction([keyPair], decode(built)));
}

/** Signs a transaction with another wallet's key in the owner's place. */
export async function forgeBuilt({ keyPair }: KeyPairSigner, built: string): Promise<string> {
  const bytes = Buffer.from(built, 'base64');
  // The first byte is the number of signatures, each of 64 bytes.
  bytes.set(await signBytes(keyPair.privateKey, bytes.subarray(65)), 1);
  return bytes.toString('base64');
}

/** Applies changes to a transaction, unsigned; base 64. */
export function alter(feePayer: Address, built: string, changes: Changes): string {
  return getBase64EncodedWireTransaction(altered(feePayer, built, changes));
}

function altered(feePayer: Address, built: string, changes: Changes) {
  const compiled = getCompiledTransactionMessageDecoder().decode(decode(built).messageBytes);
  const { instructions } = decompileTransactionMessage(compiled);
  const edited = (changes.edit ?? ((all) => all))(instructions as readonly Instruction[]);
  const lifetime = {
    blockhash: blockhash(changes.blockhash ?? compiled.lifetimeToken),
    lastValidBlockHeight: 0n,
  };
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions(edited, m),
  );
  return compileTransaction(message);
}

/** Applies changes to a transaction and signs it. */
export async function signAltered(
  wallet: KeyPairSigner,
  built: string,
  changes: Changes,
): Promise<string> {
  const feePayer = changes.feePayer ?? wallet;
  const keys = (changes.signers ?? [feePayer, wallet]).map(({ keyPair }) => keyPair);
  const transaction = altered(feePayer.address, built, changes);
  const signed = await partiallySignTransaction([...new Set(keys)], transaction);
  return getBase64EncodedWireTransaction(signed);
}

const isBudget = ({ programAddress }: Instruction): boolean => programAddress === COMPUTE_BUDGET;
/** The instruction that advances the nonce has four bytes of data. */
const isAdvance = ({ data }: Instruction): boolean => data?.length === 4;

/** Changes the price of a compute unit: the same payment in other bytes, with another signature. */
export const otherPrice = (microLamports: number): Changes => ({
  edit: (all) => [
    {
      programAddress: address(COMPUTE_BUDGET),
      data: new Uint8Array([3, microLamports, 0, 0, 0, 0, 0, 0, 0]),
    },
    ...all.filter((instruction) => !isBudget(instruction)),
  ],
});

/** Changes only the payment instruction. */
export const ofPayment = (change: (payment: Instruction) => Instruction): Changes => ({
  edit: (all) => all.map((one) => (isBudget(one) || isAdvance(one) ? one : change(one))),
});
