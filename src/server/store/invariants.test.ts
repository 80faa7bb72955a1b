import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, move, system } from '#domain/ledger';
import { lmt } from '#domain/money';
import { T0, day, pendingSell, runningVault } from '#test/domain/builders';
import { type TestDatabase, onEachDatabase } from '#test/databases';
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
import { claimBond } from '../actions/claim-bond.ts';
import type { Database, Session } from './database.ts';
import { violations } from './invariants.ts';
import { readClock } from './protocol-clock.ts';
import { rollUp } from './system-sums.ts';
import { writePlan } from './write-plans.ts';

/** Two bonds (one claimed), a vault, a sell request, a log line and rolled-up sums: something for every invariant. */
interface World {
  readonly userId: string;
  readonly open: string;
  readonly claimed: string;
  readonly vault: string;
  readonly sell: string;
}

async function makeWorld(database: Database): Promise<World> {
  const userId = await newUser(database);
  const then = longAgo(await readClock(database));
  const [open, claimed] = [paidBond(userId, 0n, then), paidBond(userId, 1n, then)];
  await writePlan(database, open.plan);
  await writePlan(database, claimed.plan);
  expect(await claimBond({ database }, { userId }, claimed.bond)).toMatchObject({ ok: true });
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
  await rollUp(database);
  return { userId, open: open.bond.id, claimed: claimed.bond.id, vault: vault.id, sell: sell.id };
}

/** Each invariant's name, and the least that breaks it. */
const BREAKS: readonly (readonly [name: string, script: (world: World) => string])[] = [
  [
    'every journal adds up to zero in each asset',
    () => `update postings set amount = amount + 1
      where kind = 'issuance' and journal_id = (select max(journal_id::text)::uuid from postings
        where kind = 'issuance')`,
  ],
  ['every posting belongs to a journal', () => `delete from journals where kind = 'bondClaimed'`],
  ['every journal has postings', () => `delete from postings where kind <> 'issuance'`],
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
    'a paid bond has its payment, of the same amount',
    ({ open }) => `update bonds set signature = 'other' where id = '${open}'`,
  ],
  [
    'a paid bond has its payment, of the same amount',
    ({ claimed }) => `update bonds set amount = amount + 1 where id = '${claimed}'`,
  ],
  [
    'the kept sums of system accounts agree with their postings',
    () => `insert into system_sums as s values ('issuance', 'LMT', 1)
      on conflict (kind, asset) do update set amount = s.amount + 1`,
  ],
  [
    'every account belongs to something that exists',
    () =>
      `insert into balances (ref, kind, asset, amount) values ('${randomUUID()}', 'vault', 'LMT', 0)`,
  ],
  ['the owner’s log is an unbroken chain', () => `update admin_log set actor = 'b'`],
];

/** Does it, looks, and undoes it. */
async function seenAfter(database: Database, script: string) {
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

onEachDatabase('the invariants', (fresh) => {
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

  describe('find', () => {
    test.each(BREAKS)('%s', async (name, script) => {
      const found = await seenAfter(opened.database, script(world));
      expect(found.map(({ invariant }) => invariant)).toContain(name);
      expect(found.every(({ detail }) => detail.length > 0)).toBe(true);
      expect(await violations(opened.database)).toEqual([]);
    });
  });

  test('name what is wrong and where', async () => {
    const found = await seenAfter(
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

  test('are each provoked here', async () => {
    const provoked = new Set(BREAKS.map(([name]) => name));
    const everything = BREAKS.map(([, script]) => script(world)).join(';');
    const found = await seenAfter(opened.database, everything);
    expect(found.filter(({ invariant }) => !provoked.has(invariant))).toEqual([]);
    const rows = await ask(opened.database, 'select from admin_log');
    expect(rows).toHaveLength(1);
  });
});
