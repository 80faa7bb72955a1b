import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { emergencyPause } from '#contract/users/admin-session';
import { logout } from '#contract/users/auth';
import type { ChangedReads } from '#contract/base/events';
import { moveClock } from '#contract/base/local';
import { sellLmt } from '#contract/sells/sells';
import { DAY_MS, SECOND_MS } from '#domain/base/time';
import { relayChanges } from '#server/kernel/db/relay-changes';
import { freshPostgres } from '#test/databases';
import { give } from '#test/vaults/stakers';
import { World } from '#test/world';
import type { Node } from '#test/world/node';
import type { TestUser } from '#test/world/user';

const SERVER = process.env['TEST_DATABASE_URL'];

/** Event stream as a browser has it. */
async function listen(node: Node, headers: Record<string, string> = {}) {
  if (!node.app.server.listening) await node.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = node.app.server.address() as AddressInfo;
  const closing = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers,
    signal: closing.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** All events, once `isDone` accepts them. */
  const until = async (isDone: (queries: readonly string[]) => boolean): Promise<string[]> => {
    for (;;) {
      const queries = [...text.matchAll(/^data: (.*)$/gm)].flatMap(
        ([, data]) => (JSON.parse(data ?? '{}') as ChangedReads).queries,
      );
      if (isDone(queries)) return queries;
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended with: ${text}`);
      text += value;
    }
  };
  const says = async (line: string): Promise<void> => {
    while (!text.includes(line)) text += (await reader.read()).value ?? '';
  };
  const ended = async (): Promise<void> => {
    while (!(await reader.read()).done);
  };
  onTestFinished(() => closing.abort());
  // The first line confirms the subscription: later events are delivered.
  await says(': lmt');
  return {
    response,
    until,
    says,
    ended,
    has: (query: string) => until((all) => all.includes(query)),
  };
}

describe('live events', () => {
  const world = World.forTests();
  let user: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    user = await world.user();
    other = await world.user();
  });

  test('notify users of their own changes and of public ones, never of others’', async () => {
    const mine = await listen(world.node, user.headers);
    const theirs = await listen(world.node, other.headers);
    const anyone = await listen(world.node);
    const stranger = await listen(world.node, { 'x-session-token': 'forged' });
    expect(mine.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await user.bond('USDC', '987');
    expect(await mine.has('bonds')).toEqual(expect.arrayContaining(['portfolio', 'transactions']));
    const owner = await world.owner();
    await owner(emergencyPause, { body: { paused: true } });
    await owner(emergencyPause, { body: { paused: false } });
    for (const stream of [theirs, anyone, stranger]) {
      const heard = await stream.has('status');
      expect(heard).not.toContain('bonds');
      expect(heard).not.toContain('admin');
      expect(heard).not.toContain('activity');
    }
  });

  test('skip quotes, because a refetch would make a new one', async () => {
    await give(world, user, '1');
    const told: unknown[] = [];
    const { changes } = world.node.parts.database;
    onTestFinished(changes.subscribe((one) => told.push(one)));
    await user.quote('SOL', '1');
    await user.quote('SOL', '2');
    await user.feeQuote('1');
    expect(told).toEqual([]);
  });

  test('notify an owner session of the queue', async () => {
    const seller = await (await world.user()).bonded('4');
    await seller.staked('1');
    await world.advance(7 * DAY_MS);
    const owner = await world.signedIn(await world.ownerWallet());
    const stream = await listen(world.node, owner.headers);
    const asked = { userId: seller.id, amount: '1', payoutToken: 'SOL' };
    expect((await seller.call(sellLmt, { body: asked })).status).toBe(201);
    expect(await stream.has('admin')).toBeDefined();
    await seller.bond('USDC', '987');
    expect(await stream.has('activity')).not.toContain('portfolio');
  });

  test('notify every page of a move of protocol time', async () => {
    const stream = await listen(world.node);
    await world.call(moveClock, { body: { advanceMs: 1 } });
    expect(await stream.has('status')).toBeDefined();
  });

  test('make a reconnected page refetch everything', async () => {
    const stream = await listen(world.node, { ...user.headers, 'last-event-id': '7' });
    expect(await stream.has('all')).toEqual(['all']);
  });

  test('skip rolled-back transactions', async () => {
    const stream = await listen(world.node, user.headers);
    const { database } = world.node.parts;
    const undone = database.transaction(async (session) => {
      const { noteChange } = await import('#server/kernel/db/note-change');
      noteChange(session, { userIds: [user.id] });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await world.call(moveClock, { body: { advanceMs: 8 * DAY_MS } });
    expect(await stream.has('protocol')).not.toContain('portfolio');
  });

  test('end when the server closes', async () => {
    const node = await world.restart();
    const stream = await listen(node, user.headers);
    await Promise.all([stream.ended(), node.app.close()]);
  });

  test('end at the next heartbeat after the session ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const leaving = await world.user();
    const left = await listen(world.node, leaving.headers);
    const stays = await listen(world.node, other.headers);
    expect((await leaving.call(logout, { body: {} })).status).toBe(200);
    vi.advanceTimersByTime(20 * SECOND_MS);
    await left.ended();
    await stays.says('event: alive');
    await world.call(moveClock, { body: { advanceMs: 1 } });
    await stays.has('status');
  });
});

describe.skipIf(SERVER === undefined)('live events of two nodes on one PostgreSQL', () => {
  test('deliver a write on one node to streams of the other', async () => {
    const stored = await freshPostgres(SERVER!);
    const world = await World.open({ fresh: async () => stored });
    onTestFinished(() => world.close());
    const [first, second] = (await world.nodes(2)) as [Node, Node];
    const fail = (err: unknown): void => {
      throw err;
    };
    const relays = [first, second].map(({ parts }) =>
      relayChanges({ ...parts, url: stored.url!, onError: fail }),
    );
    onTestFinished(async () => {
      for (const stop of relays) await stop();
    });
    const listening = `pg_stat_activity
      where datname = current_database() and application_name = 'lmt listens' and state = 'idle'
        and query like 'listen %'`;
    await vi.waitUntil(async () => (await world.count(listening)) === 2, { timeout: 30_000 });
    const user = await world.user();
    const stream = await listen(second, user.headers);
    await user.on(first).post('USDC', '10');
    expect(await stream.has('bonds')).toContain('portfolio');
  });
});
