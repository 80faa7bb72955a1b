import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuditJson,
  type AuditedUserJson,
  exportAudit,
  getAudit,
  runAudit,
} from '#contract/audit/admin-audit';
import { cleanUpBonds } from '#contract/audit/chain-audit';
import { editUser } from '#contract/users/admin-users';
import { type AuditFilter, matchesFilter } from '#domain/audit/audit';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#domain/base/time';
import { QUOTE_MS } from '#domain/terms/terms';
import { runAudit as followAudit } from '#server/audit/run-audit';
import { onOneDatabase } from '#test/databases';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';
import { bookedWithoutPayment, rowWithoutPayment } from './unpaid-bonds.ts';

onOneDatabase('audit of users', (fresh) => {
  let world: World;
  let owner: AsOwner;
  let sound: TestUser;
  let feeless: TestUser;
  let unpaid: TestUser;
  let drifting: TestUser;
  beforeAll(async () => {
    world = await World.open({ fresh });
    owner = await world.owner();
    await world.setTerms({ stakingFee: 0n });
    feeless = await (await world.user()).bonded('3');
    await feeless.stake('1');
    await world.setTerms({ stakingFee: 20_000n });
    await world.pass(QUOTE_MS);
    await world.rows('update vaults set created_at = protocol_now() where user_id = $1', [
      feeless.id,
    ]);
    unpaid = await world.user();
    await rowWithoutPayment(world, unpaid, 'pending');
    await unpaid.post('USDC', '500');
    const { id } = await bookedWithoutPayment(unpaid, 'SOL', '49.35');
    drifting = await (await world.user()).bonded('2', 'USDC');
    await unpaid.claim(id);
    await drift(5_00000000n);
    sound = await (await world.user()).bonded('10');
    await sound.staked('5');
    await world.advance(7 * DAY_MS + HOUR_MS);
  });
  afterAll(async () => {
    // Under load the ledger's scheduled check runs while a balance drifts, and raises an alert.
    const alerts = world.alerts.splice(0);
    world.alerts.push(
      ...alerts.filter(({ what }) => what !== 'an invariant of the ledger is broken'),
    );
    await world.close();
  });

  const drift = (by: bigint) =>
    world.rows(`update balances set amount = amount + $2 where ref = $1 and kind = 'unstaked'`, [
      drifting.id,
      by,
    ]);
  const report = async (query: Record<string, string> = {}) => owner(getAudit, { query });
  const of = ({ users }: AuditJson, { id }: TestUser) => users.find((u) => u.userId === id)!;

  test('an unknown page or filter of the audit is refused as malformed', async () => {
    const beyond = `${'9'.repeat(30)}.${sound.id}`;
    const hostile = ['risk', 'issues', 'staked'].map((sort) => ({ sort, cursor: beyond }));
    for (const query of [{ cursor: 'x' }, { filter: 'low' }, { sort: 'age' }, ...hostile]) {
      expect((await report(query as Record<string, string>)).status).toBe(400);
    }
  });

  test('the audit lists each mismatch, and nothing for consistent users', async () => {
    const { body } = await report();
    expect(body).toMatchObject({
      treasuryAddress: world.till.treasury,
      running: null,
      summary: { totalBonds: 6, verifiedBonds: 3, totalInconsistencies: 4, usersWithIssues: 3 },
    });
    expect(body.summary.totalSOLBonded).toBe('113.505000000');
    expect(body.summary.totalUSDCBonded).toBe('1974.000000');
    const { invariantsBroken, logHolds } = body.summary.ledger;
    expect(logHolds).toBe(true);
    expect(invariantsBroken).toHaveLength(1);
    expect(invariantsBroken[0]).toMatch(
      /^This does not hold: every balance is the sum of its postings/,
    );
    expect(of(body, sound)).toMatchObject({
      riskLevel: 'low',
      inconsistencies: [],
      bonds: [{ chainVerified: true, verdict: 'verified', status: 'completed', tokenType: 'SOL' }],
      totals: {
        bondedSOL: '49.350000000',
        stakedLMT: '5.00000000',
        unstakedLMT: '5.00000000',
        unstakedLMTCalculated: '5.00000000',
        rewardsEarned: '0.95890410',
        rewardsRecomputed: '0.95890410',
        totalStakingFeesSOL: '0.493500000',
        stakesWithoutFees: 0,
      },
    });
    expect(of(body, feeless)).toMatchObject({
      riskLevel: 'medium',
      inconsistencies: [],
      totals: { stakesWithoutFees: 1 },
    });
    expect(of(body, drifting)).toMatchObject({
      riskLevel: 'medium',
      inconsistencies: ['Unstaked LMT is 7.00000000, the journals make 2.00000000'],
      totals: { unstakedLMT: '7.00000000', unstakedLMTCalculated: '2.00000000' },
    });
    const { riskLevel, inconsistencies, bonds } = of(body, unpaid);
    expect(riskLevel).toBe('high');
    expect(inconsistencies.map((text) => text.replace(/Bond \S+ /, ''))).toEqual([
      '(49.350000000 SOL) has no payment',
      '(500.000000 USDC) has no payment',
      '(49.350000000 SOL) credited 10.00000000 LMT without payment',
    ]);
    expect(bonds.map(({ verdict }) => verdict)).toEqual(['fake', 'unknown', 'fake']);
    const again = (await report()).body;
    expect(again.generatedAt).toBe(body.generatedAt);
  });

  test('the audit is filtered, searched, sorted and paged', async () => {
    const all = (await report({ limit: '200' })).body.users;
    expect(all.map(({ riskLevel }) => riskLevel).slice(0, 3)).toEqual(['high', 'medium', 'medium']);
    for (const filter of ['all', 'issues', 'high', 'medium'] as const) {
      for (const search of ['', drifting.address.slice(4, 20).toLowerCase(), unpaid.id, 'nobody']) {
        await sameAsRule(all, filter, search);
      }
    }
    const by: Record<string, (user: AuditedUserJson) => number | string> = {
      wallet: (user) => user.walletAddress,
      bonded: ({ totals }) => Number(totals.bondedSOL) * 200 + Number(totals.bondedUSDC),
      staked: ({ totals }) => Number(totals.stakedLMT),
      unstaked: ({ totals }) => Number(totals.unstakedLMT),
      issues: ({ inconsistencies }) => inconsistencies.length,
    };
    for (const [sort, keyOf] of Object.entries(by)) {
      const ascending = await pagesBy({ sort, direction: 'asc' });
      expect(ascending.map(({ userId }) => userId).toSorted()).toEqual(
        all.map(({ userId }) => userId).toSorted(),
      );
      const keys = ascending.map(keyOf);
      expect(keys, sort).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    const wallets = await pagesBy({ sort: 'wallet', direction: 'desc' });
    expect(wallets.toReversed()).toEqual(await pagesBy({ sort: 'wallet' }));
    expect(await pagesBy({})).toEqual(all);
  });

  async function sameAsRule(
    all: readonly AuditedUserJson[],
    filter: AuditFilter,
    search: string,
  ): Promise<void> {
    const { body, headers } = await report({ filter, search, limit: '200' });
    const wanted = all.filter((user) => matchesFilter(user, filter, search));
    expect(body.users, `${filter} ${search}`).toEqual(wanted);
    expect(headers['x-total-count']).toBe(String(wanted.length));
  }

  async function pagesBy(query: Record<string, string>): Promise<AuditedUserJson[]> {
    const found: AuditedUserJson[] = [];
    let cursor: Record<string, string> = {};
    for (;;) {
      const { body, headers } = await report({ ...query, ...cursor, limit: '4' });
      found.push(...body.users);
      const next = headers['x-next-cursor'];
      if (next === undefined) return found;
      cursor = { cursor: String(next) };
    }
  }

  test('the audit exports a CSV without formulas', async () => {
    const username = '=cmd("a, b")';
    await owner(editUser, { params: { id: drifting.id }, body: { username } });
    await world.pass(31 * SECOND_MS);
    const { body, headers } = await owner(exportAudit, { query: { filter: 'issues' } });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, ...rows] = body.trimEnd().split('\r\n');
    expect(head).toMatch(/^User ID,Wallet,Username,Risk,/);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(
      new RegExp(`^${unpaid.id},${unpaid.address},.*,high,.*has no payment; `),
    );
    const theirs = rows.find((row) => row.startsWith(drifting.id));
    expect(theirs).toContain(`,"'=cmd(""a, b"")",medium,`);
  });

  test('an audit on demand runs once at a time, streams its progress, and is taken over after a crash', async () => {
    const linesOf = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const total = (await report()).body.summary.totalUsers;
    const both = await Promise.all([owner(runAudit), owner(runAudit)]);
    for (const { body, headers } of both) {
      expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
      expect(linesOf(body).at(-1)).toMatchObject({ done: true });
    }
    // The second caller may find the audit finished.
    const begun = both.map(({ body }) => linesOf(body)[0]);
    expect(begun).toContainEqual(expect.objectContaining({ total }));
    expect(await world.count('audit_runs')).toBe(1);
    expect(await world.count('audit_users')).toBe(total);

    const elsewhere = (beatSecondsAgo: number) =>
      world.rows(
        `insert into audit_runs (id, heartbeat_at, total, processed, generated_at)
         values (gen_random_uuid(), db_now() - make_interval(secs => $1), 77, 40, protocol_now())`,
        [beatSecondsAgo],
      );
    await elsewhere(0);
    const followed = followAudit(world.node.parts);
    expect((await followed.next()).value).toEqual({ processed: 40, total: 77, issues: 0 });
    expect((await report()).body.running).toEqual({ processed: 40, total: 77 });
    await world.rows(
      `update audit_runs set finished_at = db_now(), duration_ms = 5, summary = '{}'
       where finished_at is null`,
    );
    expect((await followed.next()).value).toMatchObject({ done: true, durationMs: 5 });

    await world.rows('delete from audit_runs where total = 77');
    await elsewhere(60);
    const taken = linesOf((await owner(runAudit)).body);
    expect(taken.at(-1)).toMatchObject({ done: true });
    expect(await world.count('audit_runs')).toBe(1);
  });

  test('the audit lists corrections', async () => {
    expect((await owner(cleanUpBonds)).body.deletedCount).toBe(3);
    await drift(-5_00000000n);
    await world.pass(31 * SECOND_MS);
    const { summary, users } = (await report({ filter: 'issues' })).body;
    expect(summary.ledger).toEqual({ invariantsBroken: [], logHolds: true });
    expect(summary.totalInconsistencies).toBe(0);
    expect(users.map(({ userId }) => userId)).toEqual([feeless.id]);
  });
});
