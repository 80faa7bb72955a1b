import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveSell } from '#contract/payouts/admin-sells';
import { DAY_MS, SECOND_MS, WEEK_MS } from '#domain/base/time';
import { sweepVaults } from '#server/vaults/sweep-vaults';
import { type Trace, Tracer } from '#test/support/trace';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';

const DUE = 10;

/**
 * Maximum number of statements of the main writes, from request to response; includes the session, excludes
 * `begin` and `commit`. docs/ARCHITECTURE.md lists them.
 */
const STATEMENTS_MAX = {
  'POST /api/bonds': 6,
  'POST /api/stakes': 4,
  'POST /api/lmt/sell': 3,
  'POST /api/admin/sell-verifications/{id}/approve': 9,
  'the sweep of ten vaults': 6,
} as const;

/** With TRACE_STATEMENTS set, prints the steps by name and the files by folder; with `files`, each file. */
function print(call: string, { steps, statements, files }: Trace): void {
  if (!process.env['TRACE_STATEMENTS']) return;
  const rooms = new Map<string, number>();
  for (const file of files) {
    const [, room = ''] = /^src\/(.+)\//.exec(file) ?? [];
    rooms.set(room, (rooms.get(room) ?? 0) + 1);
  }
  const counts = [...rooms].map(([room, count]) => `${room} ${count}`);
  const each = process.env['TRACE_STATEMENTS'] === 'files' ? `${files.join('\n')}\n` : '';
  process.stdout.write(`${call}
  ${statements} statements: ${steps.join(', ')}
  ${files.length} files: ${counts.join(', ')}\n${each}`);
}

describe('number of database statements', () => {
  let world: World;
  let tracer: Tracer;
  let owner: AsOwner;
  let users: TestUser[];
  beforeAll(async () => {
    world = await World.open();
    tracer = await Tracer.on(world.node.parts.database);
    owner = await world.owner();
    users = [];
    for (let i = 0; i < DUE; i += 1) users.push(await world.user());
  });
  afterAll(async () => {
    tracer.close();
    await world.close();
  });

  const judge = (call: keyof typeof STATEMENTS_MAX, trace: Trace): void => {
    print(call, trace);
    const { statements, steps } = trace;
    expect(statements, steps.join(', ')).toBeLessThanOrEqual(STATEMENTS_MAX[call]);
  };

  /** Warms caches with earlier users, and traces the last one. */
  const watch = async (
    call: keyof typeof STATEMENTS_MAX,
    prepare: (user: TestUser) => Promise<() => Promise<number>>,
    doers: readonly TestUser[] = users,
  ): Promise<void> => {
    const done = async (act: () => Promise<number>) => expect([200, 201]).toContain(await act());
    for (const user of doers.slice(1)) await done(await prepare(user));
    const act = await prepare(doers[0]!);
    judge(call, await tracer.of(() => done(act)));
  };

  test('is limited for the payment of a bond', async () => {
    await watch('POST /api/bonds', async (user) => {
      const { reference } = await user.quote('SOL', '30');
      const signature = await user.pay('SOL', '30', reference);
      await world.pass(2 * SECOND_MS);
      return async () => (await user.post('SOL', '30', signature)).status;
    });
  });

  test('is limited for a vault with a fee payment', async () => {
    await world.advance(DAY_MS);
    await watch('POST /api/stakes', async (user) => {
      await user.claim((await user.onlyBond()).id);
      const signature = await user.payFee(await user.feeQuote('2'));
      await world.pass(2 * SECOND_MS);
      return async () => (await user.postStake('2', signature)).status;
    });
  });

  test('is limited for a sell request and its approval with the server’s key', async () => {
    await world.advance(DAY_MS);
    for (const user of users) await user.activate((await user.onlyStake()).id);
    await world.advance(WEEK_MS);
    const sellers = users.slice(0, 3);
    await watch(
      'POST /api/lmt/sell',
      (user) => Promise.resolve(async () => (await user.sell('0.5')).status),
      sellers,
    );
    const approve = 'POST /api/admin/sell-verifications/{id}/approve';
    await watch(
      approve,
      async (user) => {
        const [sell] = await user.sells();
        const params = { id: sell!.id };
        return async () => (await owner(approveSell, { params, body: {} })).status;
      },
      sellers,
    );
    await world.pass(20 * SECOND_MS);
    await world.settle();
  });

  test('is limited for a sweep of ten vaults whose window has closed', async () => {
    await world.pass(DAY_MS);
    const sweep = sweepVaults(world.node.parts);
    judge('the sweep of ten vaults', await tracer.of(() => sweep.run()));
    expect(await world.count(`vaults where status = 'completed'`)).toBe(DUE);
  });

  test('includes statements inside transactions', async () => {
    const { database } = world.node.parts;
    const { steps, statements, files } = await tracer.of(async () => {
      await database.exec('select 1');
      await database.transaction(async (session) => {
        await session.query({ name: 'two', text: 'select 2' });
      });
    });
    expect([steps, statements]).toEqual([['script', 'begin', 'two', 'commit'], 2]);
    expect(files).toContain(`src/server/kernel/db/${database.kind}.ts`);
  });
});
