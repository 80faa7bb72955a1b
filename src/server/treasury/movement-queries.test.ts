import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Movement } from '#domain/treasury/movement';
import { movementFigures } from '#domain/treasury/movement-figure';
import { T0 } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { ask } from '#test/support/store';
import { readMovementTotals } from './known-movements.ts';
import { openMovements, openingSlotOf, recordTransaction } from './movement-queries.ts';

const movement = (changes: Partial<Movement>): Movement => ({
  id: randomUUID(),
  token: 'SOL',
  signature: 's1',
  part: 0,
  kind: 'faucet',
  amount: 5n,
  before: 100n,
  after: 105n,
  counterparty: null,
  payoutId: null,
  slot: 7,
  blockTime: T0,
  failed: false,
  ...changes,
});

onOneDatabase('movements', (fresh) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await fresh();
  });
  afterAll(() => opened.close());

  /** Records a transaction of the treasury with its parts. */
  const record = async (...parts: [Movement, ...Movement[]]): Promise<void> => {
    const [{ signature, slot }] = parts;
    await recordTransaction(opened.database, 'treasury', { signature, slot, parts });
  };
  const sol = async () => movementFigures(await readMovementTotals(opened.database))[0]!;

  test('begin with the account’s balance before the first movement', async () => {
    const { database } = opened;
    expect(await openingSlotOf(database, 'SOL')).toBeNull();
    await record(movement({}));
    expect(await openingSlotOf(database, 'SOL')).toBe(7);
    await openMovements(database, { token: 'SOL', balance: 9n }, { slot: 1, at: T0 });
    expect(await sol()).toMatchObject({ expected: 105n, balance: 105n, difference: 0n });
  });

  test('leave out a transaction that the opening balance includes, but mark it as processed', async () => {
    const early = { signature: 'e1', amount: 2n, before: 90n, after: 92n, slot: 6 };
    const sameSlot = { signature: 'e2', amount: 8n, before: 92n, after: 100n };
    await record(movement(early));
    await record(movement(sameSlot));
    // A later transaction in the opening's slot is a movement.
    await record(movement({ signature: 'e3', amount: 3n, before: 105n, after: 108n }));
    await record(
      movement({ signature: 'e4', kind: 'own', amount: -3n, before: 108n, after: 105n }),
    );
    const { database } = opened;
    const rows = await ask(database, 'select from processed_transactions where slot < 8');
    expect(rows).toHaveLength(5);
    const written = await ask(database, 'select signature from movements order by signature');
    expect(written).toEqual(['e3', 'e4', 's1'].map((signature) => ({ signature })));
    expect(await sol()).toMatchObject({ expected: 105n, balance: 105n, difference: 0n });
  });

  test('are written together with the row that marks their transaction as processed', async () => {
    const rows = await ask(
      opened.database,
      `select * from processed_transactions where signature = 's1'`,
    );
    expect(rows).toEqual([{ address: 'treasury', signature: 's1', slot: 7n }]);
  });

  test('are written once by concurrent nodes', async () => {
    const { database } = opened;
    const parts = (): [Movement, Movement] => [
      movement({ signature: 's2', kind: 'own', amount: -3n, before: 105n, after: 100n, slot: 8 }),
      movement({
        signature: 's2',
        kind: 'network-fee',
        part: 1,
        amount: -2n,
        before: 105n,
        after: 100n,
        slot: 8,
      }),
    ];
    await Promise.all([1, 2, 3, 4].map(() => record(...parts())));
    await record(...parts());
    const rows = await ask(database, `select from movements where signature = 's2'`);
    expect(rows).toHaveLength(2);
    expect(await sol()).toMatchObject({ expected: 100n, balance: 100n, difference: 0n });
  });

  test('give the last balance of a slot, even if its transactions are read out of order', async () => {
    const later = { slot: 9, kind: 'faucet' } as const;
    const last = { signature: 's4', amount: 7n, before: 101n, after: 108n };
    await record(movement({ ...later, ...last }));
    expect(await sol()).toMatchObject({ balance: 108n, difference: 1n });
    const first = { signature: 's3', amount: 1n, before: 100n, after: 101n };
    await record(movement({ ...later, ...first }));
    expect(await sol()).toMatchObject({ expected: 108n, balance: 108n, difference: 0n });
  });

  test('must add up to a transaction’s change of the balance, and are append-only', async () => {
    const { database } = opened;
    const half = movement({ signature: 's5', amount: 4n, before: 108n, after: 113n, slot: 10 });
    await expect(record(half)).rejects.toThrow(/do not add up/);
    for (const table of ['movements', 'movement_openings']) {
      await expect(database.exec(`delete from ${table}`)).rejects.toThrow(/append-only/);
      await expect(database.exec(`truncate ${table} cascade`)).rejects.toThrow(/append-only/);
    }
    const update = `update movements set amount = 1`;
    await expect(database.exec(update)).rejects.toThrow(/append-only/);
  });
});
