import { ownershipMessage } from '../files/ownership.ts';
import type { Proof, ProofHolding } from '../files/published-proof.ts';
import { isSignedBy } from './is-signed-by.ts';
import { type RpcCall, resultOf } from './rpc-call.ts';

/** What a holder can tell of an account of the treasury. */
export interface CheckedHolding {
  readonly holding: ProofHolding;
  readonly ownership: 'signed' | 'unsigned' | 'otherMessage' | 'otherKey';
  /** Base units that the chain has there now; null where no node was asked. */
  readonly nowUnits: bigint | null;
  /** Whose the account is on the chain: the treasury's, or another's. Null where it is not there, or no node was asked. */
  readonly isTreasurys: boolean | null;
}

/**
 * Reads an account of the treasury from the chain, and checks what its key has signed for the day.
 *
 * @param call null without a node
 */
export async function checkHolding(
  proof: Proof,
  holding: ProofHolding,
  { treasury, call }: { readonly treasury: string; readonly call: RpcCall | null },
): Promise<CheckedHolding> {
  const ownership = checkOwnership(proof, holding, treasury);
  const account = call ? await accountAt(holding, treasury, call) : null;
  return {
    holding,
    ownership,
    nowUnits: account?.units ?? null,
    isTreasurys: account?.isTreasurys ?? null,
  };
}

function checkOwnership(
  { day, root }: Proof,
  { asset, address, ownership }: ProofHolding,
  treasury: string,
): CheckedHolding['ownership'] {
  if (!ownership) return 'unsigned';
  if (ownership.message !== ownershipMessage({ day, root, asset, address })) return 'otherMessage';
  return isSignedBy(treasury, ownership) ? 'signed' : 'otherKey';
}

interface Account {
  readonly units: bigint;
  readonly isTreasurys: boolean | null;
}

/** What counts of getAccountInfo's answer for a token's account. */
interface TokenAccount {
  readonly value: {
    readonly data: {
      readonly parsed?: {
        readonly info: {
          readonly owner: string;
          readonly tokenAmount: { readonly amount: string };
        };
      };
    };
  } | null;
}

async function accountAt(
  { asset, address }: ProofHolding,
  treasury: string,
  call: RpcCall,
): Promise<Account> {
  if (asset === 'SOL') {
    const answer = await call('getBalance', [address, { commitment: 'confirmed' }]);
    // Read from the text: as a JavaScript number a large balance would be rounded.
    const units = BigInt(/"value":\s*(\d+)/.exec(answer)?.[1] ?? '0');
    return { units, isTreasurys: address === treasury };
  }
  const options = { commitment: 'confirmed', encoding: 'jsonParsed' };
  const { value } = resultOf(await call('getAccountInfo', [address, options])) as TokenAccount;
  // No account is made before the first payment.
  if (!value) return { units: 0n, isTreasurys: null };
  const info = value.data.parsed?.info;
  return { units: BigInt(info?.tokenAmount.amount ?? '0'), isTreasurys: info?.owner === treasury };
}
