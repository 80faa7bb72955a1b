import { hasStrictPoints } from '#domain/base/ed25519-points';
import { addressBytes } from '#proof/tree/bytes';
import { ownershipMessage } from '#proof/files/ownership';
import { type Ask, resultOf } from './ask.ts';
import { base58Bytes } from './base58.ts';
import type { Proof, ProofHolding } from './proof.ts';

/** What a holder can tell of an account of the treasury. */
export interface CheckedHolding {
  readonly holding: ProofHolding;
  /** 'unsigned': nothing was signed. 'untold': this browser cannot check signatures. */
  readonly ownership: 'signed' | 'unsigned' | 'untold' | 'otherMessage' | 'otherKey';
  /** Base units that the chain has there now; null where no node was asked. */
  readonly nowUnits: bigint | null;
  /** Whose the account is on the chain: the treasury's, or another's. Null where it is not there, or no node was asked. */
  readonly isTreasurys: boolean | null;
}

/**
 * Reads an account of the treasury from the chain, and checks what its key has signed for the day.
 *
 * @param ask null where there is no node to ask
 */
export async function checkHolding(
  proof: Proof,
  holding: ProofHolding,
  { treasury, ask }: { readonly treasury: string; readonly ask: Ask | null },
): Promise<CheckedHolding> {
  const [ownership, account] = await Promise.all([
    checkOwnership(proof, holding, treasury),
    ask ? accountAt(holding, treasury, ask) : null,
  ]);
  return {
    holding,
    ownership,
    nowUnits: account?.units ?? null,
    isTreasurys: account?.isTreasurys ?? null,
  };
}

async function checkOwnership(
  { day, root }: Proof,
  { asset, address, ownership }: ProofHolding,
  treasury: string,
): Promise<CheckedHolding['ownership']> {
  if (!ownership) return 'unsigned';
  if (ownership.message !== ownershipMessage({ day, root, asset, address })) return 'otherMessage';
  const [key, signature] = [addressBytes(treasury), base58Bytes(ownership.signature)];
  if (!key || !signature || !hasStrictPoints(key, signature)) return 'otherKey';
  const isSigned = await isSignedBy(key, new TextEncoder().encode(ownership.message), signature);
  if (isSigned === null) return 'untold';
  return isSigned ? 'signed' : 'otherKey';
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
  ask: Ask,
): Promise<Account> {
  if (asset === 'SOL') {
    const answer = await ask('getBalance', [address, { commitment: 'confirmed' }]);
    // Read from the text: as a JavaScript number a large balance would be rounded.
    const units = BigInt(/"value":\s*(\d+)/.exec(answer)?.[1] ?? '0');
    return { units, isTreasurys: address === treasury };
  }
  const options = { commitment: 'confirmed', encoding: 'jsonParsed' };
  const { value } = resultOf(await ask('getAccountInfo', [address, options])) as TokenAccount;
  // No account is made before the first payment.
  if (!value) return { units: 0n, isTreasurys: null };
  const info = value.data.parsed?.info;
  return { units: BigInt(info?.tokenAmount.amount ?? '0'), isTreasurys: info?.owner === treasury };
}

/** Whether a key has signed a message; null where this browser cannot tell. */
async function isSignedBy(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | null> {
  try {
    const algorithm = { name: 'Ed25519' };
    const imported = await crypto.subtle.importKey('raw', owned(key), algorithm, false, ['verify']);
    return await crypto.subtle.verify(algorithm, imported, owned(signature), owned(message));
  } catch {
    // An older browser, or a page that came over http.
    return null;
  }
}

/** A copy in a buffer of its own, as the browser asks for. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
