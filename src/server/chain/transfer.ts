import {
  type Nonce as DurableNonce,
  type ReadonlyUint8Array,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingDurableNonce,
} from '@solana/kit';
import type { Till } from '#domain/bonds/deposit';
import { type Lamports, lamports, max } from '#domain/base/money';
import { priorityPriceOf } from '#domain/sells/priority-fee';
import { fact } from './answer.ts';
import { type Rpc, read } from './rpc.ts';
import { arrayAt, objectAt, unitsAt, withContext } from './shape.ts';
import { type TransferOrder, solParts, usdcParts } from './transfer-parts.ts';

/** An unsigned transfer out of the treasury. */
export interface BuiltTransfer {
  /** Wire format, base64, with an empty signature. */
  readonly transaction: string;
  /** Cost to the treasury besides the amount: fees, and rent of a token account that the transaction creates. */
  readonly costs: Lamports;
}

const SIGNATURE_LAMPORTS = 5_000n;
/** The treasury signs, and the authority of the nonces. */
const SIGNATURES = 2n;
/**
 * Compute units that a transfer may use: its priority fee is paid for all of them. Of SOL it uses less
 * than a thousand, of USDC up to 40,000 where it makes the receiver's account, whose address takes more
 * or fewer tries. A wallet puts guards of its own around it, which must not make it fail.
 */
const COMPUTE_UNITS = {
  byKey: { SOL: 10_000, USDC: 80_000 },
  byWallet: { SOL: 100_000, USDC: 200_000 },
} as const;

/** What the cluster takes for a message; 0 where it does not say. */
async function feeOf(rpc: Rpc, message: ReadonlyUint8Array): Promise<bigint> {
  const asked = [getBase64Decoder().decode(message), { commitment: 'confirmed' }];
  const fee = read(await rpc.call('getFeeForMessage', asked), (answer) => {
    const { slot, value } = withContext(answer);
    return fact(value === null ? 0n : unitsAt(value, 'fee'), slot);
  });
  return fee.kind === 'fact' ? fee.value : 0n;
}

/** Builds a transfer of SOL or USDC out of the treasury on a durable nonce, unsigned. */
export async function buildTransfer(
  rpc: Rpc,
  till: Till,
  order: TransferOrder,
): Promise<BuiltTransfer> {
  const { nonce } = order;
  const isSol = order.token === 'SOL';
  const { instructions, writable, rent } = isSol
    ? solParts(till, order)
    : await usdcParts(till, order);
  const price = priorityPriceOf(await usualPrice(rpc, writable), order.attempt ?? 0);
  const units = COMPUTE_UNITS[order.cosigner === null ? 'byKey' : 'byWallet'][order.token];
  const durable = {
    nonce: nonce.value as DurableNonce,
    nonceAccountAddress: address(nonce.account),
    nonceAuthorityAddress: address(nonce.authority),
  };
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(address(till.treasury), m),
    (m) => setTransactionMessageComputeUnitLimit(units, m),
    (m) => setTransactionMessageComputeUnitPrice(price, m),
    (m) => appendTransactionMessageInstructions(instructions, m),
    (m) => setTransactionMessageLifetimeUsingDurableNonce(durable, m),
  );
  const compiled = compileTransaction(message);
  const transaction = getBase64EncodedWireTransaction(compiled);
  const priority = (price * BigInt(units) + 999_999n) / 1_000_000n;
  const usual = SIGNATURE_LAMPORTS * SIGNATURES + priority;
  const costs = lamports(max(usual, await feeOf(rpc, compiled.messageBytes)) + rent);
  return { transaction, costs };
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
