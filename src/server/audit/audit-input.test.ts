import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Journal, move, unstakedOf, vaultAccount } from '#domain/base/ledger';
import { lmt } from '#domain/base/money';
import { after } from '#domain/base/time';
import { type TestDatabase, onOneDatabase } from '#test/databases';
import { T0, day } from '#test/domain/builders';
import { ask, issuePlan, issued, newUser } from '#test/support/store';
import { writePlan } from '../kernel/write/write-plans.ts';
import { type AuditSubject, auditedUsers } from './audit-input.ts';

onOneDatabase('inputs of an audit', (fresh) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await fresh();
  });
  afterAll(() => opened.close());

  test('include every journal and balance of each user, for any batch size', async () => {
    const { database } = opened;
    const users: string[] = [];
    for (let i = 0; i < 5; i += 1) users.push(await newUser(database, after(T0, i)));
    const [first, second, deleted, owner] = users as [string, string, string, string, string];
    const vaults = [randomUUID(), randomUUID()] as const;
    const staked: Journal = {
      ...issued(owner, 1n, day(2)),
      kind: 'staked',
      subject: vaults[0],
      postings: vaults.flatMap((vault, i) =>
        move(unstakedOf(owner), vaultAccount(vault), lmt(BigInt(i + 1))),
      ),
    };
    const written: Readonly<Record<string, Journal[]>> = {
      [first]: [issued(first, 1n, day(1))],
      [second]: [issued(second, 2n, after(T0, 7)), issued(second, 9_000_000_000_000_000n, day(3))],
      [deleted]: [issued(deleted, 4n)],
      [owner]: [issued(owner, 5n), staked],
    };
    for (const [userId, journals] of Object.entries(written)) {
      // Written newest first, because an audit sorts by effective time.
      const plan = { ...issuePlan(userId, 0n), journals: journals.toReversed() };
      expect(await writePlan(database, plan)).toBe(true);
    }
    await ask(database, 'update users set deleted_at = now() where id = $1', [deleted]);

    for (const batch of [1, 2, 10]) {
      const read = new Map<string, AuditSubject>();
      for await (const subjects of auditedUsers(database, batch)) {
        for (const subject of subjects) read.set(subject.userId, subject);
      }
      expect([...read.keys()]).toEqual(users.filter((id) => id !== deleted));
      for (const [userId, { journals }] of read) expect(journals).toEqual(written[userId] ?? []);
      expect(read.get(owner)?.balances).toEqual(
        new Map([
          [`unstaked:${owner}/LMT`, 2n],
          [`vault:${vaults[0]}/LMT`, 1n],
          [`vault:${vaults[1]}/LMT`, 2n],
          [`credit:${owner}/SOL`, 0n],
        ]),
      );
      expect(read.get(users[4]!)?.balances.get(`unstaked:${users[4]!}/LMT`)).toBe(0n);
    }
  });
});
