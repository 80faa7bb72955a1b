import { pino } from 'pino';
import { expect, test } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { getHealth } from '#contract/alerts/health';
import { HOUR_MS } from '#domain/base/time';
import { jobs } from '#server/start/jobs';
import { recordRuns, Scheduler } from '#server/kernel/jobs/scheduler';
import type { Database, Param, Statement } from '#server/kernel/db/database';
import { onOneDatabase } from '#test/databases';
import { World } from '#test/world';
import { systemTexts } from '#web/kernel/dashboard/system-texts.ts';

const logger = pino({ level: 'silent' });

onOneDatabase('health report', (fresh) => {
  const world = World.forTests({ fresh });
  const owner = world.ownerForTests();
  const health = async (query: Record<string, string> = {}, node = world.node) => {
    const { status, body } = await owner(getHealth, { query }, node);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const codes = async (query?: Record<string, string>) =>
    (await health(query)).alerts.map(({ code }) => code);

  test('reports measured values', async () => {
    const body = await health();
    const { treasury, treasuryTokenAccount } = world.till;
    expect(body).toMatchObject({
      database: 'Connected',
      api: 'Operational',
      uptime: expect.stringMatching(/^\d+d \d\d:\d\d:\d\d$/),
      responseTime: expect.stringMatching(/^(< 1|\d+) ms$/),
      chain: { reachable: true, network: 'local', label: 'Connected (Local network)' },
      emergency: { paused: false, since: null },
      requests: { windowMs: 300_000, successRate: '100.00' },
      transactions: { settled: 0, failed: 0, successRate: null },
      sessions: { users: 1, admins: 1 },
      priceFeed: { mode: 'static' },
      treasury: { owedUSD: '0.000000', coverage: null, SOL: { reserved: '0.000000000' } },
      config: {
        baseAPY: '1000.00',
        maxDynamicAPY: '10000.00',
        treasuryAddress: treasury,
        treasurySigner: 'server',
        network: 'local',
        version: '0.0.0',
        node: process.version,
      },
      alerts: [],
    });
    expect(body.requests.count).toBeGreaterThan(0);
    expect(body.priceFeed?.symbols[0]).toMatchObject({ symbol: 'SOL', source: 'static' });
    expect(new Map(body.watcher.map(({ address, slotsBehind }) => [address, slotsBehind]))).toEqual(
      new Map([
        [treasury, 0],
        [treasuryTokenAccount, 0],
      ]),
    );
    for (const { reconciledAt } of body.watcher) {
      expect(Math.abs(Date.parse(reconciledAt!) - Date.parse(body.now))).toBeLessThan(HOUR_MS);
    }
    expect((await owner(getHealth, { query: { check: 'x' } })).status).toBe(400);
  });

  test('reports a pause, sessions and payouts', async () => {
    const user = await world.user();
    await user.bond('SOL', '1');
    await owner(emergencyPause, { body: { paused: true } });
    const { emergency, sessions, transactions } = await health();
    expect(emergency!.paused).toBe(true);
    expect(emergency!.since).not.toBeNull();
    expect(sessions).toEqual({ users: 2, admins: 1 });
    expect(transactions).toMatchObject({ settled: 1, failed: 0, successRate: '100.00' });
    await owner(emergencyPause, { body: { paused: false } });
  });

  test('checks the ledger on request, and reports violations until they are repaired', async () => {
    expect((await health()).invariants).toEqual({ checkedAt: null, broken: [] });
    expect((await health({ check: 'true' })).invariants).toMatchObject({
      checkedAt: expect.any(String),
      broken: [],
    });
    await world.rows(`update balances set amount = amount + 1 where kind = 'credit'`);
    expect(await codes(), 'nobody has looked yet').toEqual([]);
    expect(await codes({ check: 'true' })).toEqual(['INVARIANT_BROKEN']);
    expect((await health()).invariants.broken).toEqual([
      'every balance is the sum of its postings',
    ]);
    expect(world.alerts.splice(0)).toMatchObject([
      { what: 'an invariant of the ledger is broken' },
    ]);
    await world.rows(`update balances set amount = amount - 1 where kind = 'credit'`);
    expect(await codes({ check: 'true' })).toEqual([]);
  });

  test('gives every job a plain name', () => {
    const names = jobs(world.node.parts).map(({ name }) => name);
    expect(names.filter((name) => systemTexts.jobNames[name] === undefined)).toEqual([]);
  });

  test('shows the runs of jobs on all nodes', async () => {
    let fails = true;
    const job = {
      name: 'try',
      everyMs: 60_000,
      run: async () => {
        if (fails) throw new Error('not today');
      },
    };
    const scheduler = new Scheduler([job], logger, {
      record: recordRuns(world.node.parts.database),
    });
    await expect(scheduler.runAll()).rejects.toThrow('not today');
    const { jobs: runs, alerts } = await health();
    expect(runs).toMatchObject([
      { name: 'try', everyMs: 60_000, lagMs: 0, failing: true, lastError: 'Error: not today' },
    ]);
    expect(alerts).toMatchObject([
      {
        code: 'JOB_FAILING',
        severity: 'warning',
        subject: 'try',
        text: 'The job try fails: Error: not today',
      },
    ]);
    fails = false;
    await scheduler.runAll();
    expect((await health()).jobs).toMatchObject([{ failing: false, lastError: null }]);
    expect(await codes()).toEqual([]);
  });

  test('lists parked vaults and transactions', async () => {
    await world.rows(
      `insert into parked_transactions (signature, since) select 'x', protocol_now()`,
    );
    expect((await health()).alerts).toMatchObject([
      { code: 'PARKED', text: '0 vaults and 1 transaction failed and put aside' },
    ]);
    await world.rows('delete from parked_transactions');
  });

  test('shows a chain that does not respond', async () => {
    const { chain } = world.node.parts;
    const silent = async () => ({ kind: 'unknown', reason: 'unreachable' }) as const;
    const node = await world.restart({
      chain: { ...chain, slot: silent, newestSignature: silent },
    });
    const body = await health({}, node);
    expect(body.chain).toMatchObject({ reachable: false, latencyMs: null, slot: null });
    expect(body.chain.label).toBe('Unreachable (Local network)');
    expect(body.watcher.map(({ slotsBehind }) => slotsBehind)).toEqual([null, null]);
    expect(body.api).toBe('Operational');
  });

  test('works without the database for known sessions only', async () => {
    const { database } = world.node.parts;
    let isDown = false;
    const check = (): void => {
      if (isDown) throw Object.assign(new Error('connection terminated'), { code: '08006' });
    };
    const frail: Database = {
      ...database,
      query: async <Row>(asked: Statement, params?: readonly Param[]) => {
        check();
        return database.query<Row>(asked, params);
      },
      exec: async (script) => {
        check();
        await database.exec(script);
      },
      transaction: async (work) => {
        check();
        return database.transaction(work);
      },
      close: async () => {},
    };
    const node = await world.restart({ database: frail });
    expect((await health({}, node)).database).toBe('Connected');
    isDown = true;
    expect(await health({}, node)).toMatchObject({
      database: 'Unreachable',
      api: 'Degraded',
      databaseLatencyMs: null,
      chain: { reachable: true },
      emergency: null,
      treasury: null,
      sessions: null,
      config: { baseAPY: null, treasuryAddress: world.till.treasury },
    });
    const headers = { 'x-admin-session': 'forged' };
    expect((await world.call(getHealth, { headers }, node)).status).toBe(503);
    isDown = false;
    expect((await world.call(getHealth, { headers }, node)).status).toBe(401);
  });
});
