import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimBond } from '#contract/bonds/bonds';
import { DAY_MS } from '#domain/base/time';
import { openPostgres } from '#server/kernel/db/postgres';
import { freshPostgres } from '#test/databases';
import { World } from '#test/world';

const SERVER = process.env['TEST_DATABASE_URL'];

/** Locks a user row, like a node stopped inside a transaction. */
async function holdRow(url: string, userId: string): Promise<() => Promise<void>> {
  const frozen = new pg.Client(url);
  await frozen.connect();
  await frozen.query('begin');
  await frozen.query('select from users where id = $1 for update', [userId]);
  return () => frozen.end();
}

describe.skipIf(SERVER === undefined)('user whose row is locked', () => {
  test('gets a retryable refusal, without delaying others in the same batch of writes', async () => {
    const stored = await freshPostgres(SERVER!);
    const database = openPostgres(stored.url!, { lockTimeoutMs: 300 });
    const close = async (): Promise<void> => {
      await database.close();
      await stored.close();
    };
    const world = await World.open({ fresh: async () => ({ ...stored, database, close }) });
    onTestFinished(() => world.close());
    const [held, ...others] = [await world.user(), await world.user(), await world.user()];
    const bonds = await Promise.all([held, ...others].map((user) => user.bond('USDC', '987')));
    await world.advance(DAY_MS);
    const release = await holdRow(stored.url!, held.id);
    const claims = await Promise.all(
      [held, ...others].map((user, i) =>
        user.call(claimBond, { params: { id: bonds[i]!.id }, body: { status: 'completed' } }),
      ),
    );
    expect(claims.map(({ status }) => status)).toEqual([503, 200, 200]);
    expect(claims[0]?.headers['retry-after']).toBe('1');
    expect(claims[0]?.body).toMatchObject({ code: 'DATABASE_UNAVAILABLE', retryAfterSeconds: 1 });
    await release();
    expect((await held.claim(bonds[0]!.id)).status).toBe(200);
  });
});
