import { getBase58Decoder } from '@solana/kit';
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { PayToken } from '#domain/base/money';
import type { Bond } from '#domain/bonds/bond';
import { settlePayment } from '#server/payments/settle-payment';
import { readHead } from '#server/kernel/terms/protocol-head';
import { newId } from '#server/kernel/db/ids';
import type { World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { units } from '#test/world/wallet';

/** Signature without a transaction. */
const madeUp = (): string => getBase58Decoder().decode(randomBytes(64));

/** Bond without payment, booked like a real one. */
export async function bookedWithoutPayment(
  user: TestUser,
  token: PayToken,
  amount: string,
): Promise<Bond> {
  const { parts } = user.world.node;
  const { now } = await readHead(parts.database);
  const slot = await parts.chain.slot('finalized');
  const payment = {
    signature: madeUp(),
    payer: user.address,
    token,
    amount: units(token, amount) as Bond['amount'],
    blockTime: now,
    slot: slot.kind === 'fact' ? slot.value : 0,
    finalized: true,
    keys: [],
  };
  const settled = await settlePayment(parts, payment, 'posted');
  expect(settled.kind).toBe('bond');
  if (settled.kind !== 'bond') throw new Error('unreachable');
  return settled.bond;
}

/** Bond row without bookings, written directly to the database. */
export async function rowWithoutPayment(
  world: World,
  user: TestUser,
  status: Bond['status'],
): Promise<string> {
  const { now } = await readHead(world.node.parts.database);
  const id = newId(now);
  await world.rows(
    `insert into bonds (id, user_id, token, amount, lmt_amount, status, signature, finalized, starts_at, created_at)
     values ($1, $2, 'SOL', 49350000000, 1000000000, $3::text::bond_status, $4, true, protocol_now(), protocol_now())`,
    [id, user.id, status, madeUp()],
  );
  return id;
}
