import { address, getBase64Encoder, isOffCurveAddress } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS, type Token, getTokenDecoder } from '@solana-program/token';

import type { Till, TreasuryBalances } from '#domain/payments/deposit';
import { type Lamports, lamports, usdc } from '#domain/base/money';
import type { OtherReceiver } from '#domain/payouts/other-receiver';

import { type Reading, fact } from '../rpc/answer.ts';
import { type Outcome, type Rpc, read } from '../rpc/rpc.ts';
import { ShapeError, arrayAt, objectAt, textAt, unitsAt, withContext } from '../rpc/shape.ts';
import type { Commitment } from './status.ts';

/** A token account as the chain stores it; null where there is none. Throws on what is neither. */
export function readTokenAccount(account: unknown): Token | null {
  if (account === null) return null;
  const { owner, data } = objectAt(account, 'account');
  // An address that only received lamports is owned by the system program and holds no tokens.
  if (owner !== TOKEN_PROGRAM_ADDRESS) return null;
  const bytes = getBase64Encoder().encode(textAt(arrayAt(data, 'data')[0], 'data'));
  return getTokenDecoder().decode(bytes);
}

/** The lamports of any account at a commitment; 0 where there is none. */
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

/** The treasury's lamports and USDC at a commitment. */
export async function balancesOf(
  rpc: Rpc,
  till: Till,
  commitment: Commitment,
): Promise<Reading<TreasuryBalances>> {
  return readBalances(await rpc.call(...balancesCall(till, commitment)), till);
}

/** The same as each provider says it, for where one that lags must not decide alone; unknown where one says nothing. */
export async function balancesOfEach(
  rpc: Rpc,
  till: Till,
  commitment: Commitment,
): Promise<Reading<readonly TreasuryBalances[]>> {
  const said: TreasuryBalances[] = [];
  let oldest = Infinity;
  for (const provider of rpc.providers()) {
    const balances = readBalances(await provider.call(...balancesCall(till, commitment)), till);
    if (balances.kind !== 'fact') return balances;
    said.push(balances.value);
    oldest = Math.min(oldest, balances.slot);
  }
  return fact(said, oldest);
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

/** Its bytes are not looked at. */
const NO_BYTES = { offset: 0, length: 0 };

/** What is at an address, at confirmed: what was funded a moment ago is there. */
export async function accountOf(rpc: Rpc, of: string): Promise<Reading<OtherReceiver>> {
  const asked = [of, { commitment: 'confirmed', encoding: 'base64', dataSlice: NO_BYTES }];
  return read(await rpc.call('getAccountInfo', asked), (answer) => {
    const { slot, value } = withContext(answer);
    const program = value === null ? null : textAt(objectAt(value, 'account')['owner'], 'owner');
    return fact({ address: of, program, isOnCurve: !isOffCurveAddress(address(of)) }, slot);
  });
}
