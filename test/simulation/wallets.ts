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

/** Behaviour of a wallet when it signs a payment, as recorded in test/browser/zoo. */
interface Kind {
  readonly version: 'legacy' | 0;
  /** Adds its own compute budget instructions in front. */
  readonly hasBudget?: true;
  /** Number of assertion instructions before and after. */
  readonly guards?: readonly [before: number, after: number];
  /** Another wallet pays the network fee. */
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
/** 200,000 units at 50,000 micro-lamports each. */
const BUDGETED: readonly Instruction[] = [
  { programAddress: BUDGET, data: new Uint8Array([2, 0x40, 0x0d, 3, 0]) },
  { programAddress: BUDGET, data: new Uint8Array([3, 0x50, 0xc3, 0, 0, 0, 0, 0, 0]) },
];
const BUDGET_FEE = 10_000n;
const FEE_OF_SIGNATURE = 5_000n;

/** Lighthouse assertion, which can only make a transaction fail. */
const GUARD: Instruction = {
  programAddress: address('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
  data: new Uint8Array([6, 0]),
};

/** Number of the wallet that pays network fees for others; no user's number. */
export const SPONSOR = 0xffff_ffff;

/** Wallet derived from a number. */
export function walletNumber(number: number): Promise<KeyPairSigner> {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, number);
  return createKeyPairSignerFromPrivateKeyBytes(bytes);
}

/** Each user keeps one kind of wallet. */
const kindOf = (user: number): Kind => KINDS[user % KINDS.length] ?? { version: 0 };

/** Network fee that a user's wallet pays for a payment. */
export function networkFeeOf(user: number): bigint {
  const { hasBudget, isSponsored } = kindOf(user);
  if (isSponsored) return 0n;
  return FEE_OF_SIGNATURE + (hasBudget ? BUDGET_FEE : 0n);
}

/** Payment as sent by a user's wallet; base 64. */
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
