import { expect, test } from 'vitest';
import { onOneDatabase } from '#test/databases';
import { ask } from '#test/support/store';
import { leaderAmong } from './leader.ts';

onOneDatabase('the leader', (fresh) => {
  test('of several nodes one leads; another does when it leaves, or gives no sign of life', async () => {
    const stored = await fresh();
    const { database } = stored;
    const [first, second, third] = [1, 2, 3].map(() => leaderAmong(database, 'jobs'));
    expect(await first!.leads()).toBe(true);
    expect(await second!.leads()).toBe(false);
    expect(await first!.leads()).toBe(true);
    await first!.leave();
    expect(await third!.leads()).toBe(true);
    await ask(database, `update leases set held_until = clock_timestamp() - interval '1 ms'`);
    expect(await leaderAmong(database, 'jobs').leads()).toBe(true);
    expect(await leaderAmong(database, 'jobs').leads()).toBe(false);
    expect(await leaderAmong(database, 'other').leads()).toBe(true);
    await stored.close();
  });
});
