import { Writer } from '../write/commit.ts';
import { RulesCache } from '../terms/terms.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDeposit } from '#domain/payments/payment';
import { type Deposit, listDeposit, refundDeposit } from '#domain/payments/unmatched-deposit';
import { refundCredit } from '#domain/payments/fee-credit';
import { type Account, creditOf, move, system } from '#domain/base/ledger';
import { lamports, lmt } from '#domain/base/money';
import type { Payout } from '#domain/payouts/payout';
import { settleSell } from '#domain/sells/sell';
import { T0, day, pendingSell, runningVault } from '#test/domain/builders';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import {
  ask,
  behindTriggers,
  issuePlan,
  issued,
  longAgo,
  newUser,
  paidBond,
} from '#test/support/store';
import { appendLog } from './admin-log.ts';
import { claimBond } from '../../bonds/claim-bond.ts';
import type { Database, Session } from '../db/database.ts';
import { violations } from './invariants.ts';
import { readClock } from '../terms/protocol-clock.ts';
import { writePlan } from '../write/write-plans.ts';
import { RIGHT_CLOCK } from '#test/support/clock-watch-stubs';

/** Fixture with two bonds (one claimed), a vault, sell requests, refunds and a log line, for all invariants. */
interface World {
  readonly userId: string;
  readonly open: string;
  readonly claimed: string;
  readonly vault: string;
  readonly sell: string;
  readonly sold: string;
  readonly deposit: string;
}

/** Builds a payout, finalized by default. */
const payoutOf = (of: Partial<Payout>): Payout => ({
  id: randomUUID(),
  purpose: 'sell',
  subject: randomUUID(),
  userId: null,
  token: 'SOL',
  amount: lamports(7n),
  rentCharged: lamports(0n),
  receiver: 'wallet',
  isOutside: false,
  status: 'finalized',
  built: '',
  signed: null,
  signature: randomUUID(),
  nonce: { account: randomUUID(), value: 'value' },
  builtSlot: 1,
  costs: lamports(5n),
  createdAt: T0,
  expiresAt: T0,
  isWithdrawing: false,
  settledAt: T0,
  landedSlot: null,
  err: null,
  ...of,
});

const arrival = (of: Pick<Deposit, 'id' | 'sender' | 'signature'>) =>
  ({ ...of, token: 'SOL', amount: lamports(7n), slot: 1, blockTime: T0 }) as const;

/** Adds a settled sell request, a refunded deposit, and a failed and a successful refund of credit. */
async function payOut(
  database: Database,
  userId: string,
): Promise<Pick<World, 'sold' | 'deposit'>> {
  const [user] = await ask<{ wallet: string; version: bigint }>(
    database,
    'select wallet, version from users where id = $1',
    [userId],
  );
  const { wallet, version } = user!;
  const ids = { id: randomUUID(), userId };
  const paid = { payout: lamports(7n), amount: lmt(3n), fee: lmt(1n) };
  const sell = pendingSell({ ...ids, ...paid, status: 'approved' });
  const sold = settleSell(sell, sell.payout, T0);
  const [vain, back] = [randomUUID(), randomUUID()];
  const taken = [vain, back].map((id) =>
    refundCredit({ userId, payoutId: id, amount: lamports(7n), at: T0 }),
  );
  const from = (account: Account, units: bigint) => ({
    ...issued(userId, 1n),
    postings: move(
      system(account.asset === 'LMT' ? 'issuance' : 'treasury', account.asset),
      account,
      lmt(units),
    ),
  });
  const deposit = arrival({ id: randomUUID(), sender: wallet, signature: 's' });
  const own = { userId, receiver: wallet };
  const credit = { ...own, purpose: 'credit', subject: userId } as const;
  await writePlan(database, {
    ...issuePlan(userId, version),
    journals: [
      from({ kind: 'escrow', ref: sell.id, asset: 'LMT' }, 3n),
      ...sold.journals,
      from(creditOf(userId), 7n),
      taken[0]!,
      { ...from(creditOf(userId), 7n), kind: 'reversed', subject: vain },
      taken[1]!,
      ...listDeposit(deposit).journals,
      refundDeposit(deposit, T0),
    ],
    sells: [sold.next],
    deposits: [{ ...openDeposit(deposit), status: 'refunded' }],
    payouts: [
      payoutOf({ ...own, subject: sell.id }),
      payoutOf({ ...own, subject: sell.id, status: 'withdrawn' }),
      payoutOf({ ...credit, id: vain, status: 'failed' }),
      payoutOf({ ...credit, id: back }),
    ],
  });
  await writePlan(database, {
    userId: null,
    version: 0n,
    now: T0,
    journals: [],
    items: [],
    payouts: [payoutOf({ purpose: 'deposit', subject: deposit.id, receiver: wallet })],
  });
  return { sold: sell.id, deposit: deposit.id };
}

async function makeWorld(database: Database): Promise<World> {
  const userId = await newUser(database);
  const then = longAgo(await readClock(database));
  const [open, claimed] = [paidBond(userId, 0n, then), paidBond(userId, 1n, then)];
  await writePlan(database, open.plan);
  await writePlan(database, claimed.plan);
  const writer = new Writer(database, new RulesCache(database), RIGHT_CLOCK);
  expect(await claimBond({ writer }, { userId }, claimed.bond)).toMatchObject({ ok: true });
  const vault = runningVault({ id: randomUUID(), userId, amount: lmt(5n), postedRewards: lmt(2n) });
  const sell = pendingSell({ id: randomUUID(), userId, amount: lmt(3n) });
  const into = (account: Account, units: bigint) => ({
    ...issued(userId, 1n),
    postings: move(system('issuance', 'LMT'), account, lmt(units)),
  });
  await writePlan(database, {
    ...issuePlan(userId, 3n),
    journals: [
      into({ kind: 'vault', ref: vault.id, asset: 'LMT' }, 7n),
      into({ kind: 'escrow', ref: sell.id, asset: 'LMT' }, 3n),
    ],
    vaults: [{ vault, dueAt: day(8) }],
    sells: [sell],
  });
  const line = { at: T0, actor: 'a', call: 'c', reason: null, before: null, after: null };
  await database.transaction((session) => appendLog(session, line));
  const paidOut = await payOut(database, userId);
  const bonds = { open: open.bond.id, claimed: claimed.bond.id };
  return { userId, ...bonds, vault: vault.id, sell: sell.id, ...paidOut };
}

/** Invariants, each with a minimal change that breaks it. */
const BREAKS: readonly (readonly [name: string, script: (world: World) => string])[] = [
  [
    'every journal has its lines, which add up to zero',
    () => `update journals set lines = lines + 1 where kind = 'bondPaid'`,
  ],
  [
    'every journal has its lines, which add up to zero',
    () => `update postings set amount = amount + 1 where kind = 'issuance'`,
  ],
  [
    'every journal has its lines, which add up to zero',
    () => `delete from journals where kind = 'bondClaimed'`,
  ],
  [
    'every posting to a held account says whose it is',
    () => `update postings set ref = null where kind = 'unstaked'`,
  ],
  [
    'every balance is the sum of its postings',
    () => `update postings set amount = amount + 1 where kind = 'unstaked' and amount > 0`,
  ],
  [
    'every balance is the sum of its postings',
    () => `delete from postings where kind = 'unstaked'`,
  ],
  [
    'every balance is the sum of its postings',
    ({ userId }) =>
      `update balances set amount = amount + 1 where ref = '${userId}' and kind = 'unstaked'`,
  ],
  [
    'every balance is the sum of its postings',
    ({ userId }) => `delete from balances where ref = '${userId}' and kind = 'unstaked'`,
  ],
  [
    'no balance is negative',
    ({ userId }) => `alter table balances drop constraint balance_not_negative;
      update balances set amount = -1 where ref = '${userId}' and kind = 'credit'`,
  ],
  [
    'a vault account holds principal and posted rewards',
    ({ vault }) => `update vaults set posted_rewards = posted_rewards - 1 where id = '${vault}'`,
  ],
  [
    'a bond account holds the LMT of a confirmed bond',
    ({ open }) => `update bonds set lmt_amount = lmt_amount + 1 where id = '${open}'`,
  ],
  [
    'a bond account holds the LMT of a confirmed bond',
    ({ claimed }) => `update bonds set status = 'confirmed' where id = '${claimed}'`,
  ],
  [
    'an escrow holds the LMT of an open request',
    ({ sell }) => `update sells set status = 'rejected' where id = '${sell}'`,
  ],
  [
    'a request is paid once if it is approved, and not otherwise',
    ({ sell }) => `update sells set status = 'approved' where id = '${sell}'`,
  ],
  [
    'a request is paid once if it is approved, and not otherwise',
    ({ sold }) => `update sells set settled_at = null where id = '${sold}'`,
  ],
  [
    'a request is paid once if it is approved, and not otherwise',
    ({ sold }) => `update payouts set status = 'failed' where subject = '${sold}'`,
  ],
  [
    'a request is paid once if it is approved, and not otherwise',
    ({ sell, sold }) => `drop index payouts_once;
      update payouts set subject = '${sell}', status = 'finalized' where subject = '${sold}'`,
  ],
  [
    'a payout pays what is due, to whom it is due',
    ({ sold }) => `update payouts set amount = 8 where subject = '${sold}'`,
  ],
  [
    'a payout pays what is due, to whom it is due',
    ({ deposit }) => `update payouts set receiver = 'other' where subject = '${deposit}'`,
  ],
  [
    'a payout pays what is due, to whom it is due',
    ({ deposit }) => `update payouts set amount = 6, rent_charged = 1 where subject = '${deposit}'`,
  ],
  [
    'a payout pays what is due, to whom it is due',
    ({ userId }) => `update payouts set token = 'USDC' where subject = '${userId}'`,
  ],
  [
    'the ledger has paid out what finalized payouts of requests paid',
    ({ sold }) => `update payouts set amount = 8 where subject = '${sold}'`,
  ],
  [
    'the ledger has paid out what finalized payouts of requests paid',
    ({ sold }) => `update payouts set token = 'USDC' where subject = '${sold}'`,
  ],
  [
    'a deposit is refunded if it was paid back, and open while it may be',
    ({ deposit }) => `update deposits set status = 'open' where id = '${deposit}'`,
  ],
  [
    'a deposit is refunded if it was paid back, and open while it may be',
    ({ deposit }) => `update deposits set status = 'assigned' where id = '${deposit}'`,
  ],
  [
    'a deposit is refunded if it was paid back, and open while it may be',
    ({ deposit }) => `update payouts set status = 'withdrawn' where subject = '${deposit}'`,
  ],
  [
    'an unmatched deposit is held while it is open, and no longer',
    ({ deposit }) => `update deposits set status = 'open' where id = '${deposit}'`,
  ],
  [
    'an unmatched deposit is held while it is open, and no longer',
    () =>
      `insert into balances (ref, kind, asset, amount) values ('${randomUUID()}', 'deposit', 'SOL', 7)`,
  ],
  [
    'transparency, coverage and the budget count the same as owed',
    ({ deposit }) =>
      `update payouts set status = 'sent', settled_at = null where subject = '${deposit}'`,
  ],
  [
    'credit that goes back was taken, and what came to nothing was returned',
    ({ userId }) => `update payouts set status = 'failed' where subject = '${userId}'`,
  ],
  [
    'credit that goes back was taken, and what came to nothing was returned',
    ({ userId }) => `update payouts set status = 'finalized' where subject = '${userId}'`,
  ],
  [
    'credit that goes back was taken, and what came to nothing was returned',
    ({ userId }) => `delete from payouts where subject = '${userId}' and status = 'finalized'`,
  ],
  [
    'a paid bond and the fee taken out of its payment are that payment',
    ({ open }) => `update bonds set signature = 'other' where id = '${open}'`,
  ],
  [
    'a paid bond and the fee taken out of its payment are that payment',
    ({ claimed }) => `update bonds set amount = amount + 1 where id = '${claimed}'`,
  ],
  [
    'a paid bond and the fee taken out of its payment are that payment',
    // One unit is recorded as a fee, and no fee credit was posted for it.
    ({ claimed }) => `with bond as (update bonds set amount = amount - 1 where id = '${claimed}')
      update payments set fee_taken = 1 where subject = '${claimed}'`,
  ],
  [
    'every total is the sum of its postings',
    () => `update totals set amount = amount + 1 where kind = 'issuance'`,
  ],
  [
    'every account belongs to something that exists',
    () =>
      `insert into balances (ref, kind, asset, amount) values ('${randomUUID()}', 'vault', 'LMT', 0)`,
  ],
  ['the owner’s log is an unbroken chain', () => `update admin_log set actor = 'b'`],
];

/** Runs a script, returns the violations, and rolls the script back. */
async function violationsAfter(database: Database, script: string) {
  const undo = new Error('undo');
  let found: Awaited<ReturnType<typeof violations>> = [];
  const tried = database.transaction(async (session: Session) => {
    await behindTriggers(session, script);
    found = await violations(session);
    throw undo;
  });
  await tried.catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return found;
}

onOneDatabase('the invariants', (fresh) => {
  let opened: TestDatabase;
  let world: World;
  beforeAll(async () => {
    opened = await fresh();
    world = await makeWorld(opened.database);
  });
  afterAll(() => opened.close());

  test('hold in a sound ledger', async () => {
    expect(await violations(opened.database)).toEqual([]);
  });

  test('hold while payments are listed between their statements', async () => {
    const own = await fresh();
    const { database } = own;
    const list = async () => {
      const deposit = arrival({ id: randomUUID(), signature: randomUUID(), sender: 'wallet' });
      const { journals } = listDeposit(deposit);
      const plan = { userId: null, version: 0n, now: T0, journals, items: [] };
      await writePlan(database, { ...plan, deposits: [openDeposit(deposit)] });
    };
    const session: Session = {
      ...database,
      async query<Row>(...asked: Parameters<Session['query']>) {
        const rows = await database.query<Row>(...asked);
        await list();
        return rows;
      },
    };
    expect(await violations(session)).toEqual([]);
    await own.close();
  });

  describe('find', () => {
    test.each(BREAKS)('%s', async (name, script) => {
      const found = await violationsAfter(opened.database, script(world));
      expect(found.map(({ invariant }) => invariant)).toContain(name);
      expect(found.every(({ detail }) => detail.length > 0)).toBe(true);
    });
  });

  test('report what is wrong and where', async () => {
    const found = await violationsAfter(
      opened.database,
      `update vaults set amount = amount + 1 where id = '${world.vault}'`,
    );
    expect(found).toEqual([
      {
        invariant: 'a vault account holds principal and posted rewards',
        detail: `${world.vault} should hold 8, holds 7`,
      },
    ]);
  });

  test('are each broken by a case of this test', async () => {
    const provoked = new Set(BREAKS.map(([name]) => name));
    const everything = BREAKS.map(([, script]) => script(world)).join(';');
    const found = await violationsAfter(opened.database, everything);
    expect(found.filter(({ invariant }) => !provoked.has(invariant))).toEqual([]);
    const rows = await ask(opened.database, 'select from admin_log');
    expect(rows).toHaveLength(1);
  });
});
