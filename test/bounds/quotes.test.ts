import { expect, test } from 'vitest';
import { quoteBond } from '#contract/bonds/bonds';
import { getFeeQuote } from '#contract/vaults/vaults';
import { World } from '#test/world';

const world = World.forTests({ parts: { limitsRates: true } });

/** Records quotes of a network in this minute and the next, in case it begins meanwhile. */
async function recordQuotes(network: string, count: number) {
  await world.rows(
    `insert into attempts (who, minute, count)
     select 'quote ' || $1::text, date_trunc('minute', db_now()) + make_interval(mins => g), $2::integer
     from generate_series(0, 1) g`,
    [network, count],
  );
  return { 'x-forwarded-for': network };
}

test('one address gets 240 quotes a minute, of bonds and fees together, then 429 with Retry-After', async () => {
  const user = await (await world.user()).bonded('1');
  const both = (headers: Record<string, string>) =>
    Promise.all([
      user.call(quoteBond, { body: { tokenType: 'SOL', amount: '1' }, headers }),
      user.call(getFeeQuote, { query: { amount: '0.01' }, headers }),
    ]);
  const statuses = (answers: Awaited<ReturnType<typeof both>>) =>
    answers.map(({ status }) => status);
  const last = await recordQuotes('203.0.113.7', 238);
  expect(statuses(await both(last))).toEqual([201, 200]);
  const counted = await world.rows<{ sum: number }>(
    `select sum(count - 238)::integer as sum from attempts where who = 'quote 203.0.113.7'`,
  );
  expect(counted).toEqual([{ sum: 2 }]);
  for (const answer of await both(await recordQuotes('203.0.113.8', 240))) {
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(answer.headers['retry-after']).toBe('60');
  }
});
