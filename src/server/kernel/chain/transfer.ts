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
import type { Till } from '#domain/payments/deposit';
import { type Lamports, lamports, max } from '#domain/base/money';
import { priorityPriceOf } from '#domain/payouts/priority-fee';
import { fact } from '../rpc/answer.ts';
import { type Rpc, read } from '../rpc/rpc-client.ts';
import { arrayAt, objectAt, unitsAt, withContext } from '../rpc/json-shape.ts';
import { type TransferOrder, solParts, usdcParts } from './transfer-parts.ts';

/** Unsigned transfer from the treasury. */
export interface BuiltTransfer {
  /** Wire format, base64, with an empty signature. */
  readonly transaction: string;
  /** Cost to the treasury besides the amount: fees, and rent of a token account that the transaction creates. */
  readonly costs: Lamports;
}

const SIGNATURE_LAMPORTS = 5_000n;
/** Signatures: the treasury's and the nonce authority's. */
const SIGNATURES = 2n;
/**
 * Compute limits. The priority fee is paid for the whole limit. A SOL transfer uses less than a thousand
 * units. A USDC transfer uses up to 40,000 if it creates the receiver's account, because deriving its address
 * takes a varying number of tries. The limit for wallets leaves room for their guard instructions.
 */
const COMPUTE_UNITS = {
  byKey: { SOL: 10_000, USDC: 80_000 },
  byWallet: { SOL: 100_000, USDC: 200_000 },
} as const;

/** Returns the cluster's fee for a message in lamports; 0 if no provider reports it. */
async function feeOf(rpc: Rpc, message: ReadonlyUint8Array): Promise<bigint> {
  const asked = [getBase64Decoder().decode(message), { commitment: 'confirmed' }];
  const fee = read(await rpc.call('getFeeForMessage', asked), (answer) => {
    const { slot, value } = withContext(answer);
    return fact(value === null ? 0n : unitsAt(value, 'fee'), slot);
  });
  return fee.kind === 'fact' ? fee.value : 0n;
}

/** Builds an unsigned transfer of SOL or USDC from the treasury on a durable nonce. */
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
 * Returns the 75th percentile of recent prices per compute unit for these accounts, in micro-lamports. 0 if
 * no provider responds, because a payout does not wait for an estimate.
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
