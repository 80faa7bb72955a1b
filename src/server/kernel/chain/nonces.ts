import { NonceState, SYSTEM_PROGRAM_ADDRESS, getNonceDecoder } from '@solana-program/system';
import {
  type Address,
  createAddressWithSeed,
  getAddressFromPublicKey,
  getBase64Encoder,
} from '@solana/kit';
import type { Nonce } from '#domain/payouts/payout';
import { NONCE_SEEDS } from '#domain/payouts/payout-labels';
import { type Reading, fact } from '../rpc/answer.ts';
import { type Provider, type Rpc, read } from '../rpc/rpc-client.ts';
import { arrayAt, objectAt, textAt, withContext } from '../rpc/json-shape.ts';
import { type KeyPair, keyPairOf } from './sign.ts';
import type { Commitment } from './status.ts';

/** Minimum balance of the server's key in lamports, enough for 2,000 withdrawals. It is refilled below this. */
export const NONCE_FEES_MIN = 10_000_000n;
/** Data size of a nonce account. */
export const NONCE_BYTES = 80;

/** Nonce accounts of payouts, and the server's key that is their authority. */
export interface NoncePool {
  readonly key: KeyPair;
  readonly authority: Address;
  /** Derived from the key, so that they need not be stored. */
  readonly accounts: readonly { readonly address: Address; readonly seed: string }[];
}

/** Derives the pool of a 32-byte secret. */
export async function noncePoolOf(secret: Uint8Array): Promise<NoncePool> {
  const key = await keyPairOf(secret);
  const authority = await getAddressFromPublicKey(key.publicKey);
  const accounts = await Promise.all(
    NONCE_SEEDS.map(async (seed) => {
      const place = { baseAddress: authority, programAddress: SYSTEM_PROGRAM_ADDRESS, seed };
      return { address: await createAddressWithSeed(place), seed };
    }),
  );
  return { key, authority, accounts };
}

/** Decodes a nonce account; null if it is not initialized or has another authority than a given one. */
function readNonce(value: unknown, account: string, authority: string | null): Nonce | null {
  if (value === null) return null;
  const { owner, data } = objectAt(value, 'account');
  const bytes = getBase64Encoder().encode(textAt(arrayAt(data, 'data')[0], 'data'));
  if (owner !== SYSTEM_PROGRAM_ADDRESS || bytes.length !== NONCE_BYTES) return null;
  const nonce = getNonceDecoder().decode(bytes);
  if (nonce.state !== NonceState.Initialized) return null;
  if (authority !== null && nonce.authority !== authority) return null;
  return { account, value: nonce.blockhash };
}

/** Reads the existing nonce accounts of the pool. */
export const noncesOf = (
  asked: Pick<Rpc | Provider, 'call'>,
  { authority, accounts }: Pick<NoncePool, 'authority' | 'accounts'>,
  commitment: Commitment,
): Promise<Reading<readonly Nonce[]>> =>
  noncesAt(asked, { addresses: accounts.map(({ address }) => address), authority, commitment });

interface Asked {
  readonly addresses: readonly string[];
  /** Required authority; null for any. */
  readonly authority: string | null;
  readonly commitment: Commitment;
}

/** Reads the nonces of accounts. Omits accounts without one. */
export async function noncesAt(
  asked: Pick<Rpc | Provider, 'call'>,
  { addresses, authority, commitment }: Asked,
): Promise<Reading<readonly Nonce[]>> {
  const outcome = await asked.call('getMultipleAccounts', [
    addresses,
    { commitment, encoding: 'base64' },
  ]);
  return read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    const found = arrayAt(value, 'accounts').flatMap((each, i) => {
      const nonce = readNonce(each, addresses[i] ?? '', authority);
      return nonce ? [nonce] : [];
    });
    return fact(found, slot);
  });
}
