import { expect } from 'vitest';
import { SECOND_MS } from '#domain/base/time';
import type { World } from '#test/world';
import type { TestUser } from '#test/world/user';

/** Price of one LMT. */
export const SOL = '4.935';
export const USDC = '987';
export const LMT = '1.00000000';
/** Time after which sent transactions are final. */
export const FINAL_MS = 15 * SECOND_MS;

/** Payment to the treasury worth one LMT. */
export interface Paid {
  readonly user: TestUser;
  readonly signature: string;
}

/** Sends a new user's quoted payment without announcing it. */
export async function quotedPayment(world: World): Promise<Paid> {
  const user = await world.user({ usdc: '0' });
  const { reference } = await user.quote('SOL', SOL);
  return { user, signature: await user.pay('SOL', SOL, reference) };
}

/** Expects one confirmed, final bond of the payer with its LMT, and nothing else. */
export async function expectOneBond(world: World, { user, signature }: Paid): Promise<void> {
  const bond = await user.onlyBond();
  expect(bond).toMatchObject({
    status: 'confirmed',
    lmtAmount: LMT,
    transactionSignature: signature,
  });
  const used = await world.rows(
    'select purpose, subject, payer, finalized from payments where signature = $1',
    [signature],
  );
  expect(used).toEqual([
    { purpose: 'bond', subject: bond.id, payer: user.address, finalized: true },
  ]);
  for (const left of ['arrivals', 'deposits', 'parked_transactions'])
    expect(await world.count(`${left} where signature = $1`, [signature]), left).toBe(0);
  const openQuotes = 'quotes where user_id = $1 and signature is null';
  expect(await world.count(openQuotes, [user.id])).toBe(0);
}
