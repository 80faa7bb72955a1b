import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { bond } from '#contract/bonds/bonds';
import { PATHS } from '#contract/base/paths';
import { analytics, history, portfolio } from '#contract/portfolio/portfolio';
import { protocolSettings } from '#contract/terms/protocol';
import { eligibility, sellVerification } from '#contract/sells/sells';
import { feeQuote, stake } from '#contract/vaults/vaults';
import { holding, transparency, treasuryStats } from '#contract/treasury/treasury';
import { instant } from '#domain/base/time';

import { addressOf } from '../kernel/api/address-of.ts';
import { DEMO_USER } from './account.ts';
import { answering } from './answer.ts';
import { inDemo } from './in-demo.ts';
import { livedAccount } from './life.ts';

const params = { userId: DEMO_USER, symbols: 'SOL' };
const ask = answering(livedAccount(instant(Date.now())));

async function read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  const answer = await ask(addressOf(path, { params }), {});
  expect(answer.status, path).toBe(200);
  return schema.parse(await answer.json());
}

async function write(method: string, path: string, body: object = {}): Promise<Response> {
  return ask(path, { method, body: JSON.stringify(body) });
}

describe('the made-up account', () => {
  test('answers every read of its screens as the server would', async () => {
    expect((await read(PATHS.userBonds, z.array(bond))).map(({ claimable }) => claimable)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    const stakes = await read(PATHS.userStakes, z.array(stake));
    expect(stakes.map(({ phase }) => phase)).toEqual(['vesting', 'window', 'running']);
    expect(stakes[2]).toMatchObject({ lastRestakeType: 'auto', cycleNumber: 3 });
    expect((await read(PATHS.history, history)).all).toHaveLength(12);
    expect((await read(PATHS.analytics, analytics)).cycles).toHaveLength(4);
    expect(await read(PATHS.sellEligibility, eligibility)).toMatchObject({ eligible: true });
    expect(await read(PATHS.userSells, z.array(sellVerification))).toHaveLength(1);
    await read(PATHS.portfolio, portfolio);
    await read(PATHS.settings, protocolSettings);
    await read(`${PATHS.feeQuote}?amount=1.5`, feeQuote);
    await read(PATHS.treasuryStats, treasuryStats);
    await read(PATHS.treasuryHoldings, z.array(holding));
    for (const range of ['24h', '7d', '30d', 'all']) {
      await read(`${PATHS.transparency}?range=${range}`, transparency);
    }
  });

  test('does what is asked of it, by the rules', async () => {
    const [, claimable] = await read(PATHS.userBonds, z.array(bond));
    const before = await read(PATHS.portfolio, portfolio);
    const path = addressOf(PATHS.bondStatus, { params: { id: claimable!.id } });
    const claimed = await write('PATCH', path, { status: 'completed' });
    expect(await claimed.json()).toMatchObject({ status: 'completed' });
    const after = await read(PATHS.portfolio, portfolio);
    expect(after.unstakedLMT).not.toBe(before.unstakedLMT);
    const sell = { userId: DEMO_USER, amount: '9999', payoutToken: 'SOL' };
    const refused = await write('POST', PATHS.sell, sell);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'SELL_LIMIT' });
  });

  test('refuses what it has no data for', async () => {
    const answer = await write('POST', '/api/admin/emergency-pause');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'DEMO' });
  });
});

test.each([
  ['/', '/?demo'],
  ['/?tab=bond', '/?demo&tab=bond'],
  ['/sell', '/sell?demo'],
  ['/?demo&tab=stake', '/?demo&tab=stake'],
  ['/?tab=info&page=a#b', '/?demo&tab=info&page=a#b'],
])('%s is %s in the demo', (href, expected) => {
  expect(inDemo(href)).toBe(expected);
});
