import { address } from '@solana/kit';
import { AccountState, TOKEN_PROGRAM_ADDRESS, findAssociatedTokenPda } from '@solana-program/token';

import type { Till } from '#domain/payments/deposit';
import { type Lamports, lamports, max } from '#domain/base/money';
import { TOKEN_ACCOUNT_BYTES } from '#domain/payouts/rent-charge';

import { type Fact, type Reading, type Unknown, fact } from '../rpc/answer.ts';
import { readTokenAccount } from './balances.ts';
import { type Rpc, read } from '../rpc/rpc-client.ts';
import { objectAt, unitsAt, withContext } from '../rpc/json-shape.ts';

/** Reads the minimum balance of an account of this size in lamports; a wallet has 0 bytes. */
export async function rentExempt(rpc: Rpc, bytes: number): Promise<Reading<Lamports>> {
  return read(await rpc.call('getMinimumBalanceForRentExemption', [bytes]), (value) =>
    fact(lamports(unitsAt(value, 'rent')), 0),
  );
}

/** The receiver's token account is frozen or belongs to another wallet, so that it cannot be paid. */
interface Impossible {
  readonly kind: 'impossible';
}

/** Rent to create a receiver's USDC account; null if the account exists. */
export type AccountRent = Fact<Lamports | null> | Unknown | Impossible;

/** Reads the rent at confirmed, to include an account created just before. */
export async function accountRentOf(rpc: Rpc, till: Till, wallet: string): Promise<AccountRent> {
  const [owner, mint] = [address(wallet), address(till.usdcMint)];
  const place = { owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const [account] = await findAssociatedTokenPda(place);
  const options = { commitment: 'confirmed', encoding: 'base64' };
  const found = read(await rpc.call('getAccountInfo', [account, options]), (answer) => {
    const { slot, value } = withContext(answer);
    const lamportsThere =
      value === null ? 0n : unitsAt(objectAt(value, 'account')['lamports'], 'lamports');
    return fact({ token: readTokenAccount(value), lamportsThere }, slot);
  });
  if (found.kind !== 'fact') return found;
  const { token, lamportsThere } = found.value;
  if (token) {
    const isTheirs = token.owner === owner && token.mint === mint;
    const isOpen = isTheirs && token.state === AccountState.Initialized;
    return isOpen ? fact(null, found.slot) : { kind: 'impossible' };
  }
  const rent = await rentExempt(rpc, TOKEN_ACCOUNT_BYTES);
  if (rent.kind !== 'fact') return rent;
  // Lamports already at the address count towards the rent.
  return fact(lamports(max(0n, rent.value - lamportsThere)), found.slot);
}
