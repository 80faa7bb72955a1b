import { type Lamports, lamports } from '#domain/base/money';

import { type Reading, fact } from './answer.ts';
import { type Rpc, read } from './rpc.ts';
import { unitsAt } from './shape.ts';

/** The lamports that an account of so many bytes must keep; a wallet has 0 bytes. */
export async function rentExempt(rpc: Rpc, bytes: number): Promise<Reading<Lamports>> {
  return read(await rpc.call('getMinimumBalanceForRentExemption', [bytes]), (value) =>
    fact(lamports(unitsAt(value, 'rent')), 0),
  );
}
