import { describe, expect, test } from 'vitest';
import { lamports } from '#domain/base/money';
import { type Instant, MINUTE_MS, after, iso } from '#domain/base/time';
import type { FeeQuote } from '#domain/vaults/fee-quote';
import { LMT, SOL, T0, confirmedBond, vestingVault } from '#test/domain/builders';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { ask, newUser, usedPayment, versionOf } from '#test/support/store';
import type { Database } from '../kernel/db/database.ts';
import { newId } from '../kernel/db/ids.ts';
import { type Changes, planOf } from '../kernel/write/plan.ts';
import { writePlan } from '../kernel/write/write-plans.ts';
import { followedFeeFacts, vaultFacts } from './vault-facts.ts';
import { feeQuoteFacts } from './fee-quote-facts.ts';
import { type StakeKey, stakeFacts } from './stake-facts.ts';

onOneDatabase('inputs of fee and stake decisions', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));

  const write = async (userId: string, changes: Partial<Changes>): Promise<void> => {
    const version = await versionOf(database, userId);
    const plan = planOf({ journals: [], items: [], ...changes }, { userId, version, now: T0 });
    expect(await writePlan(database, plan)).toBe(true);
  };
  const quoteOf = (userId: string, changes: Partial<FeeQuote> = {}): FeeQuote => ({
    id: newId(T0),
    userId,
    amount: LMT('1'),
    fee: SOL('0.0987'),
    reference: `key-${newId(T0)}`,
    createdAt: T0,
    expiresAt: after(T0, 10 * MINUTE_MS),
    ...changes,
  });
  const keyOf = (userId: string, changes: Partial<StakeKey> = {}): StakeKey => ({
    userId,
    wallet: 'wallet',
    amount: LMT('1'),
    signature: null,
    paid: null,
    ...changes,
  });
  const addPrice = (at: Instant, price: bigint, source: 'feed' | 'fallback' = 'feed') =>
    ask(
      database,
      `insert into market_prices (symbol, at, price, source) values ('SOL', $1, $2, $3)`,
      [iso(at), price, source],
    );

  test('return each fee quote in the order of the keys', async () => {
    const [ann, ben] = [await newUser(database), await newUser(database)];
    const quotes = [quoteOf(ann), quoteOf(ben, { fee: lamports(2n ** 60n + 1n) })];
    await write(ann, { feeQuotes: quotes });
    const read = await feeQuoteFacts.read(database, [
      { userId: ben, amount: LMT('1') },
      { userId: newId(T0), amount: LMT('1') },
      { userId: ann, amount: LMT('1') },
      { userId: ann, amount: LMT('2') },
    ]);
    expect(read.map((found) => found && [found.userId, found.latestQuote])).toEqual([
      [ben, quotes[1]],
      null,
      [ann, quotes[0]],
      [ann, null],
    ]);
  });

  test('include the newest quote of the amount, the newest claimed bond, and unfinalized fees', async () => {
    const userId = await newUser(database);
    const later = after(T0, MINUTE_MS);
    const bond = confirmedBond({ id: newId(T0), userId, status: 'completed', signature: 'one' });
    const bonds = [
      bond,
      { ...bond, id: newId(T0), createdAt: later, signature: 'two' },
      {
        ...bond,
        id: newId(T0),
        status: 'confirmed',
        createdAt: after(later, 1),
        signature: 'three',
      },
    ] as const;
    const feeQuotes = [quoteOf(userId), quoteOf(userId, { createdAt: later })];
    const payment = usedPayment({ finalized: false, amount: SOL('0.5') });
    await write(userId, { bonds, feeQuotes, payments: [payment, usedPayment()] });
    const [found] = await feeQuoteFacts.read(database, [{ userId, amount: LMT('1') }]);
    expect(found).toMatchObject({ version: 1n, credit: 0n });
    expect(found?.latestBond).toEqual(bonds[1]);
    expect(found?.latestQuote).toEqual(feeQuotes[1]);
    expect(found?.openFees).toEqual([{ signature: payment.signature, paid: SOL('0.5'), used: 0n }]);
  });

  describe('inputs of a stake', () => {
    const paidAt = after(T0, 60 * MINUTE_MS);
    const paidWith = (signature: string, keys: readonly string[] = []) => ({
      signature,
      paid: { blockTime: paidAt, keys },
    });

    test('include the vaults that can change, and the vault that the payment paid for', async () => {
      const userId = await newUser(database);
      const vaultOf = (feeSignature: string, completedAt: Instant | null) => {
        const status = completedAt === null ? 'vesting' : 'completed';
        const changes = { id: newId(T0), userId, feeSignature, status, completedAt } as const;
        return { vault: vestingVault(changes), dueAt: null };
      };
      const vaults = [
        vaultOf('running', null),
        vaultOf('over', T0),
        vaultOf('posted', T0),
      ] as const;
      await write(userId, { vaults });
      const ids = async (key: StakeKey) => {
        const [found] = await stakeFacts.read(database, [key]);
        return found?.vaults.map(({ id }) => id).sort();
      };
      const idsOf = (...at: number[]) => at.map((i) => vaults[i]!.vault.id).sort();
      expect(await ids(keyOf(userId))).toEqual(idsOf(0));
      expect(await ids(keyOf(userId, { signature: 'posted' }))).toEqual(idsOf(0, 2));
    });

    test('include the payment’s use, only for its payer, with its bond or deposit', async () => {
      const userId = await newUser(database);
      const bond = confirmedBond({ id: newId(T0), userId, signature: 'bonded', byWatcher: true });
      const deposit = {
        id: newId(T0),
        sender: 'wallet',
        token: 'SOL',
        amount: SOL('1'),
        signature: 'listed',
        blockTime: T0,
        slot: 3,
        small: false,
        status: 'open',
        refundProposed: false,
        ofCredit: false,
      } as const;
      const payments = [
        usedPayment({ payer: 'wallet', signature: 'bonded', purpose: 'bond', subject: bond.id }),
        usedPayment({
          payer: 'wallet',
          signature: 'listed',
          purpose: 'deposit',
          subject: deposit.id,
        }),
        usedPayment({ payer: 'other', signature: 'foreign' }),
      ];
      await write(userId, { bonds: [bond], deposits: [deposit], payments });
      const read = await stakeFacts.read(
        database,
        ['bonded', 'listed', 'foreign', 'new'].map((name) => keyOf(userId, paidWith(name))),
      );
      const [bonded, listed, foreign, unused] = read.map((found) => found?.use);
      expect(bonded).toMatchObject({ payment: { ...payments[0], userId }, bond, deposit: null });
      expect(listed).toMatchObject({ bond: null, deposit, isRefunding: false });
      expect(foreign).toMatchObject({ payment: null, bond: null, deposit: null });
      expect(unused).toEqual(foreign);
    });

    test('include SOL prices of the twenty minutes before the payment, and the feed’s next', async () => {
      const userId = await newUser(database);
      const at = (minutes: number): Instant => after(paidAt, minutes * MINUTE_MS);
      await addPrice(at(-40), 1n);
      await addPrice(at(-21), 2n, 'fallback');
      await addPrice(at(-19), 3n);
      await addPrice(at(0), 4n, 'fallback');
      await addPrice(at(1), 5n, 'fallback');
      await addPrice(at(2), 6n);
      await addPrice(at(3), 7n);
      const [paid, unpaid] = await stakeFacts.read(database, [
        keyOf(userId, paidWith('priced')),
        keyOf(userId),
      ]);
      expect(paid?.solWhenPaid.map(({ price }) => price)).toEqual([2n, 3n, 4n, 6n]);
      expect(unpaid?.solWhenPaid).toEqual([]);
    });

    test('include the user’s own fee quotes that the payment names, and no other user’s', async () => {
      const [userId, other] = [await newUser(database), await newUser(database)];
      const feeQuotes = [quoteOf(userId), quoteOf(other)];
      await write(userId, { feeQuotes });
      const keys = feeQuotes.map(({ reference }) => reference);
      const [found] = await stakeFacts.read(database, [keyOf(userId, paidWith('quoted', keys))]);
      expect(found?.namedQuotes).toEqual([feeQuotes[0]]);
      expect(found?.use.bondQuotes).toEqual([]);
    });
  });

  test('include a followed fee payment and its vaults, also deleted ones', async () => {
    const userId = await newUser(database);
    const vault = vestingVault({ id: newId(T0), userId, feeSignature: 'followed' });
    const payment = usedPayment({ signature: 'followed', subject: vault.id, finalized: false });
    const hiddenVaults = new Set([vault.id]);
    await write(userId, { vaults: [{ vault, dueAt: null }], hiddenVaults, payments: [payment] });
    const read = await followedFeeFacts.read(database, [newId(T0), payment.id]);
    expect(read).toMatchObject([
      null,
      { userId, payment: { ...payment, userId }, vaults: [vault] },
    ]);
    expect(await vaultFacts.read(database, [vault.id])).toEqual([null]);
  });
});
