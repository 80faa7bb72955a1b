import {
  type Blockhash,
  type Nonce as DurableNonce,
  type ReadonlyUint8Array,
  type TransactionMessage,
  type TransactionMessageWithFeePayer,
  type TransactionMessageWithLifetime,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit';
import type { Till } from '#domain/bonds/deposit';
import { type Lamports, lamports, max } from '#domain/base/money';
import { priorityPriceOf } from '#domain/sells/priority-fee';
import { type Fact, type Reading, type Unknown, fact } from './answer.ts';
import { type Rpc, read } from './rpc.ts';
import { arrayAt, countAt, objectAt, textAt, unitsAt, withContext } from './shape.ts';
import { type TransferOrder, solParts, usdcParts } from './transfer-parts.ts';

/** An unsigned transfer out of the treasury. */
export interface BuiltTransfer {
  /** Wire format, base64, with an empty signature. */
  readonly transaction: string;
  /** It can land in no block above this height; null where a nonce is what it can land with. */
  readonly lastValidBlockHeight: number | null;
  /** The slot at which it was built: it cannot have landed before. */
  readonly slot: number;
  /** What it costs the treasury besides the amount: fees, and rent for a token account that it creates. */
  readonly costs: Lamports;
}

const SIGNATURE_LAMPORTS = 5_000n;
/**
 * Compute units that a transfer may use: its priority fee is paid for all of them. Of SOL it uses less
 * than a thousand, of USDC up to 40,000 where it makes the receiver's account, whose address takes more
 * or fewer tries. A wallet puts guards of its own around it, which must not make it fail.
 */
const COMPUTE_UNITS = {
  byKey: { SOL: 10_000, USDC: 80_000 },
  byWallet: { SOL: 100_000, USDC: 200_000 },
} as const;

type Unlasting = TransactionMessage & TransactionMessageWithFeePayer;
type Lasting = Unlasting & TransactionMessageWithLifetime;

/** A blockhash, and the last block in which a transaction with it can land. */
export interface Life {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: number;
}

/** The newest blockhash, and the last block in which a transaction with it can land. */
export async function latestBlockhash(rpc: Rpc): Promise<Reading<Life>> {
  const outcome = await rpc.call('getLatestBlockhash', [{ commitment: 'confirmed' }]);
  return read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    const life = objectAt(value, 'blockhash');
    return fact(
      {
        blockhash: blockhash(textAt(life['blockhash'], 'blockhash')),
        lastValidBlockHeight: countAt(life['lastValidBlockHeight'], 'lastValidBlockHeight'),
      },
      slot,
    );
  });
}

/** What makes a message land once, and with what it can still land. */
type Lifetime = Fact<{
  readonly lasts: (message: Unlasting) => Lasting;
  readonly lastValidBlockHeight: number | null;
}>;

async function lifetimeOf(rpc: Rpc, nonce: TransferOrder['nonce']): Promise<Lifetime | Unknown> {
  if (nonce) {
    const durable = {
      nonce: nonce.value as DurableNonce,
      nonceAccountAddress: address(nonce.account),
      nonceAuthorityAddress: address(nonce.authority),
    };
    const lasts = (message: Unlasting): Lasting =>
      setTransactionMessageLifetimeUsingDurableNonce(durable, message);
    return fact({ lasts, lastValidBlockHeight: null }, nonce.slot);
  }
  const latest = await latestBlockhash(rpc);
  if (latest.kind !== 'fact') return latest;
  const { blockhash: hash, lastValidBlockHeight } = latest.value;
  const life = { blockhash: hash, lastValidBlockHeight: BigInt(lastValidBlockHeight) };
  const lasts = (message: Unlasting): Lasting =>
    setTransactionMessageLifetimeUsingBlockhash(life, message);
  return fact({ lasts, lastValidBlockHeight }, latest.slot);
}

/** What the cluster takes for a message; 0 where it does not say. */
async function feeOf(rpc: Rpc, message: ReadonlyUint8Array): Promise<bigint> {
  const asked = [getBase64Decoder().decode(message), { commitment: 'confirmed' }];
  const fee = read(await rpc.call('getFeeForMessage', asked), (answer) => {
    const { slot, value } = withContext(answer);
    return fact(value === null ? 0n : unitsAt(value, 'fee'), slot);
  });
  return fee.kind === 'fact' ? fee.value : 0n;
}

/** Builds a transfer of SOL or USDC out of the treasury, for its owner or its key to sign. Moves nothing. */
export async function buildTransfer(
  rpc: Rpc,
  till: Till,
  order: TransferOrder,
): Promise<Reading<BuiltTransfer>> {
  const isSol = order.token === 'SOL';
  const { instructions, writable, rent } = isSol
    ? solParts(till, order)
    : await usdcParts(till, order);
  const price = priorityPriceOf(await usualPrice(rpc, writable), order.attempt ?? 0);
  const life = await lifetimeOf(rpc, order.nonce);
  if (life.kind !== 'fact') return life;
  const { lasts, lastValidBlockHeight } = life.value;
  const units = COMPUTE_UNITS[order.cosigner === null ? 'byKey' : 'byWallet'][order.token];
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(address(till.treasury), m),
    (m) => setTransactionMessageComputeUnitLimit(units, m),
    (m) => setTransactionMessageComputeUnitPrice(price, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
  );
  const compiled = compileTransaction(lasts(message));
  const transaction = getBase64EncodedWireTransaction(compiled);
  const priority = (price * BigInt(units) + 999_999n) / 1_000_000n;
  const signatures = order.nonce || order.cosigner !== null ? 2n : 1n;
  const usual = SIGNATURE_LAMPORTS * signatures + priority;
  const costs = lamports(max(usual, await feeOf(rpc, compiled.messageBytes)) + rent);
  return fact({ transaction, lastValidBlockHeight, slot: life.slot, costs }, life.slot);
}

const PERCENT = 75;

/**
 * The price of a compute unit that most transactions which wrote to these accounts lately stayed
 * below, in micro-lamports. Without an answer 0: a payout never waits for an estimate.
 */
async function usualPrice(rpc: Rpc, writable: readonly string[]): Promise<bigint> {
  const outcome = await rpc.call('getRecentPrioritizationFees', [writable]);
  const answer = read(outcome, (value) => {
    const prices = arrayAt(value, 'fees').map((entry) =>
      unitsAt(objectAt(entry, 'fee')['prioritizationFee'], 'prioritizationFee'),
    );
    return fact(prices, 0);
  });
  const prices = answer.kind === 'fact' ? answer.value : [];
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : 1));
  return sorted[Math.floor((sorted.length * PERCENT) / 100)] ?? 0n;
}
