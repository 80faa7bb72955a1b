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
import { type Provider, type Rpc, read } from '../rpc/rpc.ts';
import { arrayAt, objectAt, textAt, withContext } from '../rpc/shape.ts';
import { type KeyPair, keyPairOf } from './sign.ts';
import type { Commitment } from './status.ts';

/** Below this the server's key is given more: it pays for 2,000 withdrawals. */
export const NONCE_FEES_MIN = 10_000_000n;
/** A nonce account's data. */
export const NONCE_BYTES = 80;

/** The accounts whose nonces payouts use, and the key of the server that they obey. */
export interface NoncePool {
  readonly key: KeyPair;
  readonly authority: Address;
  /** They follow from the key, so that nothing about them has to be kept. */
  readonly accounts: readonly { readonly address: Address; readonly seed: string }[];
}

/** The pool of a key, by its 32-byte secret. */
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

/** The nonce that an account holds; null where there is none, or none that a given authority can use. */
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

/** The pool's nonce accounts that exist, as one provider tells them. */
export const noncesOf = (
  asked: Pick<Rpc | Provider, 'call'>,
  { authority, accounts }: Pick<NoncePool, 'authority' | 'accounts'>,
  commitment: Commitment,
): Promise<Reading<readonly Nonce[]>> =>
  noncesAt(asked, { addresses: accounts.map(({ address }) => address), authority, commitment });

interface Asked {
  readonly addresses: readonly string[];
  /** Null: whichever they obey. */
  readonly authority: string | null;
  readonly commitment: Commitment;
}

/** The nonces that accounts hold. */
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
