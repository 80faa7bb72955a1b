import { getBase64Encoder } from '@solana/kit';
import { AccountState, TOKEN_PROGRAM_ADDRESS, getMintDecoder } from '@solana-program/token';
import type { Till } from '#domain/payments/deposit';
import { DECIMALS } from '#domain/base/money';
import { type Reading, fact } from '../rpc/answer.ts';
import { readTokenAccount } from './balances.ts';
import { type Rpc, read } from '../rpc/rpc-client.ts';
import { arrayAt, objectAt, textAt, withContext } from '../rpc/json-shape.ts';

/** State of the USDC mint and of the treasury's USDC account. */
export interface UsdcAccountState {
  readonly mint: 'right' | 'missing' | 'no-token' | 'other-decimals';
  readonly account: 'open' | 'missing' | 'not-ours' | 'frozen';
}

/** Problems of the mint, for operators. */
export const MINT_PROBLEMS = {
  missing: 'USDC_MINT does not exist on this cluster',
  'no-token': 'USDC_MINT is not a mint of the token program',
  'other-decimals': 'USDC_MINT does not have the 6 decimals of USDC',
} as const;
/** Problems of the treasury's account, with remedies. */
export const ACCOUNT_PROBLEMS = {
  missing:
    'the treasury has no USDC account: pay for the nonces (Admin → System) or send it some USDC; else the first user who pays in USDC has to make it',
  'not-ours':
    'the treasury’s USDC account belongs to another wallet: USDC cannot be taken; name another treasury',
  frozen:
    'the treasury’s USDC account is frozen by its issuer: USDC cannot be taken; ask the issuer, or name another treasury',
} as const;

const MINT_BYTES = 82;

function mintStateOf(account: unknown): UsdcAccountState['mint'] {
  if (account === null) return 'missing';
  const { owner, data } = objectAt(account, 'mint');
  const bytes = getBase64Encoder().encode(textAt(arrayAt(data, 'data')[0], 'data'));
  if (owner !== TOKEN_PROGRAM_ADDRESS || bytes.length !== MINT_BYTES) return 'no-token';
  const { isInitialized, decimals } = getMintDecoder().decode(bytes);
  if (!isInitialized) return 'no-token';
  return decimals === DECIMALS.USDC ? 'right' : 'other-decimals';
}

function accountStateOf(account: unknown, till: Till): UsdcAccountState['account'] {
  const held = readTokenAccount(account);
  if (held === null) return 'missing';
  if (held.owner !== till.treasury || held.mint !== till.usdcMint) return 'not-ours';
  return held.state === AccountState.Initialized ? 'open' : 'frozen';
}

/** Reads the state at confirmed, to include an account created just before. */
export async function usdcAccountStateOf(rpc: Rpc, till: Till): Promise<Reading<UsdcAccountState>> {
  const outcome = await rpc.call('getMultipleAccounts', [
    [till.usdcMint, till.treasuryTokenAccount],
    { commitment: 'confirmed', encoding: 'base64' },
  ]);
  return read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    const [mint, account] = arrayAt(value, 'accounts');
    return fact({ mint: mintStateOf(mint), account: accountStateOf(account, till) }, slot);
  });
}
