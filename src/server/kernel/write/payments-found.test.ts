import { beforeAll, expect, test } from 'vitest';
import { openDeposit } from '#domain/payments/payment';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { T0 } from '#test/domain/builders';
import { ask, newUser, paidBond, usedPayment, versionOf } from '#test/support/store';
import { assignmentFacts } from '../../payments/assignment-facts.ts';
import { bondsChecked, bondsInDoubt, bondsToCheck } from '../../bonds/bond-checks.ts';
import { followedBondFacts, paymentFacts } from '../../payments/settle-facts.ts';
import { bondRemovalFacts } from '../../bonds/removal-facts.ts';
import { type Database, type Session, only } from '../db/database.ts';
import { newId, ZERO_ID } from '../db/ids.ts';
import { violations } from '../ledger/invariants.ts';
import { movementsPage, movementNameFacts } from '../../treasury/known-movements.ts';
import { followedFeeFacts } from '../../vaults/vault-facts.ts';
import { openFeesOf, unfinalFees } from '../../vaults/fee-payment-queries.ts';
import { stakeFacts } from '../../vaults/stake-facts.ts';
import type { Changes } from './plan.ts';
import { writePlan } from './write-plans.ts';

const MANY = 30_000;

onOneDatabase('in a large payments table', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (made) => (database = made));
  beforeAll(async () => {
    // In small tables all plans look equally cheap to PostgreSQL.
    await database.exec(`
      insert into payments (signature, payer, id, purpose, subject, user_id, token, amount, block_time,
        finalized, slot)
      select 'paid ' || n, 'payer ' || n, gen_random_uuid(), 'bond', gen_random_uuid(),
        gen_random_uuid(), 'SOL', 1, now(), true, 1 from generate_series(1, ${MANY}) n;
      insert into movements (id, token, signature, part, kind, amount, before, after, counterparty, slot,
        block_time, failed)
      select gen_random_uuid(), 'SOL', 'paid ' || n, 0, 'payment', 1, 0, 1, 'payer ' || n, n, now(), false
      from generate_series(1, 300) n;
      analyze payments, movements`);
  });

  const store = async (userId: string | null, changes: Partial<Changes>): Promise<void> => {
    const version = userId === null ? 0n : await versionOf(database, userId);
    const plan = { userId, version, now: T0, journals: [], items: [], ...changes };
    expect(await writePlan(database, plan)).toBe(true);
  };
  const newBond = async () => {
    const userId = await newUser(database);
    const { bond, plan } = paidBond(userId, 0n);
    expect(await writePlan(database, plan)).toBe(true);
    return { userId, bond, payment: { ...only(plan.payments ?? []), userId } };
  };

  const scansSoFar = async (session: Session): Promise<bigint> => {
    const rows = await ask<{ n: bigint }>(
      session,
      `select coalesce(sum(seq_scan), 0)::bigint as n from pg_stat_xact_user_tables
       where relname = 'payments'`,
    );
    return only(rows).n;
  };
  /** Runs `work` with generic plans. Returns its result and the number of sequential scans of payments. */
  const scanned = <T>(work: (session: Session) => Promise<T>) =>
    database.transaction(async (session) => {
      await session.exec('set local plan_cache_mode = force_generic_plan');
      const before = await scansSoFar(session);
      const answer = await work(session);
      return { answer, scans: Number((await scansSoFar(session)) - before) };
    });
  const found = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const { answer, scans } = await scanned(work);
    expect(scans).toBe(0);
    return answer;
  };

  test('a bond’s payment is found by index when following, deleting and checking the bond', async () => {
    const [one, two] = [await newBond(), await newBond()];
    const ids = [one.bond.id, two.bond.id];
    const followed = await found((session) => followedBondFacts.read(session, ids));
    expect(followed.map((facts) => facts?.payments)).toEqual([[one.payment], [two.payment]]);
    const removed = await found((session) => bondRemovalFacts.read(session, ids));
    expect(removed.map((facts) => facts?.toDelete.payments)).toEqual([
      [{ ...one.payment, depositId: null }],
      [{ ...two.payment, depositId: null }],
    ]);
    await found((session) => bondsChecked(session, ZERO_ID, 100));
    await found((session) => bondsToCheck(session, T0, 100));
    await found((session) => bondsInDoubt(session, { after: ZERO_ID, limit: 100, madeBy: T0 }));
  });

  test('a deleted bond’s payment under another signature is found by a scan', async () => {
    const { bond, payment } = await newBond();
    await ask(database, `update bonds set signature = 'forged' where id = $1`, [bond.id]);
    const { answer, scans } = await scanned((session) => bondRemovalFacts.read(session, [bond.id]));
    expect(answer[0]?.toDelete.payments).toEqual([{ ...payment, depositId: null }]);
    expect(scans).toBeGreaterThan(0);
  });

  test('a bond without a payment needs no scan', async () => {
    const { bond, userId } = await newBond();
    const unpaid = { ...bond, id: newId(T0), status: 'pending', signature: null } as const;
    await store(userId, { bonds: [unpaid] });
    const [facts] = await found((session) => bondRemovalFacts.read(session, [unpaid.id]));
    expect(facts?.toDelete.payments).toEqual([]);
  });

  test('a deposit’s payment is found by index when assigning it', async () => {
    const userId = await newUser(database);
    const id = newId(T0);
    const used = usedPayment({ purpose: 'deposit', subject: id });
    const deposit = openDeposit({ ...used, id, sender: used.payer });
    await store(null, { deposits: [deposit], payments: [used] });
    const key = { depositId: id, userId, announcedId: null };
    const [facts] = await found((session) => assignmentFacts.read(session, [key]));
    expect(facts?.payments).toEqual([{ ...used, userId: null }]);
  });

  test('a posted payment is found by index for a bond and for a stake', async () => {
    const { userId, payment } = await newBond();
    const proven = { ...payment, keys: [] };
    const [settled] = await found((session) => paymentFacts.read(session, [proven]));
    expect(settled?.used).toEqual(payment);
    const { payer: wallet, amount: _, ...key } = { ...payment, userId };
    const asked = { ...key, wallet, amount: 1n as never, paid: proven };
    const [staked] = await found((session) => stakeFacts.read(session, [asked]));
    expect(staked?.use.payment).toEqual(payment);
  });

  test('a fee payment that is not finalized is found by index, and a finalized one is omitted', async () => {
    const userId = await newUser(database);
    const [open, final] = [usedPayment({ finalized: false }), usedPayment()];
    await store(userId, { payments: [open, final] });
    const ids = [open.id, final.id];
    const read = await found((session) => followedFeeFacts.read(session, ids));
    expect(read).toMatchObject([{ payment: { ...open, userId } }, null]);
    expect(await found((session) => openFeesOf(session, userId))).toHaveLength(1);
    const [first] = await found((session) => unfinalFees(session, ZERO_ID, 100));
    expect(first).toMatchObject(open);
  });

  test('payments of movements are found by index', async () => {
    const filter = { token: null, kind: null, concernsOwner: false };
    const page = await found((session) =>
      movementsPage(session, filter, { before: null, limit: 50 }),
    );
    expect(page.map(({ use }) => use.purpose)).toEqual(Array(50).fill('bond'));
    const ids = page.map(({ movement }) => movement.id);
    const named = await found((session) => movementNameFacts.read(session, ids));
    expect(named.every((facts) => facts?.known.use.purpose === 'bond')).toBe(true);
  });

  test('changed and deleted payments are found by index', async () => {
    const { userId, payment } = await newBond();
    const freed = { ...usedPayment(), userId };
    await store(userId, { payments: [freed] });
    const version = await versionOf(database, userId);
    const changedPayments = [{ ...payment, finalized: false }];
    const changes = { changedPayments, freedPayments: [freed], journals: [], items: [] };
    const plan = { userId, version, now: T0, ...changes };
    expect(await found((session) => writePlan(session, plan))).toBe(true);
    const left = await ask<{ id: string; finalized: boolean }>(
      database,
      'select id, finalized from payments where user_id = $1',
      [userId],
    );
    expect(left).toEqual([{ id: payment.id, finalized: false }]);
  });

  test('a bond’s payment is found by index in the ledger check, even without statistics', async () => {
    const { bond } = await newBond();
    await database.exec(`delete from pg_statistic where starelid = 'payments'::regclass`);
    await ask(database, 'update bonds set amount = amount + 1 where id = $1', [bond.id]);
    const broken = await found(violations);
    const ofPayments = broken.filter(({ invariant }) => invariant.startsWith('a paid bond'));
    expect(ofPayments.some(({ detail }) => detail.startsWith(bond.id))).toBe(true);
  });
});
