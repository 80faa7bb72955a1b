import {
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
  address,
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';

/** What a wallet makes of a payment before it signs: what test/browser/zoo has of them, on the wire. */
interface Kind {
  readonly version: 'legacy' | 0;
  /** Compute budget instructions of its own, put in front. */
  readonly hasBudget?: true;
  /** Guards before and after. */
  readonly guards?: readonly [before: number, after: number];
  /** Another wallet pays the network's fee. */
  readonly isSponsored?: true;
}

const KINDS: readonly Kind[] = [
  { version: 0 },
  { version: 'legacy', hasBudget: true, guards: [3, 1] },
  { version: 'legacy' },
  { version: 0, isSponsored: true },
  { version: 0, hasBudget: true, guards: [1, 1] },
  { version: 'legacy', isSponsored: true, guards: [0, 1] },
  { version: 0, hasBudget: true },
];

const BUDGET = address('ComputeBudget111111111111111111111111111111');
/** 200,000 units, each for 50,000 millionths of a lamport. */
const BUDGETED: readonly Instruction[] = [
  { programAddress: BUDGET, data: new Uint8Array([2, 0x40, 0x0d, 3, 0]) },
  { programAddress: BUDGET, data: new Uint8Array([3, 0x50, 0xc3, 0, 0, 0, 0, 0, 0]) },
];
const BUDGET_FEE = 10_000n;
const FEE_OF_SIGNATURE = 5_000n;

/** Lighthouse, which only makes a transaction fail. */
const GUARD: Instruction = {
  programAddress: address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
  data: new Uint8Array([6, 0]),
};

/** No user's number: the wallet that pays the network's fee for those that do not. */
export const SPONSOR = 0xffff_ffff;

/** A wallet that follows from a number. */
export function walletNumber(number: number): Promise<KeyPairSigner> {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, number);
  return createKeyPairSignerFromPrivateKeyBytes(bytes);
}

/** A user keeps one wallet for life. */
const kindOf = (user: number): Kind => KINDS[user % KINDS.length] ?? { version: 0 };

/** What a user's wallet pays the network for a payment. */
export function networkFeeOf(user: number): bigint {
  const { hasBudget, isSponsored } = kindOf(user);
  if (isSponsored) return 0n;
  return FEE_OF_SIGNATURE + (hasBudget ? BUDGET_FEE : 0n);
}

/** A payment as a user's wallet sends it; base 64. */
export async function signedByWallet(
  payment: Instruction,
  {
    user,
    wallet,
    blockhash,
  }: {
    readonly user: number;
    readonly wallet: KeyPairSigner;
    readonly blockhash: string;
  },
): Promise<string> {
  const { version, hasBudget, guards: [before, after] = [0, 0], isSponsored } = kindOf(user);
  const guards = (count: number): Instruction[] => Array.from({ length: count }, () => GUARD);
  const instructions = [
    ...(hasBudget ? BUDGETED : []),
    ...guards(before),
    payment,
    ...guards(after),
  ];
  const feePayer = isSponsored ? await walletNumber(SPONSOR) : wallet;
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version }),
    (m) => setTransactionMessageFeePayerSigner(feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}
