import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { exportDeposits } from '#contract/payments/admin-deposits';
import { getAudit } from '#contract/audit/admin-audit';
import { exportLog, getLog } from '#contract/audit/admin-log';
import { exportSells, listAllSells, rejectSell } from '#contract/payouts/admin-sells';
import { type AdminUserJson, editUser, exportUsers, listUsers } from '#contract/users/admin-users';
import { type AdminVaultJson, exportVaults, listVaults } from '#contract/vaults/admin-vaults';
import { postUser } from '#contract/users/auth';
import type { Endpoint } from '#contract/base/endpoint';
import { WEEK_MS } from '#domain/base/time';
import { readClock } from '#server/kernel/terms/protocol-clock';
import { writePlan } from '#server/kernel/write/write-plans';
import { onOneDatabase } from '#test/databases';
import { issuePlan, versionOf } from '#test/support/store';
import { type AsOwner, World } from '#test/world';
import type { TestUser } from '#test/world/user';

type Query = Record<string, string>;

onOneDatabase('lists of the owner', (fresh) => {
  const world = World.forTests({ fresh });
  let owner: AsOwner;
  let [ada, bob, cid]: TestUser[] = [];
  let sellId: string;
  /** Ada has a completed vault and a rejected request, Bob a running and a vesting vault, Cid neither. */
  beforeAll(async () => {
    owner = await world.owner();
    ada = await (await world.user()).bonded('10');
    await ada.staked('3');
    await world.advance(WEEK_MS - 3_600_000);
    bob = await (await world.user()).bonded('9');
    cid = await world.user({ sol: '1', usdc: '0' });
    sellId = (await ada.asked('1')).id;
    const notes = '=HYPERLINK("x"), no';
    await owner(rejectSell, { params: { id: sellId }, body: { notes } });
    await ada.asked('2');
    await bob.staked('4');
    await bob.stake('1');
    const credit = { adjustment: { direction: 'credit', amount: '2' }, username: '=1+1' };
    await owner(editUser, { params: { id: cid.id }, body: credit });
  });

  /** All pages of a list, two rows each. */
  async function pages<E extends Endpoint, Row>(
    endpoint: E,
    query: Query,
    rowsOf: (body: Awaited<ReturnType<typeof world.call<E>>>['body']) => readonly Row[],
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | undefined; ;) {
      const asked = { ...query, limit: '2', ...(cursor === undefined ? {} : { cursor }) };
      const { status, body, headers } = await owner(endpoint, { query: asked });
      expect(status, JSON.stringify(body)).toBe(200);
      rows.push(...rowsOf(body));
      cursor = headers['x-next-cursor'] as string | undefined;
      if (cursor === undefined) {
        expect(headers['x-total-count']).toBe(String(rows.length));
        return rows;
      }
    }
  }
  const users = (query: Query) => pages(listUsers, query, (body) => body as AdminUserJson[]);
  const vaults = (query: Query) => pages(listVaults, query, (body) => body as AdminVaultJson[]);
  const lines = (csv: unknown): string[] => String(csv).split('\r\n').slice(0, -1);

  test('users are paged in every order, in both directions, without gaps or duplicates', async () => {
    const all = await users({});
    expect(all.map(({ id }) => id).slice(0, 3)).toEqual([cid!.id, bob!.id, ada!.id]);
    expect(all).toHaveLength(4);
    const keys = {
      joined: (of: AdminUserJson) => of.createdAt,
      balance: (of: AdminUserJson) => of.unstakedLMT.padStart(20, '0'),
      activity: (of: AdminUserJson) => of.lastActivity ?? '',
    };
    for (const [sort, key] of Object.entries(keys)) {
      const down = (await users({ sort, direction: 'desc' })).map(key);
      expect(down, sort).toEqual(all.map(key).toSorted().toReversed());
      const up = (await users({ sort, direction: 'asc' })).map(key);
      const [some, none] = [up.filter((text) => text !== ''), up.filter((text) => text === '')];
      expect(up, 'who did nothing comes last').toEqual([...some, ...none]);
      expect(some, sort).toEqual(some.toSorted());
      expect(up.toSorted()).toEqual(down.toSorted());
    }
  });

  test('users are sorted by balance as of the latest write', async () => {
    const { database } = world.node.parts;
    const ids = async () => (await users({ sort: 'balance' })).map(({ id }) => id);
    const before = await ids();
    const last = before.at(-1)!;
    const give = (units: bigint) =>
      database.transaction(async (session) => {
        const version = await versionOf(session, last);
        const now = await readClock(session);
        await writePlan(session, issuePlan(last, version, { units, now }));
      });
    await give(9_000_000_00000000n);
    expect(await ids()).toEqual([last, ...before.slice(0, -1)]);
    await give(-9_000_000_00000000n);
    expect(await ids()).toEqual(before);
  });

  test('a search does not match across the end of a wallet and the start of a name', async () => {
    const ids = async (search: string) => (await users({ search })).map(({ id }) => id);
    const [{ walletAddress, username }] = (await users({ search: ada!.id })) as [AdminUserJson];
    expect(await ids(walletAddress.slice(-8).toLowerCase())).toEqual([ada!.id]);
    expect(await ids(`${walletAddress.slice(-8)}\n${username.slice(0, 3)}`)).toEqual([]);
    expect(await ids('%')).toEqual([]);
  });

  test('users are filtered by what they own', async () => {
    const ids = async (query: Query) => (await users(query)).map(({ id }) => id);
    expect(await ids({ filter: 'bonded' })).toEqual([bob!.id, ada!.id]);
    expect(await ids({ filter: 'staking' })).toEqual([bob!.id]);
    const idle = await ids({ filter: 'idle', sort: 'balance' });
    expect(idle).toHaveLength(2);
    expect(idle[0]).toBe(cid!.id);
    expect(await ids({ filter: 'idle', search: '=1+' })).toEqual([cid!.id]);
    expect(await ids({ search: bob!.id.slice(0, 20), filter: 'idle' })).toEqual([]);
  });

  test('vaults are paged in every order, with those without an end last', async () => {
    const amounts = async (query: Query) => (await vaults(query)).map(({ amount }) => +amount);
    expect(await amounts({})).toEqual([1, 4, 0]);
    expect(await amounts({ sort: 'amount' })).toEqual([4, 1, 0]);
    expect(await amounts({ sort: 'amount', direction: 'asc' })).toEqual([0, 1, 4]);
    expect(await amounts({ sort: 'ends', direction: 'asc' })).toEqual([0, 4, 1]);
    expect(await amounts({ sort: 'ends', direction: 'desc' })).toEqual([4, 0, 1]);
    expect(await amounts({ status: 'vesting' })).toEqual([1]);
    expect(await amounts({ search: ada!.address, status: 'completed' })).toEqual([0]);
  });

  test('requests are filtered by state and user, while the queue stays complete', async () => {
    const list = async (query: Query) => (await owner(listAllSells, { query })).body;
    const rejected = await list({ status: 'rejected' });
    expect(rejected.all.map(({ id }) => id)).toEqual([sellId]);
    expect(rejected).toMatchObject({ pendingCount: 1, totalCount: 2 });
    expect(rejected.pending).toHaveLength(1);
    expect((await list({ search: bob!.address })).all).toEqual([]);
    // Counts cover all requests, however small the page and however new the pending ones.
    const few = await list({ limit: '1', status: 'pending' });
    expect([few.all.length, few.decided.map(({ id }) => id)]).toEqual([1, [sellId]]);
    expect(few.pending[0]!.riskLevel, 'no audit was made yet').toBeNull();
    await owner(getAudit);
    expect((await list({})).pending[0]!.riskLevel).toBe('low');
    expect(await pages(listAllSells, { search: ada!.address }, ({ all }) => all)).toHaveLength(2);
  });

  test('the log is filtered by call and time', async () => {
    const log = (query: Query) => pages(getLog, query, ({ entries }) => entries);
    const all = await log({});
    expect(all).toHaveLength(2);
    const [credited, rejected] = all;
    expect(await log({ call: 'sell-verifications' })).toEqual([rejected]);
    expect(await log({ from: credited!.at })).toEqual([credited]);
    expect(await log({ to: credited!.at })).toEqual([rejected]);
    expect(await log({ search: cid!.id, call: 'reject' })).toEqual([]);
  });

  test.each([
    [listUsers, 'x'],
    [listUsers, `balance.5.00000000-0000-7000-8000-000000000000`],
    [listUsers, `joined.999999999999999.00000000-0000-7000-8000-000000000000`],
    [listUsers, `joined.-1.00000000-0000-7000-8000-000000000000`],
    [listUsers, `joined.5.zero`],
    [listUsers, `joined.5.00000000-0000-7000-8000-000000000000.5`],
    [listVaults, `ends..x`],
    [listAllSells, '999999999999999.00000000-0000-7000-8000-000000000000'],
    [getLog, '-5'],
  ])('a page after an invalid cursor is refused: %#', async (endpoint, cursor) => {
    const { status, body } = await owner(endpoint as Endpoint, { query: { cursor } });
    expect([status, body.code]).toEqual([400, 'MALFORMED']);
  });

  test('a cursor with an impossible amount is refused', async () => {
    const cursor = `balance.9999999999999999999.00000000-0000-7000-8000-000000000000`;
    expect((await owner(listUsers, { query: { sort: 'balance', cursor } })).status).toBe(400);
  });

  test('CSV files contain all rows, and no formulas', async () => {
    const all = await users({ sort: 'balance', direction: 'asc' });
    const file = await owner(exportUsers, { query: { sort: 'balance', direction: 'asc' } });
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="lmt-users.csv"',
      'cache-control': 'no-store',
    });
    expect(lines(file.body)).toEqual([
      'Wallet,Balance,Joined',
      ...all.map((of) => [of.walletAddress, of.unstakedLMT, of.createdAt].join(',')),
    ]);
    const idle = await owner(exportUsers, { query: { filter: 'idle', search: '=1+1' } });
    expect(lines(idle.body)[1]).toContain(cid!.address);
    const [head, first, ...more] = lines((await owner(exportVaults)).body);
    expect(head).toMatch(/^Id,User Id,Wallet,Username,Status,Amount,/);
    expect(first).toContain(`${bob!.address},`);
    expect([first!.split(',').length, more.length]).toEqual([head!.split(',').length, 2]);
    const sells = lines((await owner(exportSells, { query: { status: 'rejected' } })).body);
    expect(sells).toHaveLength(2);
    expect(sells[1]).toContain(`,"'=HYPERLINK(""x""), no",`);
    const log = lines((await owner(exportLog, { query: { call: 'PUT' } })).body);
    expect(log).toHaveLength(2);
    expect(log[1]).toContain('""=1+1""');
    for (const endpoint of [exportUsers, exportVaults, exportSells, exportLog, exportDeposits]) {
      // The parser throws if a row and the header differ in length.
      const read = parse(String((await owner(endpoint)).body), { recordDelimiter: '\r\n' });
      expect(read.flat().filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
    }
  });

  test('deposits include small and decided ones', async () => {
    await ada!.pay('SOL', '0.001');
    await world.advance(120_000);
    await world.advance(120_000);
    const [head, ...rows] = lines((await owner(exportDeposits)).body);
    expect(head).toBe(
      'Id,Sender,Token,Amount,Signature,Block Time,Status,Small,Refund Proposed,Fee Credit',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`,${ada!.address},SOL,0.001000000,`);
    expect(rows[0]).toMatch(/,open,true,false,false$/);
  });

  // Later tests do not use Bob's name.
  test('a search for a user’s id finds that user, even if another one is named like it', async () => {
    const body = { walletAddress: bob!.address, username: ada!.id };
    expect((await bob!.call(postUser, { body })).body.username).toBe(ada!.id);
    // The query of the editor.
    const asked = await owner(listUsers, { query: { search: ada!.id, limit: '1' } });
    expect((asked.body as AdminUserJson[]).map(({ id }) => id)).toEqual([ada!.id]);
    for (const search of [ada!.id, ada!.id.toUpperCase()]) {
      for (const sort of ['joined', 'balance', 'activity']) {
        const found = await users({ search, sort });
        expect(found.map(({ id }) => id)).toEqual([ada!.id]);
      }
    }
    const file = lines((await owner(exportUsers, { query: { search: ada!.id } })).body);
    expect(file.slice(1).map((row) => row.split(',')[0])).toEqual([ada!.address]);
    const part = await users({ search: ada!.id.slice(0, -1) });
    expect(part.map(({ id }) => id)).toEqual([bob!.id, ada!.id]);
  });

  // Last test of the file, because it creates users.
  test('the recent users are the latest five, newest first', async () => {
    const newest: string[] = [cid!.id, bob!.id];
    for (let joined = 0; joined < 3; joined += 1) {
      newest.unshift((await world.user({ sol: '1', usdc: '0' })).id);
    }
    // The query of the Overview.
    const { body, headers } = await owner(listUsers, { query: { limit: '5' } });
    expect((body as AdminUserJson[]).map(({ id }) => id)).toEqual(newest);
    expect(headers['x-total-count'], 'of all').toBe('7');
  });
});
