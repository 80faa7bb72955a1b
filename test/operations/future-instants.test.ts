import { expect, test } from 'vitest';
import { lamports } from '#domain/base/money';
import { HOUR_MS, after } from '#domain/base/time';
import { addArrival, dueArrivals } from '#server/payments/arrival-queries';
import { park, parkedDue } from '#server/payments/parked-queries';
import { openRun, startRun } from '#server/audit/audit-run-queries';
import type { Database } from '#server/kernel/db/database';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { storeBalances, readHoldings } from '#server/treasury/holdings-queries';
import { takeMessages } from '#server/reminders/push-message-queries';
import { storeChecks, putSubscription } from '#server/reminders/push-subscription-queries';
import { addAdminSession, addSession } from '#server/kernel/sessions/sessions';
import { tidySignIn } from '#server/kernel/sessions/sign-in-queries';
import { recallVaults } from '#server/vaults/vault-queries';
import { claimKey } from '#server/kernel/write/idempotency';
import { databaseForTests, onOneDatabase } from '#test/databases';
import { seedDueVaults } from '#test/support/due-vaults';
import { ask, newUser } from '#test/support/store';

/** Timestamps days in the future, stored under clock skew and read after it. */
onOneDatabase('timestamp stored under clock skew', (fresh) => {
  let database: Database;
  databaseForTests(fresh, (opened) => {
    database = opened;
  });
  const now = () => readClock(database);
  const ahead = async () => after(await now(), 25 * HOUR_MS);

  test('does not delay the next try of a parked transaction', async () => {
    const at = await now();
    const parked = { failures: 1, error: null };
    await park(database, { ...parked, signature: 'ahead', retryAt: await ahead() }, at);
    await park(database, { ...parked, signature: 'hour', retryAt: after(at, HOUR_MS) }, at);
    const due = await parkedDue(database, await now(), 9);
    expect(due.map(({ signature }) => signature)).toEqual(['ahead']);
  });

  test('does not delay the decision on a payment', async () => {
    const at = await now();
    const arrival = {
      payer: 'p',
      token: 'SOL',
      amount: lamports(1n),
      blockTime: at,
      slot: 1,
      reference: null,
      failures: 1,
      error: null,
    } as const;
    await addArrival(database, { ...arrival, signature: 'ahead', decideAt: await ahead() });
    await addArrival(database, { ...arrival, signature: 'hour', decideAt: after(at, HOUR_MS) });
    const due = await dueArrivals(database, await now(), 9);
    expect(due.map(({ signature }) => signature)).toEqual(['ahead']);
  });

  test('does not delay the next sweep of a failed vault', async () => {
    await seedDueVaults(database, 2, (at) => after(at, 25 * HOUR_MS));
    const [failing] = await ask<{ id: string }>(database, 'select id from vaults order by id');
    await ask(database, 'update vaults set failures = 1 where id = $1', [failing!.id]);
    await recallVaults(database);
    const due = await ask<{ id: string }>(
      database,
      'select id from vaults where due_at <= protocol_now()',
    );
    expect(due).toEqual([failing]);
  });

  test('does not delay a push message', async () => {
    const userId = await newUser(database);
    const keys = { endpoint: 'https://push.example/1', p256dh: 'k', auth: 'a' };
    const id = '00000000-0000-7000-8000-000000000001';
    await putSubscription(database, { id, userId, ...keys, since: await now() });
    const message = { text: 't', topic: 't', urgency: 'high', expiresAt: await ahead() } as const;
    const messages = ['ahead', 'hour'].map((key) => ({ key, ...message }));
    await storeChecks(database, [{ id, version: 1n, nextCheckAt: null, messages }]);
    await ask(
      database,
      `update push_messages set tries = 1,
         try_at = db_now() + case key when 'ahead' then interval '25 hours' else interval '1 hour' end`,
    );
    expect((await takeMessages(database, 9)).map(({ key }) => key)).toEqual(['ahead']);
  });

  test('does not keep a stale treasury balance', async () => {
    const balances = (n: bigint) => ({ lamports: lamports(n), usdc: 0n as never });
    await storeBalances(database, balances(1n), await ahead());
    await storeBalances(database, balances(2n), await now());
    const sol = (await readHoldings(database)).find(({ symbol }) => symbol === 'SOL');
    expect(sol?.units).toBe(2n);
  });

  test('does not keep the audit lease of a dead node', async () => {
    await startRun(database, 1, await now());
    expect(await openRun(database)).not.toBeNull();
    await ask(database, `update audit_runs set heartbeat_at = db_now() + interval '25 hours'`);
    expect(await openRun(database)).toBeNull();
  });

  test('does not keep the key lock of a dead request', async () => {
    const claim = (holder: string) =>
      claimKey(
        database,
        { actor: 'a', key: 'k', holder: `00000000-0000-7000-8000-00000000000${holder}` },
        { bodyHash: 'h', abandonedMs: 60_000 },
      );
    expect(await claim('1')).toBe(true);
    expect(await claim('2')).toBe(false);
    await ask(database, `update idempotency_keys set created_at = db_now() + interval '25 hours'`);
    expect(await claim('3')).toBe(true);
    expect(await claim('4')).toBe(false);
  });

  test('does not prolong a session', async () => {
    const userId = await newUser(database);
    await addAdminSession(database, 'w', await addSession(database, userId));
    await ask(database, `update sessions set expires_at = expires_at + interval '25 hours'`);
    await ask(
      database,
      `update admin_sessions set idle_until = idle_until + interval '25 hours',
         ends_at = ends_at + interval '25 hours'`,
    );
    await tidySignIn(database);
    const late = `select 1 from sessions where expires_at > db_now() + interval '24 hours'
      union all select 1 from admin_sessions where idle_until > db_now() + interval '30 minutes'
        or ends_at > db_now() + interval '12 hours'`;
    expect(await ask(database, late)).toEqual([]);
    expect(await ask(database, 'select 1 from sessions, admin_sessions')).toHaveLength(1);
  });
});
