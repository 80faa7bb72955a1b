import { address, getBase64Encoder, isOffCurveAddress } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, type Token, getTokenDecoder } from '@solana-program/token';

import type { Till, TreasuryBalances } from '#domain/payments/deposit';
import { type Lamports, lamports, usdc } from '#domain/base/money';
import type { OtherReceiver } from '#domain/payouts/other-receiver';

import { type Reading, fact } from '../rpc/answer.ts';
import { type Outcome, type Rpc, read } from '../rpc/rpc-client.ts';
import { ShapeError, arrayAt, objectAt, textAt, unitsAt, withContext } from '../rpc/json-shape.ts';
import type { Commitment } from './status.ts';

/** Decodes a token account; null if there is none at the address. Throws on malformed data. */
export function readTokenAccount(account: unknown): Token | null {
  if (account === null) return null;
  const { owner, data } = objectAt(account, 'account');
  // An address that only received lamports is owned by the system program and holds no tokens.
  if (owner !== TOKEN_PROGRAM_ADDRESS) return null;
  const bytes = getBase64Encoder().encode(textAt(arrayAt(data, 'data')[0], 'data'));
  return getTokenDecoder().decode(bytes);
}

/** Reads the lamports of an account; 0 if it does not exist. */
export async function lamportsOf(
  rpc: Rpc,
  account: string,
  commitment: Commitment,
): Promise<Reading<Lamports>> {
  return read(await rpc.call('getBalance', [account, { commitment }]), (answer) => {
    const { slot, value } = withContext(answer);
    return fact(lamports(unitsAt(value, 'balance')), slot);
  });
}

/** Reads the treasury's SOL and USDC balances. */
export async function balancesOf(
  rpc: Rpc,
  till: Till,
  commitment: Commitment,
): Promise<Reading<TreasuryBalances>> {
  return readBalances(await rpc.call(...balancesCall(till, commitment)), till);
}

/** Reads the balances at each provider, because one may lag. Unknown if any provider fails. */
export async function balancesOfEach(
  rpc: Rpc,
  till: Till,
  commitment: Commitment,
): Promise<Reading<readonly TreasuryBalances[]>> {
  const found: TreasuryBalances[] = [];
  let oldest = Infinity;
  for (const provider of rpc.providers()) {
    const balances = readBalances(await provider.call(...balancesCall(till, commitment)), till);
    if (balances.kind !== 'fact') return balances;
    found.push(balances.value);
    oldest = Math.min(oldest, balances.slot);
  }
  return fact(found, oldest);
}

const balancesCall = (till: Till, commitment: Commitment): Parameters<Rpc['call']> => [
  'getMultipleAccounts',
  [[till.treasury, till.treasuryTokenAccount], { commitment, encoding: 'base64' }],
];

const readBalances = (outcome: Outcome, till: Till): Reading<TreasuryBalances> =>
  read(outcome, (answer) => {
    const { slot, value } = withContext(answer);
    const [wallet, tokens] = arrayAt(value, 'accounts');
    if (wallet === undefined || tokens === undefined) throw new ShapeError('accounts');
    const held =
      wallet === null ? 0n : unitsAt(objectAt(wallet, 'account')['lamports'], 'lamports');
    const token = readTokenAccount(tokens);
    const isOurs = token?.mint === till.usdcMint && token.owner === till.treasury;
    return fact({ lamports: lamports(held), usdc: usdc(isOurs ? token.amount : 0n) }, slot);
  });

/** Requests no account data. */
const NO_BYTES = { offset: 0, length: 0 };

/** Reads owner program and curve state of an address, at confirmed, to include accounts funded just before. */
export async function accountOf(rpc: Rpc, of: string): Promise<Reading<OtherReceiver>> {
  const asked = [of, { commitment: 'confirmed', encoding: 'base64', dataSlice: NO_BYTES }];
  return read(await rpc.call('getAccountInfo', asked), (answer) => {
    const { slot, value } = withContext(answer);
    const program = value === null ? null : textAt(objectAt(value, 'account')['owner'], 'owner');
    return fact({ address: of, program, isOnCurve: !isOffCurveAddress(address(of)) }, slot);
  });
}
