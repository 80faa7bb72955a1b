import { queryOptions } from '@tanstack/react-query';

import { type Amount, type Lamports, type PayToken, lamports, max, usdc } from '#domain/base/money';
import { TOKEN_ACCOUNT_BYTES } from '#domain/payouts/rent-charge';

import { INTERVALS_MS } from './intervals.ts';
import { RpcError, rpc, rpcText } from './rpc.ts';

/** What stays in a wallet for fees: some signatures' worth, as wallets add a priority fee of their own. */
const FEE_RESERVE = 100_000n;
/** SOL amounts are sent with 8 decimals: the last lamport digit can't be paid. */
const LAMPORT_STEP = 10n;
const NO_ACCOUNT = -32602;

export interface Balance {
  readonly held: Amount<PayToken>;
  /** What a payment may use: SOL keeps the fee and the account's rent. */
  readonly spendable: Amount<PayToken>;
}

/** What a wallet holds of a token, from the chain. `mint` is USDC's. */
export function balanceQuery(address: string, token: PayToken, mint: string | null) {
  return queryOptions({
    queryKey: ['chain', 'balance', address, token, mint],
    queryFn: () => (token === 'SOL' ? solBalance(address) : usdcBalance(address, mint ?? '')),
    enabled: token === 'SOL' || mint !== null,
    refetchInterval: INTERVALS_MS.balances,
  });
}

/** Lamports that making a wallet's USDC account takes; null where it has one. `mint` is USDC's. */
export function accountRentQuery(address: string, mint: string | null) {
  return queryOptions({
    queryKey: ['chain', 'account-rent', address, mint],
    queryFn: () => accountRent(address, mint ?? ''),
    enabled: mint !== null,
    refetchInterval: INTERVALS_MS.balances,
  });
}

async function accountRent(address: string, mint: string): Promise<Lamports | null> {
  if ((await usdcUnits(address, mint)) !== null) return null;
  return lamports(BigInt(await rentOf(TOKEN_ACCOUNT_BYTES)));
}

const knownRents = new Map<number, number>();

/** Lamports that an account of so many bytes has to hold: each call is paid for, and this one's answer stays. */
async function rentOf(bytes: number): Promise<number> {
  const rent =
    knownRents.get(bytes) ?? (await rpc<number>('getMinimumBalanceForRentExemption', [bytes]));
  knownRents.set(bytes, rent);
  return rent;
}

/** Lamports below which Solana lets no account fall that is not emptied. */
export async function walletMinimum(): Promise<Lamports> {
  return lamports(BigInt(await rentOf(0)));
}

async function solBalance(address: string): Promise<Balance> {
  const [answer, rent] = await Promise.all([
    rpcText('getBalance', [address, { commitment: 'confirmed' }]),
    rentOf(0),
  ]);
  // Read from the text: as a JavaScript number a large balance would be rounded.
  const units = BigInt(/"value":\s*(\d+)/.exec(answer)?.[1] ?? '0');
  const free = max(0n, units - BigInt(rent) - FEE_RESERVE);
  return { held: lamports(units), spendable: lamports(free - (free % LAMPORT_STEP)) };
}

async function usdcBalance(owner: string, mint: string): Promise<Balance> {
  const held = usdc((await usdcUnits(owner, mint)) ?? 0n);
  return { held, spendable: held };
}

/** Null where the wallet has no account. */
async function usdcUnits(owner: string, mint: string): Promise<bigint | null> {
  const { tokenAccountOf } = await import('./token-account.ts');
  const account = await tokenAccountOf(owner, mint);
  try {
    const { value } = await rpc<{ value: { amount: string } }>('getTokenAccountBalance', [
      account,
      { commitment: 'confirmed' },
    ]);
    return BigInt(value.amount);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== NO_ACCOUNT) throw error;
    return null;
  }
}
